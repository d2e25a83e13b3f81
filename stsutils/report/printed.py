"""Claims that a document's own table decides: no run, no interval, only arithmetic."""

from stsutils.experiments.printed import claims
from stsutils.report.markup import Html, rendered, sign
from stsutils.report.published_numbers import read_published

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
    return rendered("printed.html", claims=printed_claims().itertuples(), slugs=slugs, sign=sign)
