"""The abstracts: words that stand in the documents, claims that exist, one mark for several."""

import os
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from stsutils.checkout import find_in_checkout
from stsutils.claims import BESIDE, all_claims
from stsutils.report.explorer import evidence_pages
from stsutils.report.views.abstracts import html_abstract, together

LISTED = find_in_checkout("book/published/abstracts.toml").read_text("utf-8")
DOCUMENTS = tomllib.loads(LISTED)["document"]
FILES = {
    "CoSENT, paper": "cosent",
    "CoSENT, blog post": "cosent-blog",
    "Regression framework": "sts-regression",
    "RankEncoder": "rankencoder",
    "Similarity from contexts": "contexts",
}


def plain(text: str) -> str:
    """Words alone, without the marks of footnotes and of emphasis."""
    text = re.sub(r"<sup>.*?</sup>|[*]", "", text)
    return " ".join(text.replace("’", "'").split())


def test_each_document_of_a_claim_has_its_abstract_on_the_page():
    names = [one["name"] for one in DOCUMENTS]
    assert set(names) == {claim.document for claim in all_claims().values()} - set(BESIDE)
    page = (find_in_checkout("book/published").parent / "abstracts.md").read_text("utf-8")
    for one in DOCUMENTS:
        assert f'html_abstract("{one["name"]}")' in page
        assert f"{{cite:t}}`{one['cite']}`" in page


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one["name"])
def test_a_sentence_names_claims_of_its_own_document_that_the_lab_judges(document):
    every = all_claims()
    for sentence in document["sentence"]:
        assert sentence.keys() <= {"part", "text", "claims"}
        for slug in sentence.get("claims", ()):
            assert every[slug].document == document["name"], slug
            assert every[slug].table in evidence_pages(), slug


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one["name"])
def test_a_sentence_stands_in_the_documents_text(document):
    if not os.environ.get("STSUTILS_PAPERS"):
        pytest.skip("needs STSUTILS_PAPERS, a folder of the documents as text")
    path = Path(os.environ["STSUTILS_PAPERS"]) / f"{FILES[document['name']]}.txt"
    text = plain(path.read_text(encoding="utf-8"))
    for sentence in document["sentence"]:
        assert plain(sentence["text"]) in text, sentence["text"]


@pytest.mark.parametrize(
    ("kinds", "slug", "words"),
    [
        (["supported"], "supported", "1 claim: 1 supported"),
        (["open", "supported", "open"], "supported", "3 claims: 1 supported, 2 open"),
        (["supported", "contradicted"], "mixed", "2 claims: 1 supported, 1 contradicted"),
        (["not tested", "open"], "open", "2 claims: 1 open, 1 not tested"),
        (["not tested", "not tested"], "not-tested", "2 claims: 2 not tested"),
        (["not run", "contradicted"], "contradicted", "2 claims: 1 contradicted, 1 not run"),
    ],
)
def test_one_mark_for_several_verdicts(kinds, slug, words):
    found = [SimpleNamespace(verdict=SimpleNamespace(kind=kind)) for kind in kinds]
    assert together(found) == (slug, words)


def test_a_marked_sentence_leads_to_its_claims_and_they_to_their_evidence(ledger):
    page = html_abstract("RankEncoder")
    for anchor in re.findall(r'class="sts-said[^"]*" href="#([^"]+)"', page):
        assert page.count(f'id="{anchor}"') == 1
    linked = re.findall(r'data-claim="([^"]+)".*?href="evidence/(\w+)\.html#claim-([^"]+)"', page)
    assert len(linked) >= 10
    assert all(here == there for here, _, there in linked)
    assert "1 claim: 1 not run" in page, "an empty ledger"
