"""`make bench`: our speed against sentence-transformers, on the same batches in the same process.

    python tests/bench/bench.py [help] [cosent] [ranks] [encode] [train] [memory] [gpu]

Without names all parts run, `gpu` where there is one. Each part is written to the ledger as a
record of the recipe bench-1, named by part and processor; the metrics are ratios (theirs / ours),
the draws every round's ratio, and the curve holds the lines as printed.
"""

import argparse
import datetime
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
from measure import Bench, processor

HERE = Path(__file__).resolve().parent


def help_(bench: Bench) -> None:
    """CPU seconds of `stsutils --help` in a fresh process, the best of three."""
    command, found = [sys.executable, "-m", "stsutils", "--help"], []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    bench.number("stsutils --help", min(found), "s")


def cosent(bench: Bench) -> None:
    """The loss alone."""
    import losses

    losses.cosent(bench)


def ranks(bench: Bench) -> None:
    """Ranks of 100,000 cosines around each of 64 sentences, beside scipy."""
    from scipy.stats import rankdata, spearmanr

    from stsutils.methods import rank_vectors

    cosines = np.random.default_rng(0).normal(0, 0.1, (64, 100_000)).astype(np.float32)
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
            f"ranks, {name}, 64 × 100,000",
            lambda bins=bins: rank_vectors.ranks(cosines, bins),
            lambda: rankdata(cosines, axis=1),
        )


def encode(bench: Bench) -> None:
    """Encoding."""
    import models

    models.encode(bench)


def train(bench: Bench) -> None:
    """Training steps."""
    import models

    models.train(bench)


def memory(bench: Bench) -> None:
    """Peak memory of a 4096-pair step by gradient caching, everything included."""
    command = [sys.executable, str(HERE / "step_memory.py"), "--pairs", "4096", "--chunk", "1024"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    bench.number("4096-pair step, whole process", found["peak_mib"], "MiB")
    bench.number("4096-pair step, before it", found["before_mib"], "MiB")
    bench.number("4096-pair step", found["cpu_seconds"], "s")


def gpu(bench: Bench) -> None:
    """BERT-base on a GPU."""
    import models

    models.gpu(bench)


PARTS = {
    "help": help_,
    "cosent": cosent,
    "ranks": ranks,
    "encode": encode,
    "train": train,
    "memory": memory,
    "gpu": gpu,
}


def write(part: str, bench: Bench, device: str) -> Path:
    """One record of this part on this machine; an older one is replaced."""
    from stsutils.ledger import Ledger, Result, Run
    from stsutils.run import code_sha, versions

    settings = {"part": part, "processor": device, "threads": 1, "rounds": bench.rounds}
    result = Result(metrics=bench.metrics, draws=bench.draws, curve=bench.lines)
    found = versions() | {"sentence-transformers": _version("sentence-transformers")}
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    provenance = {"code_sha": code_sha(), "versions": found, "date": today}
    return Ledger().write(Run("bench-1", 0, settings), result, provenance)


def _version(package: str) -> str:
    import importlib.metadata

    return importlib.metadata.version(package)


def main(arguments: list[str] | None = None) -> None:
    """Run the parts asked for and record each."""
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
    with_gpu = torch.cuda.is_available()
    print(f"{processor()}, one thread; CPU time of ours and theirs, ratio theirs / ours (min–max)")
    for part in asked.parts or PARTS:
        if part == "gpu" and not with_gpu:
            print("gpu: none here")
            continue
        bench = Bench(asked.rounds, asked.bfloat16)
        PARTS[part](bench)
        if not asked.no_record:
            device = torch.cuda.get_device_name() if part == "gpu" else processor()
            print(f"→ {write(part, bench, device)}", flush=True)


if __name__ == "__main__":
    main()
