"""Hand in `my_checks(loss)`, without the microscope: it raises where `loss` is not CoSENT."""

from unittest.mock import patch

HANDS_IN = "my_checks(loss)"
IMPORTS = "import torch"
EXAMPLES = """\
from stsutils.losses import cosent
my_checks(cosent)  # a correct form: it must not raise
"""
HINTS = (
    (
        "Compare value and gradient with a plain loop, on batches with ties, of two pairs and "
        "of fifty."
    ),
    (
        "Then: another scale, all labels equal, one row, huge cosines, bfloat16, labels of "
        "True and False, inputs left as they were."
    ),
)
REFERENCE = """\
import torch

def wanted(c, y, scale):
    total = 1.0
    for i in range(len(c)):
        for k in range(len(c)):
            if y[i] > y[k]:
                total = total + torch.exp(scale * (c[k] - c[i]))
    return torch.log(torch.as_tensor(total))

def both(loss, c, y, **settings):
    leaf = c.clone().requires_grad_()
    value = loss(leaf, y, **settings)
    return value.detach(), torch.autograd.grad(3 * value, leaf)[0]

def my_checks(loss):
    generator = torch.Generator().manual_seed(1)
    many = [0.4 * (i % 7) for i in range(50)]
    for y in (many, [3, 0, 2, 2, 0.4], [1, 0], [0, 1, 2], [0.2, 0.8, 0.1, 0.1]):
        y = torch.tensor(y, dtype=torch.float64)
        c = torch.rand(len(y), generator=generator, dtype=torch.float64) * 1.8 - 0.9
        for settings in ({}, {"scale": 5.0}):
            seen = both(loss, c, y, **settings)
            right = both(lambda c, y, scale=20.0: wanted(c, y, scale), c, y, **settings)
            for a, b in zip(seen, right):
                assert torch.allclose(a, b, atol=1e-9), "value or gradient"
    kept = c.clone()
    loss(c, y)
    assert torch.equal(c, kept), "the cosines were changed"
    far = torch.tensor([-900.0, 900.0, 30.0], dtype=torch.float64)
    assert abs(loss(far, torch.tensor([2.0, 1.0, 0.0])).item() - 36000) < 1e-3
    single = torch.tensor([0.3002, 0.3001, 0.5])
    exact = loss(single.double(), torch.tensor([1, 0, 0])).item()
    found = loss(single, torch.tensor([1, 0, 0]))
    assert found.dtype == torch.float32 and abs(found.item() - exact) < 1e-4, "float32"
    assert loss(single.bfloat16(), torch.tensor([1, 0, 0])).dtype == torch.float32, "bfloat16"
    for size in (1, 3):
        same = torch.full((size,), 0.4, dtype=torch.float64, requires_grad=True)
        value = loss(same, torch.ones(size))
        assert value.item() == 0
        assert torch.autograd.grad(value, same)[0].abs().max() == 0
    equal = loss(torch.full((2,), 0.5), torch.tensor([1.0, 0.0])).item()
    assert abs(equal - 0.6931472) < 1e-5, "equal cosines"
    for kind in (torch.bool, torch.int64, torch.float32):
        loss(torch.tensor([0.5, 0.1]), torch.tensor([1, 0]).to(kind))
"""
WRONG = {
    "checks that never raise": "def my_checks(loss): return None",
    "checks that condemn everything": "def my_checks(loss): return False",
    "the microscope itself": (
        "from stsutils.microscope import check\n"
        "def my_checks(loss): assert all(r.passed for r in check('cosent', "
        "candidate=loss))"
    ),
    "a look at one value only": (
        "import torch\n"
        "def my_checks(loss):\n"
        "    assert loss(torch.tensor([0.5, 0.5]), torch.tensor([1, 0])).item() > 0"
    ),
}


FOUND = []  # the last hunt: all parts are marked by one draw


def _hunt(hand, random):
    from stsutils.teach.hunt import hunt

    def alone(*_, **__):
        raise AssertionError("the microscope is not at hand in a hunt")

    job = hand.my_checks, str(random.random())
    if job not in FOUND:
        with patch("stsutils.microscope.checks.one_check", alone):
            FOUND[:] = [job, hunt(job[0], "cosent", job[1])]
    found = FOUND[1]
    assert not found.condemned, f"a correct form was condemned: {found.condemned}"
    return found


def _share(hand, random, least):
    found = _hunt(hand, random)
    assert found.score >= least, f"{len(found.killed)} of {len(found.killed + found.alive)} killed"


def check_one(hand, random):
    _share(hand, random, 0.1)


def check_half(hand, random):
    _share(hand, random, 0.5)


def check_most(hand, random):
    _share(hand, random, 0.8)


def check_all(hand, random):
    _share(hand, random, 1.0)
