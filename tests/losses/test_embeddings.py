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
