"""The folder of a comparison: held by one process, written whole, and what may lie in it."""

import contextlib
import json
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from safetensors import SafetensorError

from stsutils.encoders.loading import find_folder
from stsutils.errors import UserError, first_line
from stsutils.ledger.store import BROKEN
from stsutils.locks import alone
from stsutils.own_pairs.plan import Plan
from stsutils.writing import write_atomically

PLAN, WORK, EVENTS = "plan.json", "work", "tensorboard"
OURS = {PLAN, WORK, EVENTS, "model", "results.json", "report.html"}


def check_out(out: Path, *read: Path) -> None:
    """Raise UserError where no file can be written to ``out``, or one that is read would be lost.

    Called first, so that an hour of work does not end in a name that was wrong from the start.
    """
    out = Path(out)
    for file in read:
        if out.resolve() == Path(file).resolve():
            raise UserError(f"--out {out}: that is the file that is read; name another one")
    if out.is_dir():
        raise UserError(f"--out {out} is a folder; name a file")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out.parent):
            pass
    except OSError as error:
        why = error.strerror or first_line(error)
        raise UserError(f"--out {out}: {why}; name a place where you may write") from None


def check_encoder(name: str, download: bool) -> None:
    """Raise UserError for an encoder that is not here: before a large file is read, not after.

    A download waits until the rows are found right.
    """
    if not download:
        find_folder(name, download)


def check_names(**names: str) -> None:
    """Refuse what the report could not print: control characters, and names that are not UTF-8."""
    for what, name in names.items():
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in name):
            raise UserError(f"{what} {name!a} holds characters that no page can show; rename it")


@contextlib.contextmanager
def held(out: Path) -> Iterator[None]:
    """Hold the folder for this process alone; what the disk refuses is told in one line.

    Raises UserError where it is a file, holds something else, or another process is at work in it.
    """
    if out.is_file():
        raise UserError(f"--out {out} is a file; name a folder")
    busy = f"another comparison is at work in {out}; wait for it, or name another folder: --out"
    try:
        names = {path.name for path in out.glob("*") if path.name[0] != "."}
        begun = PLAN in names or (out / ".lock").exists() or names <= {WORK}
        if names - OURS or not begun:  # a folder of the reader's may be called model, too
            raise UserError(
                f"{out} is not empty and holds no comparison; name another folder: --out"
            )
        with alone(out / ".lock", busy):
            for stray in out.rglob(".*.tmp"):  # of a process that was killed
                shutil.rmtree(stray) if stray.is_dir() else stray.unlink()
            yield
    except (OSError, SafetensorError) as error:
        raise UserError(
            f"{out}: {str(error).splitlines()[0]}; mend this, and the same command goes on"
        ) from None


def write(path: Path, text: str) -> Path:
    """Write a text so that it is seen whole or not at all."""
    write_atomically(path, lambda place: place.write_text(text, encoding="utf-8"))
    return path


def same_question(path: Path, question: dict) -> None:
    """Write the question, or raise UserError where another one stands there."""
    ours = json.loads(json.dumps({"question": question}))
    if not path.exists():
        write(path, json.dumps(ours, indent=1))
        return
    try:
        theirs = json.loads(path.read_text(encoding="utf-8"))["question"]
        other = _apart(theirs, ours["question"])
    except BROKEN:
        raise UserError(f"{path} can't be read; delete it to begin anew") from None
    if other:
        raise UserError(
            f"{path.parent} holds a training with other {', '.join(other)}; "
            "name another folder with --out, or delete this one"
        )


def _apart(theirs: dict, ours: dict) -> list[str]:
    """What two questions do not have alike."""
    return [what for what in {**theirs, **ours} if theirs.get(what) != ours.get(what)]


def read_plan(out: Path, question: dict) -> dict | None:
    """What lies in ``plan.json``, if it answers this question; None where there is none."""
    path = out / PLAN
    if not path.exists():
        return None
    found = None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        theirs, ours = found["question"], json.loads(json.dumps(question))
        other = _apart(theirs, ours)
        plan = Plan(**found["plan"] | {"rates": tuple(found["plan"]["rates"])})
        numbers = [plan.rows, plan.validation, plan.test, plan.epochs, plan.seeds]
        numbers += [plan.finalists, plan.batch_size]
        sound = all(type(n) is int and 0 < n < 1e9 for n in numbers)
        if not (sound and plan.rates and all(0 < rate < 1 for rate in plan.rates)):
            raise ValueError(plan)
        known = {"plan": plan, "notes": list(map(str, found["notes"]))}
        known |= {"minutes": float(found["minutes"])}
        known |= {"enough": {what: int(found["enough"][what]) for what in ("rows", "all")}}
    except BROKEN:
        if isinstance(found, dict) and set(found) == {"question"}:  # what `same_question` writes
            raise UserError(
                f"{out} holds a training, no comparison; name another folder: --out"
            ) from None
        raise UserError(f"{path} can't be read; delete it to plan anew") from None
    if other:
        raise UserError(
            f"{out} holds a comparison with other {', '.join(other)}; "
            "name another folder with --out, or delete this one"
        )
    return known
