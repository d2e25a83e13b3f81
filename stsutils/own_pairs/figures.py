"""The pictures of a comparison: the scores with their intervals, and where the cosines lie."""

import itertools

import numpy as np

from stsutils.data.label_kinds import NLI
from stsutils.own_pairs.words import points, span, title
from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.style import COLOURS, INK, MARKERS

GRADES = 5  # grades are put into so many groups of equal width


def scores_figure(results: dict) -> Html:
    """Each candidate's Spearman on the test pairs, with interval, below the ceiling of the ties."""
    candidates, ceiling = results["candidates"], 100 * results["ceiling"]
    figure, axis = blank_figure(4.8, 1.1 + 0.45 * len(candidates))
    texts = []
    for y, c in enumerate(candidates):
        style = {"color": COLOURS[y % 7], "linestyle": "-"}
        axis.plot([100 * c["low"], 100 * c["high"]], [y, y], **style, marker="|")
        axis.plot(100 * c["value"], y, **style, marker=MARKERS[y % 7], markersize=8)
        interval = span(c["low"], c["high"])
        texts.append(f"{title(c['name'])} {points(c['value'])} (interval {interval})")
    axis.axvline(ceiling, color=INK, linestyle="--", linewidth=1.2)
    axis.text(ceiling, -0.75, "ceiling", ha="right", va="center", fontsize=10)
    axis.set(yticks=range(len(candidates)), yticklabels=[title(c["name"]) for c in candidates])
    axis.set(ylim=(len(candidates) - 0.5, -1.1), xlabel="Spearman × 100, test pairs")
    axis.grid(False, axis="y")
    alt = f"Spearman × 100 with 95 % intervals: {', '.join(texts)}. "
    return figure_with_alt(figure, f"{alt}Ceiling of the ties {ceiling:.1f}.")


def cosines_figure(results: dict, name: str) -> Html:
    """Where one candidate puts the cosines of the test pairs, one group of labels a line."""
    groups = grouped(results, name)
    figure, axis = blank_figure(3.6, 2.9)
    labels, cosines = zip(*groups, strict=True)
    axis.boxplot(cosines, orientation="horizontal", tick_labels=labels)
    axis.grid(False, axis="y")
    axis.set(ylabel=results["data"]["column"], xlabel="cosine")
    axis.set_title(title(name), fontsize=12)
    medians = ", ".join(f"{label} {np.median(values):.2f}" for label, values in groups)
    alt = f"Cosines of the test pairs under {title(name)}. Medians by label: {medians}."
    decision = next(c["decision"] for c in results["candidates"] if c["name"] == name)
    if decision is not None:
        axis.axvline(decision["threshold"], color=INK, linestyle="--", linewidth=1.2)
        alt += f" The threshold is at {decision['threshold']:.2f}."
    return figure_with_alt(figure, alt)


def grouped(results: dict, name: str) -> list[tuple[str, np.ndarray]]:
    """(label in words, cosines) of each class, or of each fifth of the scale; none is empty."""
    data = results["data"]
    labels = np.array(results["test"]["labels"], float)
    cosines = np.array(results["test"]["cosines"][name])
    if data["kind"] == "graded":
        edges = np.linspace(data["low"], data["high"], GRADES + 1)
        names = [f"{a:.3g} to {b:.3g}" for a, b in itertools.pairwise(edges)]
        place = np.clip(np.searchsorted(edges, labels, side="right") - 1, 0, GRADES - 1)
    else:
        values, place = np.unique(labels, return_inverse=True)
        names = [NLI[int(v)] if data["named"] else f"{data['column']} {v:g}" for v in values]
    return [(n, cosines[place == k]) for k, n in enumerate(names) if (place == k).any()]
