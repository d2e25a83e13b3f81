"""A file of labelled pairs in; trained encoders, judged on pairs they never saw, out."""

import json
import math
import shlex
import shutil
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from stsutils.encoders import load_encoder, save
from stsutils.encoders.devices import check_precision
from stsutils.errors import UserError
from stsutils.ledger import Run
from stsutils.own_pairs import news, page, words
from stsutils.own_pairs.card import write_card
from stsutils.own_pairs.fitting import check_settings, chosen_losses
from stsutils.own_pairs.folder import PLAN, WORK, held, note, put, put_file, same_question
from stsutils.own_pairs.numbers import Candidate, results
from stsutils.own_pairs.plan import BATCH, Plan, check_limits, rates_for
from stsutils.own_pairs.planned import plan_for
from stsutils.own_pairs.question import Question, ask
from stsutils.own_pairs.suspicious import doubts, label_next, unlabelled_in
from stsutils.own_pairs.trained_on import UNTRAINED, keep_hashes
from stsutils.own_pairs.trainings import RAW, TRAINED, Trainings, raw_settings, settings_of
from stsutils.own_pairs.turns import play
from stsutils.report.markup import counted
from stsutils.writing import write_csv, write_text


def compare(
    file: str | Path,
    out: str | Path,
    *,
    losses: list[str] | None = None,
    budget: float = 10.0,
    seeds: int = 3,
    epochs: int | None = None,
    all_rows: bool = False,
    unlabelled: str | Path | None = None,
    replace: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
    **asking,
) -> dict:
    """Train an encoder on somebody's own pairs with each fitting loss, and measure what came of it.

    The file is checked and cut into rows to train, to choose and to test with. Each loss is trained
    once on all training rows, if the minutes allow it; then those that chance alone may have put
    behind get further seeds, while time lasts (`turns`). The validation rows compare losses. The
    test rows only judge: a loss that they do not show to be better than no training is not
    recommended. The records lie in a ledger of the comparison's own.

    Args:
        file: .csv, .tsv, .jsonl, .json, .parquet or .xlsx with the columns sentence1, sentence2 and
            score or label.
        out: folder to write to. What is finished is kept there, and the same call goes on from it.
        losses: names from `stsutils.losses.LOSSES`, each with settings if you like, as
            "contrastive:threshold=0.9"; or ["all"] [the usual ones for the labels].
        budget: minutes of computing; on a machine that does other work as well it takes longer.
        seeds: trainings a loss at most; two or more let losses be compared beyond these trainings.
        epochs: at most so many [until about 4,000 pairs are seen, ten at most; five where each loss
            can be trained so twice].
        all_rows: train the chosen loss once more, on all rows, and save that model.
        unlabelled: a file of pairs without labels, laid out as ``file``; those that are worth one
            most are written to ``out/label_next.csv``.
        replace: write anew what the reader changed in ``out``: a table, which stays otherwise, or
            the model, where the comparison is refused otherwise.
        command: the words of the command line, for the model card.
        progress: show a bar in each training.
        say: called with each line of news, such as `print`.
        asking: encoder, pooling, max_length, prompt, download, device, validation, test, group,
            repeats, and how a file is read, as for `ask`.

    Returns:
        All numbers, as they stand in ``out/results.json``. ``out/model`` holds the chosen model
        with its card, ``out/report.html`` the report, ``out/suspicious.csv`` the rows whose labels
        should be looked at again.

    Raises:
        UserError: a file that is wrong, too small or lopsided, a loss that does not fit, a folder
            with another comparison in it or at work, a budget that is too small, a full disk.
    """
    out = Path(out)
    # whatever is wrong with the question is told before a folder is made
    asked = ask(file, out, **asking)
    specs = chosen_losses(asked.labels, losses)
    for spec in specs.values():
        check_settings(spec, asked.model.dimension, BATCH)
    if not 0 < budget < math.inf:
        raise UserError(f"the budget ({budget:g}) must be some minutes, more than 0")
    check_limits(seeds=seeds, epochs=epochs)
    layout = {n: asking[n] for n in ("columns", "header", "drop_missing") if n in asking}
    fresh = None if unlabelled is None else unlabelled_in(unlabelled, asked, **layout)
    question = asked.shas | {"losses": specs, "seeds": seeds, "epochs": epochs, "budget": budget}
    with held(out, replace):
        asked.tell(say)
        planned = plan_for(asked, len(specs), question, out, say)
        plan, notes, cores = planned.plan, planned.notes, planned.cost.cores
        asked.keep(plan)
        for line in news.of_plan(plan, len(specs), planned.cost, budget):
            say(line)
        for note in notes:
            say(f"to fit {words.minutes(budget)}: {note}")
        # train, judge, and say what may be said
        bars = None if progress else False  # on a terminal alone: each training is told
        trainings = Trainings(out / WORK, asked.model, asked.parts, asked.labels, bars, say, cores)
        numbers, on_all = _trained(asked, specs, plan, trainings, all_rows, seconds=planned.seconds)
        if 0 < (made := words.seeds_of_best(numbers)) < seeds:
            notes = [*notes, f"seeds: {made} instead of {seeds}"]
        numbers |= {"budget": budget, "notes": notes}
        for name, of in (("again", "rows"), ("again_all", "all")):
            minutes = planned.enough[of]
            numbers[name] = f"--budget {minutes} --out " + shlex.quote(f"{out}-{minutes}")
        listed, numbers["suspicious"] = doubts(numbers, asked, trainings, planned.seconds)
        write = partial(put_file, replace=replace, say=say)
        write(out / "suspicious.csv", partial(write_csv, rows=listed))
        _conclude(numbers, asked, out, on_all, command or ["stsutils", "compare", str(file)], write)
        if fresh is not None:
            following = label_next(out / "model", fresh, asked, numbers)
            write(out / "label_next.csv", partial(write_csv, rows=following))
        return numbers


def train(
    file: str | Path,
    out: str | Path,
    loss: str,
    *,
    settings: dict[str, float] | None = None,
    lr: float | None = None,
    epochs: int = 10,
    batch_size: int = BATCH,
    patience: int = 2,
    precision: str = "float32",
    seeds: int = 1,
    all_rows: bool = False,
    replace: bool = False,
    command: list[str] | None = None,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
    **asking,
) -> dict:
    """Train an encoder on labelled pairs with one loss, and measure it on pairs it never saw.

    After each epoch the validation pairs are scored; without a better score for some epochs the
    training stops, and the best weights are kept. Against no training stands the model that is
    kept, so the interval is over other test pairs; that of a score also over seeds, if several.

    Args:
        file, out: as for `compare`. A stopped training goes on in ``out``.
        loss: a name from `stsutils.losses.LOSSES` that fits the labels; ``settings`` are its own.
        lr: top learning rate [the first of `rates_for` the encoder].
        epochs, batch_size, precision: as for `fit`; ``epochs`` at most.
        patience: stop after so many epochs without a better one.
        seeds: how many trainings; the best on validation is saved.
        all_rows: train once more, on all rows, and save that model.
        replace, command, progress, say, asking: as for `compare`.

    Returns:
        All numbers, as in ``out/results.json``; ``out/model`` is the trained encoder with its card.

    Raises:
        UserError: as `compare`; Diverged where the loss is no number.
    """
    out = Path(out)
    check_limits(seeds=seeds, epochs=epochs, patience=patience, batch_size=batch_size)
    if lr is not None and not 0 < lr < 1:
        raise UserError(f"the learning rate ({lr:g}) must be above 0 and below 1")
    check_precision(precision)
    asked = ask(file, out, **asking)
    ((name, spec),) = chosen_losses(asked.labels, [loss]).items()
    spec = spec | {"loss": spec["loss"] | (settings or {})}
    check_settings(spec, asked.model.dimension, batch_size)
    spec |= {"patience": patience, "precision": precision}
    lr = lr or rates_for(asked.model.dimension)[0]
    sizes = (len(asked.parts[name]) for name in ("train", "validation", "test"))
    plan = Plan(*sizes, epochs, [lr], seeds, batch_size)
    # a setting that no record can hold is told now
    Run(TRAINED, 0, settings_of(spec, asked.shas, plan, lr))
    specs = {name: spec}
    question = asked.shas | {"losses": specs, "plan": asdict(plan)}
    with held(out, replace):
        if same_question(out, question, "training") is None:
            write_text(out / PLAN, json.dumps({"question": question}, indent=1))
        asked.tell(say)
        for line in news.of_course(plan, loss, patience):
            say(line)
        trainings = Trainings(out / WORK, asked.model, asked.parts, asked.labels, progress, say)
        numbers, on_all = _trained(asked, specs, plan, trainings, all_rows, one_loss=True)
        write = partial(put_file, replace=replace, say=say)
        _conclude(numbers, asked, out, on_all, command or ["stsutils", "train", str(file)], write)
        return numbers


def _trained(
    asked: Question,
    specs: dict[str, dict],
    plan: Plan,
    trainings: Trainings,
    all_rows: bool,
    seconds: float = math.inf,
    one_loss: bool = False,
) -> tuple[dict, Path | None]:
    """Train each loss (`play`), and judge (`results`); what was asked stands beside the numbers.

    With ``all_rows`` the chosen loss, if one is, trains once more: the folder of that model is the
    second, else None. Ctrl-C tells what is kept.
    """
    try:
        raw = trainings.record(RAW, raw_settings(asked.shas, plan))
        untrained = Candidate(UNTRAINED, [raw], trainings).numbers()
        if turned := words.turned(untrained, asked.labels.column):
            trainings.say(turned)  # before the hour
        if before := trainings.finished():
            trainings.say(f"{counted(before, 'training')} kept from before")
        records, stopped = play(specs, asked.shas, plan, trainings, seconds)
        numbers, on_all = results(trainings, raw, records, one_loss), None
        if all_rows and numbers["chosen"]["name"] != UNTRAINED:
            trainings.say("training the chosen loss once more, on all rows …")
            seed = numbers["chosen"]["seed"]
            on_all = trainings.trained_on(asked.rows, numbers["settings"], seed)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {counted(trainings.finished(), 'training')} kept in "
            f"{trainings.folder.parent}, and the one that was running is saved. The same command "
            "goes on from there"
        ) from None
    encoder = {"name": asked.encoder, "sha": asked.model.sha(), "pooling": asked.model.pooling}
    numbers |= {
        "losses": specs,
        "stopped": stopped,
        "not_tried": [name for name in specs if name not in records],
        "plan": asdict(plan),
        "data": asked.data(),
        "notes": [],
        "all_rows": on_all is not None,
        "not_on_all": all_rows and on_all is None,
        "encoder": encoder,
    }
    return numbers, on_all


def _conclude(
    numbers: dict, asked: Question, out: Path, on_all: Path | None, command: list, write: Callable
) -> None:
    """Say what may be said; write ``model/`` with its card, ``results.json`` and the report.

    ``write`` puts a file in place, unless the reader has changed what lies there.

    Where the model is the one trained on all rows, the card says that the score is not its own, and
    the one that was scored stays in the folder that ``scored`` names.
    """
    name, model = numbers["chosen"]["name"], out / "model"
    scored = out / WORK / name
    if name != UNTRAINED and not scored.is_dir():
        raise UserError(f"{scored} is missing; delete {out / WORK} to train anew")
    numbers["recommendation"] = words.recommendation(numbers)
    numbers["scored"] = {"folder": "model" if on_all is None else f"{WORK}/{name}"}

    def fill(fresh: Path) -> None:
        if name == UNTRAINED:
            save(asked.model, fresh)
        else:
            shutil.copytree(on_all or scored, fresh)
            learned = asked.parts["train"] if on_all is None else asked.rows
            keep_hashes(fresh, learned, asked.parts["validation"])
        numbers["scored"]["model"] = load_encoder(str(fresh if on_all is None else scored)).sha()
        write_card(fresh, numbers, command)
        note(model, fresh)

    put(model, fill)
    write_text(out / "results.json", json.dumps(numbers, indent=1, ensure_ascii=False))
    report = page.page(numbers).replace("\x1b", "�")  # no terminal obeys
    write(out / "report.html", partial(write_text, text=report))
