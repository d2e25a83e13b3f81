"""What a document claims, as contrasts between cells of tables, and what came of it.

A claim is a sentence with its source and one contrast or more. Each contrast names two cells and
a margin that was fixed before the run. How a contrast comes out is arithmetic in
:mod:`stsutils.statistics`; how a claim comes out of its contrasts is the truth table of
:func:`judge`. Nobody types a verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stsutils.errors import UserError

CellName = tuple[str, str]
HOLDS, FAILS, SMALLER, OPEN = "holds", "fails", "smaller than claimed", "undecided"
UNTESTABLE, MISSING = "not testable here", "not run"
OUTCOMES = (HOLDS, FAILS, SMALLER, OPEN, UNTESTABLE, MISSING)
#: What came of a claim → its name at the lab (and the demo), and at the paper tier.
NAMES = {
    "seen": ("Seen at small scale", "Reproduced"),
    "part": ("Seen in part", "Partly reproduced"),
    "mixed": ("Mixed", "Mixed"),
    "opposite": ("Opposite seen", "Not reproduced"),
    "opposite in part": ("Opposite seen in part", "Not reproduced in part"),
    "undecided": ("Undecided", "Undecided"),
    "untestable": ("Not testable here", "Not testable here"),
    "not run": ("Not run", "Not run"),
}
LABELS = tuple(lab for lab, _ in NAMES.values())
PAPER_LABELS = tuple(paper for _, paper in NAMES.values())
NOT_RUN = NAMES["not run"][0]
#: How many contrasts must hold: every one; more than half ("generally"); a single one ("can").
STRENGTHS = ("all", "most", "one")
FLOOR = 0.10
#: A second look has this many seeds, those of the first one among them, and this share of the
#: first one's error: both looks at 95 % together err in 7.5 of 100 claims at most.
AGAIN, AGAIN_ERROR = 12, 0.5


#: What a claim's source has in it → the document's name; the first that fits.
DOCUMENTS = {
    "CoSENT blog": "CoSENT, blog post",
    "CoSENT": "CoSENT, paper",
    "RankEncoder": "RankEncoder",
    "Contexts": "Similarity from contexts",
    "Zhang & Li": "Regression framework",
}
OURS = "Our own questions"


@dataclass(frozen=True)
class Contrast:
    """Cell ``a`` against cell ``b``; a cell is (row, column), the margin is in metric units.

    ``greater``: a - b lies above ``margin`` (0: simply better; negative: not much worse).
    ``equivalent``: a - b lies within ±``margin``.
    ``table`` names the experiment that has the cells, where the claim stands in another: readings
    and encoders are lines of evidence under one claim.
    """

    a: CellName
    b: CellName
    margin: float = 0.0
    kind: str = "greater"
    table: str = ""

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
        """Say the contrast in one line, the margin in metric units."""
        return self.told()

    def told(self, times: float = 1.0) -> str:
        """Say the contrast in one line, the margin in the unit of a table that prints ``times``."""
        a, b = " / ".join(self.a), " / ".join(self.b)
        if self.a[1] == self.b[1]:
            a, b = self.a[0], f"{self.b[0]} on {self.b[1]}"
        margin = f"{self.margin * times:g}"
        if self.kind == "equivalent":
            return f"{a} and {b} equal within ±{margin}"
        return f"{a} > {b}" + (f" by more than {margin}" if self.margin else "")


@dataclass(frozen=True)
class Claim:
    """A sentence (``text``), where it stands (``source``), and the contrasts that test it.

    ``strength`` follows the document's word: *can, may, could* is met where ``one`` contrast
    holds, *typically, generally* where ``most`` do, *all* or a plain statement where ``all`` do.
    ``quote`` is the document's own sentence or its cells; ``ours`` marks a question of our own,
    which no document answers and which is counted apart.

    ``again`` names columns that are looked at a second time, with `AGAIN` seeds: only where the
    first look left a contrast undecided and the seeds were the larger part of its chance. Where
    that is true of one contrast of a column and not of another, it has the contrast itself.
    """

    text: str
    source: str
    contrasts: tuple[Contrast, ...]
    strength: str = "all"
    quote: str = ""
    ours: bool = False
    again: tuple[str | Contrast, ...] = ()

    def __post_init__(self):
        """Take a list of contrasts as well as a tuple, but not none."""
        object.__setattr__(self, "contrasts", tuple(self.contrasts))
        if not self.contrasts:
            raise UserError(f"claim {self.text!r} has no contrast, so nothing could test it")
        if self.strength not in STRENGTHS:
            raise UserError(f"claim {self.text!r}: strength is one of {', '.join(STRENGTHS)}")
        unknown = set(self.again) - {contrast.a[1] for contrast in self.contrasts}
        unknown -= set(self.contrasts)
        if unknown:
            named = ", ".join(sorted(map(str, unknown)))
            raise UserError(f"claim {self.text!r} has no {named} to look again at")

    def twice(self, contrast: Contrast) -> bool:
        """Whether this contrast of the claim is looked at a second time."""
        return contrast.a[1] in self.again or contrast in self.again

    @property
    def document(self) -> str:
        """The name of the document that claims it, or `OURS`."""
        found = [name for part, name in DOCUMENTS.items() if part in self.source and not self.ours]
        return found[0] if found else OURS


@dataclass(frozen=True)
class Verdict:
    """What came of a claim. Only a ``counted`` verdict says something about the document.

    ``kind`` is a key of `NAMES`, ``label`` its name at the tier.
    """

    label: str
    note: str = ""
    counted: bool = True
    kind: str = ""

    @property
    def text(self) -> str:
        """The label; on the demo tier marked as an illustration."""
        if self.counted or self.label == NOT_RUN:
            return self.label
        return f"Illustration: {self.label.lower()}"

    @property
    def slug(self) -> str:
        """The label as a CSS class: ``opposite-seen``, ``illustration``."""
        shown = self.label if self.counted or self.label == NOT_RUN else "illustration"
        return shown.lower().replace(" ", "-")


def judge(outcomes: Sequence[str], tier: str = "lab", strength: str = "all") -> Verdict:
    """Verdict of a claim from the outcomes of its contrasts.

    ===========================================================  =====================
    outcomes                                                     verdict at the lab
    ===========================================================  =====================
    at least one is not run                                      Not run
    as many hold as the strength asks (all, most, one)           Seen at small scale
    as many fail (all; most; for *one*: all, too)                Opposite seen
    some hold or are smaller than claimed, none fails            Seen in part
    some hold or are smaller than claimed, some fail             Mixed
    some fail, none holds                                        Opposite seen in part
    at least one is undecided                                    Undecided
    all else: every one is not testable here                     Not testable here
    ===========================================================  =====================

    A half-run claim stays *Not run*: its verdict might turn as the other runs arrive. Contrasts
    that are not testable count among those of which all, or most, must hold. Demo verdicts are not
    counted, because the demo's generator was built to show the effect. The paper tier's names
    (`NAMES`) follow from the same table.
    """
    unknown = set(outcomes) - set(OUTCOMES)
    if unknown or not outcomes:
        raise UserError(f"outcomes must be some of {', '.join(OUTCOMES)}; got {list(outcomes)}")
    count = {outcome: list(outcomes).count(outcome) for outcome in OUTCOMES}
    total = len(outcomes)
    kind = _kind(count, total, strength)
    label = NAMES[kind][tier == "paper"]
    if kind == "not run":
        note = f"{total - count[MISSING]} of {total} contrasts run with all seeds"
        return Verdict(label, note, False, kind)
    parts = [f"{count[o]} of {total} {o}" for o in OUTCOMES if count[o]]
    return Verdict(label, ", ".join(parts), tier != "demo", kind)


def _kind(count: dict[str, int], total: int, strength: str) -> str:
    most = total // 2 + 1
    seen, failed = count[HOLDS], count[FAILS]
    some = seen + count[SMALLER]
    if count[MISSING]:
        return "not run"
    if seen >= {"all": total, "most": most, "one": 1}[strength]:
        return "seen"
    if failed >= {"all": total, "most": most, "one": total}[strength]:
        return "opposite"
    if some:
        return "mixed" if failed else "part"
    if failed:
        return "opposite in part"
    return "undecided" if count[OPEN] else "untestable"


def at_floor(lower_bounds: Sequence[float], floor: float = FLOOR) -> bool:
    """Whether a set tells nothing: no method's lower bound lies above ``floor`` (Spearman).

    Where no method has learned the task, which of them is less bad is noise.
    """
    return not any(bound > floor for bound in lower_bounds)
