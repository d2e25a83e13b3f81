"""The folder of records: written whole or not at all, read by what was run."""

import functools
import json
import math
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stsutils.checkout import find_in_checkout
from stsutils.errors import UserError
from stsutils.ledger import packing
from stsutils.ledger.runs import RECIPE, Record, Result, Run, plain
from stsutils.writing import TEMPORARY, write_atomically

#: Bytes of all records. The lab has some 25 MB.
LIMIT = 50_000_000
#: Bytes of one record; the largest has .05 MB.
RECORD_LIMIT = 5_000_000
STRAY_AFTER = 3600.0
#: The temporary name of what becomes a record; no other file is ever deleted.
STRAY = re.compile(rf"\.[0-9a-f]{{16}}\.(json{TEMPORARY}|lock)")


@dataclass
class Check:
    """What :meth:`Ledger.verify` found; temporary files of killed runs are no problem."""

    records: int = 0
    size: int = 0
    problems: list[str] = field(default_factory=list)
    strays: list[Path] = field(default_factory=list)


class Ledger:
    """The records below one folder (default: :func:`find_results`)."""

    writes = 0  # of this process: two may fall into one tick of a folder's clock

    def __init__(self, root: str | os.PathLike | None = None):
        """Nothing is created before the first record is written."""
        self.root = Path(root) if root is not None else find_results()

    def path(self, run: Run) -> Path:
        """Where this run's record is, or would be."""
        return self.root.joinpath(run.recipe, f"{run.id}.json")

    def state(self) -> tuple:
        """What changes with each record that is written, replaced or taken away.

        Not with one that is edited in its place, as nobody should (:meth:`verify`).
        """
        folders = sorted(os.scandir(self.root), key=os.fspath) if self.root.is_dir() else []
        return str(self.root), self.writes, *(os.stat(one).st_mtime_ns for one in folders)

    def check_writable(self, runs: Iterable[Run]) -> None:
        """Raise UserError where no record could be written: before the first hour, not after."""
        for path in map(self.path, runs):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as why:
                raise UserError(f"{path.parent}: no folder for records ({why.strerror})") from why
            if path.is_dir() or not os.access(path.parent, os.W_OK):
                raise UserError(f"{path}: no record can be written here. Set STSUTILS_RESULTS")

    def has(self, run: Run) -> bool:
        """Whether the run is recorded, without reading it."""
        return self.path(run).is_file()

    def write(self, run: Run, result: Result, provenance: Mapping | None = None) -> Path:
        """Record a run, all or nothing, and return the file. ``result.extra`` joins in."""
        known = {"seed": run.seed, **(provenance or {}), **result.extra}
        record = {
            "run": {"recipe": run.recipe, "seed": run.seed, "settings": run.settings},
            **packing.pack(result, f"run {run.id} ({run.recipe})"),
            "provenance": plain(known, "provenance"),
        }
        Ledger.writes += 1
        return write_atomically(self.path(run), lambda place: place.write_bytes(_bytes(record)))

    def read(self, run: Run) -> Record | None:
        """The run's record, or None where nobody has run it."""
        # as `path` has it, but quickly: a page asks for records a hundred thousand times
        place = f"{self.root}/{run.recipe}/{run.id}.json"
        try:
            record = self.open(place)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        if record.run != run:
            raise UserError(f"{place}: holds another run. Delete the file and run it again")
        return record

    def open(self, path: str | os.PathLike) -> Record:
        """The record in one of :meth:`paths`; not to be changed, for the next reader has the same.

        A page asks for the same records hundreds of times, and to read one is mostly to parse it.
        """
        state = os.stat(path)
        return _parsed(os.fspath(path), state.st_ino, state.st_mtime_ns, state.st_size)

    def paths(self, recipe: str | None = None) -> list[Path]:
        """The file of every record, or of one recipe's, sorted; temporary files are no records."""
        found = self.root.glob(f"{recipe or '*'}/*.json")
        return sorted(p for p in found if p.is_file() and p.name[0] != ".")

    def records(self, recipe: str | None = None) -> Iterator[Record]:
        """Every record, or those of one recipe."""
        return map(self.open, self.paths(recipe))

    def verify(self, now: float | None = None) -> Check:
        """Check names, contents and total size: what was edited by hand is found.

        What a killed run left of a record is deleted when it is an hour old: a file of the
        ledger's own temporary name, in a recipe's folder. Any other file is only reported.
        """
        if not self.root.is_dir():
            raise UserError(f"{self.root}: no such folder. Set STSUTILS_RESULTS to the ledger's")
        check, found = Check(), self.root.rglob("*")
        files = sorted(p for p in found if p.is_symlink() or not p.is_dir() or p.suffix == ".json")
        for path in files:
            shown = path.relative_to(self.root).as_posix()
            try:
                state = path.lstat()
            except FileNotFoundError:
                continue  # a temporary file whose run has just finished
            if self._is_stray(path, state):
                if (time.time() if now is None else now) - state.st_mtime > STRAY_AFTER:
                    path.unlink(missing_ok=True)
                else:
                    check.strays.append(path)
                continue
            if path.name in {"README.md", ".gitkeep", ".gitignore"}:
                continue
            check.size += state.st_size
            try:
                self._check(path, state, shown)
                check.records += 1
            except UserError as error:
                check.problems.append(str(error))
        if check.size > LIMIT:
            check.problems.append(f"{check.size / 1e6:.1f} MB in all, over {LIMIT / 1e6:g} MB")
        return check

    def _check(self, path: Path, state: os.stat_result, shown: str) -> None:
        """Raise UserError unless a file is a record, as it was written, in its place.

        A metric lies within six deviations of the mean of its own bootstrap draws.
        """
        regular = stat.S_ISREG(state.st_mode)
        if not regular or path.suffix != ".json" or path.parent.parent != self.root:
            raise UserError(f"{shown}: no record; only <recipe>/<id>.json belongs here")
        if state.st_size > RECORD_LIMIT:
            raise UserError(f"{shown}: too large for a record")
        record = parse(data := path.read_bytes(), shown)
        if shown != (right := f"{record.run.recipe}/{record.run.id}.json"):
            raise UserError(f"{shown}: its contents belong to {right}")
        draws = ((name, drawn) for name, drawn in record.draws.items() if drawn.size)
        far = [n for n, v in draws if abs(record.number(n) - v.mean()) > 1e-3 + 6 * v.std()]
        if far or _bytes(json.loads(data)) != data:
            what = f"{far[0]!r} is not of its draws" if far else "other than it is written"
            raise UserError(f"{shown}: edited ({what}). Delete it and run it again")

    def _is_stray(self, path: Path, state: os.stat_result) -> bool:
        """Whether the file can only be a half-written record of this ledger."""
        folder = path.parent
        if folder.parent != self.root or folder.is_symlink() or not RECIPE.fullmatch(folder.name):
            return False
        return bool(STRAY.fullmatch(path.name)) and stat.S_ISREG(state.st_mode)


def _bytes(record: dict) -> bytes:
    """A record as it is written."""
    return json.dumps(record, separators=(",", ":"), allow_nan=False).encode() + b"\n"


@functools.lru_cache(maxsize=8192)  # more than there are records
def _parsed(path: str, *state: int) -> Record:
    """A record that was parsed before, as long as its file's ``state`` is the same."""
    return parse(Path(path).read_bytes(), path)


def parse(data: bytes, where: str) -> Record:
    """A record from its bytes; ``where`` names the file in the error of a broken one."""
    try:
        raw = json.loads(data.decode("utf-8"), parse_float=_finite, parse_constant=_finite)
        run = Run(**raw["run"])
        if not raw["metrics"] or type(raw["provenance"]) is not dict:
            raise ValueError("no metric, or no provenance")
        return Record(run=run, **packing.unpack(raw), provenance=raw["provenance"])
    except Exception as error:  # of whatever a file holds
        reason = f"broken record ({type(error).__name__}: {error})"
        raise UserError(f"{where}: {reason}. Delete the file and run it again") from error


def find_results() -> Path:
    """The ledger's folder: the environment's STSUTILS_RESULTS, else ``book/results``."""
    if chosen := os.environ.get("STSUTILS_RESULTS"):
        return Path(chosen)
    return find_in_checkout("book/results", ", or set STSUTILS_RESULTS to theirs")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is no finite number")
    return value
