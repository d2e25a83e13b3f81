import inspect
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from stsutils import losses as plain
from stsutils.microscope import dual
from stsutils.microscope.naive.cosent import cosent as naive

SEARCH = settings(database=None, max_examples=80, derandomize=True)

# few distinct values on purpose: ties in labels and in cosines are the interesting part
value = st.one_of(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), st.floats(-1, 1))
label = st.one_of(st.sampled_from([0.0, 1.0, 2.5]), st.floats(0, 5))
batches = st.lists(st.tuples(value, label), min_size=1, max_size=14)
scales = st.sampled_from([0.05, 1.0, 20.0, 300.0, 1e4])


@pytest.fixture(autouse=True, scope="module", params=[256, 0], ids=["by matrix", "by sorting"])
def form(request, losses):
    """Both forms pass every test, whatever the number of pairs."""
    with pytest.MonkeyPatch.context() as patch:
        for function in (losses.cosent, plain.cosent):
            patch.setitem(inspect.unwrap(function).__globals__, "_FEW", request.param)
        yield


def value_and_gradient(function, cosines, labels, scale):
    leaf = cosines.clone().requires_grad_()
    loss = function(leaf, labels, scale)
    loss.backward()
    return loss.item(), leaf.grad


def by_loop(cosines, labels, scale):
    lists = {"cosines": cosines, "labels": labels}
    return dual.value_and_gradient(naive, lists, {"scale": scale}, fixed=("labels",))[1]["cosines"]


@SEARCH
@given(batches, scales)
def test_equals_the_double_loop(losses, batch, scale):
    cosines, labels = map(list, zip(*batch, strict=True))
    loss, gradient = value_and_gradient(
        losses.cosent, torch.tensor(cosines).double(), torch.tensor(labels), scale
    )
    cosines, labels = torch.tensor(cosines).double().tolist(), torch.tensor(labels).tolist()
    assert loss == pytest.approx(naive(cosines, labels, scale), rel=1e-12, abs=1e-12)
    wanted = by_loop(cosines, labels, scale)
    assert gradient.tolist() == pytest.approx(wanted, rel=1e-9, abs=1e-9 * scale)


def test_float32_at_scale_ten_thousand_loses_nothing(losses):
    """In float32, 10⁴ · cos keeps three decimals, so weights would be off by 1e-3."""
    cosines = torch.rand(40, generator=torch.Generator().manual_seed(2))
    labels = torch.arange(40) // 2
    loss, gradient = value_and_gradient(losses.cosent, cosines, labels, 1e4)
    assert loss == pytest.approx(naive(cosines.tolist(), labels.tolist(), 1e4), rel=1e-7)
    wanted = by_loop(cosines.tolist(), labels.tolist(), 1e4)
    assert gradient.tolist() == pytest.approx(wanted, rel=1e-6, abs=1e-6)


def test_memory_is_linear_in_the_pairs(losses):
    """65,536 pairs: a B×B matrix of float32 would be 17 GB, which no test machine has."""
    pairs = 65_536
    generator = torch.Generator().manual_seed(0)
    labels = torch.randint(0, 26, (pairs,), generator=generator) / 5
    loss, gradient = value_and_gradient(losses.cosent, torch.zeros(pairs), labels, 20.0)
    assert loss == pytest.approx(losses.chance_level(labels), rel=1e-6)
    assert gradient.sum().item() == pytest.approx(0, abs=1e-3)
    assert 1 < gradient.abs().sum().item() <= 40


def test_the_gradient_is_taken_once_and_no_graph_is_kept_without_one(refused, losses):
    cosines = torch.tensor([0.1, 0.9]).requires_grad_()
    loss = losses.cosent(cosines, torch.tensor([1, 0]))
    refused("second ones of cosent_plain", torch.autograd.grad, loss, cosines, create_graph=True)
    cosines = cosines.detach().double().requires_grad_()
    assert torch.autograd.gradgradcheck(
        lambda c: losses.cosent_plain(c, torch.tensor([1, 0]), 2.0), (cosines,)
    )
    with torch.no_grad():
        assert losses.cosent(torch.rand(4), torch.arange(4)).grad_fn is None
    assert not losses.cosent(torch.rand(4), torch.arange(4)).requires_grad


def test_one_nan_cosine_makes_the_whole_loss_nan():
    """A broken forward pass must show; the guard on a GPU relies on it too."""
    cosines = torch.tensor([0.3, math.nan, 0.1], requires_grad=True)
    loss = plain.cosent(cosines, torch.tensor([0, 2, 1]))
    loss.backward()
    assert loss.isnan()
    assert cosines.grad.isnan().all()


def test_chance_level_is_the_loss_of_equal_cosines_counted_exactly(losses):
    for labels in ([0, 1] * 8, [0, 1, 2] * 7, list(range(16)), [1.5, 1.5], [3]):
        tensor = torch.tensor(labels)
        loss = losses.cosent(torch.full((len(labels),), 0.7).double(), tensor)
        assert losses.chance_level(tensor) == pytest.approx(loss.item(), rel=1e-12, abs=1e-15)
        assert losses.chance_level(labels) == losses.chance_level(tensor)
    known = {4.17: [0, 1] * 8, 4.80: range(16), 5.55: [0, 1] * 16, 7.61: range(64)}
    assert all(round(losses.chance_level(labels), 2) == level for level, labels in known.items())
    pairs = 300_000  # where floats would not count exactly
    wanted = math.log1p(pairs * (pairs - 1) // 2)
    assert plain.chance_level(torch.arange(pairs)) == wanted
