"""The labels of the law: which rule of the CR each rule of `asp/` is, and its sentence.

Labels (`%!rule NUMBER "sentence"`, several numbers joined by commas, and `%!property NAME NUMBER "sentence"`
for what is to hold) come from the comments that clingo's parser hands over before each rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from clingo.ast import AST, ASTType

from pyreason.errors import InternalError
from pyreason.program import parsed

_LABEL = re.compile(r'%!(?:rule|property \S+) (\S+) "([^"]*)"')


@dataclass(frozen=True, slots=True)
class LabelledRule:
    """A rule of the law: CR numbers and sentence (none for a helper), and where it stands."""

    numbers: tuple[str, ...]
    sentence: str | None
    file: str
    line: int
    ast: AST

    @property
    def number(self) -> str | None:
        """The first of its CR numbers."""
        return self.numbers[0] if self.numbers else None


@cache
def labelled(name: str) -> tuple[LabelledRule, ...]:
    """The rules of one law file with their labels. Raises InternalError for a rule that has none."""
    found = []
    label: tuple[tuple[str, ...], str | None] | None = None
    for statement in parsed(name):
        if statement.ast_type is ASTType.Comment:
            if match := _LABEL.fullmatch(statement.value.strip()):
                label = (tuple(match[1].split(",")), match[2])
            elif statement.value.startswith("%!helper"):
                label = ((), None)
        elif statement.ast_type is ASTType.Rule:
            line = statement.location.begin.line
            if label is None:
                raise InternalError(f"asp/{name}.lp:{line}: a rule without a label")
            found.append(LabelledRule(*label, name, line, statement))
            label = None
    return tuple(found)


def in_order(numbers: Iterable[str]) -> tuple[str, ...]:
    """CR numbers in the CR's own order: 106.7 before 106.12 before 106.12a."""

    def key(number: str) -> tuple[int, int, str]:
        match = re.fullmatch(r"(\d+)(?:\.(\d+))?([a-z]*)", number)
        return (int(match[1]), int(match[2] or 0), match[3]) if match else (0, 0, number)

    return tuple(sorted(set(numbers), key=key))
