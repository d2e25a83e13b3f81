"""What would decide the open claims, and what more seeds have decided."""

import html
import math
from dataclasses import replace

from stsutils import claims
from stsutils.experiments import load, names
from stsutils.report.markup import Html, build_table, counted
from stsutils.report.measured import TIER
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict, badge, every_verdict, judged, words
from stsutils.statistics import Estimate

#: More seeds than this, or more times the test pairs, are no plan for a table of this book.
MOST_SEEDS, MOST_TIMES = 20, 10


def wanted(e: Estimate, margin: float, kind: str) -> tuple[int, int]:
    """Seeds, and times as many test pairs, that decide it if its mean and spreads stay; 0, 0: none.

    More pairs stand beside `MOST_SEEDS` seeds.
    """
    if seeds := e.seeds_to_decide(margin, kind, most=MOST_SEEDS):
        return seeds, 1
    for times in range(2, MOST_TIMES + 1):
        if e.with_pairs(times).with_seeds(MOST_SEEDS).outcome(margin, kind) != "open":
            return MOST_SEEDS, times
    return 0, 0


def needs() -> list[tuple[ClaimVerdict, Judged, str]]:
    """Every open comparison of the open claims, in the order of the book, and what decides it."""
    return [
        (one, part, _words(part))
        for _, one in every_verdict()
        if one.verdict.kind == "open"
        for part in one.contrasts
        if part.outcome == claims.OPEN and not part.beside
        if part.estimate and math.isfinite(part.estimate.se)
    ]


def _words(part: Judged) -> str:
    """``9 seeds (now 5)``, ``3 × the test pairs``, or that neither decides it."""
    seeds, times = wanted(part.estimate, part.contrast.margin, part.contrast.kind)
    if times > 1:
        return f"{times} × the test pairs, and {seeds} seeds"
    now = f"{counted(seeds)} (now {part.estimate.seeds})"
    return now if seeds else f"not even {MOST_SEEDS} seeds and {MOST_TIMES} × the pairs"


def html_needs(open_lines: list[tuple[ClaimVerdict, Judged, str]]) -> Html:
    """A row for each comparison: the claim, the difference with its interval, what it needs."""
    rows, last = [], None
    for one, part, need in open_lines:
        low, high = (end * part.times for end in part.estimate.interval())
        gap = f"{part.estimate.value * part.times:+.1f} [{low:+.1f}, {high:+.1f}]"
        claim = "" if one is last else f"{words(one.claim)}<br>"
        rows.append((Html(claim + html.escape(part.in_words())), gap, need))
        last = one
    heads = ("claim and comparison", "measured", "would be decided by")
    return build_table("What would decide the open claims", heads, rows, kind="sts-claims")


def two_looks() -> list[tuple[ClaimVerdict, ClaimVerdict | None]]:
    """Each twice-tested claim's first verdict, and its second: None while a seed is to be run."""
    looks = []
    for home, claim in ((h, one) for h in map(load, names()) for one in h.claims if one.again):
        first = replace(judged(home, replace(claim, again=()), TIER), claim=claim)
        second = judged(home, claim, TIER)
        looks.append((first, second if any(p.again for p in second.contrasts) else None))
    return looks


def html_two_looks() -> Html:
    """The same as a table, with the seeds of each look."""
    rows = [
        (words(first.claim), _seen(first), _seen(second) if second else "to be run")
        for first, second in two_looks()
    ]
    heads = ("claim", "with its table's seeds", f"with {claims.AGAIN}")
    caption = "Claims that have more seeds than their table"
    return build_table(caption, heads, rows, kind="sts-claims")


def _seen(one: ClaimVerdict) -> Html:
    """The verdict, and the most seeds of its lines."""
    seeds = [part.estimate.seeds for part in one.contrasts if part.estimate]
    return Html(f"{badge(one)} {counted(max(seeds))}") if seeds else badge(one)
