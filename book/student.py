"""Write the student notebooks: chapters that run without the book, without solutions.

    python book/student.py                 # into the folder student/
    python book/student.py --branch student   # as a commit of that branch, for Binder and Colab
    python book/student.py --execute cosent   # runs those whose name holds a word, all without one

A notebook in student/ that somebody has worked in is never written over.
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

from tree import write as write_whole  # noqa: E402

from stsutils.errors import UserError  # noqa: E402
from stsutils.teach.cells import as_json  # noqa: E402
from stsutils.teach.student import Chapters, student_notebook  # noqa: E402


def made(root: Path = ROOT, address: str = "../{}.md") -> dict[str, str]:
    """The text of every student notebook, by file name; `address` is where other pages are."""
    chapters = Chapters(root, address=address)
    return {f"{n}.ipynb": as_json(student_notebook(chapters, n)) for n in chapters.paths}


def write(notebooks: dict[str, str], folder: Path) -> list[str]:
    """Write the notebooks; returns the names of those that were left, because they were changed."""
    log, kept = folder / ".made.json", []
    try:
        written = dict(json.loads(log.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):  # none, or cut by a full disk
        written = {}
    for name, text in notebooks.items():
        path = folder / name
        if path.is_file() and sha(path.read_bytes()) not in (written.get(name), sha(text.encode())):
            kept.append(name)
            continue
        written[name] = sha(text.encode())
        write_whole(path, text)
        write_whole(log, json.dumps(written, indent=1) + "\n")
    return kept


def sha(content: bytes) -> str:
    """The hash by which a notebook that was worked in is told from one that was not."""
    return hashlib.sha256(content).hexdigest()


def commit(notebooks: dict[str, str], branch: str, root: Path = ROOT) -> str:
    """Commit HEAD's tree with student notebooks in notebooks/ on `branch`; nothing else moves.

    Left out are solutions and what is for teachers. A branch that is there is gone on with.
    UserError where something else was committed on it.
    """

    def git(*words: str, **more) -> str:
        ran = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, **more)
        return ran.stdout.decode().strip()

    title, old = "Student notebooks of", git("branch", "--list", branch, "--format=%(objectname)")
    if old and not git("log", "-1", "--format=%s", old).startswith(title):
        raise UserError(
            f"the branch {branch} ends in a commit that is not of student notebooks: choose another"
            f" name, or delete it (git branch -D {branch})"
        )
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        git("read-tree", "HEAD", env=env)
        for hidden in ("solutions/*.md", "book/for_teachers.md", "book/class"):
            git("rm", "-r", "--quiet", "--cached", "--ignore-unmatch", hidden, env=env)
        for name, text in notebooks.items():
            blob = git("hash-object", "-w", "--stdin", input=text.encode())
            entry = f"100644,{blob},notebooks/{name}"
            git("update-index", "--add", "--cacheinfo", entry, env=env)
        tree = git("write-tree", env=env)
    head = git("rev-parse", "HEAD")
    parents = [word for parent in filter(None, [head, old]) for word in ("-p", parent)]
    new = git("commit-tree", tree, *parents, "-m", f"{title} {head[:10]}")
    git("update-ref", f"refs/heads/{branch}", new)
    return new


def ask_for_address(root: Path = ROOT) -> None:
    """UserError where `_config.yml` names no remote of this checkout: nobody could fetch it."""
    ran = subprocess.run(["git", "remote", "-v"], cwd=root, capture_output=True, encoding="utf-8")
    address = Chapters(root).url
    remotes = ran.stdout.replace(".git ", " ").replace(":", "/").split()
    if not address or not any(one.endswith(address.split("//")[-1]) for one in remotes):
        raise UserError(
            f"_config.yml: repository.url is {address or 'empty'}, which is no remote of this"
            " checkout (git remote -v). Write yours there: Binder and Colab fetch the book from it"
        )


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
    pages = (ROOT / "_out" / "_build" / "html" / "index.html").is_file() and not options.branch
    try:
        notebooks = made(address="../_out/_build/html/{}.html" if pages else "../{}.md")
        if options.execute is not None:
            chosen = {name: text for name, text in notebooks.items() if options.execute in name}
            sys.exit(bool(failures(chosen)) if chosen else f"no name holds {options.execute!r}")
        if options.branch:
            ask_for_address()
            made_commit = commit(notebooks, options.branch)
            print(f"{made_commit[:10]} on branch {options.branch}: push it")
            return
    except (UserError, subprocess.CalledProcessError) as error:
        sys.exit(getattr(error, "stderr", b"").decode().strip() or str(error))
    kept = write(notebooks, options.out)
    for name in kept:
        print(f"left as it is, since you changed it: {name} (delete it to get a fresh one)")
    print(f"{len(notebooks) - len(kept)} student notebooks in {options.out}")


if __name__ == "__main__":
    main()
