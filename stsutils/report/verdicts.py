"""Verdicts: contrasts from the ledger, corrected within their table, judged claim by claim."""

import functools
import html
import math
import tomllib
from dataclasses import dataclass
from importlib import resources

from stsutils import claims
from stsutils.claims import Claim, Contrast, Verdict
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load, names
from stsutils.ledger import Ledger
from stsutils.report.markup import Html, sign
from stsutils.report.measured import Measured, difference, read_cells
from stsutils.statistics import Decision, Estimate, decide_together


@dataclass(frozen=True)
class Judged:
    """A contrast as measured: its outcome, and once run its estimate and what Holm left of it."""

    contrast: Contrast
    outcome: str
    estimate: Estimate | None = None
    decision: Decision | None = None
    floor: bool = False


@dataclass(frozen=True)
class ClaimVerdict:
    """A claim, its verdict, and the contrasts that led to it."""

    claim: Claim
    verdict: Verdict
    contrasts: tuple[Judged, ...]


def verdicts(
    experiment: Experiment | str,
    tier: str = "lab",
    ledger: Ledger | None = None,
    level: float = 0.95,
) -> list[ClaimVerdict]:
    """Every claim of a table with its verdict.

    Holm's correction runs over all contrasts that the table declares for this tier, each once. One
    that nobody has run, or not with all seeds that the experiment declares, counts with p = 1, so
    leaving runs out never helps a claim; one whose cells the tier does not offer is no part of the
    family. A column at its floor
    (:func:`stsutils.claims.at_floor`) leaves its contrasts undecided.
    """
    experiment = load(experiment)
    found = read_cells(experiment, tier, ledger)
    family = list(dict.fromkeys(c for claim in experiment.claims for c in claim.contrasts))
    every = set().union(*(experiment.at(t) for t in TIERS))
    for contrast in family:
        for cell in (contrast.a, contrast.b):
            if cell not in every:
                raise UserError(f"experiment {experiment.name!r}: a claim names no cell {cell}")
    offered = experiment.at(tier)
    family = [c for c in family if c.a in offered and c.b in offered]
    estimates = [_measured(found.get(c.a), found.get(c.b), experiment.seeds) for c in family]
    decisions = decide_together(
        [(e, c.margin, c.kind) for c, e in zip(family, estimates, strict=True)], level
    )
    low_columns = _floors(experiment, found, level)
    judged = {
        c: _judge(c, e, decision, low_columns)
        for c, e, decision in zip(family, estimates, decisions, strict=True)
    }
    out = []
    for claim in experiment.claims:
        parts = tuple(judged.get(c) or Judged(c, claims.MISSING) for c in claim.contrasts)
        verdict = claims.judge([part.outcome for part in parts], tier)
        if any(part.floor for part in parts):
            note = f"{verdict.note}; at the floor: no method above {experiment.floor:g}"
            verdict = Verdict(verdict.label, note, verdict.counted)
        out.append(ClaimVerdict(claim, verdict, parts))
    return out


def all_claims(tiers=("lab", "paper"), ledger: Ledger | None = None, only=None):
    """DataFrame of every claim of the book, one row a claim and tier.

    Columns: experiment, claim, source, tier, verdict, note, counted, slug.
    """
    import pandas as pd

    rows = []
    for name in names() if only is None else only:
        experiment = load(name)
        for tier in tiers:
            for one in verdicts(experiment, tier, ledger) if experiment.at(tier) else ():
                claim, found = one.claim, one.verdict
                place = name, claim.text, claim.source, tier
                rows.append((*place, found.text, found.note, found.counted, found.slug))
    columns = ["experiment", "claim", "source", "tier", "verdict", "note", "counted", "slug"]
    return pd.DataFrame(rows, columns=columns)


@functools.cache
def reasons() -> dict[str, dict[str, str]]:
    """Experiment → claim → why we believe the lab where it contradicts the claim."""
    text = resources.files("stsutils.experiments").joinpath("reasons.toml").read_text("utf-8")
    found = tomllib.loads(text)
    return {name: {c: why.strip() for c, why in own.items()} for name, own in found.items()}


def badge(verdict: Verdict | ClaimVerdict) -> Html:
    """The verdict as HTML (:func:`stsutils.report.markup.sign`)."""
    verdict = verdict.verdict if isinstance(verdict, ClaimVerdict) else verdict
    return sign(verdict.text, verdict.slug, verdict.note)


def html_verdicts(experiment: Experiment | str, tier: str = "lab", ledger=None) -> Html:
    """The claims of a table as HTML: badge, claim, source, and each contrast with its interval.

    The contrasts of a claim of which nothing is run are folded: they say only what is to be run.
    Where the lab contradicts a claim, it follows why we believe the lab.
    """
    experiment = load(experiment)
    items = []
    for one in verdicts(experiment, tier, ledger):
        parts = "".join(f"<li>{_line(part, experiment.times)}</li>" for part in one.contrasts)
        parts = f"<ul>{parts}</ul>"
        if len(one.contrasts) > 1 and all(part.estimate is None for part in one.contrasts):
            summary = f"<summary>{len(one.contrasts)} comparisons, none run</summary>"
            parts = f"<details>{summary}{parts}</details>"
        if one.verdict.label == claims.NOT_REPRODUCED and tier == "lab":
            why = reasons().get(experiment.name, {}).get(one.claim.text)
            parts += f"<p>Why we believe it: {html.escape(why)}</p>" if why else ""
        items.append(
            f"<li>{badge(one)} {html.escape(one.claim.text)} "
            f"<cite>{html.escape(one.claim.source)}</cite>{parts}</li>"
        )
    return Html(f'<ul class="sts-verdicts">{"".join(items)}</ul>')


def _line(part: Judged, times: float) -> str:
    text = f"{html.escape(str(part.contrast))}: {part.outcome}"
    if part.estimate is None:
        return text
    if math.isnan(part.estimate.value):
        return f"{text} (a seed without a number)"
    text += f" ({part.estimate.value * times:+.2f}"
    if math.isfinite(part.decision.low):
        low, high = part.decision.low * times, part.decision.high * times
        text += f", {part.decision.level:.1%} interval {low:+.2f} to {high:+.2f}"
    return text + (")" if not part.floor else "; at the floor)")


def _measured(a: Measured | None, b: Measured | None, seeds: int) -> Estimate | None:
    """a - b, or None where a seed is still to be run: with it the verdict might turn."""
    found = difference(a, b) if a and b else None
    return found if found and found.seeds >= seeds else None


def _judge(contrast: Contrast, e: Estimate | None, decision: Decision | None, low_columns: set):
    if e is None:
        return Judged(contrast, claims.MISSING)
    floor = bool({contrast.a[1], contrast.b[1]} & low_columns)
    return Judged(contrast, claims.OPEN if floor else decision.outcome, e, decision, floor)


def _floors(experiment: Experiment, found: dict, level: float) -> set[str]:
    """The columns where no method has learned the task."""
    if experiment.floor is None:
        return set()
    bounds: dict[str, list[float]] = {}
    for (_, column), measured in found.items():
        bounds.setdefault(column, []).append(measured.estimate().interval(level)[0])
    return {c for c, lows in bounds.items() if claims.at_floor(lows, experiment.floor)}
