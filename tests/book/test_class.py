"""What a class is given: slides, votes, the room's check, the zip, the table of the hunt."""

import inspect
import io
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import classroom
import leaderboard
import pytest
import slides
from browsing import ROOT

from stsutils.teach.cells import as_json, code_cell, notebook
from stsutils.teach.exercises import exercises

KIT = ROOT / "book" / "class"
DECKS = {path.stem: path.read_text("utf-8") for path in sorted(KIT.glob("session_*.md"))}
PAGE = (ROOT / "book" / "for_teachers.md").read_text(encoding="utf-8")
every = pytest.mark.parametrize("name", DECKS)


def pictures_of(text: str) -> list[str]:
    return [found[2] for found in slides.PICTURE.finditer(text)]


@every
def test_a_session_is_a_dozen_slides_and_its_notes_keep_the_time(name):
    shown = re.split(r"^---\n", DECKS[name], flags=re.MULTILINE)
    assert 8 <= len(shown) <= 12
    assert all("\nNote:" in slide for slide in shown)
    minutes = [int(m) for m in re.findall(r"\*\*(\d+) ·", DECKS[name].partition("## Tally")[0])]
    assert minutes == sorted(minutes)
    assert (minutes[0], minutes[-1]) == (0, 75) if name == "session_1" else minutes[-1] <= 75
    assert any("Quiz" in slide for slide in shown)
    assert len(pictures_of(DECKS[name])) >= 3


@every
def test_what_a_session_works_on_is_there_and_planned(name):
    plan = re.split(r"^### ", PAGE, flags=re.MULTILINE)[int(name[-1])]
    texts = (*DECKS[name].split("---\n", 1), plan)  # the first slide names last week's homework
    homework, named, planned = (set(re.findall(r"`([a-z]+-[a-z-]+)`", text)) for text in texts)
    packed = set(re.search(r"stsutils class ([a-z -]+) --name", plan)[1].split())
    assert homework | packed <= set(exercises())
    assert set() < named <= planned & packed
    text = DECKS[name] + plan
    for said in (r"notebook (\d\d):\*\* `([\w-]+)`", r"`([\w-]+)` in notebook (\d\d)"):
        for one, other in re.findall(said, text):
            number, exercise = sorted((one, other))
            (chapter,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
            assert f":label: {exercise}" in chapter.read_text("utf-8"), f"{name}: {exercise}"
    for quiz in re.findall(r'^\d\. "(.+)"$', DECKS[name], re.MULTILINE):
        assert f'{{dropdown}} {name[-1]} · "{quiz}"' in PAGE


def test_every_picture_is_shown_and_told():
    import pictures

    drawn = {
        word
        for word, function in inspect.getmembers(pictures, inspect.isfunction)
        if function.__module__ == "pictures" and word[0] != "_" and word != "wide"
    }
    assert drawn == {word for text in DECKS.values() for word in pictures_of(text)}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return slides.write(tmp_path_factory.mktemp("slides"))


def test_slides_load_nothing_from_elsewhere(written):
    for page in written:
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img)\b[^>]*?(?:src|href)=\"([^\"]+)\"", html)
        assert loaded
        assert [one for one in loaded if not (page.parent / one).is_file()] == []
        assert html.count('role="img" aria-label="') == len(pictures_of(DECKS[page.stem]))


MEASURE = """() => Reveal.getSlides().map((slide, i) => {
  Reveal.slide(i);
  const own = [...slide.querySelectorAll('*')].filter(e => !e.closest('aside'));
  const text = own.filter(e => !e.closest('svg, mjx-container') && e.textContent.trim());
  const boxes = own.map(e => e.getBoundingClientRect()).filter(r => r.width);
  return [Math.min(...text.map(e => parseFloat(getComputedStyle(e).fontSize))),
    Math.max(...boxes.map(r => r.bottom)), Math.max(...boxes.map(r => r.right))] })"""


def test_slides_can_be_read_from_the_last_row(written, chromium):
    for page in written:
        tab = chromium.new_page(viewport={"width": 1280, "height": 720})
        tab.goto(page.as_uri())
        tab.wait_for_function("window.Reveal && Reveal.isReady() && MathJax.startup?.promise")
        tab.evaluate("MathJax.startup.promise")
        for number, (size, bottom, right) in enumerate(tab.evaluate(MEASURE), 1):
            assert size >= 28, f"{page.stem}, slide {number}"
            assert max(bottom - 720, right - 1280) <= 0, f"{page.stem}, slide {number}"
        tab.close()


def test_votes_become_gold_scores_and_ceilings(capsys):
    exec(re.search(r"```python\n(import pandas.*?)```", PAGE, re.DOTALL)[1], {})
    gold, *lines = capsys.readouterr().out.splitlines()
    assert gold.startswith("{'D': 4.57, 'F': 3.37")
    agree, one, all_of_them = (float(line.split()[-1]) for line in lines)
    assert 0 < agree < one < all_of_them < 1
    assert one == pytest.approx(agree**0.5, abs=0.01)


WITHOUT_ENSUREPIP = "import importlib.util as u, runpy; u.find_spec = lambda name: None; "
WITHOUT_ENSUREPIP += "runpy.run_path('check_env.py', run_name='__main__')"


def checked(folder: Path, *names: str, how: tuple = ("check_env.py",)) -> tuple[int, str]:
    for name in names:
        (folder / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(KIT / "check_env.py", folder)
    ran = subprocess.run([sys.executable, *how], cwd=folder, capture_output=True, text=True)
    return ran.returncode, ran.stdout


def test_the_room_is_checked_before_anything_is_installed(tmp_path):
    status, said = checked(tmp_path)
    assert (status, said.count("MEND: ")) == (1, 1)
    assert "unpack the whole zip" in said
    status, said = checked(tmp_path, "book/results")
    assert (status, said) == (0, "OK so far: go on with the next line of README.txt.\n")
    assert "sudo apt install python3-venv" in checked(tmp_path, how=("-c", WITHOUT_ENSUREPIP))[1]
    status, said = checked(tmp_path, "wheels/numpy-2-cp37-cp37m-win_amd64.whl")
    assert status == 1
    own = "wheels/numpy-2-cp37-cp37m-manylinux_2_28_x86_64.whl"
    if sys.platform == "linux":
        assert "no packages for Linux" in said
        assert "the packages are for 3.7: install that one" in checked(tmp_path, own)[1]


def test_pages_with_solutions_are_not_packed(tmp_path, monkeypatch, refused):
    monkeypatch.setattr(classroom, "ROOT", tmp_path)
    refused("were not built", classroom.site)
    page = tmp_path / "_out" / "_build" / "html" / "notebooks" / "01.html"
    page.parent.mkdir(parents=True)
    page.write_text('<div class="solution dropdown">', encoding="utf-8")
    refused(r"show solutions: run `python book/make\.py --no-solutions`", classroom.site)
    page.write_text("<p>words</p>", encoding="utf-8")
    assert classroom.site() == page.parents[1]


def test_the_folder_of_a_class_is_whole_and_leads_nowhere_else(tmp_path, monkeypatch):
    pages = [*(ROOT / "book").glob("**/*.md"), *(ROOT / "notebooks").glob("*.ipynb")]
    html = tmp_path / "html"
    for page in pages:
        built = html / page.relative_to(ROOT).with_suffix(".html")
        built.parent.mkdir(parents=True, exist_ok=True)
        built.write_text("a page", encoding="utf-8")
    monkeypatch.setattr(classroom, "site", lambda: html)
    here = tmp_path / "sts"
    classroom.papers(here)
    assert not list((here / "solutions").glob("*.md"))
    marking = [path.read_text(encoding="utf-8") for path in (here / "solutions").glob("*.py")]
    assert len(marking) == len(list((ROOT / "solutions").glob("*.py")))
    assert not any(re.search(r"^(REFERENCE|VARIANTS)\b", one, re.M) for one in marking)
    assert (here / "book" / "results").is_dir()
    notebooks = list((here / "notebooks").glob("*.ipynb"))
    assert len(notebooks) == len(list((ROOT / "notebooks").glob("*.ipynb")))
    for notebook_file in notebooks:
        text = notebook_file.read_text(encoding="utf-8")
        local = re.findall(r"\]\(((?:\.\./|\w)[\w/.-]*\.(?:html|md|ipynb))", text)
        missing = {one for one in local if not (here / "notebooks" / one).resolve().is_file()}
        assert missing == set(), notebook_file.name
        assert "github.com/stsutils" not in text
        assert "google.colab" not in text


BY_HAND = """def my_checks(loss):
    import torch
    c = torch.tensor([0.2, 0.3])
    assert abs(loss(c, torch.tensor([1, 0])).item() - 2.1269) < 1e-3
"""


def hand_in(folder: Path, team: str, code: str) -> Path:
    path = folder / f"{team}.ipynb"
    cells = [code_cell("raise SystemExit", "other"), code_cell(code, leaderboard.ANSWER)]
    path.write_text(as_json(notebook(cells)), encoding="utf-8")
    return path


def test_the_hunts_table_takes_whatever_is_handed_in(tmp_path):
    code = {"<b>owls": BY_HAND, "strict": "def my_checks(loss):\n    raise ValueError"}
    code["empty"] = "..."
    found = {t: leaderboard.hunted(hand_in(tmp_path, t, own), "s", 120) for t, own in code.items()}
    assert found["<b>owls"][0]
    assert not found["<b>owls"][2]
    assert found["strict"][2].startswith("condemned a correct form")
    assert "my_checks" in found["empty"][2]
    html = leaderboard.page(found)
    assert html.index("&lt;b&gt;owls<td>") < html.index("strict<td>0<td>")
    table, _, alive = html.partition("<section>")
    assert all(name in alive and name not in table for name in found["<b>owls"][1])


CHILD = """
import subprocess, sys
beat = "while 1: open('beat', 'a').write('.'); import time; time.sleep(0.05)"
subprocess.Popen([sys.executable, "-c", beat], cwd={cwd!r})
"""
BROKEN = "import pathlib, sys\npathlib.Path(sys.argv[2], 'found.json').write_text('"
EXIT = "ended before its result was there: is there an exit() in it?"


@pytest.mark.parametrize(
    ("code", "seconds", "said"),
    [
        ("def my_checks(loss):\n    import sys\n    sys.exit()", 120, EXIT),
        ("import os\nos._exit(0)", 120, EXIT),
        (f"{BROKEN}[1')\nexit()", 120, EXIT),
        (f"{BROKEN}3')\nexit()", 120, EXIT),
        (f"import atexit\natexit.register(print, 'bye')\n{BY_HAND}", 120, ""),
        (f"import threading\nthreading.Timer(99, print).start()\n{BY_HAND}", 60, ""),
        (f"{CHILD}{BY_HAND}", 120, ""),
        (f"{CHILD}while True: pass", 4, "took more than 4 s"),
        (f"# Í ρ\n{BY_HAND}", 120, ""),
        ("raise ValueError('λ Í')", 120, "ValueError: λ Í"),
        ("raise ValueError('\\x1b[2J' + 'a' * 9000)", 120, f"ValueError: \ufffd[2J{'a' * 184}"),
    ],
)
def test_no_team_costs_another_its_points(code, seconds, said, tmp_path, monkeypatch):
    for name in ("PYTHONUTF8", "PYTHONCOERCECLOCALE"):  # files and a console without Greek
        monkeypatch.setenv(name, "0")
    monkeypatch.setenv("LC_ALL", "C")
    team = hand_in(tmp_path, "team", code.replace("{cwd!r}", repr(str(tmp_path))))
    hand_in(tmp_path, "λ owls", "")
    found = {"team": leaderboard.hunted(team, "s", seconds), "λ owls": (["a"], ["b"], "")}
    monkeypatch.setattr(leaderboard, "hunted", lambda path, _: found[path.stem])
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "cp1252"))
    monkeypatch.setattr(sys, "argv", ["leaderboard.py", str(tmp_path), "--seed", "s"])
    leaderboard.main()
    assert (found["team"][2], bool(found["team"][0])) == (said, said == "")
    assert "λ owls<td>1<td>" in (tmp_path / "leaderboard.html").read_text("utf-8")
    if CHILD in code:  # it lived, and does no more
        size = (tmp_path / "beat").stat().st_size
        time.sleep(0.5)
        assert size == (tmp_path / "beat").stat().st_size > 0


def test_the_pdf_joins_chapters(built, tmp_path, chromium):
    import pdf

    names = ["00_how_to_use_this_book", "04_cosine_mse"]
    pdf.write(chromium, names[:1], tmp_path / "one.pdf")
    pdf.write(chromium, names, tmp_path / "two.pdf")
    one, two = ((tmp_path / f"{n}.pdf").read_bytes() for n in ("one", "two"))
    assert one.startswith(b"%PDF")
    assert two.count(b"/Type /Page\n") > one.count(b"/Type /Page\n") > 2
