"""A comparison as one HTML file: no script, nothing from outside, all text escaped.

`piece` gives one piece as HTML, so that a notebook can show the pieces one by one. What they say
stands in the template ``comparison_pieces.html``.
"""

from functools import partial

from stsutils.own_pairs.figures import cosines_figure, scores_figure
from stsutils.own_pairs.thresholds import table_of
from stsutils.own_pairs.unread import unread_lines
from stsutils.own_pairs.words import FORMS, chosen, stopped
from stsutils.report.markup import Html
from stsutils.templates import render

#: The headings of the report, and the piece below each.
PIECES = {
    "The data": "data_and_parts",
    "Scores": "scores",
    "Where the cosines lie": "cosines",
    "A threshold for decisions": "decision",
    "As a search": "search",
    "The worst errors": "errors",
    "How it was made": "made",
}


def page(results: dict) -> str:
    """The whole report as one HTML document."""
    pieces = {heading: piece(name, results) for heading, name in PIECES.items()}
    name, answer = results["data"]["file"], piece("answer", results)
    return render("comparison.html", name=name, answer=answer, pieces=pieces)


def piece(name: str, results: dict) -> Html:
    """One piece of the report: ``answer``, what it recommends and why, or one of `PIECES`."""
    words = {
        "against": {d["b"]: d for d in results["differences"]},
        "worst": results["errors"],
        "kept": chosen(results),
        "stopped": stopped(results),
        "count": "{:,}".format,
        "unread_lines": unread_lines,
        "trade_off": table_of,
        "scores_figure": partial(scores_figure, results),
        "cosines_figure": partial(cosines_figure, results),
    }
    return Html(render("comparison_pieces.html", name, **results | words | FORMS))
