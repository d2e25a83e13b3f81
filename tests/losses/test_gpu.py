"""What only a GPU can show: nothing waits for it, and its numbers are the CPU's."""

import math

import pytest
import torch

from stsutils.losses import contrastive, cosent, cosine_mse, make_loss, softmax

pytestmark = [
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU"),
    # torch says once that the mode which finds waiting is young
    pytest.mark.filterwarnings("ignore:Synchronization debug mode"),
]


ON_EMBEDDINGS = [
    (2, {"name": "cosent"}),
    (2, {"name": "contrastive"}),
    (2, {"name": "cosine_mse"}),
    (2, {"name": "softmax"}),
    (3, {"name": "triplet"}),
    (3, {"name": "triplet", "distance": "cosine"}),
    (2, {"name": "info_nce"}),
    (3, {"name": "info_nce", "chunk": 100}),
    (2, {"name": "angle"}),
]


def on_both(settings):
    losses = [make_loss(settings, 32) for _ in range(2)]
    if isinstance(losses[1], torch.nn.Module):
        losses[1].to("cuda")
    return losses


def run(loss, columns, labels, device):
    leaves = [column.detach().to(device).requires_grad_() for column in columns]
    value = loss(leaves, labels.to(device))
    return value.item(), [g.cpu() for g in torch.autograd.grad(value, leaves)]


@pytest.mark.parametrize("pairs", [16, 5000])
@pytest.mark.parametrize(("number", "settings"), ON_EMBEDDINGS)
def test_equals_the_cpu(number, settings, pairs):
    generator = torch.Generator().manual_seed(0)
    columns = [torch.randn(pairs, 32, generator=generator) for _ in range(number)]
    labels = torch.randint(0, 2, (pairs,), generator=generator)
    here, there = (
        run(loss, columns, labels, device)
        for loss, device in zip(on_both(settings), ("cpu", "cuda"), strict=True)
    )
    assert there[0] == pytest.approx(here[0], rel=1e-5)
    for a, b in zip(here[1], there[1], strict=True):
        torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-7)


@pytest.mark.parametrize(("number", "settings"), ON_EMBEDDINGS)
def test_no_step_waits_for_the_gpu(number, settings):
    columns = [torch.randn(200, 32, device="cuda", requires_grad=True) for _ in range(number)]
    labels = torch.arange(200, device="cuda") % 2
    loss = on_both(settings)[1]
    loss(columns, labels.float()).backward()
    torch.cuda.set_sync_debug_mode("error")
    try:
        with torch.autocast("cuda", dtype=torch.bfloat16):
            value = loss(columns, labels.float())
        value.backward()
    finally:
        torch.cuda.set_sync_debug_mode("default")
    assert value.item() > 0


@pytest.mark.parametrize("function", [cosent, contrastive, cosine_mse])
def test_a_wrong_label_gives_nan_instead_of_a_wait(function):
    cosines = torch.rand(3, device="cuda")
    assert function(cosines, torch.tensor([0.0, 1.0, 1.0], device="cuda")).isfinite()
    assert function(cosines, torch.tensor([0.0, math.nan, 1.0], device="cuda")).isnan()


def test_a_label_that_is_no_class_gives_nan_instead_of_a_wait():
    u, weight, bias = (torch.ones(*shape, device="cuda") for shape in ((3, 4), (3, 12), (3,)))
    assert softmax(u, u, torch.tensor([0.0, 1.0, 2.0], device="cuda"), weight, bias).isfinite()
    for wrong in (3.0, -1.0, math.nan):
        labels = torch.tensor([0.0, wrong, 2.0], device="cuda")
        assert softmax(u, u, labels, weight, bias).isnan()
