"""The documents' abstracts, sentence by sentence: what each claims, and what came of it."""

import tomllib
from collections import Counter

from stsutils import claims
from stsutils.checkout import find_in_checkout
from stsutils.experiments import load
from stsutils.report.explorer import evidence_pages
from stsutils.report.markup import Html, counted, rendered
from stsutils.report.measured import TIER
from stsutils.report.verdicts import ClaimVerdict, badge, judged

#: Verdicts that decide something.
DECIDED = ("supported", "mixed", "contradicted")


def html_abstract(document: str) -> Html:
    """A document's abstract and conclusion: each sentence marked by the verdicts of its claims.

    Below the running text each sentence that claims something is a fold with its claims. The
    sentences and their claims are in ``book/published/abstracts.toml``.
    """
    text = find_in_checkout("book/published/abstracts.toml").read_text(encoding="utf-8")
    listed = {one["name"]: one["sentence"] for one in tomllib.loads(text)["document"]}
    every = claims.all_claims()
    parts: dict[str, list[dict]] = {}
    for number, sentence in enumerate(listed[document]):
        made = [every[slug] for slug in sentence.get("claims", ())]
        found = [one for claim in made if (one := judged(load(claim.table), claim, TIER))]
        told = {"text": sentence["text"], "claims": found}
        if found:
            slug, words = together(found)
            anchor = f"{document.lower().replace(' ', '-').replace(',', '')}-{number + 1}"
            told |= {"anchor": anchor, "slug": slug, "words": words}
        parts.setdefault(sentence["part"], []).append(told)
    return rendered("abstract.html", parts=parts, badge=badge, pages=evidence_pages())


def together(found: list[ClaimVerdict]) -> tuple[str, str]:
    """One mark for several verdicts, and the words that count them.

    The mark is theirs where they agree; of those that decide something where others are open or
    not tested; and mixed where they decide otherwise.
    """
    kinds = [one.verdict.kind for one in found]
    decided = {kind for kind in kinds if kind in DECIDED}
    undecided = [kind for kind in claims.KINDS if kind in kinds and kind not in DECIDED]
    [kind] = decided if len(decided) == 1 else ["mixed"] if decided else undecided[:1]
    count = Counter(kinds)
    words = ", ".join(f"{count[kind]} {kind}" for kind in claims.KINDS if count[kind])
    return kind.replace(" ", "-"), f"{counted(len(found), 'claim')}: {words}"
