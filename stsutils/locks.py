"""One process at a time where two would spoil each other's work."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from stsutils.errors import UserError


@contextlib.contextmanager
def alone(lock: Path, busy: str, seconds: float = 0) -> Iterator[None]:
    """Hold a lock file for this process alone, then remove it; UserError(busy) if another has it.

    It waits so many ``seconds`` for the other, for ever if they are negative. The system frees what
    a process holds when it ends, even by a kill: a file left over blocks nobody.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    held = FileLock(lock, timeout=seconds)
    try:
        held.acquire()
    except Timeout:
        raise UserError(busy) from None
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # some systems keep what is open
            lock.unlink()
        held.release()
