"""Sets that are made of others when they are loaded."""

from collections.abc import Callable

import pandas as pd

from stsutils.data.catalogue import Entry
from stsutils.data.kinds import label_column
from stsutils.data.leaks import remove_leaks

STS_TESTS = ("sts12", "sts13", "sts14", "sts15", "sts16", "stsb", "sick_r")
Read = Callable[[str, str], pd.DataFrame]


def merged(dataset: Entry, split: str, read: Read) -> pd.DataFrame:
    """The rows of all parts of a merged set, one part after the other, as ``read`` gives them.

    The column ``source`` says which set a pair is from.

    ``stsb_sick`` is the fine-grained training corpus of the regression paper, section 4.2 and
    Appendix A: STS-B train and SICK-R train, each without the pairs of the seven STS tests; SICK's
    1–5 becomes 5(s − 1)/4, so every score lies in [0, 5]. 991 + 4,404 = 5,395 pairs (the paper says
    5,398). Its split "all" is the same before the filter, 10,188 pairs.
    """
    filtered = (dataset.name, split) == ("stsb_sick", "train")
    tests = [read(name, "test") for name in STS_TESTS] if filtered else []
    parts = []
    for part in dataset.merged:
        name, _, own_split = part.partition(":")
        rows = remove_leaks(read(name, own_split), tests)
        rows = rows[["sentence1", "sentence2", label_column(rows)]]
        if name == "sick_r":
            rows["score"] = 5 * (rows["score"] - 1) / 4
        parts.append(rows.assign(source=name))
    return pd.concat(parts, ignore_index=True)
