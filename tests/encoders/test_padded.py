import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stsutils.encoders.padded import groups

LENGTHS = st.lists(st.integers(1, 60), min_size=1, max_size=60).map(np.array)


def cost(pieces, lengths, pass_cost):
    return sum(pass_cost + len(piece) * lengths[piece].max() for piece in pieces)


@given(LENGTHS, st.integers(0, 200), st.integers(64, 512))
def test_every_sentence_is_in_one_group_within_the_budget(lengths, pass_cost, budget):
    pieces = groups(lengths, pass_cost, budget)
    assert sorted(np.concatenate(pieces).tolist()) == list(range(len(lengths)))
    for piece in pieces:
        assert len(piece) == 1 or len(piece) * lengths[piece].max() <= budget + lengths.max()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7).map(np.array), st.integers(0, 12))
def test_no_cut_of_the_sorted_lengths_is_cheaper(lengths, pass_cost):
    found = cost(groups(lengths, pass_cost, 10_000), lengths, pass_cost)
    ordered = np.sort(lengths)
    best = np.inf
    for cuts in itertools.product([False, True], repeat=len(ordered) - 1):
        pieces = np.split(np.arange(len(ordered)), [i + 1 for i, cut in enumerate(cuts) if cut])
        best = min(best, cost(pieces, ordered, pass_cost))
    assert found == best
    assert len(groups(lengths, 10_000, 10_000)) == 1, "a dear pass gives one group"
