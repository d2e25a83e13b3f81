"""Pairs: graded ones (score 0 to 5) and binary ones."""

import pandas as pd

from demo_rows.binary import binary_pair
from demo_rows.frames import Draw
from demo_rows.graded import graded_pair
from demo_rows.writing import collect


def generate_pairs(
    n: int, seed: int, kind: str = "graded", hard: float = 0.5, split: str = "train"
) -> pd.DataFrame:
    """n distinct sentence pairs, a pure function of the arguments on every machine.

    kind="graded": columns sentence1, sentence2, score (0.0 … 5.0, see `LEVELS`), operation,
    agreement (share of equal slots, 0 … 1), domain. All six levels are equally likely.
    kind="binary": columns sentence1, sentence2, label (1 paraphrase, 0 not), hardness
    (`paraphrase`, `random` or the operation that made a hard negative), domain. Half are
    paraphrases; `hard` is the share of hard negatives among the negatives.
    split: every frame belongs to one of train, validation, test by a hash of its core slots, so
    no frame and no sentence is shared between splits, whatever the seeds.
    """
    draw = Draw(f"pairs|{kind}|{split}|{seed}")
    if kind == "graded":
        return collect(n, lambda: graded_pair(draw, split))
    return collect(n, lambda: binary_pair(draw, split, hard))
