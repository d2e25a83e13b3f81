"""What the speed of this package must reach, and what it aims at: the only place it is written.

A ratio is the CPU time of the plain way, or of sentence-transformers, divided by ours on the same
batches in the same process, the median of some rounds: above 1 is faster. A share is of the
machine's own peak, the FLOP/s of a large matrix product. `make bench` measures them.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

RECIPE = "bench-1"
#: The parts of the bench, in the order of running. Each is a record of its own.
PARTS = {
    "help": "the command line until its help is printed",
    "cosent": "the loss alone, against sentence-transformers and the B×B matrix",
    "ranks": "rank vectors against scipy, 64 × 100,000 cosines",
    "packing": "a forward pass without padding against a padded one",
    "sorting": "distinct sentences sorted by length against every string as it comes",
    "caching": "a step's gradients in chunks against all at once",
    "encode": "encoding, against sentence-transformers",
    "train": "training steps, against sentence-transformers",
    "memory": "training steps of many pairs, in processes of their own",
    "gpu": "BERT-base on a GPU, against sentence-transformers",
}


@dataclass(frozen=True)
class Proof:
    """A speed counts only if this line's number is at most (or at least) `limit`."""

    line: str
    limit: float
    at_least: bool = False


@dataclass(frozen=True)
class Goal:
    """What one line of the bench must reach, and what it aims at.

    `figure` is "ratio" or "share" (the larger the better), or "value" (the smaller the better).
    `only_on` is what the processor's name must hold.
    """

    text: str
    part: str
    line: str
    must: float
    aim: float | None = None
    figure: str = "ratio"
    unit: str = ""
    proof: Proof | None = None
    only_on: str = ""

    def meant_for(self, part: str, processor: str) -> bool:
        """Whether a record of this part, made on this processor, can say anything of it."""
        return part == self.part and self.only_on in processor


def _train(precision: str, pairs: int, must: float, aim: float) -> Goal:
    line = f"train minilm, {precision}, {pairs} pairs"
    # the same loss on both sides, within what float32 rounds; bfloat16 rounds more on both
    same = Proof(f"{line}: losses differ by", 1e-5) if precision == "float32" else None
    text = f"training step, all-MiniLM, {precision}, {pairs} pairs"
    return Goal(text, "train", line, must, aim, proof=same)


def _encode(precision: str, must: float, aim: float, what: str, *limit) -> Goal:
    line = f"encode minilm, {precision}"
    proof = Proof(f"{line}: {what}", *limit)
    return Goal(f"encoding, all-MiniLM, {precision}", "encode", line, must, aim, proof=proof)


def _ranks(way: str, text: str, must: float, aim: float, limit: float) -> Goal:
    proof = Proof(f"ranks, {way}: ρ differs by", limit)
    return Goal(f"rank vectors, {text}", "ranks", f"ranks, {way}", must, aim, proof=proof)


def _at_most(unit: str, part: str, line: str, text: str, must: float, aim: float | None) -> Goal:
    return Goal(text, part, line, must, aim, "value", unit)


_MEMORY = "a step of 4,096 pairs, all-MiniLM's shape, memory of the whole process"
_GPU = "training step on an H200, BERT-base, bfloat16, 64 pairs"
#: The only place where a goal is written down. The opponent is in the part's words.
GOALS = (
    _train("float32", 16, 1.9, 2.3),
    _train("float32", 64, 2.5, 3.0),
    _train("bfloat16", 16, 2.0, 2.5),
    _train("bfloat16", 64, 2.5, 3.5),
    _encode("float32", 1.3, 1.4, "vectors differ by", 1e-6),
    _encode("bfloat16", 1.4, 1.6, "cosines to float32", 0.999, True),
    Goal("CoSENT of 65,536 pairs", "cosent", "CoSENT, 65,536 pairs", 1 / 1.1, 1.0),
    _at_most(
        "MB", "cosent", "CoSENT memory, 65,536 pairs", "CoSENT of 65,536 pairs, memory", 8.0, None
    ),
    _at_most("MB", "memory", "4096-pair step, whole process", _MEMORY, 2000.0, 1300.0),
    _ranks("exact", "exact", 3.0, 4.0, 1e-9),
    _ranks("histogram", "by histogram", 30.0, 45.0, 3e-6),
    _at_most("s", "help", "stsutils --help", "stsutils --help", 0.5, 0.2),
    Goal(_GPU, "gpu", "train BERT-base, bfloat16, 64 pairs", 0.3, 0.45, "share", only_on="H200"),
)


def judge(goal: Goal, lines: Iterable[Mapping]) -> str:
    """What a record's lines say of a goal.

    "aim met", "must met" or "missed"; "met" where there is no aim; "not equal" where the proof
    fails, so that no speed counts; "skipped", "not measured" (there is no number) or "not run".
    """
    lines = list(lines)
    if skip_reason(goal, lines):
        return "skipped"
    known = {line["name"]: line for line in lines}
    if goal.line not in known:
        return "not run"
    found = known[goal.line].get(goal.figure)
    proof = known.get(goal.proof.line, {}).get("value") if goal.proof else 0.0
    if found is None or proof is None or math.isnan(found) or math.isnan(proof):
        return "not measured"
    if goal.proof and not _reaches(proof, goal.proof.limit, goal.proof.at_least):
        return "not equal"
    larger = goal.figure != "value"
    if goal.aim is not None and _reaches(found, goal.aim, larger):
        return "aim met"
    if not _reaches(found, goal.must, larger):
        return "missed"
    return "must met" if goal.aim is not None else "met"


def skip_reason(goal: Goal, lines: Iterable[Mapping]) -> str:
    """Why the bench left this goal's line out on that machine; "" where it did not."""
    reasons = (x["skipped"] for x in lines if "skipped" in x and goal.line.startswith(x["name"]))
    return next(reasons, "")


def _reaches(found: float, limit: float, larger: bool) -> bool:
    return found >= limit if larger else found <= limit
