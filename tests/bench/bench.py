"""`make bench`: our speed against sentence-transformers, on the same batches in the same process.

Times are process CPU seconds of one thread. Each round runs A then B; the figure is the median of
the rounds' ratios (theirs / ours, so above 1 is faster than theirs) with the smallest and largest.
Memory is the growth of the peak in a fresh process. Results also go to _out/bench.json.
"""

import argparse
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

OUT = Path(__file__).resolve().parents[2] / "_out"
results = []


def clock(function) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    function()
    return time.process_time() - start


def paired(name: str, ours, theirs, rounds: int) -> None:
    """Run both in turn after one warm call each and print the ratio."""
    ours()
    theirs()
    times = [(clock(ours), clock(theirs)) for _ in range(rounds)]
    ratios = sorted(b / a for a, b in times)
    line = {
        "name": name,
        "ours_ms": 1e3 * statistics.median(a for a, _ in times),
        "theirs_ms": 1e3 * statistics.median(b for _, b in times),
        "ratio": statistics.median(ratios),
        "ratio_min": ratios[0],
        "ratio_max": ratios[-1],
    }
    results.append(line)
    print(
        f"{name:<44}{line['ours_ms']:>10.2f}{line['theirs_ms']:>11.2f}"
        f"{line['ratio']:>8.2f}  ({line['ratio_min']:.2f}–{line['ratio_max']:.2f})",
        flush=True,
    )


def gemm_peak() -> float:
    """GFLOP/s of a large matrix product on one thread, the machine's own limit."""
    import torch

    a = torch.randn(1024, 1024)
    best = min(clock(lambda: a @ a) for _ in range(12))
    return 2 * 1024**3 / best / 1e9


def cosines_and_labels(pairs: int):
    """Random cosines and graded labels with ties, as in STS-B."""
    import torch

    generator = torch.Generator().manual_seed(pairs)
    cosines = torch.rand(pairs, generator=generator) * 2 - 1
    labels = torch.randint(0, 26, (pairs,), generator=generator) / 5
    return cosines.requires_grad_(), labels


def bench_cosent(rounds: int) -> None:
    """The loss alone, forward and backward, from 16 to 65,536 pairs."""
    from sentence_transformers.sentence_transformer.losses import CoSENTLoss

    from stsutils.losses import cosent, cosent_plain

    theirs = CoSENTLoss(model=None, similarity_fct=lambda cosines, _: cosines)

    for pairs in (16, 64, 1024, 8192, 65_536):
        cosines, labels = cosines_and_labels(pairs)
        paired(
            f"CoSENT loss, {pairs:,} pairs",
            lambda c=cosines, y=labels: cosent(c, y).backward(),
            lambda c=cosines, y=labels: theirs.compute_loss_from_embeddings([c, c], y).backward(),
            rounds,
        )
    for pairs in (1024, 8192):
        cosines, labels = cosines_and_labels(pairs)
        paired(
            f"CoSENT loss, {pairs:,} pairs, theirs = B×B",
            lambda c=cosines, y=labels: cosent(c, y).backward(),
            lambda c=cosines, y=labels: cosent_plain(c, y).backward(),
            min(rounds, 3),
        )


def bench_encoder(rounds: int) -> None:
    """Encoding 1,000 sentences, and training steps of 16 and 64 pairs, fp32, the mini encoder."""
    import tempfile

    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.losses import CoSENTLoss
    from sentence_transformers.util import batch_to_device

    from stsutils.data import load
    from stsutils.encoders import load_encoder, save
    from stsutils.losses import cosent, on_cosines

    ours = load_encoder("mini")
    with tempfile.TemporaryDirectory() as folder:
        theirs = SentenceTransformer(str(save(ours, folder)), device="cpu")
    rows = load("demo", "test")
    sentences = [*rows["sentence1"][:500], *rows["sentence2"][:500]]
    paired(
        "encode 1,000 sentences",
        lambda: ours.encode(sentences),
        lambda: theirs.encode(sentences, batch_size=32),
        rounds,
    )
    loss, their_loss = on_cosines(cosent), CoSENTLoss(theirs)
    for size in (16, 64):
        batch = rows[:size]
        columns = [list(batch[c]) for c in ("sentence1", "sentence2")]
        labels = torch.tensor(batch["score"].to_numpy())
        tokens = [ids for column in columns for ids in ours.tokenize(column)]

        def step_ours(tokens=tokens, labels=labels, size=size):
            ours.train()
            loss(list(ours(tokens).split(size)), labels).backward()

        def step_theirs(columns=columns, labels=labels):
            theirs.train()
            features = [batch_to_device(theirs.preprocess(c), "cpu") for c in columns]
            their_loss(features, labels).backward()

        paired(f"forward and backward, {size} pairs", step_ours, step_theirs, rounds)


def peak_memory(code: str) -> float:
    """MiB that `work()` adds to the peak of a fresh process, after `code` has set up."""
    program = (
        f"import resource\n{code}\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "work()\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else float("nan")


def bench_memory() -> None:
    """The loss's memory at 8,192 and 65,536 pairs, B×B beside where it fits."""
    setup = (
        "import torch\n"
        "from stsutils.losses import {name} as loss\n"
        "def batch(n):\n"
        "    return torch.linspace(-1, 1, n).requires_grad_(), torch.arange(n) % 26 / 5.0\n"
        "loss(*batch(16)).backward()\n"
        "c, y = batch({pairs})\n"
        "def work(): loss(c, y).backward()"
    )
    for name, pairs in (("cosent", 8192), ("cosent_plain", 8192), ("cosent", 65_536)):
        mib = peak_memory(setup.format(name=name, pairs=pairs))
        results.append({"name": f"{name} memory, {pairs:,} pairs", "mib": mib})
        print(f"{name + f' memory, {pairs:,} pairs':<44}{mib:>10.1f} MiB", flush=True)


def bench_help() -> None:
    """CPU seconds of `stsutils --help` in a fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "stsutils", "--help"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    results.append({"name": "stsutils --help", "seconds": seconds})
    print(f"{'stsutils --help':<44}{seconds:>10.2f} s", flush=True)


def main() -> None:
    """Run the benches and write _out/bench.json."""
    parser = argparse.ArgumentParser(description="Measure speed against sentence-transformers.")
    parser.add_argument("--rounds", type=int, default=7, help="paired rounds (default 7)")
    rounds = parser.parse_args().rounds
    bench_help()
    import torch

    torch.set_num_threads(1)
    peak = gemm_peak()
    print(f"{platform.machine()}, one thread, matrix product peak {peak:.0f} GFLOP/s")
    print(f"{'':<44}{'ours ms':>10}{'theirs ms':>11}{'ratio':>8}")
    bench_cosent(rounds)
    bench_memory()
    bench_encoder(rounds)
    OUT.mkdir(exist_ok=True)
    (OUT / "bench.json").write_text(json.dumps({"gflops": peak, "results": results}, indent=1))


if __name__ == "__main__":
    main()
