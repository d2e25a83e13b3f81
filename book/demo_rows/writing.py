"""What all generated rows share: distinct rows, and drawn word overlap."""

from collections.abc import Callable

import pandas as pd

from demo_rows.frames import Draw, Frame
from demo_rows.render import Renderer
from stsutils.data.word_overlap import bag_cosine

TRIES = 6


def write_pair(
    draw: Draw, a: Frame, b: Frame, target: float, tries: int = TRIES, more: tuple = ()
) -> tuple[str, str]:
    """Two sentences whose word overlap is as near to the target as a few tries bring it.

    The target is drawn alike for paraphrases and most hard negatives: that is what keeps a bag of
    words from telling the two apart.
    `more` is (second frame of a, second frame of b, link of a, link of b) for a compound.
    """
    a2, b2, link_a, link_b = more or (None, None, "", "")
    first = Renderer(draw)
    sentence1 = first.write(a, a2, link_a)
    best, distance = "", 9.0
    for turn in range(tries * 4):
        if turn >= tries and best:
            break
        keep = (target, 1.0, 0.0)[turn % 3]
        sentence2 = Renderer(draw, first.chosen, keep).write(b, b2, link_b)
        off = abs(bag_cosine(sentence1, sentence2) - target)
        if sentence2 != sentence1 and off < distance:
            best, distance = sentence2, off
            if off < 0.04:
                break
    return sentence1, best


def collect(
    n: int, make: Callable[[], dict | None], texts: tuple = ("sentence1", "sentence2")
) -> pd.DataFrame:
    """Rows from `make` until n are there whose texts, in any order, are distinct."""
    rows, seen = [], set()
    while len(rows) < n:
        row = make()
        if row is None or not row[texts[-1]]:  # nothing but the same words was found
            continue
        key = tuple(sorted(row[column] for column in texts))
        if key not in seen:
            seen.add(key)
            rows.append(row)
    return pd.DataFrame(rows)
