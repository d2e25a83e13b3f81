"""What runs will cost, before the first is made: hours and disk, to within a factor of two."""

import dataclasses
from collections.abc import Iterable, Iterator

from stsutils.data.catalogue import entry
from stsutils.data.rows_name import SHARES, RowsName
from stsutils.ledger import KEPT, PREDICTED_SETS, Run, with_defaults

#: Pairs a second in training: hub models on one data-centre GPU in float32, as the authors' code
#: has it (bfloat16 is two to three times as fast); ours on one CPU core.
SPEED = {"mini": 75.0, "minilm": 30.0, "base": 160.0, "large": 64.0}
INFERENCE = 3.0  # times as fast as training
LONG = {"paws", "mrpc", "pawsx_zh"}  # pairs of twice the usual length
GIGABYTES = {"mini": 0.0, "minilm": 0.1, "base": 0.5, "large": 1.4}
PAIR_BYTES = 200
#: Of a record: what any has, the draws of one test set, one kept prediction.
RECORD_BYTES, DRAWS_BYTES, PREDICTION_BYTES = 1_600, 1_800, 2.7
FIT = 0.15  # seconds of one logistic regression on 4,000 rows


@dataclasses.dataclass
class Cost:
    """``hours`` of one GPU (hub models) or one CPU core (ours); gigabytes of models and data."""

    runs: int = 0
    hours: float = 0.0
    models: float = 0.0
    data: float = 0.0
    records: float = 0.0

    def __str__(self):
        """Say it in one line."""
        return (
            f"about {self.hours:.1f} hours of one GPU (hub models) or one CPU core (ours); disk: "
            f"models {self.models:.1f} GB, data {self.data:.2f} GB, records {self.records:.1f} MB"
        )


def estimate(runs: Iterable[Run]) -> Cost:
    """The cost of runs; audits cost nothing."""
    cost, models, sets = Cost(), {}, {}
    for run in runs:
        cost.runs += 1
        found = with_defaults(run.recipe, run.settings)
        cost.records += _record(found) / 1e6
        if "encoder" in found:
            models[found["encoder"]] = GIGABYTES[_size(found["encoder"])]
            cost.hours += _seconds(found) / 3600
        for name in _names(found):
            named = RowsName.parse(name)
            split = entry(named.set).splits.get(named.split)
            if split is not None and not entry(named.set).embedded:
                sets[named.set, split.file or split.hub] = split.rows or 0
    cost.models = sum(models.values())
    cost.data = sum(sets.values()) * PAIR_BYTES / 1e9
    return cost


def rows_in(name: str) -> float:
    """About how many rows `rows_of` will give; 10,000 where the catalogue does not know."""
    named = RowsName.parse(name)
    split = entry(named.set).splits[named.split]
    rows = float(split.rows or split.local_rows or 10_000)
    for part in named.parts:
        rows = min(rows, part) if isinstance(part, int) else rows * SHARES[part]
    return rows


def _seconds(s: dict) -> float:
    speed = SPEED[_size(s["encoder"])]
    training, total = s.get("training") or (s if "epochs" in s else None), 0.0
    if not training and "train" in s:  # rows for a probe: encoded, not trained on
        rows = min(rows_in(s["train"]), s.get("rows") or float("inf"))
        total += rows * _length(s["train"]) / INFERENCE
    if training:
        rows = min(rows_in(training["train"]), training.get("rows") or float("inf"))
        looks = training["epochs"] * training.get("evaluations", 1)
        total += training["epochs"] * rows * _length(training["train"])
        choose = training["validation"]
        total += looks * rows_in(choose) * _length(choose) / INFERENCE
    looks = 1 + len(s.get("test_poolings") or ())
    for place in dict.fromkeys(RowsName.parse(name).place for name in _tests(s)):
        total += looks * rows_in(place) * _length(place) / INFERENCE
    return total / speed + _transfer(s, speed)


def _transfer(s: dict, speed: float) -> float:
    """Seconds of encoding and of logistic regressions."""
    if "folds" not in s and "task_rows" not in s and "training" not in s:
        return 0.0
    rows = min(s.get("task_rows") or 10_000, 10_000)
    fits = s.get("folds", 10) * (s.get("inner", 10) * len(s.get("grid", range(6))) + 1)
    sentences = 7 * rows / 2
    return sentences / (speed * INFERENCE) + 5 * fits * FIT * rows / 4000


def _record(s: dict) -> float:
    looks = 1 + len(s.get("test_poolings") or ())
    places = dict.fromkeys(RowsName.parse(name).place for name in _tests(s))
    kept = places if len(places) <= PREDICTED_SETS else ()  # a suite keeps no predictions
    predictions = sum(min(rows_in(name), KEPT) for name in kept)
    draws = DRAWS_BYTES * looks * len(_tests(s))
    return RECORD_BYTES + draws + PREDICTION_BYTES * predictions


def _names(s: dict) -> Iterator[str]:
    for part in (s, s.get("training") or {}):
        yield from (part[key] for key in ("train", "validation") if key in part)
    yield from _tests(s)
    yield from s.get("leak", ())
    if "set" in s:
        yield f"{s['set']}:{s['split']}"


def _tests(s: dict) -> tuple[str, ...]:
    tests = s.get("test", ())
    return (tests,) if isinstance(tests, str) else tuple(tests)


def _size(encoder: str) -> str:
    if encoder.startswith("mini-") or encoder in ("mini", "minilm"):
        return "minilm" if encoder == "minilm" else "mini"
    return "large" if "large" in encoder else "base"


def _length(name: str) -> float:
    return 2.0 if RowsName.parse(name).set in LONG else 1.0
