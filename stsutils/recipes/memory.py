"""What a training step keeps in memory, counted."""

from stsutils.ledger import Result
from stsutils.methods.step_memory import step_memory
from stsutils.recipes.settings import recipe


@recipe("memory-1")
def memory(s: dict, seed: int, device: str | None = None) -> Result:
    """The metrics of `stsutils.methods.step_memory.step_memory`, whose arguments the settings are.

    Nothing is computed, so neither seed nor device changes anything.
    """
    return Result(step_memory(**s), extra={"device": "cpu"})
