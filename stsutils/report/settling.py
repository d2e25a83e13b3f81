"""How the lines of one claim come out together: arithmetic on their estimates, no ledger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.claims import Contrast
from stsutils.claims.verdict import Line
from stsutils.report.earlier import Earlier
from stsutils.statistics import Estimate, holm_levels

LEVEL = 0.95  # of every interval that is shown


@dataclass(frozen=True)
class Judged:
    """A line as measured: its outcome at 95 %, and once run its estimate.

    ``contrast`` is what was judged; ``beyond`` its outcome against the margin that we ``declared``
    beside a document that names none, "" where there is no such margin. ``level`` is the one that
    it faces in Holm's order within the claim, ``firm`` whether the outcome is the same there.
    ``beside`` has the estimates at the settings that validation cannot tell from the chosen ones:
    the outcome is the same at all of them, or else open. ``pending`` such settings are to be run.
    ``where`` names the table that it stands in, if that is not the claim's own, ``without`` the
    sets that an average leaves out, ``conditions`` how its two cells were made; ``again``: with
    more seeds than its table; ``average``: of means over several sets; ``first``: its
    result with a smaller budget.
    """

    contrast: Contrast
    outcome: str
    estimate: Estimate | None = None
    firm: bool = False
    level: float = LEVEL
    beyond: str = ""
    declared: float = 0.0
    beside: tuple[Estimate, ...] = ()
    pending: int = 0
    times: float = 100.0
    where: str = ""
    without: str = ""
    conditions: str = ""
    again: bool = False
    average: bool = False
    first: Earlier | None = None

    def told(self) -> str:
        """The line in words, in the unit of its table."""
        without = f" (without {self.without})" if self.without else ""
        return self.where + self.contrast.told(self.times) + without

    def interval(self) -> tuple[float, float]:
        """The plain interval, in the unit of the table; that of two one-sided tests if equal."""
        narrow = self.contrast.kind == "equivalent" and self.outcome == claims.HOLDS
        low, high = self.estimate.interval(2 * LEVEL - 1 if narrow else LEVEL)
        return low * self.times, high * self.times

    @property
    def line(self) -> Line:
        """What the claim's verdict needs to know of it."""
        return Line(self.outcome, self.firm)


def settle(
    contrasts: Sequence[Contrast],
    estimates: Sequence[Estimate | None],
    tested: Sequence[bool | None],
    sign_only: bool = False,
    beside: Sequence[Sequence[Estimate]] = (),
) -> list[Judged]:
    """Outcomes of one claim's lines, at 95 % and in Holm's order over all of them.

    ``tested``: whether each line can tell anything, None where a training that would say so is to
    be run. ``beside`` has further estimates of each, at settings that are as good: a line holds or
    fails only if it does so at all of them. ``sign_only`` judges the sign of each difference; how
    it stands to the declared margin is told beside it.
    """
    judged = [_sign_of(c) if sign_only else c for c in contrasts]
    measured = list(zip(judged, estimates, strict=True))
    p = [1.0 if e is None else e.p_value(c.margin, c.kind) for c, e in measured]
    levels = holm_levels(p, LEVEL).tolist()
    lines = []
    beside = beside or [()] * len(contrasts)
    for declared, (c, e), able, level, others in zip(
        contrasts, measured, tested, levels, beside, strict=True
    ):
        if e is None or able is None:
            lines.append(Judged(c, claims.MISSING, e))
        elif not able:
            lines.append(Judged(c, claims.UNTESTED, e))
        else:
            outcome = _agreed(c, [e, *others], LEVEL)
            firm = outcome == _agreed(c, [e, *others], level)
            line = Judged(c, outcome, e, firm, level, beside=tuple(others))
            if c is not declared:
                beyond = _agreed(declared, [e, *others], LEVEL)
                line = replace(line, beyond=beyond, declared=declared.margin)
            lines.append(line)
    return lines


def _agreed(contrast: Contrast, estimates: Sequence[Estimate], level: float) -> str:
    """The outcome that all estimates share, or open."""
    outcomes = {e.outcome(contrast.margin, contrast.kind, level) for e in estimates}
    return outcomes.pop() if len(outcomes) == 1 else claims.OPEN


def _sign_of(contrast: Contrast) -> Contrast:
    """The contrast without its margin, if that asks for more than the sign."""
    asks_more = contrast.kind == "greater" and contrast.margin > 0
    return replace(contrast, margin=0.0) if asks_more else contrast
