"""A comparison as one HTML file: no script, nothing from outside, all text escaped.

Each function gives one piece as HTML, so that a notebook can show the pieces one by one. What they
say stands in the template ``comparison_pieces.html``.
"""

from functools import partial

from stsutils.own_pairs.figures import cosines_figure, scores_figure
from stsutils.own_pairs.thresholds import table_of
from stsutils.own_pairs.unread import unread_lines
from stsutils.own_pairs.words import FORMS, chosen, stopped
from stsutils.report.markup import Html, counted
from stsutils.templates import render

LONGEST = 400  # characters of a sentence that are shown
#: What a loss was given as labels, in words.
LABELS = {
    "raw": "labels as they are",
    "unit_range": "labels brought to 0 to 1",
    "positives": "the positive pairs only, fewer steps than the others",
}


def page(results: dict) -> str:
    """The whole report as one HTML document."""
    pieces = {
        "The data": data(results),
        "Scores": scores(results),
        "Where the cosines lie": cosines(results),
        "A threshold for decisions": decision(results),
        "As a search": search(results),
        "The worst errors": errors(results),
        "How it was made": made(results),
    }
    name = results["data"]["file"]
    return render("comparison.html", name=name, answer=answer(results), pieces=pieces)


def answer(results: dict) -> Html:
    """The recommendation, its reasons, and what to beware of."""
    return _piece("answer", results)


def data(results: dict) -> Html:
    """What the file holds and how it was cut."""
    return _piece("data_and_parts", results)


def scores(results: dict) -> Html:
    """Spearman of every candidate with interval and ceiling, as a figure and as a table."""
    return _piece("scores", results)


def cosines(results: dict) -> Html:
    """The cosines of the test pairs by label, a picture for each candidate."""
    return _piece("cosines", results)


def decision(results: dict) -> Html:
    """The threshold, chosen on validation, and what it gets right on test."""
    return _piece("decision", results)


def search(results: dict) -> Html:
    """How often the right sentence is among the nearest ones, and which loss is made for that."""
    return _piece("search", results)


def errors(results: dict) -> Html:
    """The test pairs whose rank is most wrong under the saved model."""
    return _piece("errors", results)


def made(results: dict) -> Html:
    """Encoder, budget and what had to go; and how to use the model."""
    return _piece("made", results)


def _piece(name: str, results: dict) -> Html:
    words = {
        "against": {d["b"]: d for d in results["differences"]},
        "worst": results["errors"],
        "kept": chosen(results),
        "stopped": stopped(results),
        "longest": LONGEST,
        "count": "{:,}".format,
        "counted": counted,
        "unread_lines": unread_lines,
        "labels_in_words": _labels,
        "trade_off": table_of,
        "scores_figure": partial(scores_figure, results),
        "cosines_figure": partial(cosines_figure, results),
    }
    return Html(render("comparison_pieces.html", name, **results | words | FORMS))


def _labels(how: str) -> str:
    return LABELS.get(how) or f"label 1 above {how.removeprefix('binary>')}, else 0"
