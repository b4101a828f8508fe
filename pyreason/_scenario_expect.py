"""The shape that `expect` must have for a question, and the names it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyreason._closest import closest
from pyreason._scenario_models import is_pool
from pyreason._yaml import join
from pyreason.asks import ACTIONS, COPY_VALUES, TRAITS, EnterTogether, Question, Shape
from pyreason.board import MANA_TYPES
from pyreason.errors import did_you_mean

Fault = tuple[str, str]
"""A path and what is wrong there."""

COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}
"""The letters of colours and of colourless mana that are written out."""

_COLORS = MANA_TYPES[:5]
_TRAIT_LISTS = ("colors", "types", "subtypes", "supertypes", "abilities", "modes", "targets", "paid")


def faults(question: Question, expect: Any, path: str = "expect") -> Iterator[Fault]:
    """What keeps `expect` from being an answer to the question; nothing where it could be one."""
    yield from _CHECKS[question.answer_shape](question, expect, path)


def map_names(
    question: Question, expect: Any, change: Callable[[str, str], str], path: str = "expect"
) -> Any:
    """`expect`, of the right shape, with every id, player or card in it put through `change(path, name)`."""
    shape = question.answer_shape

    def many(items: list[str], here: str) -> list[str]:
        return [change(join(here, i), item) for i, item in enumerate(items)]

    if shape in ("ids", "ordered_ids"):
        return many(expect, path)
    if shape == "id":
        return change(path, expect)
    if shape == "target_slots":
        return [many(slot, join(path, i)) for i, slot in enumerate(expect)]
    if shape == "actions":
        return [
            {a: change(join(join(path, i), a), n) for a, n in row.items()} for i, row in enumerate(expect)
        ]
    if shape == "host_maps":
        return [
            {
                change(join(join(path, i), a), a): h
                if h.startswith("stays in ")
                else change(join(join(path, i), a), h)
                for a, h in row.items()
            }
            for i, row in enumerate(expect)
        ]
    if shape == "traits" and "targets" in expect:
        return {**expect, "targets": many(expect["targets"], join(path, "targets"))}
    return expect


def show(value: Any) -> str:
    """A value as messages quote it: short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = "a map" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _list(expect: Any, path: str, of: str) -> Iterator[Fault]:
    if not isinstance(expect, list):
        yield path, f"should be a list of {of}, not {show(expect)}"


def _one_of(value: Any, options: tuple[str, ...], what: str) -> str | None:
    if isinstance(value, str) and value in options:
        return None
    near = ""
    if isinstance(value, str):
        letter = COLOR_NAMES.get(value.casefold(), value.upper())
        near = did_you_mean([letter] if letter in options else closest(value, options) if value[1:] else [])
    return f"{show(value)} is no {what} ({' '.join(options)}){near}"


def _letters(value: Any, options: tuple[str, ...], what: str, path: str) -> Iterator[Fault]:
    yield from _list(value, path, f"letters out of {' '.join(options)}")
    for i, item in enumerate(value if isinstance(value, list) else ()):
        if fault := _one_of(item, options, what):
            yield join(path, i), fault


def _mana_types(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _letters(expect, MANA_TYPES, "type of mana", path)


def _mana(value: Any, path: str) -> Iterator[Fault]:
    if not is_pool(value):
        yield path, f"{show(value)} is no mana string; write one like '{{W}}{{C}}'"


def _mana_outcomes(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "outcomes, each a map like {alice: '{G}{G}'}")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        here = join(path, i)
        if not isinstance(item, dict):
            yield here, f"an outcome is a map like {{alice: '{{G}}{{G}}'}}, not {show(item)}"
            continue
        for player, pool in item.items():
            yield from _mana(pool, join(here, player))


def _pools(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "mana strings")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        yield from _mana(item, join(path, i))


def _bool(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    if not isinstance(expect, bool):
        yield path, f"should be true or false, not {show(expect)}"


def _number(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    if not isinstance(expect, int) or isinstance(expect, bool):
        yield path, f"should be a whole number, not {show(expect)}"


def _text(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, str) or not value:
        yield path, f"should be an id, not {show(value)}"


def _ids(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "ids")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        yield from _text(item, join(path, i))


def _id(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _text(expect, path)


def _slots(question: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "lists of ids, one a target")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        yield from _ids(question, item, join(path, i))


def _host_maps(question: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "outcomes, each a map from Auras to hosts")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        here = join(path, i)
        if not isinstance(item, dict):
            yield here, f"an outcome is a map from Auras to hosts, not {show(item)}"
            continue
        for aura, host in item.items():
            yield from _text(host, join(here, aura))
            zone = question.from_zone if isinstance(question, EnterTogether) else ""
            if isinstance(host, str) and host.startswith("stays") and host != f"stays in {zone}":
                yield join(here, aura), f"{show(host)} should be 'stays in {zone}'"


def _traits(question: Question, expect: Any, path: str) -> Iterator[Fault]:
    known = COPY_VALUES if question.kind == "copy_values" else TRAITS
    if not isinstance(expect, dict):
        yield path, f"should be a map of some of {', '.join(known)}, not {show(expect)}"
        return
    for key, value in expect.items():
        here = join(path, key)
        if key not in known:
            yield here, f"{key!r} is not among {', '.join(known)}{did_you_mean(closest(key, known))}"
        elif key == "colors":
            yield from _letters(value, _COLORS, "colour", here)
        elif key in _TRAIT_LISTS:
            yield from _trait_list(key, value, here)
        elif key == "x":
            yield from _number(question, value, here)
        elif key in ("power", "toughness"):
            if isinstance(value, bool) or not isinstance(value, int | str):
                yield here, f"should be a number, not {show(value)}"
        elif not isinstance(value, str):
            yield here, f"should be text, not {show(value)}"


def _trait_list(key: str, value: Any, path: str) -> Iterator[Fault]:
    yield from _list(value, path, "numbers" if key == "modes" else "texts")
    for i, item in enumerate(value if isinstance(value, list) else ()):
        wanted: type = int if key == "modes" else str
        if not isinstance(item, wanted) or isinstance(item, bool):
            hint = "; put quotes around it" if isinstance(item, dict) else ""
            yield (
                join(path, i),
                f"should be {'a number' if key == 'modes' else 'text'}, not {show(item)}{hint}",
            )


def _actions(_: Question, expect: Any, path: str) -> Iterator[Fault]:
    yield from _list(expect, path, "actions such as {destroy: bear}")
    for i, item in enumerate(expect if isinstance(expect, list) else ()):
        here = join(path, i)
        if not isinstance(item, dict) or len(item) != 1:
            yield here, f"an action is a map of one key such as {{destroy: bear}}, not {show(item)}"
            continue
        ((action, name),) = item.items()
        if fault := _one_of(action, ACTIONS, "action"):
            yield join(here, action), fault
        yield from _text(name, join(here, action))


_CHECKS: dict[Shape, Callable[[Question, Any, str], Iterator[Fault]]] = {
    "mana_types": _mana_types,
    "mana_outcomes": _mana_outcomes,
    "pools": _pools,
    "bool": _bool,
    "number": _number,
    "ids": _ids,
    "ordered_ids": _ids,
    "id": _id,
    "host_maps": _host_maps,
    "target_slots": _slots,
    "traits": _traits,
    "actions": _actions,
}
