"""Write the student notebooks: chapters that run without the book, without solutions.

    python book/student.py                 # into the folder student/
    python book/student.py --branch student   # as a commit of that branch, for Binder and Colab
    python book/student.py --execute cosent   # runs those whose name holds a word, all without one

The numbers of the prose come from executed chapters (`python book/make.py --execute-only`). A
notebook in student/ that somebody has worked in is never written over.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

EXECUTED = ROOT / "_out" / "executed"

from stsutils.teach.cells import as_json  # noqa: E402
from stsutils.teach.student import Chapters, student_notebook  # noqa: E402


def made(root: Path = ROOT) -> dict[str, str]:
    """The text of every student notebook, by file name."""
    chapters = Chapters(root)
    return {f"{n}.ipynb": as_json(student_notebook(chapters, n)) for n in chapters.paths}


def write(notebooks: dict[str, str], folder: Path) -> list[str]:
    """Write the notebooks; returns the names of those that were left, because they were changed."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / ".made.json"
    known = json.loads(log.read_text()) if log.is_file() else {}
    kept = []
    for name, text in notebooks.items():
        path = folder / name
        if path.is_file() and sha(path.read_bytes()) != known.get(name):
            kept.append(name)
            continue
        path.write_bytes(text.encode())
        known[name] = sha(text.encode())
    log.write_text(json.dumps(known, indent=1) + "\n")
    return kept


def sha(content: bytes) -> str:
    """The hash by which a notebook that was worked in is told from one that was not."""
    return hashlib.sha256(content).hexdigest()


def commit(notebooks: dict[str, str], branch: str) -> str:
    """Commit HEAD's tree with student notebooks in notebooks/ on `branch`; nothing else moves."""

    def git(*words: str, **more) -> str:
        ran = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, **more)
        return ran.stdout.decode().strip()

    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        git("read-tree", "HEAD", env=env)
        for name, text in notebooks.items():
            blob = git("hash-object", "-w", "--stdin", input=text.encode())
            entry = f"100644,{blob},notebooks/{name}"
            git("update-index", "--add", "--cacheinfo", entry, env=env)
        tree = git("write-tree", env=env)
    head = git("rev-parse", "HEAD")
    new = git("commit-tree", tree, "-p", head, "-m", f"Student notebooks of {head[:10]}")
    git("update-ref", f"refs/heads/{branch}", new)
    return new


def failures(notebooks: dict[str, str]) -> list[str]:
    """Run each notebook from top to bottom as a student would; the names of those that fail."""
    import nbformat
    from nbclient import NotebookClient

    failed = []
    env = {**os.environ, "STSUTILS_TIER": "demo", "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT)}
    for number, (name, text) in enumerate(notebooks.items(), 1):
        settings = {"metadata": {"path": str(ROOT / "notebooks")}}
        made = nbformat.reads(text, as_version=4)
        client = NotebookClient(made, timeout=600, resources=settings, kernel_name="python3")
        client.extra_arguments = ["--log-level=ERROR"]
        try:
            client.execute(env=env)
            said = "ok"
        except Exception as error:  # a cell's error, a cell's timeout or a kernel that died
            failed.append(name)
            said = "FAILED\n" + "\n".join(str(error).rstrip().splitlines()[-4:])
        print(f"  {number}/{len(notebooks)} {name} {said}", flush=True)
    return failed


def main() -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Write the student notebooks.")
    parser.add_argument("--out", type=Path, default=ROOT / "student", help="folder [student]")
    parser.add_argument("--branch", help="make a commit on this branch instead of a folder")
    parser.add_argument("--execute", nargs="?", const="", metavar="WORD", help="run them instead")
    options = parser.parse_args()
    notebooks = made()
    missing = [name for name in notebooks if not (EXECUTED / name).is_file()]
    if missing:
        print(
            f"{len(missing)} of {len(notebooks)} chapters were not executed: the numbers of their "
            "prose are dashes. Run `python book/make.py --execute-only` first."
        )
    if options.execute is not None:
        chosen = {name: text for name, text in notebooks.items() if options.execute in name}
        sys.exit(1 if failures(chosen) else 0)
    if options.branch:
        print(f"{commit(notebooks, options.branch)[:10]} on branch {options.branch}: push it")
        return
    kept = write(notebooks, options.out)
    for name in kept:
        print(f"left as it is, since you changed it: {name} (delete it to get a fresh one)")
    print(f"{len(notebooks) - len(kept)} student notebooks in {options.out}")


if __name__ == "__main__":
    main()
