"""What runs will cost, before the first is made: hours, as like runs took, and disk."""

import dataclasses
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from stsutils.data.catalogue import entry
from stsutils.data.rows_name import SHARES, RowsName
from stsutils.ledger import (
    KEPT,
    PREDICTED_SETS,
    Ledger,
    Run,
    canonical,
    find_book,
    with_defaults,
)

#: Work is counted in pairs trained on, of usual length. A pair read is a third of one, for it has
#: no way back; a logistic regression on 4,000 rows is about eleven.
INFERENCE, FIT, PAIR_TOKENS = 3.0, 11.0, 30
LONG = {"paws", "mrpc", "pawsx_zh"}  # pairs of twice the usual length
#: Millions of weights in the layers: without a record, time grows with them.
WEIGHTS = {"mini": 3.1, "minilm": 10.6, "base": 85.0, "large": 302.0}
OURS = ("minilm", "mini")  # on a CPU core; the others are from the hub, for a GPU
#: CPU cores that one data-centre GPU stands for, until a record says: so many times as fast as one
#: core of the records an H200 took BERT-base's steps of 64 pairs in the bench (float32, TF32).
GPU = 500.0
#: Operations a second of similarity from contexts: one core in float32, one GPU in bfloat16.
OPERATIONS = {"float32": 3e10, "bfloat16": 1e14}
GIGABYTES = {"mini": 0.0, "minilm": 0.1, "base": 0.5, "large": 1.4}
PAIR_BYTES = 200
#: Recipe, size of model and precision → work a second.
Speeds = Mapping[tuple[str, str, str], float]
#: Of a record: what any has, the draws of one test set, one kept prediction.
RECORD_BYTES, DRAWS_BYTES, PREDICTION_BYTES = 1_600, 600, 2.7


@dataclasses.dataclass
class Cost:
    """``hours`` of one GPU (hub models) or one CPU core (ours); gigabytes of models and data.

    ``operations`` are those of similarity from contexts, counted; they are in ``hours``, too.
    """

    runs: int = 0
    hours: float = 0.0
    models: float = 0.0
    data: float = 0.0
    records: float = 0.0
    operations: float = 0.0

    def __str__(self):
        """Say it in one line."""
        hours = (
            "an unknown number (there are no records) of"
            if math.isnan(self.hours)
            else f"{self.hours:.1f}"
        )
        counted = f"{self.operations:.2g} operations for contexts; " if self.operations else ""
        return (
            f"{counted}about {hours} hours of one GPU (hub models) or one CPU core (ours); disk: "
            f"models {self.models:.1f} GB, data {self.data:.2f} GB, records {self.records:.1f} MB"
        )


def speeds(ledger: Ledger | None = None) -> Speeds:
    """Work a second by recipe, size of model and precision, from the minutes of all records.

    Of our models on one CPU core, of the hub's on one GPU; records made otherwise are left out.
    """
    work, seconds = Counter(), Counter()
    for record in (ledger or Ledger()).records():
        made, s = record.provenance, with_defaults(record.run.recipe, record.run.settings)
        if "harvest" in s:  # another run may have made a part of what it needs
            continue
        size = _size(_encoder(s)) if _encoder(s) else None
        on_cpu = made.get("device") == "cpu"
        if size is None or not made.get("minutes") or on_cpu != (size in OURS):
            continue
        cores = (made.get("threads") or 1) if on_cpu else (made.get("processes") or 1)
        key = record.run.recipe, size, _precision(s)
        work[key] += _work(s)
        seconds[key] += 60 * made["minutes"] * cores
    return {key: work[key] / seconds[key] for key in work if work[key]}


def speed(recipe: str, size: str, precision: str, found: Speeds) -> float:
    """Work a second: as recorded, else by the weights from what is recorded, else NaN.

    The other precision comes before another size, and another size before another recipe.
    """
    likes = itertools.product((recipe, "finetune-1"), (size, *OURS), (precision, *OPERATIONS))
    for known in likes:
        if known in found:
            times = 1.0 if size in (*OURS, known[1]) else GPU
            return found[known] * times * WEIGHTS[known[1]] / WEIGHTS[size]
    return math.nan


def estimate(runs: Iterable[Run], measured: Speeds | None = None) -> Cost:
    """The cost of runs; audits cost nothing. `measured` are `speeds`, by default the ledger's.

    Where the ledger says nothing yet, the book's own records do.
    """
    measured = measured or speeds() or speeds(Ledger(find_book("results")))
    cost, models, sets, contexts = Cost(), {}, {}, {}
    for run in runs:
        cost.runs += 1
        found = with_defaults(run.recipe, run.settings)
        cost.records += _record(found) / 1e6
        if encoder := _encoder(found):
            models[encoder] = GIGABYTES[_size(encoder)]
            rate = speed(run.recipe, _size(encoder), _precision(found), measured)
            cost.hours += _work(found) / rate / 3600
        for part, (count, how) in _contexts(found, run.seed).items():
            contexts[part] = max(count, contexts.get(part, (0.0, how))[0]), how
        for name in _names(found):
            named = RowsName.parse(name)
            split = entry(named.set).splits.get(named.split)
            if split is not None and not entry(named.set).embedded:
                sets[named.set, split.file or split.hub] = split.rows or 0
    cost.operations = sum(operations for operations, _ in contexts.values())
    cost.hours += sum(count / OPERATIONS[how] for count, how in contexts.values()) / 3600
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


def _work(s: dict) -> float:
    """What settings ask for, in pairs trained on."""
    if "tune" in s:  # a pre-training, and the trainings that judge it
        return s["tokens"] / PAIR_TOKENS + sum(_work({"test": [], **s}) for s in s["tune"].values())
    training, total = s.get("training") or (s if "epochs" in s else None), 0.0
    if "harvest" in s:
        total += _surrogate(s)
    if not training and "train" in s:  # rows for a probe: encoded, not trained on
        rows = min(rows_in(s["train"]), s.get("rows") or float("inf"))
        total += rows * _length(s["train"]) / INFERENCE
    if training:
        rows = min(rows_in(training["train"]), training.get("rows") or float("inf"))
        looks = training["epochs"] * training.get("evaluations", 1)
        total += training["epochs"] * rows * _length(training["train"])
        total += _teacher(training.get("teacher") or {}, rows)
        choose = training["validation"]
        total += looks * rows_in(choose) * _length(choose) / INFERENCE
    if before := s.get("before"):
        total += _work({"test": [], **before})
    if first := s.get("head_first"):  # the encoder stands still: read, not trained
        rows = min(rows_in(first["train"]), first.get("rows") or float("inf"))
        total += first["epochs"] * rows * _length(first["train"]) / INFERENCE
    looks = 1 + len(s.get("test_poolings") or ())
    for place in dict.fromkeys(RowsName.parse(name).place for name in _tests(s)):
        total += looks * rows_in(place) * _length(place) / INFERENCE
    for name in (*s.get("by_head", ()), *s.get("classes", ()), *_apart(s)):
        total += rows_in(name) * _length(name) / INFERENCE
    if "weights" in s:  # rank vectors: a pair is two sentences
        total += rows_in(s["corpus"]) / 2 / INFERENCE
    return total + _transfer(s)


def _teacher(s: dict, rows: float) -> float:
    """A teacher reads each row once, and a corpus; its own training is made for many students."""
    corpus = rows_in(s["corpus"]) if s.get("corpus") else 0.0
    return (rows + corpus) / 2 / INFERENCE if s else 0.0


def _apart(s: dict) -> list[str]:
    """Test sets whose leaked pairs are scored by themselves."""
    return (s.get("apart") or {}).get("tests", [])


def _surrogate(s: dict) -> float:
    """Regression on harvested pairs, what follows it, ten folds, triplets."""
    h, folds = s["harvest"] or {"pairs": 0, "epochs": 0}, s["folds"]
    total = h["pairs"] * h["epochs"] + sum(_work({"test": [], **own}) for own in s["then"])
    if folds:
        total += 9 * folds["epochs"] * rows_in(folds["train"])
    return total + sum(1.5 * rows_in(name) for name in s["triplets"]) / INFERENCE


def _contexts(s: dict, seed: int) -> dict[str, tuple[float, str]]:
    """Part of similarity from contexts → operations and precision.

    Equal parts are made once, and a larger harvest holds the smaller ones.
    """
    holder = s.get("harvest") or s
    models, found = holder.get("models") or s, {}
    choice = {key: holder[key] for key in ("size", "shortlist", "chunks") if key in holder}
    choice |= {key: s[key] for key in ("construction", "references", "test") if key in s}
    for part, operations in _operations(s, sum(rows_in(name) for name in _tests(s))).items():
        own = [] if part == "models" else [part, {} if part == "harvest" else choice]
        found[canonical([models, seed, *own])] = operations, models["precision"]
    return found


def _transfer(s: dict) -> float:
    """Encoding and logistic regressions."""
    if "folds" not in s or "harvest" in s:
        return 0.0
    rows = min(s.get("task_rows") or 10_000, 10_000)
    fits = s.get("folds", 10) * (s.get("inner", 10) * len(s.get("grid", range(6))) + 1)
    return 7 * rows / 2 / INFERENCE + 5 * fits * FIT * rows / 4000


def _record(s: dict) -> float:
    looks = 1 + len(s.get("test_poolings") or ())
    places = dict.fromkeys(RowsName.parse(name).place for name in _tests(s))
    kept = places if len(places) <= PREDICTED_SETS else ()  # a suite keeps no predictions
    predictions = sum(min(rows_in(name), KEPT) for name in kept)
    if "weights" in s:  # by cosine, by ranks, and those of the set under study
        ways = 2 + len(s["weights"])
        looks = (
            ways + len(s["corpus_sizes"]) + (8 * (ways + 2) if s["study"] else 0) / len(_tests(s))
        )
    draws = DRAWS_BYTES * looks * len(_tests(s))
    return RECORD_BYTES + draws + PREDICTION_BYTES * predictions


def _names(s: dict) -> Iterator[str]:
    within = (s.get(key) or {} for key in ("training", "before", "head_first"))
    for part in (s, *within):
        yield from (part[key] for key in ("train", "validation") if key in part)
        yield from _listed((part.get("teacher") or {}).get("corpus") or ())
    yield from (*_tests(s), *s.get("by_head", ()), *s.get("classes", ()))
    for tune in (*s.get("tune", {}).values(), *s.get("then", ())):
        yield from _names(tune)
    models = s.get("models") or (s.get("harvest") or {}).get("models") or s
    yield from (models[key] for key in ("text", "held_out") if key in models)
    yield from (s.get("triplets") or ())
    yield from _listed(s.get("corpus", ()))
    yield from s.get("leak", ())
    if "set" in s:
        yield f"{s['set']}:{s['split']}"


def _encoder(s: dict) -> str | None:
    """The model that a run works on, if it does; one that a run makes is ours."""
    return s.get("encoder") or ("mini" if "tune" in s else None)


def _precision(s: dict) -> str:
    return s.get("precision") or (s.get("training") or {}).get("precision") or "float32"


def _tests(s: dict) -> tuple[str, ...]:
    return _listed(s.get("test", ()))


def _listed(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _size(encoder: str) -> str:
    if encoder.startswith("mini-") or encoder in ("mini", "minilm"):
        return "minilm" if encoder == "minilm" else "mini"
    return "large" if "large" in encoder else "base"


def _length(name: str) -> float:
    return 2.0 if RowsName.parse(name).set in LONG else 1.0


# Operations of similarity from contexts: a product of an m×k and a k×n matrix counts 2mkn, training
# three times the way forward; attention's own products, a few per cent, are left out.
GENERATORS = 3


def _triple(models: Mapping) -> float:
    """One way forward of one generator over three sentences of full length."""
    g, length = models["generator"], models["longest"]
    square = g["width"] ** 2
    reading = 2 * length * g["reading"] * 8 * square  # 4 attention matrices, 4 of the two layers
    writing = length * g["writing"] * 12 * square  # attention to the source besides
    return 2.0 * (reading + writing + length * g["width"] * models["pieces"])


def _sentence(models: Mapping) -> float:
    """One sentence read by the discriminator's BiLSTM."""
    d = models["discriminator"]
    return 2.0 * models["longest"] * 8 * d["hidden"] * (d["width"] + d["hidden"])


def _training(models: Mapping) -> float:
    """The training of discriminator and generators."""
    d, g = models["discriminator"], models["generator"]
    own = 3 * 4 * _sentence(models) * d["steps"] * d["batch_size"]
    if d.get("form") == "printed":  # beside it stand the generators of the other form
        return own
    return own + 3 * _triple(models) * GENERATORS * g["steps"] * g["batch_size"]


def _scoring(s: Mapping, pairs: float, sentences: float) -> float:
    """The scores of Eq. 3 behind `pairs` of so many distinct `sentences`; retrieval is no more."""
    size = s["size"]
    shortlist = size if s.get("construction") == "random" else s["shortlist"]
    scores = sentences * (shortlist + size * s.get("references", 0)) + pairs * 2 * size
    return scores * (GENERATORS * _triple(s["models"]) + 3 * _sentence(s["models"]))


def _operations(s: Mapping, pairs: float = 0.0) -> dict[str, float]:
    """Operations by part of a run's settings, complete; `pairs` are those it is tested on.

    Models and harvested pairs are made once and shared by runs with the same: a run that finds
    them there does without.
    """
    if "discriminator" in s:
        return {"models": _training(s)}
    if "sizes" in s:
        return {"models": _training(s["models"]), "tests": _scoring(s, pairs, 2 * pairs)}
    if s.get("harvest"):
        h = s["harvest"]
        made = _scoring(h, h["pairs"], h["pairs"] / 2)
        return {"models": _training(h["models"]), "harvest": made}
    return {}
