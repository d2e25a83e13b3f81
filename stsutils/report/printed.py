"""Claims that a document's own table decides: no run, no interval, only arithmetic."""

import html

from stsutils.errors import UserError
from stsutils.experiments.common.arithmetic import Numbers
from stsutils.experiments.printed import claims
from stsutils.report.markup import Html, sign
from stsutils.report.measured import read_published

AGREES, CONTRADICTED = "Agrees with its table", "Contradicted by its table"


def printed_claims():
    """DataFrame, one row a claim: claim, source, document, verdict, note (what the table says)."""
    import pandas as pd

    rows = []
    for claim in claims():
        agrees, says = claim.check(numbers(claim.document))
        verdict = AGREES if agrees else CONTRADICTED
        rows.append((claim.text, claim.source, claim.document, verdict, says))
    return pd.DataFrame(rows, columns=["claim", "source", "document", "verdict", "note"])


def numbers(document: str) -> Numbers:
    """A look-up of the document's printed numbers, by table, row and column."""
    found = read_published(document)

    def look(table: str, row: str, column: str) -> float:
        if (table, row, column) not in found:
            raise UserError(f"{document}, table {table}: no number is printed for {row} / {column}")
        return float(found[table, row, column])

    return look


def html_printed() -> Html:
    """The claims as HTML: verdict, sentence, source, and what the table says."""
    slugs = {AGREES: "agrees", CONTRADICTED: "contradicted"}
    items = "".join(
        f"<li>{sign(row.verdict, slugs[row.verdict])} {html.escape(row.claim)} "
        f"<cite>{html.escape(row.source)}</cite>: {html.escape(row.note)}</li>"
        for row in printed_claims().itertuples()
    )
    return Html(f'<ul class="sts-verdicts">{items}</ul>')
