"""The pictures show what the ledger holds now."""

import html
import re
from pathlib import Path

import pytest

from stsutils import report
from stsutils.errors import UserError
from stsutils.report import bars

ROOT = Path(__file__).parents[2]


def test_the_readmes_picture_says_what_the_records_say():
    readme = (ROOT / "README.md").read_text("utf-8")
    drawn = re.search(r'alt="([^"]+)"', report.picture("front"))[1]
    assert html.unescape(drawn) in readme, "draw it anew: make readme-picture"
    assert (ROOT / "book" / "_static" / "front.svg").is_file()


def test_every_picture_can_be_drawn_and_tells_its_numbers():
    folder = Path(bars.__file__).parent
    for path in folder.glob("*.toml"):
        page = report.picture(path.stem)
        for alt in re.findall(r'alt="([^"]+)"', page):
            assert re.search(r"\d", alt), path.name


def test_a_picture_that_is_not_there_is_told():
    with pytest.raises(UserError, match=r"no picture is called 'frnt'; there are .*front"):
        report.picture("frnt")
