"""How matrix products are computed, on a GPU and on a processor.

torch's setting for float32 (`torch.set_float32_matmul_precision`) is the whole process's. One that
a user has chosen on a processor stays: "high" there keeps torch's own library.
"""

import contextlib
import functools
import re
import threading
import warnings
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from stsutils import provenance

#: The largest error of a product that counts as float32, as a share of its largest number. MKL and
#: oneDNN err by 1e-6 at most, products of numbers rounded to bfloat16 by 2e-3.
LARGEST_ERROR = 2e-6
_LOCK = threading.RLock()  # held while torch's settings are looked at and changed


def matmul_precision(how: str, device: torch.device) -> contextlib.AbstractContextManager:
    """Matrix products of float32 numbers are "high" (TF32) or "highest" (float32) inside.

    TF32 keeps 10 binary digits of each factor and adds in float32: several times as fast on a
    GPU's tensor cores. On a processor both are float32, by oneDNN where `takes_onednn`.
    """
    if device.type == "cuda":
        return _precision(how)
    return _ONEDNN if device.type == "cpu" else contextlib.nullcontext()


def bfloat16_products(precision: str, device: torch.device) -> contextlib.AbstractContextManager:
    """Where ``precision`` is "bfloat16": products as fast as this processor can inside.

    Without units for bfloat16, as in many laptops, a product of such numbers takes several times as
    long as one of float32. So it is computed in float32 as the units do it: exact products of the
    factors, summed and then rounded. Inside, torch's own kernels make way for that in all threads;
    products of other numbers stay theirs.
    """
    slow = precision == "bfloat16" and device.type == "cpu" and not _has_units()
    return _IN_FLOAT32 if slow else contextlib.nullcontext()


def _has_units() -> bool:
    onednn = torch.backends.mkldnn.is_available()
    return onednn and torch.ops.mkldnn._is_mkldnn_bf16_supported()


@contextlib.contextmanager
def _in_float32() -> Iterator[None]:
    with torch.library._scoped_library("aten", "IMPL", "CPU") as library:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of kernels that make way
            for name in ("mm", "addmm", "bmm"):
                library.impl(name, _widened(getattr(torch.ops.aten, name).out))
        yield


def _widened(product: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A product that is written to ``out``, as a kernel: bfloat16 in float32, then rounded."""

    def kernel(*factors: Tensor, **scales: float) -> Tensor:
        short = factors[0].dtype is torch.bfloat16
        wide = [one.float() for one in factors] if short else factors
        found = product(*wide, out=wide[0].new_empty(0), **scales)
        return found.bfloat16() if short else found

    return kernel


@contextlib.contextmanager
def _precision(how: str) -> Iterator[None]:
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(how)
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


@contextlib.contextmanager
def _onednn() -> Iterator[None]:
    """Let torch take oneDNN: its default "highest" is "medium"."""
    default = torch.get_float32_matmul_precision() == "highest"
    with _precision("medium") if default and takes_onednn() else contextlib.nullcontext():
        yield


class _WhileInside:
    """A context of the whole process: entered once, and left with the last thread inside."""

    def __init__(self, make: Callable[[], contextlib.AbstractContextManager]) -> None:
        self.make, self.inside, self.entered = make, 0, contextlib.ExitStack()

    def __enter__(self) -> None:
        with _LOCK:
            if self.inside == 0:
                self.entered.enter_context(self.make())
            self.inside += 1

    def __exit__(self, *error: object) -> None:
        with _LOCK:
            self.inside -= 1
            if self.inside == 0:
                self.entered.close()


_ONEDNN, _IN_FLOAT32 = _WhileInside(_onednn), _WhileInside(_in_float32)


@functools.cache
def takes_onednn() -> bool:
    """Whether float32 products go to oneDNN on this processor; decided once, at the first use.

    torch takes MKL for them, which leaves the AVX-512 units of an AMD processor idle; on Intel's
    own MKL is the faster. Under "medium" oneDNN may compute in bfloat16, and does where a processor
    has the units for it: so one product is compared with float64.
    """
    if "Intel" in provenance.cpu() or not torch.backends.mkldnn.is_available():
        return False
    with _LOCK, _precision("medium"):
        return matmul_error() < LARGEST_ERROR


def matmul_error() -> float:
    """The largest error of a float32 product against float64, as a share of its largest number."""
    generator = torch.Generator().manual_seed(0)
    left, right = (torch.randn(shape, generator=generator) for shape in ((64, 512), (512, 64)))
    exact = left.double() @ right.double()
    return ((left @ right - exact).abs().max() / exact.abs().max()).item()


def matmul_library() -> str:
    """The library and torch's setting of `encode`'s and `fit`'s float32 products on a processor.

    For a record: ``MKL, highest`` or ``oneDNN, medium``.
    """
    precision = torch.get_float32_matmul_precision()
    if precision == "highest" and takes_onednn():
        precision = "medium"
    if precision == "medium" and torch.backends.mkldnn.is_available():
        return "oneDNN, medium"
    named = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    return f"{named.group(1).upper() if named else 'another library'}, {precision}"
