"""Validation scores over the steps of recorded trainings, with the spread over seeds."""

from collections.abc import Mapping

from stsutils.experiments import Cell, Tuned
from stsutils.report.markup import counted
from stsutils.report.measured import records_of
from stsutils.report.style import COLOURS, LINESTYLES, MARKERS


def read_curves(
    cells: Mapping[str, Cell | Tuned], *, seeds: int = 5, value: str = "validation"
) -> dict:
    """Name → DataFrame of validation scores: one line a look (index ``step``), one column a seed.

    A cell without records, or whose learning rate is not chosen yet, is absent; so is a training
    that diverged. Only the first ``seeds``, and steps at which each of them was looked at, are
    kept. ``value`` names what a look has noted: the score, or the ``loss`` since the look before.
    """
    import pandas as pd

    found = {}
    for name, cell in cells.items():
        lines = {
            seed: {
                line["step"]: line[value]
                for line in record.curve
                if line.get("validation") is not None
            }
            for seed, record in records_of(cell, seeds).items()
            if record.curve
        }
        table = pd.DataFrame(lines).rename_axis(index="step", columns="seed").sort_index().dropna()
        if len(table):
            found[name] = table
    return found


def draw_curves(axes, found: Mapping, times: float = 100.0) -> str:
    """Draw each name's mean over seeds and the band from its lowest to its highest seed.

    ``found`` is what :func:`read_curves` returns. Returns alt text: first, best and last mean.
    """
    import seaborn

    words = []
    for i, (name, table) in enumerate(found.items()):
        mean, scores = table.mean(axis=1) * times, (table * times).melt(ignore_index=False)
        style = {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": LINESTYLES[i]}
        style["markeredgecolor"] = "none"
        label, band = f"{name} ({counted(table.shape[1])})", ("pi", 100)  # all of the seeds
        seaborn.lineplot(scores, x="step", y="value", errorbar=band, label=label, ax=axes, **style)
        words.append(
            f"{name}: from {mean.iloc[0]:.1f} at step {table.index[0]}, best {mean.max():.1f} at "
            f"step {mean.idxmax()}, last {mean.iloc[-1]:.1f}"
        )
    axes.set(xlabel="step", ylabel="validation, Spearman × 100")
    axes.legend(fontsize=10)
    return "; ".join(words)
