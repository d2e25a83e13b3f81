"""Under which conditions numbers were made: encoder, training pairs, epochs, seeds, in words."""

import re
from collections.abc import Iterable, Mapping

from stsutils.claims import CellName
from stsutils.experiments import Cell, Derived, Experiment, Tuned, parts_of
from stsutils.report.markup import counted

#: Recipes that train an encoder or fit a probe on ``rows``.
TRAINED = ("finetune-1", "cases-1", "interaction-1", "transfer-1", "clusters-1", "siamese-1")
TRAINED += ("rank-vectors-1",)
SHORT = {"mini-2": "mini-2", "minilm": "all-MiniLM-L6-v2"}


def table_conditions(experiment: Experiment, tiers: Iterable[str], only=None) -> str:
    """What a table's head says of the tiers it shows: `` lab: mini-2; 1,000 training pairs; …``.

    ``only`` keeps to some cells. Tables without an encoder (counts) have nothing to say.
    """
    words = []
    for tier in tiers:
        cells = [one for name, one in experiment.at(tier).items() if only is None or name in only]
        if text := told(cells, experiment.seeds):
            words.append(f" {tier}: {text}.")
    return "." * bool(words) + "".join(words)


def told(cells: Iterable[Cell | Tuned | Derived], *seeds: int) -> str:
    """``mini-2; 500 to 1,000 pairs; 2 epochs; 5 seeds; large test sets cut to 1,000 pairs``.

    Each has all values that occur. *All local* are all rows of a part of what is at hand, where the
    set's own training rows are not.
    """
    found: dict[str, dict] = {"encoder": {}, "rows": {}, "epochs": {}, "what": {}}
    trained, every, cuts = False, "all", {}
    for part in (p for cell in cells for p in parts_of(cell)):
        if rows := _cut_to(part):
            cuts[rows] = True
        for settings in part.candidates if isinstance(part, Tuned) else (part.settings,):
            if "encoder" in settings:
                first = ", contrastive first" if settings.get("before") else ""
                found["encoder"][short(settings["encoder"]) + first] = True
            training = settings.get("training") or settings
            if part.recipe in TRAINED and "train" in training:
                trained = True
                found["rows"][training.get("rows")] = True
                if "@" in training["train"] and training.get("rows") is None:
                    every = "all local"
                alone = "sentence" in training.get("columns", ())
                found["what"]["sentences" if alone else "pairs"] = True
                if "epochs" in training:
                    found["epochs"][training["epochs"]] = True
    words = [" and ".join(sorted(found["encoder"]))] if found["encoder"] else []
    last = [counted_range(dict.fromkeys(seeds), "seed")]
    last += [f"large test sets cut to {_range(cuts)} pairs"] if cuts else []
    if by_contexts := _by_contexts(cells):
        return "; ".join([*words, *by_contexts, *last])
    if not trained:
        return "; ".join([*words, "no training", *last[1:]]) if words else ""
    words.append(f"{_range(found['rows'], every)} training {' or '.join(found['what'])}")
    if found["epochs"]:
        words.append(counted_range(found["epochs"], "epoch"))
    return "; ".join([*words, *last])


def cut(cells: Mapping[CellName, Cell | Tuned | Derived]) -> str:
    """The test sets that are cut: ``1,000 pairs of STS12, SICK-R``; "all pairs" where none is.

    A set is named by its column.
    """
    found: dict[int, dict[str, bool]] = {}
    for (_, column), cell in cells.items():
        if not isinstance(cell, Derived) and (rows := _cut_to(cell)):
            found.setdefault(rows, {})[column] = True
    parts = [f"{rows:,} pairs of {', '.join(sets)}" for rows, sets in found.items()]
    return "; ".join(parts) or "all pairs"


def _cut_to(part: Cell | Tuned) -> int | None:
    """How many pairs are kept of the test set that this number is of; None where all are."""
    place = part.metric
    if ":" not in place and isinstance(part, Cell):  # a number that is not named by its set
        place = part.settings.get("test")
    name = re.match(r"\w+:test@(\d+)", place if isinstance(place, str) else "")
    return int(name[1]) if name else None


def _by_contexts(cells: Iterable[Cell | Tuned | Derived]) -> list[str]:
    """What similarity from contexts, and a surrogate of it, have learned from."""
    triples, harvested, after = {}, {}, {}
    for part in (p for cell in cells for p in parts_of(cell) if isinstance(p, Cell)):
        s = part.settings
        holder = s.get("harvest") or s
        models = holder.get("models") or s
        if "triples" in models:
            triples[models["triples"]] = True
        if s.get("harvest"):
            harvested[holder["pairs"]] = True
        if part.recipe == "surrogate-1":
            folds = [s["folds"]] if s.get("folds") else []
            after |= dict.fromkeys(own.get("rows") for own in (*s.get("then", ()), *folds))
    words = [f"models trained on {_range(triples)} contexts"] if triples else []
    words += [f"{_range(harvested)} harvested pairs"] if harvested else []
    return words + ([f"then {_range(after, 'all')} training rows"] if after else [])


def counted_range(values: Mapping, what: str) -> str:
    """``2 epochs``, ``1 to 2 epochs``."""
    return counted(next(iter(values)), what) if len(values) == 1 else f"{_range(values)} {what}s"


def _range(values: Mapping, none: str = "") -> str:
    numbers = sorted(v for v in values if v is not None)
    ends = [f"{n:,}" for n in dict.fromkeys((*numbers[:1], *numbers[-1:]))]
    return " or ".join([" to ".join(ends)] * bool(ends) + [none] * (None in values))


def short(encoder: str) -> str:
    """An encoder's name without its owner and revision."""
    return SHORT.get(encoder, encoder.rpartition("/")[2].partition("@")[0])
