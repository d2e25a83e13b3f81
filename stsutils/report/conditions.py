"""Under which conditions numbers were made: encoder, training pairs, epochs, seeds, in words."""

import re
from collections.abc import Collection, Iterable

from stsutils.experiments import Cell, Derived, Experiment, Tuned, parts_of
from stsutils.report.markup import counted

SHORT = {"minilm": "all-MiniLM-L6-v2"}


def table_conditions(experiment: Experiment, tiers: Iterable[str], only: Collection) -> str:
    """What a table's head says of the tiers it shows: `` lab: mini-3; 1,000 training pairs; …``.

    ``only`` names the cells that are shown. Tables without an encoder (counts) have nothing to say.
    """
    words = []
    for tier in tiers:
        cells = [one for name, one in experiment.at(tier).items() if name in only]
        if text := conditions_of(cells, experiment.seeds):
            words.append(f" {tier}: {text}.")
    return "." * bool(words) + "".join(words)


def conditions_of(cells: Iterable[Cell | Tuned | Derived], *seeds: int) -> str:
    """``mini-3; 500 to 1,000 pairs; 2 epochs; 5 seeds; large test sets cut to 1,000 pairs``.

    Each has all values that occur. *All local* are all rows of a part of what is at hand, where the
    set's own training rows are not.
    """
    parts = [part for cell in cells for part in parts_of(cell)]
    runs = [settings for part in parts for settings in settings_of(part)]
    named = [settings for settings in runs if "encoder" in settings]
    read = [(s, ", word vectors alone" * (s.get("pooling") == "words")) for s in named]
    read = [(s, words + ", contrastive first" * bool(s.get("before"))) for s, words in read]
    encoders = {short(s["encoder"]) + words for s, words in read}
    trainings = [settings.get("training") or settings for settings in runs]
    trainings = [training for training in trainings if "train" in training]
    rows = {training.get("rows") for training in trainings}
    local = any("@" in one["train"] and one.get("rows") is None for one in trainings)
    alone = ["sentence" in training.get("columns", ()) for training in trainings]
    what = dict.fromkeys("sentences" if own else "pairs" for own in alone)
    epochs = {training["epochs"] for training in trainings if "epochs" in training}

    cuts = {cut for part in parts if (cut := _cut_to(part))}
    words = [" and ".join(sorted(encoders))] if encoders else []
    cut = [f"large test sets cut to {_range(cuts)} pairs"] if cuts else []
    test = [counted_range(set(seeds), "seed"), *cut]
    if by_contexts := _by_contexts(runs):
        return "; ".join([*words, *by_contexts, *test])
    if not rows:
        return "; ".join([*words, "no training", *cut]) if words else ""
    words.append(f"{_range(rows, 'all local' if local else 'all')} training {' or '.join(what)}")
    words += [counted_range(epochs, "epoch")] if epochs else []
    return "; ".join([*words, *test])


def settings_of(part: Cell | Tuned) -> tuple[dict, ...]:
    """The settings that a cell's run has, or may have: those of each candidate."""
    return part.candidates if isinstance(part, Tuned) else (part.settings,)


def _cut_to(part: Cell | Tuned) -> int | None:
    """How many pairs are kept of the test set that this number is of; None where all are."""
    place = part.metric
    if ":" not in place and isinstance(part, Cell):  # a number that is not named by its set
        place = part.settings.get("test")
    name = re.match(r"\w+:test@(\d+)", str(place))
    return int(name[1]) if name else None


def _by_contexts(runs: Iterable[dict]) -> list[str]:
    """What similarity from contexts, and a surrogate of it, have learned from."""
    triples, harvested, after = set(), set(), set()
    for settings in runs:
        harvest = settings.get("harvest") or {}
        models = (harvest or settings).get("models") or settings
        triples |= {models["triples"]} if "triples" in models else set()
        harvested |= {harvest["pairs"]} if harvest else set()
        if "then" in settings:  # a surrogate
            trainings = [*settings["then"], settings.get("folds")]
            after |= {training.get("rows") for training in trainings if training}
    words = [f"models trained on {_range(triples)} contexts"] if triples else []
    words += [f"{_range(harvested)} harvested pairs"] if harvested else []
    return words + ([f"then {_range(after, 'all')} training rows"] if after else [])


def counted_range(values: Collection[int], what: str) -> str:
    """``2 epochs``, ``1 to 2 epochs``."""
    return counted(*values, what) if len(values) == 1 else f"{_range(values)} {what}s"


def _range(values: Iterable[int | None], none: str = "") -> str:
    """``500 to 1,000 or all``: the ends, and ``none`` where None is among the values."""
    numbers = sorted({v for v in values if v is not None})
    words = [" to ".join(f"{n:,}" for n in (*numbers[:1], *numbers[1:][-1:]))] * bool(numbers)
    return " or ".join(words + [none] * (None in values))


def short(encoder: str) -> str:
    """An encoder's name without its owner and revision."""
    return SHORT.get(encoder, encoder.rpartition("/")[2].partition("@")[0])
