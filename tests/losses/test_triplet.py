import math

import pytest
import torch

DISTANCES = ["euclid", "cosine"]


@pytest.mark.parametrize("distance", DISTANCES)
def test_a_triplet_with_its_margin_gets_no_push(losses, distance):
    a, p, n = (torch.tensor([[math.cos(x), math.sin(x)]]) for x in (0.0, 0.1, 2.5))
    for margin, pushed in ((0.5, False), (2.5, True)):
        leaves = [x.clone().requires_grad_() for x in (a, p, n)]
        losses.triplet(*leaves, margin=margin, distance=distance).backward()
        assert all((leaf.grad.abs().sum() > 0) == pushed for leaf in leaves)


def test_a_cosine_margin_above_two_is_never_met(losses):
    a, n = torch.tensor([[1.0, 0.0]]), torch.tensor([[-1.0, 0.0]])
    assert losses.triplet(a, a, n, margin=2.0, distance="cosine").item() == 0
    assert losses.triplet(a, a, n, margin=2.1, distance="cosine").item() == pytest.approx(0.1)
