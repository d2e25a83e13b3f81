import math

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from stsutils import losses as plain


def batch(columns=2, rows=30, dim=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(rows, dim, generator=generator).double() for _ in range(columns)]


class Largest(TorchDispatchMode):
    """Remembers the largest tensor that any operation made, forwards or backwards."""

    numbers = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        if isinstance(made, torch.Tensor):
            self.numbers = max(self.numbers, made.numel())
        return made


def largest(rows, chunk):
    """The largest tensor of forward and backward, and how many numbers wait between the two."""
    leaves = [x.float().requires_grad_() for x in batch(2, rows, 4)]
    kept = {}  # one tensor may be kept for many chunks: count its storage once

    def keep(tensor):
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes() // 4
        return tensor

    hooks = torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor)
    with Largest() as seen, hooks:
        loss = plain.info_nce(*leaves, chunk=chunk)
        waiting = sum(kept.values())
        loss.backward()
    return seen.numbers, waiting


def test_memory_is_linear_in_the_rows():
    """No tensor is larger than rows × chunk, and nothing of that size is kept for backward."""
    whole = largest(512, 512)
    assert whole[0] >= 512 * 512
    assert whole[1] >= 512 * 512
    small, large = largest(512, 32), largest(1024, 32)
    assert small[0] <= 512 * 32
    assert large[0] <= 1024 * 32
    assert large[1] <= 2.1 * small[1] < 512 * 128


def test_one_row_and_one_negative_is_cosent_on_two_pairs(losses):
    u, v, negative = batch(3, rows=1)
    seen = losses.info_nce(u, v, negative, temperature=0.1)
    cosines = torch.cat([losses.cosine(u, v), losses.cosine(u, negative)])
    wanted = losses.cosent(cosines, torch.tensor([1, 0]), scale=10.0)
    torch.testing.assert_close(seen, wanted)


def test_as_printed_the_positive_is_pulled_for_ever(losses):
    """u and v are equal, others opposite: in_batch is content, the printed form still pulls."""
    pull = {}
    for denominator in ("in_batch", "as_printed"):
        u = torch.tensor([[1.0, 0.0], [-1.0, 0.0]]).double()
        v = torch.tensor([[0.8, 0.6], [-0.8, 0.6]]).double().requires_grad_()
        losses.info_nce(u, v, denominator=denominator).backward()
        pull[denominator] = v.grad.norm().item()
    # |∂cos/∂v| is the sine, 0.6; the weight is 1 / (temperature · B) = 10 on each of two rows
    assert pull["as_printed"] == pytest.approx(10 * 0.6 * math.sqrt(2))
    assert pull["in_batch"] < 1e-8


def test_a_loss_is_never_below_zero(losses):
    """Up to a rounding of its logits, which are 100 here; in double precision it shows."""
    u = torch.eye(16).repeat(1, 20)[:, :300]
    assert losses.info_nce(u, u, temperature=0.01).item() >= -100 * torch.finfo(u.dtype).eps
    assert losses.info_nce(u.double(), u.double(), temperature=0.01).item() >= -1e-13
