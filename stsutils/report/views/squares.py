"""All claims of the documents as squares, coloured and marked by verdict."""

from stsutils import claims
from stsutils.report.explorer import evidence_pages
from stsutils.report.markup import Html, rendered
from stsutils.report.verdicts import every_verdict


def html_squares(tier: str = "lab") -> Html:
    """A row a document, a square a claim: its mark and colour tell the verdict, its title the rest.

    A square leads to the claim on its page of evidence.

    The key counts the verdicts over all documents. Our own questions are left out.
    """
    rows: dict[str, list] = {}
    for _, one in every_verdict(tier):
        if not one.claim.ours:
            rows.setdefault(one.claim.document, []).append(one)
    order = claims.KINDS.index
    for own in rows.values():
        own.sort(key=lambda one: order(one.verdict.kind))
    every = [one for own in rows.values() for one in own]
    counts = {kind: sum(one.verdict.kind == kind for one in every) for kind in claims.KINDS}
    key = [(kind, kind.replace(" ", "-"), number) for kind, number in counts.items() if number]
    return rendered("squares.html", rows=rows, key=key, number=len(every), pages=evidence_pages())
