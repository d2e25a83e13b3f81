"""Fixtures of the tests of encoders."""

import pytest

from stsutils.encoders import save
from stsutils.errors import UserError


@pytest.fixture(scope="session")
def refused():
    """A function that makes a call, which is refused with these words in one line; the line."""

    def call(words, function, *args, **options):
        with pytest.raises(UserError, match=words) as error:
            function(*args, **options)
        assert "\n" not in str(error.value)
        return str(error.value)

    return call


@pytest.fixture
def saved(tiny, tmp_path):
    """The folder of a tiny encoder, to be changed."""
    return save(tiny(), tmp_path / "saved")
