"""A batch on a real dask cluster of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyreason.batch_files import errors_beside, run
from pyreason.batching import Options
from pyreason.cli import run as cli
from tests.test_batch import BAD, document

distributed = pytest.importorskip("distributed", reason="dask is not installed (extra 'dask')")
pytestmark = pytest.mark.filterwarnings("default")  # what dask and its event loop warn of is not ours

LINES = 400


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own; the scheduler's address and the workers."""
    place = tmp_path / "scheduler.json"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask = [sys.executable, "-m", "dask"]
    started = [
        subprocess.Popen(
            [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(place)], **quiet
        )
    ]
    try:
        until = time.monotonic() + 60
        while not place.exists() and time.monotonic() < until:
            time.sleep(0.1)
        address = json.loads(place.read_text())["address"]
        worker = [*dask, "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        started += [subprocess.Popen(worker, **quiet) for _ in range(2)]
        with distributed.Client(address, timeout="60s", set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
        yield address, started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def test_a_killed_worker_changes_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, workers = cluster
    source, out, whole = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "whole.jsonl"))
    lines = [BAD.get(n) or json.dumps(document(n)) for n in range(1, LINES + 1)]
    source.write_text("\n".join(lines) + "\n")
    killed_at: list[int] = []

    def kill() -> None:
        while not (out.exists() and out.stat().st_size):
            time.sleep(0.005)
        workers[0].kill()
        killed_at.append(out.read_bytes().count(b"\n"))

    killer = threading.Thread(target=kill)
    killer.start()
    code = cli(["batch", str(source), str(out), "--dask", address, "--chunk", "5"])
    killer.join()
    assert code == 2
    assert 0 < killed_at[0] < LINES - len(BAD), "the worker was to die in the middle"
    run(source, whole, errors_beside(whole), Options())
    assert out.read_bytes() == whole.read_bytes()
    assert errors_beside(out).read_bytes() == errors_beside(whole).read_bytes()
    assert f"{LINES - len(BAD)} answered, {len(BAD)} not" in capsys.readouterr().err


def test_no_scheduler_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps(document(1)) + "\n")
    assert cli(["batch", str(source), str(tmp_path / "o.jsonl"), "--dask", "nonsense://x"]) == 2
    assert capsys.readouterr().err.startswith("error: no dask scheduler answers at 'nonsense://x'")
