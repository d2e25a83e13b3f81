import pytest
import torch

from stsutils.encoders.products import products


@pytest.mark.parametrize(("kind", "inside"), [("cuda", "high"), ("cpu", "highest")])
def test_products_are_short_on_a_gpu_only_and_inside_only(kind, inside):
    found = torch.get_float32_matmul_precision
    assert found() == "highest"
    with products("high", torch.device(kind)):
        assert found() == inside
        with products("highest", torch.device(kind)):
            assert found() == "highest"
        assert found() == inside
    assert found() == "highest"
