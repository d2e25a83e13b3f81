"""A run killed at any moment leaves whole records only, and the next call goes on from there."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stsutils.ledger import Ledger

KILLS, RUNS = 8, 120

SCRIPT = f"""
import os, sys, time
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Ledger, Result
from stsutils.run import run

fsync = os.fsync
os.fsync = lambda file: (time.sleep(0.02), fsync(file))  # a slow disk: a wide target

def slow(settings, seed, device=None):
    print("begun", flush=True)
    time.sleep(0.001)
    curve = [{{"step": i, "dev": i / 7, "loss": seed + i / 3}} for i in range(800)]
    return Result({{"test": seed / 1000}}, curve=curve)

cells = lambda tier: {{("slow", "set"): Cell({{"a": 1}}, "test")}}
experiment = Experiment("slow", "Slow", cells, seeds={RUNS})
assert "torch" not in sys.modules
done = run(experiment, "lab", recipes={{"finetune-1": slow}}, ledger=Ledger(sys.argv[1]),
           progress=False)
print(len(done.made), done.present, len(done.missing))
"""


def start(root: Path) -> subprocess.Popen:
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(root)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "begun\n"
    return child


def wait(child: subprocess.Popen, moments: random.Random) -> None:
    """Until some runs later, and a random part of a run: so on any machine, however busy."""
    began, runs = time.monotonic(), moments.randint(1, 5)
    for _ in range(runs):
        child.stdout.readline()
    time.sleep(moments.uniform(0, (time.monotonic() - began) / runs))


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_at_many_moments(tmp_path):
    ledger, moments, counts, strays = Ledger(tmp_path), random.Random(20), [0], set()
    for _ in range(KILLS):
        child = start(tmp_path)
        wait(child, moments)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        assert child.returncode == -signal.SIGKILL, "it ended before the kill: test nothing"
        counts.append(len(ledger.paths()))
        check = ledger.verify()
        assert check.problems == []
        assert check.records == counts[-1]
        strays.update(check.strays)
    assert counts == sorted(counts), "no record was lost"
    assert 0 < counts[-1] < RUNS, "the kills fell in the middle of the work"
    assert strays, "some kill hit a write half-way, and it is no record"

    child = start(tmp_path)
    made, present, missing = map(int, child.communicate(timeout=60)[0].splitlines()[-1].split())
    assert (made, present, missing) == (RUNS - counts[-1], counts[-1], 0)
    check = ledger.verify(now=time.time() + 7200)
    assert not check.problems
    assert (check.records, check.strays) == (RUNS, [])
