"""Claims that a document's own table decides: no run, no interval, only arithmetic."""

import html

from stsutils.experiments.printed import claims
from stsutils.report.markup import Html, sign
from stsutils.report.measured import read_published

AGREES, CONTRADICTED = "Agrees with its table", "Contradicted by its table"


def printed_claims():
    """DataFrame, one row a claim: claim, source, document, verdict, note (what the table says)."""
    import pandas as pd

    rows = []
    for claim in claims():
        printed = read_published(claim.document)
        agrees, says = claim.check(lambda *place, printed=printed: float(printed[place]))
        verdict = AGREES if agrees else CONTRADICTED
        rows.append((claim.text, claim.source, claim.document, verdict, says))
    return pd.DataFrame(rows, columns=["claim", "source", "document", "verdict", "note"])


def html_printed() -> Html:
    """The claims as HTML: verdict, sentence, source, and what the table says."""
    slugs = {AGREES: "agrees", CONTRADICTED: "contradicted"}
    items = "".join(
        f"<li>{sign(row.verdict, slugs[row.verdict])} {html.escape(row.claim)} "
        f"<cite>{html.escape(row.source)}</cite>: {html.escape(row.note)}</li>"
        for row in printed_claims().itertuples()
    )
    return Html(f'<ul class="sts-verdicts">{items}</ul>')
