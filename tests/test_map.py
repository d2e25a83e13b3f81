"""The map names places that exist, and every room of the package stands on it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Places that a reader is asked to make.
TO_BE_MADE = {"stsutils/losses/functions/my_loss.py", "tests/losses/test_my_loss.py"}
TO_BE_MADE |= {"stsutils/claims/DOCUMENT.toml"}


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_the_map_names_places_that_exist(page):
    text = (ROOT / page).read_text("utf-8")
    places = set(re.findall(r"`([\w.-]+/[\w./*-]*)`", text)) - TO_BE_MADE
    assert places
    bases = (ROOT, ROOT / "stsutils", ROOT / "book")
    missing = [p for p in places if not any(list(base.glob(p.rstrip("/"))) for base in bases)]
    assert missing == []


def test_every_room_stands_on_the_map():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = [path for path in (ROOT / "stsutils").iterdir() if (path / "__init__.py").is_file()]
    assert [room.name for room in rooms if f"`{room.name}`" not in text] == []
