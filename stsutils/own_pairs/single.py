"""One training with one loss, as somebody states it: judged like a comparison, and saved."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from stsutils.errors import UserError
from stsutils.experiments import Cell, Experiment
from stsutils.losses import make_loss
from stsutils.own_pairs import words
from stsutils.own_pairs.comparison import MOST_EPOCHS, MOST_SEEDS, look_first, telling
from stsutils.own_pairs.conclusion import conclude
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.folder import PLAN, WORK, held, same_question
from stsutils.own_pairs.numbers import results
from stsutils.own_pairs.plan import Plan
from stsutils.own_pairs.question import ask
from stsutils.own_pairs.trainings import (
    TRAINED,
    Trainings,
    settings_of,
    trained_on_all,
    untrained,
)


def train(
    file: str | Path,
    out: str | Path,
    *,
    loss: str = "cosent",
    settings: dict[str, float] | None = None,
    lr: float | None = None,
    epochs: int = 10,
    batch_size: int = 16,
    patience: int = 2,
    precision: str = "float32",
    seeds: int = 1,
    all_rows: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
    **asking,
) -> dict:
    """Train an encoder on labelled pairs with one loss, and measure it on pairs it never saw.

    After each epoch the validation pairs are scored; after ``patience`` epochs without a better
    score the training stops, and the best weights are kept. With one seed the interval is that of
    this very model (other test pairs); with several also that of another training.

    Args:
        file, out: as for `compare`. A stopped training goes on in ``out``.
        loss: a name from `stsutils.losses.LOSSES` that fits the labels; ``settings`` are its own.
        lr: top learning rate [3e-4 for small encoders, 4e-5 for others].
        epochs, batch_size, precision: as for `fit`; ``epochs`` at most.
        seeds: how many trainings; the best on validation is saved.
        all_rows: train once more, on all rows, and save that model.
        command, progress, say, asking: as for `compare`.

    Returns:
        All numbers, as in ``out/results.json``; ``out/model`` is the trained encoder with its card.

    Raises:
        UserError: as `compare`; Diverged where the loss is no number.
    """
    out = Path(out)
    asked = ask(file, out, **asking)
    (spec,) = chosen_losses(asked.labels, [loss]).values()
    spec = spec | {"loss": spec["loss"] | (settings or {})}
    make_loss(spec["loss"], asked.model.dimension)  # a wrong setting is told now
    limits = {"epochs": (epochs, MOST_EPOCHS), "seeds": (seeds, MOST_SEEDS)}
    limits |= {"batch size": (batch_size, 100_000), "patience": (patience, MOST_EPOCHS)}
    for what, (number, most) in limits.items():
        if not 1 <= number <= most:
            raise UserError(f"{what} ({number}) must be 1 to {most}")
    lr = lr or (3e-4 if asked.model.dimension < 384 else 4e-5)
    if not 0 < lr < 1:
        raise UserError(f"the learning rate ({lr:g}) must be above 0 and below 1")
    sizes = [len(asked.parts[name]) for name in ("train", "validation", "test")]
    plan = Plan(*sizes, epochs, (lr,), seeds, 1, batch_size)
    spec |= {"patience": patience, "precision": precision}
    shas = asked.shas
    question = shas | {"losses": {loss: spec}, "plan": asdict(plan) | {"rates": [lr]}}
    with held(out):
        same_question(out / PLAN, question)
        asked.tell(say)
        own = Trainings(out / WORK, asked.model, asked.parts, asked.labels, bars=progress)
        cell = Cell(settings_of(spec, shas, plan, lr, plan.rows), "test", TRAINED)
        final = Experiment(
            "own-pairs", "One loss", lambda tier: {(loss, "test"): cell}, seeds=seeds
        )
        raw = untrained(shas, plan)
        with telling(own, seeds):
            look_first(own, raw, asked, say)
            own.make(final)
            found = results(own, raw, final, shas["rows"], this_one=seeds == 1, always=True)
            whole = None
            if all_rows:
                say("training once more, on all rows …")
                whole = trained_on_all(own, cell.settings, found["chosen"]["seed"])
        found |= {
            "data": asked.data(),
            "encoder": {"name": asked.encoder, "sha": shas["encoder"]}
            | {"pooling": asked.model.pooling},
            "plan": asdict(plan) | {"rates": [lr]},
            "notes": [],
            "losses": {loss: spec},
            "stopped": [],
        }
        found["recommendation"] = words.of_one(found)
        return conclude(found, asked, own, out, command or ["stsutils", "train", str(file)], whole)
