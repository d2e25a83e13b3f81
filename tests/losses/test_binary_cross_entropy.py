import math

import pytest
import torch

from stsutils.errors import UserError
from stsutils.losses import binary_cross_entropy as plain
from stsutils.losses import make_loss, on_scores


def test_by_hand(losses):
    seen = losses.binary_cross_entropy(torch.tensor([0.0, math.log(3)]), torch.tensor([1, 0]))
    assert seen.item() == pytest.approx((math.log(2) + math.log(4)) / 2)


@pytest.mark.parametrize("labels", ["classes", "soft"])
def test_equals_torch(labels):
    generator = torch.Generator().manual_seed(0)
    scores = (8 * torch.randn(50, generator=generator)).requires_grad_()
    wanted = torch.rand(50, generator=generator)
    wanted = wanted.round() if labels == "classes" else wanted
    ours = plain(scores, wanted)
    theirs = torch.nn.functional.binary_cross_entropy_with_logits(scores, wanted)
    torch.testing.assert_close(ours, theirs)
    torch.testing.assert_close(
        torch.autograd.grad(ours, scores), torch.autograd.grad(theirs, scores)
    )


def test_two_outputs_and_a_softmax_are_the_same_loss():
    """The baseline of Su's code, on the difference of its two outputs."""
    generator = torch.Generator().manual_seed(2)
    logits = torch.randn(20, 2, generator=generator)
    labels = torch.randint(0, 2, (20,), generator=generator)
    torch.testing.assert_close(
        plain(logits[:, 1] - logits[:, 0], labels),
        torch.nn.functional.cross_entropy(logits, labels),
    )


def test_large_scores_neither_overflow_nor_lose_their_gradient():
    scores = torch.tensor([200.0, -200.0], requires_grad=True)
    loss = plain(scores, torch.tensor([0, 1]))
    loss.backward()
    assert loss.item() == 200
    assert scores.grad.tolist() == [0.5, -0.5]


def test_an_interaction_models_column(losses):
    scores, labels = torch.tensor([[0.5], [-1.0]]), torch.tensor([1, 0])
    loss = losses.on_scores(losses.binary_cross_entropy)
    assert loss([scores], labels) == losses.binary_cross_entropy(scores[:, 0], labels)
    assert on_scores(plain).settings == {}


def test_two_embeddings_are_refused_for_cosines_do_not_suit_it():
    loss = make_loss({"name": "binary_cross_entropy"}, dimension=3)
    assert repr(loss) == "on_scores(binary_cross_entropy)"
    with pytest.raises(UserError, match=r"one column of B scores, such as an interaction model's"):
        loss([torch.ones(2, 3), torch.ones(2, 3)], torch.tensor([1, 0]))
