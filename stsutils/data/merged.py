"""Sets that are made of others when they are loaded."""

import pandas as pd

from stsutils.data.catalogue import Entry
from stsutils.data.leaks import merged_stsb_sick


def merged(found: Entry, split: str, *, folder=None, download: bool | None = None) -> pd.DataFrame:
    """The rows of all parts of a merged set, one part after the other.

    The column ``source`` says which set a pair is from. ``stsb_sick`` brings its parts to one scale
    and knows a leak filter: `merged_stsb_sick`.
    """
    from stsutils.data.load import load

    if found.name == "stsb_sick":
        return merged_stsb_sick(split, folder=folder, download=download)
    columns, parts = ["sentence1", "sentence2", "label"], []
    for part in found.merged:
        rows = load(*part.split(":"), folder=folder, download=download)
        parts.append(rows[columns].assign(source=part.split(":")[0]))
    return pd.concat(parts, ignore_index=True)
