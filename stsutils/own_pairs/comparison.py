"""A file of labelled pairs in, a comparison of losses out."""

import json
import math
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import torch

from stsutils.checkpoints import write_atomically
from stsutils.data import check_file, content_sha, label_column, summary
from stsutils.data.label_kinds import Labels, label_kind
from stsutils.encoders import BiEncoder, load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.own_pairs.cut import cut, facts, groups_of
from stsutils.own_pairs.fitting import chosen_losses
from stsutils.own_pairs.numbers import UNTRAINED, Candidate, decide, difference, errors
from stsutils.own_pairs.plan import Plan, Sizes, choose, wished
from stsutils.own_pairs.trainings import Runs, keep, measure
from stsutils.statistics import tie_ceiling

# Tried in this order; a small encoder takes larger rates than one of BERT's size.
SMALL, LARGE = (3e-4, 1.5e-4, 6e-4), (4e-5, 2e-5, 8e-5)
UNKNOWN = 0.2  # share of unknown pieces from which on the encoder is doubted


def compare(
    file: str | Path,
    out: str | Path | None = None,
    *,
    losses: list[str] | None = None,
    budget: float = 10.0,
    encoder: str = "mini",
    pooling: str | None = None,
    seeds: int = 3,
    epochs: int | None = None,
    device: str | None = None,
    download: bool = False,
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> dict:
    """Train an encoder on somebody's own pairs with each fitting loss, and measure what came of it.

    The file is checked and cut into rows to train, to choose and to test with. Every loss gets the
    same rows, epochs, seeds, and number of learning rates to choose from. Rate and loss are chosen
    on the validation rows; the test rows only judge. The untrained encoder takes part.

    Args:
        file: a .csv, .tsv, .jsonl or .parquet file with sentence1, sentence2 and score or label.
        out: folder for the comparison [the file's name + "-compare"]. What is finished is kept
            there, and the same call goes on from it.
        losses: names from `stsutils.losses.LOSSES`, or ["all"] [the usual ones for the labels].
        budget: minutes. Epochs, rates, rows and seeds are cut until the trainings fit.
        encoder, pooling, download: as for `load_encoder`.
        seeds: trainings a loss at its best rate; two or more give intervals.
        epochs: at most so many [until about 4,000 pairs are seen, ten at most].
        device: cpu, cuda … [cuda if there is one].
        progress: show a bar with the time left.
        say: called with each line of news, such as `print`.

    Returns:
        All numbers, as they stand in ``out/results.json``. ``out/model`` holds the chosen model.

    Raises:
        UserError: a file that is wrong, too small or lopsided, a loss that does not fit, a folder
            with another comparison in it, a budget that is too small.
    """
    rows = check_file(file)
    where = str(file)
    labels = label_kind(rows, where)
    specs = chosen_losses(labels, losses)
    if seeds < 1 or (epochs is not None and epochs < 1):
        raise UserError(f"seeds ({seeds}) and epochs ({epochs}) must be above 0")
    if not 0 < budget < math.inf:
        raise UserError(f"the budget ({budget:g}) must be some minutes, more than 0")
    out = Path(out if out is not None else f"{Path(file).stem}-compare")
    parts, cuts = cut(rows, labels, where)
    model = load_encoder(encoder, pooling=pooling, download=download)
    if model.pooling == "first_last_tokens":
        raise UserError("pooling first_last_tokens can't be saved; take mean, cls, max, first_last")
    _move(model, device or ("cuda" if torch.cuda.is_available() else "cpu"))
    question = {
        "rows": content_sha(rows),
        "encoder": model.sha(),
        "losses": specs,
        "seeds": seeds,
        "epochs": epochs,
        "budget": budget,
    }
    for line in _words(labels, cuts, rows):
        say(line)
    if (share := _unknown(model, parts["train"])) > UNKNOWN:
        say(f"the encoder does not know {share:.0%} of the text: is it made for this language?")
    known = _known(out, question)
    if known is None:
        say("timing a few steps …")
        known = {"question": question} | _plan(model, parts, len(specs), question)
        _write(out / "plan.json", known)
    plan = Plan(**known["plan"] | {"rates": tuple(known["plan"]["rates"])})
    sizes = {"train": plan.rows, "validation": plan.validation, "test": plan.test}
    parts = {name: part.head(sizes[name]) for name, part in parts.items()}
    cuts |= facts(parts, labels)
    cuts["left_out"] = len(rows) - cuts["repeated"] - sum(cuts["rows"].values())
    say(plan_in_words(known["plan"], len(specs), known["seconds"]))
    for note in known["notes"]:
        say(f"to fit {budget:g} minutes: {note}")

    runs = Runs(out / "work", model, parts, plan, labels)
    total, before = plan.trainings * len(specs), runs.finished(specs)
    if before:
        say(f"{before} of {total} trainings were finished before")
    try:
        runs.make_all(specs, progress)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; {runs.finished(specs)} of {total} trainings are kept in {out}, and the one "
            "that was running is saved. The same command goes on from there"
        ) from None
    results = _results(runs, specs, parts, labels, question["rows"])
    _save_model(results["chosen"], model, out)
    results |= {
        "data": _data(rows, labels, cuts, file),
        "encoder": {"name": encoder, "sha": question["encoder"], "pooling": model.pooling},
        "plan": known["plan"],
        "notes": known["notes"],
        "budget": budget,
        "losses": specs,
    }
    _write(out / "results.json", results)
    return results


def plan_in_words(plan: dict, losses: int, seconds: float) -> str:
    """What every loss gets, in one line."""
    rates = ", ".join(f"{rate:g}" for rate in plan["rates"])
    return (
        f"{losses} loss{'es' * (losses != 1)}, each with {plan['rows']:,} training pairs, "
        f"{plan['epochs']} epoch{'s' * (plan['epochs'] != 1)}, "
        f"learning rate{'s' * (len(plan['rates']) != 1)} {rates}, "
        f"{plan['seeds']} seed{'s' * (plan['seeds'] != 1)}: about {seconds / 60:.1f} minutes"
    )


def _move(model: BiEncoder, device: str) -> None:
    try:
        model.to(device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:  # torch raises all three
        reason = str(error).splitlines()[0]
        raise UserError(f"device {device!r} can't be used here ({reason}); take cpu") from None


def _unknown(model: BiEncoder, rows: pd.DataFrame) -> float:
    """The share of the pieces of some sentences that the tokenizer has no number for."""
    some = rows["sentence1"].head(200).tolist()
    found = model.tokenizer(some, add_special_tokens=False, truncation=True)["input_ids"]
    pieces = [piece for sentence in found for piece in sentence]
    return pieces.count(model.tokenizer.unk_token_id) / max(1, len(pieces))


def _plan(model: BiEncoder, parts: dict, losses: int, question: dict) -> dict:
    """Time a short trial and choose what fits."""
    started = time.perf_counter()
    sizes = Sizes(*(len(parts[p]) for p in ("train", "validation", "test")))
    cost = measure(model, parts["train"])
    rates = SMALL if model.dimension < 384 else LARGE
    wish = wished(sizes, rates, question["seeds"], question["epochs"])
    left = question["budget"] * 60 - (time.perf_counter() - started)
    plan, notes = choose(wish, cost, losses, max(0.0, left))
    return {"plan": plan.as_dict(), "notes": notes, "seconds": plan.seconds(cost, losses)}


def _known(out: Path, question: dict) -> dict | None:
    """The plan that lies in the folder, if it answers this question; None for a fresh folder."""
    if out.is_file():
        raise UserError(f"--out {out} is a file; name a folder")
    path = out / "plan.json"
    if path.is_file():
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            theirs, ours = found["question"], json.loads(json.dumps(question))
            other = [what for what in ours if theirs.get(what) != ours[what]]
            Plan(**found["plan"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UserError(f"{path} can't be read; delete it to plan anew") from None
        if other:
            raise UserError(
                f"{out} holds a comparison with other {', '.join(other)}; "
                "name another folder with --out, or delete this one"
            )
        return found
    if out.is_dir() and any(out.iterdir()):
        raise UserError(f"{out} is not empty and holds no comparison; name another folder: --out")
    return None


def _results(runs: Runs, specs: dict, parts: dict, labels: Labels, key: str) -> dict:
    """Every number that the trainings give."""
    cosines = {p: similarity(runs.encoder, parts[p]).round(6) for p in ("validation", "test")}
    seeds, (groups, _) = runs.plan.seeds, groups_of(parts["test"])
    raw = [{"cosines": cosines}] * seeds
    candidates = {UNTRAINED: Candidate(UNTRAINED, raw, parts, key, groups)}
    rates = {}
    for name, spec in specs.items():
        rates[name] = runs.best_rate(spec)
        records = [runs.read(spec, rates[name], seed) for seed in range(seeds)]
        candidates[name] = Candidate(name, records, parts, key, groups)
    # on a tie the earlier one, so the untrained encoder where nothing was learned
    chosen = max(candidates.values(), key=lambda c: sum(c.validation))
    gold = parts["test"][label_column(parts["test"])]
    return {
        "chosen": {"name": chosen.name, "seed": chosen.best, "lr": rates.get(chosen.name)},
        "ceiling": tie_ceiling(gold.to_numpy()),
        "candidates": [
            c.numbers() | {"lr": rates.get(c.name), "decision": decide(c, parts, labels)}
            for c in candidates.values()
        ],
        "differences": [
            difference(chosen, c) for c in candidates.values() if c.name != chosen.name
        ],
        "errors": errors(chosen, parts["test"]),
        "test": {
            "labels": gold.tolist(),
            "cosines": {c.name: c.cosines["test"][c.best].tolist() for c in candidates.values()},
        },
    }


def _save_model(chosen: dict, encoder: BiEncoder, out: Path) -> None:
    if chosen["name"] == UNTRAINED:
        keep(encoder, out / "model")
        return
    fresh = out / ".model.tmp"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(out / "work" / chosen["name"], fresh)
    shutil.rmtree(out / "model", ignore_errors=True)
    fresh.rename(out / "model")


def _data(rows: pd.DataFrame, labels: Labels, cuts: dict, file: str | Path) -> dict:
    return {
        "file": Path(file).name,
        "sha": content_sha(rows),
        "kind": labels.kind,
        "column": labels.column,
        "low": labels.low,
        "high": labels.high,
        "middle": labels.middle,
        "positive": labels.positive,
        "summary": [list(line) for line in summary(rows)],
        "split": cuts,
    }


def _words(labels: Labels, cuts: dict, rows: pd.DataFrame) -> list[str]:
    """What was found in the file, and how it was cut."""
    sizes = " / ".join(f"{n:,}" for n in cuts["rows"].values())
    leaks = "no sentence is on two sides"
    if cuts["apart"] == "pairs":
        leaks = f"no pair is on two sides; {cuts['shared_sentences']:,} test pairs have a sentence "
        leaks += "that is trained on too"
    span = f"{labels.low:g} to {labels.high:g}"
    found = [
        f"{labels.kind} labels in the column {labels.column}, {span}; "
        f"{sizes} pairs to train / choose / test; {leaks}"
    ]
    repeats = dict(summary(rows))["duplicates"]
    if repeats != "0":
        found.append(f"rows that repeat an earlier pair: {repeats}; they neither choose nor test")
    same = int((rows["sentence1"] == rows["sentence2"]).sum())
    if same > len(rows) / 2:
        found.append(f"the two sentences are the same in {same:,} of {len(rows):,} rows: is it so?")
    return found


def _write(path: Path, content: dict) -> None:
    text = json.dumps(content, indent=1, ensure_ascii=False)
    try:
        write_atomically(path, lambda place: place.write_text(text, encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} can't be written ({error.strerror}); name another --out") from None
