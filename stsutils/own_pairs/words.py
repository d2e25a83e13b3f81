"""What a comparison of losses allows to say, in words."""

import math

from stsutils import claims
from stsutils.losses import LOSSES
from stsutils.own_pairs.cut import FRACTIONS, MOST

ON_ALL = (
    "The model in model/ was trained once more on all rows, the test pairs among them. The score "
    "and the threshold are those of the same training without them: nothing is left to score this "
    "one with, and its cosines may lie elsewhere."
)
NOT_ON_ALL = (
    "Nothing was trained on all rows: no loss is shown to be better than the untrained encoder, "
    "which is kept. `stsutils train --loss NAME --all-rows` trains on them whatever is shown."
)
SMALL = 0.02  # a difference worth having, for the question how many pairs would show it


def title(name: str) -> str:
    """A candidate's name as it is printed."""
    return LOSSES[name].title if name in LOSSES else "untrained encoder"


def chosen(results: dict) -> dict:
    """The candidate whose model is saved."""
    return next(c for c in results["candidates"] if c["name"] == results["chosen"]["name"])


def stopped(left: list[dict]) -> list[str]:
    """One line for each loss that was left out of the final, and why."""
    said = []
    for one in left:
        before = f"{title(one['name'])} is out of the final: with {one['pairs']:,} training pairs "
        if one["validation"] is None:
            said.append(f"{before}its loss was no number.")
        else:
            scores = f"{100 * one['validation']:.1f} on validation, the best loss "
            said.append(f"{before}it had {scores}{100 * one['leader']:.1f}.")
    return said


def turned(untrained: dict, column: str) -> str:
    """A warning where the untrained encoder ranks the pairs backwards, else nothing."""
    if untrained["high"] is None or untrained["high"] >= 0:
        return ""
    return (
        "The untrained encoder ranks your pairs the wrong way round. Check that a higher "
        f"{column} means more similar."
    )


def recommendation(results: dict) -> dict:
    """``{"headline": one line, "reasons": [sentences], "warnings": [sentences]}``."""
    lines, pairs = results["differences"], len(results["test"]["labels"])
    by = {o: [d["b"] for d in lines if d["outcome"] == o] for o in claims.OUTCOMES}
    best, kept = _in_words(results["best"]), results["chosen"]["name"]
    if kept == "untrained":
        headline = "Keep the untrained encoder: "
        if best == _in_words(kept):
            headline += "no loss beats it on the validation pairs"
        elif kept in by[claims.FAILS]:
            headline += f"the validation pairs chose {best}, the test pairs contradict"
        else:
            headline += f"no loss is shown to be better with {pairs:,} test pairs"
    elif by[claims.FAILS]:
        headline = f"Unclear: the validation pairs chose {best}, the test pairs contradict"
    else:
        headline = f"Take {best}"
        if others := by[claims.OPEN]:
            headline += f". Between it and {_names(others)} no difference can be seen with "
            headline += f"{pairs:,} test pairs"
    reasons = [
        f"{best[0].upper()}{best[1:]} has the highest Spearman on the validation pairs; "
        f"{'it' if kept == results['best'] else 'the untrained encoder'} is in model/."
    ]
    reasons += [_reason(d) for d in lines]
    reasons += stopped(results.get("stopped", []))
    reasons += _power([d for d in lines if d["outcome"] == claims.OPEN], results)
    if by[claims.FAILS]:
        reasons.append(
            "Test pairs that choose can no longer judge, so they choose no other. Label more pairs "
            "and compare again."
        )
    return {"headline": headline + ".", "reasons": reasons, "warnings": warnings(results)}


def of_one(results: dict) -> dict:
    """The same for one training with one loss: whether it is better than no training."""
    (against,) = results["differences"]
    name, pairs = title(results["best"]), len(results["test"]["labels"])
    headline = {
        claims.HOLDS: f"Training with {name} has made it better.",
        claims.FAILS: f"Training with {name} has made it worse: keep the untrained encoder.",
    }.get(
        against["outcome"],
        f"Training with {name} is not shown to help with {pairs:,} test pairs: "
        "the untrained encoder may serve as well.",
    )
    reasons = [_reason(against)]
    if against["outcome"] == claims.OPEN:
        reasons += _power([against], results)
    return {"headline": headline, "reasons": reasons, "warnings": warnings(results)}


def warnings(results: dict) -> list[str]:
    """What a reader should know before believing the numbers."""
    raw, seeds = results["candidates"][0], results["plan"]["seeds"]
    said = [ON_ALL] if results.get("all_rows") else []
    said += [turned(raw, results["data"]["column"])] if turned(raw, "") else []
    for name in results["diverged"]:
        said.append(f"{title(name)} diverged, its loss was no number: it takes no part.")
    if results["at_floor"]:
        said.append(
            "None of the candidates can be shown to rank these pairs: no interval lies above "
            f"{100 * claims.FLOOR:g}. Which of them is least bad is chance."
        )
    if (offer := results.get("offer")) and offer["large"] > max(
        c["validation_mean"] for c in results["candidates"]
    ):
        said.append(
            f"A larger encoder is at hand, and better without any training: "
            f"{100 * offer['large']:.1f} on {offer['pairs']:,} validation pairs. Compare again "
            f"with --encoder {offer['name']}, in another folder."
        )
    cut = results["notes"]
    if results["chosen"]["name"] != "untrained":  # else anything that was cut may have decided
        cut = [note for note in cut if note.startswith(("training pairs", "seeds", "losses"))]
    if cut:
        enough = f"--budget {results['enough']['all']:,} would cut nothing"
        if any("pairs:" in note for note in cut):
            enough = f"--budget {results['enough']['rows']:,} would use all your rows, {enough}"
        said.append(
            f"To fit {results['budget']:g} minutes, not all was used ({'; '.join(cut)}). "
            f"{enough}: the answer is firmer then, and it may be another one."
        )
    if seeds == 1 and raw_only(results):
        said.append("One seed gives no interval. Take three seeds or more.")
    elif seeds == 1:
        said.append("The interval is this model's: another seed would train another one.")
    if seeds == 2 and not any(note.startswith("seeds") for note in cut):
        said.append("Two seeds give very wide intervals. Take three or more.")
    if decision := chosen(results)["decision"]:
        f1, always = (round(100 * decision[k], 1) for k in ("f1", "f1_of_always"))
        if f1 < always:  # as they are printed
            said.append(
                f"The threshold's F1 ({f1}) is below that of calling every pair positive "
                f"({always}): as a yes or no it is of no use."
            )
    split = results["data"]["split"]
    if split["apart"] == "pairs":
        said.append(
            f"{split['shared_sentences']:,} of {split['rows']['test']:,} test pairs have a "
            "sentence that is trained on too, in another pair. On new sentences the scores may be "
            "lower."
        )
    if split["linked"] and split["drawn"] == "pairs":
        said.append(
            f"{split['linked']:,} of {split['rows']['test']:,} test pairs are linked by sentences "
            "they share, most of them in a few groups. The intervals take them as independent and "
            "are too narrow: add pairs of other sentences."
        )
    return said


def signed(results: dict, out: str) -> str:
    """The signature's lines for a terminal; ``out`` is the comparison's folder."""
    line = f"signature: {results['signature']}"
    if results["all_rows"]:
        folder = f"{out}/{results['scored']['folder']}"
        line += f"\n           of the training without the test rows: verify --encoder {folder}"
    return line


def raw_only(results: dict) -> bool:
    """Whether a difference has no interval: one seed, and the question is which loss to take."""
    return any(d["low"] is None for d in results["differences"])


def as_text(results: dict) -> str:
    """The scores as a table, the threshold, and the recommendation, for a terminal."""
    lines = [f"{'':<20}{'test':>8}{'95 % interval':>18}{'validation':>12}{'F1':>7}"]
    for one in results["candidates"]:
        span = "–"
        if one["low"] is not None:
            span = f"{100 * one['low']:.1f} to {100 * one['high']:.1f}"
        f1 = f"{100 * one['decision']['f1']:.1f}" if one["decision"] else "–"
        scores = f"{100 * one['value']:>8.1f}{span:>18}{100 * one['validation_mean']:>12.1f}"
        lines.append(f"{title(one['name']):<20}{scores}{f1:>7}")
    lines.append(f"{'ceiling of the ties':<20}{100 * results['ceiling']:>8.1f}")
    lines.append("Spearman × 100 on the test pairs; F1 × 100 at a threshold chosen on validation\n")
    if decision := chosen(results)["decision"]:
        lines.append(
            f"The model calls a pair positive ({results['data']['positive']}) above the cosine "
            f"{decision['threshold']:.4f}: F1 {100 * decision['f1']:.1f}; calling every pair "
            f"positive has {100 * decision['f1_of_always']:.1f}."
        )
    said = results["recommendation"]
    return "\n".join([*lines, said["headline"], *said["reasons"], *said["warnings"]])


def pairs_needed(detectable: float, pairs: int, size: float = SMALL) -> int:
    """Test pairs, at least, with which a difference of ``size`` would show in 4 runs of 5.

    A standard error shrinks with the root of the pairs at best; the chance of the seeds does not
    all shrink with them, so it may take more.
    """
    return math.ceil(pairs * (detectable / size) ** 2)


def _power(lines: list[dict], results: dict) -> list[str]:
    """What would have shown, and how large a file would show a small difference."""
    sizes = [d["detectable"] for d in lines if d["detectable"]]  # 0: all cosines are equal
    if not sizes:
        return []
    if max(sizes) > 1:
        return ["Not even a difference of 100 would show in 4 runs of 5."]
    said = f"A difference of {100 * max(sizes):.1f} would show in 4 runs of 5."
    if max(sizes) <= SMALL:
        return [said]
    need = pairs_needed(max(sizes), len(results["test"]["labels"]))
    small = f"To show one of {100 * SMALL:g} takes"
    if need > MOST["test"]:
        return [f"{said} {small} more than the {MOST['test']:,} test pairs that are used at most."]
    rows, split = _round(need / FRACTIONS["test"]), results["data"]["split"]
    if results["data"].get("own"):
        return [f"{said} {small} {_round(need):,} test pairs at least."]
    if rows <= sum(split["rows"].values()) + split["left_out"]:
        return [
            f"{said} {small} {_round(need):,} test pairs: --budget {results['enough']['rows']:,}."
        ]
    return [f"{said} {small} a file of {rows:,} rows at least, {_round(need):,} of them to test."]


def _round(number: float) -> int:
    """Two digits of it: it is an estimate."""
    unit = 10 ** max(0, len(str(int(number))) - 2)
    return math.ceil(number / unit) * unit


def _reason(d: dict) -> str:
    against = f"Against {_in_words(d['b'])}: {100 * d['value']:+.1f}"
    if d["low"] is None:
        return f"{against}, without an interval."
    return f"{against}, interval {100 * d['low']:+.1f} to {100 * d['high']:+.1f}: {outcome(d)}."


def outcome(d: dict) -> str:
    """A difference's outcome as said of its first side."""
    return {claims.HOLDS: "better", claims.FAILS: "worse"}.get(d["outcome"], claims.OPEN)


def _in_words(name: str) -> str:
    return f"the {title(name)}" if name == "untrained" else title(name)


def _names(names: list[str]) -> str:
    *most, last = map(_in_words, names)
    return f"{', '.join(most)} and {last}" if most else last
