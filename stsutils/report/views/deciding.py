"""What would decide the open claims, and what more seeds have decided."""

import html
import math
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.experiments import load, names
from stsutils.report.bench import Bench
from stsutils.report.markup import Html, build_table, counted
from stsutils.report.settling import Judged
from stsutils.report.verdicts import ClaimVerdict, badge, every_verdict, judged, words

#: More seeds than this, or more times the test pairs, are no plan for a table of this book.
MOST_SEEDS, MOST_TIMES = 20, 10


@dataclass(frozen=True)
class Need:
    """An open comparison, with what would decide it if its mean and spreads stayed.

    ``seeds``: how many, None where `MOST_SEEDS` would not. ``times``: how many times as many test
    pairs, beside `MOST_SEEDS` seeds; None where seeds do or where `MOST_TIMES` would not.
    """

    claim: ClaimVerdict
    part: Judged
    seeds: int | None = None
    times: int | None = None

    def told(self) -> str:
        """``9 seeds (now 5)``, ``3 × the test pairs``, or that the difference is at the margin."""
        if self.seeds:
            return f"{counted(self.seeds)} (now {self.part.estimate.seeds})"
        if self.times:
            return f"{self.times} × the test pairs, and {MOST_SEEDS} seeds"
        return "the difference lies at the margin"


def needs(tier: str = "lab") -> list[Need]:
    """Every open comparison of the open claims, in the order of the book."""
    return [
        _need(one, part)
        for _, one in every_verdict(tier)
        if one.verdict.kind == "open"
        for part in one.contrasts
        if part.outcome == claims.OPEN and not part.beside
        if part.estimate and math.isfinite(part.estimate.se)
    ]


def _need(one: ClaimVerdict, part: Judged) -> Need:
    e, test = part.estimate, (part.contrast.margin, part.contrast.kind)
    if seeds := e.seeds_to_decide(*test, most=MOST_SEEDS):
        return Need(one, part, seeds=seeds)
    for times in range(2, MOST_TIMES + 1):
        if e.with_pairs(times).with_seeds(MOST_SEEDS).outcome(*test) != "open":
            return Need(one, part, times=times)
    return Need(one, part)


def html_needs(open_lines: list[Need]) -> Html:
    """A row for each comparison: the claim, the difference with its interval, what it needs."""
    rows, last = [], None
    for need in open_lines:
        part = need.part
        low, high = (end * part.times for end in part.estimate.interval())
        gap = f"{part.estimate.value * part.times:+.1f} [{low:+.1f}, {high:+.1f}]"
        claim = "" if need.claim is last else f"{words(need.claim.claim)}<br>"
        rows.append((Html(claim + html.escape(part.told())), gap, need.told()))
        last = need.claim
    heads = ("claim and comparison", "measured", "would be decided by")
    return build_table("What would decide the open claims", heads, rows, kind="sts-claims")


def two_looks(tier: str = "lab") -> list[tuple[ClaimVerdict, ClaimVerdict | None]]:
    """Each twice-tested claim's first verdict, and its second: None while a seed is to be run."""
    bench, looks = Bench(tier), []
    for home in map(load, names()):
        for claim in home.claims if home.at(tier) else ():
            if claim.again:
                first = replace(judged(home, replace(claim, again=()), bench), claim=claim)
                second = judged(home, claim, bench)
                looks.append(
                    (first, second if any(part.again for part in second.contrasts) else None)
                )
    return looks


def html_two_looks(tier: str = "lab") -> Html:
    """The same as a table, with the seeds of each look."""
    rows = [
        (words(first.claim), _seen(first), _seen(second) if second else "to be run")
        for first, second in two_looks(tier)
    ]
    heads = ("claim", "with its table's seeds", f"with {claims.AGAIN}")
    return build_table(
        "Claims that have more seeds than their table", heads, rows, kind="sts-claims"
    )


def _seen(one: ClaimVerdict) -> Html:
    """The verdict, and the most seeds of its lines."""
    seeds = [part.estimate.seeds for part in one.contrasts if part.estimate]
    return Html(f"{badge(one)} {counted(max(seeds))}") if seeds else badge(one)
