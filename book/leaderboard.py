"""The mutant hunt's table of a class: a folder of notebooks becomes one page to project.

    python book/leaderboard.py FOLDER --seed YOUR-SECRET     # FOLDER/leaderboard.html

A team's checks are its answer cell, else the cells that define `my_checks`: they run in a
session of their own for two minutes at most, without the rest of the notebook. Students' code is
code: run this where there is nothing to lose.
"""

import argparse
import html
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ANSWER = "cosent-hunt-answer"
LARGEST = 50_000_000  # bytes of a notebook
HUNT = """
import json, os, sys
from pathlib import Path
folder, env = Path(sys.argv[2]), {}
exec((folder / "checks.py").read_text(encoding="utf-8"), env)
checks = env["my_checks"]
from stsutils.teach.hunt import hunt
found = hunt(checks, "cosent", sys.argv[1])
(folder / "found.json").write_text(json.dumps([found.killed, found.alive, found.condemned]))
os._exit(0)  # whatever else the checks started
"""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>The mutant hunt</title><style>
body {{ font: 32px/1.4 system-ui, sans-serif; max-width: 1160px; margin: 40px auto }}
td, th {{ padding: 8px 24px 8px 0; text-align: left; vertical-align: top }}
meter {{ width: 320px; height: 30px }} section {{ margin-top: 100vh }}
</style><h1>The mutant hunt</h1><table><tr><th>team<th>killed<th><th></tr>
{lines}</table><section><h2>Still alive, in every team's hunt</h2><p>{alive}</p></section></html>
"""


def checks(path: Path) -> str:
    """The code of the cells of a notebook that hold a team's checks."""
    if not path.is_file() or path.stat().st_size > LARGEST:  # a pipe would be waited for
        raise ValueError
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    own = ["".join(c["source"]) for c in cells if c.get("id") == ANSWER]
    return "\n".join(own or [text for text in code if "def my_checks" in text])


def hunted(path: Path, seed: str, seconds: int = 120) -> tuple[list, list, str]:
    """What one team killed, what lives, and what went wrong, in words."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            (folder / "checks.py").write_text(checks(path), encoding="utf-8")
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return [], [], "no notebook"
        try:
            failed = run([sys.executable, "-X", "utf8", "-c", HUNT, seed, name], folder, seconds)
        except subprocess.TimeoutExpired:
            return [], [], f"took more than {seconds} s"
        try:
            if failed:
                return [], [], last_line(folder / "errors.txt")
            found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
            killed, alive, condemned = ([*map(str, names)] for names in found)
        except (OSError, ValueError, TypeError, RecursionError):
            return [], [], "ended before its result was there: is there an exit() in it?"
    wrong = f"condemned a correct form: {', '.join(condemned)}" if condemned else ""
    return killed, alive, plain(wrong)


def last_line(errors: Path) -> str:
    """The last line of what a team's code said of its end."""
    with errors.open("rb") as file:
        file.seek(max(0, errors.stat().st_size - 100_000))
        lines = file.read().decode("utf-8", errors="replace").strip().splitlines()
    return plain((lines or ["stopped"])[-1])


def plain(text: str) -> str:
    """A text for terminal and page: 200 letters at most, and none that commands a terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:200])


def run(command: list[str], folder: Path, seconds: float) -> int:
    """The exit code of a command; its errors stand in errors.txt, and its session is ended."""
    with (folder / "errors.txt").open("wb") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            cwd=ROOT,
            start_new_session=True,
        )
        try:
            return process.wait(seconds)
        finally:
            end(process)


def end(process: subprocess.Popen) -> None:
    """End a process and those of its session; on Windows those that it started, while it runs."""
    if os.name == "nt":
        command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    else:
        with suppress(OSError):  # all have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def page(results: dict[str, tuple[list, list, str]]) -> str:
    """The table, best first, and far below it the mutants that nobody killed."""
    order = sorted(results, key=lambda team: (bool(results[team][2]), -len(results[team][0])))
    lines, living = [], [set(alive) for _, alive, wrong in results.values() if not wrong]
    for team in order:
        killed, alive, wrong = results[team]
        score, most = 0 if wrong else len(killed), max(len(killed) + len(alive), 1)
        cells = f"{html.escape(plain(team))}<td>{score}<td><meter max={most} value={score}></meter>"
        lines.append(f"<tr><td>{cells}<td>{html.escape(wrong)}</tr>")
    alive = sorted(set.intersection(*living)) if living else []
    said = ", ".join(map(html.escape, alive)) or "none"
    return PAGE.format(lines="\n".join(lines), alive=said)


def main() -> None:
    """Read the command line, hunt, and write the page."""
    parser = argparse.ArgumentParser(description="A page of a class's mutant hunt.")
    parser.add_argument("folder", type=Path, help="notebooks, one a team, named after it")
    parser.add_argument("--seed", required=True, help="your secret: it draws the mutants")
    options = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")  # a Windows console has no λ
    notebooks = sorted(options.folder.glob("*.ipynb"))
    if not notebooks:
        sys.exit(f"no notebook in {options.folder}")
    results = {}
    for path in notebooks:
        results[path.stem] = hunted(path, options.seed)
        killed, _, wrong = results[path.stem]
        print(f"{plain(path.stem)}: {len(killed)} killed {wrong}", flush=True)
    target = options.folder / "leaderboard.html"
    target.write_text(page(results), encoding="utf-8", errors="replace")
    print(target)


if __name__ == "__main__":
    main()
