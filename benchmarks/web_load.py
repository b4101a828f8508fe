"""Load on `pyreason serve`, on loopback: python -m benchmarks.web_load [--clients 50] [--seconds 60]

Starts a server, measures the latency of one client on a warm server, then many clients at once that each ask
one question after another; prints throughput, latencies, failures and the memory of the server's processes.
Boards are drawn from `--boards` many (0: each is new, so that no answer is remembered); with `--new-names`
players, ids and a home-made card of each are called what nothing was called before. `--hostile` shows what
bad requests get instead.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

LANDS = ("Forest", "Mountain", "Island", "Reflecting Pool", "Exotic Orchard", "Gond Gate", "City of Brass")
MORE = ("Llanowar Elves", "Mana Reflection", "Wild Growth", "Grizzly Bears", "Gilded Lotus", "Hill Giant")
PLAYERS = ["alice", "bob"]
NEW = itertools.count()
PARTS = 8
"""How many parts of the time memory is told of."""


def scenario(seed: int, new_names: bool = False) -> str:
    """A board of eight permanents and a question, the same for the same seed."""
    draw = random.Random(seed)
    tag = f"-{seed}" if new_names else ""
    players = [f"alice{tag}", f"bob{tag}"]
    rows = [
        {
            "id": f"p{n}{tag}",
            "card": draw.choice(LANDS if n < 5 else MORE),
            "controller": draw.choice(players),
        }
        for n in range(8)
    ]
    asks = ({"could_produce": f"p0{tag}"}, {"tap_for_mana": f"p1{tag}"}, {"characteristics": f"p6{tag}"})
    document = {
        "id": f"board-{seed}",
        "players": players,
        "battlefield": rows,
        "ask": draw.choice(asks),
    }
    if new_names:
        text = f'As long as you control a Swamp, ~ gets +{seed % 90}/+1 and has "Sacrifice ~: Draw a card."'
        body = {"type": f"Creature - Beast{seed}", "power": "1", "toughness": "1", "text": text}
        document["cards"] = [{"name": f"Thing {seed}", **body}]
        rows[7]["card"] = f"Thing {seed}"
    return json.dumps(document)


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)

    def post(
        self, body: str | bytes, path: str = "/api/ask", kind: str = "application/json"
    ) -> tuple[int, Any]:
        try:
            self.connection.request("POST", path, body, {"content-type": kind})
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return 0, repr(error)


def memory(pid: int) -> list[float]:
    """Megabytes that a process and each that came of it hold (proportional set size)."""
    held = []
    for each in family(pid):
        try:
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
            held.append(int(re.findall(r"^Pss:\s+(\d+)", text, re.M)[0]) / 1024)
        except (OSError, IndexError):  # it has just ended
            continue
    return held


def told(held: list[float]) -> str:
    return f"{sum(held):.0f} MB ({', '.join(f'{part:.0f}' for part in held)})"


def cpu(pid: int) -> float:
    """Seconds of processor time that a process took, and those that came of it, ended ones among them."""
    ticks = 0
    for each in family(pid):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process, those that it started, and what these started."""
    found = [pid]
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                found += family(int(child))
    return found


def serve(*options: str) -> tuple[subprocess.Popen[str], int]:
    """A server on a free port, with its workers ready."""
    command = [sys.executable, "-m", "pyreason", "serve", "--port", "0", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
    for _ in range(300):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", "/api/health")
        workers = json.loads(connection.getresponse().read())["workers"]
        if workers["ready"] == workers["of"]:
            break
        time.sleep(0.2)
    return server, port


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def seed_of(boards: int, draw: random.Random) -> int:
    return draw.randrange(boards) if boards else 1_000_000 + next(NEW)


def single(port: int, boards: int, new_names: bool, times: int = 60) -> list[float]:
    """Latencies of one client, one question after another, on a warm server."""
    client, draw, found = Client(port), random.Random(1), []
    for n in range(times + 10):
        body = scenario(seed_of(boards, draw), new_names)
        began = time.perf_counter()
        status, answer = client.post(body)
        assert status == 200, answer
        if n >= 10:
            found.append(time.perf_counter() - began)
    return found


def load(pid: int, port: int, clients: int, seconds: float, boards: int, new_names: bool) -> dict[str, Any]:
    """Many clients at once, each on a connection of its own."""
    latencies: list[float] = []
    failures: list[Any] = []
    end = time.perf_counter() + seconds

    def work(number: int) -> None:
        client, draw = Client(port), random.Random(number)
        while time.perf_counter() < end:
            body = scenario(seed_of(boards, draw), new_names)
            began = time.perf_counter()
            status, answer = client.post(body)
            latencies.append(time.perf_counter() - began)
            if status != 200:
                failures.append((status, answer))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(clients)]
    held = []
    used = cpu(pid)
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        held.append(memory(pid))
        time.sleep(1)
    for thread in threads:
        thread.join()
    return {"latencies": latencies, "failures": failures, "memory": held, "cpu": cpu(pid) - used}


HOSTILE: tuple[tuple[str, bytes, str], ...] = (
    ("huge", b"x" * 5_000_000, "application/json"),
    ("deep", b"[" * 100_000, "application/json"),
    ("deep and closed", b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "application/json"),
    ("aliases", b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 9)) for i in range(9)),
     "application/yaml"),
    ("wrong types", b'{"players": 3, "battlefield": "x", "ask": []}', "application/json"),
    ("path-like names", json.dumps({
        "players": ["../../x"], "battlefield": [{"card": "/etc/passwd", "controller": "../../x"}],
        "ask": {"could_produce": "../../../etc/shadow"}}).encode(), "application/json"),
    ("not UTF-8", bytes(range(128, 256)), "application/json"),
    ("nothing", b"", "application/json"),
    ("a picture", b"\x89PNG", "image/png"),
    ("many cards", json.dumps({
        "players": ["a"], "battlefield": [{"card": f"Nonesuch {n}", "controller": "a"} for n in range(3000)],
        "ask": {"could_produce": "nonesuch-0"}}).encode(), "application/json"),
    ("a tag that builds objects", b"!!python/object/apply:os.system ['true']", "application/yaml"),
    ("null bytes", b"\x00" * 1000, "application/json"),
)  # fmt: skip


def hostile(port: int) -> bool:
    """What bad bodies get, and that the server goes on serving."""
    good = True
    for name, body, kind in HOSTILE:
        status, answer = Client(port).post(body, kind=kind)
        # a server may close the connection while a body that is much too large is still being sent
        fine = 400 <= status < 500 or (name == "huge" and status == 0)
        alive, _ = Client(port).post(scenario(1))
        good &= fine and alive == 200
        said = answer[:100].decode(errors="replace") if isinstance(answer, bytes) else answer
        print(f"{name:28} {status}  then {alive}  {'' if fine else said}")
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--boards", type=int, default=0, help="How many different boards; 0: each is new.")
    parser.add_argument("--new-names", action="store_true", help="Names that nothing had before.")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--hostile", action="store_true", help="Only what bad requests get.")
    args = parser.parse_args()
    server, port = serve("--workers", str(args.workers))
    try:
        if args.hostile:
            sys.exit(0 if hostile(port) else 1)
        alone = single(port, args.boards, args.new_names)
        warm = statistics.median(alone)
        before = memory(server.pid)
        found = load(server.pid, port, args.clients, args.seconds, args.boards, args.new_names)
        latencies = found["latencies"]
        p95 = percentile(latencies, 0.95)
        print(f"one client, warm:   median {warm * 1e3:.1f} ms, p95 {percentile(alone, 0.95) * 1e3:.1f} ms")
        print(f"{args.clients} clients, {args.seconds:g} s: {len(latencies)} requests, "
              f"{len(latencies) / args.seconds:.0f} a second, {len(found['failures'])} failed, "
              f"{found['cpu'] / len(latencies) * 1e3:.1f} ms of processor time each")  # fmt: skip
        middle = statistics.median(latencies)
        print(f"latency:            median {middle * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms: "
              f"{p95 / warm:.1f} times the single one")  # fmt: skip
        print(f"memory of the server and its workers: {told(before)} before")
        held = found["memory"]
        for part in range(PARTS):
            some = [sum(each) for each in held[len(held) * part // PARTS : len(held) * (part + 1) // PARTS]]
            if some:
                print(f"  part {part + 1} of {PARTS}: {min(some):.0f} to {max(some):.0f} MB, "
                      f"{statistics.mean(some):.0f} on average")  # fmt: skip
        print(f"  {told(held[-1])} at the end")
        for status, answer in found["failures"][:3]:
            print("failed:", status, answer)
        sys.exit(1 if found["failures"] else 0)
    finally:
        server.terminate()
        server.wait(20)


if __name__ == "__main__":
    main()
