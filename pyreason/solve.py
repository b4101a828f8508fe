"""Runs clingo: facts and law in, the atoms of the answer out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from itertools import chain

from clingo.ast import ProgramBuilder
from clingo.control import Control
from clingo.core import MessageCode
from clingo.symbol import Symbol

from pyreason.atoms import SYMBOLS, add_facts, rows
from pyreason.errors import InternalError
from pyreason.program import OVERLAY, rules
from pyreason.pruning import Facts, constants, idle

OBSERVER: ContextVar[Callable[[Control], None] | None] = ContextVar("observer", default=None)
"""Called with every control once it is grounded; coverage looks at which rules fired."""


def grounded(names: Sequence[str], facts: Iterable[Symbol], *, showing: bool = False) -> Control:
    """A control with these law files grounded over these facts; `showing` keeps their `#show` statements.

    Rules that can't fire over `Facts` are left out: it comes to the same, sooner.

    Raises InternalError where clingo reports anything: the law is to ground without a message.
    """
    messages: list[str] = []

    def heed(code: MessageCode, message: str) -> None:
        messages.append(f"{code.name}: {message}")

    control = Control(["--warn=no-atom-undefined"], heed)
    left_out: frozenset[int] = frozenset()
    told: set[Symbol] = set()
    observe = OBSERVER.get()
    # Other rules than those of the law may give what none of these gives.
    if isinstance(facts, Facts) and OVERLAY.get() is None:
        if observe is not None:
            facts.goals = frozenset()  # who looks on wants to see every rule that fires
        left_out = idle(names, facts, showing)
        if facts.goals and left_out and not showing and not facts.explained:
            known = constants(tuple(names))
            wanted = {each for rule, gives in known.rules.items() if rule not in left_out for each in gives}
            told.update(*(known.atoms[predicate] for predicate in wanted))
            left_out |= known.rules.keys()
        facts.left_out = left_out
    add_facts(control, chain(facts, told), facts.keys if isinstance(facts, Facts) else ())
    with ProgramBuilder(control) as builder:
        for statement in rules(tuple(names), showing):
            if id(statement) not in left_out:
                builder.add(statement)
    with suppress(RuntimeError):  # clingo gives up after many messages; the first of them says why
        control.ground([("base", [])])
    if messages:
        raise InternalError("the law does not ground cleanly: " + " ".join(messages[0].split()))
    if observe is not None:
        observe(control)
    return control


def settled(control: Control, name: str, arity: int) -> list[tuple[Symbol, ...]]:
    """The arguments of all atoms of a predicate, which grounding must have decided.

    Raises InternalError where an atom is not a fact: on a settled board the law leaves nothing open.
    """
    return [tuple([SYMBOLS[argument] for argument in row]) for row in rows(control, name, arity)]
