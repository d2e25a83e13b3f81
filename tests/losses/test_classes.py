import math

import pytest
import torch

from stsutils.losses import binary_cross_entropy
from stsutils.training import decay_groups


def test_u_and_v_without_their_difference_cannot_tell_equal_from_opposite(losses):
    """A linear map of (u, v) is a sum of one of u and one of v: it never sees them together.

    So over the four pairs of ±e the loss stays at or above log 2 whatever the head is, while the
    difference solves them.
    """
    u = torch.tensor([[1.0], [1.0], [-1.0], [-1.0]])
    v = torch.tensor([[1.0], [-1.0], [1.0], [-1.0]])
    same = torch.tensor([1, 0, 0, 1])
    least = {}
    for features in ("u,v", "|u-v|"):
        torch.manual_seed(0)
        head = losses.SoftmaxHead(1, classes=2, features=features)
        optimizer = torch.optim.Adam(head.parameters(), lr=0.3)
        for _ in range(60):
            optimizer.zero_grad()
            loss = head([u, v], same)
            loss.backward()
            optimizer.step()
        least[features] = loss.item()
    assert least["u,v"] == pytest.approx(math.log(2), abs=1e-3)
    assert least["|u-v|"] < 0.05


def test_it_is_learned_with_weight_decay_on_the_matrix_only(losses):
    with_decay, without = decay_groups(losses.SoftmaxHead(5), 0.01)
    assert [p.ndim for p in with_decay["params"]] == [2]
    assert [p.ndim for p in without["params"]] == [1]


def test_large_scores_neither_overflow_nor_lose_their_gradient():
    scores = torch.tensor([200.0, -200.0], requires_grad=True)
    loss = binary_cross_entropy(scores, torch.tensor([0, 1]))
    loss.backward()
    assert loss.item() == 200
    assert scores.grad.tolist() == [0.5, -0.5]
