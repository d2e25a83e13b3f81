"""The number format of float32 matrix products on a GPU."""

import contextlib
from collections.abc import Iterator

import torch


@contextlib.contextmanager
def products(how: str, device: torch.device) -> Iterator[None]:
    """Matrix products of float32 numbers are "high" (TF32) or "highest" (float32) inside.

    TF32 keeps 10 binary digits of each factor and adds in float32: several times as fast on a
    GPU's tensor cores. On a CPU nothing changes.
    """
    before = torch.get_float32_matmul_precision()
    if device.type == "cuda":
        torch.set_float32_matmul_precision(how)
    try:
        yield
    finally:
        if device.type == "cuda":
            torch.set_float32_matmul_precision(before)
