"""Generated triplets: what is shared, what is changed, and who is nearer by its words."""

import pytest

from stsutils.data import kind_of
from stsutils.data.generator import bag_cosine
from stsutils.data.generator.triplets import generate_triplets
from stsutils.errors import UserError

HARD = generate_triplets(60, seed=1)
EASY = generate_triplets(60, seed=1, hard=False)


def overlap(rows, column):
    return [bag_cosine(*pair) for pair in zip(rows.anchor, rows[column], strict=True)]


def test_hard_and_easy_share_anchors_and_positives_only():
    assert HARD[["anchor", "positive"]].equals(EASY[["anchor", "positive"]])
    assert not (HARD.negative == EASY.negative).any()
    assert HARD.operation.str.startswith("changed_").all()
    assert (EASY.operation == "random").all()


def test_rows_are_distinct_triplets_and_repeat_with_their_seed():
    assert kind_of(HARD) == "triplets"
    assert HARD.anchor.is_unique
    assert not (HARD.anchor == HARD.positive).any()
    assert HARD.equals(generate_triplets(60, seed=1))
    assert not HARD.equals(generate_triplets(60, seed=2))


def test_a_hard_negative_shares_more_words_with_the_anchor_than_the_positive():
    hard, positive, easy = (
        sum(overlap(rows, column)) / 60
        for rows, column in ((HARD, "negative"), (HARD, "positive"), (EASY, "negative"))
    )
    assert hard > positive + 0.03
    assert positive > easy + 0.2


def test_splits_share_no_sentence():
    test = generate_triplets(60, seed=1, split="test")
    columns = ["anchor", "positive", "negative"]
    assert not set(HARD[columns].stack()) & set(test[columns].stack())


def test_refuses_an_unknown_split():
    with pytest.raises(UserError, match="no split 'dev'"):
        generate_triplets(5, seed=0, split="dev")
