"""The end of a comparison or a training: the model's folder with its card, numbers and a report."""

import json
import shutil
from pathlib import Path

from stsutils.encoders import load_encoder
from stsutils.own_pairs import page
from stsutils.own_pairs.card import write_card
from stsutils.own_pairs.folder import WORK, write
from stsutils.own_pairs.question import Question
from stsutils.own_pairs.seen import keep_seen
from stsutils.own_pairs.trainings import UNTRAINED, Trainings, keep, replace_folder


def conclude(
    found: dict, asked: Question, own: Trainings, out: Path, command: list[str], whole: Path | None
) -> dict:
    """Write ``model/`` with its card, ``results.json`` and ``report.html``; returns all numbers.

    ``whole`` is the folder of a model trained on all rows, if one was wished for. Its card says
    that the score is not its own.
    """
    name = found["chosen"]["name"]
    model = out / "model"
    if name == UNTRAINED:
        keep(own.encoder, model)
    else:
        _copy(own.folder / name, model)
    found["scored"] = asked.scored() | {"model": load_encoder(str(model)).sha()}
    found["scored"]["folder"] = "model"
    every = asked.parts["train"]
    if whole is not None:  # the one that was scored is kept, so that its signature can be verified
        found["scored"]["folder"] = f"{WORK}/{name}"
        _copy(whole, model)
        every = asked.rows
    if name != UNTRAINED:
        keep_seen(model, every)
    found["signature"] = write_card(model, found, command)
    write(out / "results.json", json.dumps(found, indent=1, ensure_ascii=False))
    write(out / "report.html", page.page(found))
    return found


def _copy(folder: Path, place: Path) -> None:
    fresh = place.with_name(f".{place.name}.tmp")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(folder, fresh)
    replace_folder(fresh, place)
