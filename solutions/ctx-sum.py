"""Hand in `gap(model, left, one, other, right)`: the logit of the sentence `one` minus that of
`other`, in each of n contexts. `model` is a `Discriminator`; the other four are n×L piece numbers.
"""

HANDS_IN = "gap(model, left, one, other, right)"
IMPORTS = "import torch"
EXAMPLES = """\
from stsutils.methods.contexts.discriminator import Discriminator
pieces = torch.arange(5, 12).expand(8, 7)
assert gap(Discriminator(50), pieces, pieces, pieces, pieces).shape == (8,), "one number a context"
assert gap(Discriminator(50), pieces, pieces, pieces, pieces).abs().max() == 0, "one is other"
"""
HINTS = (
    "The model gives one logit a context: model(left, sentence, right).",
    "gap is a difference of two calls, with `one` and with `other` in the middle.",
)
REFERENCE = """\
def gap(model, left, one, other, right):
    return model(left, one, right) - model(left, other, right)
"""
WRONG = {
    "the logit of the one sentence alone": (
        "def gap(model, left, one, other, right):\n    return model(left, one, right)"
    ),
    "left and right changed over": (
        "def gap(model, left, one, other, right):\n"
        "    return model(right, one, left) - model(right, other, left)"
    ),
    "the difference the other way round": (
        "def gap(model, left, one, other, right):\n"
        "    return model(left, other, right) - model(left, one, right)"
    ),
}


def _compare(hand, random, form):
    import torch

    from stsutils.methods.contexts.discriminator import Discriminator

    with torch.random.fork_rng():
        torch.manual_seed(random.randrange(10**6))
        model = Discriminator(50, form=form).double()
        for weights in model.parameters():  # A and B begin alike
            torch.nn.init.normal_(weights, std=0.3)
        left, right = torch.randint(5, 50, (2, 8, 7))
        one, other = torch.randint(5, 50, (2, 1, 7)).expand(2, 8, 7)
    with torch.no_grad():
        seen = torch.as_tensor(hand.gap(model, left, one, other, right))
        wanted = model(left, one, right) - model(left, other, right)
    assert seen.shape == wanted.shape, f"{tuple(seen.shape)} is not one number a context"
    assert torch.allclose(seen.double(), wanted), f"wrong with form={form!r}"


def check_printed(hand, random):
    _compare(hand, random, "printed")


def check_bilinear(hand, random):
    _compare(hand, random, "bilinear")
