"""How pages read: the measures count, and the pages of findings stay short and plain."""

import json
import re

import pytest
import reading

FINDINGS = reading.pages(*map(str, range(30, 38)), "small_or_large", "what_the_documentation_says")
#: Hidden lines of code of all notebooks: at most. Lower it as they go.
HIDDEN = 126


def test_a_page_is_counted(tmp_path):
    prose = (
        "# Title 1\n\nOne is 3.5 ± 1 and [−2](<ev: a minus b @ c>). "
        "Three: 3, 4, 5.\n\n$$1 + 1$$\n\n| 7 | 8 |\n\n`9` $10$"
    )
    cells = [
        {"cell_type": "markdown", "source": prose, "metadata": {}},
        {"cell_type": "code", "source": "1\n2", "metadata": {"tags": ["hide-input"]}},
        {"cell_type": "code", "source": "1", "metadata": {}},
    ]
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    page = reading.measure(path)
    assert (page.intervals, page.hidden) == (1, 2)
    assert page.numbers * page.words / 100 == pytest.approx(6)
    assert page.full == pytest.approx(2 / 4)


@pytest.mark.parametrize("page", FINDINGS, ids=lambda page: page.name)
def test_a_page_of_findings_is_short_and_plain(page):
    assert page.words <= 900
    assert page.numbers <= 5
    assert page.intervals <= 12
    assert page.full <= 0.08
    assert page.hidden <= 13, "calls of a picture and of verdicts, no more"


def test_no_page_of_findings_says_less_for_minus_or_tells_its_history():
    words = r"\w+ less \w+ is |was declared|took the place|in part\b|shown to"
    for page in FINDINGS:
        text = next(reading.ROOT.glob(f"*/{page.name}.*")).read_text("utf-8")
        assert not re.search(words, text), page.name


def test_hidden_code_grows_no_further():
    assert sum(page.hidden for page in reading.pages()) <= HIDDEN
