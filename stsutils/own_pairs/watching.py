"""TensorBoard's files of a training, where TensorBoard is installed."""

import contextlib
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

from stsutils.errors import UserError


def check_watching() -> None:
    """Raise UserError where TensorBoard is not installed."""
    try:
        importlib.import_module("torch.utils.tensorboard")
    except ImportError:
        raise UserError("--tensorboard needs a package: pip install tensorboard") from None


@contextlib.contextmanager
def watched(folder: Path | None) -> Iterator[Callable[[dict], None] | None]:
    """A function for `fit`'s ``watch`` that writes to a folder; None without a folder."""
    if folder is None:
        yield None
        return
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(folder) as writer:

        def watch(line: dict) -> None:
            for name, value in line.items():
                if name != "step":
                    writer.add_scalar(name, value, line["step"])
            writer.flush()

        yield watch
