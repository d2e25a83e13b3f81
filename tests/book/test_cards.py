"""On a phone a table of words is a list of cards; a table of numbers stays one."""

import pieces
import pytest

HEAD = "<thead><tr><th>you have</th><th>take</th><th>because</th></tr></thead>"
WORDS = (
    "<tr><th>scores</th><td>CoSENT</td><td>it ranked best on all five sets that we tried</td></tr>"
)
NUMBERS = "<tr><th>CoSENT</th><td>78.6 ± 0.4</td><td>42.1 ± 1.2</td></tr>"
SPANS = WORDS.replace("<td>CoSENT", '<td rowspan="1">CoSENT')


@pytest.mark.parametrize(("width", "block"), [(390, True), (1200, False)])
def test_words_become_cards_on_a_phone_and_nothing_else_does(opened, tmp_path, width, block):
    tables = [f"<table>{HEAD}<tbody>{row}</tbody></table>" for row in (WORDS, NUMBERS, SPANS)]
    script = f'<script src="{(pieces.STATIC / "book.js").as_uri()}"></script>'
    body = f"<article>{''.join(tables)}</article>{script}"
    path = pieces.lay_out("abstracts", tmp_path, body=body)
    view = opened(path, viewport={"width": width, "height": 800})
    words, numbers, spans = view.locator("table").all()
    shown = words.locator("td").last
    assert (shown.evaluate("(e) => getComputedStyle(e).display") == "block") == block
    before = shown.evaluate("(e) => getComputedStyle(e, '::before').content")
    assert ("because" in before) == block
    assert shown.get_attribute("role") == "cell"
    assert words.locator("tbody tr").get_attribute("role") == "row"
    for other in (numbers, spans):
        cell = other.locator("td").last
        assert cell.evaluate("(e) => getComputedStyle(e).display") == "table-cell"
    assert not pieces.sticks_out(view)
