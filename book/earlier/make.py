"""Make results.csv: for each line of today's claims, its first estimate with a smaller budget.

    python book/earlier/make.py        # some minutes; needs git and the whole history

A commit that took many records out of the ledger made room for others: more training pairs, another
encoder, whole test sets. The state before each such commit is measured with its own code and its
own records. A line of today's claims (table, cell a, cell b, at the tier lab) gets the earliest
estimate of at least two seeds whose value and whose conditions (encoder, training pairs, epochs,
cut test sets) differ from the present ones; other seeds alone are no other conditions. A line whose
table or cells had other names then has none.
"""

import csv
import io
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = "book/results"
MANY = 40  # records that one commit took away or renamed
COLUMNS = ("table", "a_row", "a_column", "b_row", "b_column", "date", "commit")
COLUMNS += ("value", "se", "df", "se_pairs", "conditions")


def main() -> None:
    """Measure every snapshot, keep each line's first other result, write the table."""
    lines = today()
    first: dict[tuple, dict] = {}
    for commit, date in snapshots():
        for line, numbers, parts in measured(commit, list(lines)):
            place = tuple(line)
            present, parts_now = lines[place]
            conditions, now = (words(made, numbers["df"] + 1) for made in (parts, parts_now))
            if conditions != now and numbers["value"] != present:
                source = dict(zip(COLUMNS, (*place, date, commit[:8]), strict=False))
                first.setdefault(place, {**source, **numbers, "conditions": conditions})
        print(f"{commit[:8]} of {date}: {len(first)} of {len(lines)} lines have an earlier result")
    path = ROOT / "book" / "earlier" / "results.csv"
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(first[place] for place in sorted(first))


def today() -> dict[tuple, tuple[float, list]]:
    """The lines of today's claims that have a number: place → its value, its cells' parts."""
    from stsutils.experiments import load
    from stsutils.report.verdicts import every_verdict

    found = {}
    for home, one in every_verdict("lab"):
        for part in (part for part in one.contrasts if part.estimate):
            table = load(part.contrast.table or home)
            a, b = part.contrast.a, part.contrast.b
            parts = parts_told(table.at("lab")[a], table.at("lab")[b])
            found[table.name, *a, *b] = short(part.estimate.value), parts
    return found


def snapshots() -> list[tuple[str, str]]:
    """(commit, date) before each commit that took `MANY` records away, the oldest first."""
    which = ("--reverse", "--no-renames", "--diff-filter=D", "--name-only", "--format=@%P")
    gone = [block.split() for block in git("log", *which, "--", RECORDS).decode().split("@")[1:]]
    found = [parent for parent, *files in gone if len(files) >= MANY]
    return [(one, git("show", "--no-patch", "--format=%cs", one).decode().strip()) for one in found]


def measured(commit: str, lines: list[tuple]) -> list:
    """What a commit's own code makes of these lines with its own records: see `then`."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "stsutils", RECORDS))) as tree:
            tree.extractall(folder, filter="data")
        own = {"PYTHONPATH": folder, "STSUTILS_RESULTS": os.path.join(folder, RECORDS)}
        command = [sys.executable, __file__, "then"]
        asked, env = json.dumps(lines).encode(), {**os.environ, **own}
        told = subprocess.run(command, input=asked, env=env, stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)


def then() -> None:
    """In a snapshot: lines from standard input; those that it has with numbers to the output."""
    from stsutils.experiments import load, names
    from stsutils.report import measured as code

    read = getattr(code, "read_cells", None) or code.measure  # its name before 23 November
    lines, found = [tuple(line) for line in json.load(sys.stdin)], []
    for name in sorted({line[0] for line in lines} & set(names())):
        table = load(name)
        declared, cells = table.at("lab"), dict(read(table, "lab"))
        for line in lines:
            a, b = line[1:3], line[3:5]
            both = line[0] == name and a in cells and b in cells
            estimate = code.difference(cells[a], cells[b]) if both else None
            if estimate and estimate.df and math.isfinite(estimate.value):
                names_of = ("value", "se", "df", "se_pairs")
                numbers = {one: short(getattr(estimate, one)) for one in names_of}
                found.append((line, numbers, parts_told(declared[a], declared[b])))
    print(json.dumps(found))


def short(number: float) -> float:
    """A number to six digits; an integer as it is."""
    return number if isinstance(number, int) else float(f"{number:.6g}")


def parts_told(*cells) -> list[tuple[dict, str, str]]:
    """(settings, metric, recipe) of every run that could stand behind these cells."""
    from stsutils.experiments import parts_of

    parts = [part for cell in cells for part in parts_of(cell)]
    every = [(getattr(p, "candidates", None) or (p.settings,), p.metric, p.recipe) for p in parts]
    return [(settings, *rest) for candidates, *rest in every for settings in candidates]


def words(parts: list, seeds: int) -> str:
    """The conditions in today's words."""
    from stsutils.experiments import Cell
    from stsutils.report.conditions import conditions_of

    return conditions_of([Cell(*part) for part in parts], seeds)


def git(*words: str) -> bytes:
    """What git says in this repository."""
    return subprocess.check_output(["git", *words], cwd=ROOT)


if __name__ == "__main__":
    then() if "then" in sys.argv[1:] else main()
