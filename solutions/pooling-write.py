"""Hand in `my_mean(states, mask)`: the masked mean of the last layer, one row a sentence."""

HANDS_IN = "my_mean(states, mask)"
WRONG = [
    "def my_mean(states, mask): return states[-1].mean(dim=1)",
    "def my_mean(states, mask): return states[0].mean(dim=1)",
    "def my_mean(states, mask): return (states[-1] * mask[:, :, None]).mean(dim=1)",
]


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
