"""Trainings replayed: the cosines of the same test pairs at moments of a training, loss by loss.

    python book/live_replay.py FOLDER     # writes what the page loads; book/make.py does it
    python book/live_replay.py --train    # trains on PAWS first: part of `make live-encoders`

The losses are those of live_encoders.py, the trainings seed 0 of a record's settings on PAWS, where
losses and thresholds come apart: its pairs share their words. What they gave is kept in
book/replays, some kilobytes each, under the record's id. Where one of them is missing there, short
trainings on generated pairs stand in for all of them, and the page says so.
"""

import json
import math
from pathlib import Path

from live_encoders import NEAR, Training, command, trainings
from live_replay_page import fragment

from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.ledger import Ledger
from stsutils.recipes.models import encoder_of
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.scoring import score
from stsutils.recipes.settings import complete
from stsutils.recipes.training import loss_of, training_rows
from stsutils.training import fit
from stsutils.writing import write_text

REPLAYS = Path(__file__).resolve().parent / "replays"
#: The column of the losses' tables.
SET = "PAWS"
#: Test pairs that are shown, and at how many moments of the training beside its beginning.
PAIRS, MOMENTS = 200, 20


def place(training: Training) -> Path:
    """Where the moments of a training are kept."""
    if training.recorded:
        return REPLAYS / f"{training.run.id}.json"
    return training.folder / "replay.json"


def make(training: Training) -> None:
    """Train as the record did, look at the test pairs on the way, compare, and keep the cosines."""
    s = complete("finetune-1", training.settings)
    encoder, rows = encoder_of(s, "cpu"), training_rows(s, 0)
    shown = rows_of(f"{training.metric}@{PAIRS}")
    moments = [similarity(encoder, shown)]

    def look(encoder) -> dict[str, float]:
        moments.append(similarity(encoder, shown))
        return {"spearman": score(moments[-1], shown)}

    print(f"{training.title}: training on {len(rows)} pairs of {s['train']}", flush=True)
    steps = s["epochs"] * math.ceil(len(rows) / s["batch_size"])
    names = ("epochs", "batch_size", "lr", "loss_lr", "warmup", "weight_decay", "clip", "precision")
    history = fit(
        encoder,
        rows,
        loss_of(s, encoder.dimension, 0),
        evaluate=look,
        evaluate_every=math.ceil(steps / MOMENTS),
        keep="last",
        **{name: s[name] for name in names},
    )
    compare(training, encoder, s)
    told = {name: s[name] for name in ("encoder", "train", "epochs", "batch_size", "lr", "loss")}
    told |= {"run": training.run.id, "title": training.title, "rows": len(rows)}
    told |= {"metric": training.metric, "steps": [0, *map(int, history["step"])]}
    told |= {"scores": [round(float(x), 2) for x in gold(shown)]}
    told |= {"thousandths": [[round(1000 * float(c)) for c in moment] for moment in moments]}
    write_text(place(training), json.dumps(told, ensure_ascii=False) + "\n")


def compare(training: Training, encoder, s: dict) -> None:
    """Raise UserError if the last weights score otherwise on validation than the record says."""
    record = Ledger().read(training.run) if training.recorded else None
    if record:
        rows = rows_of(s["validation"])
        ours, theirs = score(similarity(encoder, rows), rows), record.curve[-1]["validation"]
        print(f"  validation after the last step {ours:.4f}, in the record {theirs:.4f}")
        if abs(ours - theirs) > NEAR:
            raise UserError(f"{training.title}: record {training.run.id} says another score")


def chosen() -> list[dict]:
    """What is kept of the five trainings on PAWS; of the short ones where that is not whole.

    Never some of the one and some of the other: they look at different test pairs.
    """
    found = trainings("lab", SET)
    if not all(place(one).is_file() for one in found):
        found = trainings("demo", SET)
        for one in found:
            if not place(one).is_file():
                make(one)
    read = [json.loads(place(one).read_text(encoding="utf-8")) for one in found]
    return [{"name": one.name, **told} for one, told in zip(found, read, strict=True)]


def build(folder: Path) -> None:
    """Write the script with the cosines, and the piece of page, to `folder`/live."""
    replays = chosen()
    text = json.dumps(replays, ensure_ascii=False, separators=(",", ":"))
    write_text(folder / "live" / "replays.js", f"window.replaysOfTheBook = {text};\n")
    write_text(folder / "live" / "training_replayed.html", fragment(replays))


if __name__ == "__main__":
    command("Make the trainings that a page replays.", place, make, build, SET)
