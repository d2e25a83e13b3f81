"""The cast's picture: twelve pairs, and where each method puts them."""

from collections.abc import Mapping, Sequence

from stsutils.errors import UserError
from stsutils.report.figures import figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.pictures import named_rows
from stsutils.report.style import COLOURS, INK, MARKERS


def cast(cosines: Mapping[str, Sequence[float]]) -> Html:
    """The picture of the cast's cosines: a row a pair, a dot a method.

    ``cosines``: a method's name → its 12 cosines, in the order of ``load("cast")``, such as
    ``stsutils.evaluation.similarity(encoder, load("cast"))``. Rows are sorted by our scores
    (0 to 5, on the right): a method that ranks as they do has its dots on a falling line.
    Raises UserError without a method, and for another number of cosines.
    """
    from stsutils.data import load  # reads tables, which most of a report does without

    pairs = load("cast")
    cosines = {name: [float(value) for value in values] for name, values in cosines.items()}
    if not cosines:
        raise UserError("cast: there is no method to show")
    for name, values in cosines.items():
        if len(values) != len(pairs):
            raise UserError(f"cast: {name!r} has {len(values)} cosines for {len(pairs)} pairs")
    figure, axes = named_rows("", pairs["kind"].tolist(), "cosine", width=4.6)
    rows = list(zip(*cosines.values(), strict=True))
    axes.hlines(range(len(rows)), [min(r) for r in rows], [max(r) for r in rows], INK, lw=0.8)
    for place, (name, values) in enumerate(cosines.items()):
        look = {"color": COLOURS[place % 7], "marker": MARKERS[place % 7], "ms": 7}
        axes.plot(values, range(len(rows)), linestyle="none", label=name, **look)
    scale = axes.secondary_yaxis("right")
    scale.set_yticks(range(len(rows)), [f"{score:g}" for score in pairs["score"]])
    scale.set_ylabel("our score, 0 to 5")
    figure.legend(loc="outside lower center", ncols=2, fontsize=10)
    said = []
    for kind, score, row in zip(pairs["kind"], pairs["score"], rows, strict=True):
        dots = ", ".join(f"{name} {value:.2f}" for name, value in zip(cosines, row, strict=True))
        said.append(f"{kind} ({score:g}): {dots}")
    words = "Cosines of the cast, sorted by our scores from 5 to 0. " + "; ".join(said)
    return figure_with_alt(figure, words)
