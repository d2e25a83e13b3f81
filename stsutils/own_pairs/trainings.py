"""The trainings of a comparison: declared as an experiment, made by two recipes of its own."""

import copy
import itertools
import math
import statistics
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data.label_kinds import Labels
from stsutils.encoders import BiEncoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.evaluation.retrieval import recall_at
from stsutils.evaluation.sts import pair_vectors
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Ledger, Result, Run
from stsutils.losses import cosent, make_loss, on_cosines
from stsutils.own_pairs.cut import groups_of
from stsutils.own_pairs.fitting import prepared
from stsutils.own_pairs.folder import put
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.run import run
from stsutils.statistics import bootstrap_spearman, spearman
from stsutils.training import fit

UNTRAINED = "untrained"
RAW, TRAINED, ON_ALL = "own-raw-2", "own-finetune-2", "own-all-1"


def untrained(shas: dict, plan: Plan) -> Experiment:
    """The encoder as it is; ``shas`` are those of the ``rows`` and of the ``encoder``."""
    sizes = {"train": plan.rows, "validation": plan.validation, "test": plan.test}
    cells = {(UNTRAINED, "test"): Cell(shas | sizes, "test", RAW)}
    return Experiment("own-pairs-untrained", "No training", lambda tier: cells, seeds=1)


def settings_of(spec: dict, shas: dict, plan: Plan, lr: float, pairs: int) -> dict:
    """What decides a training: `fitting`'s ``spec`` of a loss, rate, and so many training pairs.

    Before the final, with fewer ``pairs`` than planned, the test pairs are not looked at.
    """
    sizes = {"train": pairs, "validation": plan.validation}
    if pairs == plan.rows:
        sizes["test"] = plan.test
    how = {"epochs": plan.epochs, "batch_size": plan.batch_size, "lr": lr}
    return shas | sizes | spec | how


@dataclass
class Trainings:
    """What all trainings of a comparison share: rows, labels, encoder, and a folder to work in.

    ``parts`` are the train, validation and test rows. The folder holds the ``ledger``, checkpoints
    of what is in work, and each loss's best model under the loss's name. ``bars`` are shown inside
    each training.
    """

    folder: Path
    encoder: BiEncoder
    parts: dict[str, pd.DataFrame]
    labels: Labels
    bars: bool = False

    @property
    def ledger(self) -> Ledger:
        """The records."""
        return Ledger(self.folder / "records")

    def make(self, experiment: Experiment, progress: bool = False) -> None:
        """Make the records of an experiment that are missing."""
        recipes, device = {RAW: self.raw, TRAINED: self.trained}, str(self.encoder.device)
        options = {"recipes": recipes, "ledger": self.ledger, "device": device}
        run(experiment, "lab", **options, progress=progress)

    def finished(self) -> int:
        """How many trainings are recorded."""
        return sum(1 for _ in self.ledger.records(TRAINED))

    def raw(self, settings: dict, seed: int, device: str | None = None) -> Result:
        """The encoder as it is."""
        result = self._measured(self.encoder, settings)
        if math.isnan(result.metrics["validation"]):
            raise UserError("the untrained encoder's vectors are no numbers: take another encoder")
        return result

    def trained(self, settings: dict, seed: int, device: str | None = None) -> Result:
        """The encoder trained with one loss; the weights with the best validation score."""
        choose = self.parts["validation"]
        gold, cosines_at = choose[self.labels.column].to_numpy(), {}

        def look(now: BiEncoder) -> dict[str, float]:
            cosines = similarity(now, choose)
            score = spearman(cosines, gold)
            cosines_at.setdefault(score, cosines)  # of equals the first stays
            return {"validation": score}

        every = self.parts["train"]
        rows = prepared(every[: settings["train"]], settings["labels"], self.labels)
        if rows.empty:  # no positive among few
            rows = prepared(every, settings["labels"], self.labels)
        watching = {"evaluate": look, "patience": settings.get("patience"), "progress": self.bars}
        model, history = self._fit(rows, Run(TRAINED, seed, settings), **watching)
        # the weights are those of the best epoch: it has been looked at, unless before a stop
        result = self._measured(model, settings, cosines_at.get(history["validation"].max()))
        result.curve = history[["step", "loss", "validation"]].round(6).to_dict("records")
        if "test" in settings and result.metrics["validation"] > self._best_so_far(settings):
            put(self.folder / settings["loss"]["name"], partial(save, model))
        return result

    def trained_on_all(self, rows: pd.DataFrame, settings: dict, seed: int) -> Path:
        """The folder of a model trained as one of the final was, but on all ``rows`` of the files.

        Nothing is left to choose or to judge it with, so its last weights are kept. A second call
        goes on where the first stopped, or finds the folder.
        """
        this = Run(ON_ALL, seed, settings | {"train": len(rows)})
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
            epochs=settings["epochs"],
            batch_size=settings["batch_size"],
            lr=settings["lr"],
            loss_lr=settings.get("loss_lr"),
            precision=settings.get("precision", "float32"),
            seed=this.seed,
            checkpoint=self.folder / f"{this.id}.safetensors",
            **more,
        )
        return model, history

    def _measured(self, model: BiEncoder, settings: dict, chosen_by=None) -> Result:
        """Spearman and cosines; on the test pairs, if they are looked at, resamples and recall.

        ``chosen_by`` are the validation pairs' cosines, where they are known.
        """
        gold = {p: rows[self.labels.column].to_numpy() for p, rows in self.parts.items()}
        choose, test = self.parts["validation"], self.parts["test"]
        cosines = {"validation": similarity(model, choose) if chosen_by is None else chosen_by}
        draws, recall = {}, {}
        if "test" in settings:
            u, v = pair_vectors(model, test)
            cosines["test"] = np.einsum("nd,nd->n", u, v)
            drawn = gold["test"], settings["rows"]
            draws["test"] = bootstrap_spearman(cosines["test"], *drawn, groups=groups_of(test)[0])
            texts = test["sentence1"], test["sentence2"]
            shares = recall_at(u, v, *texts, gold["test"] > self.labels.middle)
            recall = {f"recall@{k}": share for k, share in shares.items()}
        metrics = {part: spearman(cosines[part], gold[part]) for part in cosines} | recall
        extra = {"encoder_sha": settings["encoder"], "data_sha": settings["rows"]}
        return Result(metrics, draws, predictions=cosines, extra=extra)

    def _best_so_far(self, settings: dict) -> float:
        """The best validation score among the recorded trainings that differ in rate or seed."""
        scores = [
            record.metrics["validation"]
            for record in self.ledger.records(TRAINED)
            if record.run.settings | {"lr": 0} == settings | {"lr": 0} and not record.diverged
        ]
        return max(scores, default=float("-inf"))


def measure(encoder: BiEncoder, rows: pd.DataFrame) -> Cost:
    """Cost of a step and of a pair: the median of some steps with CoSENT, and some encoding."""
    model, times = copy.deepcopy(encoder), []

    def look(module, inputs, output) -> None:  # what it returned would replace the output
        if module.training:
            times.append(time.perf_counter())

    model.register_forward_hook(look)
    some = rows.sample(min(len(rows), 8 * BATCH), random_state=0)
    epochs = -(-8 * BATCH // len(some))
    fit(model, some, on_cosines(cosent), epochs=epochs, lr=1e-6, progress=False)
    steps = [after - before for before, after in itertools.pairwise(times)]
    started = time.perf_counter()
    similarity(model, some)
    return Cost(statistics.median(steps), (time.perf_counter() - started) / len(some))
