"""What a table's rows are compared with: each other, and the document's printed numbers."""

from collections.abc import Iterable, Mapping

from stsutils.claims import Contrast
from stsutils.experiments.common.declare import Published
from stsutils.experiments.common.encoders import encoders

#: The document's name of the encoder whose rows have no prefix here.
FIRST = "BERT-base | "


def over(
    a: str,
    b: str | tuple[str, ...],
    columns: Iterable[str],
    margin: float = 0.0,
    kind: str = "greater",
    prefix: str = "",
    table: str = "",
) -> tuple[Contrast, ...]:
    """Row ``a`` against each of the rows ``b``, in each column; `prefix` names the encoder.

    ``margin``, ``kind`` and ``table`` are those of `stsutils.claims.Contrast`.
    """
    rivals = (b,) if isinstance(b, str) else b
    return tuple(
        Contrast((prefix + a, column), (prefix + rival, column), margin, kind, table)
        for column in columns
        for rival in rivals
    )


def printed(
    document: str,
    table: str,
    rows: Mapping[str, str],
    columns: Iterable[str],
    others: Mapping[str, str] | None = None,
    alone: Mapping[str, str] | None = None,
) -> Published:
    """Where a document's table prints our cells: ``rows`` maps our rows to theirs.

    Theirs begin with the encoder's name: BERT-base, or one of ``others``, whose names ours begin
    with, too. The rows in ``alone`` are the same whatever the encoder, and theirs are given whole.
    """
    pairs = {
        prefix + ours: (prefix or FIRST) + theirs
        for prefix in encoders("paper", others or {})
        for ours, theirs in rows.items()
    } | dict(alone or {})
    columns = tuple(columns)
    cells = {(ours, c): (theirs, c) for ours, theirs in pairs.items() for c in columns}
    return Published(document, table, cells)
