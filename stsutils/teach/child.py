"""The process in which a student's notebook runs: `python -m stsutils.teach.child`, by `grading`.

Reads its job from standard input, limits itself, runs the code cells one after the other (a cell
that fails costs what needs it, no more), and leaves its marks in `marks.json`.
"""

import contextlib
import io
import json
import sys
import warnings
from dataclasses import asdict
from pathlib import Path


def limit(gigabytes: int) -> None:
    """Take no more memory, and write no file above 100 MB, from now on (not on Windows)."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (gigabytes * 2**30,) * 2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100 * 2**20,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_cells(path: Path) -> dict:
    """The names that a notebook's code cells leave; magics and shell lines are left out."""
    env: dict = {"__name__": "__main__"}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for cell in [cell for cell in cells if cell["cell_type"] == "code"]:
        code, name = "".join(cell["source"]), str(cell.get("id", "cell"))
        ends = Exception, SystemExit  # `sys.exit()` ends its cell, as in Jupyter
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(*ends):
            try:
                ready = compile(code, name, "exec")
            except SyntaxError:  # by magics or shell lines; a line of Python may begin with % too
                ready = compile(_plain(code), name, "exec")
            exec(ready, env)
    return env


def _plain(code: str) -> str:
    lines = code.splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def main() -> None:
    """Run the job that stands on standard input."""
    job = json.loads(sys.stdin.read())
    sys.stdin = io.StringIO()  # `input()` in a cell finds nothing to read
    from stsutils.teach.awarding import marks
    from stsutils.teach.exercises import exercises

    known = exercises(Path(job["solutions"]))
    limit(job["memory"])
    warnings.simplefilter("ignore")
    env = run_cells(Path(job["notebook"]))
    found = [
        asdict(mark)
        for label in job["labels"]
        if known[label].kind != "manual"
        for mark in marks(known[label], env, job["seed"])
    ]
    Path("marks.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
