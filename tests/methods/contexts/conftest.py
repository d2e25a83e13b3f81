"""Four models that have hardly learned, of a hundred stories: enough for arithmetic."""

import pytest

from stsutils.data import load
from stsutils.methods.contexts.models import make_models
from stsutils.methods.contexts.text import read_text

SETTINGS = {
    "pieces": 300,
    "longest": 16,
    "triples": 300,
    "precision": "float32",
    "counts": True,
    "discriminator": {
        "width": 8, "hidden": 6, "form": "bilinear", "steps": 4, "batch_size": 16, "lr": 1e-2,
    },
    "generator": {
        "width": 16, "heads": 2, "reading": 1, "writing": 1, "dropout": 0.0, "steps": 4,
        "batch_size": 16, "lr": 1e-2,
    },
}  # fmt: skip


@pytest.fixture(scope="session")
def text():
    return read_text(load("demo_stories", "validation"), 10**6)


@pytest.fixture
def settings():
    return {key: dict(v) if isinstance(v, dict) else v for key, v in SETTINGS.items()}


@pytest.fixture(scope="session")
def models(text, tmp_path_factory):
    return make_models(text, SETTINGS, 0, tmp_path_factory.mktemp("models"), "cpu")
