"""One builder makes the tables: escaped, with a caption and headings that say their scope."""

import re

from stsutils.report.markup import Html, build_table, counted, in_cell, sign


def test_text_is_escaped_and_html_stays():
    page = build_table("a < b", ("<x>", "y"), [("<i>", Html("<b>1</b>"))], "<p>below</p>")
    assert "<caption>a &lt; b</caption>" in page
    assert '<th scope="col">&lt;x&gt;</th><th scope="col">y</th>' in page
    assert '<th scope="row">&lt;i&gt;</th><td><b>1</b></td>' in page
    assert page.endswith("</table><p>below</p></div>")


def test_as_many_cells_head_a_row_as_are_asked_for():
    page = build_table("", ("a", "b", "c"), [("1", "2", "3")], named=2)
    assert re.findall(r'<th scope="row">(\d)', page) == ["1", "2"]
    assert re.findall(r"<td>(\d)", page) == ["3"]


def test_a_verdict_says_it_in_words():
    assert sign("<met>", "agrees", 'a "note"') == (
        '<span class="verdict verdict-agrees" title="a &quot;note&quot;">&lt;met&gt;</span>'
    )


def test_a_number_breaks_before_its_interval_only():
    space = "\N{NO-BREAK SPACE}"
    assert in_cell("70.00 ± 1.10 (5 seeds)") == f"70.00 ±{space}1.10 (5{space}seeds)"
    assert [counted(1), counted(5)] == ["1 seed", "5 seeds"]
