"""What only a GPU can show: nothing waits for it, and its numbers are the CPU's."""

import math

import pytest
import torch

from stsutils.losses import contrastive, cosent, cosine_mse, on_cosines

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")


def run(loss, columns, labels, device):
    leaves = [column.detach().to(device).requires_grad_() for column in columns]
    value = loss(leaves, labels.to(device))
    return value.item(), [g.cpu() for g in torch.autograd.grad(value, leaves)]


@pytest.mark.parametrize("function", [cosent, contrastive, cosine_mse])
@pytest.mark.parametrize("pairs", [16, 5000])
def test_equals_the_cpu(function, pairs):
    generator = torch.Generator().manual_seed(0)
    columns = [torch.randn(pairs, 32, generator=generator) for _ in range(2)]
    labels = torch.randint(0, 2, (pairs,), generator=generator)
    here, there = (run(on_cosines(function), columns, labels, d) for d in ("cpu", "cuda"))
    assert there[0] == pytest.approx(here[0], rel=1e-5)
    for a, b in zip(here[1], there[1], strict=True):
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("function", [cosent, contrastive, cosine_mse])
def test_no_step_waits_for_the_gpu(function):
    columns = [torch.randn(64, 32, device="cuda", requires_grad=True) for _ in range(2)]
    labels = torch.arange(64, device="cuda") % 2
    loss = on_cosines(function)
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
