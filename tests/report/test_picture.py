"""The picture on the front page shows what the ledger holds now."""

from pathlib import Path

from PIL import Image

from stsutils import report

PICTURE = Path(__file__).parents[2] / "book" / "_static" / "result.png"


def test_the_front_pages_picture_is_up_to_date():
    with Image.open(PICTURE) as picture:
        shown = picture.info.get("Title")
    table = report.table("stsb-cosent-mse").to_json()
    mend = "stsutils table stsb-cosent-mse --picture book/_static/result.png"
    assert shown == table, f"draw it again: {mend}"
