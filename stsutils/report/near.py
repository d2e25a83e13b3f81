"""A line at the settings that validation cannot tell from the chosen ones."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from operator import sub

from stsutils.experiments import SEEDS, Derived, Tuned, choice, parts_of
from stsutils.ledger import Ledger, canonical
from stsutils.report.measured import Measured, Whole

#: The two cells of a line.
Pair = tuple[Whole, Whole]


def near_pairs(cells: Pair, measure: Callable[[Whole], Measured]) -> tuple[list[Pair], int]:
    """Both cells at each other pair of settings that is as good; of means over sets, at two pairs.

    These are the extremes: near settings favour the second cell most on each set, or the first. The
    second number is how many near settings are still to be run, each counted once. Where both cells
    follow one choice, such as two losses at the rate of a third, they change their settings
    together. Only scores and means of scores are varied: what is read off a curve has its chosen
    settings.
    """
    kinds = {getattr(cell, "how", "mean") for cell in cells}
    parts = list(map(parts_of, cells))
    if kinds - {"mean", "gain"} or len(parts[0]) != len(parts[1]):
        return [], 0

    ledger, pending, sets = Ledger(), set(), []
    for a, b in zip(*parts, strict=True):
        both = [choice(part, ledger) for part in (a, b)]
        pending |= {canonical(cell.settings) for chosen in both for cell in chosen.pending}
        options = [(chosen.best, *chosen.near) for chosen in both]
        pairs = list(product(*options))
        tuning = [part.tuning() if isinstance(part, Tuned) else [] for part in (a, b)]
        if tuning[0] and tuning[0] == tuning[1]:  # the chosen pair, and those with one rate
            pairs = pairs[:1] + [(x, y) for x, y in pairs[1:] if a.own.index(x) == b.own.index(y)]
        seeds = [min(SEEDS, len(measure(cell).values)) for cell in pairs[0]]
        sets.append([pair for pair in pairs if _whole(map(measure, pair), seeds)])
    found = [[pair] for pair in sets[0][1:]] if len(sets) == 1 else []
    if len(sets) > 1 and any(len(pairs) > 1 for pairs in sets):
        by_gap = [sorted(pairs, key=lambda p: sub(*(measure(c).mean for c in p))) for pairs in sets]
        found = list(zip(*((pairs[0], pairs[-1]) for pairs in by_gap), strict=True))
    return [with_parts(cells, pairs) for pairs in found], len(pending)


def _whole(pair: Iterable[Measured], seeds: list[int]) -> bool:
    """Whether both have as many seeds as the chosen settings."""
    both = zip(pair, seeds, strict=True)
    return all(one.fixed or len(one.values) >= number for one, number in both)


def with_parts(cells: Pair, pairs: Iterable[tuple]) -> Pair:
    """The cells made of other parts: a pair of these is one of each."""
    parts = zip(*pairs, strict=True)
    return tuple(
        replace(cell, parts=own) if isinstance(cell, Derived) else own[0]
        for cell, own in zip(cells, parts, strict=True)
    )
