"""The reference: every public name once, with its call and its docstring's sections."""

import importlib
import inspect
import re
from collections import Counter

import pytest

from stsutils.checkout import find_in_checkout
from stsutils.report.views.reference import html_reference, paragraphs

FOLDER = find_in_checkout("book/api")
ROOMS = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "index")


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_has_every_public_name_of_its_room_once(room):
    assert f'% report html_reference("{room}")' in (FOLDER / f"{room}.md").read_text("utf-8")
    page = html_reference(room)
    anchors = re.findall(r'id="(stsutils\.[\w.]+)"', page)
    public = vars(importlib.import_module(f"stsutils.{room}")).items()
    names = [name for name, value in public if name[0] != "_" and not inspect.ismodule(value)]
    assert Counter(anchors) == {f"stsutils.{room}.{name}": 1 for name in names}
    assert not re.search(r" at 0x[0-9a-f]+", page), "an address is another one in each build"
    call = r"<p class=\"sts-api-call\"><code>[^<]*</code></p>"
    assert not re.search(rf"</h2>\s*{call}\s*</section>", page)
    assert f"{{doc}}`stsutils.{room} <{room}>`" in (FOLDER / "index.md").read_text("utf-8")


def test_a_call_is_shown_without_types_and_text_is_escaped():
    page = html_reference("losses")
    assert "stsutils.losses.cosent(cosines, labels, scale=20.0)" in page
    assert "labels[i] &gt; labels[k]" in page


DOCSTRING = """Return a thing.

More of ``it``.

Args:
    one: the first,
        which is long.
    **other: the rest.

    A remark on both.

Returns:
    A number; see: below.

====  ====
a     b
====  ====

- a point,
  on two lines
- another
"""


def test_sections_lists_and_tables_of_a_docstring():
    assert paragraphs(DOCSTRING.strip()) == [
        ("p", "Return a thing."),
        ("p", "More of ``it``."),
        ("head", "Args"),
        ("list", ["one: the first,\n    which is long.", "**other: the rest."]),
        ("p", "A remark on both."),
        ("head", "Returns"),
        ("p", "A number; see: below."),
        ("pre", "====  ====\na     b\n====  ===="),
        ("list", ["a point,\n  on two lines", "another"]),
    ]
