"""One training with one loss, as somebody states it: judged like a comparison, and saved."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Run
from stsutils.losses import make_loss
from stsutils.own_pairs import news, words
from stsutils.own_pairs.comparison import look_first, telling
from stsutils.own_pairs.conclusion import conclude
from stsutils.own_pairs.course import Course, check_limits
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.folder import EVENTS, PLAN, WORK, held, same_question
from stsutils.own_pairs.numbers import results
from stsutils.own_pairs.plan import MOST_SEEDS, Plan
from stsutils.own_pairs.question import ask
from stsutils.own_pairs.trainings import (
    TRAINED,
    Trainings,
    settings_of,
    trained_on_all,
    untrained,
)
from stsutils.own_pairs.watching import check_watching


def train(
    file: str | Path,
    out: str | Path,
    course: Course,
    *,
    seeds: int = 1,
    all_rows: bool = False,
    tensorboard: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
    **asking,
) -> dict:
    """Train an encoder on labelled pairs with one loss, and measure it on pairs it never saw.

    After each epoch the validation pairs are scored; without a better score for some epochs the
    training stops, and the best weights are kept. With one seed the interval is that of this very
    model (other test pairs); with several also that of another training.

    Args:
        file, out: as for `compare`. A stopped training goes on in ``out``.
        course: a loss that fits the labels, and how the training goes.
        seeds: how many trainings; the best on validation is saved.
        all_rows: train once more, on all rows, and save that model.
        tensorboard: write the history of each training to ``out/tensorboard``.
        command, progress, say, asking: as for `compare`.

    Returns:
        All numbers, as in ``out/results.json``; ``out/model`` is the trained encoder with its card.

    Raises:
        UserError: as `compare`; Diverged where the loss is no number.
    """
    out, loss = Path(out), course.loss
    check_limits({"seeds": (seeds, MOST_SEEDS)})
    if tensorboard:
        check_watching()
    asked = ask(file, out, **asking)
    (spec,) = chosen_losses(asked.labels, [loss]).values()
    spec = spec | {"loss": spec["loss"] | course.settings}
    make_loss(spec["loss"], asked.model.dimension)  # a wrong setting is told now
    lr = course.rate(asked.model.dimension)
    sizes = [len(asked.parts[name]) for name in ("train", "validation", "test")]
    plan = Plan(*sizes, course.epochs, (lr,), seeds, 1, course.batch_size)
    spec |= {"patience": course.patience, "precision": course.precision}
    shas = asked.shas
    question = shas | {"losses": {loss: spec}, "plan": asdict(plan) | {"rates": [lr]}}
    cell = Cell(settings_of(spec, shas, plan, lr, plan.rows), "test", TRAINED)
    Run(TRAINED, 0, cell.settings)  # a setting that no record can hold is told now
    with held(out):
        same_question(out / PLAN, question)
        asked.tell(say)
        say(news.announced(course, lr, len(asked.parts["train"]), seeds))
        own = Trainings(
            out / WORK,
            asked.model,
            asked.parts,
            asked.labels,
            bars=progress,
            events=out / EVENTS if tensorboard else None,
        )
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
                whole = trained_on_all(own, asked.rows, cell.settings, found["chosen"]["seed"])
        found |= {
            "data": asked.data(),
            "encoder": {"name": asked.encoder, "sha": shas["encoder"]}
            | {"pooling": asked.model.pooling},
            "plan": asdict(plan) | {"rates": [lr]},
            "notes": [],
            "losses": {loss: spec},
            "stopped": [],
        }
        found["all_rows"] = whole is not None
        found["recommendation"] = words.of_one(found)
        return conclude(found, asked, own, out, command or ["stsutils", "train", str(file)], whole)
