"""The stated minutes against a clock: what is to be read, at a steady pace.

A clock reads 200 words a minute, stays 15 seconds at an equation or a figure and 2 at a line of
code. `pytest -s tests/book/test_minutes.py` prints what it says.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from browsing import ROOT

PATH = (ROOT / "book" / "sixty_minutes.md").read_text(encoding="utf-8")
#: What each stop of the path reads: the first of these headings, and the last.
STOPS = {
    "00_how_to_use_this_book": ("Three tiers", "Verdicts"),
    "01_what_similarity_is": ("", "Ties, and the tie ceiling"),
    "02_from_tokens_to_a_vector": ("Why raw cosines mislead", "Why raw cosines mislead"),
    "05_contrastive_and_its_threshold": ("", "Live: what the targets do to an encoder"),
    "09_cosent": ("", "The figure to remember: no favourite place"),
    "30_look_alikes": ("", ""),
    "12_which_loss_should_i_use": ("", ""),
}
#: A first study of a page, pencil in hand, takes so many times as long as the clock.
STUDY = 2.5
CHAPTERS = sorted(p for p in (ROOT / "notebooks").glob("*.ipynb") if "01" <= p.name[:2] <= "23")


def minutes(text: str) -> float:
    """What the clock says of some Markdown; what is folded in it is not read."""
    text = re.sub(r"^(`{3,}|:{3,})\{dropdown\}.*?^\1$", "", text, flags=re.M | re.S)
    equations = len(re.findall(r"\$\$.+?\$\$", text, re.S))
    text = re.sub(r"\$\$.*?\$\$|^:.*$|^[`:]{3,}.*$|^%.*$", "", text, flags=re.M | re.S)
    words = re.findall(r"\w[\w'’.-]*", re.sub(r"\{[\w:-]+\}`[^`]*`", " word ", text))
    return len(words) / 200 + (equations + text.count("**Figure.**")) / 4


def sections(path: Path) -> Iterator[tuple[str, bool, float]]:
    """Heading, whether it is folded, and the clock's minutes of each part of a chapter."""
    heading, fold = "", 9
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            tags = set(cell.metadata.get("tags", []))
            hidden = tags & {"hide-input", "remove-input", "remove-cell"}
            lines = [line for line in cell.source.splitlines() if line.strip()]
            yield heading, fold < 9, 0 if hidden else len(lines) / 30
            continue
        for part in re.split(r"^(?=#{1,3} )", cell.source, flags=re.M):
            if found := re.match(r"(#{1,3}) (.*)", part):
                heading, level = found[2], len(found[1])
                fold = 9 if level <= fold else fold
                if heading.startswith("Deeper: "):
                    fold = min(fold, level)
            yield heading, fold < 9, minutes(part)


def clock(path: Path, first: str = "", last: str = "", folded: bool = False) -> float:
    """Minutes from one heading to the end of another; without names, to the exercises."""
    total, on = 0.0, not first
    parts = list(sections(path))
    names = [heading for heading, _, _ in parts]
    assert not first or first in names, f"{path.stem} has no section {first!r}"
    assert not last or last in names, f"{path.stem} has no section {last!r}"
    for place, (heading, deeper, taken) in enumerate(parts):
        on = on or heading == first
        if heading == "Exercises" or (last and last in names[:place] and heading != last):
            break
        total += taken if on and (folded or not deeper) else 0
    return total


def test_the_path_takes_an_hour():
    rows = re.findall(r"^\| *(\d+) *\| (.*?) \|", PATH, re.M)
    assert 50 <= sum(int(stated) for stated, _ in rows) <= 60
    read = 0
    for stated, stop in rows:
        found = re.search(r"(\d\d_\w+)`|(\d\d_\w+)>`", stop)
        if not found:
            continue  # a page to play on
        name = found[1] or found[2]
        taken = clock(ROOT / "notebooks" / f"{name}.ipynb", *STOPS[name])
        print(f"{name}: {taken:.1f} of {stated} minutes")
        assert taken <= int(stated)
        read += 1
    assert read == len(STOPS)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_the_minutes_of_a_chapter_are_those_of_the_clock(path):
    text = nbformat.read(path, as_version=4).cells[0].source
    found = re.search(r"takes\*\*\s+(?:about\s+)?(\w+)\s+minutes", text)
    stated = {"five": 5, "ten": 10}.get(found[1]) or int(found[1])
    taken = clock(path, folded=True)
    print(f"{path.stem}: {stated} stated, {taken:.0f} to read, {STUDY * taken:.0f} to study")
    assert abs(stated - STUDY * taken) <= 10


def test_the_clock_counts_what_is_read():
    assert minutes("word " * 400) == pytest.approx(2)
    assert minutes("$$\nx = 1\n$$ (eq-x)\n\n**Figure.** seen") == pytest.approx(0.5 + 3 / 200, 0.1)
    assert minutes("```{dropdown} More\n" + "word " * 400 + "\n```") == 0
