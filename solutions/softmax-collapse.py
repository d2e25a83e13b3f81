"""Hand in `u`, `v` (two pairs of vectors), `labels`, `weight` and `bias` of a head on |u − v|:
the loss is below {most}, and the pair of class 1 has the smaller cosine.
"""

HANDS_IN = "u\nv\nlabels\nweight\nbias"
WRONG = [
    "import torch\nu = v = torch.eye(2)\nlabels = torch.tensor([1, 0])\n"
    "weight, bias = torch.zeros(2, 2), torch.tensor([10.0, -10.0])",
    "import torch\nu = torch.tensor([[1.0, 0], [1, 0]])\nv = torch.tensor([[1.0, 0], [0, 1]])\n"
    "labels, bias = torch.tensor([1, 0]), torch.tensor([-10.0, 10])\n"
    "weight = torch.tensor([[10.0, 10], [-10, -10]])",
]


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
