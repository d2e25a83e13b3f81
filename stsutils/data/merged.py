"""Sets that are made of others when they are loaded."""

from collections.abc import Callable

import pandas as pd

from stsutils.data.catalogue import Entry
from stsutils.data.leaks import remove_leaks

STS_TESTS = ("sts12", "sts13", "sts14", "sts15", "sts16", "stsb", "sick_r")
Read = Callable[[str, str], pd.DataFrame]


def merged(found: Entry, split: str, read: Read) -> pd.DataFrame:
    """The rows of all parts of a merged set, one part after the other, as ``read`` gives them.

    The column ``source`` says which set a pair is from.
    """
    if found.name == "stsb_sick":
        return merged_stsb_sick(split, read)
    parts = []
    for part in found.merged:
        name, _, own_split = part.partition(":")
        rows = read(name, own_split)[["sentence1", "sentence2", "label"]]
        parts.append(rows.assign(source=name))
    return pd.concat(parts, ignore_index=True)


def merged_stsb_sick(split: str, read: Read) -> pd.DataFrame:
    """The fine-grained training corpus of the regression paper, section 4.2 and Appendix A.

    STS-B train and SICK-R train, each without the pairs of the seven STS tests; SICK's 1–5 becomes
    5(s − 1)/4, so every score lies in [0, 5]. 991 + 4,404 = 5,395 pairs (the paper says 5,398).
    The split "all" is the same before the filter, 10,188 pairs.
    """
    tests = [read(name, "test") for name in STS_TESTS] if split == "train" else []
    parts = []
    for name in ("stsb", "sick_r"):
        rows = remove_leaks(read(name, "train"), tests)[["sentence1", "sentence2", "score"]]
        if name == "sick_r":
            rows["score"] = 5 * (rows["score"] - 1) / 4
        parts.append(rows.assign(source=name))
    return pd.concat(parts, ignore_index=True)
