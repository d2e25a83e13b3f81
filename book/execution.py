"""Execute what is out of date among the notebooks, several at a time.

An executed notebook holds, in its own metadata, the key of what it was executed from, and is
written whole: what stops a build, or a change that is undone, leaves none beside a wrong key.
"""

import json
import math
import os
import platform
import re
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from datetime import UTC, datetime
from pathlib import Path

from tree import Tree, write

# A notebook whose code says one of these words may read any record.
READS_RECORDS = re.compile(r"\b(report|ledger|experiments|claims|results|published)\b")
#: Where an executed notebook's metadata holds its key, its seconds, and when it ended.
MADE = "made"


class CellFailed(Exception):
    """A cell failed, took too long, or ended its kernel: which, its code, and what it said."""


def environment(tree: Tree, threads: str) -> dict[str, str]:
    """The variables that notebooks run under."""
    path = os.pathsep.join(filter(None, [str(tree.root), os.environ.get("PYTHONPATH")]))
    ours = {"STSUTILS_TIER": "demo", "STSUTILS_WORK": "", "HF_HUB_OFFLINE": "1"}
    ours |= {"JUPYTER_PREFER_ENV_PATH": "1", "PYTHONPATH": path}
    return {"OMP_NUM_THREADS": threads, **os.environ, **ours}


def keys(tree: Tree, notebooks: list[Path]) -> dict[Path, str]:
    """Of each notebook, a digest of all that its outputs may depend on."""
    from stsutils.errors import readable

    package = tree.digest(tree.files("stsutils", "constraints.txt"), platform.python_version())
    places = tree.files("book/results", "book/published", "book/earlier")
    records = tree.digest(places, os.environ.get("STSUTILS_DATA", ""))
    digests = {}
    for path in notebooks:
        with readable(path):
            reads = READS_RECORDS.search(path.read_text(encoding="utf-8"))
        digests[path] = tree.digest([path], package, records if reads else "")
    return digests


def touched(tree: Tree, path: Path) -> list[tuple[Path, int, int]]:
    """When each file that a notebook's code comes from was last written, and its size."""
    code = tree.files("stsutils", "constraints.txt", f"notebooks/{path.name}")
    return [(p, p.stat().st_mtime_ns, p.stat().st_size) for p in code]


def made(path: Path) -> dict:
    """Key, seconds and end of an executed notebook; nothing where one of them is missing or odd."""
    try:
        facts = dict(json.loads(path.read_text(encoding="utf-8"))["metadata"][MADE])
        datetime.fromisoformat(facts["ended"])
        return facts if 0 <= facts["seconds"] < math.inf else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def run(path: Path, folder: Path, timeout: int, env: dict[str, str]):
    """The notebook with its outputs, executed in the folder; CellFailed where a cell fails."""
    import nbformat
    from nbclient import NotebookClient
    from notebook_kernels import Kernels

    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:  # of whatever half a file holds
        raise CellFailed(f"{path.name} is no notebook: {error!r:.200}\n") from error
    settings = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook, timeout=timeout, resources=settings, kernel_manager_class=Kernels
    )
    client.extra_arguments = ["--log-level=ERROR"]  # else each kernel warns about its loopback port
    try:
        client.execute(env=env)
    except Exception as error:  # a cell's error, a cell's timeout or a kernel that died
        cells = [c for c in notebook.cells if c.cell_type == "code"]
        ran = [i for i, c in enumerate(cells) if "execution" in c.metadata]
        at = ran[-1] if ran else 0
        plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        tail = "\n".join(plain.rstrip().splitlines()[-12:])
        words = f"{path.name}, code cell {at + 1}:\n\n{cells[at].source}\n\n{tail}\n"
        raise CellFailed(words) from error
    return notebook


def execute(
    path: Path, tree: Tree, key: str, before: list, timeout: int, env: dict[str, str]
) -> float:
    """Execute one notebook and keep it with its key; returns its seconds.

    ``before`` is what :func:`touched` said when the key was made: code that was changed meanwhile
    may be in some outputs and not in others, so such a notebook gets no key, even after an undo.
    """
    import nbformat

    from stsutils.teach.cells import numbered

    folder = tree.src / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    notebook = run(path, folder, timeout, env)
    seconds = time.perf_counter() - started
    numbered(notebook.cells, path.stem)
    ended = datetime.now(UTC).isoformat(timespec="seconds")
    key = key if touched(tree, path) == before else ""
    notebook.metadata[MADE] = {"key": key, "seconds": round(seconds, 1), "ended": ended}
    write(tree.executed / path.name, nbformat.writes(notebook))
    return seconds


def completed(futures: Iterable[Future]) -> Iterator[Future]:
    """The futures as they end. Waits a second at a time: between, Windows hears Ctrl-C."""
    pending = set(futures)
    while pending:
        done, pending = wait(pending, timeout=1, return_when=FIRST_COMPLETED)
        yield from done


def execute_all(tree: Tree, pool: Executor, threads: str, timeout: int, force: bool) -> None:
    """Execute what is out of date in the pool; SystemExit names every cell that failed."""
    from stsutils.cli.options import printable

    notebooks = sorted((tree.root / "notebooks").glob("*.ipynb"))
    before = {path: touched(tree, path) for path in notebooks}
    wanted = keys(tree, notebooks)
    names = {path.name for path in notebooks}
    for old in [*tree.executed.glob("*.ipynb"), *(tree.src / "notebooks").glob("*.ipynb")]:
        if old.name not in names:
            old.unlink()
    kept = {path: made(tree.executed / path.name) for path in notebooks}
    todo = [path for path in notebooks if force or kept[path].get("key") != wanted[path]]
    todo.sort(key=lambda path: -kept[path].get("seconds", 60))  # the longest first
    for path in todo if force else []:
        (tree.executed / path.name).unlink(missing_ok=True)
    print(f"notebooks: {len(todo)} of {len(notebooks)} to execute", flush=True)
    env, troubles = environment(tree, threads), []
    futures = {
        pool.submit(execute, path, tree, wanted[path], before[path], timeout, env): path
        for path in todo
    }
    for done, future in enumerate(completed(futures), 1):
        try:
            state = f"{future.result():.1f} s ok"
        except CellFailed as error:
            troubles.append(str(error))
            state = "FAILED"
        print(f"  {done}/{len(todo)} {printable(futures[future].stem, '�')} {state}", flush=True)
    if troubles:
        raise SystemExit("\n".join(["", *troubles, "The book was not built: a cell failed."]))
