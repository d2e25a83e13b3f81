"""Files that are seen whole or not at all, also after a kill or a power cut.

What becomes a file is written beside it under a temporary name, brought to the disk, and moved into
place in one step. What a killed process left in a folder goes at a write there, a day later. No
other file is touched.
"""

import contextlib
import csv
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

#: How a temporary name ends.
TEMPORARY = r"\.[0-9a-f]{16}\.tmp"
_NAME = re.compile(rf"\..+{TEMPORARY}", re.DOTALL)
_STALE = 86_400  # seconds since anything was written to it


def write_atomically(path, write: Callable[[Path], object]) -> Path:
    """Call ``write(temporary_path)``, then move what it wrote to `path`; returns `path`.

    A reader, or a process killed at any moment, sees the old file or the new one, never half. The
    file's mode is what the umask says, whatever `write` chose. Folders are made where missing.
    """
    given, path = Path(path), Path(os.path.realpath(path))  # a link stays, and leads to the new one
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_stale(path.parent)
    try:
        with temporary(path) as fresh:
            with open(fresh, "xb") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            write(fresh)
            _settle(fresh, mode)
            os.replace(fresh, path)
    except OSError as error:  # a full disk does not say which file it was
        if error.errno and not error.filename:
            error.filename = str(given)
        raise
    _sync_folder(path.parent)
    return given


def write_text(path, text: str) -> Path:
    """Write a text as UTF-8: `write_atomically`."""
    return write_atomically(path, lambda place: place.write_text(text, encoding="utf-8"))


def write_csv(path, rows) -> Path:
    """Write a DataFrame as a .csv file that can be read back: `write_atomically`.

    A cell with a carriage return is put in quotes, which csv itself does not do, and half a
    character (a lone surrogate) is written as an escape.
    """
    odd = any(isinstance(cell, str) and "\r" in cell for name in rows for cell in rows[name])
    quoting = csv.QUOTE_NONNUMERIC if odd else csv.QUOTE_MINIMAL
    how = {"index": False, "errors": "backslashreplace", "quoting": quoting}
    return write_atomically(path, lambda place: rows.to_csv(place, **how))


@contextlib.contextmanager
def write_together(folder) -> Iterator[Path]:
    """A fresh folder to write files into; at the end each of them is moved to `folder`.

    After an error nothing is moved. Other files of `folder` stay. Each file is whole at any moment;
    a kill between two moves can leave new ones beside old ones.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    remove_stale(folder)
    with temporary(folder / "files") as fresh:
        fresh.mkdir()
        yield fresh
        mode = stat.S_IMODE(fresh.stat().st_mode) & 0o666
        found = sorted(fresh.rglob("*"))  # a folder before what is in it
        for path in found:
            if path.is_file():
                _settle(path, mode)
        for path in found:
            place = folder / path.relative_to(fresh)
            os.replace(path, place) if path.is_file() else place.mkdir(exist_ok=True)
    _sync_folder(folder)


def remove_stale(folder: Path, pattern: str = ".*.tmp", age: float = _STALE) -> None:
    """Remove what killed processes left in `folder` so many seconds ago or longer: a day."""
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):  # another process was faster
            if _NAME.fullmatch(path.name) and time.time() - path.lstat().st_mtime >= age:
                remove(path)


@contextlib.contextmanager
def temporary(path: Path) -> Iterator[Path]:
    """A name beside `path` for what becomes it; what is left there at the end goes."""
    fresh = path.with_name(f".{path.name[:60]}.{secrets.token_hex(8)}.tmp")
    try:
        yield fresh
    finally:
        remove(fresh)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder, if it is there and may be removed."""
    with contextlib.suppress(OSError):  # another process was faster, or may do it another time
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _settle(path: Path, mode: int) -> None:
    """Give a file the usual mode (safetensors writes 0600) and bring its bytes to the disk."""
    os.chmod(path, mode)
    with open(path, "r+b") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)
