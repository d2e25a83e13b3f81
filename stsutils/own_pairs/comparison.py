"""A file of labelled pairs in, a comparison of losses out."""

import contextlib
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

from stsutils.encoders import load_encoder
from stsutils.encoders.loading import SHIPPED
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.experiments import Experiment
from stsutils.ledger import Run
from stsutils.own_pairs import news, words
from stsutils.own_pairs.conclusion import conclude
from stsutils.own_pairs.course import check_limits
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.folder import PLAN, WORK, held, read_plan, write
from stsutils.own_pairs.numbers import Candidate, records_of, results
from stsutils.own_pairs.plan import (
    MOST_EPOCHS,
    MOST_SEEDS,
    Plan,
    choose,
    rates_for,
    usual_epochs,
)
from stsutils.own_pairs.question import Question, ask
from stsutils.own_pairs.rounds import play
from stsutils.own_pairs.trainings import (
    UNTRAINED,
    Trainings,
    measure,
    trained_on_all,
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
        asking: encoder, pooling, download, device, columns, label_order, validation, test, as for
            `ask`.

    Returns:
        All numbers, as they stand in ``out/results.json``. ``out/model`` holds the chosen model
        with its card, ``out/report.html`` the report.

    Raises:
        UserError: a file that is wrong, too small or lopsided, a loss that does not fit, a folder
            with another comparison in it or at work, a budget that is too small, a full disk.
    """
    out = Path(out if out is not None else f"{Path(file).stem}-compare")
    asked = ask(file, out, **asking)
    specs = chosen_losses(asked.labels, losses)
    if not 0 < budget < math.inf:
        raise UserError(f"the budget ({budget:g}) must be some minutes, more than 0")
    check_limits({"seeds": (seeds, MOST_SEEDS), "epochs": (epochs, MOST_EPOCHS)})
    shas = asked.shas
    question = shas | {"losses": specs, "seeds": seeds, "epochs": epochs, "budget": budget}
    with held(out):
        asked.tell(say)
        known = read_plan(out, question)
        if known is None:
            say("timing a few steps …")
            known = _plan(asked, len(specs), question)
            written = known | {"question": question, "plan": asdict(known["plan"])}
            write(out / PLAN, json.dumps(written, indent=1))
        plan = known["plan"]
        asked.keep({"train": plan.rows, "validation": plan.validation, "test": plan.test})
        say(news.planned(plan, len(specs), known["minutes"]))
        for note in known["notes"]:
            say(f"to fit {budget:g} minutes: {note}")

        own = Trainings(out / WORK, asked.model, asked.parts, asked.labels)
        raw = untrained(shas, plan)
        total = plan.trainings(len(specs))
        with telling(own, total):
            look_first(own, raw, asked, say)
            if before := own.finished():
                say(f"{before} of {total} trainings were finished before")
            made = partial(own.make, progress=progress)
            final, left = play(specs, shas, plan, own, made)
            for line in words.stopped(left):
                say(line)
            own.make(final, progress=progress)
            found = results(own, raw, final, shas["rows"])
            whole = None
            if all_rows and found["chosen"]["name"] != UNTRAINED:
                say("training the chosen loss once more, on all rows …")
                (cell,) = (c for (n, _), c in final.at("lab").items() if n == found["best"])
                whole = trained_on_all(own, asked.rows, cell.settings, found["chosen"]["seed"])
        found |= {
            "data": asked.data(),
            "encoder": {"name": asked.encoder, "sha": shas["encoder"]}
            | {"pooling": asked.model.pooling},
            "plan": asdict(plan) | {"rates": list(plan.rates)},
            "notes": known["notes"],
            "budget": budget,
            "enough": known["enough"],
            "losses": specs,
            "stopped": left,
            "offer": offer(asked, own),
        }
        found["all_rows"] = whole is not None
        found["recommendation"] = words.recommendation(found)
        if all_rows and whole is None:
            found["recommendation"]["warnings"].append(words.NOT_ON_ALL)
        return conclude(
            found, asked, own, out, command or ["stsutils", "compare", str(file)], whole
        )


@contextlib.contextmanager
def telling(own: Trainings, total: int) -> Iterator[None]:
    """Say at Ctrl-C what is kept and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {own.finished()} of {total} trainings are kept in {own.folder.parent}, and "
            "the one that was running is saved. The same command goes on from there"
        ) from None


def look_first(own: Trainings, raw: Experiment, asked: Question, say) -> None:
    """Measure the untrained encoder, and say before the hour if the labels look turned."""
    (cell,) = raw.at("lab").values()
    if not own.ledger.has(Run(cell.recipe, 0, cell.settings)):
        say("scoring the untrained encoder …")
    own.make(raw, progress=False)
    scores = Candidate(UNTRAINED, records_of(cell, 1, own), seeds=1).numbers()
    if turned := words.turned(scores, asked.labels.column):
        say(turned)


def offer(asked: Question, own: Trainings) -> dict | None:
    """The larger encoder that is at hand, untrained, on the validation pairs; None without one."""
    if asked.encoder not in SHIPPED:
        return None
    try:
        larger = load_encoder("minilm")
    except UserError:  # it is not at hand, and nothing is fetched unasked
        return None
    larger.to(asked.device)
    rows = own.parts["validation"].head(OFFERED)
    gold = rows[asked.labels.column].to_numpy()
    scores = [spearman(similarity(model, rows), gold) for model in (asked.model, larger)]
    return {"name": "minilm", "pairs": len(rows), "small": scores[0], "large": scores[1]}


def _plan(asked: Question, losses: int, question: dict) -> dict:
    """Time a short trial and choose what fits; ``enough`` are budgets that cut less."""
    started = time.perf_counter()
    cost = measure(asked.model, asked.parts["train"])
    sizes = [len(asked.parts[name]) for name in ("train", "validation", "test")]
    rates = rates_for(asked.model.dimension)
    epochs = question["epochs"] or usual_epochs(sizes[0])
    wish = Plan(*sizes, epochs, rates, question["seeds"], losses)
    left = question["budget"] - (time.perf_counter() - started) / 60
    plan, notes = choose(wish, cost, losses, max(0.0, left))
    enough = {"rows": wish.least().budget(cost, losses), "all": wish.budget(cost, losses)}
    return {"plan": plan, "notes": notes, "minutes": plan.minutes(cost, losses), "enough": enough}
