"""Merging records that were made on another machine."""

import json
import lzma
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from stsutils.errors import UserError
from stsutils.ledger.differences import TOLERANCE, apart
from stsutils.ledger.runs import run_id
from stsutils.ledger.store import Ledger, parse, replace_file

RECORD_LIMIT = 5_000_000


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
        replace_file(ours.path(record.run), data)
    return done


def _files(source: Path) -> Iterator[tuple[str, bytes]]:
    if source.is_dir():
        for path in sorted(source.rglob("*.json")):
            if path.is_symlink() or not path.is_file() or path.name.startswith("."):
                continue
            _check_size(path.stat().st_size, str(path))
            yield path.as_posix(), path.read_bytes()
        return
    if not source.exists():
        raise UserError(f"{source}: no such folder or archive")
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                name = PurePosixPath(member.name)
                if name.is_absolute() or ".." in name.parts or "\\" in member.name:
                    raise UserError(f"{source}: the member {member.name!r} leaves its folder")
                if member.isdir():
                    continue
                if not member.isreg():
                    raise UserError(f"{source}: the member {member.name!r} is no regular file")
                if name.suffix == ".json" and not name.name.startswith("."):
                    _check_size(member.size, member.name)
                    yield member.name, archive.extractfile(member).read()
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        raise UserError(f"{source}: no readable tar archive ({error})") from error


def _check_size(size: int, where: str) -> None:
    if size > RECORD_LIMIT:
        raise UserError(f"{where}: {size / 1e6:.0f} MB is too large for a record (5 MB at most)")
