"""Reading many atoms of a grounding quickly, past clingo's wrappers.

Symbols stand here as the numbers by which clingo knows them: hashing and comparing these is much faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from clingo import _internal
from clingo.control import Control

_INSIDE: Any = _internal


@cache
def _signature(name: str, arity: int) -> Any:
    made = _INSIDE._ffi.new("clingo_signature_t*")
    _INSIDE._lib.clingo_signature_create(name.encode(), arity, True, made)
    return made


class Reader:
    """Reads arguments of symbols and atoms of a control."""

    def __init__(self, control: Control) -> None:
        atoms: Any = control.symbolic_atoms
        self._atoms = atoms._rep
        self._lib, self._ffi = _INSIDE._lib, _INSIDE._ffi
        self._found = self._ffi.new("clingo_symbol_t**")
        self._size = self._ffi.new("size_t*")
        self._symbol = self._ffi.new("clingo_symbol_t*")
        self._place = self._ffi.new("clingo_symbolic_atom_iterator_t*")
        self._truth = self._ffi.new("bool*")

    def arguments(self, symbol: int) -> list[int]:
        """The arguments of a symbol."""
        self._lib.clingo_symbol_arguments(symbol, self._found, self._size)
        return list(self._ffi.unpack(self._found[0], self._size[0])) if self._size[0] else []

    def some(self, name: str, arity: int) -> bool:
        """Whether there is any atom of a predicate."""
        self._lib.clingo_symbolic_atoms_begin(self._atoms, _signature(name, arity), self._place)
        self._lib.clingo_symbolic_atoms_is_valid(self._atoms, self._place[0], self._truth)
        return bool(self._truth[0])

    def atoms(self, name: str, arity: int) -> Iterator[int]:
        """All atoms of a predicate."""
        lib, rep, place = self._lib, self._atoms, self._place
        lib.clingo_symbolic_atoms_begin(rep, _signature(name, arity), place)
        while lib.clingo_symbolic_atoms_is_valid(rep, place[0], self._truth) and self._truth[0]:
            lib.clingo_symbolic_atoms_symbol(rep, place[0], self._symbol)
            yield self._symbol[0]
            lib.clingo_symbolic_atoms_next(rep, place[0], place)
