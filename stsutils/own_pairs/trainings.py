"""The trainings of a comparison: declared as an experiment, made by two recipes of its own."""

import copy
import itertools
import math
import shutil
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data import label_column
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
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.own_pairs.watching import watched
from stsutils.run import run
from stsutils.statistics import bootstrap_spearman, spearman
from stsutils.training import fit

UNTRAINED = "untrained"
RAW, TRAINED = "own-raw-2", "own-finetune-2"


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
    of what is in work, and each loss's best model under the loss's name.
    """

    folder: Path
    encoder: BiEncoder
    parts: dict[str, pd.DataFrame]
    labels: Labels
    bars: bool = False  # one inside each training
    events: Path | None = None  # where each training's history goes, for TensorBoard

    @property
    def ledger(self) -> Ledger:
        """The records."""
        return Ledger(self.folder / "records")

    @property
    def recipes(self) -> dict:
        """As `stsutils.run.run` takes them."""
        return {RAW: self.raw, TRAINED: self.trained}

    def make(self, experiment: Experiment, progress: bool = False) -> None:
        """Make the records of an experiment that are missing."""
        device = str(self.encoder.device)
        options = {"recipes": self.recipes, "ledger": self.ledger, "device": device}
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
        model, loss = copy.deepcopy(self.encoder), settings["loss"]
        choose = self.parts["validation"]
        gold, known = choose[label_column(choose)].to_numpy(), {}

        def look(now: BiEncoder) -> dict[str, float]:
            cosines = similarity(now, choose)
            known.setdefault(score := spearman(cosines, gold), cosines)  # of equals the first stays
            return {"validation": score}

        rows, how = self.parts["train"], settings["labels"]
        some = prepared(rows[: settings["train"]], how, self.labels)
        with watched(self.events and self.events / f"{loss['name']}-seed-{seed}") as watch:
            history = fit(
                model,
                some if len(some) else prepared(rows, how, self.labels),  # no positive among few
                make_loss(loss, model.dimension, seed),
                evaluate=look,
                watch=watch,
                epochs=settings["epochs"],
                batch_size=settings["batch_size"],
                lr=settings["lr"],
                loss_lr=settings.get("loss_lr"),
                seed=seed,
                patience=settings.get("patience"),
                precision=settings.get("precision", "float32"),
                checkpoint=self.folder / f"{Run(TRAINED, seed, settings).id}.safetensors",
                progress=self.bars,
            )
        # the weights are those of the best epoch: it has been looked at, unless before a stop
        result = self._measured(model, settings, known.get(history["validation"].max()))
        result.curve = history[["step", "loss", "validation"]].round(6).to_dict("records")
        if "test" in settings and result.metrics["validation"] > self._best_so_far(settings):
            keep(model, self.folder / loss["name"])
        return result

    def _measured(self, model: BiEncoder, settings: dict, chosen_by=None) -> Result:
        """Spearman and cosines; on the test pairs, if they are looked at, resamples and recall.

        ``chosen_by`` are the validation pairs' cosines, where they are known.
        """
        gold = {p: rows[self.labels.column].to_numpy() for p, rows in self.parts.items()}
        choose, test = self.parts["validation"], self.parts["test"]
        cosines = {"validation": similarity(model, choose) if chosen_by is None else chosen_by}
        extra, draws = {"encoder_sha": settings["encoder"], "data_sha": settings["rows"]}, {}
        recall = {}
        if "test" in settings:
            u, v = pair_vectors(model, test)
            cosines["test"] = np.einsum("nd,nd->n", u, v)
            drawn = {"groups": groups_of(test)[0]}
            draws["test"] = bootstrap_spearman(
                cosines["test"], gold["test"], settings["rows"], **drawn
            )
            texts = test["sentence1"], test["sentence2"]
            found = recall_at(u, v, *texts, gold["test"] > self.labels.middle)
            recall = {f"recall@{k}": share for k, share in found.items()}
        metrics = {part: spearman(cosines[part], gold[part]) for part in cosines} | recall
        return Result(metrics, draws, predictions=cosines, extra=extra)

    def _best_so_far(self, settings: dict) -> float:
        """The best validation score among the recorded trainings that differ in rate or seed."""
        found = [
            record.metrics["validation"]
            for record in self.ledger.records(TRAINED)
            if record.run.settings | {"lr": 0} == settings | {"lr": 0} and not record.diverged
        ]
        return max(found, default=float("-inf"))


def trained_on_all(own: Trainings, every: pd.DataFrame, settings: dict, seed: int) -> Path:
    """The folder of a model trained as one of the final was, but on ``every`` row of the files.

    Nothing is left to choose or to judge it with, so its last weights are kept. A second call goes
    on where the first stopped, or finds the folder.
    """
    run = Run("own-all-1", seed, settings | {"train": len(every)})
    folder = own.folder / run.id
    if (folder / "modules.json").exists():
        return folder
    model = copy.deepcopy(own.encoder)
    rows = every[["sentence1", "sentence2", own.labels.column]]
    fit(
        model,
        prepared(rows, settings["labels"], own.labels),
        make_loss(settings["loss"], model.dimension, seed),
        keep="last",
        epochs=settings["epochs"],
        batch_size=settings["batch_size"],
        lr=settings["lr"],
        loss_lr=settings.get("loss_lr"),
        precision=settings.get("precision", "float32"),
        seed=seed,
        checkpoint=own.folder / f"{run.id}.safetensors",
    )
    keep(model, folder)
    return folder


def keep(model: BiEncoder, folder: Path) -> None:
    """Save a model in place of the one before; a kill leaves the old one, the new one or none."""
    fresh = folder.with_name(f".{folder.name}.tmp")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        save(model, fresh)
    except Exception as error:  # of a full disk each library makes an error of its own
        raise UserError(f"{fresh}: can't be written ({str(error).splitlines()[0]})") from error
    replace_folder(fresh, folder)


def replace_folder(fresh: Path, folder: Path) -> None:
    """Move a whole folder to its place."""
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def measure(encoder: BiEncoder, rows: pd.DataFrame) -> Cost:
    """One short trial with CoSENT: the median of some steps, and the encoding of some pairs."""
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
