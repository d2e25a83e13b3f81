import importlib
import sys
from types import ModuleType

import pytest
from jaxtyping import install_import_hook

PACKAGE = "stsutils.losses"


def _loaded() -> dict[str, ModuleType]:
    return {n: m for n, m in sys.modules.items() if n == PACKAGE or n.startswith(PACKAGE + ".")}


@pytest.fixture(scope="session")
def losses():
    """A second copy of stsutils.losses whose shape annotations are enforced at every call.

    The copy is imported beside the plain package and leaves sys.modules as it was, so it does not
    matter which test imported the package first, and no other test sees the checked copy.
    """
    plain = importlib.import_module(PACKAGE)
    before = _loaded()
    for name in before:
        del sys.modules[name]
    try:
        with install_import_hook(PACKAGE, "beartype.beartype"):
            checked = importlib.import_module(PACKAGE)
    finally:
        for name in _loaded():
            del sys.modules[name]
        sys.modules.update(before)
        sys.modules["stsutils"].losses = plain
    return checked
