"""One short loop that trains the discriminator and the generators, and can be stopped."""

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
    steps: int,
    *,
    lr: float,
    seed: int,
    checkpoint: Path,
    settings: dict,
    warmup: float = 0.1,
    precision: str = "float32",
    save_every: float = 60.0,
) -> list[dict]:
    """Train `module` in place on ``loss(step)``, the loss of that step's batch.

    AdamW, weight decay .01, gradient norm at most 1; the rate rises over the share `warmup` of the
    steps and falls to 0. `checkpoint` is written every `save_every` seconds and on Ctrl-C; a second
    call with the same `settings` goes on from it, to the same weights. Returns the curve: steps
    and the mean loss since the point before. Raises Diverged for a loss that is no number.
    """
    device = next(module.parameters()).device
    autocast = torch.autocast(device.type, torch.bfloat16, precision == "bfloat16")
    products = bfloat16_products(precision, device)
    optimizer = torch.optim.AdamW(decay_groups(module, 0.01), lr=lr, betas=(0.9, 0.98), fused=True)
    state = {"step": 0, "window": [], "curve": [], "settings": settings}
    with torch.random.fork_rng(), products, checkpoints.interruptible() as interrupted:
        torch.manual_seed(seed)
        if checkpoint.exists():
            state, _ = checkpoints.load(checkpoint, module, optimizer, settings)
        saved = time.perf_counter()
        module.train()
        while state["step"] < steps:
            share = state["step"] / steps
            for group in optimizer.param_groups:
                group["lr"] = lr * min((share + 1 / steps) / warmup, (1 - share) / (1 - warmup))
            with autocast:
                value = loss(state["step"])
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
            state["step"] += 1
            state["window"].append(value.item())
            if len(state["window"]) == max(1, steps // 20) or state["step"] == steps:
                _note(state)
            if interrupted() or time.perf_counter() - saved > save_every:
                checkpoints.save(checkpoint, module, optimizer, state)
                saved = time.perf_counter()
            if interrupted():
                raise KeyboardInterrupt
    module.eval()
    return state["curve"]


def _note(state: dict) -> None:
    mean = sum(state["window"]) / len(state["window"])
    if mean != mean:
        raise Diverged(f"the loss is {mean} at step {state['step']}: try a lower lr")
    state["curve"].append({"step": state["step"], "loss": round(mean, 4)})
    state["window"] = []
