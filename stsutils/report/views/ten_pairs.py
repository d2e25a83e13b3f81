"""The paper's ten pairs of sentences: its verdicts beside ours, and the text of those at hand."""

from stsutils.data import entry, label_column, load
from stsutils.data.load import where_is
from stsutils.experiments import load as load_table
from stsutils.experiments.cosent.cases import LOSSES, PAIRS
from stsutils.report.markup import DASH
from stsutils.report.measured import read_cells, read_published

NAMES = [f"pair {number}" for number in range(1, 11)]


def ten_pairs(tier: str = "lab"):
    """DataFrame of text: each pair's row, printed verdicts, and in how many seeds ours is right.

    A dash stands where a pair is in no split at hand, or where nobody has judged it.
    """
    import pandas as pd

    measured, printed, rows = read_cells(load_table("cases"), tier), read_published("cosent"), []
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


def pair_texts():
    """DataFrame of text: the sentences of the pairs that lie in local folders, and their labels.

    ``gold label`` says whether the row's label agrees with the printed truth.
    """
    import pandas as pd

    printed, rows = read_published("cosent"), []
    for name, (_, (place, number), _) in PAIRS.items():
        home, part = place.split(":")
        row = {"pair": name, "sentence1": f"row {number} of {entry(home).title}, {part}"}
        row |= {"sentence2": "", "gold label": "not at hand"}
        if where_is(home, part) == "folder":
            data = load(home, part)
            pair = data.iloc[number]
            agrees = (pair[label_column(data)] > 0) == (printed["X", name, "truth"] == "1")
            row |= {"sentence1": pair.sentence1, "sentence2": pair.sentence2}
            row["gold label"] = "agrees" if agrees else "differs"
        rows.append(row)
    return pd.DataFrame(rows)
