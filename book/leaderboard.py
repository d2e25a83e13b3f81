"""The mutant hunt's table of a class: a folder of notebooks becomes one page to project.

    python book/leaderboard.py FOLDER --seed YOUR-SECRET     # FOLDER/leaderboard.html

A team's checks are its answer cell, else the cells that define `my_checks`: they run in a
process of their own for two minutes at most, without the rest of the notebook. Students' code is
code: run this where there is nothing to lose.
"""

import argparse
import html
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ANSWER = "cosent-hunt-answer"
HUNT = """
import json, sys
env = {}
exec(sys.stdin.read(), env)
checks = env["my_checks"]
from stsutils.teach.hunt import hunt
found = hunt(checks, "cosent", sys.argv[1])
print("\\n" + json.dumps([found.killed, found.alive, found.condemned]))
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
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    own = ["".join(c["source"]) for c in cells if c.get("id") == ANSWER]
    return "\n".join(own or [text for text in code if "def my_checks" in text])


def hunted(path: Path, seed: str, seconds: int = 120) -> tuple[list, list, str]:
    """What one team killed, what lives, and what went wrong, in words."""
    try:
        ran = subprocess.run(
            [sys.executable, "-c", HUNT, seed],
            input=checks(path),
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            cwd=ROOT,
        )
    except (OSError, ValueError, KeyError, TypeError):
        return [], [], "no notebook"
    except subprocess.TimeoutExpired:
        return [], [], f"took more than {seconds} s"
    if ran.returncode:
        return [], [], (ran.stderr.strip().splitlines() or ["stopped"])[-1]
    killed, alive, condemned = json.loads(ran.stdout.splitlines()[-1])
    wrong = f"condemned a correct form: {', '.join(condemned)}" if condemned else ""
    return killed, alive, wrong


def page(results: dict[str, tuple[list, list, str]]) -> str:
    """The table, best first, and far below it the mutants that nobody killed."""
    order = sorted(results, key=lambda team: (bool(results[team][2]), -len(results[team][0])))
    lines, living = [], [set(alive) for _, alive, wrong in results.values() if not wrong]
    for team in order:
        killed, alive, wrong = results[team]
        score, most = 0 if wrong else len(killed), max(len(killed) + len(alive), 1)
        cells = f"{html.escape(team)}<td>{score}<td><meter max={most} value={score}></meter>"
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
    notebooks = sorted(options.folder.glob("*.ipynb"))
    if not notebooks:
        sys.exit(f"no notebook in {options.folder}")
    results = {}
    for path in notebooks:
        results[path.stem] = hunted(path, options.seed)
        print(
            f"{path.stem}: {len(results[path.stem][0])} killed {results[path.stem][2]}", flush=True
        )
    target = options.folder / "leaderboard.html"
    target.write_text(page(results), encoding="utf-8")
    print(target)


if __name__ == "__main__":
    main()
