"""What a comparison of losses allows to say, in words."""

import math

from stsutils import claims
from stsutils.losses import LOSSES
from stsutils.own_pairs.cut import FRACTIONS, MOST
from stsutils.own_pairs.trained_on import UNTRAINED
from stsutils.templates import lines, render

SMALL = 0.02  # a difference worth having, for the question how many pairs would show it


def title(name: str) -> str:
    """A candidate's name as it is printed."""
    loss, *settings = name.split()
    if loss not in LOSSES:
        return "untrained encoder"
    return LOSSES[loss].title + (f" ({', '.join(settings)})" if settings else "")


def chosen(results: dict) -> dict:
    """The candidate whose model is saved."""
    return next(c for c in results["candidates"] if c["name"] == results["chosen"]["name"])


def points(value: float, sign="") -> str:
    """A correlation or a share × 100."""
    return f"{100 * value:{sign}.1f}"


def span(low: float, high: float, sign: str = "") -> str:
    """An interval × 100."""
    return f"{points(low, sign)} to {points(high, sign)}"


def minutes(number: float) -> str:
    """``1 minute``, ``2.5 minutes``."""
    return f"{number:g} minute{'s' * (number != 1)}"


def stopped(results: dict) -> list[str]:
    """One line for each loss that is out, and why, and one for those not tried."""
    return lines("news.txt", "losses_out", **{"stopped": [], "not_tried": []} | results | FORMS)


def turned(untrained: dict, column: str) -> str:
    """A warning where the untrained encoder ranks the pairs backwards, else nothing."""
    return render("news.txt", "turned", high=untrained["high"], column=column).strip()


def recommendation(results: dict) -> dict:
    """``{"headline": one line, "reasons": [sentences], "warnings": [sentences]}``.

    Of one loss (``one_loss``) the question is whether its training is better than none.
    """
    differences = results["differences"]
    by = {o: [d["b"] for d in differences if d["outcome"] == o] for o in claims.OUTCOMES}
    own = {
        "kept": results["chosen"]["name"],
        "pairs": f"{len(results['test']['labels']):,}",
        "fails": by[claims.FAILS],
        "undecided": by[claims.OPEN],
        "stopped": stopped(results),
        "seeds": seeds_of_best(results),
        "power": _power([d for d in differences if d["outcome"] == claims.OPEN], results),
        "too_few": _too_few(results),
        "cut_short": _cut_short(results),
    }
    piece = "of_one_loss" if results["one_loss"] else "of_losses"
    headline, *reasons = lines("recommendation.txt", piece, **results | own | FORMS)
    return {"headline": headline, "reasons": reasons, "warnings": warnings(results)}


def _too_few(results: dict) -> dict:
    """The share of training pairs that the minutes allowed; empty where nothing was cut."""
    used, whole = results["plan"]["rows"], results["data"]["split"]["whole"]
    if used >= min(whole, MOST["train"]):
        return {}
    rest = "all" if whole <= MOST["train"] else f"{MOST['train']:,}, the most that is used"
    return {"share": f"{max(1, round(100 * used / whole))} %", "rest": rest}


def _cut_short(results: dict) -> list[str]:
    """What the minutes cut, where the untrained encoder is kept and not shown to be better."""
    if results["chosen"]["name"] != UNTRAINED or _too_few(results):
        return []
    outcomes = {d["b"]: d["outcome"] for d in results["differences"]}
    if outcomes.get(UNTRAINED) == claims.FAILS or {*outcomes.values()} == {claims.HOLDS}:
        return []
    return [*results["notes"], *(f"not tried: {title(n)}" for n in results.get("not_tried", []))]


def seeds_of_best(results: dict) -> int:
    """How many trainings the best loss had; 0 where the untrained encoder is the best."""
    best = next(c for c in results["candidates"] if c["name"] == results["best"])
    return 0 if best["name"] == UNTRAINED else len(best["test"])


def warnings(results: dict) -> list[str]:
    """What a reader should know before believing the numbers."""
    own = {
        "turned": turned(results["candidates"][0], results["data"]["column"]),
        "seeds": seeds_of_best(results),
        "constant": [c["name"] for c in results["candidates"] if c["constant"]],
        "decision": chosen(results)["decision"],
    }
    return lines("warnings.txt", **results | own | FORMS)


def as_text(results: dict) -> str:
    """The scores as a table, the threshold, and the recommendation, for a terminal."""
    return render("comparison.txt", **results, kept=chosen(results), **FORMS).rstrip("\n")


def _power(differences: list[dict], results: dict) -> dict:
    """The ``size`` of a difference that would have shown, and what it takes to show a small one.

    The size is 0 where nothing is open, or all cosines are equal; correlations differ by 2 at most.
    """
    size = min(2.0, max((d["detectable"] for d in differences), default=0.0))
    # a standard error shrinks with the root of the pairs at best: so many, or more
    need = math.ceil(len(results["test"]["labels"]) * (size / SMALL) ** 2)
    takes = {"pairs": _round(need), "rows": _round(need / FRACTIONS["test"]), "most": MOST["test"]}
    return {"size": size, "small": SMALL} | takes


def _round(number: float) -> int:
    """Two digits of it: it is an estimate."""
    unit = 10 ** max(0, len(str(int(number))) - 2)
    return math.ceil(number / unit) * unit


def outcome(d: dict) -> str:
    """A difference's outcome as said of its first side."""
    return {claims.HOLDS: "better", claims.FAILS: "worse"}.get(d["outcome"], "no clear difference")


def _in_words(name: str) -> str:
    return f"the {title(name)}" if name == "untrained" else title(name)


def _listed(names: list[str]) -> str:
    *most, last = map(_in_words, names)
    return f"{', '.join(most)} and {last}" if most else last


#: What the templates say numbers and names with.
FORMS = {"title": title, "points": points, "span": span, "outcome": outcome}
FORMS |= {"in_words": _in_words, "listed": _listed, "minutes": minutes}
