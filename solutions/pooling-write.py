"""Hand in `my_mean(states, mask)`: the masked mean of the last layer, one row a sentence."""

HANDS_IN = "my_mean(states, mask)"
IMPORTS = "import torch"
EXAMPLES = """\
states = (torch.arange(12.0).reshape(2, 3, 2),)
seen = my_mean(states, torch.tensor([[1, 1, 0], [1, 1, 1]]))
assert torch.equal(seen, torch.tensor([[1.0, 2.0], [8.0, 9.0]]))
"""
HINTS = (
    (
        "states[-1] is the last layer, sentences × tokens × width; mask says which tokens are "
        "the sentence's own."
    ),
    ("For each sentence: length = mask[i].sum(), then states[-1][i, :length].mean(0); stack them."),
)
REFERENCE = """\
import torch


def my_mean(states, mask):
    return torch.stack([x[: own.sum()].mean(0) for x, own in zip(states[-1], mask)])
"""
WRONG = {
    "the mean over the padding, too": ("def my_mean(states, mask): return states[-1].mean(dim=1)"),
    "the first layer": ("def my_mean(states, mask): return states[0].mean(dim=1)"),
    "the padding at zero, but counted": (
        "def my_mean(states, mask): return (states[-1] * mask[:, :, None]).mean(dim=1)"
    ),
}


def _compare(hand, random, lengths):
    import torch

    from stsutils.encoders.pooling import pool

    generator = torch.Generator().manual_seed(random.randrange(2**31))
    states = tuple(torch.randn(len(lengths), 9, 4, generator=generator) for _ in range(3))
    mask = (torch.arange(9) < torch.tensor(lengths)[:, None]).long()
    seen, wanted = hand.my_mean(states, mask), pool("mean", states, mask)
    assert seen.shape == wanted.shape, f"the shape is {tuple(seen.shape)}"
    assert torch.allclose(seen, wanted, atol=1e-5), (
        "it is not the mean over a sentence's own tokens"
    )


def check_full_rows(hand, random):
    _compare(hand, random, [9, 9, 9])


def check_padded_rows(hand, random):
    _compare(hand, random, [random.randint(2, 8) for _ in range(5)] + [1])
