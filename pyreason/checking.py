"""Running scenarios that say what is right, and comparing.

`check` runs the scenarios of a text and yields one `Result` a document; `same_answer` compares what was
expected with what came out: lists of outcomes and of ids are sets, maps of characteristics are compared in
what is asserted only.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pyreason.asks import Question
from pyreason.board import MANA_TYPES
from pyreason.errors import InputError, PyreasonError, ScenarioError

if TYPE_CHECKING:
    from pyreason.rulings import Ruling
    from pyreason.scenario import Scenario

Status = Literal["pass", "fail", "error", "unsupported"]
Ask = Callable[["Scenario"], "Ruling"]
SUFFIXES = (".yaml", ".yml", ".json")
"""The files of a directory that are scenarios."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one document went. `error` is a line for statuses "error" and "unsupported"; `errors` all of them.

    `exit_code` is what a command that ends with this result ends with.
    """

    file: str
    id: str | None
    ask: dict[str, Any] | None
    status: Status
    expect: Any = None
    got: Any = None
    caveats: tuple[str, ...] = ()
    error: str | None = None
    exit_code: int = 0
    errors: tuple[str, ...] = ()
    line: int = 1

    def to_dict(self) -> dict[str, Any]:
        """The record that `pyreason check --json` prints: plain JSON values, keys in a fixed order."""
        return {
            "file": self.file,
            "id": self.id,
            "ask": self.ask,
            "status": self.status,
            "expect": self.expect,
            "got": self.got,
            "caveats": list(self.caveats),
            "error": self.error,
        }


def check(text: str | bytes, file: str, ask: Ask) -> Iterator[Result]:
    """A result for each document of a text that says what is right or can't be read.

    `ask` answers a scenario's question and may raise any PyreasonError. Documents without `expect` are
    passed over. Raises nothing for what is wrong with the text: that becomes a result too.
    """
    from pyreason.scenario import MISSING, Broken, read

    try:
        items = read(text, file)
    except ScenarioError as error:
        yield _error(file, None, (error,))
        return
    for item in items:
        if isinstance(item, Broken):
            yield _error(file, item.id, item.errors)
        elif item.expect is not MISSING:
            yield check_one(item, ask)


def check_one(scenario: Scenario, ask: Ask) -> Result:
    """The result of a scenario that says what is right. A crash of ours becomes a result as well."""
    try:
        ruling = ask(scenario)
    except PyreasonError as error:
        told = str(scenario.locate(error)) if isinstance(error, InputError) else one_line(error)
        return _unanswered(scenario, told, error.exit_code)
    except Exception as error:
        if os.environ.get("PYREASON_DEBUG"):
            raise
        return _unanswered(scenario, f"internal error: {one_line(error)} (please report)", 70)
    if not ruling.complete:
        return _unanswered(scenario, "the answer was cut by a limit", 3, ruling)
    same = same_answer(scenario.question, scenario.expect, ruling.answer)
    return Result(
        file=scenario.file or "-",
        id=scenario.id,
        ask=scenario.question.to_ask(),
        status="pass" if same else "fail",
        expect=scenario.expect,
        got=ruling.answer,
        caveats=tuple(str(c) for c in ruling.caveats),
        exit_code=0 if same else 1,
        line=scenario.line,
    )


def one_line(error: BaseException) -> str:
    """What an error says, on one line; its type where it says nothing."""
    return " ".join(str(error).split()) or type(error).__name__


def _unanswered(scenario: Scenario, told: str, code: int, ruling: Ruling | None = None) -> Result:
    return Result(
        file=scenario.file or "-",
        id=scenario.id,
        ask=scenario.question.to_ask(),
        status="unsupported" if code == 3 else "error",
        expect=scenario.expect,
        got=ruling.answer if ruling is not None else None,
        caveats=tuple(str(c) for c in ruling.caveats) if ruling is not None else (),
        error=told,
        exit_code=code,
        errors=(told,),
        line=scenario.line,
    )


def _error(file: str, id: str | None, errors: tuple[ScenarioError, ...]) -> Result:
    told = tuple(str(error) for error in errors)
    return Result(file, id, None, "error", error=told[0], exit_code=2, errors=told, line=errors[0].line or 1)


def exit_code(results: Iterable[Result]) -> int:
    """What `check` ends with: 70 for an error of ours, else 2 for bad input, 1 where some differ, 3, or 0."""
    codes = {result.exit_code for result in results}
    return next((code for code in (70, 2, 1, 3) if code in codes), 0)


def scenario_files(paths: Iterable[str]) -> Iterator[str]:
    """The files named, and those inside the directories named, sorted; "-" stays as it is.

    Raises ScenarioError for a directory without any.
    """
    for name in paths:
        path = Path(name)
        if name == "-" or not path.is_dir():
            yield name
            continue
        inside = sorted(str(p) for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
        if not inside:
            raise ScenarioError("no scenario files in this directory", file=name)
        yield from inside


# ------------------------------------------------------------------------------------------------ comparing


def same_answer(question: Question, expect: Any, got: Any) -> bool:
    """Whether an answer is the one expected, in the way answers to this question are compared."""
    if question.answer_shape == "traits":
        return (
            isinstance(expect, dict)
            and isinstance(got, dict)
            and all(key in got and _trait(key, expect[key]) == _trait(key, got[key]) for key in expect)
        )
    try:
        return bool(_comparable(question.answer_shape, expect) == _comparable(question.answer_shape, got))
    except (TypeError, AttributeError, ValueError):
        return False


def _comparable(shape: str, answer: Any) -> Any:
    if shape in ("mana_types", "ids"):
        return frozenset(_all(answer, str))
    if shape == "pools":
        return frozenset(_pool(item) for item in answer)
    if shape == "mana_outcomes":
        return frozenset(_outcome(item) for item in answer)
    if shape in ("host_maps", "actions"):
        return frozenset(frozenset(item.items()) for item in answer)
    if shape == "target_slots":
        return tuple(frozenset(_all(slot, str)) for slot in answer)
    if shape == "ordered_ids":
        return tuple(_all(answer, str))
    return type(answer).__name__, answer


def _all(items: Any, kind: type) -> Any:
    if not isinstance(items, list | tuple) or not all(isinstance(item, kind) for item in items):
        raise TypeError
    return items


def _pool(text: str) -> tuple[int, ...]:
    """How much of each type of mana; the order in which the symbols were written is lost."""
    counts = Counter(re.findall(r"\{([WUBRGC])\}", text))
    if sum(counts.values()) * 3 != len(text):
        raise ValueError(text)
    return tuple(counts[t] for t in MANA_TYPES)


def _outcome(item: dict[str, str]) -> Hashable:
    """Who gets what; players who get nothing count only where nobody gets anything."""
    pools = {player: _pool(text) for player, text in item.items()}
    some = {player: pool for player, pool in pools.items() if any(pool)}
    return frozenset((some or pools).items())


def _trait(key: str, value: Any) -> Any:
    if key == "abilities" and isinstance(value, list | tuple):
        return Counter(wording(str(item)) for item in value)
    if isinstance(value, list | tuple):
        return (
            Counter(str(item) for item in value) if key in ("modes", "paid") else frozenset(map(str, value))
        )
    return None if value is None else str(value)


def wording(text: str) -> str:
    """An ability's wording without what never matters: braces, case, spacing, the final stop, reminders."""
    bare = re.sub(r"\([^)]*\)", "", text).replace("−", "-").replace("’", "'")
    return " ".join(re.sub(r"[{}]", "", bare).casefold().split()).rstrip(".").strip()
