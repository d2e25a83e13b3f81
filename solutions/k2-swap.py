"""Hand in `symmetric(weight)`: it takes the weight of a head on u, v, |u − v| (one row, three
equal blocks) and returns one that gives both orders of a pair the same number. It leaves the
block of |u − v| as it is, and no block becomes 0.
"""

HANDS_IN = "symmetric(weight)"
IMPORTS = "import torch"
EXAMPLES = """\
seen = symmetric(torch.arange(6.0)[None])
assert seen.shape == (1, 6) and torch.equal(seen[:, 4:], torch.tensor([[4.0, 5.0]]))
"""
HINTS = (
    "Changing the order changes the blocks of u and v over and leaves |u − v|.",
    "So the first two blocks must be equal; copy one over the other.",
)
REFERENCE = """\
def symmetric(weight):
    w, d = weight.clone(), weight.shape[1] // 3
    w[:, d : 2 * d] = w[:, :d]
    return w
"""
WRONG = {
    "the weight as it is": "def symmetric(weight): return weight",
    "0 everywhere": "def symmetric(weight): return 0 * weight",
    "0 in the blocks of u and v": (
        "def symmetric(weight):\n"
        "    w = weight.clone()\n"
        "    w[:, : w.shape[1] * 2 // 3] = 0\n"
        "    return w"
    ),
}


def check_same_number(hand, random):
    import torch

    generator = torch.Generator().manual_seed(random.randrange(2**31))
    weight = torch.randn(1, 15, generator=generator)
    u, v = torch.randn(2, 20, 5, generator=generator)
    found = hand.symmetric(weight.clone())
    there, back = (torch.cat([a, b, (a - b).abs()], dim=1) @ found.T for a, b in ((u, v), (v, u)))
    assert torch.allclose(there, back, atol=1e-5), "the order of the pair still counts"
    assert torch.equal(found[:, 10:], weight[:, 10:]), "the block of |u − v| was changed"
    assert found[:, :5].abs().max() > 0, "the blocks of u and v are 0"
