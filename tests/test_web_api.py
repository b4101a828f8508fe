"""The HTTP API: answers, errors as problem documents, limits, and what hostile clients get."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra `web` is not installed")
pytest.importorskip("httpx2", reason="httpx2, which Starlette's test client needs, is not installed")

from starlette.testclient import TestClient

from pyreason.answering import answerable
from pyreason.asks import QUESTIONS
from pyreason.cards.search import Completer
from pyreason.cli import run
from pyreason.scenario import loads
from pyreason.web.answers import Answers
from pyreason.web.app import create_app
from pyreason.web.catalogue import TITLES, catalogue
from pyreason.web.examples import examples
from pyreason.web.jobs import run as run_jobs
from pyreason.web.limits import Limits
from pyreason.web.pool import Pool
from pyreason.web.worker import BOARDS

POOL = {
    "id": "pool",
    "players": ["alice", "bob"],
    "battlefield": [
        {"card": "Reflecting Pool", "controller": "alice"},
        {"card": "Exotic Orchard", "controller": "alice"},
        {"card": "Mountain", "controller": "bob"},
    ],
    "ask": {"could_produce": "reflecting-pool"},
}
MARSH = {
    **POOL,
    "cards": [
        {
            "name": "Painted Marsh",
            "type": "Land",
            "text": "While it rains, lands produce {U} instead of any other type.",
        }
    ],
    "battlefield": [*POOL["battlefield"], {"card": "Painted Marsh", "controller": "alice"}],  # type: ignore[misc]
}
"""A board on which a ruling has a caveat, whatever the grammar learns."""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Limits(body=20_000), workers=1), raise_server_exceptions=False) as client:
        yield client


def post(client: TestClient, path: str, body: Any, **kw: Any) -> Any:
    return client.post(path, content=body if isinstance(body, str | bytes) else json.dumps(body), **kw)


# ------------------------------------------------------------------------------------------ answers


def test_a_ruling(client: TestClient) -> None:
    answer = post(client, "/api/ask", POOL)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    ruling = answer.json()
    assert (ruling["answer"], ruling["shape"], ruling["complete"]) == (["R"], "mana_types", True)
    assert "106.7" in ruling["rules"]
    assert ruling["reasons"][0]["card"] == "Reflecting Pool"


def test_the_ruling_is_that_of_the_command_line(client: TestClient, capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "marsh.json").write_text(json.dumps(MARSH))
    assert run(["ask", "--json", str(tmp_path / "marsh.json")]) == 0
    shown = json.loads(capsys.readouterr().out)
    ruling = post(client, "/api/ask", MARSH).json()
    del shown["file"], ruling["shape"]
    assert ruling == shown
    assert ruling["caveats"][0]["card"] == "Painted Marsh"


def test_yaml_and_options(client: TestClient) -> None:
    text = loads(json.dumps(POOL))[0].to_yaml()
    plain = post(client, "/api/ask?cite=false", text, headers={"content-type": "application/yaml"}).json()
    assert (plain["answer"], plain["rules"]) == (["R"], [])
    strict = post(client, "/api/ask?strict=true", MARSH)
    assert (strict.status_code, strict.json()["type"]) == (422, "urn:pyreason:problem:caveat")
    assert strict.json()["exit_code"] == 3


def test_a_limit_on_outcomes(client: TestClient) -> None:
    board = {
        "players": ["a", "b"],
        "battlefield": [{"card": "Mana Confluence", "controller": "a"}],
        "ask": {"tap_for_mana": "mana-confluence"},
    }
    whole = post(client, "/api/ask", board).json()
    assert (len(whole["answer"]), whole["complete"]) == (5, True)
    one = post(client, "/api/ask?outcomes=1", board).json()
    assert (len(one["answer"]), one["complete"]) == (1, False)


# ------------------------------------------------------------------------------------------ errors


def scenario(**changes: Any) -> dict[str, Any]:
    return {**POOL, **changes}


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (scenario(battlefield=[{"card": "Forrest", "controller": "alice"}], ask={"could_produce": "forrest"}),
         "unknown-card", "no card is called 'Forrest'; did you mean 'Forest'"),
        (scenario(ask={"could_prodce": "x"}), "bad-input", "did you mean 'could_produce'"),
        (scenario(ask={"could_produce": "nothing"}), "bad-input", "ask.could_produce"),
        (scenario(players="alice"), "bad-input", "players"),
        (scenario(battlefield=[{"card": "Opt", "controller": "alice"}], ask={"could_produce": "opt"}),
         "bad-input", "Opt"),
        (scenario(ask={"revealed_by": "reflecting-pool"}), "unsupported", "revealed_by is not answered yet"),
        ([1, 2], "bad-input", ""),
        ("", "bad-input", "there is no scenario in it"),
        ("{", "bad-input", ""),
        ("a: 1\n---\nb: 2", "bad-input", "one scenario at a time, not 2"),
        ("[" * 9000, "bad-input", ""),
        ('{"a":' * 3000 + "1" + "}" * 3000, "bad-input", ""),
        ("a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)),
         "bad-input", ""),
        (scenario(ask={"aura_hosts": "reflecting-pool", "how": "move", "by": "../../etc/passwd"}),
         "unknown-card", "../../etc/passwd"),
        (scenario(battlefield=[{"card": "/etc/passwd", "controller": "alice", "id": "../x"}],
                  ask={"could_produce": "../x"}), "unknown-card", "'/etc/passwd'"),
        ("\x00\x01", "bad-input", ""),
        (scenario(battlefield=[{"card": "Forest", "controller": "alice", "x": 10**30}]), "bad-input", "x"),
        (scenario(battlefield=[{"card": "Forest", "controller": "alice", "tapped": "yes"}]),
         "bad-input", "tapped"),
    ],
)  # fmt: skip
def test_bad_scenarios(client: TestClient, body: Any, kind: str, said: str) -> None:
    if kind == "unsupported" and "revealed_by" in answerable():
        pytest.skip("answered by now")
    answer = post(client, "/api/ask", body)
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (422, f"urn:pyreason:problem:{kind}"), problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert said in problem["detail"]
    assert "\n" not in problem["detail"]
    assert problem["exit_code"] == (3 if kind == "unsupported" else 2)
    assert post(client, "/api/ask", POOL).json()["answer"] == ["R"]


def test_the_message_is_that_of_the_command_line(client: TestClient, capsys: Any, tmp_path: Path) -> None:
    bad = scenario(battlefield=[{"card": "Forrest", "controller": "alice"}], ask={"could_produce": "forrest"})
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(bad))
    assert run(["ask", str(file)]) == 2
    shown = capsys.readouterr().err.strip()
    assert shown == f"error: {file}:{post(client, '/api/ask', bad).json()['detail'].removeprefix('line ')}"


def test_every_fault_of_a_scenario_with_its_place(client: TestClient) -> None:
    problem = post(client, "/api/ask", scenario(battlefield=[{"card": "Forest"}, {"crd": "Forest"}])).json()
    assert {error["path"] for error in problem["errors"]} >= {
        "battlefield[0]",
        "battlefield[1].crd",
    }


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("POST", "/api/ask", {"content": b"x" * 20_001}, 413),
        ("POST", "/api/ask", {"content": iter([b"x" * 15_000, b"x" * 15_000])}, 413),
        ("POST", "/api/ask", {"content": b"\xff\xfe", "headers": {"content-type": "application/json"}}, 400),
        ("POST", "/api/ask", {"content": b"{}", "headers": {"content-type": "image/png"}}, 415),
        ("POST", "/api/ask?outcomes=none", {"content": b"{}"}, 422),
        ("POST", "/api/ask?strict=perhaps", {"content": b"{}"}, 422),
        ("GET", "/api/ask", {}, 405),
        ("GET", "/nothing", {}, 404),
        ("GET", "/static/%2e%2e/app.py", {}, 404),
        ("GET", "/static/..%2f..%2fapp.py", {}, 404),
        ("GET", "/api/cards/..%2f..%2fetc%2fpasswd", {}, 422),
        ("GET", "/api/cards/" + "x" * 300, {}, 422),
        ("GET", "/api/cards", {}, 422),
        ("GET", "/api/cards?q=" + "x" * 300, {}, 422),
        ("GET", "/api/cards?q=x&limit=1000", {}, 422),
    ],
)
def test_bad_requests(client: TestClient, method: str, path: str, options: Any, status: int) -> None:
    answer = client.request(method, path, **options)
    assert answer.status_code == status
    assert answer.json()["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"


# ------------------------------------------------------------------------------------------ look-ups


def test_card_search(client: TestClient) -> None:
    def names(q: str, limit: int = 5) -> list[str]:
        return [c["name"] for c in client.get("/api/cards", params={"q": q, "limit": limit}).json()["cards"]]

    assert names("reflecting p") == ["Reflecting Pool"]
    assert "Lim-Dûl's Vault" in names("lim dul's va")
    assert names("grizly bers")[0] == "Grizzly Bears"
    assert names("") == []
    card = client.get("/api/cards/grizzly%20bears").json()
    assert (card["name"], card["power"]) == ("Grizzly Bears", "2")
    assert client.get("/api/cards/fire%20%2F%2F%20ice").json()["name"] == "Fire"
    assert client.get("/api/cards/Grizly").json()["suggestions"]


def test_completing_names() -> None:
    known = Completer(["Forest", "Forest Bear", "Deep Forest", "Éa", "Lim-Dûl the Necromancer", "Aforest"])
    assert known.complete("for") == ["Forest", "Forest Bear", "Deep Forest"]
    assert known.complete("for", 1) == ["Forest"]
    assert known.complete("ea") == ["Éa"]
    assert known.complete("dul nec") == ["Lim-Dûl the Necromancer"]
    assert known.complete("forrest")[0] == "Forest"
    assert known.complete("zz") == known.complete(" ") == []


def test_files_and_texts(client: TestClient) -> None:
    yaml = post(client, "/api/write", POOL).json()["yaml"]
    read = post(client, "/api/read", yaml + "---\nplayers: [a]\nask: {could_produce: x}\n").json()
    assert loads(json.dumps(read["scenarios"][0]["scenario"])) == loads(json.dumps(POOL))
    assert read["errors"][0]["document"] == 2
    text = post(client, "/api/text", POOL).json()["text"]
    assert text == "alice: Reflecting Pool, Exotic Orchard | bob: Mountain"
    board = post(client, "/api/board", text).json()
    assert loads(json.dumps({**board, "ask": POOL["ask"]}))[0].board == loads(json.dumps(POOL))[0].board
    assert "Forrest" in post(client, "/api/board", "a: Forrest").json()["detail"]


def test_schema_openapi_questions_examples_health(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    paths = set(document["paths"])
    assert paths == {
        *("/api/ask", "/api/read", "/api/write", "/api/board", "/api/text", "/api/cards", "/api/health"),
        *("/api/cards/{name}", "/api/questions", "/api/examples", "/api/schema"),
    }
    schemas = document["components"]["schemas"]
    refs = set(_refs(document))
    assert {ref.removeprefix("#/components/schemas/") for ref in refs} <= set(schemas)
    assert client.get("/api/schema").json()["properties"]["ask"]
    kinds = [question["kind"] for question in client.get("/api/questions").json()]
    assert set(kinds) == answerable()
    groups = client.get("/api/examples").json()
    assert len(groups) >= 3
    assert client.post("/api/ask", json=POOL).status_code == 200  # so a worker is ready
    health = client.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["workers"]["ready"] == 1


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from _refs(item)
    elif isinstance(value, list):
        for item in value:
            yield from _refs(item)


def test_every_question_has_a_title_and_fields_that_scenarios_know() -> None:
    from pyreason._scenario_models import ask_model

    assert set(TITLES) == set(QUESTIONS)
    for entry in catalogue():
        keys = {f.alias or name for name, f in ask_model(entry["kind"]).model_fields.items()}
        assert {field["name"] for field in entry["fields"]} <= keys, entry


def test_the_examples_are_scenarios() -> None:
    for group in examples():
        for each in group["scenarios"]:
            assert loads(json.dumps(each))


def test_every_response_keeps_the_page_to_this_machine(client: TestClient) -> None:
    for path in ("/", "/api/health", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'self'" in policy


def test_other_host_names_are_refused() -> None:
    app = create_app(workers=1, hosts={"localhost", "::1"})
    with TestClient(app) as client:
        for host, status in (("localhost:8000", 200), ("[::1]:80", 200), ("evil.example", 403)):
            assert client.get("/api/schema", headers={"host": host}).status_code == status


# ------------------------------------------------------------------------------------------ the pool


def job(text: Any, **changes: Any) -> dict[str, Any]:
    return {
        "do": "ask",
        "text": json.dumps(text),
        "cite": True,
        "explain": False,
        "strict": False,
        "outcomes": 100,
        **changes,
    }


def test_many_jobs_at_once_give_what_each_gives_alone() -> None:
    forest = {**POOL, "ask": {"tap_for_mana": "mountain"}}
    bad = {**POOL, "ask": {"could_produce": "none"}}
    unknown = {**POOL, "battlefield": [{"card": "Zzz", "controller": "alice", "id": "reflecting-pool"}]}
    jobs = [job(POOL), job(bad), job(forest), job(unknown), job(MARSH, strict=True), job(POOL, cite=False)]
    assert run_jobs(jobs) == [run_jobs([each])[0] for each in jobs]


def test_a_worker_that_is_stuck_or_dies_is_replaced() -> None:
    async def scene() -> None:
        pool = Pool(replace(Limits(), seconds=4.0, batch=4), 1, "tests.troubled_worker")
        await pool.start()
        try:
            slow = {"do": "hang", "seconds": 60}
            dead = {"do": "die"}
            done = await asyncio.gather(*(pool.submit(j) for j in (job(POOL), slow, dead, job(POOL))))
            assert [status for status, _ in done] == [200, 422, 422, 200]
            assert [done[i][1]["type"] for i in (1, 2)] == ["urn:pyreason:problem:limit"] * 2
            assert "within 4 s" in done[1][1]["detail"]
            assert done[3][1]["answer"] == ["R"]
        finally:
            await pool.close()

    asyncio.run(scene())


def test_a_late_job_does_not_cost_the_worker() -> None:
    async def scene() -> None:
        pool = Pool(replace(Limits(), seconds=0.5), 1, "tests.troubled_worker")
        await pool.start()
        try:
            before = (await pool.submit({"do": "who"}))[1]
            assert (await pool.submit({"do": "hang", "seconds": 60}))[1]["type"].endswith(":limit")
            after = (await pool.submit({"do": "who"}))[1]
            assert (before["parent"], pool.restarts) == (after["parent"], 1)
            assert before["process"] != after["process"]
        finally:
            await pool.close()

    if not hasattr(os, "fork"):
        pytest.skip("nothing is forked here")
    asyncio.run(scene())


@pytest.mark.parametrize("forks", [True, False])
def test_who_answers_ends_when_it_has_grown(forks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pool = Pool(replace(Limits(), growth=20 * 1024**2), 1, "tests.troubled_worker")
        await pool.start()
        try:
            seen = [(await pool.submit({"do": "who"}))[1] for _ in range(2)]
            assert (await pool.submit({"do": "grow", "bytes": 64 * 1024**2}))[0] == 200
            seen += [(await pool.submit({"do": "who"}))[1] for _ in range(2)]
            assert seen[0] == seen[1] != seen[2] == seen[3]
            assert seen[2]["bytes"] < seen[0]["bytes"] + 20 * 1024**2
            assert seen[0]["parent"] == seen[2]["parent"]
            assert (pool.restarts, (await pool.submit(job(POOL)))[1]["answer"]) == (0, ["R"])
        finally:
            await pool.close()

    if not forks:
        monkeypatch.setenv("NO_FORK", "1")
    elif not hasattr(os, "fork"):
        pytest.skip("nothing is forked here")
    asyncio.run(scene())


def test_who_answers_ends_when_it_has_done_enough() -> None:
    async def scene() -> None:
        pool = Pool(replace(Limits(), jobs=2), 1, "tests.troubled_worker")
        await pool.start()
        try:
            seen = [(await pool.submit({"do": "who"}))[1]["process"] for _ in range(5)]
            assert seen[0] == seen[1] != seen[2] == seen[3] != seen[4]
        finally:
            await pool.close()

    asyncio.run(scene())


def test_no_process_is_left_behind() -> None:
    async def scene() -> list[int]:
        pool = Pool(Limits(), 1, "tests.troubled_worker")
        await pool.start()
        who = (await pool.submit({"do": "who"}))[1]
        stuck = asyncio.create_task(pool.submit({"do": "hang", "seconds": 60}))
        await asyncio.sleep(0.3)
        await pool.close()
        assert (await stuck)[0] == 503
        return [who["process"], who["parent"]]

    if not Path("/proc/self/status").exists():
        pytest.skip("which processes live can't be seen here")
    processes = asyncio.run(scene())
    for _ in range(50):
        if not any(map(_lives, processes)):
            return
        time.sleep(0.1)
    pytest.fail("a worker is left behind")


def _lives(process: int) -> bool:
    try:
        return b"State:\tZ" not in Path(f"/proc/{process}/status").read_bytes()
    except OSError:
        return False


def test_a_worker_learns_from_boards_that_are_answered() -> None:
    found = run_jobs([job(json.loads(text)) for text in BOARDS])
    assert [status for status, _ in found] == [200] * len(BOARDS)
    assert not any(ruling["caveats"] for _, ruling in found)


def test_the_queue_has_an_end() -> None:
    async def scene() -> None:
        pool = Pool(replace(Limits(), waiting=2), 1)  # not started: nothing is taken off the queue
        first = [asyncio.create_task(pool.submit(job(POOL))) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        status, problem = await pool.submit(job(POOL))
        assert (status, problem["type"]) == (503, "urn:pyreason:problem:busy")
        await pool.close()
        assert [task[0] for task in await asyncio.gather(*first)] == [503, 503]

    asyncio.run(scene())


class Counting:
    """Stands in for a pool."""

    def __init__(self) -> None:
        self.asked = 0

    async def submit(self, job: Any) -> Any:
        self.asked += 1
        await asyncio.sleep(0.01)
        return (422, {"type": "urn:pyreason:problem:limit"}) if job.get("slow") else (200, {"a": "x" * 80})


def test_the_same_question_is_asked_once_and_memory_has_an_end() -> None:
    async def scene() -> None:
        pool = Counting()
        answers = Answers(pool, capacity=6000)  # type: ignore[arg-type]
        same = await asyncio.gather(*(answers.get({"text": "1"}) for _ in range(5)))
        assert len(set(same)) == pool.asked == 1
        for n in range(50):
            await answers.get({"text": str(n)})
        assert 0 < answers.size <= 6000
        assert len(answers._kept) < 20
        before = pool.asked
        await answers.get({"text": "49"})
        assert pool.asked == before
        for _ in range(2):
            await answers.get({"slow": True})
        assert pool.asked == before + 2

    asyncio.run(scene())


# ------------------------------------------------------------------------------------------ the command


def test_serve_says_what_is_wrong(capsys: Any) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--workers", "1"]) == 2
    assert f"can't listen on 127.0.0.1:{port}" in capsys.readouterr().err
    assert run(["serve", "--host", "no.such.host.invalid", "--workers", "1"]) == 2


def test_without_the_extra_serve_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from pyreason.cli import main; main(['serve'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'mtg-pyreason[web]'" in done.stderr


def test_what_bars_a_host_is_worded_by_its_proof() -> None:
    text = """
players: [alice, bob]
battlefield:
  - {id: knight, card: Black Knight, controller: bob}
  - {id: troll, card: Troll Ascetic, controller: bob}
  - {id: bear, card: Grizzly Bears, controller: bob}
hand: {alice: [{id: pac, card: Pacifism}]}
ask: {aura_hosts: pac, how: cast}
"""
    job = {"do": "ask", "text": text, "strict": False, "explain": False, "outcomes": 9}
    for cite in (True, False):
        ((status, ruling),) = run_jobs([{**job, "cite": cite}])
        assert status == 200
        assert ruling["answer"] == ["bear"]
        said = {each["rule"]: each["text"] for each in ruling["barred"]["knight"]}
        assert said["702.16c"] == "Black Knight has protection from Pacifism"
        hexproof = {each["rule"]: each["text"] for each in ruling["barred"]["troll"]}["702.11b"]
        assert hexproof == ("Troll Ascetic has hexproof, and Pacifism is an opponent's" if cite else None)
