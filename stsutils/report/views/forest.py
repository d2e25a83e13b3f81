"""All claims in one picture: a line each, with the intervals that its verdict used.

The picture is a table of HTML with small drawings, so that it has the page's colours, can be read
aloud, and breaks on a phone.
"""

import math
from collections.abc import Sequence

from stsutils import claims
from stsutils.report.markup import Html, rendered
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict, badge, every_verdict, verdict, words

#: Half of the drawn axis in units of a table, mostly points of ρ × 100; beyond stands an arrow.
REACH = 25.0
#: A drawing's width and the height of one contrast in it, in pixels.
WIDTH, LINE = 240, 9
TICKS = (-20, -5, 0, 5, 20)
#: How a drawing is read; the axis is a square root.
KEY = (
    "A line is one comparison with its interval, minus its margin. Right of the "
    "middle: as claimed. ● holds · ○ open · × fails · ▶ beyond the axis · pale: not tested, mostly "
    "as nothing was learned · band: the margin within which two are equal. The axis is squeezed: "
    "20 stands only twice as far out as 5."
)


def html_forest(ours: bool = False) -> Html:
    """Every claim that was run, by verdict: each contrast minus its margin, with its interval.

    Right of the middle line a contrast says what is claimed. Of *equal within a margin* the
    difference itself is drawn, with the margin as a band. The axis is drawn as a square root, so
    that small differences can be seen beside large ones. ``ours`` shows the claims that stand
    beside the five documents instead.
    """
    run = [one for _, one in every_verdict() if one.verdict.kind != "not run"]
    shown = [one for one in run if one.claim.ours == ours]
    shown.sort(key=lambda one: claims.KINDS.index(one.verdict.kind))
    what = "questions" if ours else "claims"
    return _drawn(shown, f"{len(shown)} {what} with small encoders. {KEY}")


def html_findings(slugs: Sequence[str]) -> Html:
    """The same for the claims with these slugs, in this order."""
    return _drawn([verdict(slug) for slug in slugs], f"Ours with small encoders. {KEY}")


def _drawn(shown: Sequence[ClaimVerdict], caption: str) -> Html:
    ticks = [(f"{tick:+d}" if tick else "0", _place(tick)) for tick in TICKS]
    rows = []
    for one in shown:
        parts = [part for part in one.contrasts if part.estimate is not None]
        known = [(i, part) for i, part in enumerate(parts) if not math.isnan(part.estimate.value)]
        marks = [_mark(part, LINE * i + LINE // 2 + 3) for i, part in known]
        rows.append((one, LINE * len(parts) + 6, "; ".join(map(_said, parts)), marks))
    sizes = {"width": WIDTH, "ticks": ticks, "rows": rows}
    return rendered("forest.html", caption=caption, badge=badge, words=words, **sizes)


def _place(value: float) -> float:
    """Pixels from the left; values beyond the axis stand at its ends."""
    share = math.copysign(math.sqrt(min(abs(value), REACH) / REACH), value)
    return round(WIDTH / 2 * (1 + 0.96 * share), 1)


def _beyond(part: Judged, number: float) -> float:
    """How far a number lies beyond the margin that it must beat, in the unit of its table."""
    margin = part.contrast.margin if part.contrast.kind == "greater" else 0.0
    return (number - margin) * part.times


def _said(part: Judged) -> str:
    number, kind = _beyond(part, part.estimate.value), part.contrast.kind
    than = "beyond the margin" if kind == "greater" else "apart"
    return f"{part.in_words()}: {number:+.1f} {than}, {part.outcome}"


def _mark(part: Judged, y: int) -> dict:
    """A contrast's interval, its band, and a shape that tells its outcome; arrows lie beyond."""
    value = _beyond(part, part.estimate.value)
    shapes = {claims.HOLDS: "dot", claims.FAILS: "cross"}
    arrow = "right" if value > REACH else "left" if value < -REACH else ""
    low, high = (_place(_beyond(part, end / part.times)) for end in part.interval())
    band = None
    if part.contrast.kind == "equivalent":
        left, right = (_place(sign * part.contrast.margin * part.times) for sign in (-1, 1))
        band = left, round(right - left, 1)
    return {
        "x": _place(value),
        "y": y,
        "low": low,
        "high": high,
        "kind": "idle" if part.outcome == claims.UNTESTED else "tested",
        "shape": arrow or shapes.get(part.outcome, "ring"),
        "band": band,
    }
