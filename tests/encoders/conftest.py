"""Fixtures of the tests of encoders."""

import pytest

from stsutils.encoders import save


@pytest.fixture
def saved(tiny, tmp_path):
    """The folder of a tiny encoder, to be changed."""
    return save(tiny(), tmp_path / "saved")
