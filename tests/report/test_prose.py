"""Prose that links to records: what is true passes; a changed digit, sign or word does not."""

import json
import math
import re

import numpy as np
import pytest

from stsutils.experiments import load
from stsutils.ledger import Ledger
from stsutils.report.evidence import Held, concordance, hold
from stsutils.report.prose import Sentence, check, differs, fill_file, filled, linked, sentences
from stsutils.report.verdicts import verdict
from stsutils.statistics import spearman

TABLE = "supervised"
GAP = "CoSENT minus softmax @ STS-B"


def trouble(text, findings=False):
    return check(Sentence("page.md", 1, text, TABLE, findings))


def test_what_is_filled_in_is_true_and_a_word_without_a_number_cannot_be(refused):
    text = filled(f"CoSENT beats softmax by [? ± ?](<ev: {GAP}>) points.", TABLE)
    assert re.search(r"\[5\.9 ± 1\.\d\]", text)
    assert trouble(text) == []
    refused("no number to fill in", filled, "[?](<ev: claim direct-may-fail>)")


BACK, SETS = "softmax minus CoSENT @ STS-B", "@ NLI; STS-B; SICK-R"


@pytest.mark.parametrize(
    ("right", "wrong", "link"),
    [
        *(("5.9", wrong, GAP) for wrong in ("5.8", "−5.9", "-5.9", "5.9 ± 9", "far")),
        *((right, "", GAP) for right in ("+5.9", "5.93", "6", "by 5.9 points")),
        ("−5.9", "5.9", BACK),  # a loss is no lead
        ("beats it", "", f"CoSENT beats softmax {SETS}"),
        ("", "beats it", f"softmax beats CoSENT {SETS}"),
        ("does not", "", f"not: softmax beats CoSENT {SETS}"),
        ("85.75", "85.76", "theirs CoSENT @ STS-B"),
        ("119", "", "count all"),
    ],
)
def test_each_kind_of_link_is_held(right, wrong, link):
    assert not right or trouble(f"the claim is [{right}](<ev: {link}>)") == []
    assert not wrong or trouble(f"the claim is [{wrong}](<ev: {link}>)")


def test_a_row_at_another_rate_that_is_as_good_is_held():
    cell = load(TABLE).at("lab")["CoSENT", "SICK-R"]
    for rate in ("0.0003", "0.00015"):
        (own,) = (one for one in cell.own if one.settings["lr"] == float(rate))
        scores = [100 * Ledger().read(own.run(seed)).metrics[own.metric] for seed in range(5)]
        held = hold(f"CoSENT at rate {rate} @ SICK-R", TABLE)
        assert held.value == pytest.approx(np.mean(scores), abs=1e-9)
    mean, *parts = (
        hold(f"max at rate 0.0002 minus mean @ {column} @ nli-poolings").value
        for column in ("Avg.", "STS-B", "SICK-R", "PAWS", "MRPC")
    )
    assert mean == pytest.approx(np.mean(parts), abs=1e-9)
    both = "CoSENT at rate 0.0003 beats {softmax; no training} @ STS-B; SICK-R"
    assert trouble(f"it [leads](<ev: {both}>)") == []


def test_verdicts_are_held_by_their_words_and_means():
    kind = verdict("direct-may-fail").verdict.kind
    assert trouble(f"the claim is [{kind}](<ev: claim direct-may-fail>)") == []
    assert trouble("the claim is [contradicted](<ev: claim direct-may-fail>)")
    one = verdict("cosent-beats-mse-everywhere").pooled
    assert trouble(f"[{one.mean:.1f}](<ev: pooled cosent-beats-mse-everywhere>)") == []
    assert "holds" in trouble(f"[open](<ev: open: CoSENT beats softmax {SETS}>)")[0]


@pytest.mark.parametrize(
    ("link", "word"),
    [
        ("CoSNT @ STS-B", "no cell"),
        ("CoSENT @ STSB", "its columns of that row"),
        ("CoSENT", "names no cell"),
        ("CoSENT at rate 0.0006 @ SICK-R", "no cell"),  # worse by validation
        ("CoSENT @ STS-B @ supervized", "supervised"),
        ("claim direct-may-fial", "direct-may-fail"),
        ("count many", "one of all, supported"),
        ("RoBERTa-base | CoSENT @ STS-B", "not run"),
        ("theirs no training @ PAWS (CLS)", "no cell"),
        ("right no training @ BQ @ chinese", "no record has the AUC"),
    ],
)
def test_a_link_that_names_nothing_is_told(link, word):
    (line,) = trouble(f"[1](<ev: {link}>)")
    assert word in line
    assert line.startswith("page.md, line 1: ")


def test_a_number_on_a_page_of_findings_needs_a_link():
    assert trouble("It is 3.5 ± 1 ahead.", findings=True)
    assert trouble("It is 3.5 ahead.") == [], "on a chapter that is no matter"
    free = "`3.5`, $x = 3.5$, Table 3, 20 pairs, [3.5](x.md), “3.5”\n\n| 3.5 |"
    assert trouble(free, findings=True) == []


def test_concordance_is_the_share_of_comparisons_that_come_out_right():
    assert [concordance(rho) for rho in (-1, 0, 1)] == pytest.approx([0.0, 0.5, 1.0], abs=1e-7)
    random = np.random.default_rng(0)
    gold = random.normal(size=1500)
    score = gold + random.normal(size=1500)
    order = np.sign(gold[:, None] - gold) * np.sign(score[:, None] - score)
    right = (order > 0).sum() / (len(gold) * (len(gold) - 1))
    assert concordance(spearman(score, gold)) == pytest.approx(right, abs=0.005)


def test_of_two_classes_it_is_the_area_under_the_curve():
    held = hold("right CoSENT @ PAWS", TABLE)
    assert held.half is not None
    assert 70 < held.value < 80
    assert hold("right CoSENT @ STS-B", TABLE).value == pytest.approx(77.3, abs=0.1)


def test_links_become_html_that_escapes():
    page = linked(f"[<b>5.9|](<ev: {GAP}>)", TABLE)
    assert page.startswith('<span class="ev" tabindex="0"')
    assert "&lt;b&gt;5.9&#124;</span>" in page, "a bare | would end a cell of a table"
    assert 'data-run="stsutils run supervised --tier lab"' in page
    assert differs("", Held(1.0)) == "no number is written; the records say "


def test_a_copy_of_a_page_is_held_by_the_command(tmp_path, said):
    page = tmp_path / "page.md"
    page.write_text(f"One.\n\nIt leads\nby [? ± ?](<ev: {GAP} @ {TABLE}>).\n", encoding="utf-8")
    said("prose", page, code=1)  # nothing is written yet
    assert "1 link in 1 page, 0 to mend" in said("prose", "--fill", page)
    text = page.read_text(encoding="utf-8")
    for old, new in (("5.9", "5.8"), ("[5.9", "[−5.9")):
        page.write_text(text.replace(old, new), encoding="utf-8")
        assert "page.md, line 4: “" in said("prose", page, code=1)


def test_a_notebook_names_its_table_and_stays_as_it_was_written(tmp_path):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": [f"[?](<ev: {GAP}>)"]}
    notebook = {"cells": [cell], "metadata": {"stsutils": {"table": TABLE, "findings": True}}}
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert fill_file(path)
    assert not fill_file(path), "all is filled"
    (sentence,) = sentences(path)
    assert sentence.text == f"[5.9](<ev: {GAP}>)"
    assert check(sentence) == []
    assert math.isfinite(hold(GAP, TABLE).value)


def test_every_sentence_of_the_book_is_true(said):
    said("prose")


def test_a_card_tells_the_printed_number_where_it_has_the_same_unit():
    link = "ε = -1 | as coded @ PAWS @ contrastive-threshold"
    own, right = hold(link), hold(f"right {link}")
    assert "(the document: 6.52)" in own.says
    assert "the document" not in right.says
    assert right.how.startswith("right of 100 comparisons; ")
    assert "8,000 test pairs" in own.how
