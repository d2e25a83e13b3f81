"""The builder, on miniature books: what is made again, and what a stop leaves."""

import errno
import functools
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from unittest.mock import Mock

import execution
import make
import nbformat
import pages
import pytest
import student
from browsing import ROOT
from building import book, left, processes_of, save, started
from tree import Stamp, Tree

from stsutils.locks import alone

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")


@pytest.fixture
def tree(tmp_path):
    """A book of two notebooks, of which one reads the package."""
    root = book(tmp_path)
    save(root, "01_plain", "print(1)")
    return Tree(root)


@pytest.fixture
def executed(monkeypatch):
    """The names of notebooks as they are executed, in play: an output is the package's text."""
    names = []

    def run(path, folder, timeout, env):
        names.append(path.stem)
        if "1 / 0" in path.read_text():
            raise execution.CellFailed("boom")
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata["seen"] = (path.parents[1] / "stsutils" / "__init__.py").read_text()
        return notebook

    monkeypatch.setattr(execution, "run", run)
    return names


@pytest.fixture
def rerun(tree, executed):
    """Build without pages; gives what was executed."""

    def again(force: bool = False) -> list[str]:
        executed.clear()
        pages.stage(tree)
        with ThreadPoolExecutor(2) as pool:
            execution.execute_all(tree, pool, threads="1", timeout=9, force=force)
        return sorted(executed)

    return again


def seen(tree: Tree, name: str) -> str:
    """The package's text in the output of a notebook."""
    return nbformat.read(tree.executed / f"{name}.ipynb", as_version=4).metadata["seen"]


def test_only_what_changed_is_executed(tree, rerun):
    both = ["01_plain", "02_reads"]
    assert rerun() == both
    assert rerun() == []
    save(tree.root, "01_plain", "print(2)")
    assert rerun() == ["01_plain"]
    for name, text, executed in (
        ("book/page.md", "# Prose changed", []),
        ("book/results/new.json", "{}", ["02_reads"]),
        ("stsutils/__init__.py", "VALUE = 2", both),
        ("constraints.txt", "torch==2", both),
    ):
        (tree.root / name).write_text(text)
        assert rerun() == executed, name
    assert rerun(force=True) == both


def test_a_failing_cell_stops_the_build_and_stays_to_be_done(tree, rerun, executed):
    save(tree.root, "01_plain", "1 / 0")
    for _ in range(2):
        with pytest.raises(SystemExit, match="boom"):
            rerun()
    assert executed == ["01_plain"]


def test_what_is_gone_leaves_the_staged_tree(tree, rerun):
    rerun()
    pages.show(tree, solutions=True)
    shown = nbformat.read(tree.src / "notebooks" / "01_plain.ipynb", as_version=4)
    assert shown.cells[0].source == "print(1)"
    assert execution.MADE not in shown.metadata, "pages have no keys"
    (tree.root / "book" / "page.md").unlink()
    (tree.root / "notebooks" / "01_plain.ipynb").unlink()
    rerun()
    assert not (tree.src / "book" / "page.md").exists()
    for folder in (tree.executed, tree.src / "notebooks"):
        assert [path.name for path in folder.glob("*")] == ["02_reads.ipynb"]


def test_the_status_page_tells_seconds_versions_and_machine(tree, rerun):
    rerun()
    text = (ROOT / "book" / "status.md").read_text(encoding="utf-8")
    (tree.root / "book" / "status.md").write_text(text, encoding="utf-8")
    pages.status(tree)
    page = (tree.src / "book" / "status.md").read_text(encoding="utf-8")
    for line in (r"01_plain \| \d+\.\d", r"torch \| \d", r"\d{4}-\d\d-\d\d \| \w+ "):
        assert re.search(rf"^\| {line}", page, re.M), line
    assert not re.search(r"^%", page, re.M)


def test_a_change_that_is_undone_after_a_stop_shows_nowhere(tree, rerun, monkeypatch):
    rerun()
    code = tree.root / "stsutils" / "__init__.py"
    code.write_text("MISTAKE = 1")

    def stop(futures):
        wait(futures)  # what was running ends all the same, and nobody hears of it
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(execution, "completed", stop)
        with pytest.raises(KeyboardInterrupt):
            rerun()
    assert "MISTAKE" in seen(tree, "01_plain")
    code.write_text("VALUE = 1")
    rerun()
    assert seen(tree, "01_plain") == seen(tree, "02_reads") == "VALUE = 1"


def test_a_change_that_is_undone_while_notebooks_run_shows_nowhere(tree, rerun, monkeypatch):
    run, code = execution.run, tree.root / "stsutils" / "__init__.py"
    one_by_one = threading.Lock()  # else one notebook's end undoes the change of another

    def changed(path, *more):
        with one_by_one:
            code.write_text("MISTAKE = 1")
            try:
                return run(path, *more)
            finally:
                code.write_text("VALUE = 1")

    with monkeypatch.context() as patch:
        patch.setattr(execution, "run", changed)
        rerun()
    assert "MISTAKE" in seen(tree, "01_plain")
    assert rerun() == ["01_plain", "02_reads"]
    assert seen(tree, "01_plain") == "VALUE = 1"
    assert rerun() == []


@pytest.mark.parametrize(
    "damage", ["", '{"cells": [', "\0" * 99, "[]", '{"metadata": []}', "ENDED"]
)
def test_a_cut_notebook_is_executed_again(tree, rerun, damage):
    rerun()
    path = tree.executed / "01_plain.ipynb"
    ended_otherwise = re.sub('"ended": ".*"', '"ended": "x"', path.read_text())
    path.write_text(damage.replace("ENDED", ended_otherwise))
    assert rerun() == ["01_plain"]
    assert rerun() == []


def test_a_page_that_fills_the_disk_keeps_the_old_one(tree, rerun, monkeypatch):
    rerun()
    save(tree.root, "01_plain", "print(2)")
    with monkeypatch.context() as patch:
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        patch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(full))
        with pytest.raises(OSError, match="space"):
            rerun()
    assert nbformat.read(tree.executed / "01_plain.ipynb", 4).cells[0].source == "print(1)"
    assert rerun() == ["01_plain"]


@pytest.fixture
def maker(tree, monkeypatch):
    """A step of the build that writes a file from the package: its call, and the file's text.

    The call takes what is to happen in the middle.
    """

    def prepare(step: str):
        (tree.root / "book" / "index.md").write_text("% report html_squares()")
        source = tree.root / "stsutils" / "__init__.py"
        during = []

        def text(*_) -> str:
            made = source.read_text()
            for happen in during:
                happen()
            return made

        def pack(_, env, folder) -> int:
            for name in ("encoders.js", "two.html"):
                (folder / "live").mkdir(parents=True, exist_ok=True)
                (folder / "live" / name).write_text(text())
            return 0

        def jupyter_book(*_, **__):
            for name in ("index.html", "notebooks/01.html"):
                (tree.html / name).parent.mkdir(parents=True, exist_ok=True)
                (tree.html / name).write_text(text())
            return subprocess.CompletedProcess([], 0, stdout="")

        monkeypatch.setattr("stsutils.report.marks.fill", text)
        monkeypatch.setattr(pages, "beside", pack)
        monkeypatch.setattr(subprocess, "run", jupyter_book)
        monkeypatch.setattr("stsutils.report.explorer.script", text)
        live = functools.partial(pages.live, env={}, work=tree.root / "runs")
        staged = tree.src / "stsutils.py"  # stands for any change of what Sphinx reads

        def site(tree) -> None:
            staged.parent.mkdir(parents=True, exist_ok=True)
            staged.write_text(source.read_text())
            pages.site(tree)

        calls = {
            "fill": (pages.fill, tree.out / "filled" / "book" / "index.md"),
            "claims": (pages.claims_script, tree.src / "made" / "claims_of_the_book.js"),
            "live": (live, tree.src / "made" / "live" / "two.html"),
            "site": (site, tree.html / "notebooks" / "01.html"),
        }
        call, file = calls[step]

        def make(*happen) -> str:
            during[:] = happen
            call(tree)
            return file.read_text()

        return make, file, source

    return prepare


STEPS = pytest.mark.parametrize("step", ["fill", "claims", "live", "site"])


@STEPS
def test_a_step_is_done_again_when_what_it_made_is_gone_or_its_source_changed(maker, step):
    make, file, source = maker(step)
    did = []
    again = functools.partial(make, lambda: did.append(1))
    for change in (lambda: None, file.unlink, lambda: source.write_text("VALUE = 2")):
        change()
        did.clear()
        assert again() == source.read_text()
        assert did
        did.clear()
        again()
        assert not did, "nothing has changed"


@STEPS
def test_a_step_that_was_stopped_vouches_for_nothing(maker, step):
    make, _, source = maker(step)
    make()
    source.write_text("MISTAKE = 1")

    with pytest.raises(KeyboardInterrupt):
        make(Mock(side_effect=KeyboardInterrupt))
    source.write_text("VALUE = 1")
    assert make() == "VALUE = 1"


@pytest.mark.parametrize("damage", ["", "{", '{"key": "k"}', "7", '{"key": "k", "files": 3}'])
def test_a_cut_stamp_is_the_same_as_none(tmp_path, damage):
    stamp = Stamp(tmp_path / "a.sha")
    with stamp.renewed(lambda: "k", tmp_path):
        (tmp_path / "page").touch()
    assert stamp.fits("k")
    assert not stamp.fits("another")
    stamp.path.write_text(damage)
    assert not stamp.fits("k")


@pytest.mark.parametrize("cut", [False, True])
def test_a_student_notebook_somebody_worked_in_is_never_written_over(tmp_path, cut):
    assert student.write({"a.ipynb": "1", "b.ipynb": "1"}, tmp_path) == []
    if cut:  # the list of what was made, which is the same as none
        (tmp_path / ".made.json").write_text('{"a.ip')
    (tmp_path / "b.ipynb").write_text("worked in")
    for text in "12":
        assert student.write({"a.ipynb": text, "b.ipynb": text}, tmp_path) == ["b.ipynb"]
    assert [(tmp_path / f"{n}.ipynb").read_text() for n in "ab"] == ["2", "worked in"]


def test_a_student_branch_is_gone_on_with_and_no_other_is_moved(tmp_path, git, refused):
    git("init", "-q", "-b", "main")
    git("config", "user.name", "a")
    git("config", "user.email", "a@b")
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "one.md").write_text("the answer")
    (tmp_path / "solutions" / "one.py").write_text("how it is marked")
    git("add", "-A")
    git("commit", "-q", "-m", "A start")
    first = student.commit({"a.ipynb": "1"}, "student", tmp_path)
    second = student.commit({"a.ipynb": "2"}, "student", tmp_path)
    assert git("merge-base", first, second) == first
    assert git("show", "student:notebooks/a.ipynb") == "2"
    assert git("ls-tree", "--name-only", "student:solutions") == "one.py"
    assert git("ls-files", "solutions").split() == ["solutions/one.md", "solutions/one.py"]
    told = "the branch main ends in a commit that is not of student"
    refused(told, student.commit, {"a.ipynb": "3"}, "main", tmp_path)


def test_buttons_to_a_repository_are_there_only_with_its_address(tmp_path):
    text = (ROOT / "_config.yml").read_text(encoding="utf-8")
    for url in ("", "https://example.org/you/book"):
        path = tmp_path / "_config.yml"
        path.write_text(re.sub('url: "[^"]*"', f'url: "{url}"', text), encoding="utf-8")
        staged = pages.configured(path).decode()
        assert ("launch_buttons" in staged) == ("use_repository_button" in staged) == bool(url)
        assert "equations" in staged


def test_nobody_is_sent_to_an_address_that_is_no_remote(tmp_path, git, refused):
    def ask(address: str) -> None:
        (tmp_path / "_config.yml").write_text(f'repository:\n  url: "{address}"\n')
        student.ask_for_address(tmp_path)

    git("init", "-q")
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "references.bib").write_text("")
    refused("which is no remote", ask, "")
    git("remote", "add", "origin", "git@example.org:you/book.git")
    refused("which is no remote", ask, "https://example.org/ours/book")
    ask("https://example.org/you/book")


@pytest.mark.parametrize("name", ["book/page.md", "notebooks/01_plain.ipynb", "_config.yml"])
def test_what_is_no_text_and_a_link_that_would_be_followed_are_named(tree, rerun, refused, name):
    tree.out.mkdir()
    tree.executed.symlink_to(tree.root)
    refused("executed is a link", tree.check)
    (tree.root / name).write_bytes(b"\xff")
    refused(name, rerun)


def test_a_failure_names_notebook_cell_and_error_on_any_console(tmp_path):
    save(tmp_path, "bad", "x = 0", "x / 0  # λ")
    process = started(tmp_path, PYTHONIOENCODING="cp1252")
    output, errors = process.communicate()
    assert process.returncode == 1
    assert "bad FAILED" in output
    for part in ("bad.ipynb, code cell 2", "x / 0  # ", "ZeroDivisionError", "not built"):
        assert part in errors
    assert "UnicodeEncodeError" not in errors
    assert not (tmp_path / "_out" / "executed" / "bad.ipynb").exists()


def test_notebooks_see_no_settings_of_the_readers(tmp_path):
    names = ("STSUTILS_RESULTS", "STSUTILS_WORK", "STSUTILS_FIGURES", "STSUTILS_DATA")
    path = save(tmp_path, "a", f"import os\nprint([os.environ.get(n, '') for n in {names}])")
    process = started(tmp_path, **{name: "set" for name in names})
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert re.findall(r"^(\w+) is set", output, re.M) == ["STSUTILS_FIGURES", "STSUTILS_RESULTS"]
    (cell,) = nbformat.read(tmp_path / "_out" / "executed" / path.name, 4).cells
    assert cell.outputs[0].text.strip() == "['', '', '', 'set']"


def test_a_second_build_and_a_full_disk_are_told_in_one_line(tmp_path, monkeypatch):
    with (
        alone(tmp_path / "_out" / ".lock", "busy"),
        pytest.raises(SystemExit, match=r"^the book is being made by another process: .*$"),
    ):
        make.main(["--execute-only"], tmp_path)
    for number, words in ((errno.ENOSPC, "make room"), (errno.EISDIR, "move what is in the way")):
        error = OSError(number, os.strerror(number), "page.ipynb")
        monkeypatch.setattr(make, "build", lambda *_, e=error: (_ for _ in ()).throw(e))
        with pytest.raises(SystemExit, match=rf": 'page.ipynb': {words}, and .*$"):
            make.main(["--execute-only"], tmp_path)


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_build_leaves_no_process(tmp_path, number):
    for name in "abc":
        touch = f"pathlib.Path('{name}').touch()"
        save(tmp_path, name, f"import pathlib, time\n{touch}\ntime.sleep(99)")
    mark = str(time.time_ns())
    process = started(tmp_path, MARK=mark)
    folder, until = tmp_path / "_out" / "src" / "notebooks", time.monotonic() + 60
    while len(list(folder.glob("?"))) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(processes_of(mark)) >= 4, "itself, the fork server, and two kernels"
    began = time.monotonic()
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert time.monotonic() - began < 5
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert errors == "stopped: the same command goes on from there\n"
    assert left(mark) == []
    assert not (folder / "c").exists()


@LINUX
def test_ctrl_c_while_the_fork_server_imports_is_one_line_too(tmp_path):
    save(tmp_path, "a", "1")
    mark = str(time.time_ns())
    process = started(tmp_path, MARK=mark)
    until = time.monotonic() + 60
    # itself, a tracker of resources, and the fork server
    while len(processes_of(mark)) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.2)
    # as a terminal does: all of them hear it
    for number in sorted(processes_of(mark), key=lambda number: number == process.pid):
        os.kill(number, signal.SIGINT)
        time.sleep(0.1)
    _, errors = process.communicate(timeout=20)
    assert errors == "stopped: the same command goes on from there\n"
    time.sleep(0.5)
    assert processes_of(mark) == []


def test_the_front_page_is_filled_from_the_records(tree):
    page = (ROOT / "book" / "index.md").read_text("utf-8")
    (tree.root / "book" / "index.md").write_text(page, "utf-8")
    pages.fill(tree)
    page = (tree.src / "book" / "index.md").read_text("utf-8")
    kinds = re.findall(r'<a class="verdict verdict-([a-z-]+)', page)
    assert len(kinds) == 119 + len(set(kinds)), "a square a claim, and the key"
    assert len(set(kinds)) == 5, "not all come out alike"
    assert not re.search(r"^%|<ev:", page, re.M)


def test_a_sentence_that_is_no_longer_true_stops_the_build(tree):
    link = "<ev: CoSENT beats {} @ PAWS @ supervised>"
    page = tree.root / "book" / "index.md"
    (tree.root / "README.md").write_text("# Readme")
    page.write_text(f"It [wins]({link.format('softmax')}).")
    pages.held(tree)
    page.write_text(f"One.\n\nIt [loses]({link.format('softmax').replace('ev: ', 'ev: not: ')}).")
    with pytest.raises(SystemExit, match=r"index\.md, line 3: “loses”: the records say"):
        pages.held(tree)
