"""Every piece of HTML is whole and escaped, and says the command where nobody has run anything."""

import html.parser

import numpy as np
import pytest

from stsutils import report
from stsutils.claims import Claim, Contrast
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Result, Run
from stsutils.report.markup import Html, build_table, counted, in_cell, sign
from stsutils.report.views.densities import html_densities
from stsutils.report.views.side_by_side import html_side_by_side

A, B, SET = "<b>ours", "theirs & more", "x:test"
CELLS = {(row, SET): Cell({"loss": row}, SET) for row in (A, B)}
ONE = Contrast((A, SET), (B, SET))
CLAIMS = tuple(Claim("<i>A > B", "<u>", [ONE] * number, quote="<s>so") for number in (1, 3))
EXPERIMENT = Experiment("made", "Fake & <true>", lambda tier: CELLS, CLAIMS, seeds=2, best=False)
PIECES = {
    "grid": lambda: report.html_grid(EXPERIMENT),
    "dots": lambda: report.html_dots(EXPERIMENT, [A, B], [SET]),
    "lines": lambda: report.html_lines(EXPERIMENT, {"<l>": {1.0: A, 2.0: B}}, [SET], "<x>"),
    "side by side": lambda: html_side_by_side(EXPERIMENT, {"<p>": ((A, SET, 0), (B, SET, 0))}),
    "densities": lambda: html_densities(EXPERIMENT, (A, B), {SET: "<set>"}),
    "verdicts": lambda: report.html_verdicts(EXPERIMENT),
}


class Tags(html.parser.HTMLParser):
    """The tags of a page, and those that are never closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in ("img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_a_piece_is_whole_and_escaped_before_and_after_its_runs(ledger, piece):
    before = piece()
    assert Tags(before).open == []
    if "sts-verdicts" not in before:
        assert "stsutils run made --tier lab" in before
    assert "<img" not in before
    predictions = {SET: np.linspace(0, 1, 5)} | {
        f"{SET} of label {k}": np.linspace(0, 1, 101) for k in (0, 1)
    }
    for cell in CELLS.values():
        for seed in range(EXPERIMENT.seeds):
            result = Result({SET: 0.5 + seed / 10}, predictions=predictions)
            ledger.write(Run(cell.recipe, seed, cell.settings), result)
    after = piece()
    assert after._repr_html_() == str(after)
    tags = Tags(after)
    assert tags.open == []
    assert not {"b", "true", "set", "x", "l", "i", "u", "s"} & set(tags.seen)
    assert "stsutils run made --tier lab" not in after


def test_text_is_escaped_and_html_stays():
    page = build_table("a < b", ("<x>", "y"), [("<i>", Html("<b>1</b>"))], "<p>below</p>")
    assert "<caption>a &lt; b</caption>" in page
    assert '<th scope="col">&lt;x&gt;</th><th scope="col">y</th>' in page
    assert '<th scope="row">&lt;i&gt;</th><td><b>1</b></td>' in page
    assert page.endswith("</table><p>below</p></div>")
    assert "<thead>" not in build_table("", (), [("1", "2")]), "a table without headings"
    said = '<strong class="verdict verdict-agrees" title="a &quot;note&quot;">&lt;met&gt;</strong>'
    assert sign("<met>", "agrees", 'a "note"') == said


def test_a_number_breaks_before_its_interval_only():
    space = "\N{NO-BREAK SPACE}"
    assert in_cell("70.00 ± 1.10 (5 seeds)") == f"70.00 ±{space}1.10 (5{space}seeds)"
    assert [counted(1), counted(5)] == ["1 seed", "5 seeds"]
