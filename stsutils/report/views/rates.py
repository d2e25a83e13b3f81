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
    for method, column, cell in _choices(experiment, tier):
        key = method, canonical([run.id for run in cell.tuning()])
        line = rows.setdefault(key, {"method": method, "for": []} | _line(cell, ledger))
        if column not in line["for"]:
            line["for"].append(column)
    scored = sorted({rate for line in rows.values() for rate in line["means"]})
    table = [
        (
            line["method"],
            ", ".join(line["for"]),
            line["judged on"],
            *(_score(line["means"].get(rate, []), experiment) for rate in scored),
            line["chosen"],
        )
        for line in rows.values()
    ]
    heads = ["method", "for", "judged on", *map(_told, scored), "chosen"]
    return pd.DataFrame(table, columns=heads)


def at_the_edge(experiment: Experiment | str, tier: str = "lab", ledger: Ledger | None = None):
    """``["softmax on PAWS"]``: choices of the lowest or the highest rate that was on offer.

    ``softmax, its head on PAWS`` is said of a head's rate, of which three were on offer at least.
    None where nothing has been chosen yet.
    """
    ledger = ledger or Ledger()
    won = [
        (*where, cell, resolve(cell, ledger)) for *where, cell in _choices(load(experiment), tier)
    ]
    won = [one for one in won if one[-1] is not None]
    found = {}
    for method, column, cell, winner in won:
        tried = zip(*map(_rate, cell.candidates), strict=True)
        own = zip(("", ", its head"), _rate(winner.settings), tried, (1, 3), strict=True)
        for whose, chosen, rates_, least in own:
            if len(set(rates_)) >= least and chosen in (min(rates_), max(rates_)):
                found.setdefault(method + whose, {})[column] = True
    return [f"{method} on {', '.join(own)}" for method, own in found.items()] if won else None


def _choices(experiment: Experiment, tier: str):
    """Method, column and cell of every choice; a cell with one rate has nothing to choose."""
    for (method, column), whole in experiment.at(tier).items():
        for cell in parts_of(whole):
            if isinstance(cell, Tuned) and cell.tuning():
                yield method, column, cell


def _rate(settings: dict) -> tuple[float, float]:
    """A training's rate, and that of its loss' own head (0: the same)."""
    own = settings.get("training") or settings
    return own["lr"], own.get("loss_lr") or 0.0


def _told(rate: tuple[float, float]) -> str:
    """``0.0001``; with a rate of its own for the head ``0.0001, head 0.01``."""
    return f"{rate[0]:g}" + (f", head {rate[1]:g}" if rate[1] else "")


def _line(cell: Tuned, ledger: Ledger) -> dict:
    """The scores of each rate, where they come from, and the winner's rate."""
    means = {_rate(settings): [] for settings in cell.candidates}
    trials = cell.tuning()
    for run in trials:
        record = ledger.read(run)
        if record is not None:
            means[_rate(run.settings)].append(record.metrics[cell.choose_by])
    winner = resolve(cell, ledger)
    return {
        "means": means,
        "judged on": trials[0].settings["validation"],
        "chosen": DASH if winner is None else _told(_rate(winner.settings)),
    }


def _score(scores: list[float], experiment: Experiment) -> str:
    if not scores:
        return DASH
    mean = sum(scores) / len(scores)
    shown = "diverged" if math.isnan(mean) else f"{mean * experiment.times:.2f}"
    return f"{shown} ({counted(len(scores))})"
