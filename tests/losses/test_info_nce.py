import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from stsutils import losses as plain


def batch(columns=2, rows=30, dim=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(rows, dim, generator=generator).double() for _ in range(columns)]


@pytest.mark.parametrize(
    ("columns", "denominator"), [(2, "in_batch"), (3, "in_batch"), (2, "as_printed")]
)
@pytest.mark.parametrize("chunk", [1, 7, 29])
def test_chunks_change_neither_value_nor_gradient(losses, columns, denominator, chunk):
    leaves = [x.requires_grad_() for x in batch(columns)]
    settings = {"denominator": denominator, "temperature": 0.1}
    whole, parts = (losses.info_nce(*leaves, **settings, **own) for own in ({}, {"chunk": chunk}))
    assert parts.item() == pytest.approx(whole.item(), rel=1e-13)
    gradients = (torch.autograd.grad(loss, leaves) for loss in (parts, whole))
    for a, b in zip(*gradients, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-11, atol=1e-14)
        assert a.abs().sum() > 0


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


def test_a_loss_is_never_below_zero(losses):
    """Up to a rounding of its logits, which are 100 here; in double precision it shows."""
    u = torch.eye(16).repeat(1, 20)[:, :300]
    assert losses.info_nce(u, u, temperature=0.01).item() >= -100 * torch.finfo(u.dtype).eps
    assert losses.info_nce(u.double(), u.double(), temperature=0.01).item() >= -1e-13
