"""CoSENT alone, forward and backward: the B×B form and sentence-transformers beside it."""

import subprocess
import sys

import torch
from measure import Bench

SIZES = (16, 64, 1024, 8192, 65_536, 131_072)
#: A B×B matrix of more pairs does not fit an ordinary memory (131,072: 69 GB).
SQUARE = (16, 64, 1024, 8192)

SETUP = """
import torch
def batch(n):
    return torch.linspace(-1, 1, n).requires_grad_(), torch.arange(n) % 26 / 5.0
"""
OURS = SETUP + "from stsutils.losses import {name} as loss\n"
THEIRS = SETUP + (
    "from sentence_transformers.sentence_transformer.losses import CoSENTLoss\n"
    "theirs = CoSENTLoss(model=None, similarity_fct=lambda cosines, _: cosines)\n"
    "def loss(c, y): return theirs.compute_loss_from_embeddings([c, c], y)\n"
)
# the peak is set back after a first small call, so that neither imports nor start-up count
PEAK = """
loss(*batch(16)).backward()
c, y = batch({pairs})
def kib(name):
    return next(int(l.split()[1]) for l in open("/proc/self/status") if l.startswith(name))
open("/proc/self/clear_refs", "w").write("5")
before = kib("VmRSS")
loss(c, y).backward()
print((kib("VmHWM") - before) * 1024 / 1e6)
"""


def cosent(bench: Bench) -> None:
    """Time from 16 to 131,072 pairs, memory at the large end."""
    from sentence_transformers.sentence_transformer.losses import CoSENTLoss

    from stsutils.losses import cosent, cosent_plain

    theirs = CoSENTLoss(model=None, similarity_fct=lambda cosines, _: cosines)
    for pairs in SIZES:
        c, y = cosines_and_labels(pairs)
        bench.paired(
            f"CoSENT, {pairs:,} pairs",
            lambda c=c, y=y: cosent(c, y).backward(),
            lambda c=c, y=y: theirs.compute_loss_from_embeddings([c, c], y).backward(),
        )
        if pairs in SQUARE:
            bench.paired(
                f"CoSENT, {pairs:,} pairs, theirs: B×B",
                lambda c=c, y=y: cosent(c, y).backward(),
                lambda c=c, y=y: cosent_plain(c, y).backward(),
                rounds=min(bench.rounds, 3),
            )
    for pairs in SIZES[-2:]:
        for name, setup, ours in (("CoSENT", OURS, "cosent"), ("theirs:", THEIRS, "")):
            bench.number(
                f"{name} memory, {pairs:,} pairs",
                lambda s=setup, o=ours, p=pairs: peak(s, o, p),
                "MB",
            )
    pairs = SQUARE[-1]
    bench.number(f"B×B memory, {pairs:,} pairs", lambda: peak(OURS, "cosent_plain", pairs), "MB")


def cosines_and_labels(pairs: int):
    """Random cosines and graded labels with ties, as in STS-B."""
    generator = torch.Generator().manual_seed(pairs)
    cosines = torch.rand(pairs, generator=generator) * 2 - 1
    labels = torch.randint(0, 26, (pairs,), generator=generator) / 5
    return cosines.requires_grad_(), labels


def peak(setup: str, name: str, pairs: int) -> float:
    """MB that one call adds to a fresh process at its peak (Linux; NaN elsewhere)."""
    program = setup.format(name=name) + PEAK.format(pairs=pairs)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else float("nan")
