"""Which learning rate was chosen, and by which validation scores."""

import math

from stsutils.experiments import Experiment, Tuned, load, parts_of, resolve
from stsutils.ledger import Ledger, canonical
from stsutils.report.markup import DASH, counted


def rates(experiment: Experiment | str, tier: str = "lab", ledger: Ledger | None = None):
    """DataFrame of text, one row a choice: ``method``, ``for``, ``judged on``, ``chosen``, rates.

    Under each rate stands the mean validation score of the runs that decide, in the experiment's
    unit, with their number; a dash where none is recorded. ``chosen`` stays a dash until all are.
    Cells of one method that share a choice share a row; a cell with one rate has nothing to choose.
    """
    import pandas as pd

    experiment = load(experiment)
    ledger, rows = ledger or Ledger(), {}
    for (method, column), whole in experiment.at(tier).items():
        for cell in parts_of(whole):
            if not isinstance(cell, Tuned) or not cell.tuning():
                continue
            runs = [run.id for run in cell.tuning()]
            key = method, canonical(runs)
            line = rows.setdefault(key, {"method": method, "for": []} | _line(cell, ledger))
            if column not in line["for"]:
                line["for"].append(column)
    scored = {lr for line in rows.values() for lr in line["means"]}
    table = [
        (
            line["method"],
            ", ".join(line["for"]),
            line["judged on"],
            *(_score(line["means"].get(lr, []), experiment) for lr in sorted(scored)),
            line["chosen"],
        )
        for line in rows.values()
    ]
    heads = ["method", "for", "judged on", *(f"{lr:g}" for lr in sorted(scored)), "chosen"]
    return pd.DataFrame(table, columns=heads)


def _line(cell: Tuned, ledger: Ledger) -> dict:
    """The scores of each rate, where they come from, and the winner's rate."""
    means = {settings["lr"]: [] for settings in cell.candidates}
    trials = cell.tuning()
    for run in trials:
        record = ledger.read(run)
        if record is not None:
            means[run.settings["lr"]].append(record.metrics[cell.choose_by])
    winner = resolve(cell, ledger)
    return {
        "means": means,
        "judged on": trials[0].settings["validation"],
        "chosen": DASH if winner is None else f"{winner.settings['lr']:g}",
    }


def _score(scores: list[float], experiment: Experiment) -> str:
    if not scores:
        return DASH
    mean = sum(scores) / len(scores)
    shown = "diverged" if math.isnan(mean) else f"{mean * experiment.times:.2f}"
    return f"{shown} ({counted(len(scores))})"
