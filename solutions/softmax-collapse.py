"""Hand in `u`, `v` (two pairs of vectors), `labels`, `weight` and `bias` of a head on |u − v|:
the loss is below {most}, and the pair of class 1 has the smaller cosine.
"""

HANDS_IN = "u\nv\nlabels\nweight\nbias"
IMPORTS = "import torch"
EXAMPLES = """\
assert u.shape == v.shape and len(u) == 2 and sorted(labels.tolist()) == [0, 1]
assert weight.shape == (2, u.shape[1]) and bias.shape == (2,), "a row of weights for each class"
"""
HINTS = (
    "The head sees |u − v| alone: let it call a large difference similar.",
    (
        "Give the pair of class 1 vectors that differ, the pair of class 0 equal ones, and "
        "let weight and bias be large."
    ),
)
WRONG = {
    "a head that looks at its bias alone": (
        "import torch\n"
        "u = v = torch.eye(2)\n"
        "labels = torch.tensor([1, 0])\n"
        "weight, bias = torch.zeros(2, 2), torch.tensor([10.0, -10.0])"
    ),
    "a head that is right, with the larger cosine for class 1": (
        "import torch\n"
        "u = torch.tensor([[1.0, 0], [1, 0]])\n"
        "v = torch.tensor([[1.0, 0], [0, 1]])\n"
        "labels, bias = torch.tensor([1, 0]), torch.tensor([-10.0, 10])\n"
        "weight = torch.tensor([[10.0, 10], [-10, -10]])"
    ),
}


def given(random):
    return {"most": random.choice([0.001, 0.005, 0.01])}


def check_loss(hand, random, most):
    from stsutils.losses import softmax

    loss = softmax(hand.u, hand.v, hand.labels, hand.weight, hand.bias, features="|u-v|").item()
    assert loss < most, f"the loss is {loss:.3f}"
    assert sorted(hand.labels.tolist()) == [0, 1], "one pair of each class is wanted"


def check_cosines(hand, random, most):
    import torch

    check_loss(hand, random, most)
    cosines = torch.cosine_similarity(hand.u, hand.v)
    similar, other = cosines[hand.labels == 1], cosines[hand.labels == 0]
    assert similar.item() < other.item(), "the pair of class 1 has the larger cosine"
