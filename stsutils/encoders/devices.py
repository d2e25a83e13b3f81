"""Where a model computes: the GPU, or the processor."""

import torch

from stsutils.errors import UserError


def find_device(name: str | None = None) -> str:
    """The device called ``name``, or without a name the GPU if there is one, else the processor.

    Raises UserError for a device that cannot hold a number in double precision here: losses are
    summed in it, and labels are kept in it (Apple's ``mps`` has none).
    """
    name = name or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        torch.zeros(1, dtype=torch.float64, device=name).cpu()
    except (RuntimeError, AssertionError, NotImplementedError, TypeError) as error:  # torch's own
        reason = str(error).splitlines()[0]
        raise UserError(f"device {name!r} can't be used here ({reason}); take cpu") from None
    return name
