"""A file of labelled pairs in; trained encoders, judged on pairs they never saw, out."""

import json
import math
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from stsutils.encoders import load_encoder, save
from stsutils.encoders.loading import SHIPPED
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.experiments import Experiment
from stsutils.ledger import Run
from stsutils.losses import make_loss
from stsutils.own_pairs import news, page, words
from stsutils.own_pairs.card import write_card
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.folder import PLAN, WORK, held, put, same_question, write
from stsutils.own_pairs.numbers import Candidate, records_of, results
from stsutils.own_pairs.plan import (
    Course,
    Plan,
    as_planned,
    check_limits,
    choose,
    rates_for,
    usual_epochs,
)
from stsutils.own_pairs.question import Question, ask
from stsutils.own_pairs.rounds import play
from stsutils.own_pairs.trained_on import keep_hashes
from stsutils.own_pairs.trainings import (
    TRAINED,
    UNTRAINED,
    Trainings,
    measure,
    settings_of,
    untrained,
)
from stsutils.statistics import spearman

OFFERED = 300  # pairs on which a larger encoder is looked at


def compare(
    file: str | Path,
    out: str | Path | None = None,
    *,
    losses: list[str] | None = None,
    budget: float = 10.0,
    seeds: int = 3,
    epochs: int | None = None,
    all_rows: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
    **asking,
) -> dict:
    """Train an encoder on somebody's own pairs with each fitting loss, and measure what came of it.

    The file is checked and cut into rows to train, to choose and to test with. Rates and losses are
    chosen on the validation rows, in rounds with more and more training pairs (`plan`); the losses
    of the final get the same rows, epochs and seeds. The test rows only judge: a loss that they do
    not show to be better than no training is not recommended. The records lie in a ledger of the
    comparison's own.

    Args:
        file: .csv, .tsv, .jsonl, .json, .parquet or .xlsx with the columns sentence1, sentence2 and
            score or label.
        out: folder to write to [the file's name + "-compare"]. What is finished is kept there, and
            the same call goes on from it.
        losses: names from `stsutils.losses.LOSSES`, or ["all"] [the usual ones for the labels].
        budget: minutes. Epochs, rates, losses in the final, rows and seeds are cut until it fits.
        seeds: trainings a loss in the final; two or more give intervals.
        epochs: at most so many [until about 4,000 pairs are seen, ten at most].
        all_rows: train the chosen loss once more, on all rows, and save that model.
        command: the words of the command line, for the model card.
        progress: show a bar with the time left.
        say: called with each line of news, such as `print`.
        asking: encoder, pooling, max_length, prompt, download, device, validation, test, and how a
            file is read, as for `ask`.

    Returns:
        All numbers, as they stand in ``out/results.json``. ``out/model`` holds the chosen model
        with its card, ``out/report.html`` the report.

    Raises:
        UserError: a file that is wrong, too small or lopsided, a loss that does not fit, a folder
            with another comparison in it or at work, a budget that is too small, a full disk.
    """
    out = Path(out if out is not None else f"{Path(file).stem}-compare")
    # whatever is wrong with the question is told before a folder is made
    asked = ask(file, out, **asking)
    specs = chosen_losses(asked.labels, losses)
    if not 0 < budget < math.inf:
        raise UserError(f"the budget ({budget:g}) must be some minutes, more than 0")
    check_limits(seeds=seeds, epochs=epochs)
    question = asked.shas | {"losses": specs, "seeds": seeds, "epochs": epochs, "budget": budget}
    with held(out):
        asked.tell(say)
        # the plan of an earlier call with the same question holds; else a new one is made
        kept = same_question(out, question, "comparison")
        if kept is None:
            say("timing a few steps …")
            kept = _planned(asked, len(specs), question) | {"question": question}
            write(out / PLAN, json.dumps(kept, indent=1))
        planned = as_planned(kept, out / PLAN)
        plan, notes = planned["plan"], planned["notes"]
        asked.keep({"train": plan.rows, "validation": plan.validation, "test": plan.test})
        say(news.of_plan(plan, len(specs), planned["minutes"]))
        for note in notes:
            say(f"to fit {budget:g} minutes: {note}")
        # train, judge, and say what may be said
        numbers, on_all = _trained(asked, specs, plan, out, say, progress, all_rows)
        numbers |= {"notes": notes, "budget": budget, "enough": planned["enough"]}
        numbers["offer"] = offer(asked)
        numbers["recommendation"] = words.recommendation(numbers)
        if all_rows and not numbers["all_rows"]:
            numbers["recommendation"]["warnings"].append(words.NOT_ON_ALL)
        command = command or ["stsutils", "compare", str(file)]
        return _concluded(numbers, asked, out, on_all, command)


def train(
    file: str | Path,
    out: str | Path,
    course: Course,
    *,
    seeds: int = 1,
    all_rows: bool = False,
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
        command, progress, say, asking: as for `compare`.

    Returns:
        All numbers, as in ``out/results.json``; ``out/model`` is the trained encoder with its card.

    Raises:
        UserError: as `compare`; Diverged where the loss is no number.
    """
    out = Path(out)
    check_limits(seeds=seeds)
    asked = ask(file, out, **asking)
    (spec,) = chosen_losses(asked.labels, [course.loss]).values()
    spec = spec | {"loss": spec["loss"] | course.settings}
    make_loss(spec["loss"], asked.model.dimension)  # a wrong setting is told now
    spec |= {"patience": course.patience, "precision": course.precision}
    lr = course.lr or rates_for(asked.model.dimension)[0]
    sizes = (len(asked.parts[name]) for name in ("train", "validation", "test"))
    plan = Plan(*sizes, course.epochs, (lr,), seeds, 1, course.batch_size)
    # a setting that no record can hold is told now
    Run(TRAINED, 0, settings_of(spec, asked.shas, plan, lr, plan.rows))
    specs = {course.loss: spec}
    question = asked.shas | {"losses": specs, "plan": plan.as_json()}
    with held(out):
        if same_question(out, question, "training") is None:
            write(out / PLAN, json.dumps({"question": question}, indent=1))
        asked.tell(say)
        say(news.of_course(course, lr, plan.rows, seeds))
        numbers, on_all = _trained(asked, specs, plan, out, say, progress, all_rows, one_loss=True)
        numbers["notes"] = []
        numbers["recommendation"] = words.recommendation(numbers, one_loss=True)
        command = command or ["stsutils", "train", str(file)]
        return _concluded(numbers, asked, out, on_all, command)


def _trained(
    asked: Question,
    specs: dict[str, dict],
    plan: Plan,
    out: Path,
    say: Callable[[str], None],
    progress: bool,
    all_rows: bool,
    one_loss: bool = False,
) -> tuple[dict, Path | None]:
    """The numbers of all trainings of a plan, and the folder of a model of all rows, if any.

    With ``one_loss`` that one is chosen, whatever is shown.
    """
    trainings = Trainings(out / WORK, asked.model, asked.parts, asked.labels, one_loss and progress)
    make = partial(trainings.make, progress=progress and not one_loss)
    raw, total, on_all = untrained(asked.shas, plan), plan.trainings(len(specs)), None
    try:
        _look_first(trainings, raw, asked, say)
        if not one_loss and (before := trainings.finished()):
            say(f"{before} of {total} trainings were finished before")
        # rounds on the validation pairs choose who is in the final; the test pairs judge the final
        final, stopped = play(specs, asked.shas, plan, trainings, make)
        for line in words.stopped(stopped):
            say(line)
        make(final)
        numbers = results(trainings, raw, final, asked.shas["rows"], one_loss)
        if all_rows and numbers["chosen"]["name"] != UNTRAINED:
            say(f"training {'' if one_loss else 'the chosen loss '}once more, on all rows …")
            settings = final.at("lab")[numbers["best"], "test"].settings
            on_all = trainings.trained_on_all(asked.rows, settings, numbers["chosen"]["seed"])
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {trainings.finished()} of {total} trainings are kept in {out}, and the one "
            "that was running is saved. The same command goes on from there"
        ) from None
    encoder = {"name": asked.encoder, "sha": asked.shas["encoder"], "pooling": asked.model.pooling}
    numbers |= {"data": asked.data(), "encoder": encoder, "plan": plan.as_json(), "losses": specs}
    return numbers | {"stopped": stopped, "all_rows": on_all is not None}, on_all


def _concluded(
    numbers: dict, asked: Question, out: Path, on_all: Path | None, command: list[str]
) -> dict:
    """All numbers, when ``model/`` with its card, ``results.json`` and the report are written.

    Where the model is the one trained on all rows, the card says that the score is not its own, and
    the one that was scored stays in the folder that ``scored`` names.
    """
    name, model = numbers["chosen"]["name"], out / "model"
    trained = name != UNTRAINED
    if trained:
        put(model, partial(shutil.copytree, out / WORK / name))
    else:
        put(model, partial(save, asked.model))
    numbers["scored"] = {"model": load_encoder(str(model)).sha(), "folder": "model"}
    if on_all is not None:
        numbers["scored"]["folder"] = f"{WORK}/{name}"
        put(model, partial(shutil.copytree, on_all))
    if trained:
        keep_hashes(model, asked.parts["train"] if on_all is None else asked.rows)
    write_card(model, numbers, command)
    write(out / "results.json", json.dumps(numbers, indent=1, ensure_ascii=False))
    write(out / "report.html", page.page(numbers))
    return numbers


def _look_first(trainings: Trainings, raw: Experiment, asked: Question, say) -> None:
    """Measure the untrained encoder, and say before the hour if the labels look turned."""
    (cell,) = raw.at("lab").values()
    if not trainings.ledger.has(Run(cell.recipe, 0, cell.settings)):
        say("scoring the untrained encoder …")
    trainings.make(raw)
    scores = Candidate(UNTRAINED, records_of(cell, 1, trainings), seeds=1).numbers()
    if turned := words.turned(scores, asked.labels.column):
        say(turned)


def offer(asked: Question) -> dict | None:
    """The larger encoder that is at hand, untrained, on the validation pairs; None without one."""
    if asked.encoder not in SHIPPED:
        return None
    try:
        larger = load_encoder("minilm")
    except UserError:  # it is not at hand, and nothing is fetched unasked
        return None
    larger.to(asked.device)
    rows = asked.parts["validation"].head(OFFERED)
    gold = rows[asked.labels.column].to_numpy()
    scores = [spearman(similarity(model, rows), gold) for model in (asked.model, larger)]
    return {"name": "minilm", "pairs": len(rows), "small": scores[0], "large": scores[1]}


def _planned(asked: Question, losses: int, question: dict) -> dict:
    """The plan that fits the budget by a timed trial; ``enough`` are budgets that cut less."""
    started = time.perf_counter()
    cost = measure(asked.model, asked.parts["train"])
    sizes = [len(asked.parts[name]) for name in ("train", "validation", "test")]
    rates = rates_for(asked.model.dimension)
    epochs = question["epochs"] or usual_epochs(sizes[0])
    wish = Plan(*sizes, epochs, rates, question["seeds"], losses)
    left = question["budget"] - (time.perf_counter() - started) / 60
    plan, notes = choose(wish, cost, losses, max(0.0, left))
    enough = {"rows": wish.least().budget(cost, losses), "all": wish.budget(cost, losses)}
    minutes = plan.minutes(cost, losses)
    return {"plan": plan.as_json(), "notes": notes, "minutes": minutes, "enough": enough}
