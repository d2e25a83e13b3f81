"""The cast: twelve pairs, one of a kind, in the order that people give them."""

from stsutils.data import load


def test_the_cast_is_twelve_kinds_in_the_order_of_its_scores_with_the_scores_of_its_sources():
    cast = load("cast")
    assert list(cast.columns) == ["sentence1", "sentence2", "score", "kind"]
    assert len(cast) == cast["kind"].nunique() == 12
    assert cast["score"].is_monotonic_decreasing
    assert {cast["score"].min(), cast["score"].max()} == {0, 5}
    graded = load("hand_graded").set_index(["sentence1", "sentence2"])["score"]
    same = cast.set_index(["sentence1", "sentence2"])["score"]
    shared = same.index.intersection(graded.index)
    assert len(shared) == 6
    assert (same[shared] == graded[shared]).all()
    swap = cast.set_index("kind").loc["role swap"]
    first, second = (sorted(swap[c].lower().strip(".").split()) for c in cast.columns[:2])
    assert first == second, "a role swap has the same words"
