"""What a paper claims, as contrasts between cells of a table, and what came of it.

A claim is a sentence with its source and one contrast or more. Each contrast names two cells and
a margin that was fixed before the run. How a contrast comes out (``holds``, ``fails``,
``undecided``) is arithmetic in :mod:`stsutils.statistics`; how a claim comes out of its contrasts
is the truth table of :func:`judge`. Nobody types a verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stsutils.errors import UserError

CellName = tuple[str, str]
HOLDS, FAILS, OPEN, MISSING = "holds", "fails", "undecided", "not run"
OUTCOMES = (HOLDS, FAILS, OPEN, MISSING)
REPRODUCED, NOT_REPRODUCED = "Reproduced", "Not reproduced"
PARTLY, UNDECIDED, NOT_RUN = "Partly", "Undecided", "Not run"
LABELS = (REPRODUCED, NOT_REPRODUCED, PARTLY, UNDECIDED, NOT_RUN)
FLOOR = 0.10


@dataclass(frozen=True)
class Contrast:
    """Cell ``a`` against cell ``b``; a cell is (row, column), the margin is in metric units.

    ``greater``: a - b lies above ``margin`` (0: simply better; negative: not much worse).
    ``equivalent``: a - b lies within ±``margin``.
    """

    a: CellName
    b: CellName
    margin: float = 0.0
    kind: str = "greater"

    def __post_init__(self):
        """Refuse a contrast that could never come out."""
        if self.kind not in ("greater", "equivalent"):
            raise UserError(f"contrast {self}: kind must be 'greater' or 'equivalent'")
        if self.kind == "equivalent" and not self.margin > 0:
            raise UserError(f"contrast {self}: equivalence needs a margin above 0")
        for cell in (self.a, self.b):
            if not (isinstance(cell, tuple) and len(cell) == 2):
                raise UserError(f"contrast: {cell!r} is no cell. Write (row, column)")
        if self.a == self.b:
            raise UserError(f"contrast: {self.a} is compared with itself")

    def __str__(self):
        """Say the contrast in one line."""
        a, b = " / ".join(self.a), " / ".join(self.b)
        if self.a[1] == self.b[1]:
            a, b = self.a[0], f"{self.b[0]} on {self.b[1]}"
        if self.kind == "equivalent":
            return f"{a} = {b} within ±{self.margin:g}"
        return f"{a} > {b}" + (f" by more than {self.margin:g}" if self.margin else "")


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper (``text``), where it stands (``source``), and its contrasts."""

    text: str
    source: str
    contrasts: tuple[Contrast, ...]

    def __post_init__(self):
        """Take a list of contrasts as well as a tuple, but not none."""
        object.__setattr__(self, "contrasts", tuple(self.contrasts))
        if not self.contrasts:
            raise UserError(f"claim {self.text!r} has no contrast, so nothing could test it")


@dataclass(frozen=True)
class Verdict:
    """What came of a claim. Only a ``counted`` verdict says something about the paper."""

    label: str
    note: str = ""
    counted: bool = True

    @property
    def text(self) -> str:
        """The label; on the demo tier marked as an illustration."""
        if self.counted or self.label == NOT_RUN:
            return self.label
        return f"Illustration: {self.label.lower()}"

    @property
    def slug(self) -> str:
        """The label as a CSS class: ``not-reproduced``, ``illustration``."""
        shown = self.label if self.counted or self.label == NOT_RUN else "illustration"
        return shown.lower().replace(" ", "-")


def judge(outcomes: Sequence[str], tier: str = "lab") -> Verdict:
    """Verdict of a claim from the outcomes of its contrasts.

    ==============================  ==============
    outcomes                        verdict
    ==============================  ==============
    at least one is not run         Not run
    all hold                        Reproduced
    some hold, not all              Partly
    none holds, at least one fails  Not reproduced
    none holds, none fails          Undecided
    ==============================  ==============

    A half-run claim stays *Not run*: its verdict might turn as the other runs arrive. Demo
    verdicts are not counted, because the demo's generator was built to show the effect.
    """
    unknown = set(outcomes) - set(OUTCOMES)
    if unknown or not outcomes:
        raise UserError(f"outcomes must be some of {', '.join(OUTCOMES)}; got {list(outcomes)}")
    count = {outcome: list(outcomes).count(outcome) for outcome in OUTCOMES}
    total, counted = len(outcomes), tier != "demo"
    if count[MISSING]:
        return Verdict(
            NOT_RUN,
            f"{total - count[MISSING]} of {total} contrasts run with all seeds",
            counted=False,
        )
    if count[HOLDS] == total:
        label = REPRODUCED
    elif count[HOLDS]:
        label = PARTLY
    else:
        label = NOT_REPRODUCED if count[FAILS] else UNDECIDED
    parts = [f"{count[o]} of {total} {o}" for o in (HOLDS, FAILS, OPEN) if count[o]]
    return Verdict(label, ", ".join(parts), counted)


def at_floor(lower_bounds: Sequence[float], floor: float = FLOOR) -> bool:
    """Whether a set tells nothing: no method's lower bound lies above ``floor`` (Spearman).

    Where no method has learned the task, which of them is less bad is noise, so every contrast
    on that set counts as undecided.
    """
    return not any(bound > floor for bound in lower_bounds)
