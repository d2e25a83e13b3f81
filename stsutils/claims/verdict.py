"""What came of a claim: the truth table from the outcomes of its contrasts to a verdict."""

from collections.abc import Sequence
from dataclasses import dataclass

from stsutils.errors import UserError

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
FLOOR = 0.10


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
