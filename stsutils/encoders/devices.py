"""Where a model computes, the GPU or the processor, and in which precision."""

import torch

from stsutils.errors import UserError


def check_precision(precision: str) -> None:
    """Raise UserError for another precision of numbers than those that models are computed in."""
    if precision not in ("float32", "bfloat16"):
        raise UserError(f"precision is float32 or bfloat16, not {precision!r}")


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
