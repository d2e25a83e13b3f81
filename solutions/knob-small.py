"""Hand in `limit(labels)`: CoSENT's gradient divided by λ for small λ, from the labels alone."""

HANDS_IN = "limit(labels)"
IMPORTS = "import torch"
EXAMPLES = """\
seen = torch.as_tensor(limit(torch.tensor([1, 0]))).tolist()
assert seen == [-0.5, 0.5]
"""
HINTS = (
    "At λ = 0 every comparison has the same share, 1 / (1 + P).",
    ("A pair's gradient counts the comparisons that it is below, minus those that it is above."),
)
REFERENCE = """\
def limit(labels):
    above = (labels[None, :] > labels[:, None]).sum(1)
    below = (labels[None, :] < labels[:, None]).sum(1)
    return (above - below) / (1 + above.sum())
"""
WRONG = {
    "0 everywhere": ("import torch\ndef limit(labels): return torch.zeros(len(labels))"),
    "divided by the comparisons without the 1 +": (
        "import torch\n"
        "def limit(labels):\n"
        "    y = torch.as_tensor(labels)\n"
        "    d = (y[None] > y[:, None]).sum(1) - (y[None] < y[:, None]).sum(1)\n"
        "    return d / d.abs().sum()"
    ),
}


def check_limit(hand, random):
    import torch

    from stsutils.losses import cosent

    for size in (2, 5, 9):
        labels = torch.tensor([random.randint(0, 4) for _ in range(size - 1)] + [5])
        cosines = torch.tensor([random.uniform(-1, 1) for _ in range(size)], dtype=torch.float64)
        cosent(cosines.requires_grad_(), labels, scale=1e-6).backward()
        seen = torch.as_tensor(hand.limit(labels), dtype=torch.float64)
        assert torch.allclose(seen, cosines.grad / 1e-6, atol=1e-4), f"labels {labels.tolist()}"
