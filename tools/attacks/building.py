"""Attacks on `book/make.py`: what lies in `_out`, what authors wrote, kernels and builds killed.

Most cases execute notebooks in play: an output is the text of the package, so that what is shown
can be compared with what stands there. The kills run real kernels.
"""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from forks import ROOT, judged, place_for, shown, spoiled

STATUS = "# Status\n\n% timings\n\n% machine\n\n% versions\n"
CONFIG = "title: x\nrepository:\n  url: ''\n"
NAMES = ("01_plain", "02_reads")


def book(place: Path) -> Path:
    """A book of two notebooks, a page and one package file."""
    root = place / "book of mine"
    for name in ("notebooks", "book/results", "stsutils"):
        (root / name).mkdir(parents=True)
    (root / "constraints.txt").write_text("torch==1")
    (root / "stsutils" / "__init__.py").write_text("VALUE = 1")
    (root / "book" / "page.md").write_text("# Page")
    (root / "book" / "status.md").write_text(STATUS)
    (root / "_config.yml").write_text(CONFIG)
    for name in NAMES:
        save(root, name, "from stsutils import ledger")
    return root


def save(root: Path, name: str, *cells: str) -> Path:
    """Write a notebook."""
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    path = root / "notebooks" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    code = [new_code_cell(source, id=str(number)) for number, source in enumerate(cells)]
    nbformat.write(new_notebook(cells=code), path)
    return path


def build(root: Path, *options: str) -> None:
    """`make.py` with notebooks executed in play, then the pages of notebooks and of the status."""
    import execution
    import make
    import nbformat
    import pages
    from tree import Tree

    def run(path, folder, timeout, env):
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata["seen"] = (root / "stsutils" / "__init__.py").read_text()
        return notebook

    execution.run = run
    make.main(["--execute-only", *options], root)
    pages.show(Tree(root), solutions=True)
    pages.status(Tree(root))


def built(root: Path) -> bool:
    """Whether each notebook was executed as it is, with the package as it is."""
    package = (root / "stsutils" / "__init__.py").read_text()
    page = (root / "_out" / "src" / "book" / "status.md").read_text()
    right = not re.search(r"^%|nan|None", page, re.MULTILINE)
    for path in (root / "notebooks").glob("*.ipynb"):
        source = json.loads(path.read_text())["cells"][0]["source"]
        for folder in ("executed", "src/notebooks"):
            made = json.loads((root / "_out" / folder / path.name).read_text())
            right &= made["metadata"]["seen"] == package and made["cells"][0]["source"] == source
    return right


def builds(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Builds of a small book that was made before, with something damaged since."""
    sys.path.insert(0, str(ROOT / "book"))
    import make  # noqa: F401 (once for all forks)

    moments = random.Random(13)
    attacks = [log_cut, log_edited, stamp_cut, out_taken, lock_taken, part_left]
    attacks += [page_spoiled, source_odd, package_changed]
    whole = folder / "built"
    whole.mkdir()
    first = book(whole)
    assert judged(lambda: build(first), whole, lambda said: built(first), "well", ".*") == "well"
    for i in range(number):
        place, attack = place_for(folder), attacks[i % len(attacks)]
        shutil.copytree(first, place / first.name)
        root = place / first.name
        must = attack(root, moments)
        outcome = judged(
            lambda r=root: build(r), place, lambda said, r=root: built(r), must, f"{root.name}/_out"
        )
        yield shown(outcome, attack.__name__)
    shutil.rmtree(whole)


def log_cut(root: Path, moments: random.Random) -> str:
    """An executed notebook, which holds its own key and seconds, was cut or changed."""
    path = root / "_out" / "executed" / f"{moments.choice(NAMES)}.ipynb"
    content = path.read_bytes()
    if moments.random() < 0.5:
        path.write_bytes(content[: moments.randrange(len(content))])
    else:
        path.write_bytes(spoiled(content, moments))
    return "well"


def log_edited(root: Path, moments: random.Random) -> str:
    """Key, seconds and end of an executed notebook are other values, or gone."""
    path = root / "_out" / "executed" / f"{moments.choice(NAMES)}.ipynb"
    made = json.loads(path.read_text())
    facts, key = made["metadata"]["made"], moments.choice(("key", "seconds", "ended"))
    facts[key] = moments.choice((None, "x", [], {}, float("nan"), -1, "\x1b[1m", True))
    if moments.random() < 0.3:
        del facts[key]
    path.write_text(json.dumps(made))
    return "well"


def stamp_cut(root: Path, moments: random.Random) -> str:
    """A stamp that was cut, or names files that are none, vouches for nothing."""
    from tree import Stamp

    stamp = Stamp(root / "_out" / "a.stamp")
    with stamp.renewed(lambda: "key", root / "_out" / "src"):
        pass
    content = stamp.path.read_bytes()
    odd = [json.dumps({"key": "key", "files": files}) for files in (["\0"], ["x" * 999], [[1]], 3)]
    damaged = moments.choice([spoiled(content, moments), *map(str.encode, odd)])
    stamp.path.write_bytes(damaged)
    try:
        same = json.loads(damaged) == json.loads(content)
    except ValueError:
        same = False
    gone = same or not stamp.fits("key") or set(json.loads(damaged)) >= {"key", "files"}
    assert gone, damaged
    return "well"


def out_taken(root: Path, moments: random.Random) -> str:
    """A file, a folder or a link lies where the build writes something else."""
    names = ("executed", "src", "src/book", "src/notebooks", "src/book/page.md", "src/_config.yml")
    path = root / "_out" / moments.choice((*names, "executed/01_plain.ipynb", ""))
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    what = moments.randrange(4)
    if what == 0:
        path.write_text("mine")
    elif what == 1:
        (path / "folder").mkdir(parents=True)
    elif what == 2:
        path.symlink_to(path.name)
    else:  # files of the reader's elsewhere must stay
        elsewhere = root / "elsewhere"
        (elsewhere / "folder").mkdir(parents=True)
        for name in ("mine.txt", "old.ipynb"):
            (elsewhere / name).write_text("mine")
        path.symlink_to(elsewhere if path.suffix == "" else elsewhere / "mine.txt")
    return ""


def lock_taken(root: Path, moments: random.Random) -> str:
    """Something lies where the lock is held: an old lock, a folder, a link to the reader's file."""
    lock, what = root / "_out" / ".lock", moments.randrange(3)
    if what == 0:
        lock.write_text("1")
        return "well"
    if what == 1:
        lock.mkdir()
    else:
        (root / "mine.txt").write_text("mine")
        lock.symlink_to(root / "mine.txt")
    return ""


def part_left(root: Path, moments: random.Random) -> str:
    """What a killed build leaves: temporary files, a notebook that is no more."""
    folder = root / "_out" / moments.choice(("executed", "src/book", "src/notebooks"))
    (folder / ".01_plain.ipynb.0123456789abcdef.tmp").write_text("{")
    (folder / "99_gone.ipynb").write_text("{")
    save(root, "01_plain", "print(2)")
    return "well"


def page_spoiled(root: Path, moments: random.Random) -> str:
    """A page, a notebook or the configuration is no text, a folder or half of one: said which."""
    names = ("book/page.md", "notebooks/01_plain.ipynb", "_config.yml", "book/status.md")
    path = root / moments.choice(names)
    content, what = path.read_bytes(), moments.randrange(4)
    path.unlink()
    if what == 0:
        path.mkdir()
    elif what == 1:
        path.write_bytes(content[: len(content) // 2] + b"\xff\xfe\xe4")
    elif what == 2:
        path.write_bytes(spoiled(content, moments))
    else:
        path.symlink_to("nothing")
    return ""


def source_odd(root: Path, moments: random.Random) -> str:
    """Names and files that an editor leaves beside the sources."""
    odd = ("a\x1b[1m.ipynb", "é 猫 [1].ipynb", ".hidden.ipynb", "01_plain.ipynb~")
    content = (root / "notebooks" / "01_plain.ipynb").read_bytes()
    (root / "notebooks" / moments.choice(odd)).write_bytes(content)
    (root / "book" / "dangling.md").symlink_to("nothing")
    (root / "stsutils" / "circle").symlink_to(".")
    return ""


def package_changed(root: Path, moments: random.Random) -> str:
    """The package or what notebooks read was changed: all is executed again."""
    (root / "stsutils" / "__init__.py").write_text(f"VALUE = {moments.randrange(9)}  # \u00e9")
    (root / "book" / "results" / "x.json").write_bytes(moments.randbytes(9))
    return "well"


# Real kernels.

PROGRAM = """
import sys, pathlib; sys.path.insert(0, sys.argv[1])
import notebook_kernels, make; notebook_kernels.IMPORTED = ['ipykernel.kernelapp']
make.main(['--execute-only', *sys.argv[3:]], pathlib.Path(sys.argv[2]))
"""
DEADLY = {
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)": "01_plain.ipynb, code cell 2",
    "import os\nos._exit(0)": "01_plain.ipynb, code cell 2",
    "while True:\n    pass": "01_plain.ipynb, code cell 2",
    "raise ValueError('\\x1b[31m' + 'λ' * 9)": "ValueError",
    "raise SystemExit(3)": "01_plain.ipynb, code cell 2",
    "import os\nos.write(1, b'\\xff'); 1 / 0": "ZeroDivisionError",
    "get_ipython().kernel.do_shutdown(False); exit()": "",
}


def killed_kernels(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """A cell ends its kernel: the cell is named, nothing stays, and the next build is right."""
    for i in range(number):
        place = place_for(folder)
        root = book(place)
        code, words = list(DEADLY.items())[i % len(DEADLY)]
        save(root, "01_plain", "x = 1", code)
        save(root, "02_reads", "print(1)")
        mark = str(time.time_ns())
        done, said = _make(root, mark, "--timeout=4")
        outcome = "clear" if done == 1 and words in said else "wrong"
        if done == 0 and words == "":
            outcome = "well"
        if "NotebookClient" in said or "\x1b" in said:
            outcome = "traceback"
        save(root, "01_plain", "x = 1")
        if _make(root, mark)[0] or left(mark):
            outcome = "wrong"
        yield shown(outcome, repr(code), repr(said[-1500:]))


def killed_builds(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """The build is killed at some moment: no process stays, and the next build is right."""
    moments = random.Random(14)
    for _ in range(number):
        place = place_for(folder)
        root = book(place)
        for name in NAMES:
            save(root, name, "import time\ntime.sleep(1)")
        mark = str(time.time_ns())
        process = started(root, MARK=mark)
        time.sleep(moments.uniform(0.5, 6))
        process.send_signal(moments.choice((signal.SIGKILL, signal.SIGINT, signal.SIGTERM)))
        process.communicate(timeout=60)
        done, said = _make(root, mark)
        whole = all((root / "_out" / "executed" / f"{name}.ipynb").is_file() for name in NAMES)
        outcome = "well" if done == 0 and whole and not left(mark) else "wrong"
        yield shown(outcome, "a kill", repr(said[-1500:]))


def started(root: Path, *options: str, **settings: str) -> subprocess.Popen:
    """`make.py --execute-only` on a book, with a fork server that imports little."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("STSUTILS_")}
    env = {**own, "PYTHONPATH": str(ROOT), **settings}
    words = [sys.executable, "-c", PROGRAM, str(ROOT / "book"), str(root), *options]
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE) | {"start_new_session": True}
    return subprocess.Popen(words, env=env, encoding="utf-8", errors="replace", **pipes)


def _make(root: Path, mark: str, *options: str) -> tuple[int, str]:
    process = started(root, *options, MARK=mark)
    said = "".join(process.communicate(timeout=120))
    return process.returncode, said


def processes_of(mark: str) -> list[int]:
    """The numbers of the processes that hold a mark in their environment."""
    words, found = f"MARK={mark}".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # gone, or another user's
            if words in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def left(mark: str) -> list[int]:
    """Those that still do, five seconds later at most."""
    until = time.monotonic() + 5
    while (found := processes_of(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    return found
