import pandas as pd
import pytest

from stsutils.data import load, with_random_negatives
from stsutils.data.leaks import pair_keys
from stsutils.errors import UserError


@pytest.fixture
def hard():
    return load("demo_hard", "train").head(400)


def test_only_the_negatives_second_sentences_change(hard):
    seen = with_random_negatives(hard, 0)
    assert seen.label.equals(hard.label)
    assert seen.sentence1.equals(hard.sentence1)
    changed = seen.sentence2 != hard.sentence2
    assert not changed[hard.label == 1].any()
    assert changed[hard.label == 0].mean() > 0.95
    assert set(seen.sentence2) <= set(hard.sentence2)
    assert seen.attrs["negatives"] == "random, seed 0"
    assert seen.attrs["sha"] == hard.attrs["sha"]


def test_the_new_negatives_share_few_words(hard):
    def overlap(rows):
        negatives = rows[rows.label == 0]
        both = zip(negatives.sentence1, negatives.sentence2, strict=True)
        shares = [(set(a.lower().split()), set(b.lower().split())) for a, b in both]
        return sum(len(a & b) / len(a | b) for a, b in shares) / len(shares)

    assert overlap(with_random_negatives(hard, 0)) < overlap(hard) / 2


def test_no_given_pair_is_made_again(hard):
    seen = with_random_negatives(hard, 3)
    new = pair_keys(seen[(seen.label == 0) & (seen.sentence2 != hard.sentence2)])
    assert new
    assert not set(new) & set(pair_keys(hard))
    assert all(a != b for a, b in new)


def test_the_seed_decides(hard):
    first, again, other = (with_random_negatives(hard, seed).sentence2 for seed in (1, 1, 2))
    assert first.equals(again)
    assert not first.equals(other)


def test_a_forbidden_partner_is_never_taken():
    """Row 3 can only get "e": "b" would be a given pair, "d" its own, "c" itself."""
    rows = pd.DataFrame(
        {"sentence1": ["a", "c", "c"], "sentence2": ["e", "d", "b"], "label": [1, 1, 0]}
    )
    for seed in range(20):
        assert with_random_negatives(rows, seed).sentence2.tolist() == ["e", "d", "e"]
    lonely = rows.assign(sentence2=["c", "d", "b"])
    with pytest.raises(UserError, match="no other sentence is left for row 3"):
        with_random_negatives(lonely, 0)


def test_graded_rows_are_refused_with_the_mend():
    with pytest.raises(UserError, match=r"binary>2\.5"):
        with_random_negatives(load("demo", "test").head(5), 0)
    with pytest.raises(UserError, match="labelled 0 or 1"):
        with_random_negatives(pd.DataFrame({"sentence1": ["a"], "sentence2": ["b"]}), 0)
