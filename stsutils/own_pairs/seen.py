"""Which pairs a saved encoder was trained on, as hashes beside it: no text is kept."""

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data.components import folded
from stsutils.errors import UserError, first_line
from stsutils.writing import write_atomically

SEEN = "trained_on.npy"


def keep_seen(folder: Path, rows: pd.DataFrame) -> None:
    """Write the hashes of pairs that the encoder in ``folder`` was trained on, 8 bytes a pair."""

    def put(place: Path) -> None:
        with open(place, "wb") as file:  # given a name, numpy would add an ending
            np.save(file, np.unique(_hashes(rows)))

    write_atomically(folder / SEEN, put)


def seen(encoder: str, rows: pd.DataFrame) -> int:
    """How many pairs the encoder in a folder was trained on; 0 for one that does not tell.

    In either order, and without regard to capitals and spare spaces.
    """
    path = Path(encoder) / SEEN
    if not path.is_file():
        return 0
    try:
        known = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise UserError(
            f"{path} can't be read ({first_line(error)}); copy the folder again"
        ) from None
    return int(np.isin(_hashes(rows), known).sum())


def _hashes(rows: pd.DataFrame) -> np.ndarray:
    pairs = zip(rows["sentence1"].map(folded), rows["sentence2"].map(folded), strict=True)
    texts = ("\0".join(sorted(pair)).encode("utf-8") for pair in pairs)
    whole = b"".join(hashlib.blake2b(text, digest_size=8).digest() for text in texts)
    return np.frombuffer(whole, "<u8")
