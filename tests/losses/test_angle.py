import math

import pytest
import torch


def batch(rows=20, dim=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    u, v = (torch.randn(rows, dim, generator=generator).double() for _ in range(2))
    return u, v, torch.randint(6, (rows,), generator=generator)


def test_the_score_in_the_plane_is_cosine_minus_sine(losses):
    degrees = torch.tensor([0.0, 30.0, 45.0, 90.0, 180.0, 330.0])
    angles = torch.deg2rad(degrees).double()
    u = torch.tensor([[1.0, 0.0]] * 6).double()
    v = torch.stack([angles.cos(), angles.sin()], dim=1)
    wanted = [abs(math.cos(a) - math.sin(a)) for a in angles.tolist()]
    assert losses.angle_score(u, v).tolist() == pytest.approx(wanted)


def test_the_sign_is_lost_and_the_order_of_u_and_v_counts(losses):
    u, v, _ = batch()
    score = losses.angle_score(u, v)
    torch.testing.assert_close(losses.angle_score(u, -v), score)
    assert (losses.angle_score(v, u) - score).abs().mean() > 0.1
    torch.testing.assert_close(losses.angle_score(u, 5 * u), torch.ones(20).double())


def test_only_the_order_of_labels_counts(losses):
    u, v, labels = batch()
    one = losses.angle(u, v, labels)
    assert losses.angle(u, v, labels**2) == one
    assert losses.angle(u, v, 0 * labels) == 0


def test_the_cosine_term_is_cosent(losses):
    u, v, labels = batch()
    alone, both = (losses.angle(u, v, labels, cosine_weight=w) for w in (0.0, 0.7))
    cosent = losses.cosent(losses.cosine(u, v), labels)
    torch.testing.assert_close(both - alone, 0.7 * cosent)
