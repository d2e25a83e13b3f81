"""What a training step keeps in memory, counted."""

from stsutils.errors import UserError
from stsutils.ledger import Result
from stsutils.methods.step_memory import step_memory

MEMORY_NEEDED = {"layers", "width", "heads", "inner", "vocabulary", "sentences", "length"}


def memory_settings(settings: dict) -> dict:
    """The settings of `memory`, checked."""
    if set(settings) != MEMORY_NEEDED:
        raise UserError(f"memory settings: needed are {', '.join(sorted(MEMORY_NEEDED))}")
    if any(type(value) is not int or value < 1 for value in settings.values()):
        raise UserError(f"memory settings: whole numbers from 1, not {settings}")
    return settings


def memory(settings: dict, seed: int, device: str | None = None) -> Result:
    """The metrics of `stsutils.methods.step_memory.step_memory`, whose arguments the settings are.

    Nothing is computed, so neither seed nor device changes anything.
    """
    return Result(step_memory(**memory_settings(settings)), extra={"device": "cpu"})
