"""All claims in one picture: a line each, with the intervals that its verdict used.

The picture is a table of HTML with small drawings, so that it has the page's colours, can be read
aloud, and breaks on a phone.
"""

import html
import math
from collections.abc import Sequence

from stsutils import claims
from stsutils.ledger import Ledger
from stsutils.report.markup import WITH, Html, line_of
from stsutils.report.verdicts import ClaimVerdict, Judged, badge, every_verdict, verdict, words

#: Half of the drawn axis in units of a table, mostly points of ρ × 100; beyond stands an arrow.
REACH = 25.0
#: A drawing's width and the height of one contrast in it, in pixels.
WIDTH, LINE = 240, 9
TICKS = (-20, -5, 0, 5, 20)
#: How a drawing is read; the axis is a square root.
KEY = (
    "A line is one comparison with its interval, less the margin that was declared. Right of the "
    "middle: as claimed. ● holds · ○ undecided · × fails · ▶ beyond the axis · pale: not testable, "
    "as nothing was learned · band: the margin within which two are equal. The axis is squeezed: "
    "20 stands only twice as far out as 5."
)


def html_forest(tier: str = "lab", ledger: Ledger | None = None, ours: bool = False) -> Html:
    """Every claim that was run, by verdict: each contrast less its margin, with its interval.

    Right of the middle line a contrast says what is claimed. Of *equal within a margin* the
    difference itself is drawn, with the margin as a band. The axis is drawn as a square root, so
    that small differences can be seen beside large ones. ``ours`` shows our own questions instead.
    """
    found = [
        one
        for _, one in every_verdict(tier, ledger)
        if one.verdict.kind != "not run" and one.claim.ours == ours
    ]
    kinds = list(claims.NAMES)
    found.sort(key=lambda one: kinds.index(one.verdict.kind))
    return _table(found, f"{len(found)} {'questions' if ours else 'claims'} {WITH[tier]}. {KEY}")


def html_findings(slugs: Sequence[str], tier: str = "lab", ledger: Ledger | None = None) -> Html:
    """The same for the claims with these slugs, in this order."""
    found = [verdict(slug, tier, ledger) for slug in slugs]
    return _table(found, f"Ours {WITH[tier]}. {KEY}")


def _table(found: Sequence[ClaimVerdict], caption: str) -> Html:
    rows = "".join(
        line_of([], (badge(one), words(one.claim), _drawing(one))).replace(
            "<tr>", f'<tr class="sts-forest-{one.verdict.slug}">'
        )
        for one in found
    )
    top = line_of(("verdict", "claim", _axis()), scope="col")
    return Html(
        f'<div class="sts-table"><table class="dataframe sts-forest"><caption>{caption}</caption>'
        f"<thead>{top}</thead><tbody>{rows}</tbody></table></div>"
    )


def _place(value: float) -> float:
    """Pixels from the left; values beyond the axis stand at its ends."""
    share = math.copysign(math.sqrt(min(abs(value), REACH) / REACH), value)
    return round(WIDTH / 2 * (1 + 0.96 * share), 1)


def _axis() -> Html:
    marks = "".join(
        f'<text x="{_place(t)}" y="10" text-anchor="middle">{t:+d}</text>'.replace("+0", "0")
        for t in TICKS
    )
    return Html(
        f'difference less its margin<svg viewBox="0 0 {WIDTH} 12" aria-hidden="true">{marks}</svg>'
    )


def _drawing(one: ClaimVerdict) -> Html:
    parts = [part for part in one.contrasts if part.estimate is not None]
    height = LINE * len(parts) + 6
    drawn = "".join(_contrast(part, LINE * i + LINE // 2 + 3) for i, part in enumerate(parts))
    middle = _place(0)
    said = html.escape("; ".join(_said(part) for part in parts))
    return Html(
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">'
        f'<line class="sts-forest-middle" x1="{middle}" x2="{middle}" y1="0" y2="{height}"/>'
        f"{drawn}</svg>"
    )


def _off(part: Judged) -> float:
    """What is taken off a difference, in metric units: the margin that it must beat."""
    return part.contrast.margin if part.contrast.kind == "greater" else 0.0


def _said(part: Judged) -> str:
    number = (part.estimate.value - _off(part)) * part.times
    return f"{part.told()}: {number:+.1f} beyond the margin, {part.outcome}"


def _contrast(part: Judged, y: int) -> str:
    value, low, high = (
        (number - _off(part)) * part.times
        for number in (part.estimate.value, part.decision.low, part.decision.high)
    )
    if math.isnan(value):
        return ""
    band = ""
    if part.contrast.kind == "equivalent":
        left, right = (_place(sign * part.contrast.margin * part.times) for sign in (-1, 1))
        place = f'x="{left}" y="{y - 4}" width="{round(right - left, 1)}" height="8"'
        band = f'<rect class="sts-forest-band" {place}/>'
    idle = part.outcome == claims.UNTESTABLE
    kind = "sts-forest-idle" if idle else "sts-forest-tested"
    ends = f'x1="{_place(low)}" x2="{_place(high)}" y1="{y}" y2="{y}"'
    return f'{band}<g class="{kind}"><line {ends}/>{_mark(value, part.outcome, y)}</g>'


def _mark(value: float, outcome: str, y: int) -> str:
    """A shape by outcome: a dot holds, a cross fails, a hollow dot is undecided; arrows beyond."""
    x = _place(value)
    if abs(value) > REACH:
        tip = 4 if value > 0 else -4
        return f'<path d="M{x - tip} {y - 4}L{x + tip / 2} {y}L{x - tip} {y + 4}Z"/>'
    if outcome in (claims.FAILS, claims.SMALLER):
        return f'<path d="M{x - 3} {y - 3}L{x + 3} {y + 3}M{x - 3} {y + 3}L{x + 3} {y - 3}"/>'
    hollow = "" if outcome == claims.HOLDS else ' class="sts-forest-hollow"'
    return f'<circle cx="{x}" cy="{y}" r="3"{hollow}/>'
