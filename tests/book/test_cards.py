"""Tables on a phone: words become cards, numbers get narrower, and what still scrolls says so."""

import pieces
import pytest

SCRIPT = f'<script src="{(pieces.STATIC / "book.js").as_uri()}"></script>'
HEAD = "<thead><tr><th>you have</th><th>take</th><th>because</th></tr></thead>"
WORDS = (
    "<tr><th>scores</th><td>CoSENT</td><td>it ranked best on all five sets that we tried</td></tr>"
)
NUMBERS = "<tr><th>CoSENT</th><td>78.6 ± 0.4</td><td>42.1 ± 1.2</td></tr>"
SPANS = WORDS.replace("<td>CoSENT", '<td rowspan="1">CoSENT')
LONG_CODE = """<table><thead><tr><th>you have</th><th>write</th></tr></thead>
<tbody><tr><td>a file</td><td><code>stsutils compare pairs.csv</code></td></tr></tbody></table>"""


@pytest.mark.parametrize(("width", "block"), [(390, True), (1200, False)])
def test_words_become_cards_on_a_phone_and_nothing_else_does(opened, tmp_path, width, block):
    tables = [f"<table>{HEAD}<tbody>{row}</tbody></table>" for row in (WORDS, NUMBERS, SPANS)]
    body = f"<article>{''.join(tables)}{LONG_CODE}</article>{SCRIPT}"
    path = pieces.lay_out("abstracts", tmp_path, body=body)
    view = opened(path, viewport={"width": width, "height": 800})
    words, numbers, spans, code = view.locator("table").all()
    shown = words.locator("td").last
    assert (shown.evaluate("(e) => getComputedStyle(e).display") == "block") == block
    before = shown.evaluate("(e) => getComputedStyle(e, '::before').content")
    assert ("because" in before) == block
    assert shown.get_attribute("role") == "cell"
    assert words.locator("tbody tr").get_attribute("role") == "row"
    assert "sts-cards" in code.get_attribute("class"), "two columns will do"
    for other in (numbers, spans):
        cell = other.locator("td").last
        assert cell.evaluate("(e) => getComputedStyle(e).display") == "table-cell"
    assert not pieces.sticks_out(view)


def grid(columns: int) -> str:
    """A table of records as `html_grid` writes it."""
    heads = "".join(f"<th>{name}</th>" for name in ("row", "who", *["SICK-R"] * columns))
    cells = "<td>76.54 ±&nbsp;1.95</td>" * columns
    first = '<tr><th scope="rowgroup" rowspan="2"><span>cosine-MSE</span></th>'
    body = f'{first}<th scope="row">theirs</th>{cells}</tr><tr><th scope="row">lab</th>{cells}</tr>'
    return (
        f'<div class="cell_output"><table class="dataframe sts-grid"><caption>What it is</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def few_rows(columns: int) -> str:
    """A table of few rows and many columns, as pandas writes it."""
    heads = "".join(f"<th>measure {k}</th>" for k in range(columns))
    cells = "".join(f"<td>{k}.5</td>" for k in range(columns))
    rows = "".join(f"<tr><th>{name}</th>{cells}</tr>" for name in ("CoSENT", "softmax"))
    return (
        '<div class="cell_output"><table class="dataframe">'
        f"<thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


@pytest.mark.parametrize("width", [390, 1200])
def test_numbers_get_narrower_before_they_scroll(opened, tmp_path, width):
    body = f"<article>{grid(5)}{grid(14)}{few_rows(9)}</article>"
    body = f'<div class="bd-content"><div class="bd-article">{body}</div></div>'
    path = pieces.lay_out("abstracts", tmp_path, body=body + SCRIPT)
    view = opened(path, viewport={"width": width, "height": 800})
    phone = width < 600
    view.wait_for_timeout(300)
    places = view.locator(".cell_output").all()
    scrolls = [place.evaluate("(e) => e.scrollWidth > e.clientWidth") for place in places]
    assert scrolls == [False, phone or scrolls[1], False]
    # what scrolls can be reached by key, says so, and takes its names along
    for place, wide in zip(places, scrolls, strict=True):
        assert (place.get_attribute("tabindex") == "0") == wide
        hint = place.evaluate("(e) => getComputedStyle(e, '::before').content")
        assert ("scrolls sideways" in hint) == wide
    who = places[1].locator('tbody th[scope="row"]').first
    assert (who.evaluate("(e) => getComputedStyle(e).position") == "sticky") == phone
    # a group's heading stands above its lines, once
    heads = places[0].locator('th[scope="rowgroup"]:visible').all()
    assert [head.inner_text() for head in heads] == ["cosine-MSE"]
    assert (heads[0].get_attribute("colspan") == "6") == phone
    # few rows have become columns, and each number still stands under its names
    lines = [line.inner_text().split() for line in places[2].locator("tbody tr").all()]
    assert len(lines) == (9 if phone else 2)
    assert (lines[-1] == ["measure", "8", "8.5", "8.5"]) == phone
    assert not pieces.sticks_out(view)
