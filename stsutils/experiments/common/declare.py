"""The words that an experiment is declared in. Torch is never imported here."""

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from stsutils.claims import CellName, Claim
from stsutils.errors import UserError
from stsutils.experiments.common.cells import Cell, Derived, Tuned
from stsutils.experiments.common.demo import demo_of
from stsutils.experiments.common.encoders import encoders
from stsutils.experiments.common.sets import LOSSES, SYSTEMS

TIERS = ("demo", "lab", "paper")
#: The documents' name of the encoder whose rows have no prefix here.
FIRST = "BERT-base | "


@dataclass(frozen=True)
class Published:
    """Where the paper's numbers are: rows of ``book/published/*.csv`` by document and table.

    ``cells`` maps our (row, column) to the paper's; a cell it does not name is sought under its
    own name.
    """

    document: str
    table: str
    cells: Mapping[CellName, CellName] = field(default_factory=dict)


def by_system(losses: Iterable[str] = LOSSES) -> dict[str, str]:
    """Our rows of losses → theirs, of trainings on the set that is tested."""
    return {loss: f"in-domain | {SYSTEMS[loss]}" for loss in losses}


def printed(
    document: str,
    table: str,
    rows: Mapping[str, str],
    columns: Iterable[str] | Mapping[str, str],
    others: Mapping[str, str] | None = None,
    alone: Mapping[str, str] | None = None,
) -> Published:
    """Where a document's table prints our cells: ``rows`` and ``columns`` map ours to theirs.

    Their rows begin with the encoder's name: BERT-base, or one of ``others``, whose names ours
    begin with, too. The rows in ``alone`` are the same whatever the encoder, and theirs are given
    whole. Columns that are no mapping have the same names in both.
    """
    pairs = {
        prefix + ours: (prefix or FIRST) + theirs
        for prefix in encoders("paper", others or {})
        for ours, theirs in rows.items()
    } | dict(alone or {})
    columns = columns if isinstance(columns, Mapping) else {name: name for name in columns}
    cells = {
        (row, column): (their_row, their_column)
        for row, their_row in pairs.items()
        for column, their_column in columns.items()
    }
    return Published(document, table, cells)


@dataclass(frozen=True)
class Experiment:
    """A table of the book.

    ``cells(tier)`` gives ``{(row, column): Cell, Tuned or Derived}`` at the lab and at the paper
    tier, empty where that is not offered; the demo follows from the lab (`demo_of`). ``metric``
    says in words what the numbers are, ``times`` multiplies them for printing (papers print 100·ρ;
    margins stay in metric units). ``best``: the highest of a column is the best, so that tables
    of correlations mark it. ``seeds`` is the usual number of them.
    """

    name: str
    title: str
    cells: Callable[[str], Mapping[CellName, Cell | Tuned | Derived]]
    claims: tuple[Claim, ...] = ()
    published: Published | None = None
    metric: str = "Spearman's ρ × 100"
    seeds: int = 5
    times: float = 100.0
    best: bool = True

    def at(self, tier: str) -> dict[CellName, Cell | Tuned | Derived]:
        """The cells of a tier, in table order."""
        if tier not in TIERS:
            raise UserError(f"unknown tier {tier!r}: one of {', '.join(TIERS)}")
        return dict(_declared(self.cells, tier))

    def only(self, words: str) -> "Experiment":
        """The same table, but only the cells whose row or column has these words, in any case."""
        asked = words.casefold()
        found = {
            tier: {n: c for n, c in self.at(tier).items() if asked in "\n".join(n).casefold()}
            for tier in TIERS
        }
        if not any(found.values()):
            columns = dict.fromkeys(column for tier in TIERS for _, column in self.at(tier))
            raise UserError(
                f"experiment {self.name!r} has no row or column with {words!r} in its name; its "
                f"columns are {', '.join(columns)}"
            )
        return replace(self, cells=lambda tier: found[tier])


@functools.cache  # reports ask for it thousands of times
def _declared(cells: Callable, tier: str) -> Mapping:
    return demo_of(cells("lab")) if tier == "demo" else cells(tier)


def lab_only(cells: Callable[[], Mapping]) -> Callable[[str], Mapping]:
    """The cells of a table that only the lab has, and the demo that follows from it."""
    return lambda tier: cells() if tier == "lab" else {}


def command(experiment: Experiment, tier: str) -> str:
    """The command that makes this experiment's numbers of this tier."""
    return f"stsutils run {experiment.name} --tier {tier}"
