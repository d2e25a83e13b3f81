"""Attacks on the ledger: records cut, edited, doubled and moved are named; the others stay."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from forks import ROOT, WRONG, forked, lying_in, place_for, shown


def edited(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Three records of the book, one of them as somebody's hand or a copy left it."""
    from stsutils.ledger import Ledger

    moments = random.Random(15)
    known = sorted((ROOT / "book" / "results").glob("*/*.json"))
    for i in range(number):
        place, edit = place_for(folder), EDITS[i % len(EDITS)]
        for path in moments.sample(known, 3):
            (place / path.parent.name).mkdir(exist_ok=True)
            shutil.copy(path, place / path.parent.name)
        edit(moments.choice(sorted(place.glob("*/*.json"))), moments)

        def verified(place=place):
            before = lying_in(place)
            problems = Ledger(place).verify().problems
            if len(problems) != 1 or lying_in(place) != before:
                print(problems)
                os._exit(WRONG)

        yield shown(forked(verified), edit.__name__, sorted(lying_in(place)))


def cut(path: Path, moments: random.Random) -> None:
    """It ends in the middle."""
    content = path.read_bytes()
    path.write_bytes(content[: moments.randrange(len(content))])


def renamed(path: Path, moments: random.Random) -> None:
    """It has the name of another run."""
    path.rename(path.with_name(f"{moments.randrange(16**16):016x}.json"))


def moved(path: Path, moments: random.Random) -> None:
    """It lies in another recipe's folder."""
    path.parent.with_name("other-1").mkdir()
    path.rename(path.parent.with_name("other-1") / path.name)


def copied(path: Path, moments: random.Random) -> None:
    """A copy lies beside it."""
    shutil.copy(path, path.with_name(f"{path.stem} (1).json"))


def _text(change: Callable[[str], str]) -> Callable:
    def edit(path: Path, moments: random.Random) -> None:
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return edit


EDITS = (
    cut,
    renamed,
    moved,
    copied,
    _text(lambda text: text.replace('"metrics":', '"metrics":{},"metrics":', 1)),
    _text(lambda text: text.replace(",", ", ", 1)),
    _text(lambda text: text + text),
    _text(lambda text: text.replace('"seed":', '"seed":1', 1)),
)
