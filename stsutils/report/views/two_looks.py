"""Claims that were looked at twice, with both verdicts."""

from dataclasses import replace

from stsutils.experiments import load, names
from stsutils.ledger import Ledger
from stsutils.report.bench import Bench
from stsutils.report.markup import Html, build_table, counted
from stsutils.report.verdicts import ClaimVerdict, badge, judged, words


def two_looks(
    tier: str = "lab", ledger: Ledger | None = None
) -> list[tuple[ClaimVerdict, ClaimVerdict | None]]:
    """Each such claim's first verdict, and its second: None while a seed is to be run."""
    bench, found = Bench(tier, ledger), []
    for home in map(load, names()):
        for claim in home.claims if home.at(tier) else ():
            if not claim.again:
                continue
            first = replace(judged(home, replace(claim, again=()), bench), claim=claim)
            second = judged(home, claim, bench)
            found.append((first, second if second.level != first.level else None))
    return found


def html_two_looks(tier: str = "lab", ledger: Ledger | None = None) -> Html:
    """The same as a table, with the seeds of each look."""
    rows = []
    for first, second in two_looks(tier, ledger):
        again = _said(second) if second else "to be run"
        rows.append((words(first.claim), _said(first), again))
    table = build_table("Claims that were looked at twice", ("claim", "first", "second"), rows)
    return Html(f'<div class="sts-claims">{table}</div>')


def _said(one: ClaimVerdict) -> Html:
    """The verdict, and the seeds of what is looked at twice."""
    twice = [part for part in one.contrasts if one.claim.twice(part.contrast)]
    seeds = [part.estimate.seeds for part in twice if part.estimate]
    return Html(f"{badge(one)} {counted(max(seeds))}") if seeds else badge(one)
