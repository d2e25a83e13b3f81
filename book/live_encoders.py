"""The encoders of the live pages: the raw one, and one for each of five losses.

    python book/live_encoders.py FOLDER     # writes what the pages load; book/make.py does it
    python book/live_encoders.py --train    # trains them on STS-B first: `make live-encoders`

A trained encoder is seed 0 of a record's settings on STS-B, kept in `runs/live` under the record's
id (or in STSUTILS_WORK). Where it has not been trained, one from a short training on generated
pairs stands in, and says so.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from live_page import EXAMPLES, fragment
from live_weights import pack, rounded, write

from stsutils.data import load as load_rows
from stsutils.encoders import load_encoder, save
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.experiments import Cell, load, resolve
from stsutils.experiments.common.encoders import MINI_3
from stsutils.ledger import Ledger, Result, Run
from stsutils.recipes.models import encoder_of
from stsutils.recipes.rows import gold, rows_of
from stsutils.recipes.settings import complete
from stsutils.recipes.training import train, training_rows
from stsutils.statistics import spearman
from stsutils.writing import write_text

#: Name of the files → title, experiment, and its row.
TRAINED = {
    "cosine-mse": ("cosine-MSE", "contrastive-threshold", "cosine-MSE"),
    "contrastive-low": ("contrastive, ε = −1", "contrastive-threshold", "ε = -1 | as coded"),
    "contrastive-high": ("contrastive, ε = .9", "contrastive-threshold", "ε = 0.9 | as coded"),
    "softmax": ("softmax", "supervised", "softmax"),
    "cosent": ("CoSENT", "contrastive-threshold", "CoSENT"),
}
#: What a stand-in's training changes of the demo tier's, and the cut of its test: it takes seconds.
SHORT = {"rows": 300, "epochs": 1}
TESTED = "@300"
#: The pairs that a reader's own is seen among: hand-written, scored 0 to 5, trained on nowhere.
AMONG = ("hand_graded", "hand_zh")
#: How far a score may be from the record's: other machines add up in another order.
NEAR = 0.01


@dataclass(frozen=True)
class Training:
    """One training: its loss' title, settings and test score's name; whether it is the lab's."""

    name: str
    title: str
    settings: dict
    metric: str
    recorded: bool

    @property
    def run(self) -> Run:
        """What a record of it is named after."""
        return Run("finetune-1", 0, self.settings)

    @property
    def folder(self) -> Path:
        """Where its encoder is kept."""
        return Path(os.environ.get("STSUTILS_WORK") or "runs") / "live" / self.run.id

    @property
    def told(self) -> Path:
        """What was trained on what; the file is written last, so it says that all is there."""
        return self.folder / "trained.json"


def trainings(tier: str, column: str = "STS-B") -> list[Training]:
    """The five trainings of a column at the lab, or the short ones on generated pairs (demo)."""
    found, ledger = [], Ledger()
    for name, (title, experiment, row) in TRAINED.items():
        cell = load(experiment).at(tier)[row, column]
        # without records there is no choice of a learning rate yet
        cell = resolve(cell, ledger) or Cell(cell.candidates[0], cell.metric)
        settings = cell.settings if tier == "lab" else {**cell.settings, **SHORT}
        found.append(Training(name, title, settings, cell.metric, tier == "lab"))
    return found


def make(training: Training) -> None:
    """Train, compare with the record, and save; a stopped training goes on where it was."""
    s = complete("finetune-1", training.settings)
    encoder = encoder_of(s, "cpu")
    count = len(training_rows(s, 0))
    print(f"{training.title}: training on {count} pairs of {s['train']}", flush=True)
    train(encoder, s, 0, Result({}))
    tested = training.metric if training.recorded else training.metric + TESTED
    rows = rows_of(tested)
    score = float(spearman(similarity(encoder, rows), gold(rows)))
    told = {"run": training.run.id, "train": s["train"], "rows": count, "epochs": s["epochs"]}
    told |= {"metric": tested, "spearman": score}
    record = Ledger().read(training.run) if training.recorded else None
    if record:
        told["record"] = record.metrics[training.metric]
        print(f"  Spearman on {training.metric} {score:.4f}, the record {told['record']:.4f}")
        if abs(score - told["record"]) > NEAR:
            raise UserError(f"{training.title}: record {training.run.id} says another score")
    save(encoder, training.folder)
    text = json.dumps(told, indent=1)
    write_text(training.told, text)


def build(folder: Path) -> None:
    """Write encoders, their list, and the piece of page that shows them, to `folder`/live."""
    place = folder / "live"
    chosen = []
    for real, short in zip(trainings("lab"), trainings("demo"), strict=True):
        one = real if real.told.is_file() else short
        if not one.told.is_file():
            make(one)
        chosen.append(one)
    sets = {name: load_rows(name, "test") for name in AMONG}
    cast = load_rows("cast")
    encoders, listed = {}, []
    for name, title, training in [("raw", "raw, not trained", None)] + [
        (one.name, one.title, one) for one in chosen
    ]:
        encoder = rounded(load_encoder(str(training.folder) if training else MINI_3))
        cosines = [cosine for rows in sets.values() for cosine in similarity(encoder, rows)]
        packed, settings = pack(encoder, cosines)
        entry = {"name": name, "title": title, "settings": settings, **write(name, packed, place)}
        entry["cast"] = [round(float(cosine), 4) for cosine in similarity(encoder, cast)]
        if training:
            entry |= {"training": json.loads(training.told.read_text())}
        encoders[name] = encoder
        listed.append(entry)
        print(f"  {title}: {entry['bytes']:,} bytes", flush=True)
    scores = {name: rows["score"].tolist() for name, rows in sets.items()}
    index = {"encoders": listed, "scores": scores, "examples": EXAMPLES}
    index["cast"] = cast[["kind", "score", "sentence1", "sentence2"]].values.tolist()
    text = json.dumps(index, ensure_ascii=False)
    (place / "encoders.js").write_text(f"live.listed = {text};\n", encoding="utf-8")
    (place / "two_sentences.html").write_text(fragment(index, encoders), encoding="utf-8")


def command(
    description: str,
    kept: Callable[[Training], Path],
    make: Callable,
    build: Callable,
    column: str = "STS-B",
):
    """Read the command line: train what is not ``kept`` yet, build what a page loads."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", nargs="?", type=Path, help="where to write the scripts")
    words = f"train on {column} what is not there yet"
    parser.add_argument("--train", action="store_true", help=words)
    options = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")  # a console of Windows lacks ε and −
    try:
        for training in trainings("lab", column) if options.train else []:
            if kept(training).is_file():
                print(f"{training.title}: is there, {kept(training)}")
            else:
                make(training)
        if options.folder:
            build(options.folder)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("stopped; the same command makes what is missing", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    command("Make the encoders of the live pages.", lambda one: one.told, make, build)
