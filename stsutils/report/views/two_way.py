"""Two choices at once: a square for each combination, with its score."""

from stsutils.experiments import Experiment, load
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.measured import TIER, read_cells
from stsutils.report.pictures import beside, waiting


def html_two_way(experiment: Experiment | str, columns: tuple[str, ...]) -> Html:
    """A panel for each column, for a table whose rows are called ``one | other``.

    The first part of a row's name gives the row of squares, the second their column. A row of
    another kind, *no training*, is left out.
    """
    import pandas as pd
    import seaborn

    experiment, images = load(experiment), []
    cells = read_cells(experiment, TIER)
    for column in columns:
        scores = {
            tuple(row.split(" | ")): experiment.times * cell.estimate().value
            for (row, at), cell in cells.items()
            if at == column and row.count(" | ") == 1
        }
        if not scores:
            continue
        squares = pd.Series(scores).unstack(sort=False)
        figure, axes = blank_figure(4.4, 3.2)
        seaborn.heatmap(squares, ax=axes, annot=True, fmt=".1f", cmap="Blues", cbar=False)
        axes.set(title=column, xlabel="", ylabel="")
        axes.tick_params(axis="x", rotation=0)
        axes.grid(False)
        said = ", ".join(f"{' on '.join(pair)} {score:.1f}" for pair, score in scores.items())
        images.append(figure_with_alt(figure, f"{column}: {said}"))
    return beside(images) if images else waiting(experiment)
