"""A table as a picture: the paper's number and ours, each with its interval."""

from stsutils.experiments import TIERS, Experiment, load
from stsutils.ledger import Ledger
from stsutils.report.measured import measure, published
from stsutils.report.style import COLOURS, INK, MARKERS, use_style


def dots(experiment: Experiment | str, column: str, ledger: Ledger | None = None):
    """Figure of one column: a hollow diamond for the paper, a dot with its interval for each tier.

    Returns a matplotlib figure. Cells that nobody has run are simply absent.
    """
    import matplotlib.pyplot as plt

    use_style()
    experiment = load(experiment)
    theirs = published(experiment)
    ours = {tier: measure(experiment, tier, ledger or Ledger()) for tier in TIERS}
    names = dict.fromkeys(name for tier in reversed(TIERS) for name in experiment.at(tier))
    rows = [row for row, place in names if place == column]
    figure, axes = plt.subplots(figsize=(6.4, 1.3 + 0.6 * len(rows)), layout="constrained")
    for i, (tier, measured) in enumerate(ours.items()):
        style = {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": "none", "capsize": 3}
        label = f"ours, {tier}"
        for y, row in enumerate(rows):
            number = measured[row, column].estimate() if (row, column) in measured else None
            if number is None:
                continue
            half = number.half_width(0.95) * experiment.times
            error = half if half < float("inf") else None
            at = y - 0.12 * (i - 1)
            axes.errorbar(number.value * experiment.times, at, xerr=error, label=label, **style)
            label = None
    label = "theirs"
    for y, row in enumerate(rows):
        if (row, column) in theirs:
            x = float(theirs[row, column])
            axes.plot(x, y, "D", mfc="none", mec=INK, mew=1.5, ms=8, label=label)
            label = None
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel=f"{experiment.metric}, {column}", ylim=(len(rows) - 0.5, -0.5))
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure
