"""Hand in two batches, each a pair of lists (cosines, labels), for a scale of 20: `reaching`,
whose gradient has a mass above 39.9, and `losing`, whose loss is above {least} and its mass below
30.
"""

HANDS_IN = "reaching\nlosing"
EXAMPLES = """\
for cosines, labels in (reaching, losing):
    assert len(cosines) == len(labels) and max(map(abs, cosines)) <= 1
"""
HINTS = (
    (
        "The mass is 2λ if every pair is pushed in one direction only. A pair in the middle "
        "is pushed both ways."
    ),
    (
        "Two pairs in the wrong order reach it. For the other take many pairs with the same "
        "cosine and labels 0, 1, 2, …"
    ),
)
REFERENCE = """\
reaching = ([0.0, 1.0], [1, 0])
losing = ([0.5] * 64, list(range(64)))
"""
WRONG = {
    "two batches that both reach the bound": "reaching = losing = ([0.0, 1.0], [1, 0])",
    "two batches of equal cosines": "reaching = losing = ([0.5] * 64, list(range(64)))",
    "two batches in the right order": (
        "reaching, losing = ([1.0, 0.0], [1, 0]), ([1.0, 0.0], [1, 0])"
    ),
}


def given(random):
    return {"least": random.choice([3, 4, 5])}


def _loss_and_mass(batch):
    import torch

    from stsutils.losses import cosent

    cosines, labels = batch
    leaf = torch.tensor([float(c) for c in cosines], dtype=torch.float64, requires_grad=True)
    assert leaf.abs().max() <= 1, "a cosine lies between −1 and 1"
    loss = cosent(leaf, torch.tensor(labels))
    loss.backward()
    return loss.item(), leaf.grad.abs().sum().item()


def check_reaching(hand, random, least):
    mass = _loss_and_mass(hand.reaching)[1]
    assert mass > 39.9, f"the mass is {mass:.1f}"


def check_losing(hand, random, least):
    loss, mass = _loss_and_mass(hand.losing)
    assert loss > least, f"the loss is {loss:.1f}"
    assert mass < 30, f"the mass is {mass:.1f}"
