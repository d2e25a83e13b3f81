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
from stsutils.report.conditions import conditions_of
from stsutils.report.line_reader import read_line
from stsutils.report.markup import Html, counted, rendered, sign
from stsutils.report.settling import Judged, settle
from stsutils.statistics import Pooled, pool

OPEN = 2  # comparisons of a claim that are shown openly; more are folded


@dataclass(frozen=True)
class ClaimVerdict:
    """A claim, its verdict, the lines that led to it, and under which conditions they ran."""

    claim: Claim
    verdict: Verdict
    contrasts: tuple[Judged, ...]
    conditions: str = ""

    @property
    def pooled(self) -> Pooled | None:
        """All tested lines in one, in the unit of their table; None where fewer than two can be.

        An average counts only where all lines are averages: it is made of other lines. A line that
        asks for equality, or is in another unit, cannot be pooled with the rest.
        """
        lines = [line for line in self.contrasts if line.estimate and line.tested]
        single = [line for line in lines if not line.average] or lines
        spread = [line for line in single if math.isfinite(line.estimate.se) and line.estimate.se]
        alike = len({(line.times, line.contrast.kind) for line in spread}) == 1
        if not alike or len(spread) < 2:
            return None
        values = [line.times * line.estimate.value for line in spread]
        return pool(values, [line.times * line.estimate.se for line in spread])


def verdicts(experiment: Experiment | str, tier: str = "lab") -> list[ClaimVerdict]:
    """Every claim of a table with its verdict, and those of other tables that look at this one.

    A claim stands alone: Holm's correction runs over its lines, so no verdict depends on the table
    that it stands in. That all lines hold needs no correction (an intersection–union test); that
    one of several holds, or fails, does. A line that nobody has run, or not with all seeds that its
    table declares, leaves the claim not run; one whose cells the tier does not offer is left out,
    and a claim with none left is not listed. Which lines are tested: `stsutils.report.learned`.

    Sources: Holm 1979; Berger 1982, Multiparameter hypothesis testing and acceptance sampling.
    """
    table = load(experiment)
    about = [
        (home, claim)
        for home in [table, *(load(name) for name in names() if name != table.name)]
        for claim in home.claims
        if home is table or any(line.table == table.name for line in claim.contrasts)
    ]
    return [one for home, claim in about if (one := judged(home, claim, tier))]


def verdict(slug: str, tier: str = "lab") -> ClaimVerdict:
    """The verdict of the claim with this slug (`Claim.id`)."""
    every = claims.all_claims()
    if slug not in every:
        near = difflib.get_close_matches(slug, every, n=3)
        hint = f". Did you mean {' or '.join(near)}?" if near else ""
        raise UserError(f"no claim is called {slug!r}{hint}")
    claim = every[slug]
    one = judged(load(claim.table), claim, tier)
    if one is None:
        raise UserError(f"claim {slug!r} has no cells at the tier {tier!r}")
    return one


def every_verdict(
    tier: str = "lab", tables: Iterable[str] | None = None
) -> Iterator[tuple[Experiment, ClaimVerdict]]:
    """Each claim of some tables, or of the whole book, with its verdict."""
    for home in map(load, names() if tables is None else tables):
        for claim in home.claims if home.at(tier) else ():
            if one := judged(home, claim, tier):
                yield home, one


def judged(home: Experiment, claim: Claim, tier: str) -> ClaimVerdict | None:
    """The verdict of one claim, None where the tier has none of its cells."""
    # the lines whose cells the tier offers, as measured
    measured = []
    for contrast in claim.contrasts:
        table = load(contrast.table or home)
        for name in (contrast.a, contrast.b):
            if not any(name in table.at(tier) for tier in TIERS):
                raise UserError(f"experiment {table.name!r}: a claim names no cell {name}")
        if {contrast.a, contrast.b} <= table.at(tier).keys():
            measured.append(read_line(claim, contrast, table, tier))
    if not measured:
        return None

    # how they come out together
    lines = tuple(settle(measured, claim.own_margin))
    verdict = claims.judge(lines, tier, claim.strength)
    if verdict.counted and (asked := [line for line in lines if line.beyond]):
        beyond = sum(line.beyond == claims.HOLDS for line in asked)
        ours = f"{beyond} of {len(asked)} beyond our margin"
        verdict = replace(verdict, note=", ".join(filter(None, (verdict.note, ours))))
    seeds = (line.seeds for line in lines)
    conditions = conditions_of([cell for line in lines for cell in line.cells], *seeds)
    return ClaimVerdict(claim, verdict, lines, conditions)


def badge(verdict: Verdict | ClaimVerdict) -> Html:
    """The verdict as HTML (:func:`stsutils.report.markup.sign`)."""
    verdict = verdict.verdict if isinstance(verdict, ClaimVerdict) else verdict
    return sign(verdict.text, verdict.slug, verdict.note)


def words(claim: Claim) -> Html:
    """A claim's sentence and its source."""
    return Html(f"{html.escape(claim.text)} <cite>{html.escape(claim.source)}</cite>")


def html_verdicts(
    experiment: Experiment | str, tier: str = "lab", only: Sequence[str] = (), brief: bool = False
) -> Html:
    """The claims of a table as HTML: badge, claim, source, quote, conditions, contrasts.

    ``only`` keeps the claims with these slugs, in this order; ``brief`` folds all but the claims
    and their verdicts.

    More than `OPEN` contrasts of a claim, or several of which none is run, are folded behind a line
    that counts them. Where they were made under several conditions, each names its own. Where the
    lab sees the opposite of a claim, it follows how far we believe the lab.
    """
    shown = [verdict(slug, tier) for slug in only] or verdicts(experiment, tier)
    shown = [(one, _summary(one), _lines(one)) for one in shown]
    return rendered("verdicts.html", claims=shown, tier=tier, badge=badge, words=words, brief=brief)


def _lines(one: ClaimVerdict) -> list[tuple[str, str, str]]:
    """Each line in words, its conditions where these are several, and how it came out."""
    conditions = [conditions_of(part.cells, part.seeds) for part in one.contrasts]
    several = len(set(conditions)) > 1
    return [
        (part.in_words(), own if several else "", _came_out(part))
        for part, own in zip(one.contrasts, conditions, strict=True)
    ]


def _summary(one: ClaimVerdict) -> str:
    """``8 lines, most of which must hold: 2 hold, 6 open``; "" where they are few."""
    number = len(one.contrasts)
    if all(part.estimate is None for part in one.contrasts):
        return f"{number} lines, none run" if number > 1 else ""
    count = Counter(part.outcome for part in one.contrasts)
    verbs = {claims.HOLDS: "hold", claims.FAILS: "fail"}
    outcomes = ", ".join(f"{count[o]} {verbs.get(o, o)}" for o in claims.OUTCOMES if count[o])
    asked = f"{one.claim.strength} of which must hold"
    return f"{number} lines, {asked}: {outcomes}" if number > OPEN else ""


def _came_out(part: Judged) -> str:
    """``holds (+4.25, 95 % interval +2.03 to +6.47)``, and what else has to be known of a line."""
    e = part.estimate
    if e is None:
        return part.outcome
    if math.isnan(e.value):
        return f"{part.outcome} (a seed without a number)"
    says = [f"{e.value * part.times:+.2f}"]
    low, high = part.interval()
    if math.isfinite(low):
        narrow = part.contrast.kind == "equivalent" and part.outcome == claims.HOLDS
        says[0] += f", {90 if narrow else 95} % interval {low:+.2f} to {high:+.2f}"
    if part.beyond:
        lies = {claims.HOLDS: "beyond", claims.FAILS: "short of", claims.OPEN: "on both sides of"}
        says.append(f"{lies[part.beyond]} our margin of {part.declared * part.times:g}")
    if part.beside:
        near = [round(part.times * one.value, 2) for one in (e, *part.beside)]
        ends = f"{min(near):+.2f} to {max(near):+.2f}"
        says.append(f"{ends} over rates that validation cannot tell apart")
    if part.first:
        first = part.first.estimate
        was = f"{first.value * part.times:+.2f} ± {first.half_width() * part.times:.2f}"
        says.append(f"with a smaller budget {was}: {part.first.conditions}")
    says += [f"{counted(part.pending, 'near rate')} to be run"] * bool(part.pending)
    says += [f"{e.seeds} seeds"] * part.again
    says += ["its start with no training is to be run"] * (part.outcome == claims.MISSING)
    says += ["not at Holm's level"] * (part.decided and not part.firm)
    return f"{part.outcome} ({'; '.join(says)})"
