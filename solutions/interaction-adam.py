"""Hand in `same_training(scale, start, lr)`: the start of the head and the learning rate with
which Adam on CoSENT at this scale moves λw as it does at the scale 1 with `start` and `lr`.
"""

HANDS_IN = "same_training(scale, start, lr)"
REFERENCE = "def same_training(scale, start, lr): return start / scale, lr / scale"
WRONG = [
    "def same_training(scale, start, lr): return start, lr",
    "def same_training(scale, start, lr): return start / scale, lr",
    "def same_training(scale, start, lr): return start / scale, lr * scale",
]


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
