"""Pages from executed notebooks and records: marks that are filled, live pages' data, and HTML."""

import importlib.metadata as metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from execution import MADE, made
from notebook_kernels import beside
from tree import Stamp, Tree, put, write

#: The page with marks that are filled in when the notebooks have been executed.
STATUS = "book/status.md"
#: What stands in place of the page for teachers where solutions are hidden.
STUDENTS = (
    b"# For teachers\n\n`make book` without `SOLUTIONS=0` builds this page: it holds answers.\n"
)
#: What the records' words and numbers on pages are made of.
RECORDS = ("stsutils", "book/results", "book/published", "book/earlier")


def stage(tree: Tree, solutions: bool = True) -> None:
    """Copy book/ and _config.yml to _out/src; drop what is gone; leave what is the same.

    Where students see no solutions, the page for teachers says where it is to be had.
    """
    sources = [p for p in tree.files("book", "_config.yml") if p.suffix != ".py"]
    wanted = {tree.src / p.relative_to(tree.root): p for p in sources}
    later = {tree.src / name for name in (STATUS, *_with_marks(tree))}
    for old in (tree.src / "book").rglob("*"):
        if old.is_file() and old not in wanted:
            old.unlink()
    for new, source in wanted.items():
        if new not in later:
            hidden = source.name == "for_teachers.md" and not solutions
            config = source.name == "_config.yml"
            put(new, STUDENTS if hidden else configured(source) if config else source.read_bytes())


def configured(path: Path) -> bytes:
    """The configuration, without buttons to a repository where it names none."""
    import yaml

    from stsutils.errors import readable

    with readable(path):
        config = yaml.safe_load(path.read_text(encoding="utf-8"))
        if not config.get("repository", {}).get("url"):
            config.pop("repository", None), config.pop("launch_buttons", None)
            config.get("html", {}).pop("use_repository_button", None)
        return yaml.safe_dump(config, allow_unicode=True).encode()


def _with_marks(tree: Tree) -> list[str]:
    """The Markdown pages, by their path in the checkout, that the records fill."""
    from stsutils.errors import readable
    from stsutils.report.marks import has_marks

    marked = []
    for path in (path for path in tree.files("book") if path.suffix == ".md"):
        with readable(path):
            marked += [path] if has_marks(path.read_text(encoding="utf-8")) else []
    return [path.relative_to(tree.root).as_posix() for path in marked]


def held(tree: Tree) -> None:
    """Stop where a sentence is no longer what the records say."""
    from stsutils.report import prose

    paths = prose.pages(tree.root)
    stamp, key = Stamp(tree.out / "prose.stamp"), tree.digest([*paths, *tree.files(*RECORDS)])
    if stamp.fits(key):
        return
    with stamp.renewed(lambda: key):
        wrong = [
            line for path in paths for one in prose.sentences(path) for line in prose.check(one)
        ]
        if wrong:
            raise SystemExit("\n".join([*wrong, "Not what the records say: write these anew."]))


def show(tree: Tree, solutions: bool) -> None:
    """Put the executed notebooks beside the pages: exercises with their facts, and solutions."""
    from stsutils.report.prose import linked
    from stsutils.teach.book import with_solutions
    from stsutils.teach.exercises import exercises

    for path in tree.executed.glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["metadata"].pop(MADE)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                text = with_solutions("".join(cell["source"]), exercises(), solutions)
                cell["source"] = linked(text, notebook["metadata"].get("stsutils", {}).get("table"))
        put(tree.src / "notebooks" / path.name, json.dumps(notebook, ensure_ascii=False).encode())


def status(tree: Tree) -> None:
    """Fill the marks in book/status.md with timings, versions and hardware."""
    import psutil

    notebooks = {path.stem: made(path) for path in sorted(tree.executed.glob("*.ipynb"))}
    seconds = {name: facts["seconds"] for name, facts in notebooks.items()}
    rows = [f"| {name} | {value:.1f} |" for name, value in seconds.items()]
    rows.append(f"| **all, one after the other** | **{sum(seconds.values()):.1f}** |")
    names = "stsutils torch transformers datasets numpy pandas scipy matplotlib jupyter-book"
    ended = max(facts["ended"] for facts in notebooks.values())
    machine = [
        f"| {ended[:10]} | {platform.system()} {platform.machine()} "
        f"| {os.cpu_count()} | {psutil.virtual_memory().total / 2**30:.0f} GiB |"
    ]
    versions = [f"| Python | {platform.python_version()} |"]
    versions += [f"| {n} | {metadata.version(n)} |" for n in names.split()]
    text = (tree.root / "book" / "status.md").read_text(encoding="utf-8")
    for mark, head, lines in [
        ("% timings", "| notebook | seconds |\n|---|---:|", rows),
        ("% machine", "| executed on | system | cores | memory |\n|---|---|---:|---:|", machine),
        ("% versions", "| package | version |\n|---|---|", versions),
    ]:
        text = text.replace(mark, "\n".join([head, *lines]))
    put(tree.src / "book" / "status.md", text.encode())


def fill(tree: Tree) -> None:
    """Fill marks and links of Markdown pages with what the records say, where out of date."""
    from stsutils.report import marks

    records = tree.digest(tree.files(*RECORDS))
    for name in _with_marks(tree):
        page, kept = tree.root / name, tree.out / "filled" / name
        stamp, key = Stamp(kept.with_suffix(".stamp")), tree.digest([page], records)
        if not stamp.fits(key):
            print(f"filling {name}", flush=True)
            kept.parent.mkdir(parents=True, exist_ok=True)
            with stamp.renewed(lambda key=key: key, kept):
                write(kept, marks.fill(page.read_text(encoding="utf-8"), name))
        put(tree.src / name, kept.read_bytes())


def claims_script(tree: Tree) -> None:
    """Write to _out/src/made the verdicts and their numbers for the live pages, if out of date."""
    target, stamp = tree.src / "made" / "claims_of_the_book.js", Stamp(tree.out / "claims.stamp")
    key = tree.digest(tree.files("stsutils", "book/results", "book/evidence"))
    if stamp.fits(key):
        return
    print("live pages: judging the claims", flush=True)
    from stsutils.report.explorer import script

    with stamp.renewed(lambda: key, target):
        write(target, script())


def judged(tree: Tree) -> None:
    """Check the prose, and write what says how claims were judged: pages, live pages' numbers."""
    held(tree)
    fill(tree)
    claims_script(tree)


def live(tree: Tree, env: dict[str, str], work: Path) -> None:
    """Write to _out/src/made/live what the live pages load, unless it is there already.

    Trained encoders lie in the folder `work`, and are kept there where they are missing.
    Its trainings stand beside notebooks, so they get a share of the threads, too: two threads that
    wait for each other on one free core are many times as slow as one.
    """
    sources = [*tree.files("stsutils", "constraints.txt", "book/replays")]
    code = tree.digest(sorted([*sources, *(tree.root / "book").glob("live_*.py")]))

    def key() -> str:
        trained = sorted(p.parent.name for p in work.glob("live/*/trained.json"))
        return tree.digest([], code, *trained)

    folder, stamp = tree.src / "made" / "live", Stamp(tree.out / "live.stamp")
    if stamp.fits(key()):
        return
    print("live pages: packing encoders (the first time training some, for seconds)", flush=True)
    with stamp.renewed(key, folder):
        shutil.rmtree(folder, ignore_errors=True)
        if beside(pack, env | {"STSUTILS_WORK": str(work)}, folder.parent):
            raise SystemExit("The live pages were not made: see above.")


def pack(folder: Path) -> None:
    """Write what the live pages load below the folder: what runs in a process of its own."""
    import live_encoders
    import live_replay
    import live_twenty

    from stsutils.errors import UserError

    try:
        live_encoders.build(folder)
        live_replay.build(folder)
        live_twenty.build(folder)
    except UserError as error:
        sys.exit(str(error))


def site(tree: Tree) -> None:
    """Make HTML of the staged tree, strictly, unless it is up to date."""
    stamp = Stamp(tree.out / "site.stamp")
    made_of = tree.files("_out/src", "book/finishing.py", "book/equations.py")
    key = tree.digest(made_of, metadata.version("jupyter-book"))
    if stamp.fits(key):
        return
    print("pages: building", flush=True)
    with stamp.renewed(lambda: key, tree.html):
        shutil.rmtree(tree.html, ignore_errors=True)  # removed pages would stay
        start = "from jupyter_book.cli.main import main; main()"
        command = [sys.executable, "-c", start, "build", "-W", "-n", "--keep-going"]
        command += ["--config", str(tree.src / "_config.yml")]
        command += ["--toc", str(tree.src / "book" / "_toc.yml")]
        ours = [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]  # our Sphinx extensions
        path = os.pathsep.join(filter(None, ours))
        ran = subprocess.run(
            [*command, "--path-output", str(tree.out), str(tree.src)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": path},
        )
        (tree.out / "pages.log").write_text(ran.stdout, encoding="utf-8")
        if ran.returncode:
            shutil.rmtree(tree.out / "_build", ignore_errors=True)  # else it warns no second time
            trouble = [t for t in ran.stdout.splitlines() if re.search(r"WARNING|ERROR|rror:", t)]
            raise SystemExit("\n".join([*trouble, "The pages did not build: see _out/pages.log"]))
