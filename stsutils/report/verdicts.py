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
from stsutils.ledger import Ledger
from stsutils.report.bench import Bench, Look, Placed
from stsutils.report.conditions import told
from stsutils.report.markup import Html, sign
from stsutils.report.settling import Judged, settle
from stsutils.statistics import false_discovery_rate

LEVEL = 0.95  # of every interval and decision
OPEN = 2  # contrasts of a claim that stand open; more are folded


@dataclass(frozen=True)
class ClaimVerdict:
    """A claim, its verdict, the contrasts that led to it, and under which conditions they ran.

    ``level``: 1 less the error that all contrasts together may have.
    """

    claim: Claim
    verdict: Verdict
    contrasts: tuple[Judged, ...]
    conditions: str = ""
    level: float = LEVEL


def verdicts(
    experiment: Experiment | str,
    tier: str = "lab",
    ledger: Ledger | None = None,
    level: float = LEVEL,
    own: bool = False,
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
    experiment = load(experiment)
    bench = Bench(tier, ledger)
    out = [judged(home, claim, bench, level) for home, claim in claims_about(experiment, own)]
    return [one for one in out if one]


def verdict(slug: str, tier: str = "lab", ledger: Ledger | None = None) -> ClaimVerdict:
    """The verdict of the claim with this slug (`Claim.id`)."""
    every = claims.all_claims()
    if slug not in every:
        near = difflib.get_close_matches(slug, every, n=3)
        hint = f". Did you mean {' or '.join(near)}?" if near else ""
        raise UserError(f"no claim is called {slug!r}{hint}")
    claim = every[slug]
    one = judged(load(claim.table), claim, Bench(tier, ledger))
    if one is None:
        raise UserError(f"claim {slug!r} has no cells at the tier {tier!r}")
    return one


def every_verdict(
    tier: str = "lab", ledger: Ledger | None = None, tables: Iterable[str] | None = None
) -> Iterator[tuple[Experiment, ClaimVerdict]]:
    """Each claim of some tables, or of the whole book, with its verdict; a record is read once."""
    bench = Bench(tier, ledger)
    for home in map(load, names() if tables is None else tables):
        for claim in home.claims if home.at(tier) else ():
            if one := judged(home, claim, bench):
                yield home, one


def claims_about(experiment: Experiment, own: bool = False) -> list[tuple[Experiment, Claim]]:
    """A table's claims, and unless only its ``own`` those of others that have evidence in it."""
    found = [(experiment, claim) for claim in experiment.claims]
    for other in () if own else map(load, names()):
        if other.name != experiment.name:
            found += [
                (other, claim)
                for claim in other.claims
                if any(contrast.table == experiment.name for contrast in claim.contrasts)
            ]
    return found


def judged(
    home: Experiment, claim: Claim, bench: Bench, level: float = LEVEL
) -> ClaimVerdict | None:
    """The verdict of one claim, None where the tier has none of its cells."""
    pairs, cells = [], []
    for contrast in claim.contrasts:
        table = load(contrast.table) if contrast.table else home
        own = table.at(bench.tier)
        missing = [name for name in (contrast.a, contrast.b) if name not in own]
        for name in missing:
            if not any(name in table.at(tier) for tier in TIERS):
                raise UserError(f"experiment {table.name!r}: a claim names no cell {name}")
        if not missing:
            pairs.append((contrast, table))
            cells += [own[contrast.a], own[contrast.b]]
    if not pairs:
        return None
    look = bench.look(claim, pairs, level)
    parts = tuple(
        replace(
            part,
            where="" if table is home else f"{table.title}: ",
            conditions=told(
                [table.at(bench.tier)[n] for n in (part.contrast.a, part.contrast.b)], seeds
            ),
        )
        for part, (_, table), seeds in zip(
            _judged(pairs, look, bench), pairs, look.seeds, strict=True
        )
    )
    verdict = claims.judge([part.outcome for part in parts], bench.tier, claim.strength)
    return ClaimVerdict(claim, verdict, parts, told(cells, *look.seeds), look.level)


def _judged(pairs: Placed, look: Look, bench: Bench) -> tuple[Judged, ...]:
    """The contrasts of one claim with their outcomes."""
    able = [  # what was learned is judged by the seeds of the look
        e is not None and bench.testable(contrast, replace(table, seeds=seeds), look.level)
        for (contrast, table), e, seeds in zip(pairs, look.estimates, look.seeds, strict=True)
    ]
    found = settle([contrast for contrast, _ in pairs], look.estimates, able, look.level)
    return tuple(replace(one, times=t.times) for one, (_, t) in zip(found, pairs, strict=True))


def all_claims(tiers=("lab", "paper"), ledger: Ledger | None = None, only=None):
    """DataFrame of every claim of the book, one row a claim and tier.

    Columns: experiment, claim, source, tier, verdict, note, counted, slug, kind, ours, document.
    """
    import pandas as pd

    rows = []
    for tier in tiers:
        for home, one in every_verdict(tier, ledger, only):
            claim, v = one.claim, one.verdict
            place = home.name, claim.text, claim.source, tier
            own = v.text, v.note, v.counted, v.slug, v.kind, claim.ours, claim.document
            rows.append((*place, *own))
    order = list(dict.fromkeys(row[0] for row in rows))
    rows.sort(key=lambda row: order.index(row[0]))  # both tiers of a table side by side
    columns = ["experiment", "claim", "source", "tier", "verdict", "note", "counted", "slug"]
    return pd.DataFrame(rows, columns=[*columns, "kind", "ours", "document"])


def false_discoveries(tier: str = "lab", ledger: Ledger | None = None) -> tuple[int, int, float]:
    """Contrasts of the book that were tested, those decided, and the share due to chance at most.

    Each contrast of each claim that was testable; see
    `stsutils.statistics.false_discovery_rate`.
    """
    found = [
        part
        for _, one in every_verdict(tier, ledger)
        for part in one.contrasts
        if part.outcome not in (claims.MISSING, claims.UNTESTABLE)
    ]
    decided = [part.outcome != claims.OPEN for part in found]
    rate = false_discovery_rate([part.level for part in found], decided)
    return len(found), sum(decided), rate


def badge(verdict: Verdict | ClaimVerdict) -> Html:
    """The verdict as HTML (:func:`stsutils.report.markup.sign`)."""
    verdict = verdict.verdict if isinstance(verdict, ClaimVerdict) else verdict
    return sign(verdict.text, verdict.slug, verdict.note)


def words(claim: Claim) -> Html:
    """A claim's sentence and its source."""
    return Html(f"{html.escape(claim.text)} <cite>{html.escape(claim.source)}</cite>")


def quoted(claim: Claim) -> Html:
    """The document's own words or cells; nothing for a question of our own."""
    text = html.escape(claim.quote)
    return Html(text and f' <span class="sts-quote">{text}</span>')


def html_verdicts(
    experiment: Experiment | str, tier: str = "lab", ledger=None, only: Sequence[str] = ()
) -> Html:
    """The claims of a table as HTML: badge, claim, source, quote, conditions, contrasts.

    ``only`` keeps the claims with these slugs, in this order.

    More than `OPEN` contrasts of a claim, or several of which none is run, are folded behind a line
    that counts them. Where they were made under several conditions, each names its own. Where the
    lab sees the opposite of a claim, it follows how far we believe the lab.
    """
    experiment = load(experiment)
    named, items = [verdict(slug, tier, ledger) for slug in only], []
    for one in named or verdicts(experiment, tier, ledger):
        several = len({part.conditions for part in one.contrasts}) > 1
        parts = "".join(f"<li>{_line(part, experiment, several)}</li>" for part in one.contrasts)
        parts = f"<ul>{parts}</ul>"
        none_run = all(part.estimate is None for part in one.contrasts)
        if len(one.contrasts) > (1 if none_run else OPEN):
            summary = f"<summary>{_summary(one)}</summary>"
            parts = f'<details class="sts-lines">{summary}{parts}</details>'
        if tier == "lab" and (why := one.claim.reason(one.verdict.kind)):
            parts += f"<p>How far we believe it: {html.escape(why)}</p>"
        said = words(one.claim) + quoted(one.claim)
        where = f'<span class="sts-conditions">{html.escape(one.conditions)}</span>'
        items.append(f"<li>{badge(one)} {said} {where}{parts}</li>")
    return Html(f'<ul class="sts-verdicts">{"".join(items)}</ul>')


def tally(*experiments: str, tier: str = "lab", ledger=None) -> str:
    """How many of the claims of these tables have which verdict, for ``glue``: the most first.

    Our own questions are counted only where the tables have no claim of a document.
    """
    found = [one for _, one in every_verdict(tier, ledger, experiments)]
    theirs = [one for one in found if not one.claim.ours]
    counted = Counter(one.verdict.label.lower() for one in theirs or found)
    return ", ".join(f"{count} {label}" for label, count in counted.most_common()) or "no claims"


def _summary(one: ClaimVerdict) -> str:
    """``8 comparisons, most of which must hold: 2 hold, 6 undecided``."""
    parts = one.contrasts
    if all(part.estimate is None for part in parts):
        return f"{len(parts)} comparisons, none run"
    count = Counter(part.outcome for part in parts)
    verbs = {claims.HOLDS: "hold", claims.FAILS: "fail"}
    found = (f"{count[o]} {verbs.get(o, o)}" for o in claims.OUTCOMES if count[o])
    asked = f"{one.claim.strength} of which must hold"
    return f"{len(parts)} comparisons, {asked}: {', '.join(found)}"


def _line(part: Judged, home: Experiment, several: bool = False) -> str:
    place = part.contrast.table
    text = html.escape(part.told())
    if several and part.conditions:
        text += f' <span class="sts-conditions">{html.escape(part.conditions)}</span>'
    text += f": {part.outcome}"
    if part.estimate is None:
        return text
    if math.isnan(part.estimate.value):
        return f"{text} (a seed without a number)"
    text += f" ({part.estimate.value * part.times:+.2f}"
    if math.isfinite(part.decision.low):
        low, high = part.decision.low * part.times, part.decision.high * part.times
        text += f", {part.decision.level:.1%} interval {low:+.2f} to {high:+.2f}"
        if part.contrast.kind == "greater":
            text += f", P(true) {part.estimate.probability(part.contrast.margin):.2f}"
    if load(place or home).seeds < claims.AGAIN == part.estimate.seeds:
        text += f"; second look, {claims.AGAIN} seeds"
    if part.outcome == claims.MISSING:
        text += "; no training is to be run"
    return text + ")"
