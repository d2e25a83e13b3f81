"""The picture on the front page shows what the ledger holds now."""

import html
import re
from pathlib import Path

import pytest
from PIL import Image

from stsutils import report
from stsutils.errors import UserError
from stsutils.report import bars

PICTURE = Path(__file__).parents[2] / "book" / "_static" / "result.png"


def test_the_front_pages_picture_is_up_to_date():
    with Image.open(PICTURE) as picture:
        shown = picture.info.get("Title")
    table = report.table("stsb-cosent-mse").to_json()
    mend = "stsutils table stsb-cosent-mse --picture book/_static/result.png"
    assert shown == table, f"draw it again: {mend}"


def test_the_readmes_picture_says_what_the_records_say():
    readme = (PICTURE.parents[2] / "README.md").read_text("utf-8")
    drawn = re.search(r'alt="([^"]+)"', report.picture("front"))[1]
    assert html.unescape(drawn) in readme, "draw it anew: make readme-picture"
    assert (PICTURE.parent / "front.svg").is_file()


def test_every_picture_can_be_drawn_and_tells_its_numbers():
    folder = Path(bars.__file__).parent
    for path in folder.glob("*.toml"):
        page = report.picture(path.stem)
        for alt in re.findall(r'alt="([^"]+)"', page):
            assert re.search(r"\d", alt), path.name


def test_a_picture_that_is_not_there_is_told():
    with pytest.raises(UserError, match=r"no picture is called 'frnt'; there are .*front"):
        report.picture("frnt")
