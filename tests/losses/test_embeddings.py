import math

import pytest
import torch


def test_the_score_in_the_plane_is_cosine_minus_sine(losses):
    degrees = torch.tensor([0.0, 30.0, 45.0, 90.0, 180.0, 330.0])
    angles = torch.deg2rad(degrees).double()
    u = torch.tensor([[1.0, 0.0]] * 6).double()
    v = torch.stack([angles.cos(), angles.sin()], dim=1)
    wanted = [abs(math.cos(a) - math.sin(a)) for a in angles.tolist()]
    assert losses.angle_score(u, v).tolist() == pytest.approx(wanted)


def test_the_sign_is_lost_and_the_order_of_u_and_v_counts(losses):
    u, v = torch.randn(2, 20, 6, generator=torch.Generator().manual_seed(0)).double()
    score = losses.angle_score(u, v)
    torch.testing.assert_close(losses.angle_score(u, -v), score)
    assert (losses.angle_score(v, u) - score).abs().mean() > 0.1
    torch.testing.assert_close(losses.angle_score(u, 5 * u), torch.ones(20).double())


@pytest.mark.parametrize("distance", ["euclid", "cosine"])
def test_a_triplet_with_its_margin_gets_no_push(losses, distance):
    a, p, n = (torch.tensor([[math.cos(x), math.sin(x)]]) for x in (0.0, 0.1, 2.5))
    for margin, pushed in ((0.5, False), (2.5, True)):
        leaves = [x.clone().requires_grad_() for x in (a, p, n)]
        losses.triplet(*leaves, margin=margin, distance=distance).backward()
        assert all((leaf.grad.abs().sum() > 0) == pushed for leaf in leaves)
