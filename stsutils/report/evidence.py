"""What the records say where prose links to them: a number, a difference, a comparison, a verdict.

============================================  ==================================================
link                                          what the records say
============================================  ==================================================
``row @ column [@ table]``                    our number, and half of its 95 % interval
``row minus row @ column [@ table]``          a difference, paired by seed and test pair
``right row @ column [@ table]``              of 100 comparisons, how many the model gets right
``theirs row @ column [@ table]``             the number that the document prints
``row beats row [by margin] @ columns``       whether all of these come out so at 95 %
``row equals row within margin @ columns``    the same; ``not:`` and ``open:`` may stand before it
``claim slug``                                the verdict's word
``pooled slug``                               the mean over a claim's lines, half of its interval
``count kind``                                how many claims of the documents came out so
============================================  ==================================================

Comparisons are those of :mod:`stsutils.claims.language`, lists and words in braces among them.
Without a table the page's own is meant. ``row at rate 0.0002`` is a row at a learning rate that
validation finds as good as the chosen one.
"""

import contextlib
import functools
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from stsutils import claims
from stsutils.claims.language import read_expected
from stsutils.errors import UserError
from stsutils.experiments import TIERS, Derived, Experiment, command, load, parts_of
from stsutils.experiments.common.sets import SETS
from stsutils.report.at_rates import AT, at_rates
from stsutils.report.conditions import conditions_of
from stsutils.report.measured import NOTHING, TIER, compared, pairs_behind, read_cells
from stsutils.report.published_numbers import published
from stsutils.report.verdicts import every_verdict, verdict
from stsutils.report.views.rates import edges
from stsutils.statistics import Estimate

LINES = (" beats ", " equals ", " above ")
RIGHT = "right of 100 comparisons"
#: Sets whose gold is two classes: only the AUC tells how many comparisons come out right.
TWO_CLASSES = {one.name for one in SETS.values() if one.classes == ("raw", 2)}


@dataclass(frozen=True)
class Held:
    """What the records say of one link.

    ``value`` and ``half`` are in the unit that the table prints, None where the link is about words
    alone. ``word`` must stand in the prose. ``says`` is told in words, on cards and in errors;
    ``true`` is False where a comparison comes out otherwise. ``how`` says the unit and under which
    conditions it was made, and ``run`` is the command.
    """

    value: float | None = None
    half: float | None = None
    word: str = ""
    says: str = ""
    true: bool = True
    how: str = ""
    run: str = ""


def hold(link: str, table: str = "") -> Held:
    """What the records say of a link; ``table`` is meant where it names none.

    Raises UserError for a link that names no cell, and for a number that nobody has run.
    """
    kind, _, rest = link.strip().partition(" ")
    alone = {"claim": _verdict, "pooled": _pooled, "count": _count}
    if kind in alone:
        return alone[kind](rest)
    place = functools.partial(_place, table=table, rated=AT in link)
    if any(word in link for word in LINES):
        return _comparisons(link, place)
    if kind == "theirs":
        home, cell = place(rest)
        if cell not in (printed := published(home)):
            raise UserError(f"{home.name}: the document prints no number for {' / '.join(cell)}")
        return Held(float(printed[cell]), says=f"printed: {printed[cell]}")
    if kind == "right":
        return _right(*place(rest))
    a, _, b = link.rpartition(" minus ")
    home, cell = place(b)
    if not a:
        return _told(home, cell, None)
    row, _, own_column = a.strip().partition(" @ ")
    return _told(home, place(f"{row} @ {own_column or cell[1]} @ {home.name}")[1], cell)


def _place(text: str, table: str, rated: bool) -> tuple[Experiment, claims.CellName]:
    """The table and the cell that ``row @ column [@ table]`` names."""
    parts = [part.strip() for part in text.split(" @ ")]
    if len(parts) not in (2, 3) or (len(parts) == 2 and not table):
        raise UserError(f"{text!r} names no cell: write row @ column @ table")
    home = load(parts[2] if len(parts) == 3 and parts[2] != "here" else table)
    home = at_rates(home) if rated else home
    cell = parts[0], parts[1]
    if not any(cell in home.at(tier) for tier in TIERS):
        columns = ", ".join(dict.fromkeys(c for r, c in home.at(TIER) if r == cell[0]))
        rows = ", ".join(dict.fromkeys(r for r, _ in home.at(TIER)))
        known = f"its columns of that row: {columns}" if columns else f"its rows: {rows}"
        raise UserError(f"{home.name} has no cell {' / '.join(cell)}; {known}")
    return home, cell


def _estimate(home: Experiment, a: claims.CellName, b: claims.CellName | None) -> Estimate:
    """The estimate of a cell, or of a - b."""
    if b is not None:
        estimate = compared(home, a, b, TIER)
    else:
        estimate = read_cells(home, TIER, only=(a,)).get(a, NOTHING).estimate()
    if estimate is None:
        names = " or ".join(" / ".join(cell) for cell in (a, b) if cell)
        raise UserError(f"{home.name}, {names}: not run at the tier {TIER!r}")
    return estimate


def _told(home: Experiment, a, b, estimate: Estimate | None = None) -> Held:
    """A cell, or a - b, with its estimate, which a comparison knows already."""
    estimate = estimate or _estimate(home, a, b)
    value, half = home.times * estimate.value, home.times * estimate.half_width()
    cells = [cell for cell in (a, b) if cell]
    says = " minus ".join(" / ".join(cell) for cell in cells)
    says += f": {value:+.2f}" if b else f": {value:.2f}"
    finite = math.isfinite(half) and half > 0
    says += f" ± {half:.2f}" if finite else ""
    theirs = published(home)
    if all(cell in theirs for cell in cells):
        says += f" (the document: {' and '.join(theirs[cell] for cell in cells)})"
    own = [home.at(TIER)[cell] for cell in cells]
    how = f"{home.metric}; {conditions_of(own, estimate.seeds)}"
    if pairs := pairs_behind(own[0], home.seeds):
        how += f"; {pairs:,} test pairs"
    return Held(value, half if finite else None, says=says, how=how, run=command(home, TIER))


def _right(home: Experiment, cell: claims.CellName) -> Held:
    """The share of comparisons that come out right: the AUC, or by Spearman's ρ for graded gold."""
    rho = _estimate(home, cell, None).value
    own = home.at(TIER)[cell]
    if not isinstance(own, Derived):
        with_auc = replace(own, metric=f"{own.metric} auc")
        unit = {"times": 100.0, "metric": RIGHT, "published": None}  # a document prints ρ
        table_of_auc = replace(home, cells=lambda tier: {cell: with_auc}, **unit)
        with contextlib.suppress(UserError):  # graded gold has no AUC
            return _told(table_of_auc, cell, None)
    if any(one.metric.partition(":")[0] in TWO_CLASSES for one in parts_of(own)):
        raise UserError(f"{home.name}, {' / '.join(cell)}: no record has the AUC of these classes")
    value = 100 * concordance(rho)
    return Held(value, says=f"{' / '.join(cell)}: {RIGHT} {value:.0f}, by ρ {rho:.4f}")


def concordance(rho: float) -> float:
    """The share of pairs of pairs that a score with Spearman's ρ orders as the gold does.

    ``1/2 + asin(2 sin(π ρ/6))/π``, which is exact where scores and gold are jointly normal.
    Source: Kruskal 1958, Ordinal measures of association, sections 5 and 6.
    """
    return 0.5 + math.asin(2 * math.sin(math.pi * rho / 6)) / math.pi


def _comparisons(link: str, place: Callable) -> Held:
    says, true, cells, homes, seeds = [], True, [], [], []
    for one in read_expected(link):
        home, a = place(" @ ".join(filter(None, (*one.a, one.table))))
        b = one.b and place(" @ ".join(filter(None, (*one.b, one.table))))[1]
        estimate = _estimate(home, a, b)
        held = _told(home, a, b, estimate)
        came_out = estimate.outcome(one.margin, one.kind)
        true &= came_out == one.outcome
        says.append(held.says if came_out == one.outcome else f"{held.says} ({came_out})")
        cells += [home.at(TIER)[name] for name in (a, b) if name]
        homes.append(home)
        seeds.append(estimate.seeds)
    runs = dict.fromkeys(command(home, TIER) for home in homes)
    how = [*dict.fromkeys(home.metric for home in homes), conditions_of(cells, *seeds)]
    return Held(says="; ".join(says), true=true, how="; ".join(how), run="; ".join(runs))


def _verdict(slug: str) -> Held:
    one = verdict(slug, TIER)
    says = f"{one.verdict.kind}: {one.claim.text} ({one.verdict.note or 'one line'})"
    return Held(word=one.verdict.kind, says=says, how=one.conditions)


def _pooled(slug: str) -> Held:
    one = verdict(slug, TIER)
    if not (p := one.pooled):
        raise UserError(f"claim {slug!r} has no lines that can be pooled")
    says = f"over {p.number} lines {p.mean:+.2f} [{p.low:+.2f}, {p.high:+.2f}]"
    if math.isfinite(p.next_low):
        says += f"; on a further set {p.next_low:+.1f} to {p.next_high:+.1f}"
    return Held(p.mean, (p.high - p.low) / 2, says=says, how=one.conditions)


@functools.cache
def _counts() -> Counter:
    """Claims of the documents by verdict and with near rates to be run, their lines, and choices
    of a learning rate.
    """
    counts = Counter(dict.fromkeys(("all", *claims.KINDS), 0))
    for one in (one for _, one in every_verdict(TIER) if not one.claim.ours):
        lines = [line for line in one.contrasts if line.estimate]
        near = [line for line in lines if line.pending and line.decided]
        both = [(line.first.estimate, line.estimate) for line in lines if line.first]
        clear = [pair for pair in both if all(one.outcome() != claims.OPEN for one in pair)]
        kept = [pair for pair in clear if pair[0].value * pair[1].value > 0]
        counts.update(["all", one.verdict.kind])
        counts[f"{one.verdict.kind}, near rates to be run"] += bool(near)
        counts["lines"] += len(lines)
        counts["lines decided"] += sum(line.decided for line in lines)
        counts["lines decided, near rates to be run"] += len(near)
        counts["lines with a first result"] += len(both)
        counts["lines clear both times"] += len(clear)
        counts["lines clear both times, same sign"] += len(kept)
    found = edges()
    counts["choices of a rate"] = found["all"]
    counts["choices at an edge"] = found["lowest"] + found["highest"]
    return counts


def _count(kind: str) -> Held:
    counts = _counts()
    if kind not in counts:
        raise UserError(f"count {kind}: one of {', '.join(counts)}")
    return Held(float(counts[kind]), says=f"{counts[kind]}: {kind}")
