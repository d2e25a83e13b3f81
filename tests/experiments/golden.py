"""What tables declare and what verdicts the records give, written down: a rebuild changes neither.

``python tests/experiments/golden.py`` writes both files anew. Look at what changed before you
commit it: a hash that is another names a table and a tier whose cells or run ids are others.
"""

import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
TABLES, VERDICTS = HERE / "golden_tables.json", HERE / "golden_verdicts.txt"


def cell(one) -> dict:
    """A cell by the ids of its runs: what it is made of, and what chooses its settings.

    A choice among one is none, so it counts as a plain cell.
    """
    from stsutils.experiments import Cell, Tuned
    from stsutils.ledger import Run

    if isinstance(one, Tuned) and len(one.candidates) == 1:
        one = Cell(one.candidates[0], one.metric, one.recipe)
    if isinstance(one, Cell):
        return {"run": Run(one.recipe, 0, one.settings).id, "metric": one.metric}
    if isinstance(one, Tuned):
        runs = [Run(one.recipe, 0, settings).id for settings in one.candidates]
        return {"candidates": runs, "metric": one.metric, "by": one.choose_by} | {
            "tuning": [run.id for run in one.tuning()]
        }
    return {"derived": one.how, "parts": [cell(part) for part in one.parts]}


def tables() -> dict[str, dict[str, str]]:
    """Table → tier → hash of its cells' names and run ids, and of where a document prints them."""
    from stsutils import experiments

    hashes = {}
    for name in experiments.names():
        one = experiments.load(name)
        parts = {
            tier: sorted(([list(name), cell(own)] for name, own in one.at(tier).items()), key=str)
            for tier in experiments.TIERS
        }
        parts["head"] = [one.title, one.seeds, one.metric, one.times, one.best]
        if printed := one.published:
            cells = sorted([list(ours), list(theirs)] for ours, theirs in printed.cells.items())
            parts["published"] = [printed.document, printed.table, cells]
        hashes[name] = {part: _hash(content) for part, content in parts.items() if content}
    return hashes


def verdicts() -> list[str]:
    """A line for each claim that the lab judges: slug, verdict, and how its contrasts came out."""
    from stsutils.report.verdicts import every_verdict

    return sorted(
        f"{one.claim.id} | {one.verdict.kind} | {one.verdict.note}"
        for _, one in every_verdict("lab")
    )


def _hash(content) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))
    TABLES.write_text(json.dumps(tables(), indent=1) + "\n", encoding="utf-8")
    VERDICTS.write_text("\n".join(verdicts()) + "\n", encoding="utf-8")
