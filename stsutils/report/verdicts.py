"""Verdicts: contrasts from the ledger, corrected within their claim, judged claim by claim."""

import difflib
import html
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.claims import Claim, Verdict
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Experiment, load, names
from stsutils.report.bench import Bench
from stsutils.report.conditions import told
from stsutils.report.markup import Html, rendered, sign
from stsutils.report.settling import Judged, settle
from stsutils.statistics import false_discovery_rate

LEVEL = 0.95  # of every interval and decision
OPEN = 2  # comparisons of a claim that are shown openly; more are folded
#: The columns of `all_claims`.
COLUMNS = ("experiment", "claim", "source", "tier", "verdict", "note", "counted", "slug", "kind")
COLUMNS += ("ours", "document")


@dataclass(frozen=True)
class ClaimVerdict:
    """A claim, its verdict, the contrasts that led to it, and under which conditions they ran.

    ``level``: the family-wise confidence level, .95, or .975 after a second look.
    """

    claim: Claim
    verdict: Verdict
    contrasts: tuple[Judged, ...]
    conditions: str = ""
    level: float = LEVEL


def verdicts(
    experiment: Experiment | str, tier: str = "lab", own: bool = False
) -> list[ClaimVerdict]:
    """Every claim of a table with its verdict, and those of other tables that look at this one.

    A claim stands alone: Holm's correction runs over its contrasts, so no verdict depends on the
    table that it stands in. Where all contrasts hold (or all fail) at the plain level, the claim
    that all hold needs no correction (an intersection–union test). One contrast that nobody has
    run, or not with all seeds that its table declares, leaves the claim not run; one whose cells
    the tier does not offer is left out, and a claim with none left is not listed.
    A contrast is testable only where a method of it has learned (`stsutils.report.learned`), and
    without a training only where a method is above the floor.
    ``own`` leaves out the claims of other tables.

    Sources: Holm 1979; Berger 1982, Multiparameter hypothesis testing and acceptance sampling.
    """
    bench = Bench(tier)
    about = claims_about(load(experiment), own)
    return [one for home, claim in about if (one := judged(home, claim, bench))]


def verdict(slug: str, tier: str = "lab") -> ClaimVerdict:
    """The verdict of the claim with this slug (`Claim.id`)."""
    every = claims.all_claims()
    if slug not in every:
        near = difflib.get_close_matches(slug, every, n=3)
        hint = f". Did you mean {' or '.join(near)}?" if near else ""
        raise UserError(f"no claim is called {slug!r}{hint}")
    claim = every[slug]
    one = judged(load(claim.table), claim, Bench(tier))
    if one is None:
        raise UserError(f"claim {slug!r} has no cells at the tier {tier!r}")
    return one


def every_verdict(
    tier: str = "lab", tables: Iterable[str] | None = None
) -> Iterator[tuple[Experiment, ClaimVerdict]]:
    """Each claim of some tables, or of the whole book, with its verdict; a record is read once."""
    bench = Bench(tier)
    for home in map(load, names() if tables is None else tables):
        for claim in home.claims if home.at(tier) else ():
            if one := judged(home, claim, bench):
                yield home, one


def claims_about(experiment: Experiment, own: bool = False) -> list[tuple[Experiment, Claim]]:
    """A table's claims, and unless only its ``own`` those of others that have evidence in it."""
    others = [] if own else [load(name) for name in names() if name != experiment.name]
    return [(experiment, claim) for claim in experiment.claims] + [
        (other, claim)
        for other in others
        for claim in other.claims
        if any(contrast.table == experiment.name for contrast in claim.contrasts)
    ]


def judged(home: Experiment, claim: Claim, bench: Bench) -> ClaimVerdict | None:
    """The verdict of one claim, None where the tier has none of its cells."""
    # the contrasts whose cells the tier offers, each with the table that has them
    placed, cells = [], []
    for contrast in claim.contrasts:
        table = load(contrast.table) if contrast.table else home
        offered = [table.at(bench.tier).get(name) for name in (contrast.a, contrast.b)]
        for name in (contrast.a, contrast.b):
            if not any(name in table.at(tier) for tier in TIERS):
                raise UserError(f"experiment {table.name!r}: a claim names no cell {name}")
        if None not in offered:
            placed.append((contrast, table))
            cells.append(offered)
    if not placed:
        return None

    # their estimates, whether their trainings have learned anything, and how they come out
    look = bench.look(claim, placed, LEVEL)
    testable = [  # by the seeds of the look
        e is not None and bench.testable(contrast, replace(table, seeds=seeds), look.level)
        for (contrast, table), e, seeds in zip(placed, look.estimates, look.seeds, strict=True)
    ]
    outcomes = settle([contrast for contrast, _ in placed], look.estimates, testable, look.level)

    # where and under which conditions each was measured
    parts = tuple(
        replace(
            part,
            times=table.times,
            where="" if table is home else f"{table.title}: ",
            conditions=told(pair, seeds),
            again=seeds > table.seeds,
        )
        for part, (_, table), pair, seeds in zip(outcomes, placed, cells, look.seeds, strict=True)
    )
    verdict = claims.judge([part.outcome for part in parts], bench.tier, claim.strength)
    conditions = told([cell for pair in cells for cell in pair], *look.seeds)
    return ClaimVerdict(claim, verdict, parts, conditions, look.level)


def all_claims(tiers=("lab", "paper"), only=None):
    """DataFrame of every claim of the book, one row a claim and tier, with these `COLUMNS`."""
    import pandas as pd

    rows = []
    for tier in tiers:
        for home, one in every_verdict(tier, only):
            claim, v = one.claim, one.verdict
            came_out = v.text, v.note, v.counted, v.slug, v.kind
            rows.append(
                (home.name, claim.text, claim.source, tier, *came_out, claim.ours, claim.document)
            )
    order = list(dict.fromkeys(row[0] for row in rows))
    rows.sort(key=lambda row: order.index(row[0]))  # both tiers of a table side by side
    return pd.DataFrame(rows, columns=COLUMNS)


def false_discoveries(tier: str = "lab") -> tuple[int, int, float]:
    """Contrasts of the book that were tested, those decided, and the share due to chance at most.

    Each contrast of each claim that was testable; see
    `stsutils.statistics.false_discovery_rate`.
    """
    tested = [
        part
        for _, one in every_verdict(tier)
        for part in one.contrasts
        if part.outcome not in (claims.MISSING, claims.UNTESTABLE)
    ]
    decided = [part.outcome != claims.OPEN for part in tested]
    rate = false_discovery_rate([part.level for part in tested], decided)
    return len(tested), sum(decided), rate


def tally(*experiments: str, tier: str = "lab") -> str:
    """How many of the claims of these tables have which verdict, for ``glue``: the most first.

    Our own questions are counted only where the tables have no claim of a document.
    """
    every = [one for _, one in every_verdict(tier, experiments)]
    theirs = [one for one in every if not one.claim.ours]
    count = Counter(one.verdict.label.lower() for one in theirs or every)
    return ", ".join(f"{number} {label}" for label, number in count.most_common()) or "no claims"


def badge(verdict: Verdict | ClaimVerdict) -> Html:
    """The verdict as HTML (:func:`stsutils.report.markup.sign`)."""
    verdict = verdict.verdict if isinstance(verdict, ClaimVerdict) else verdict
    return sign(verdict.text, verdict.slug, verdict.note)


def words(claim: Claim) -> Html:
    """A claim's sentence and its source."""
    return Html(f"{html.escape(claim.text)} <cite>{html.escape(claim.source)}</cite>")


def html_verdicts(
    experiment: Experiment | str, tier: str = "lab", only: Sequence[str] = ()
) -> Html:
    """The claims of a table as HTML: badge, claim, source, quote, conditions, contrasts.

    ``only`` keeps the claims with these slugs, in this order.

    More than `OPEN` contrasts of a claim, or several of which none is run, are folded behind a line
    that counts them. Where they were made under several conditions, each names its own. Where the
    lab sees the opposite of a claim, it follows how far we believe the lab.
    """
    shown = [verdict(slug, tier) for slug in only] or verdicts(experiment, tier)
    return rendered("verdicts.html", claims=[_told(one, tier) for one in shown])


def _told(one: ClaimVerdict, tier: str) -> dict:
    """What the page says of a claim."""
    parts = one.contrasts
    several = len({part.conditions for part in parts}) > 1
    return {
        "badge": badge(one),
        "words": words(one.claim),
        "quote": one.claim.quote,
        "conditions": one.conditions,
        "summary": _summary(one),
        "lines": [(p.told(), p.conditions if several else "", _came_out(p)) for p in parts],
        "why": one.claim.reason(one.verdict.kind) if tier == "lab" else "",
    }


def _summary(one: ClaimVerdict) -> str:
    """``8 comparisons, most of which must hold: 2 hold, 6 undecided``; "" where they are few."""
    number = len(one.contrasts)
    if all(part.estimate is None for part in one.contrasts):
        return f"{number} comparisons, none run" if number > 1 else ""
    count = Counter(part.outcome for part in one.contrasts)
    verbs = {claims.HOLDS: "hold", claims.FAILS: "fail"}
    outcomes = ", ".join(f"{count[o]} {verbs.get(o, o)}" for o in claims.OUTCOMES if count[o])
    asked = f"{one.claim.strength} of which must hold"
    return f"{number} comparisons, {asked}: {outcomes}" if number > OPEN else ""


def _came_out(part: Judged) -> str:
    """``holds (+4.25, 95.0% interval +2.03 to +6.47, P(true) 1.00)``."""
    e, shown = part.estimate, part.decision
    if e is None:
        return part.outcome
    if math.isnan(e.value):
        return f"{part.outcome} (a seed without a number)"
    says = f"{e.value * part.times:+.2f}"
    if math.isfinite(shown.low):
        low, high = shown.low * part.times, shown.high * part.times
        says += f", {shown.level:.1%} interval {low:+.2f} to {high:+.2f}"
        if part.contrast.kind == "greater":
            says += f", P(true) {e.probability(part.contrast.margin):.2f}"
    says += f"; second look, {e.seeds} seeds" if part.again else ""
    says += "; no training is to be run" if part.outcome == claims.MISSING else ""
    return f"{part.outcome} ({says})"
