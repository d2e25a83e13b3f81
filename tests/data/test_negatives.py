import pandas as pd
import pytest

from stsutils.data import load, with_random_negatives
from stsutils.data.leaks import pair_keys


def shared_words(rows):
    negatives = rows[rows.label == 0]
    both = zip(negatives.sentence1, negatives.sentence2, strict=True)
    shares = [(set(a.lower().split()), set(b.lower().split())) for a, b in both]
    return sum(len(a & b) / len(a | b) for a, b in shares) / len(shares)


@pytest.mark.parametrize("seed", [0, 3])
def test_only_the_negatives_second_sentences_change_and_share_few_words(seed):
    hard = load("demo_hard", "train").head(400)
    seen = with_random_negatives(hard, seed)
    assert seen.label.equals(hard.label)
    assert seen.sentence1.equals(hard.sentence1)
    changed = seen.sentence2 != hard.sentence2
    assert not changed[hard.label == 1].any()
    assert changed[hard.label == 0].mean() > 0.95
    assert set(seen.sentence2) <= set(hard.sentence2)
    assert seen.attrs == hard.attrs
    assert shared_words(seen) < shared_words(hard) / 2
    new = pair_keys(seen[(seen.label == 0) & changed])
    assert new
    assert not set(new) & set(pair_keys(hard)), "no given pair is made again"
    assert all(a != b for a, b in new)
    again, other = (with_random_negatives(hard, own).sentence2 for own in (seed, seed + 1))
    assert again.equals(seen.sentence2)
    assert not other.equals(seen.sentence2)


def test_a_forbidden_partner_is_never_taken(refused):
    """Row 3 can only get "e": "b" would be a given pair, "d" its own, "c" itself."""
    columns = ["sentence1", "sentence2", "label"]
    rows = pd.DataFrame([("a", "e", 1), ("c", "d", 1), ("c", "b", 0)], columns=columns)
    for seed in range(20):
        assert with_random_negatives(rows, seed).sentence2.tolist() == ["e", "d", "e"]
    lonely = rows.assign(sentence2=["c", "d", "b"])
    refused("no other sentence is left for row 3", with_random_negatives, lonely, 0)


def test_graded_rows_are_refused_with_the_mend(refused):
    refused(r"binary>2\.5", with_random_negatives, load("demo", "test").head(5), 0)
    bare = pd.DataFrame({"sentence1": ["a"], "sentence2": ["b"]})
    refused("labelled 0 or 1", with_random_negatives, bare, 0)
