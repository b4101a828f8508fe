"""Atoms in and out of clingo by the hundred thousand.

clingo's own classes make objects and check types at each step, which takes longer than to ground an atom. The
same C functions are called here as there, without these steps; a symbol that comes out twice is one object.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, TypeVar

from clingo._internal import _ffi, _handle_error, _lib  # type: ignore[attr-defined]
from clingo.control import Control
from clingo.symbol import Number, String, Symbol

from pyreason.errors import InternalError

T = TypeVar("T")


_KEPT = 1_000_000


class Table(dict[int, T], Generic[T]):
    """Something about symbols, worked out on first use; kept by the numbers that clingo has for them.

    clingo keeps every symbol as long as the process lives, so a number never stands for another.
    """

    def __init__(self, of: Callable[[Symbol], T]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, number: int) -> T:
        if len(self) >= _KEPT:
            self.clear()
        found = self[number] = self._of(Symbol(number))  # type: ignore[no-untyped-call]
        return found


def number_of(symbol: Symbol) -> int:
    """The number that clingo has for a symbol: a key that takes a tenth of the time that the symbol takes."""
    number: int = symbol._rep
    return number


SYMBOLS = Table[Symbol](lambda symbol: symbol)
STRINGS = Table[str](lambda symbol: symbol.string)
NUMBERS = Table[int](lambda symbol: symbol.number)
NAMES = Table[str](lambda symbol: symbol.name)
IDS = Table[str | None](lambda symbol: symbol.arguments[1].string if symbol.match("o", 2) else None)
"""The ids of objects `o(game, id)`; None for what is no object."""


def add_facts(control: Control, facts: Iterable[Symbol], keys: Iterable[int] = ()) -> None:
    """Add facts to a program; `keys` are of further ones."""
    add, rule, null = _lib.clingo_backend_add_atom, _lib.clingo_backend_rule, _ffi.NULL
    symbol, atom = _ffi.new("clingo_symbol_t*"), _ffi.new("clingo_atom_t*")
    with control.backend() as backend:
        to = backend._rep
        for key in chain([fact._rep for fact in facts], keys):
            symbol[0] = key
            if not (add(to, symbol, atom) and rule(to, False, atom, 1, null, 0)):
                _handle_error(False)


def rows(control: Control, name: str, arity: int) -> Iterator[list[int]]:
    """The arguments of all atoms of a predicate, which grounding must have decided, as keys of `Table`.

    Raises InternalError where an atom is not a fact: on a settled board the law leaves nothing open.
    """
    unpack = _ffi.unpack
    for arguments in _arguments(control, name, arity):
        yield unpack(arguments, arity) if arity else []


def rows_by_first(
    control: Control, name: str, arity: int, wanted: Container[int]
) -> Mapping[int, Sequence[int]]:
    """By first argument, of those wanted, the arguments of all atoms of a predicate that begin with it.

    They stand one after another, as keys of `Table`. Raises InternalError as `rows` does.
    """
    found: dict[int, list[int]] = defaultdict(list)
    unpack = _ffi.unpack
    for arguments in _arguments(control, name, arity):
        if (first := arguments[0]) in wanted:
            found[first] += unpack(arguments, arity)  # many lists kept would be looked through for garbage
    return found


def _arguments(control: Control, name: str, arity: int) -> Iterator[Any]:
    """The arguments of atoms as clingo has them, each valid until the next is asked for."""
    atoms = control.symbolic_atoms._rep
    at, flag = _ffi.new("clingo_symbolic_atom_iterator_t*"), _ffi.new("bool*")
    symbol, signature = _ffi.new("clingo_symbol_t*"), _ffi.new("clingo_signature_t*")
    arguments, size = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")
    is_valid, is_fact = _lib.clingo_symbolic_atoms_is_valid, _lib.clingo_symbolic_atoms_is_fact
    symbol_at, go_on = _lib.clingo_symbolic_atoms_symbol, _lib.clingo_symbolic_atoms_next
    arguments_of = _lib.clingo_symbol_arguments
    made = _lib.clingo_signature_create(name.encode(), arity, True, signature)
    good = made and _lib.clingo_symbolic_atoms_begin(atoms, signature, at)
    while good and (good := is_valid(atoms, at[0], flag)) and flag[0]:
        good = is_fact(atoms, at[0], flag) and symbol_at(atoms, at[0], symbol)
        good = good and arguments_of(symbol[0], arguments, size)
        if good and not flag[0]:
            raise InternalError(f"{Symbol(symbol[0])} is not settled by grounding")  # type: ignore[no-untyped-call]
        if good:
            yield arguments[0]
            good = go_on(atoms, at[0], at)
    _handle_error(good)


def signatures(atoms: Iterable[Symbol]) -> frozenset[str]:
    """The predicates of these atoms, as "name/arity"."""
    name, arguments, size = _ffi.new("char**"), _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")
    name_of, arguments_of, string = _lib.clingo_symbol_name, _lib.clingo_symbol_arguments, _ffi.string
    found = set()
    for atom in atoms:
        number = atom._rep
        if not (name_of(number, name) and arguments_of(number, arguments, size)):
            _handle_error(False)
        found.add((string(name[0]), size[0]))
    return frozenset(f"{name.decode()}/{size}" for name, size in found)


def first_arguments(atoms: Iterable[Symbol]) -> Iterator[int]:
    """The first argument of each of these atoms, as a key of `Table`; 0 where there is none."""
    arguments, size = _ffi.new("clingo_symbol_t**"), _ffi.new("size_t*")
    for atom in atoms:
        if not _lib.clingo_symbol_arguments(atom._rep, arguments, size):
            _handle_error(False)
        yield arguments[0][0] if size[0] else 0


class Maker:
    """Makes symbols `name(arguments)`; one at a time, so whoever makes some has one of their own."""

    def __init__(self) -> None:
        self._made = _ffi.new("clingo_symbol_t*")

    def __call__(self, name: bytes, *arguments: Symbol) -> Symbol:
        """The function with this name."""
        return Symbol(self.key(name, *[argument._rep for argument in arguments]))  # type: ignore[no-untyped-call]

    def key(self, name: bytes, *arguments: int) -> int:
        """The same by keys of `Table`."""
        made = self._made
        if not _lib.clingo_symbol_create_function(name, arguments, len(arguments), True, made):
            _handle_error(False)
        key: int = made[0]
        return key


def name_of(symbol: Symbol) -> str:
    """The name of a function."""
    return NAMES[symbol._rep]


@lru_cache(maxsize=65536)
def number(value: int) -> Symbol:
    """The symbol of a number."""
    return Number(value)


@lru_cache(maxsize=65536)
def text(value: str) -> Symbol:
    """The symbol of a string."""
    return String(value)
