"""Hand in `same_training(scale, start, lr)`: the start of the head and the learning rate with
which Adam on CoSENT at this scale moves λw as it does at the scale 1 with `start` and `lr`.
"""

HANDS_IN = "same_training(scale, start, lr)"
EXAMPLES = """\
start, lr = same_training(1.0, 0.1, 0.01)
assert (start, lr) == (0.1, 0.01), "at the scale 1 nothing changes"
"""
HINTS = (
    ("Adam divides by the size of the gradient: a gradient twice as large makes the same step."),
    "λw must begin at the same place and move by the same amount: divide both.",
)
REFERENCE = "def same_training(scale, start, lr): return start / scale, lr / scale"
WRONG = {
    "both left as they are": ("def same_training(scale, start, lr): return start, lr"),
    "the rate left as it is": ("def same_training(scale, start, lr): return start / scale, lr"),
    "the rate multiplied, where Adam needs it divided": (
        "def same_training(scale, start, lr): return start / scale, lr * scale"
    ),
}


def check_same(hand, random):
    import torch

    from stsutils.losses import cosent

    generator = torch.Generator().manual_seed(random.randrange(2**31))
    vectors = torch.randn(10, 3, generator=generator, dtype=torch.float64)

    def train(scale, start, lr):
        w = torch.full((3,), start, dtype=torch.float64, requires_grad=True)
        steps = torch.optim.Adam([w], lr=lr, eps=1e-16)
        for _ in range(20):
            steps.zero_grad()
            cosent(vectors @ w, torch.arange(10), scale=scale).backward()
            steps.step()
        return scale * w.detach()

    for scale in (5.0, random.choice([20.0, 40.0])):
        start, lr = hand.same_training(scale, 0.1, 0.01)
        seen = train(scale, float(start), float(lr))
        assert torch.allclose(seen, train(1.0, 0.1, 0.01), rtol=1e-5), f"not the same at {scale:g}"
