"""The paper's ten pairs of sentences: its verdicts beside those of our trainings."""

from stsutils.experiments import load
from stsutils.experiments.cosent.cases import LOSSES, PAIRS
from stsutils.report.markup import DASH
from stsutils.report.measured import TIER, read_cells
from stsutils.report.published_numbers import read_published

NAMES = [f"pair {number}" for number in range(1, 11)]


def ten_pairs():
    """DataFrame of text: each pair's row, printed verdicts, and in how many seeds ours is right.

    A dash stands where a pair is in no split at hand, or where nobody has judged it.
    """
    import pandas as pd

    measured, printed, rows = read_cells(load("cases"), TIER), read_published("cosent"), []
    for name in NAMES:
        place, number = PAIRS[name][1] if name in PAIRS else ("", "")
        row = {"pair": name, "row": f"{place} {number}".strip() or DASH}
        for head in ("truth", "SBERT", "CoSENT"):
            same = printed["X", name, head] == "1"
            row[f"theirs, {head}"] = "equivalent" if same else "not equivalent"
        for loss in LOSSES:
            cell = measured.get((loss, name))
            right = sum(value > 0.5 for value in cell.values.values()) if cell else 0
            row[f"ours, {loss}"] = f"{right} of {len(cell.values)}" if cell else DASH
        rows.append(row)
    return pd.DataFrame(rows).rename(columns={"theirs, truth": "truth"})
