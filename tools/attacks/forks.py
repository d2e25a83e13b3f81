"""What all attacks need: work in a process of its own, what became of it, damage, an encoder."""

import contextlib
import hashlib
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTCOMES = ("well", "clear", "traceback", "hang", "wrong", "lost")
WRONG = 71  # the exit code of a child that got another result than the right one
TOLD = 72  # of one that left with words, as `sys.exit(words)` does
PATIENCE = 60  # seconds until a process counts as hanging


def die_at(operation: int) -> None:
    """Kill this process before its n-th moving or saving of a file."""
    left = [operation]

    def deadly(function):
        def call(*args, **kwargs):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return call

    os.replace, os.rename = deadly(os.replace), deadly(os.rename)
    os.fsync = deadly(os.fsync)


def command(words: list[str]) -> None:
    """The command line in this process."""
    from stsutils import cli

    sys.argv = ["stsutils", *words]
    cli.main()


def forked(work: Callable) -> str:
    """What became of some work in a process of its own: one of `OUTCOMES`, or killed."""
    return outcome_of(*start(work))[0]


def start(work: Callable) -> tuple[int, Path]:
    """A child process that does the work; its number, and a file with all that it says."""
    file, words = tempfile.mkstemp()
    os.close(file)
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child, Path(words)
    code = 70
    try:
        signal.alarm(PATIENCE)
        with (
            open(words, "w", encoding="utf-8") as said,
            contextlib.redirect_stderr(said),
            contextlib.redirect_stdout(said),
        ):
            code = _exit_code(work)
    finally:
        os._exit(code)


def _exit_code(work: Callable) -> int:
    from stsutils.errors import UserError

    try:
        work()
        return 0
    except SystemExit as left:
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
            return TOLD
        return int(left.code or 0)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BaseException:
        traceback.print_exc()
        return 70


def outcome_of(child: int, words: Path) -> tuple[str, str]:
    """Wait for a child, and say what became of it, and what it said."""
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = words.read_text(encoding="utf-8", errors="replace")
    words.unlink()
    if code in (-signal.SIGALRM, -signal.SIGKILL):
        return ("hang" if code == -signal.SIGALRM else "killed"), said
    if (
        "Traceback (most" in said
        or code not in (0, 2, WRONG, TOLD)
        or (code == 2 and not one(said))
    ):
        print(said, file=sys.stderr)
        return "traceback", said
    if code == WRONG or "\x1b" in said:  # what a text holds may not command the terminal
        return "wrong", said
    return ("well" if code == 0 else "clear"), said


def shown(outcome: str, *by: object) -> str:
    """The outcome; of a bad one, what has led to it is printed."""
    if outcome not in OUTCOMES[:2]:
        print(f"  {outcome} by", *by, file=sys.stderr, flush=True)
    return outcome


def one(said: str) -> bool:
    """Whether one line tells the error, the last; or one of the command line's own boxes."""
    *_, last = said.rstrip("\n").split("\n")
    return last.startswith("error: ") or ("Usage: " in said and "Error" in said)


def spoiled(content: bytes, moments: random.Random) -> bytes:
    """Some bytes with a few changes."""
    found = bytearray(content)
    for _ in range(moments.randint(1, 2)):
        at = moments.randrange(len(found) + 1)
        change = moments.randrange(5)
        if change == 0:
            found[at : at + 1] = bytes([moments.randrange(256)])
        elif change == 1:
            del found[at:]
        elif change == 2:
            found[at:at] = found[: moments.randrange(200)]
        elif change == 3:
            del found[at : at + moments.randrange(20)]
        else:
            found[at:at] = moments.choice([b"\x00", b'"', b"\xff\xfe", b"[" * 5000, b"1e999", b";"])
        found = found or bytearray(b"x")
    return bytes(found)


def pairs(folder: Path) -> str:
    """A file of forty graded pairs."""
    from stsutils.data import load

    path = folder / "pairs.csv"
    if not path.exists():
        rows = load("demo", "train").head(40)
        rows[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    return str(path)


def tiny_encoder(folder: Path) -> str:
    """Two layers of random weights."""
    import torch

    from stsutils.encoders import BiEncoder, save
    from stsutils.methods.pretrain import build
    from stsutils.methods.wordpieces import train_tokenizer

    torch.manual_seed(0)
    tokenizer = train_tokenizer(["a cat sat on the mat .", "two dogs run ."] * 9, 90, 32)
    bert = build(len(tokenizer), 2, 16, 2, 32, 0.1).bert
    return str(save(BiEncoder(bert, tokenizer, max_length=32), folder))


def place_for(folder: Path) -> Path:
    """An empty folder below `folder`; the one before it goes."""
    place = folder / "place"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    return place


def lying_in(place: Path) -> dict[str, str]:
    """All files and links below a folder by their names, each with its content's hash."""
    found = {}
    for path in place.rglob("*"):
        name = path.relative_to(place).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def judged(
    work: Callable, place: Path, right: Callable[[str], bool], must: str = "", ours: str = "$"
) -> str:
    """What became of a command, one of `OUTCOMES`.

    right: whether what was written is what should be; it is told what was said.
    must: "well" or "clear", where nothing else will do.
    ours: a pattern of the files below `place` that are the command's own to write anew.
    """
    before = lying_in(place)
    with contextlib.chdir(place):
        outcome, said = outcome_of(*start(work))
        after = lying_in(place)
        gone = [n for n in before if after.get(n) != before[n] and not re.match(ours, n)]
        if gone and outcome != "traceback":
            said, outcome = f"{said}{gone}", "lost"
        elif outcome == "well":
            try:
                outcome = "well" if must != "clear" and right(said) else "wrong"
            except Exception:
                said, outcome = said + traceback.format_exc(), "wrong"
        elif outcome == "clear" and must == "well":
            outcome = "wrong"
    if outcome not in OUTCOMES[:3]:  # a traceback was shown
        print(f"{outcome}: {said[-1500:]}", file=sys.stderr, flush=True)
    return outcome
