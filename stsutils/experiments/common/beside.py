"""Where a document's table prints our cells."""

from collections.abc import Iterable, Mapping

from stsutils.experiments.common.declare import Published
from stsutils.experiments.common.encoders import encoders
from stsutils.experiments.common.sets import LOSSES, SYSTEMS

#: The document's name of the encoder whose rows have no prefix here.
FIRST = "BERT-base | "


def by_system(trained: str, losses: Iterable[str] = LOSSES) -> dict[str, str]:
    """Our rows of losses → theirs: ``by_system("in-domain")``."""
    return {loss: f"{trained} | {SYSTEMS[loss]}" for loss in losses}


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
