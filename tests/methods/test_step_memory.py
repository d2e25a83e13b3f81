"""The count of a step's memory: nothing computed gives what computing gives."""

import pytest
import torch
from torch import nn

from stsutils.methods.step_memory import kept_bytes, step_memory

TINY = {"layers": 2, "width": 16, "heads": 2, "inner": 32, "vocabulary": 50, "length": 7}


def test_the_count_without_numbers_is_that_of_a_real_step():
    assert step_memory(**TINY, sentences=3) == step_memory(**TINY, sentences=3, device="cpu")


def test_it_grows_with_the_sentences_and_faster_than_their_length():
    one, two = (step_memory(**TINY, sentences=n) for n in (4, 8))
    # position numbers are one tensor for all sentences
    assert two["kept"] == pytest.approx(2 * one["kept"], rel=0.01)
    assert two["weights"] == one["weights"]
    assert one["whole"] == pytest.approx(one["weights"] + one["kept"])
    assert one["per sentence"] == pytest.approx(one["kept"] / 4)
    short, long = (step_memory(**TINY | {"length": n}, sentences=2)["kept"] for n in (50, 100))
    assert 2 * short < long < 4 * short


def test_a_layer_that_can_be_counted_by_hand():
    class Chain(nn.Module):
        def __init__(self):
            super().__init__()
            self.table, self.layer = nn.Embedding(10, 4), nn.Linear(4, 6)

        def forward(self, ids):
            class Out:
                last_hidden_state = torch.tanh(self.layer(self.table(ids)))

            return Out

    ids = torch.ones(3, 5, dtype=torch.long)
    # the numbers of the words (int64), the layer's input and tanh's output; not its weights
    assert kept_bytes(Chain(), ids) == 3 * 5 * (8 + 4 * 4 + 6 * 4)
