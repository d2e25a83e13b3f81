import threading
import time

import pytest
import torch
from torch.nn.functional import linear
from torch.utils._python_dispatch import TorchDispatchMode

from stsutils import provenance
from stsutils.encoders import matmul as module
from stsutils.encoders.matmul import (
    bfloat16_products,
    matmul_library,
    matmul_precision,
    takes_onednn,
)
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit

CPU, precision = torch.device("cpu"), torch.get_float32_matmul_precision


@pytest.fixture
def onednn(monkeypatch):
    """A processor whose float32 products go to oneDNN."""
    monkeypatch.setattr(module, "takes_onednn", lambda: True)


@pytest.fixture
def by_amd(monkeypatch):
    """A processor that is asked for its product anew, and says a name that is not Intel's."""
    monkeypatch.setattr(provenance, "cpu", lambda: "AMD EPYC")
    takes_onednn.cache_clear()
    yield
    takes_onednn.cache_clear()


def test_products_are_short_on_a_gpu_inside_only(onednn):
    with matmul_precision("high", torch.device("meta")):
        assert precision() == "highest", "another device"
    with matmul_precision("high", torch.device("cuda")):
        assert precision() == "high"
        with matmul_precision("highest", torch.device("cuda")):
            assert precision() == "highest"
        assert precision() == "high"
    assert precision() == "highest"


def test_on_a_processor_onednn_computes_inside_only(onednn):
    with matmul_precision("high", CPU):
        assert precision() == "medium"
        with matmul_precision("highest", CPU):
            assert precision() == "medium"
        assert precision() == "medium"
    assert precision() == "highest"
    with pytest.raises(RuntimeError), matmul_precision("high", CPU):
        raise RuntimeError
    assert precision() == "highest"


def test_the_last_thread_that_leaves_sets_it_back(onednn):
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with matmul_precision("high", CPU):
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=hold)
    with matmul_precision("high", CPU):
        thread.start()
        assert entered.wait(10)
    assert precision() == "medium"  # the other thread is still inside
    leave.set()
    thread.join()
    assert precision() == "highest"


def test_the_users_own_setting_stays(onednn):
    with module._precision("high"):
        with matmul_precision("high", CPU):
            assert precision() == "high"
        assert precision() == "high"
        assert matmul_library().endswith(", high")


@pytest.mark.parametrize(
    ("cpu", "error", "taken"),
    [
        *(("AMD EPYC", error, error == 8e-7) for error in (8e-7, 2e-6, 2e-3, float("nan"))),
        ("Intel(R) Xeon(R) Processor", 0.0, False),  # torch's own library stays
    ],
)
def test_onednn_is_taken_where_its_product_is_float32(by_amd, monkeypatch, cpu, error, taken):
    seen = []

    def measured():
        seen.append(precision())
        return error

    monkeypatch.setattr(provenance, "cpu", lambda: cpu)
    monkeypatch.setattr(module, "matmul_error", measured)
    assert [takes_onednn(), takes_onednn()] == [taken, taken]
    assert seen == ["medium"] * ("AMD" in cpu)  # once
    assert precision() == "highest"
    assert matmul_library().endswith(", medium" if taken else ", highest")


def test_the_product_tells_float32_from_bfloat16(monkeypatch):
    assert module.matmul_error() < module.LARGEST_ERROR
    matmul = torch.Tensor.__matmul__

    def rounded(left, right):
        if left.dtype == torch.float32:
            left, right = left.bfloat16().float(), right.bfloat16().float()
        return matmul(left, right)

    monkeypatch.setattr(torch.Tensor, "__matmul__", rounded)
    assert module.matmul_error() > 100 * module.LARGEST_ERROR


def test_asking_the_processor_is_quick_and_changes_nothing(by_amd):
    module.matmul_error()  # torch's first product of a process starts its libraries
    before = torch.get_rng_state()
    started = time.process_time()
    takes_onednn()
    assert time.process_time() - started < 0.05
    assert torch.equal(torch.get_rng_state(), before)


class Products(TorchDispatchMode):
    """Counts the products of bfloat16 numbers that are asked of torch, by whichever call."""

    NAMES, count = ("mm", "addmm", "bmm", "baddbmm", "linear", "matmul"), 0

    def __torch_dispatch__(self, called, types, args=(), kwargs=None):
        if called.__name__.partition(".")[0] in self.NAMES:
            self.count += args[0].dtype is torch.bfloat16
        return called(*args, **(kwargs or {}))


@pytest.fixture
def seen(monkeypatch):
    """The types of the factors that came to a product of ours, one after the other."""
    types, widened = [], module._widened

    def watched(product):
        kernel = widened(product)
        return lambda *factors, **how: types.append(factors[0].dtype) or kernel(*factors, **how)

    monkeypatch.setattr(module, "_widened", watched)
    return types


def integers(*shape: int) -> torch.Tensor:
    """Numbers whose products any sum of float32 holds exactly."""
    return torch.randint(-8, 9, shape, generator=torch.Generator().manual_seed(sum(shape))).double()


@pytest.mark.parametrize(
    ("precision", "device", "units", "wide"),
    [
        ("bfloat16", "cpu", False, True),
        ("bfloat16", "cpu", True, False),
        ("bfloat16", "cuda", False, False),
        ("float32", "cpu", False, False),
    ],
)
def test_without_units_a_bfloat16_product_is_a_float32_one_that_is_rounded(
    monkeypatch, seen, precision, device, units, wide
):
    monkeypatch.setattr(module, "_has_units", lambda: units)
    exact = [integers(*shape).requires_grad_() for shape in ((7, 64), (5, 64), (5,))]
    short = [one.detach().bfloat16().requires_grad_() for one in exact]
    found = []
    with bfloat16_products(precision, torch.device(device)):
        for x, weight, bias in (exact, short):
            value = linear(x, weight, bias)
            pairs = torch.bmm(x[None], weight.T[None])[0]
            (value * pairs.detach()).sum().backward()
            found.append([value, pairs])
    for wanted, got in zip(*found, strict=True):
        assert got.dtype == torch.bfloat16
        last = 0.0 if wide else 2**-7  # torch's own kernels may round the bias by itself
        torch.testing.assert_close(got, wanted.bfloat16(), rtol=last, atol=0.0)
    for wanted, got in zip(exact, short, strict=True):
        error = (got.grad.double() - wanted.grad).abs().max()
        assert error < 0.01 * wanted.grad.abs().max()
    assert {*seen} == ({torch.float64, torch.bfloat16} if wide else set())


def test_torchs_own_kernels_come_back_with_the_last_one_inside(monkeypatch, seen):
    monkeypatch.setattr(module, "_has_units", lambda: False)
    x = torch.ones(2, 2, dtype=torch.bfloat16)
    with bfloat16_products("bfloat16", CPU):
        with bfloat16_products("bfloat16", CPU):
            pass
        x @ x
    assert seen == [torch.bfloat16]
    assert (x @ x == 2).all()
    assert len(seen) == 1


@pytest.mark.parametrize("units", [False, True])
def test_reading_and_training_ask_whether_there_are_units(monkeypatch, seen, tiny, pairs, units):
    monkeypatch.setattr(module, "_has_units", lambda: units)
    encoder, loss = tiny(), on_cosines(cosent)
    for work in (
        lambda: encoder.encode(["a cat", "a dog"], precision="bfloat16"),
        lambda: fit(encoder, pairs, loss, precision="bfloat16", lr=1e-3, progress=False),
    ):
        seen.clear()
        with Products() as asked:
            work()
        assert asked.count > 0
        assert seen.count(torch.bfloat16) == (0 if units else asked.count), "each is ours"
