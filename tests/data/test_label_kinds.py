import pandas as pd
import pytest

from stsutils.data import check_file, check_rows
from stsutils.data.label_kinds import NLI, check_order, label_kind, with_numbers

HUB = "entailment,neutral,contradiction"


def rows(column, values):
    n = len(values)
    first, second = [f"a {i}" for i in range(n)], [f"b {i}" for i in range(n)]
    return check_rows(pd.DataFrame({"sentence1": first, "sentence2": second, column: values}))


@pytest.mark.parametrize(
    ("column", "values", "kind", "middle", "positive"),
    [
        ("label", [0, 1, 1], "binary", 0.5, "label 1"),
        ("score", [-1.0, 1.0], "binary", 0.0, "score 1"),
        ("label", [0, 1, 2], "classes", 1.0, "label 2"),
        ("label", [0, 1, 2, 3], "graded", 1.5, "label above 1.5, the middle of the scale"),
        ("score", [0, 1, 2], "graded", 1.0, "score above 1, the middle of the scale"),
        ("score", [1.0, 3.3, 5.0], "graded", 3.0, "score above 3, the middle of the scale"),
    ],
)
def test_the_kind_the_middle_and_the_words(column, values, kind, middle, positive):
    found = label_kind(rows(column, values))
    assert (found.kind, found.column, found.middle) == (kind, column, middle)
    assert found.positive == positive


def test_a_missing_label_of_snli_and_rows_that_are_no_pairs_are_refused(refused):
    words = r"f.csv, row 3, column 'label'.*drop the rows"
    refused(words, label_kind, rows("label", [0, 1, -1, 2]), "f.csv")
    for none, given in ((-100, "-100=,0=0,1=1"), (7, "0=0,1=1,7=")):
        refused(f'drop the rows: --labels "{given}"', label_kind, rows("label", [0, 1, none]))
    triplets = pd.DataFrame({"anchor": ["a"], "positive": ["b"], "negative": ["c"]})
    refused("these rows are triplets", label_kind, triplets)


def pairs(labels):
    return pd.DataFrame({"sentence1": "a", "sentence2": "b", "label": labels})


def test_names_and_another_order_become_ours():
    assert with_numbers(pairs([" Neutral", "entailment"]), "f")["label"].tolist() == [1, 2]
    assert with_numbers(pairs([0, "1", 2]), "f", HUB)["label"].tolist() == [2, 1, 0]
    assert with_numbers(pairs(["entailment"]), "f", HUB)["label"].tolist() == [2]
    assert with_numbers(pairs([0, 1]), "f")["label"].tolist() == [0, 1]
    for blank in ("-", "", None):
        assert with_numbers(pairs([blank, "neutral"]), "f")["label"].tolist() == [None, 1]
        assert with_numbers(pairs([2, blank]), "f", HUB)["label"].tolist() == [0, None]


@pytest.mark.parametrize(
    ("rows", "order", "words"),
    [
        (pairs([0, 1, 2]), "entailment,neutral", "name the classes of 0, 1 and 2"),
        (pairs([0, 1, 3]), HUB, "for the labels 0, 1 and 2, found '3'"),
        (pairs([0, 1]).rename(columns={"label": "score"}), HUB, "with a column label"),
    ],
)
def test_an_order_that_says_nothing_is_refused(refused, rows, order, words):
    refused(words, with_numbers, rows, "f.csv", order)


def test_turned_classes_are_asked_for_at_the_check(refused, tmp_path):
    second = {0: "two dogs sleep", 1: "a man is at a party", 2: "a man plays the guitar"}
    labels = [i % 3 for i in range(60)]
    first = [f"a man plays the guitar in street {i}" for i in range(60)]
    rows = pairs(labels).assign(sentence1=first, sentence2=[second[label] for label in labels])
    check_order(rows, "ours")
    turned = tmp_path / "turned.csv"
    rows.assign(label=2 - rows["label"]).to_csv(turned, index=False)
    refused(f"Is 0 entailment. Then add --label-order {HUB}; if", check_file, turned)
    assert check_file(turned, label_order=HUB)["label"].tolist() == rows["label"].tolist()
    as_it_is = check_file(turned, label_order=",".join(NLI))
    assert as_it_is["label"].tolist() == (2 - rows["label"]).tolist()
    named = tmp_path / "named.csv"
    rows.assign(label=[NLI[2 - label] for label in rows["label"]]).to_csv(named, index=False)
    assert check_file(named)["label"].tolist() == as_it_is["label"].tolist(), "names say it"
    for few in ([0, 1, 2], [0, 1, 2] * 20):
        check_order(pairs(few), "three grades are left alone")
