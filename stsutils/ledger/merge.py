"""Merging records that were made on another machine."""

import json
import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from stsutils.errors import UserError
from stsutils.ledger.differences import TOLERANCE, apart
from stsutils.ledger.runs import run_id
from stsutils.ledger.store import LIMIT, RECORD_LIMIT, Ledger, parse
from stsutils.writing import write_atomically

#: Files in one folder or headers in one archive; the whole paper tier would have some 6,000.
MEMBERS = 50_000
_NAME = re.compile(r"(.*/)?[0-9a-f]{16}\.json")


@dataclass
class Imported:
    """What :func:`import_` did, by record id."""

    added: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)


def import_(source: str | Path, ledger=None, replace: bool = False) -> Imported:
    """Merge the records of a folder or tar archive, made on another machine, into the ledger.

    Same run and same metrics (within `TOLERANCE`): skipped. Same run, other metrics: ours stays
    and the id is reported as a conflict, unless ``replace``. All files are read and checked before
    the first is written, and an archive is never unpacked to disk. A record that was named with
    its recipe's defaults gets the name without them.
    """
    ours, done, found = ledger or Ledger(), Imported(), []
    for where, data in _files(Path(source)):
        record = parse(data, where)
        name, given = PurePosixPath(where).stem, json.loads(data)["run"]
        if name not in (record.run.id, run_id(**given)):  # the latter where a default was in it
            raise UserError(f"{where}: its contents belong to {record.run.id}.json")
        found.append((record, data))
    if not found:
        raise UserError(f"{source}: no record (<recipe>/<id>.json) in it")
    for record, data in found:
        try:
            mine = ours.read(record.run)
        except UserError:
            mine = None  # ours is broken: theirs mends it
        name = record.run.id
        if mine is not None and apart(mine, record) <= TOLERANCE:
            done.same.append(name)
            continue
        if mine is not None and not replace:
            done.conflicts.append(name)
            continue
        (done.added if mine is None else done.replaced).append(name)
        write_atomically(ours.path(record.run), lambda place, data=data: place.write_bytes(data))
    return done


def _files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Name and contents of each record in `source`; refused before it is read: all else."""
    limits = _Limits(source)
    if source.is_dir():
        for path in sorted(source.rglob("*.json")):
            if path.name.startswith(".") or (path.is_dir() and not path.is_symlink()):
                continue
            name = path.relative_to(source).as_posix()
            regular = path.is_file() and not path.is_symlink()
            limits.count()
            limits.check(name, path.lstat().st_size, regular)
            yield name, path.read_bytes()
        return
    if not source.is_file():
        what = "no folder, and no regular file" if source.exists() else "no such folder or archive"
        raise UserError(f"{source}: {what}")
    try:
        with tarfile.open(source, tarinfo=limits.headers()) as archive:
            for member in archive:
                name = PurePosixPath(member.name)
                if name.is_absolute() or ".." in name.parts or "\\" in member.name:
                    raise UserError(f"{source}: the member {member.name!r} leaves its folder")
                if member.isdir():
                    continue
                is_record = name.suffix == ".json" and not name.name.startswith(".")
                regular = member.isreg() and not member.issparse()
                limits.check(member.name, member.size, regular, is_record)
                if is_record:
                    yield member.name, archive.extractfile(member).read()
    except UserError:
        raise
    except Exception as error:  # tarfile and the decompressors have many
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise UserError(f"{source}: no readable tar archive ({reason})") from error


class _Limits:
    """What is taken from one source: regular files with records' names, so many, so large."""

    def __init__(self, source: Path):
        self.source, self.members, self.size = source, 0, 0

    def check(self, name: str, size: int, regular: bool, is_record: bool = True) -> None:
        """Raise UserError for a file that can be no record, or is one too many."""
        if not regular:
            raise UserError(f"{self.source}: the member {name!r} is no regular file")
        if is_record and not (_NAME.fullmatch(name) and name.isprintable()):
            raise UserError(f"{self.source}: {name!r} is no record's name (<recipe>/<id>.json)")
        self.check_size(name, size)
        self.size += size
        if self.size > 2 * LIMIT:
            raise UserError(f"{self.source}: more than {2 * LIMIT / 1e6:.0f} MB of files")

    def check_size(self, name: str, size: int) -> None:
        """Raise UserError for a file too large."""
        if not 0 <= size <= RECORD_LIMIT:
            raise UserError(
                f"{self.source}: {name!r} has {size / 1e6:.0f} MB, too large for a record "
                f"({RECORD_LIMIT / 1e6:.0f} MB at most)"
            )

    def count(self) -> None:
        """Raise UserError for one file too many."""
        self.members += 1
        if self.members > MEMBERS:
            raise UserError(f"{self.source}: more than {MEMBERS:,} files")

    def headers(self) -> type[tarfile.TarInfo]:
        """Headers that are counted as they are read: one of 7 GB would be read whole by tarfile."""
        limits = self

        class Header(tarfile.TarInfo):
            @classmethod
            def frombuf(cls, buf, encoding, errors):
                found = super().frombuf(buf, encoding, errors)
                limits.count()
                limits.check_size(found.name, found.size)
                return found

        return Header
