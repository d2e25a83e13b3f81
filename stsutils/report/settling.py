"""How the lines of one claim come out together: arithmetic on their estimates, no ledger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.claims import Contrast
from stsutils.experiments import parts_of
from stsutils.report.earlier import Earlier
from stsutils.statistics import Estimate, holm_levels

LEVEL = 0.95  # of every interval that is shown


@dataclass(frozen=True)
class Judged:
    """A line as measured, and its outcome at 95 %: that of `settle`, till then not run.

    ``contrast`` is what was judged; ``estimate`` is None where a seed is to be run. ``tested``:
    whether it tells anything (`stsutils.report.learned`), None while that is to be run.
    ``beside`` has the estimates at the settings that validation cannot tell from the chosen ones
    (`stsutils.report.near`): the outcome is the same at all of them, or else open. ``pending`` such
    settings are to be run.

    ``level`` is the one that it faces in Holm's order within the claim, ``firm`` whether the
    outcome is the same there. ``beyond`` is its outcome against the margin that we ``declared``
    beside a document that names none, "" where there is no such margin.

    ``times`` is the factor of its table, ``where`` names that if it is not the claim's own.
    ``cells`` were compared, with so many ``seeds``; ``again``: with more than the table has.
    ``without``: sets that an average leaves out; ``first``: its result with a smaller budget.
    """

    contrast: Contrast
    outcome: str = claims.MISSING
    estimate: Estimate | None = None
    tested: bool | None = None
    beside: tuple[Estimate, ...] = ()
    pending: int = 0
    firm: bool = False
    level: float = LEVEL
    beyond: str = ""
    declared: float = 0.0
    times: float = 100.0
    where: str = ""
    cells: tuple = ()
    seeds: int = 0
    again: bool = False
    without: str = ""
    first: Earlier | None = None

    def in_words(self) -> str:
        """The line in words, in the unit of its table."""
        without = f" (without {self.without})" if self.without else ""
        return self.where + self.contrast.in_words(self.times) + without

    def interval(self) -> tuple[float, float]:
        """The plain interval, in the unit of the table; that of two one-sided tests if equal."""
        narrow = self.contrast.kind == "equivalent" and self.outcome == claims.HOLDS
        low, high = self.estimate.interval(2 * LEVEL - 1 if narrow else LEVEL)
        return low * self.times, high * self.times

    @property
    def decided(self) -> bool:
        """Whether it holds or fails."""
        return self.outcome in (claims.HOLDS, claims.FAILS)

    @property
    def average(self) -> bool:
        """Whether it compares means over several sets."""
        return all(len(parts_of(cell)) > 1 for cell in self.cells)


def settle(lines: Sequence[Judged], sign_only: bool = False) -> list[Judged]:
    """Outcomes of one claim's measured lines, at 95 % and in Holm's order over all of them.

    A line that is as good at further settings holds or fails only if it does so at all of them.
    ``sign_only`` judges the sign of each difference; how it stands to the declared margin is told
    beside it.
    """
    contrasts = [_sign_of(line.contrast) if sign_only else line.contrast for line in lines]
    p = list(map(_p_value, lines, contrasts))
    return list(map(_settled, lines, contrasts, holm_levels(p, LEVEL).tolist()))


def _p_value(line: Judged, contrast: Contrast) -> float:
    """The largest at the settings of a line; 1 where it is open, not tested or to be run."""
    estimates = [line.estimate, *line.beside]
    if not (line.estimate and line.tested) or _agreed(contrast, estimates, LEVEL) == claims.OPEN:
        return 1.0
    return max(one.p_value(contrast.margin, contrast.kind) for one in estimates)


def _settled(line: Judged, contrast: Contrast, level: float) -> Judged:
    """A line as this contrast decides it, at the level that it faces."""
    if line.estimate is None or line.tested is None:
        return replace(line, contrast=contrast, outcome=claims.MISSING)
    if not line.tested:
        return replace(line, contrast=contrast, outcome=claims.UNTESTED)
    estimates = [line.estimate, *line.beside]
    outcome = _agreed(contrast, estimates, LEVEL)
    firm = outcome == _agreed(contrast, estimates, level)
    settled = replace(line, contrast=contrast, outcome=outcome, firm=firm, level=level)
    if contrast is line.contrast:
        return settled
    beyond = _agreed(line.contrast, estimates, LEVEL)
    return replace(settled, beyond=beyond, declared=line.contrast.margin)


def _agreed(contrast: Contrast, estimates: Sequence[Estimate], level: float) -> str:
    """The outcome that all estimates share, or open."""
    outcomes = {e.outcome(contrast.margin, contrast.kind, level) for e in estimates}
    return outcomes.pop() if len(outcomes) == 1 else claims.OPEN


def _sign_of(contrast: Contrast) -> Contrast:
    """The contrast without its margin, if that asks for more than the sign."""
    asks_more = contrast.kind == "greater" and contrast.margin > 0
    return replace(contrast, margin=0.0) if asks_more else contrast
