"""The folder of a comparison: held by one process, written whole, and what may lie in it."""

import contextlib
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from safetensors import SafetensorError

from stsutils.errors import UserError, first_line, readable
from stsutils.locks import alone
from stsutils.writing import remove, remove_stale, temporary

PLAN, WORK = "plan.json", "work"
OURS = {PLAN, WORK, "model", "results.json", "report.html", "suspicious.csv", "label_next.csv"}
WRITTEN = f"{WORK}/written.txt"  # hashes of the model and the tables that were put here


@contextlib.contextmanager
def mendable(out: Path) -> Iterator[None]:
    """What the disk refuses is told in one line; made room, the same command goes on."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        raise UserError(
            f"{out}: {first_line(error)}; mend this, and the same command goes on"
        ) from None


@contextlib.contextmanager
def held(out: Path, replace: bool = False) -> Iterator[None]:
    """Hold the folder for this process alone; what the disk refuses is `mendable`.

    Raises UserError where it is a file, holds something else, or another process is at work in it;
    without ``replace`` also where ``model/`` holds other files than were put there.
    """
    if out.is_file():
        raise UserError(f"--out {out} is a file; name a folder")
    busy = f"another comparison is at work in {out}; wait for it, or name another folder: --out"
    with mendable(out):
        names = {path.name for path in out.glob("*") if path.name[0] != "."}
        work = out / WORK  # a folder of the reader's may be called work or model, too
        begun = PLAN in names or (work / "records").is_dir()
        if begun and (work / "records").is_dir() and (other := sorted(names - OURS)):
            raise UserError(
                f"{out} holds {other[0]!r} beside a comparison; move it, and the same command "
                "goes on, or name another folder: --out"
            )
        if names - OURS or not (begun or (names <= {WORK} and not any(work.glob("*")))):
            raise UserError(f"{out} is not empty and holds no comparison; name another: --out")
        with alone(out / ".lock", busy):
            remove_stale(out, "**/.*.tmp", age=0)  # nobody else is at work here
            if _changed(out / "model") and not replace:
                raise UserError(
                    f"{out / 'model'} was changed since it was written; move it to keep it, or "
                    "add --replace to write it anew"
                )
            yield


def put(folder: Path, fill: Callable[[Path], object]) -> None:
    """Put what ``fill`` writes in a folder's place; a kill leaves the old one, the new or none."""
    with temporary(folder) as fresh:
        try:
            fill(fresh)
        except Exception as error:  # of a full disk each library makes an error of its own
            each = error.args[0] if isinstance(error, shutil.Error) else []  # (from, to, why)
            why = each[0][2] if each else first_line(error)
            raise UserError(
                f"{folder}: can't be written ({why}); mend this, and the same command goes on"
            ) from error
        remove(folder)
        fresh.rename(folder)


def put_file(path: Path, write: Callable, replace: bool, say: Callable[[str], None]) -> None:
    """Let ``write`` fill a file; one that the reader has changed stays, and it is said so."""
    if _changed(path) and not replace:
        say(f"{path} was changed since it was written, so it stays; --replace writes it anew")
    else:
        write(path)
        note(path, path)


def note(path: Path, fresh: Path) -> None:
    """Keep the hash of what is put at ``path``, and lies at ``fresh``: that is ours to replace."""
    with open(path.parent / WRITTEN, "a", encoding="utf-8") as file:
        file.write(f"{path.name} {_sha(fresh)}\n")


def _changed(path: Path) -> bool:
    """Whether something else lies here than was ever put here."""
    known = path.parent / WRITTEN
    ours = known.read_text(encoding="utf-8").split("\n") if known.exists() else []
    return path.exists() and f"{path.name} {_sha(path)}" not in ours


def _sha(path: Path) -> str:
    """The hash of a file, or of the names and bytes of a folder's, hidden ones aside."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        hidden = any(part[0] == "." for part in file.relative_to(path).parts)
        if file.is_file() and not hidden:
            digest.update(f"{file.relative_to(path)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def same_question(out: Path, question: dict, what: str) -> dict | None:
    """What lies in ``plan.json``, if it answers this question; None where there is none.

    ``what`` lies there with another question, a training or a comparison, is named in the error.
    """
    path = out / PLAN
    if not path.exists():
        return None
    with readable(path, "delete it to begin anew"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        theirs, ours = kept["question"], json.loads(json.dumps(question))
        other = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
    there = "training" if set(kept) == {"question"} else "comparison"
    if there != what:
        raise UserError(f"{out} holds a {there}, no {what}; name another folder: --out")
    if other:
        raise UserError(
            f"{out} holds a {what} with other {', '.join(other)}; "
            "name another folder with --out, or delete this one"
        )
    return kept
