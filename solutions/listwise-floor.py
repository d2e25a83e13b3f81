"""Hand in `divergence(scores, teacher, temperature)`: 0 for a perfect student, and with the
gradient of `list_net` at this temperature for both.
"""

HANDS_IN = "divergence(scores, teacher, temperature)"
IMPORTS = "import torch"
EXAMPLES = """\
perfect = torch.tensor([[0.3, 0.9], [0.2, 0.1]])
assert abs(float(divergence(perfect, perfect, 0.1))) < 1e-5, "a perfect student pays nothing"
assert float(divergence(perfect, perfect.flip(1), 0.1)) > 0.1
"""
HINTS = (
    ("ListNet's loss is a cross-entropy: it is the divergence plus the teacher's own entropy."),
    (
        "Σ p (log p − log q) with softmax over each row at this temperature; then the mean "
        "over rows."
    ),
)
REFERENCE = """\
import torch
def divergence(scores, teacher, temperature):
    p, q = (torch.log_softmax(x / temperature, -1) for x in (teacher, scores))
    return (p.exp() * (p - q)).sum(-1).mean()
"""
WRONG = {
    "ListNet's loss with its floor": (
        "from stsutils.losses import list_net\n"
        "def divergence(scores, teacher, temperature):\n"
        "    return list_net(scores, teacher, temperature, temperature)"
    ),
    "the squared difference of the scores": (
        "def divergence(scores, teacher, temperature):\n    return ((scores - teacher) ** 2).mean()"
    ),
}


def _rows(random):
    import torch

    generator = torch.Generator().manual_seed(random.randrange(2**31))
    scores, teacher = torch.rand(2, 4, 9, generator=generator, dtype=torch.float64)
    return scores.requires_grad_(), teacher


def check_zero(hand, random):
    scores, teacher = _rows(random)
    assert abs(hand.divergence(teacher, teacher, 0.1).item()) < 1e-9, "a perfect student pays"
    assert hand.divergence(scores, teacher, 0.1).item() > 0.1, "a bad student pays nothing"


def check_gradient(hand, random):
    import torch

    from stsutils.losses import list_net

    scores, teacher = _rows(random)
    losses = hand.divergence(scores, teacher, 0.1), list_net(scores, teacher, 0.1, 0.1)
    seen, wanted = (torch.autograd.grad(loss, scores)[0] for loss in losses)
    assert torch.allclose(seen, wanted, atol=1e-6), "the gradient is another one"
