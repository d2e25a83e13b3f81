import torch

from stsutils.losses import binary_cross_entropy as plain


def test_two_outputs_and_a_softmax_are_the_same_loss():
    """The baseline of Su's code, on the difference of its two outputs."""
    generator = torch.Generator().manual_seed(2)
    logits = torch.randn(20, 2, generator=generator)
    labels = torch.randint(0, 2, (20,), generator=generator)
    wanted = torch.nn.functional.cross_entropy(logits, labels)
    torch.testing.assert_close(plain(logits[:, 1] - logits[:, 0], labels), wanted)


def test_large_scores_neither_overflow_nor_lose_their_gradient():
    scores = torch.tensor([200.0, -200.0], requires_grad=True)
    loss = plain(scores, torch.tensor([0, 1]))
    loss.backward()
    assert loss.item() == 200
    assert scores.grad.tolist() == [0.5, -0.5]
