"""Where a model computes: the GPU, or the processor."""

import torch

from stsutils.errors import UserError


def find_device(name: str | None = None) -> str:
    """The device called ``name``, or without a name the GPU if there is one, else the processor.

    Raises UserError for a device that cannot hold a number here.
    """
    name = name or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        torch.zeros(1, device=name).cpu()
    except (RuntimeError, AssertionError, NotImplementedError) as error:  # torch raises all three
        reason = str(error).splitlines()[0]
        raise UserError(f"device {name!r} can't be used here ({reason}); take cpu") from None
    return name
