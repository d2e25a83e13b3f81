"""What a comparison of losses allows to say, in words: the verdict arithmetic on its numbers."""

import math

from stsutils import claims
from stsutils.statistics import Estimate, decide_together

TITLES = {
    "untrained": "untrained encoder",
    "cosent": "CoSENT",
    "cosine_mse": "cosine-MSE",
    "info_nce": "InfoNCE",
    "smooth_k2": "Smooth K2",
    "translated_relu": "Translated ReLU",
    "l1": "L1",
}
SMALL = 0.02  # a difference worth having, for the question how many pairs would show it


def title(name: str) -> str:
    """A loss's name as it is printed."""
    return TITLES.get(name, name.replace("_", " "))


def _in_words(name: str) -> str:
    return f"the {title(name)}" if name == "untrained" else title(name)


def chosen(results: dict) -> dict:
    """The candidate whose model is saved."""
    return next(c for c in results["candidates"] if c["name"] == results["chosen"]["name"])


def judged(results: dict) -> list[dict]:
    """The differences chosen − other with Holm's levels, intervals and outcomes.

    Outcomes are ``holds`` (the chosen one is better), ``fails`` (the other one is) or
    ``undecided``. Where no candidate has learned the task, every difference is undecided.
    """
    found = results["differences"]
    keys = ("value", "se", "df", "se_pairs")
    decisions = decide_together([(Estimate(*(d[k] for k in keys)), 0.0, "greater") for d in found])
    floor = at_floor(results)
    lines = []
    for d, one in zip(found, decisions, strict=True):
        low, high = one.low, one.high
        if math.isfinite(low):  # two correlations are never further apart than 2
            low, high = max(low, -2.0), min(high, 2.0)
        outcome = claims.OPEN if floor else one.outcome
        lines.append({**d, "outcome": outcome, "level": one.level, "low": low, "high": high})
    return lines


def at_floor(results: dict) -> bool:
    """Whether no candidate can be shown to rank these pairs at all."""
    lows = [c["low"] for c in results["candidates"] if c["low"] is not None]
    return bool(lows) and claims.at_floor(lows)


def pairs_needed(detectable: float, pairs: int, size: float = SMALL) -> int:
    """Test pairs, at least, with which a difference of ``size`` would show in 4 runs of 5.

    A standard error shrinks with the root of the pairs at best; the chance of the seeds does not
    all shrink with them, so it may take more.
    """
    return math.ceil(pairs * (detectable / size) ** 2)


def recommendation(results: dict) -> dict:
    """``{"headline": one line, "reasons": [sentences], "warnings": [sentences]}``."""
    lines = judged(results)
    pairs = len(results["test"]["labels"])
    better = [d for d in lines if d["outcome"] == claims.HOLDS]
    worse = [d for d in lines if d["outcome"] == claims.FAILS]
    level = [d for d in lines if d["outcome"] == claims.OPEN]
    name = _in_words(results["chosen"]["name"])
    seen = f"no difference can be seen with {pairs:,} test pairs"
    if worse:
        headline = f"Unclear: the validation pairs chose {name}, the test pairs contradict"
    elif better and level:
        others = _names(level)
        headline = f"Take {name}. Between it and {others} {seen}"
    elif better:
        headline = f"Take {name}"
    else:
        headline = seen[0].upper() + seen[1:]
    first = name[0].upper() + name[1:]
    reasons = [f"{first} has the highest Spearman on the validation pairs; it is in model/."]
    reasons += [_reason(d) for d in lines]
    reasons += _power(level, pairs)
    if worse:
        reasons.append(
            "The choice stays as it is: test pairs that choose can no longer judge. Label more "
            "pairs and compare again."
        )
    return {"headline": headline + ".", "reasons": reasons, "warnings": warnings(results)}


def warnings(results: dict) -> list[str]:
    """What a reader should know before believing the numbers."""
    found = []
    raw = next(c for c in results["candidates"] if c["name"] == "untrained")
    if raw["high"] is not None and raw["high"] < 0:
        found.append(
            "The untrained encoder ranks your pairs the wrong way round. Check that a higher "
            f"{results['data']['column']} means more similar."
        )
    if at_floor(results):
        found.append(
            "None of the candidates can be shown to rank these pairs: no interval lies above "
            f"{100 * claims.FLOOR:g}. Which of them is least bad is chance."
        )
    cut = [note for note in results["notes"] if note.startswith(("training pairs", "seeds"))]
    if cut:
        found.append(
            f"To fit {results['budget']:g} minutes, not all was used ({'; '.join(cut)}). With a "
            "larger --budget the answer is firmer, and it may be another one."
        )
    if len(raw["test"]) == 1:
        found.append("One seed gives no interval. Take three seeds or more.")
    if len(raw["test"]) == 2 and not any(note.startswith("seeds") for note in cut):
        found.append("Two seeds give very wide intervals. Take three or more.")
    if decision := chosen(results)["decision"]:
        f1, always = (round(100 * decision[k], 1) for k in ("f1", "f1_of_always"))
        if f1 < always:  # as they are printed
            found.append(
                f"The threshold's F1 ({f1}) is below that of calling every pair positive "
                f"({always}): as a yes or no it is of no use."
            )
    split = results["data"]["split"]
    if split["apart"] == "pairs":
        found.append(
            f"{split['shared_sentences']:,} of {split['rows']['test']:,} test pairs have a "
            "sentence that is trained on too, in another pair: the file is too entangled to keep "
            "all sentences apart. On new sentences the scores may be lower."
        )
    if split["linked"] and split["drawn"] == "pairs":
        found.append(
            f"{split['linked']:,} of {split['rows']['test']:,} test pairs are linked by sentences "
            "they share, most of them in a few groups. The intervals take them as independent and "
            "are too narrow: add pairs of other sentences."
        )
    return found


def _reason(d: dict) -> str:
    against = f"Against {_in_words(d['b'])}: {100 * d['value']:+.1f}"
    if not math.isfinite(d["low"]):
        return f"{against}, without an interval."
    outcome = {claims.HOLDS: "better", claims.FAILS: "worse"}.get(d["outcome"], claims.OPEN)
    return f"{against}, interval {100 * d['low']:+.1f} to {100 * d['high']:+.1f}: {outcome}."


def _power(lines: list[dict], pairs: int) -> list[str]:
    """What would have shown, and how many pairs would show a small difference."""
    sizes = [d["detectable"] for d in lines if d["detectable"]]  # 0: all cosines are equal
    if not sizes:
        return []
    if max(sizes) > 1:
        return ["Not even a difference of 100 would show in 4 runs of 5."]
    said = f"A difference of {100 * max(sizes):.1f} would show in 4 runs of 5"
    if max(sizes) <= SMALL:
        return [f"{said}."]
    need = _round(pairs_needed(max(sizes), pairs))
    return [f"{said}. To show one of {100 * SMALL:g} takes {need:,} test pairs at least."]


def _round(number: int) -> int:
    """Two digits of it: it is an estimate."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def _names(lines: list[dict]) -> str:
    names = [_in_words(d["b"]) for d in lines]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
