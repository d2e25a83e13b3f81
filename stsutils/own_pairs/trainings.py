"""The trainings of a comparison, each kept on disk as soon as it is finished."""

import copy
import hashlib
import itertools
import json
import shutil
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
from tqdm import tqdm

from stsutils.checkpoints import write_atomically
from stsutils.data import label_column
from stsutils.data.label_kinds import Labels
from stsutils.encoders import BiEncoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.losses import cosent, make_loss, on_cosines
from stsutils.own_pairs.fitting import prepared
from stsutils.own_pairs.plan import BATCH, Cost, Plan
from stsutils.statistics import spearman
from stsutils.training import fit


def each_step(model: BiEncoder, call: Callable[[], object]) -> None:
    """Call `call` whenever the model encodes a training batch, whatever the loss."""

    def hook(module, inputs, output) -> None:  # what it returned would replace the output
        if module.training:
            call()

    model.register_forward_hook(hook)


def measure(encoder: BiEncoder, rows: pd.DataFrame) -> Cost:
    """One short trial with CoSENT: the median of some steps, and the encoding of some pairs."""
    model, times = copy.deepcopy(encoder), []
    each_step(model, lambda: times.append(time.perf_counter()))
    some = rows.sample(min(len(rows), 8 * BATCH), random_state=0)
    epochs = -(-8 * BATCH // len(some))
    fit(model, some, on_cosines(cosent), epochs=epochs, lr=1e-6, progress=False)
    steps = [after - before for before, after in itertools.pairwise(times)]
    started = time.perf_counter()
    similarity(model, some)
    return Cost(statistics.median(steps), (time.perf_counter() - started) / len(some))


class Runs:
    """The finished trainings of one comparison, in ``folder``; what is there is not made again."""

    def __init__(self, folder: Path, encoder: BiEncoder, parts: dict, plan: Plan, labels: Labels):
        """Keep what all trainings share; ``parts`` are the train, validation and test rows."""
        self.folder, self.encoder, self.plan, self.labels = folder, encoder, plan, labels
        self.train, self.validation, self.test = (parts[p] for p in ("train", "validation", "test"))
        self.gold = self.validation[label_column(self.validation)].to_numpy()

    def path(self, spec: dict, lr: float, seed: int) -> Path:
        """Where this training's record lies; its name is a hash of all that decides it."""
        settings = {"spec": spec, "lr": lr, "seed": seed, "plan": self.plan.as_dict()}
        for free in ("rates", "seeds"):
            del settings["plan"][free]
        text = json.dumps(settings, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"

    def read(self, spec: dict, lr: float, seed: int) -> dict | None:
        """The record of a finished training, or None."""
        path = self.path(spec, lr, seed)
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None

    def best_rate(self, spec: dict) -> float:
        """The rate with the best validation score on the first seed."""
        return max(self.plan.rates, key=lambda lr: self.read(spec, lr, 0)["validation"])

    def finished(self, specs: dict[str, dict]) -> int:
        """How many of the planned trainings are on disk."""
        tried = [(s, lr, 0) for s in specs.values() for lr in self.plan.rates]
        done = sum(self.read(*one) is not None for one in tried)
        if done < len(tried):
            return done
        rest = [
            (s, self.best_rate(s), i) for s in specs.values() for i in range(1, self.plan.seeds)
        ]
        return done + sum(self.read(*one) is not None for one in rest)

    def make_all(self, specs: dict[str, dict], progress: bool = True) -> None:
        """Make what is missing: every rate on the first seed, then the best rate on the others."""
        steps, done = self.plan.steps, self.finished(specs)
        total = self.plan.trainings * len(specs)
        form = "{desc} {percentage:3.0f}%|{bar}| {elapsed} gone, {remaining} left"
        options = {"bar_format": form, "smoothing": 0.05, "disable": not progress}
        with tqdm(total=total * steps, initial=done * steps, **options) as bar:
            stages = (
                lambda spec: [(lr, 0) for lr in self.plan.rates],
                lambda spec: [(self.best_rate(spec), seed) for seed in range(1, self.plan.seeds)],
            )
            for stage in stages:
                todo = [(n, s, lr, seed) for n, s in specs.items() for lr, seed in stage(s)]
                for name, spec, lr, seed in todo:
                    if self.read(spec, lr, seed) is not None:
                        continue
                    done += 1
                    bar.set_description(f"{done} of {total}: {name}, rate {lr:g}, seed {seed}")
                    self._make(name, spec, lr, seed, bar)
                    bar.n = done * steps
                    bar.refresh()

    def _make(self, name: str, spec: dict, lr: float, seed: int, bar: tqdm) -> None:
        model, path = copy.deepcopy(self.encoder), self.path(spec, lr, seed)
        each_step(model, bar.update)
        loss = make_loss(spec["loss"], model.dimension, seed)
        started = time.perf_counter()
        try:
            history = fit(
                model,
                prepared(self.train, spec["labels"], self.labels),
                loss,
                evaluate=lambda now: {
                    "validation": spearman(similarity(now, self.validation), self.gold)
                },
                epochs=self.plan.epochs,
                batch_size=self.plan.batch_size,
                lr=lr,
                seed=seed,
                checkpoint=path.with_suffix(".safetensors"),
                progress=False,
            )
        except UserError as error:
            raise UserError(f"{error} (training {name}, rate {lr:g}, seed {seed})") from error
        record = {
            "loss": name,
            "lr": lr,
            "seed": seed,
            "validation": float(history["validation"].max()),
            "seconds": round(time.perf_counter() - started, 2),
            "curve": history[["step", "loss", "validation"]].round(6).to_dict("records"),
            "cosines": {
                "validation": similarity(model, self.validation).round(6).tolist(),
                "test": similarity(model, self.test).round(6).tolist(),
            },
        }
        if record["validation"] > self._best_so_far(spec):
            keep(model, self.folder / name)
        text = json.dumps(record)
        write_atomically(path, lambda place: place.write_text(text, encoding="utf-8"))

    def _best_so_far(self, spec: dict) -> float:
        tries = [(lr, seed) for lr in self.plan.rates for seed in range(self.plan.seeds)]
        found = [self.read(spec, *one) for one in tries]
        return max((one["validation"] for one in found if one), default=float("-inf"))


def keep(model: BiEncoder, folder: Path) -> None:
    """Save a model in place of the one before; a kill leaves the old one, the new one or none."""
    fresh = folder.with_name(f".{folder.name}.tmp")
    shutil.rmtree(fresh, ignore_errors=True)
    save(model, fresh)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)
