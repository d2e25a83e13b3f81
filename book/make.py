"""Build the book: stage a copy, execute its notebooks, make HTML of it.

    python book/make.py            # what has changed since the last time
    python book/make.py --help

A notebook is executed again when it, the package, constraints.txt or a record it can read changes.
Content decides, not dates. HTML is made again when anything in the staged tree changes.
"""

import argparse
import hashlib
import importlib.metadata as metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "_out"
SRC = OUT / "src"
EXECUTED = OUT / "executed"
HTML = OUT / "_build" / "html"
# A notebook whose code says one of these words may read any record.
READS_RECORDS = re.compile(r"\b(report|ledger|experiments|claims|results|published)\b")
#: Pages with marks that are filled in when the notebooks have been executed.
FILLED = ("status.md", "index.md")
SKIP = {"__pycache__", ".ipynb_checkpoints", "make.py", ".gitkeep"}


def files(*places: str) -> list[Path]:
    """Every file below the places, sorted; a place may be a file."""
    found = [p for place in places for p in [ROOT / place, *(ROOT / place).rglob("*")]]
    return sorted(p for p in found if p.is_file() and not SKIP & set(p.parts))


def digest(paths: list[Path], *more: str) -> str:
    """Sha256 of names and contents."""
    sha = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        sha.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()


def stage() -> None:
    """Copy book/ and _config.yml to _out/src; drop what is gone; leave what is the same."""
    sources = [p for p in files("book", "_config.yml") if p.suffix != ".py"]
    wanted = {SRC / p.relative_to(ROOT): p for p in sources}
    for old in (SRC / "book").rglob("*"):
        if old.is_file() and old not in wanted and old.name not in FILLED:
            old.unlink()
    for new, source in wanted.items():
        if source.parent != ROOT / "book" or source.name not in FILLED:
            put(new, source.read_bytes())


def put(path: Path, content: bytes) -> None:
    """Write only what differs, so that Sphinx reads only what changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)


def execute(path: Path, timeout: int, env: dict) -> tuple[float, str]:
    """Run one notebook in the staged tree. Returns its seconds and, if it failed, what to show."""
    import nbformat
    from kernels import Kernels
    from nbclient import NotebookClient

    from stsutils.teach.cells import numbered

    here = SRC / "notebooks"
    here.mkdir(parents=True, exist_ok=True)
    notebook = nbformat.read(path, as_version=4)
    settings = {"metadata": {"path": str(here)}}
    client = NotebookClient(
        notebook, timeout=timeout, resources=settings, kernel_manager_class=Kernels
    )
    client.extra_arguments = ["--log-level=ERROR"]  # else each kernel warns about its loopback port
    started, trouble = time.perf_counter(), ""
    try:
        client.execute(env=env)
        numbered(notebook.cells, path.stem)
        put(EXECUTED / path.name, nbformat.writes(notebook).encode())
    except Exception as error:  # a cell's error, a cell's timeout or a kernel that died
        cells = [c for c in notebook.cells if c.cell_type == "code"]
        ran = [i for i, c in enumerate(cells) if "execution" in c.metadata]
        at = ran[-1] if ran else 0
        plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        tail = "\n".join(plain.rstrip().splitlines()[-12:])
        trouble = f"{path.name}, code cell {at + 1}:\n\n{cells[at].source}\n\n{tail}\n"
    return time.perf_counter() - started, trouble


def execute_all(pool: ThreadPoolExecutor, threads: str, timeout: int, force: bool) -> dict:
    """Execute what is out of date in the pool. Returns the timings of every notebook."""
    log = OUT / "timings.json"
    timings = json.loads(log.read_text()) if log.is_file() else {}
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for old in [*EXECUTED.glob("*.ipynb"), *(SRC / "notebooks").glob("*.ipynb")]:
        if ROOT / "notebooks" / old.name not in notebooks:
            old.unlink()
    package = digest(files("stsutils", "constraints.txt"), platform.python_version())
    records = digest(files("book/results", "book/published"))
    keys = {}
    for path in notebooks:
        text = path.read_text(encoding="utf-8")
        keys[path] = digest([path], package, records if READS_RECORDS.search(text) else "")
    before = {p: timings.get(p.stem, {}) for p in notebooks}
    todo = [
        p
        for p in notebooks
        if force or before[p].get("key") != keys[p] or not (EXECUTED / p.name).is_file()
    ]
    todo.sort(key=lambda p: -before[p].get("seconds", 60))  # the longest first
    python_path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    env = {"OMP_NUM_THREADS": threads, **os.environ, "PYTHONPATH": python_path}
    env |= {"STSUTILS_TIER": "demo", "HF_HUB_OFFLINE": "1", "JUPYTER_PREFER_ENV_PATH": "1"}
    print(f"notebooks: {len(todo)} of {len(notebooks)} to execute", flush=True)
    troubles = []
    futures = {pool.submit(execute, p, timeout, env): p for p in todo}
    for done, future in enumerate(as_completed(futures), 1):
        path, (seconds, trouble) = futures[future], future.result()
        state = "FAILED" if trouble else "ok"
        print(f"  {done}/{len(todo)} {path.stem} {seconds:.1f} s {state}", flush=True)
        timings[path.stem] = {"key": "" if trouble else keys[path], "seconds": seconds}
        troubles += [trouble] if trouble else []
        log.write_text(json.dumps(timings, indent=1))
    if troubles:
        sys.exit("\n".join(["", *troubles, "The book was not built: a cell failed."]))
    return {p.stem: timings[p.stem]["seconds"] for p in notebooks}


def show(solutions: bool) -> None:
    """Put the executed notebooks beside the pages: exercises with their facts, and solutions."""
    from stsutils.teach.book import with_solutions
    from stsutils.teach.exercises import exercises

    for path in EXECUTED.glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                text = with_solutions("".join(cell["source"]), exercises(), solutions)
                cell["source"] = text
        put(SRC / "notebooks" / path.name, json.dumps(notebook, ensure_ascii=False).encode())


def status(seconds: dict) -> None:
    """Fill the marks in book/status.md with timings, versions and hardware."""
    import psutil

    rows = [f"| {name} | {value:.1f} |" for name, value in seconds.items()]
    rows.append(f"| **all, one after the other** | **{sum(seconds.values()):.1f}** |")
    names = "stsutils torch transformers datasets numpy pandas scipy matplotlib jupyter-book"
    when = datetime.fromtimestamp((OUT / "timings.json").stat().st_mtime, UTC)
    machine = [
        f"| {when:%Y-%m-%d} | {platform.system()} {platform.machine()} "
        f"| {os.cpu_count()} | {psutil.virtual_memory().total / 2**30:.0f} GiB |"
    ]
    versions = [f"| Python | {platform.python_version()} |"]
    versions += [f"| {n} | {metadata.version(n)} |" for n in names.split()]
    text = (ROOT / "book" / "status.md").read_text(encoding="utf-8")
    for mark, head, lines in [
        ("% timings", "| notebook | seconds |\n|---|---:|", rows),
        ("% machine", "| executed on | system | cores | memory |\n|---|---|---:|---:|", machine),
        ("% versions", "| package | version |\n|---|---|", versions),
    ]:
        text = text.replace(mark, "\n".join([head, *lines]))
    put(SRC / "book" / "status.md", text.encode())


def front() -> None:
    """Fill the marks in book/index.md with what the recorded runs say, if that is out of date."""
    page, kept, stamp = ROOT / "book" / "index.md", OUT / "front.md", OUT / "front.sha"
    key = digest([page, *files("stsutils", "book/results", "book/published")])
    if not (kept.is_file() and stamp.is_file() and stamp.read_text() == key):
        put(kept, filled(page.read_text(encoding="utf-8")).encode())
        stamp.write_text(key)
    put(SRC / "book" / "index.md", kept.read_bytes())


def filled(text: str) -> str:
    """The front page with its findings and the tally of verdicts: it judges every claim."""
    from stsutils.experiments import load, names
    from stsutils.report import tally
    from stsutils.report.forest import html_findings

    chosen = re.findall(r"^% finding (.+)$", text, re.M)
    text = re.sub(r"^% finding .+\n", "", text, flags=re.M)
    # without our own questions, as all tables together have claims of documents
    counted = tally(*(name for name in names() if load(name).at("lab")))
    return text.replace("% findings", html_findings(chosen)).replace("% tally", f"{counted}.")


def live(threads: str) -> None:
    """Write to _out/src/made/live what the live pages load, unless it is there already.

    Its trainings stand beside notebooks, so they get a share of the threads, too: two threads that
    wait for each other on one free core are many times as slow as one.
    """
    kept = Path(os.environ.get("STSUTILS_WORK") or ROOT / "runs") / "live"
    sources = [*files("stsutils", "constraints.txt", "book/replays")]
    sources += (ROOT / "book").glob("live_*.py")

    def key() -> str:
        return digest(sorted(sources), *sorted(p.parent.name for p in kept.glob("*/trained.json")))

    made, stamp = SRC / "made" / "live", OUT / "live.sha"
    if stamp.is_file() and stamp.read_text() == key() and made.is_dir():
        return
    print("live pages: packing encoders (the first time training some, for seconds)", flush=True)
    shutil.rmtree(made, ignore_errors=True)
    python_path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    env = {"OMP_NUM_THREADS": threads, **os.environ, "PYTHONPATH": python_path}
    for script in ("live_encoders.py", "live_replay.py"):
        command = [sys.executable, str(ROOT / "book" / script), str(SRC / "made")]
        if subprocess.run(command, cwd=ROOT, env=env).returncode:
            sys.exit("The live pages were not made: see above.")
    stamp.write_text(key())


def claims_script() -> None:
    """Write to _out/src/made the verdicts and their numbers for the live pages, if out of date."""
    target, stamp = SRC / "made" / "claims_of_the_book.js", OUT / "claims.sha"
    key = digest(files("stsutils", "book/results"))
    if target.is_file() and stamp.is_file() and stamp.read_text() == key:
        return
    print("live pages: judging the claims", flush=True)
    from stsutils.report.explorer import script

    put(target, script().encode())
    stamp.write_text(key)


def judged() -> None:
    """Write what says how the claims were judged: the front page, and the live pages' numbers."""
    front()
    claims_script()


def site() -> None:
    """Make HTML of the staged tree, strictly, unless it is up to date."""
    stamp, key = OUT / "site.sha", digest(files("_out/src"), metadata.version("jupyter-book"))
    if not ((HTML / "index.html").is_file() and stamp.is_file() and stamp.read_text() == key):
        print("pages: building", flush=True)
        shutil.rmtree(HTML, ignore_errors=True)  # removed pages would stay
        stamp.unlink(missing_ok=True)
        start = "from jupyter_book.cli.main import main; main()"
        command = [sys.executable, "-c", start, "build", "-W", "-n", "--keep-going"]
        command += ["--config", str(SRC / "_config.yml"), "--toc", str(SRC / "book" / "_toc.yml")]
        ran = subprocess.run(
            [*command, "--path-output", str(OUT), str(SRC)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        (OUT / "pages.log").write_text(ran.stdout, encoding="utf-8")
        if ran.returncode:
            shutil.rmtree(OUT / "_build", ignore_errors=True)  # else the warning is not said again
            trouble = [t for t in ran.stdout.splitlines() if re.search(r"WARNING|ERROR|rror:", t)]
            sys.exit("\n".join([*trouble, "The pages did not build: see _out/pages.log"]))
        stamp.write_text(key)
    print("The book is in _out/_build/html/index.html: open that file, or run `make serve`.")


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description="Execute the notebooks and build the book.")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks at a time (default 2)")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a cell may take")
    parser.add_argument("--force", action="store_true", help="execute every notebook again")
    parser.add_argument("--no-solutions", action="store_true", help="hide the solutions")
    parser.add_argument("--execute-only", action="store_true", help="make no pages")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    started = time.perf_counter()
    stage()
    threads = str(max(1, (os.cpu_count() or 2) // options.jobs))
    with ThreadPoolExecutor(options.jobs) as pool:
        made = []
        if not options.execute_only:
            # Made in the same pool: no core waits for the other.
            made = [pool.submit(live, threads), pool.submit(judged)]
        seconds = execute_all(pool, threads, options.timeout, options.force)
        for task in made:
            task.result()
    if not options.execute_only:
        status(seconds)
        show(not options.no_solutions)
        site()
    print(f"{time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
