"""What came of a claim: from the outcomes of its lines to one of five words."""

from collections.abc import Sequence
from dataclasses import dataclass

#: How a line comes out.
HOLDS, FAILS, OPEN, UNTESTED, MISSING = "holds", "fails", "open", "not tested", "not run"
OUTCOMES = (HOLDS, FAILS, OPEN, UNTESTED, MISSING)
#: How a claim comes out: five words, and that something is still to be run.
KINDS = ("supported", "mixed", "contradicted", "open", "not tested", "not run")
FLOOR = 0.10


@dataclass(frozen=True)
class Verdict:
    """What came of a claim. Only a ``counted`` verdict says something about the document.

    ``kind`` is one of `KINDS`; ``note`` counts the lines behind it.
    """

    kind: str
    note: str = ""
    counted: bool = True

    @property
    def text(self) -> str:
        """The word as a label; on the demo tier marked as an illustration."""
        if self.counted or self.kind == MISSING:
            return self.kind.capitalize()
        return f"Illustration: {self.kind}"

    @property
    def slug(self) -> str:
        """The word as a CSS class: ``not-tested``, ``illustration``."""
        return self.text.partition(":")[0].lower().replace(" ", "-")


def judge(lines: Sequence, tier: str = "lab", strength: str = "all") -> Verdict:
    """Verdict of a claim from the ``outcome`` of its lines; *firmly* (``firm``): at Holm's level.

    ============  ====================  ====================  =================
    \\             all                   most                  one (*can, may*)
    ============  ====================  ====================  =================
    supported     all lines hold        more than half hold   one holds firmly
                                        firmly
    contradicted  one fails firmly,     half of them or more  all lines fail
                  none holds firmly     fail firmly
    mixed         one fails firmly,
                  one holds firmly
    ============  ====================  ====================  =================

    All else is *open*, also a case that was sought and not met. A claim of which no line is tested
    is *not tested*, one with a line to be run *not run*. A line that is not tested holds for
    nothing: with it not all lines hold. Demo verdicts are not counted, because the demo's rows were
    made to show the effect.
    """
    count = {outcome: sum(line.outcome == outcome for line in lines) for outcome in OUTCOMES}
    total = len(lines)
    if missing := count[MISSING]:
        return Verdict(MISSING, f"{total - missing} of {total} lines run with all seeds", False)
    firm = {o: sum(line.firm and line.outcome == o for line in lines) for o in OUTCOMES}
    kind = _kind(count, firm, total, strength)
    note = f"{count[HOLDS]} of {total} lines" if total > 1 else ""
    if total > 1 and count[UNTESTED]:
        note += f", {count[UNTESTED]} not tested"
    return Verdict(kind, note, tier != "demo")


def _kind(count: dict[str, int], firm: dict[str, int], total: int, strength: str) -> str:
    if count[UNTESTED] == total:
        return "not tested"
    if strength == "one":
        contradicted = count[FAILS] == total
        return "supported" if firm[HOLDS] else "contradicted" if contradicted else "open"
    if strength == "most":
        if 2 * firm[HOLDS] > total:
            return "supported"
        return "contradicted" if 2 * firm[FAILS] >= total else "open"
    if count[HOLDS] == total:
        return "supported"
    if firm[FAILS]:
        return "mixed" if firm[HOLDS] else "contradicted"
    return "open"


def at_floor(lower_bounds: Sequence[float], floor: float = FLOOR) -> bool:
    """Whether a set tells nothing: no method's lower bound lies above ``floor`` (Spearman).

    Where no method has learned the task, which of them is less bad is noise.
    """
    return not any(bound > floor for bound in lower_bounds)
