"""One short loop that trains what reads raw text, and can be stopped."""

import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

from stsutils import checkpoints
from stsutils.encoders.matmul import bfloat16_products
from stsutils.errors import Diverged
from stsutils.training import decay_groups


def learn(
    module: nn.Module,
    loss: Callable[[int], Tensor],
    rate: Callable[[int], float],
    steps: int,
    *,
    checkpoint: Path,
    settings: dict,
    precision: str = "float32",
    every: int = 50,
    save_every: float = 60.0,
    told: Callable[[dict], object] = lambda point: None,
) -> list[dict]:
    """Train `module` in place on ``loss(step)``, the loss of that step's batch, by ``rate(step)``.

    AdamW, weight decay .01, gradient norm at most 1. `checkpoint` is written every `save_every`
    seconds, on Ctrl-C and at the end; a second call with the same `settings` goes on from it, to
    the same weights. Returns the curve, a point for `every` steps: ``step``, the mean ``loss``
    since the point before, and ``minutes``; ``told`` gets each, too. Raises Diverged for a loss
    that is no number.
    """
    device = next(module.parameters()).device
    autocast = torch.autocast(device.type, torch.bfloat16, precision == "bfloat16")
    products = bfloat16_products(precision, device)
    optimizer = torch.optim.AdamW(decay_groups(module, 0.01), betas=(0.9, 0.98), fused=True)
    settings = settings | {"loop": 2}  # what an earlier version left is told as such
    state = {"step": 0, "minutes": 0.0, "window": [], "curve": [], "settings": settings}
    with products, checkpoints.interruptible() as interrupted:
        if checkpoint.exists():
            state, _ = checkpoints.load(checkpoint, module, optimizer, settings)
        saved = time.perf_counter()
        start = saved - 60 * state["minutes"]
        module.train()
        while state["step"] < steps:
            for group in optimizer.param_groups:
                group["lr"] = rate(state["step"])
            with autocast:
                value = loss(state["step"])
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
            state["step"] += 1
            state["window"].append(value.item())
            state["minutes"] = (time.perf_counter() - start) / 60
            done = state["step"] == steps
            if len(state["window"]) == every or done:
                told(_note(state))
            # at the end, too: a kill may leave half of what the caller writes then
            if interrupted() or done or time.perf_counter() - saved > save_every:
                checkpoints.save(checkpoint, module, optimizer, state)
                saved = time.perf_counter()
            if interrupted():
                raise KeyboardInterrupt
    module.eval()
    return state["curve"]


def _note(state: dict) -> dict:
    """Move the window of recent losses to the curve."""
    mean = sum(state["window"]) / len(state["window"])
    if not math.isfinite(mean):
        raise Diverged(f"the loss is {mean} at step {state['step']}: try a lower lr")
    point = {"step": state["step"], "loss": round(mean, 4), "minutes": round(state["minutes"], 2)}
    state["curve"].append(point)
    state["window"] = []
    return point
