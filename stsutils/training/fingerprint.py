"""Short hashes of what decides a training's numbers: a checkpoint continues with the same only."""

import hashlib
from collections.abc import Callable
from typing import Any

import pandas as pd
import torch
from torch import nn

from stsutils.encoders.reader import bytes_of, sha_of

#: What an encoder does to its texts, beside its weights.
READING = ("pooling", "max_length", "normalize", "prompt")


def fingerprint(
    module: nn.ModuleDict,
    rows: pd.DataFrame,
    columns: tuple[str, ...],
    label: str | None,
    loss: Callable,
) -> dict[str, object]:
    """Short hashes of texts, labels and starting weights, and what the loss says of itself.

    `module` holds the encoder and, where it has parameters, the loss. A loss says what it is by
    its `name` and its `settings`; a plain function has its own name only, so two closures of one
    function look alike.
    """
    return {
        "columns": list(columns),
        "texts": table_sha(rows[list(dict.fromkeys(columns))]),
        "labels": label and table_sha(rows[[label]]),
        "starting weights": sha_of(module),
        "reading": [getattr(module["encoder"], name, None) for name in READING],
        "loss": getattr(loss, "name", None) or getattr(loss, "__qualname__", type(loss).__name__),
        "loss settings": repr(getattr(loss, "settings", {})) + _of_teacher(loss),
    }


def _of_teacher(loss: Callable) -> str:
    """What decides a loss beside its settings: how it was lifted, and its teacher."""
    settings = "".join(f" {name}={value}" for name, value in getattr(loss, "shown", {}).items())
    teacher = getattr(loss, "teacher", None)
    vectors = [teacher, *(getattr(teacher, name, None) for name in ("vectors", "corpus"))]
    if tensors := [one for one in vectors if isinstance(one, torch.Tensor)]:
        settings += f" teacher={hashlib.sha256(b''.join(map(bytes_of, tensors))).hexdigest()[:16]}"
    return settings


def table_sha(table: pd.DataFrame) -> str:
    """Sixteen hex digits of a table's cells, row by row."""
    hashes: Any = pd.util  # pandas finds its functions by name
    cells = hashes.hash_pandas_object(table, index=False).to_numpy()
    return hashlib.sha256(cells.tobytes()).hexdigest()[:16]
