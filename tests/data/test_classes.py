import pandas as pd
import pytest

from stsutils.data import check_file
from stsutils.data.classes import NLI, check_order, with_numbers
from stsutils.errors import UserError

HUB = "entailment,neutral,contradiction"


def pairs(labels):
    return pd.DataFrame({"sentence1": "a", "sentence2": "b", "label": labels})


def test_names_and_another_order_become_ours():
    assert with_numbers(pairs([" Neutral", "entailment"]), "f")["label"].tolist() == [1, 2]
    assert with_numbers(pairs([0, "1", 2]), "f", HUB)["label"].tolist() == [2, 1, 0]
    assert with_numbers(pairs(["entailment"]), "f", HUB)["label"].tolist() == [2]
    assert with_numbers(pairs([0, 1]), "f")["label"].tolist() == [0, 1]
    assert with_numbers(pairs(["-", "neutral"]), "f")["label"].tolist() == ["-", "neutral"]


@pytest.mark.parametrize(
    ("rows", "order", "words"),
    [
        (pairs([0, 1, 2]), "entailment,neutral", "name the classes of 0, 1 and 2"),
        (pairs([0, 1, 3]), HUB, "for the labels 0, 1 and 2, found '3'"),
        (pairs([0, 1]).rename(columns={"label": "score"}), HUB, "with a column label"),
    ],
)
def test_an_order_that_says_nothing_is_refused(rows, order, words):
    with pytest.raises(UserError, match=words):
        with_numbers(rows, "f.csv", order)


def test_turned_classes_are_asked_for_at_the_check(tmp_path):
    second = {0: "two dogs sleep", 1: "a man is at a party", 2: "a man plays the guitar"}
    labels = [i % 3 for i in range(60)]
    first = [f"a man plays the guitar in street {i}" for i in range(60)]
    rows = pairs(labels).assign(sentence1=first, sentence2=[second[label] for label in labels])
    check_order(rows, "ours")
    turned = tmp_path / "turned.csv"
    rows.assign(label=2 - rows["label"]).to_csv(turned, index=False)
    with pytest.raises(UserError, match=f"Is 0 entailment. Then add --label-order {HUB}; if"):
        check_file(turned)
    assert check_file(turned, label_order=HUB)["label"].tolist() == rows["label"].tolist()
    as_it_is = check_file(turned, label_order=",".join(NLI))
    assert as_it_is["label"].tolist() == (2 - rows["label"]).tolist()


def test_three_grades_of_few_pairs_are_left_alone():
    check_order(pairs([0, 1, 2]), "f.csv")
    check_order(pairs([0, 1, 2] * 20), "f.csv")
