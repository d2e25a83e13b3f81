"""The trainings of a comparison: declared as an experiment, made by two recipes of its own."""

import copy
import itertools
import math
import shutil
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from stsutils.data import label_column
from stsutils.data.label_kinds import Labels
from stsutils.encoders import BiEncoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.experiments import Cell, Experiment, Tuned
from stsutils.ledger import Ledger, Result, Run
from stsutils.losses import cosent, make_loss, on_cosines
from stsutils.own_pairs.cut import groups_of
from stsutils.own_pairs.fitting import prepared
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.statistics import bootstrap_spearman, spearman
from stsutils.training import fit

UNTRAINED = "untrained"
RAW, TRAINED = "own-raw-1", "own-finetune-1"


def declared(specs: dict[str, dict], shas: dict, plan: Plan) -> tuple[Experiment, Experiment]:
    """The untrained encoder, and each loss with its rate tuned on the first seed.

    ``specs`` as `fitting` gives them; ``shas`` are those of the ``rows`` and of the ``encoder``.
    Cells are (name, "test").
    """
    shared = shas | {"train": plan.rows, "validation": plan.validation, "test": plan.test}
    alike = shared | {"epochs": plan.epochs, "batch_size": plan.batch_size}
    raw = {(UNTRAINED, "test"): Cell(shared, "test", RAW)}
    tuned = {
        (name, "test"): Tuned(
            tuple(alike | spec | {"lr": lr} for lr in plan.rates),
            "test",
            seeds=(0,),
            recipe=TRAINED,
        )
        for name, spec in specs.items()
    }
    title = "Which loss for these pairs?"
    return (
        Experiment("own-pairs-untrained", title, lambda tier: raw, seeds=1),
        Experiment("own-pairs", title, lambda tier: tuned, seeds=plan.seeds),
    )


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

    @property
    def ledger(self) -> Ledger:
        """The records."""
        return Ledger(self.folder / "records")

    @property
    def recipes(self) -> dict:
        """As `stsutils.run.run` takes them."""
        return {RAW: self.raw, TRAINED: self.trained}

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
        gold = choose[label_column(choose)].to_numpy()
        history = fit(
            model,
            prepared(self.parts["train"], settings["labels"], self.labels),
            make_loss(loss, model.dimension, seed),
            evaluate=lambda now: {"validation": spearman(similarity(now, choose), gold)},
            epochs=settings["epochs"],
            batch_size=settings["batch_size"],
            lr=settings["lr"],
            seed=seed,
            checkpoint=self.folder / f"{Run(TRAINED, seed, settings).id}.safetensors",
            progress=False,
        )
        result = self._measured(model, settings)
        result.curve = history[["step", "loss", "validation"]].round(6).to_dict("records")
        if result.metrics["validation"] > self._best_so_far(settings):
            keep(model, self.folder / loss["name"])
        return result

    def _measured(self, model: BiEncoder, settings: dict) -> Result:
        """Spearman on both sides, resamples of the test pairs, and the cosines."""
        gold = {p: self.parts[p][self.labels.column].to_numpy() for p in ("validation", "test")}
        cosines = {p: similarity(model, self.parts[p]) for p in gold}
        groups = groups_of(self.parts["test"])[0]
        key = settings["rows"]
        draws = bootstrap_spearman(cosines["test"], gold["test"], key, groups=groups)
        metrics = {p: spearman(cosines[p], gold[p]) for p in gold}
        extra = {"encoder_sha": settings["encoder"], "data_sha": key}
        return Result(metrics, {"test": draws}, predictions=cosines, extra=extra)

    def _best_so_far(self, settings: dict) -> float:
        """The best validation score among the recorded trainings that differ in rate or seed."""
        found = [
            record.metrics["validation"]
            for record in self.ledger.records(TRAINED)
            if record.run.settings | {"lr": 0} == settings | {"lr": 0} and not record.diverged
        ]
        return max(found, default=float("-inf"))


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
