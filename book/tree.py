"""The folders of a book, digests that tell what has changed, and stamps of what was made."""

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SKIP = {"__pycache__", ".ipynb_checkpoints", ".gitkeep"}


class Tree:
    """A checkout of the book: what people wrote, and in ``_out`` what is made of it."""

    def __init__(self, root: Path) -> None:
        """Name the folders of all that is made."""
        self.root, self.out = root, root / "_out"
        #: The staged copy that Sphinx reads, and the pages.
        self.src, self.html = self.out / "src", self.out / "_build" / "html"
        #: Notebooks with their outputs, each with the key of what it was executed from.
        self.executed = self.out / "executed"

    def check(self) -> None:
        """Raise UserError where a link lies among what is made: what it leads to would change."""
        from stsutils.errors import UserError

        for place in (self.src, self.executed):
            for path in [place, *place.rglob("*")]:
                if path.is_symlink():
                    raise UserError(f"{path} is a link, which a build would follow: remove it")

    def files(self, *places: str) -> list[Path]:
        """Every file below the places, sorted; a place may be a file."""
        paths = [
            p for place in places for p in [self.root / place, *(self.root / place).rglob("*")]
        ]
        return sorted(p for p in paths if p.is_file() and not SKIP & set(p.parts))

    def digest(self, paths: list[Path], *more: str) -> str:
        """Sha256 of names and contents."""
        sha = hashlib.sha256("\0".join(more).encode())
        for path in paths:
            sha.update(path.relative_to(self.root).as_posix().encode() + b"\0" + path.read_bytes())
        return sha.hexdigest()


@dataclass(frozen=True)
class Stamp:
    """A file that says from what other files were made. It is there only while they are whole."""

    path: Path

    def fits(self, key: str) -> bool:
        """Whether all that was made is still there, and was made from this."""
        try:
            stamp = json.loads(self.path.read_text(encoding="utf-8"))
            files = [self.path.parent / name for name in stamp["files"]]
            return stamp["key"] == key and all(file.is_file() for file in files)
        except (OSError, ValueError, KeyError, TypeError):  # none, or cut by a full disk
            return False

    @contextlib.contextmanager
    def renewed(self, key: Callable[[], str], *places: Path) -> Iterator[None]:
        """Remove the stamp while the files at the places, or below them, are made anew.

        What stops in between leaves no stamp, so that nothing vouches for half of it.
        """
        self.path.unlink(missing_ok=True)
        yield
        paths = [p for place in places for p in [place, *place.rglob("*")] if p.is_file()]
        files = sorted(p.relative_to(self.path.parent).as_posix() for p in paths)
        write(self.path, json.dumps({"key": key(), "files": files}, indent=1))


def put(path: Path, content: bytes) -> None:
    """Write only what differs, so that Sphinx reads only what changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    from stsutils.writing import write_atomically

    write_atomically(path, lambda file: file.write_bytes(text.encode()))
