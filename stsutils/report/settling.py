"""How the contrasts of one claim come out together: arithmetic on their estimates, no ledger."""

from collections.abc import Sequence
from dataclasses import dataclass

from stsutils import claims
from stsutils.claims import Contrast
from stsutils.statistics import Decision, Estimate, decide_together


@dataclass(frozen=True)
class Judged:
    """A contrast as measured: its outcome, and once run its estimate and its interval.

    ``level`` is the one that its p-value faced: Holm's within the claim, or 95 % where all hold.
    ``where`` names the table that it stands in, if that is not the claim's own; ``conditions`` says
    how its two cells were made; ``again``: with the seeds of a second look.
    """

    contrast: Contrast
    outcome: str
    estimate: Estimate | None = None
    decision: Decision | None = None
    times: float = 100.0
    level: float = 0.95
    where: str = ""
    conditions: str = ""
    again: bool = False

    def told(self) -> str:
        """The contrast in one line, in the unit of its table."""
        return self.where + self.contrast.told(self.times)


def settle(
    contrasts: Sequence[Contrast],
    estimates: Sequence[Estimate | None],
    able: Sequence[bool | None],
    level: float = 0.95,
) -> list[Judged]:
    """Outcomes of one claim's contrasts: plainly where all hold or all fail, else by Holm's levels.

    ``able``: whether each is testable, None where a training that would tell is to be run. All take
    part in Holm's count, also those that are not. Chance that makes a contrast seem testable also
    favours that it is decided, so a count of the testable ones alone would err too often; with all
    of them, 1 - ``level`` bounds the error whichever of them are testable.
    """
    tests = [(e, c.margin, c.kind) for c, e in zip(contrasts, estimates, strict=True)]
    plain = [decide_together([test], level)[0] for test in tests]
    alike = {one and one.outcome for one in plain} in ({claims.HOLDS}, {claims.FAILS})
    uncorrected = all(able) and alike
    corrected = plain if uncorrected else decide_together(tests, level)
    parts = []
    for contrast, e, testable, alone, decision in zip(
        contrasts, estimates, able, plain, corrected, strict=True
    ):
        if e is None or testable is None:
            parts.append(Judged(contrast, claims.MISSING, e, alone))
        elif not testable:
            parts.append(Judged(contrast, claims.UNTESTABLE, e, alone))
        else:
            faced = level if uncorrected else _faced(decision, contrast)
            parts.append(Judged(contrast, _outcome(contrast, decision), e, decision, level=faced))
    return parts


def _faced(decision: Decision, contrast: Contrast) -> float:
    """The level that a decision's p-value faced: two one-sided tests show a narrower interval."""
    narrower = (contrast.kind, decision.outcome) == ("equivalent", claims.HOLDS)
    return (1 + decision.level) / 2 if narrower else decision.level


def _outcome(contrast: Contrast, decision: Decision) -> str:
    """As decided; a difference of the claimed sign that is too small is *smaller than claimed*."""
    small = contrast.kind == "greater" and decision.outcome == claims.FAILS and decision.low > 0
    return claims.SMALLER if small else decision.outcome
