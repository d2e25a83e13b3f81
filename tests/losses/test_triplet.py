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


def test_on_unit_vectors_the_two_distances_order_alike(losses):
    drawn = torch.randn(3, 30, 6, generator=torch.Generator().manual_seed(0)).double()
    a, p, n = torch.nn.functional.normalize(drawn, dim=2)
    euclid, cosine = (
        torch.stack(
            [losses.triplet(a[i : i + 1], p[i : i + 1], n[i : i + 1], **s) for i in range(30)]
        )
        for s in ({"margin": 0.0}, {"margin": 0.0, "distance": "cosine"})
    )
    assert torch.equal(euclid > 0, cosine > 0)
    assert 5 < (euclid > 0).sum() < 25
