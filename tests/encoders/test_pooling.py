import pytest
import torch

from stsutils.encoders.pooling import POOLINGS, pool, pool_packed

HIDDEN = [torch.randn(3, 4, 5, generator=torch.Generator().manual_seed(i)) for i in range(3)]
MASK = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0], [1, 1, 1, 0]])


def by_hand(how, row):
    """The sentence vector of one row, one token at a time."""
    first = [HIDDEN[1][row, t] for t in range(4) if MASK[row, t]]
    last = [HIDDEN[2][row, t] for t in range(4) if MASK[row, t]]
    if how == "cls":
        return last[0]
    if how == "max":
        return torch.stack(last).max(dim=0).values
    if how == "first_last_tokens":
        return (last[0] + last[-1]) / 2
    if how == "first_last":
        return sum((a + b) / 2 for a, b in zip(first, last, strict=True)) / len(last)
    return sum(last) / len(last)


@pytest.mark.parametrize("how", POOLINGS)
def test_pooling_equals_the_sum_by_hand_padded_and_packed(how):
    spoiled = [torch.where(MASK[..., None] == 0, 1e6, layer) for layer in HIDDEN]
    flat = [layer[MASK == 1] for layer in HIDDEN]
    places = torch.tensor([0, 4, 6]), torch.tensor([4, 2, 3])
    for found in (
        pool(how, HIDDEN, MASK),
        pool(how, spoiled, MASK),
        pool_packed(how, flat, *places),
    ):
        for row in range(3):
            torch.testing.assert_close(found[row], by_hand(how, row))


def test_an_unknown_pooling_is_named(refused):
    refused(r"'median'.*mean, cls", pool, "median", HIDDEN, MASK)
    refused(r"'median'.*mean, cls", pool_packed, "median", HIDDEN[0][:1], *torch.tensor([[0], [4]]))
