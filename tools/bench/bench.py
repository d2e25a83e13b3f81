"""`make bench`: our speed against sentence-transformers, on the same batches in the same process.

    python tools/bench/bench.py [help] [cosent] [ranks] [packing] [sorting] [caching]
                                [encode] [runtimes] [train] [memory] [gpu]

Without names all parts run, `gpu` where there is one. Each part is written to the ledger as a
record of the recipe bench-1, named by part, processor and rounds; the metrics are ratios (theirs /
ours), the draws every round's ratio, and the curve holds the lines as printed, each goal's line
with the goal and what became of it. `stsutils.report.views.goals` has the goals and the parts.
"""

import argparse
import datetime
import importlib.metadata
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from measure import Bench, added_mb

from stsutils.provenance import cpu
from stsutils.report.views.goals import GOALS, PARTS, RECIPE, judge

HERE = Path(__file__).resolve().parent
#: Sentences, and cosines around each of them.
RANKS = (64, 100_000)


def help_(bench: Bench) -> None:
    """CPU seconds of `stsutils --help` in a fresh process, the best of three."""

    def best() -> float:
        command, found = [sys.executable, "-m", "stsutils", "--help"], []
        for _ in range(3):
            before = os.times()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            after = os.times()
            found.append(sum(after[2:4]) - sum(before[2:4]))  # of child processes
        return min(found) or math.nan  # Windows counts none

    bench.number("stsutils --help", best, "s")


def beside(module: str, name: str) -> Callable[[Bench], None]:
    """A part that a file beside this one measures; what that imports is imported when it runs."""
    return lambda bench: getattr(importlib.import_module(module), name)(bench)


def ranks(bench: Bench) -> None:
    """Ranks of the cosines around each of some sentences, beside scipy."""
    from scipy.stats import rankdata, spearmanr

    from stsutils.methods import rank_vectors

    cosines = np.random.default_rng(0).normal(0, 0.1, RANKS).astype(np.float32)
    exact = rankdata(cosines, axis=1)
    for name, bins in (("exact", None), ("histogram", rank_vectors.BINS)):
        found = rank_vectors.ranks(cosines, bins)
        # the correlation of neighbouring rows, by these ranks and by scipy's
        apart = [
            abs(
                np.corrcoef(found[i].astype(float), found[i + 1])[0, 1]
                - spearmanr(*exact[i : i + 2])[0]
            )
            for i in range(0, 20, 2)
        ]
        bench.number(f"ranks, {name}: ρ differs by", max(apart), "at most")
        bench.paired(
            f"ranks, {name}",
            lambda bins=bins: rank_vectors.ranks(cosines, bins),
            lambda: rankdata(cosines, axis=1),
        )
        bench.number(
            f"ranks, {name}, added",
            lambda bins=bins: added_mb(lambda: rank_vectors.ranks(cosines, bins)),
            "MB",
        )
    bench.number("ranks, scipy, added", lambda: added_mb(lambda: rankdata(cosines, axis=1)), "MB")


def memory(bench: Bench) -> None:
    """Peak memory of a small step, both ways, and of a 4096-pair step by gradient caching."""
    for pairs, chunk in ((128, 0), (128, 1024)):
        how = "in chunks" if chunk else "all at once"
        added = lambda p=pairs, c=chunk: step(p, c)["step_mb"]  # noqa: E731
        bench.number(f"{pairs}-pair step, {how}, added", added, "MB")
    bench.say("a step of 4096 pairs: a minute or two")
    found = step(4096, 1024)
    bench.number("4096-pair step, whole process", found["peak_mb"], "MB")
    bench.number("4096-pair step, before it", found["before_mb"], "MB")
    bench.number("4096-pair step", found["cpu_seconds"], "s")


def step(pairs: int, chunk: int) -> dict:
    """What `step_memory.py` found in a fresh process."""
    command = [sys.executable, str(HERE / "step_memory.py")]
    command += ["--pairs", str(pairs), "--chunk", str(chunk)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


FUNCTIONS = {
    "help": help_,
    "cosent": beside("losses", "cosent"),
    "ranks": ranks,
    "packing": beside("plain", "packing"),
    "sorting": beside("plain", "sorting"),
    "caching": beside("plain", "caching_"),
    "encode": beside("models", "encode"),
    "runtimes": beside("runtimes", "runtimes"),
    "train": beside("models", "train"),
    "memory": memory,
    "gpu": beside("models", "gpu"),
}


def mark_goals(part: str, bench: Bench, device: str) -> list[str]:
    """Write each goal of this part beside its line, and return what became of them, to print."""
    said = []
    for goal in (g for g in GOALS if g.meant_for(part, device)):
        verdict = judge(goal, bench.lines)
        said.append(f"{verdict:<12} {goal.text}")
        for line in bench.lines:
            if line["name"] == goal.line and "skipped" not in line:
                aim = {} if goal.aim is None else {"aim": goal.aim}
                line |= {"must": goal.must, **aim, "goal": goal.figure, "verdict": verdict}
    return said


def write(part: str, bench: Bench, device: str) -> Path:
    """One record of this part on this machine; an older one of as many rounds is replaced."""
    from stsutils.ledger import Ledger, Result, Run
    from stsutils.provenance import code_sha, versions

    settings = {"part": part, "processor": device, "threads": 1, "rounds": bench.rounds}
    result = Result(metrics=bench.metrics, draws=bench.draws, curve=bench.lines)
    theirs = importlib.metadata.version("sentence-transformers")
    found = versions() | {"sentence-transformers": theirs}
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    provenance = {"code_sha": code_sha(), "versions": found, "date": today}
    return Ledger().write(Run(RECIPE, 0, settings), result, provenance)


def main(arguments: list[str] | None = None) -> None:
    """Run the parts asked for and record each; a part that fails leaves the others alone."""
    parser = argparse.ArgumentParser(description="Measure speed against sentence-transformers.")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--rounds", type=int, default=5, help="paired rounds (default 5)")
    parser.add_argument("--bfloat16", action="store_true", help="also where it is slow")
    parser.add_argument("--no-record", action="store_true", help="print only")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(
            f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}"
        )
    import torch

    torch.set_num_threads(1)
    print(f"{cpu()}, one thread; CPU ms of ours and theirs, ratio theirs / ours (min–max)")
    chosen, started, goals, failed = asked.parts or list(PARTS), time.monotonic(), [], []
    for number, part in enumerate(chosen, 1):
        seconds = time.monotonic() - started
        print(
            f"\n[{number}/{len(chosen)}, after {seconds:.0f} s] {part}: {PARTS[part]}", flush=True
        )
        if part == "gpu" and not torch.cuda.is_available():
            print("there is no GPU here: left out")
            continue
        bench = Bench(asked.rounds, asked.bfloat16)
        try:
            FUNCTIONS[part](bench)
        except Exception as error:  # what the other parts measure shall not be lost
            failed.append(part)
            print(f"\n{part} failed. {type(error).__name__}: {error}", flush=True)
            continue
        device = torch.cuda.get_device_name() if part == "gpu" else cpu()
        goals += mark_goals(part, bench, device)
        if not asked.no_record and bench.metrics:
            print(f"→ {write(part, bench, device)}", flush=True)
    if goals:
        print("\nGoals:", *goals, sep="\n  ")
    if failed:
        sys.exit(f"not measured, because of an error above: {', '.join(failed)}")


if __name__ == "__main__":
    main()
