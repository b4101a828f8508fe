"""Whatever is written: what loads comes back the same, and what does not load ends in a ScenarioError."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyreason.asks import QUESTIONS
from pyreason.errors import ScenarioError
from pyreason.scenario import Broken, Scenario, loads, problems, read

CARDS = ["Forest", "Grizzly Bears", "Niv-Mizzet, Parun", "Gaea's Cradle", "No", "1996 World Champion"]
CARDS += ["+2 Mace", "Æther Vial", "Null", "A: b"]
PLAYERS = ["alice", "bob", "no"]
IDS = [f"id{i}" for i in range(6)]
printable = st.characters(categories=["L", "N", "P", "S"], include_characters=" ")
texts = st.text(printable, max_size=20)
words = st.text(printable, min_size=1, max_size=20)
pools = st.lists(st.sampled_from("WUBRGC"), max_size=4).map(lambda ts: "".join(f"{{{t}}}" for t in ts))
maybe: Any = st.booleans()
SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def options(**keys: Any) -> Any:
    """Maps with any of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


chosen = options(
    color=st.sampled_from("WUBRG"),
    type=words,
    name=st.sampled_from(CARDS),
    number=st.integers(0, 9),
)
permanent = options(
    owner=st.sampled_from(PLAYERS), tapped=maybe, sick=maybe, attached_to=st.sampled_from(PLAYERS)
)
about = options(
    id=words,
    title=texts,
    active=st.sampled_from(PLAYERS),
    rules=st.lists(texts),
    source=texts,
    why=texts,
    mana_pool=st.dictionaries(st.sampled_from(PLAYERS), pools),
    commander=st.dictionaries(st.sampled_from(PLAYERS), st.sampled_from(CARDS)),
)
zone_row = options(
    counters=st.dictionaries(st.sampled_from(["+1/+1", "charge", "no"]), st.integers(0, 5), max_size=2),
    face_down=maybe,
    token=maybe,
    copy_of=st.sampled_from(CARDS),
    chosen=chosen,
    x=st.integers(0, 20),
    granted=st.lists(texts, max_size=2),
    paid=st.lists(st.sampled_from(["kicker", "bestow"]), max_size=1),
    mana_spent=pools,
    exiled_with=st.lists(st.sampled_from(CARDS), max_size=2),
)


@st.composite
def documents(draw: Any) -> dict[str, Any]:
    """Documents without a fault."""
    free = draw(st.permutations(IDS))
    player = st.sampled_from(PLAYERS)

    def row(strategy: Any, **more: Any) -> dict[str, Any]:
        out = {"card": draw(st.sampled_from(CARDS)), **draw(strategy), **more}
        if free and draw(maybe):
            out["id"] = free.pop()
        return out

    battlefield = [
        row(zone_row, controller=draw(player), **draw(permanent)) for _ in range(draw(st.integers(0, 4)))
    ]
    named = [r["id"] for r in battlefield if "id" in r]
    zones: dict[str, Any] = {}
    for zone in draw(st.sets(st.sampled_from(["hand", "library", "graveyard", "exile", "command"]))):
        for name in draw(st.sets(player, max_size=2)):
            zones.setdefault(zone, {})[name] = [
                draw(st.sampled_from(CARDS)) if draw(maybe) else row(zone_row)
                for _ in range(draw(st.integers(1, 3)))
            ]
    stack = [
        row(
            options(
                x=st.integers(0, 9),
                modes=st.lists(st.integers(1, 4), max_size=2),
                copy=maybe,
                resolving=maybe,
            ),
            controller=draw(player),
            targets=draw(st.lists(st.sampled_from([*named, *PLAYERS]), max_size=2)),
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    effects = [row(options(chosen=chosen), controller=draw(player)) for _ in range(draw(st.integers(0, 2)))]
    ask: dict[str, Any] = draw(
        st.sampled_from(
            [{"state_based_actions": True}, {"available_mana": "no"}, {"resolves_next": True}]
            + [{kind: id, "ability": 1} for id in named for kind in ("could_produce", "can_activate")]
            + [
                {"aura_hosts": id, "how": "move", "within": {"another": False, "only": ["bob"]}}
                for id in named
            ]
            + [{"enter_together": ["Forest", "Forest", "Rancor"], "controller": "bob", "from": "hand"}]
        )
    )
    expect: dict[str, Any] = {}
    if draw(maybe):
        shape = QUESTIONS[next(iter(ask))].answer_shape
        right = {"bool": False, "id": "alice", "mana_types": ["R"], "pools": ["{R}", ""], "ids": ["bob"]}
        expect = {"expect": right.get(shape, [])}
    return {
        "players": list(PLAYERS),
        **draw(about),
        "battlefield": battlefield,
        **zones,
        "stack": stack,
        "effects": effects,
        "timestamps": draw(st.permutations(named)) if draw(maybe) else [],
        "ask": ask,
        **expect,
    }


@given(documents())
@SLOW
def test_what_loads_comes_back_the_same(document: dict[str, Any]) -> None:
    (scenario,) = loads(json.dumps(document))
    assert loads(scenario.to_yaml()) == [scenario]
    assert loads(json.dumps(scenario.to_dict())) == [scenario]
    assert loads(scenario.to_yaml())[0].to_dict() == scenario.to_dict()
    ids = scenario.board.ids()
    assert len(set(ids)) == len(ids)
    assert all(scenario.path_of(o.id) for o in scenario.board.objects)


def never_raises(text: str | bytes) -> None:
    """Loading raises nothing but ScenarioError, and every fault is one line that can be printed."""
    faults = problems(text, "f.yaml")
    assert all(str(fault).isprintable() for fault in faults)
    items: list[Scenario | Broken] = []
    with contextlib.suppress(ScenarioError):
        items = read(text, "f.yaml")
    assert bool(faults) == (not items or any(isinstance(item, Broken) for item in items))
    for item in items:
        if isinstance(item, Scenario):
            assert loads(item.to_yaml()) == [item]


anything: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(PLAYERS + IDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.text() | st.binary() | st.text("-:[]{}&*!|>'\"%@` \n\tab1#?,.<", max_size=60))
@SLOW
def test_any_text(text: str | bytes) -> None:
    never_raises(text)


@given(anything)
@SLOW
def test_any_value(value: Any) -> None:
    never_raises(json.dumps(value))


@given(documents(), st.data())
@SLOW
def test_one_wrong_value_anywhere(document: dict[str, Any], data: Any) -> None:
    document = json.loads(json.dumps(document))
    node: Any = document
    while True:
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(list(keys)))
        if isinstance(node[key], dict | list) and node[key] and data.draw(st.booleans()):
            node = node[key]
            continue
        node[key] = data.draw(anything)
        break
    never_raises(json.dumps(document))


@given(documents(), st.data())
@SLOW
def test_one_slip_of_the_pen(document: dict[str, Any], data: Any) -> None:
    text = loads(json.dumps(document))[0].to_yaml()
    at = data.draw(st.integers(0, len(text)))
    slip = data.draw(st.text("-:[]{}'\"\n\t &*x", max_size=2))
    never_raises(text[:at] + slip + text[at + data.draw(st.integers(0, 3)) :])
