"""Which cosine counts as similar: a threshold belongs to its weights, and must be worth having."""

import re

from stsutils.errors import UserError

FEW = 10  # test pairs of a kind, below which an F1 shows nothing
SHOWN = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)  # precisions for which the report has a line


def threshold_of(facts: dict, sha: str, aim: str | None = None) -> tuple[float | None, str]:
    """The threshold of a folder with these ``facts`` for the model ``sha``, and what to say of it.

    ``aim`` as "precision=.9" takes the lowest with that precision on validation, of the folder's
    thresholds: there is one for each whole percent that was reached. Without
    it the one with the best F1 is taken, if its F1 is shown to beat calling every pair similar.
    Raises UserError for an aim of another form, or one that no threshold of the folder has.
    """
    wanted = None if aim is None else _precision(aim)
    decision, why = facts.get("decision"), ""
    if decision is None:
        why = "the encoder's folder has none"
    elif facts.get("model") != sha:
        why = (
            "the one in the encoder's folder is of other weights, or of another pooling, length or "
            "prompt; train or compare again for a new one"
        )
    elif wanted is None and (few := _rarer(decision)) < FEW:
        why = (
            f"the test pairs of the encoder's folder hold {few} of one kind, similar or not, and "
            f"it takes {FEW} of each to judge a threshold; label more pairs"
        )
    elif wanted is None and decision["f1_low"] <= decision["f1_of_always"]:
        names = ("f1", "f1_low", "f1_high", "f1_of_always")
        f1, low, high, always = (f"{100 * decision[name]:.1f}" for name in names)
        why = (
            f"the encoder's own is not shown to help. Its F1 on the test pairs is {f1} ({low} to "
            f"{high}); calling every pair similar has {always}"
        )
    if why and wanted is not None:
        raise UserError(f"--threshold-for {aim}: no threshold is known: {why}")
    if why:
        return None, f"no threshold, so no column 'similar': {why}. --threshold names one"
    if wanted is None:
        return decision["threshold"], ""
    found = next((one for one in decision["trade_off"] if one["aim"] >= wanted), None)
    if found is None:
        most = max((one["aim"] for one in decision["trade_off"]), default=0.0)
        raise UserError(
            f"--threshold-for {aim}: no threshold was so precise; at most {most!s:.6} was reached"
        )
    called = found["true_positives"] + found["false_positives"]
    return found["threshold"], (
        f"on the test pairs it calls {called:,} similar, {found['true_positives']:,} of them "
        f"rightly (precision {found['precision']:.2f}), and finds {found['recall']:.0%} of the "
        "similar ones"
    )


def _rarer(decision: dict) -> int:
    """How many test pairs there are of the rarer kind; enough in an older folder without counts."""
    kinds = (("true_positives", "false_negatives"), ("true_negatives", "false_positives"))
    return min(sum(decision.get(name, FEW) for name in kind) for kind in kinds)


def table_of(decision: dict) -> list[dict]:
    """The lines of a small table of precision and recall: an ``aim`` of `SHOWN`, what test says."""
    lines = []
    for aim in SHOWN:
        found = next((one for one in decision.get("trade_off", ()) if one["aim"] >= aim), None)
        if found and (not lines or found["threshold"] != lines[-1]["threshold"]):
            lines.append(found | {"aim": aim})
    return lines


def _precision(aim: str) -> float:
    form = re.fullmatch(r"\s*precision\s*=\s*(0?\.\d+|1(?:\.0*)?|0)\s*", aim)
    if form is None:
        raise UserError(f"--threshold-for {aim[:60]!r}: write precision=.9, a share from 0 to 1")
    return float(form[1])
