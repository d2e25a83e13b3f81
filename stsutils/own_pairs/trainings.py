"""The trainings of a comparison: made by two recipes of its own, recorded in its own ledger."""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data import content_sha
from stsutils.data.label_kinds import Labels
from stsutils.encoders import BiEncoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.evaluation.retrieval import recall_at
from stsutils.evaluation.sts import pair_vectors
from stsutils.ledger import Ledger, Record, Result, Run
from stsutils.ledger.packing import KEPT, STEPS
from stsutils.losses import cosent, make_loss, on_cosines
from stsutils.own_pairs.cut import groups_of
from stsutils.own_pairs.fitting import prepared
from stsutils.own_pairs.folder import put
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.own_pairs.words import title
from stsutils.run import Maker
from stsutils.statistics import bootstrap_spearman, spearman
from stsutils.training import fit

RAW, TRAINED, ON_ALL = "own-raw-3", "own-finetune-3", "own-all-1"
#: What `fit` takes of the settings under the same name.
FIT_SETTINGS = ("epochs", "batch_size", "lr", "loss_lr", "precision")


def raw_settings(shas: dict, plan: Plan) -> dict:
    """The encoder as it is; ``shas`` are those of the ``rows`` and of the ``encoder``."""
    return shas | {"train": plan.rows, "validation": plan.validation, "test": plan.test}


def settings_of(spec: dict, shas: dict, plan: Plan, lr: float) -> dict:
    """What decides a training: `fitting`'s ``spec`` of a loss, and the rate."""
    how = {"epochs": plan.epochs, "batch_size": plan.batch_size, "lr": lr}
    return raw_settings(shas, plan) | spec | how


def candidate(settings: dict) -> str:
    """The name under which a training is compared: its loss, with settings if it has some."""
    return settings.get("candidate", settings["loss"]["name"])


@dataclass
class Trainings:
    """What all trainings of a comparison share: rows, labels, encoder, and a folder to work in.

    ``parts`` are the train, validation and test rows. The folder holds the ``ledger``, checkpoints
    of what is in work, and each loss's best model under its name (`candidate`). ``bars`` are shown
    inside each training; ``say`` is told of each one that was made.

    ``spent`` are the computed seconds (`Cost`) of the records asked for, in whatever call they were
    made, ``waited`` the seconds by the clock, and ``longest`` those that the longest one computed.
    """

    folder: Path
    encoder: BiEncoder
    parts: dict[str, pd.DataFrame]
    labels: Labels
    bars: bool | None = False
    say: Callable[[str], None] = lambda line: None
    cores: float = 1.0
    spent: float = 0.0
    waited: float = 0.0
    longest: float = 0.0

    @property
    def ledger(self) -> Ledger:
        """The records."""
        return Ledger(self.folder / "records")

    def record(self, recipe: str, settings: dict, seed: int = 0) -> Record:
        """The record of one run, which is made where it is missing. UserError for a broken one."""
        this, recipes = Run(recipe, seed, settings), {RAW: self.raw, TRAINED: self.trained}
        if new := not self.ledger.has(this):
            maker = Maker(self.ledger, dict, recipes, str(self.encoder.device), progress=False)
            maker.make([this], "")
        record = self.ledger.read(this)
        waited = 60 * record.provenance.get("minutes", 0.0)
        computed = record.provenance.get("computed", waited)  # one that diverged has none
        self.spent += computed
        self.waited += waited
        self.longest = max(self.longest, computed)
        if new and recipe == TRAINED and not record.diverged:
            score = 100 * record.metrics["validation"]
            how = f"{title(candidate(settings))}, rate {settings['lr']:g}, seed {seed}"
            self.say(f"{how}: {score:.1f} on validation, {computed:.0f} s")
        return record

    def after(self, more: float) -> float:
        """The computed seconds after so many more trainings, or as many times the pairs of one."""
        return self.spent + more * self.longest

    def finished(self) -> int:
        """How many trainings are recorded."""
        return len(self.ledger.paths(TRAINED))

    def raw(self, settings: dict, seed: int, device: str | None = None) -> Result:
        """The untrained encoder's scores; UserError where it gives no numbers."""
        result = self._measured(self.encoder, time.process_time())
        if not math.isfinite(result.metrics["validation"]):
            raise UserError("its vectors are no numbers: take another encoder")
        return result

    def trained(self, settings: dict, seed: int, device: str | None = None) -> Result:
        """The encoder trained with one loss; the weights with the best validation score."""
        began, choose = time.process_time(), self.parts["validation"]
        gold, cosines_at = choose[self.labels.column].to_numpy(), {}

        def look(now: BiEncoder) -> dict[str, float]:
            cosines = _as_kept(similarity(now, choose))
            score = spearman(cosines, gold)
            cosines_at.setdefault(score, cosines)  # of equals the first stays
            return {"validation": score}

        rows = prepared(self.parts["train"], settings["labels"], self.labels)
        watching = {"evaluate": look, "patience": settings.get("patience"), "progress": self.bars}
        model, history = self._fit(rows, Run(TRAINED, seed, settings), **watching)
        # the weights are those of the best epoch: it has been looked at, unless before a stop
        result = self._measured(model, began, cosines_at.get(history["validation"].max()))
        result.curve = history[["step", "loss", "validation"]].round(6).to_dict("records")
        if result.metrics["validation"] > self._best_so_far(settings):
            put(self.folder / candidate(settings), partial(save, model))
        return result

    def trained_on(self, rows: pd.DataFrame, settings: dict, seed: int) -> Path:
        """The folder of a model trained as one of the comparison was, but on these ``rows``.

        Nothing is left to choose or to judge it with, so its last weights are kept. A second call
        goes on where the first stopped, or finds the folder.
        """
        this = Run(ON_ALL, seed, settings | {"train": len(rows), "rows": content_sha(rows)})
        folder = self.folder / this.id
        if not (folder / "modules.json").exists():
            rows = rows[["sentence1", "sentence2", self.labels.column]]
            rows = prepared(rows, settings["labels"], self.labels)
            model, _ = self._fit(rows, this, keep="last")
            put(folder, partial(save, model))
        return folder

    def _fit(self, rows: pd.DataFrame, this: Run, **more) -> tuple[BiEncoder, pd.DataFrame]:
        """A copy of the encoder, trained as the run's settings say, and its history."""
        model, settings = copy.deepcopy(self.encoder), this.settings
        history = fit(
            model,
            rows,
            make_loss(settings["loss"], model.dimension, this.seed),
            **{name: settings[name] for name in FIT_SETTINGS if name in settings},
            seed=this.seed,
            checkpoint=self.folder / f"{this.id}.safetensors",
            **more,
        )
        return model, history

    def _measured(self, model: BiEncoder, began: float, chosen_by=None) -> Result:
        """Spearman, cosines, resamples and recall.

        ``chosen_by`` are the validation pairs' cosines, where they are known; ``began`` is the
        process' time when the run began.
        """
        gold = {p: rows[self.labels.column].to_numpy() for p, rows in self.parts.items()}
        choose, test = self.parts["validation"], self.parts["test"]
        if chosen_by is None:
            chosen_by = _as_kept(similarity(model, choose))
        u, v = pair_vectors(model, test)
        cosines = {"validation": chosen_by, "test": _as_kept(np.einsum("nd,nd->n", u, v))}
        metrics = {part: spearman(cosines[part], gold[part]) for part in cosines}
        groups = groups_of(test)[0]
        draws = {"test": bootstrap_spearman(cosines["test"], gold["test"], "test", groups=groups)}
        right = gold["test"] > self.labels.middle
        shares = recall_at(u, v, test["sentence1"], test["sentence2"], right)
        metrics |= {f"recall@{k}": share for k, share in shares.items()}
        # a record keeps so many predictions a name
        kept = {
            f"{part} {start:05d}": values[start : start + KEPT]
            for part, values in cosines.items()
            for start in range(0, len(values), KEPT)
        }
        computed = (time.process_time() - began) / self.cores
        return Result(metrics, draws, predictions=kept, extra={"computed": round(computed, 2)})

    def _best_so_far(self, settings: dict) -> float:
        """The best validation score among the recorded trainings that differ in rate or seed."""
        scores = [
            record.metrics["validation"]
            for record in self.ledger.records(TRAINED)
            if record.run.settings | {"lr": 0} == settings | {"lr": 0} and not record.diverged
        ]
        return max(scores, default=float("-inf"))


def _as_kept(cosines: np.ndarray) -> np.ndarray:
    """Cosines in the steps that a record keeps: those of a collapsed model are all equal."""
    return np.rint(cosines.clip(-1, 1) * STEPS) / STEPS


def cosines_of(record: Record, part: str) -> np.ndarray:
    """The cosines of the validation or the test pairs."""
    pieces = [v for name, v in sorted(record.predictions.items()) if name.startswith(f"{part} ")]
    return np.concatenate([[], *pieces])


def measure(encoder: BiEncoder, rows: pd.DataFrame) -> Cost:
    """Cost of a step and of a pair: the median of some steps with CoSENT, and some encoding."""
    model, times = copy.deepcopy(encoder), []

    def look(module, inputs, output) -> None:  # what it returned would replace the output
        if module.training:
            times.append((time.perf_counter(), time.process_time()))

    model.register_forward_hook(look)
    some = rows.sample(min(len(rows), 8 * BATCH), random_state=0)
    epochs = -(-8 * BATCH // len(some))
    fit(model, some, on_cosines(cosent), epochs=epochs, lr=1e-6, progress=False)
    waited, computed = np.diff(np.array(times), axis=0).T
    # in the step that was disturbed least, the process had all the cores it uses; beside a GPU it
    # may use less than one
    cores = float((computed / waited).max())
    if encoder.device.type == "cpu":
        cores = max(1.0, cores)
    began = time.process_time()
    similarity(model, some)
    pair = (time.process_time() - began) / len(some) / cores
    share = float(computed.sum() / waited.sum()) / cores
    return Cost(float(np.median(computed)) / cores, pair, cores, share)
