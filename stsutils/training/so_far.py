"""The state of a training: its steps, its history, its best score."""

import math
import time

import torch
from torch import Tensor

from stsutils.errors import Diverged


class SoFar:
    """The steps, the history and the best score of a training, as `fit` counts them.

    All of it is in `state`, which is JSON: a checkpoint holds it, and a training goes on from it.
    """

    def __init__(self, state: dict, device: torch.device):
        """``state``: `new` or what a checkpoint had; ``device``: where losses come from."""
        self.state = state
        # the sum stays on the device: reading each loss would wait for its step to end
        self.losses = torch.tensor(state["loss"], dtype=torch.float64, device=device)
        self.started = time.perf_counter() - state["seconds"]

    @staticmethod
    def new(settings: dict) -> dict:
        """The state of a training with these settings before its first step.

        ``stale`` counts the evaluations in a row that have brought no better score.
        """
        state = {"step": 0, "seconds": 0.0, "history": [], "best": -math.inf, "stale": 0}
        return state | {"loss": 0.0, "chance": 0.0, "since": 0, "settings": settings}

    @property
    def steps(self) -> int:
        """How many steps are done."""
        return self.state["step"]

    def add(self, loss: Tensor, norm: Tensor, chance: float) -> None:
        """Count a step; ``chance`` is what its loss would be if all cosines were equal.

        ``norm`` is the gradient's before clipping. Where that is no number the step has left no
        number in the weights either, so the sum of the losses is made none.
        """
        self.losses += loss + 0 * norm
        self.state["chance"] += chance
        self.state["since"] += 1
        self.state["step"] += 1
        self.state["seconds"] = time.perf_counter() - self.started

    def line(self, per_epoch: int, lr: float) -> dict[str, float]:
        """The means since the last line; raises Diverged where one of them is no number."""
        state, since = self.to_save(), self.state["since"]
        if not math.isfinite(state["loss"]):
            raise Diverged(
                f"the loss or its gradient is no number at step {self.steps}: training diverged. "
                "Try a lower lr, or a smaller scale."
            )
        line = {"step": self.steps, "epoch": self.steps / per_epoch, "loss": state["loss"] / since}
        line |= {"chance": state["chance"] / since, "lr": lr, "seconds": state["seconds"]}
        state |= {"loss": 0.0, "chance": 0.0, "since": 0}
        self.losses.zero_()
        return line

    def judged(self, line: dict[str, float], scores: dict[str, float]) -> bool:
        """Whether a line's first score is the best so far; the line joins the history."""
        self.state["history"].append(line | scores)
        score = next(iter(scores.values()), None)
        if score is None or not score > self.state["best"]:
            self.state["stale"] += 1
            return False
        self.state |= {"best": score, "stale": 0}
        return True

    def to_save(self) -> dict:
        """The state to checkpoint, with the running sum of the losses."""
        self.state["loss"] = self.losses.item()
        return self.state
