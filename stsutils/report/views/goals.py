"""What the speed of this package must reach, and what it aims at, as ``goals.toml`` has it.

A ratio is the CPU time of the plain way, or of sentence-transformers, divided by ours on the same
batches in the same process, the median of some rounds: above 1 is faster. A share is of the
machine's own peak, the FLOP/s of a large matrix product. `make bench` measures them.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

RECIPE = "bench-1"


@dataclass(frozen=True)
class Goal:
    """What one line of the bench must reach, and what it aims at.

    `figure` is "ratio" or "share" (the larger the better), or "value" (the smaller the better).
    `proof`: a speed counts only if the number of that `line` is at most its `limit`, or at least
    with `at_least`. `only_on` is what the processor's name must hold.
    """

    text: str
    part: str
    line: str
    must: float
    aim: float | None = None
    figure: str = "ratio"
    unit: str = ""
    proof: Mapping = field(default_factory=dict)
    only_on: str = ""

    def meant_for(self, part: str, processor: str) -> bool:
        """Whether a record of this part, made on this processor, can say anything of it."""
        return part == self.part and self.only_on in processor


_RAW = tomllib.loads(resources.files(__package__).joinpath("goals.toml").read_text("utf-8"))
#: The parts of the bench, in the order of running. Each is a record of its own.
PARTS: dict[str, str] = _RAW["parts"]
GOALS = tuple(Goal(**raw) for raw in _RAW["goal"])


def judge(goal: Goal, lines: list[Mapping]) -> str:
    """What a record's lines say of a goal.

    "aim met", "must met" or "missed"; "met" where there is no aim; "not equal" where the proof
    fails, so that no speed counts; "skipped", "not measured" (there is no number) or "not run".
    """
    if skip_reason(goal, lines):
        return "skipped"
    known = {line["name"]: line for line in lines}
    if goal.line not in known:
        return "not run"
    found = known[goal.line].get(goal.figure)
    proof = known.get(goal.proof["line"], {}).get("value") if goal.proof else 0.0
    if found is None or proof is None or math.isnan(found) or math.isnan(proof):
        return "not measured"
    if goal.proof and not _reaches(proof, goal.proof["limit"], goal.proof.get("at_least", False)):
        return "not equal"
    larger = goal.figure != "value"
    if goal.aim is not None and _reaches(found, goal.aim, larger):
        return "aim met"
    if not _reaches(found, goal.must, larger):
        return "missed"
    return "must met" if goal.aim is not None else "met"


def skip_reason(goal: Goal, lines: list[Mapping]) -> str:
    """Why the bench left this goal's line out on that machine; "" where it did not."""
    reasons = (x["skipped"] for x in lines if "skipped" in x and goal.line.startswith(x["name"]))
    return next(reasons, "")


def _reaches(found: float, limit: float, larger: bool) -> bool:
    return found >= limit if larger else found <= limit
