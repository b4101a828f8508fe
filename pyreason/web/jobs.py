"""What a worker does: jobs in, results out, both plain JSON values.

A job is a map with `do` and what that wants. A result is `(status, document)`; with a status of 400 or more
the document is a problem. Nothing here raises for anything that a client can send.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pyreason.answering import ask_many
from pyreason.board_text import read as read_board
from pyreason.errors import CaveatError, PyreasonError, ScenarioError
from pyreason.explain.labels import labelled
from pyreason.explain.proof import Proof, Step
from pyreason.rulings import Ruling
from pyreason.scenario import Broken, Scenario
from pyreason.scenario import read as read_scenarios
from pyreason.web import problems

Job = Mapping[str, Any]
Result = tuple[int, dict[str, Any]]


class _Options(NamedTuple):
    """What questions that are answered together have in common."""

    cite: bool
    explain: bool
    outcomes: int


MAX_DOCUMENTS = 200
"""How many scenarios of one file are read."""

_ATTACHING = ("auras/attach", "auras/moves")
"""The law files whose labels say why something can't be attached."""

_OUTCOMES = frozenset({"mana_outcomes", "host_maps", "pools"})
"""The shapes whose answers can be long."""


def run(jobs: Sequence[Job]) -> list[Result]:
    """The results of jobs, in their order; questions are answered together where they can be."""
    results: list[Result | None] = [None] * len(jobs)
    asked: dict[_Options, list[tuple[int, Scenario]]] = defaultdict(list)
    for place, job in enumerate(jobs):
        try:
            if job["do"] == "ask":
                scenario = _one(job["text"])
                if isinstance(scenario, Scenario):
                    options = _Options(bool(job["cite"]), bool(job["explain"]), int(job["outcomes"]))
                    asked[options].append((place, scenario))
                else:
                    results[place] = scenario
            else:
                results[place] = DO[job["do"]](job)
        except PyreasonError as error:
            results[place] = _problem(problems.of_errors([error]))
        except Exception as error:
            results[place] = _problem(problems.internal(error))
    for options, group in asked.items():
        answers = _answers([scenario for _, scenario in group], options)
        for (place, scenario), answer in zip(group, answers, strict=True):
            results[place] = _result(scenario, answer, bool(jobs[place]["strict"]), options.outcomes)
    return [result for result in results if result is not None]


def _problem(problem: problems.Problem) -> Result:
    return problem.status, problem.to_dict()


# ----------------------------------------------------------------------------------------------- questions


def _one(text: str) -> Scenario | Result:
    """The one scenario of a text, or what is wrong with it."""
    items = read_scenarios(text)
    if len(items) != 1:
        return _problem(problems.of_errors([ScenarioError(f"one scenario at a time, not {len(items)}")]))
    item = items[0]
    return item if isinstance(item, Scenario) else _problem(problems.of_errors(item.errors))


def _answers(scenarios: list[Scenario], options: _Options) -> list[Ruling | Exception]:
    """The ruling of each scenario or what was raised instead: all at once, one by one where that fails."""
    try:
        cases = [(s.board, s.question) for s in scenarios]
        cite, explain, limit = options
        return list(ask_many(cases, cite=cite, explain=explain, limit=limit))
    except Exception as error:
        if len(scenarios) == 1:
            return [error]
    return [_answers([scenario], options)[0] for scenario in scenarios]


def _result(scenario: Scenario, answer: Ruling | Exception, strict: bool, outcomes: int) -> Result:
    if isinstance(answer, Ruling) and strict and answer.caveats:
        answer = CaveatError(str(answer.caveats[0]))
    if isinstance(answer, PyreasonError):
        return _problem(problems.of_errors([scenario.locate(answer)], answer))
    if isinstance(answer, Exception):
        return _problem(problems.internal(answer))
    shape = scenario.question.answer_shape
    ruling = _cut(shape, answer.to_dict(), outcomes)
    if answer.refused:
        ruling["barred"] = _barred(scenario, answer)
    return 200, {"id": scenario.id, "shape": shape, **ruling}


def _barred(scenario: Scenario, ruling: Ruling) -> dict[str, list[dict[str, Any]]]:
    """For each candidate that is refused the rules that bar it, as its proof words them.

    Without citations there is no proof, and the law's sentence stands where it is clear.
    """
    proof = ruling.proof
    proved = {} if proof is None else {part: proof.only(part) for part, _ in proof.roots}
    names = {o.id: o.card for o in scenario.board.objects}
    aura = getattr(ruling.question, "object", "")
    found = {}
    for refusal in ruling.refused:
        said = {"A": names.get(aura, aura), "H": names.get(refusal.part, refusal.part)}
        found[refusal.part] = [
            {"rule": rule, "text": _said(rule, proved.get(f"not {refusal.part}")) or _sentence(rule, said)}
            for rule in refusal.rules
        ]
    return found


def _said(rule: str, proof: Proof | None) -> str | None:
    """What a proof says under this number, nearest to what it proves; None where it says nothing."""
    steps = (each for each in reversed(proof.nodes) if isinstance(each, Step)) if proof is not None else ()
    return next((step.text for step in steps if rule in step.numbers), None)


def _sentence(rule: str, said: Mapping[str, str]) -> str | None:
    """What the law says of attaching under this number, with names put in; None where it is not one thing."""
    sentences = {label.sentence for name in _ATTACHING for label in labelled(name) if rule in label.numbers}
    if len(sentences) != 1:
        return None
    text = sentences.pop() or ""
    filled = re.sub(r"\{(\w+)\}", lambda match: said.get(match[1], match[0]), text)
    return None if "{" in filled else filled


def _cut(shape: str, ruling: dict[str, Any], outcomes: int) -> dict[str, Any]:
    """The ruling with at most so many outcomes; one that is cut is not complete."""
    if shape not in _OUTCOMES or len(ruling["answer"]) <= outcomes:
        return ruling
    note = f"there are {len(ruling['answer'])} outcomes; {outcomes} are listed"
    listed = ruling["answer"][:outcomes]
    return {**ruling, "answer": listed, "complete": False, "notes": [*ruling["notes"], note]}


# ----------------------------------------------------------------------------------------- files and texts


def _read(job: Job) -> Result:
    """The scenarios of a file, and what is wrong with those that are broken."""
    items = read_scenarios(job["text"])
    if len(items) > MAX_DOCUMENTS:
        raise ScenarioError(f"more than {MAX_DOCUMENTS} scenarios in one file")
    good = [{"scenario": item.to_dict(), "line": item.line} for item in items if isinstance(item, Scenario)]
    errors = [
        {"message": e.message, "line": e.line, "path": e.path, "document": e.document, "text": str(e)}
        for item in items
        if isinstance(item, Broken)
        for e in item.errors
    ]
    return 200, {"scenarios": good, "errors": errors}


def _write(job: Job) -> Result:
    """A scenario as YAML, to be saved."""
    scenario = _one(job["text"])
    return (200, {"yaml": scenario.to_yaml()}) if isinstance(scenario, Scenario) else scenario


def _board(job: Job) -> Result:
    """The keys of a scenario that say what the board of a text is."""
    from pyreason.asks import ColorsAmongPermanents

    board = read_board(job["text"])
    whole = Scenario("board", board, ColorsAmongPermanents(board.players[0])).to_dict()
    return 200, {key: value for key, value in whole.items() if key not in ("id", "ask")}


def _text(job: Job) -> Result:
    """The board of a scenario as board text."""
    scenario = _one(job["text"])
    if not isinstance(scenario, Scenario):
        return scenario
    return 200, {"text": scenario.board.to_text()}


DO = {"read": _read, "write": _write, "board": _board, "text": _text}
"""Everything a job can ask for but `ask`."""
