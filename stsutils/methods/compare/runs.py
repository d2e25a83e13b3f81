"""The trainings of a comparison, each kept on disk as soon as it is finished."""

import copy
import hashlib
import json
import shutil
import statistics
import time
from pathlib import Path

import pandas as pd
import torch
from tqdm.auto import tqdm

from stsutils.checkpoints import write_atomically
from stsutils.data import label_column, relabel
from stsutils.data.label_kinds import Labels
from stsutils.encoders import BiEncoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.losses import LOSSES, on_cosines
from stsutils.methods.compare.plan import BATCH, Cost, Plan
from stsutils.statistics import spearman
from stsutils.training import fit


def make(settings: dict):
    """The loss with these settings."""
    function, _ = LOSSES[settings["name"]]
    return on_cosines(function, **{k: v for k, v in settings.items() if k != "name"})


def prepared(rows: pd.DataFrame, spec: dict, labels: Labels) -> pd.DataFrame:
    """Training rows with the labels that this loss wants."""
    return relabel(rows, spec["labels"], range=(labels.low, labels.high))


def measure(encoder: BiEncoder, rows: pd.DataFrame, spec: dict, labels: Labels) -> Cost:
    """One short trial: the median of some training steps, and the encoding of some pairs."""
    model, times = copy.deepcopy(encoder), []
    model.register_forward_hook(
        lambda module, *_: times.append(time.perf_counter()) if module.training else None
    )
    some = prepared(rows.sample(min(len(rows), 8 * BATCH), random_state=0), spec, labels)
    epochs = -(-8 * BATCH // len(some))
    fit(model, some, make(spec["loss"]), epochs=epochs, lr=1e-6, progress=False)
    steps = [after - before for before, after in zip(times, times[1:], strict=False)]
    started = time.perf_counter()
    similarity(model, some)
    return Cost(statistics.median(steps), (time.perf_counter() - started) / len(some))


class Runs:
    """The finished trainings of one comparison, in ``folder``; what is there is not made again."""

    def __init__(self, folder: Path, encoder: BiEncoder, parts: dict, plan: Plan, labels: Labels):
        """Keep what all trainings share; ``parts`` are the train, validation and test rows."""
        self.folder, self.encoder, self.plan, self.labels = folder, encoder, plan, labels
        self.train = parts["train"].head(plan.rows)
        self.validation, self.test = parts["validation"], parts["test"]
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
                for name, spec in specs.items():
                    for lr, seed in stage(spec):
                        if self.read(spec, lr, seed) is None:
                            done += 1
                            bar.set_description(
                                f"{done} of {total}: {name}, rate {lr:g}, seed {seed}"
                            )
                            self._make(name, spec, lr, seed, bar)
                            bar.n = done * steps
                            bar.refresh()

    def _make(self, name: str, spec: dict, lr: float, seed: int, bar: tqdm) -> None:
        model, path = copy.deepcopy(self.encoder), self.path(spec, lr, seed)
        # the encoder's own call counts the steps, so any loss will do
        model.register_forward_hook(lambda module, *_: bar.update() if module.training else None)
        with torch.random.fork_rng():
            torch.manual_seed(seed)  # a loss with parameters draws them here
            loss = make(spec["loss"])
        started = time.perf_counter()
        try:
            history = fit(
                model,
                prepared(self.train, spec, self.labels),
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
