"""AdamW as this book trains with it: groups with rates of their own, and the rates' course."""

import math

import torch
from torch import nn


def adamw(module: nn.ModuleDict, rates: dict[str, float], weight_decay: float):
    """The optimiser; each part of `module` has its own top rate, ``rates[name]``.

    A group keeps its top rate as ``top``: `set_rates` takes shares of it.
    """
    groups = [
        group | {"lr": rates[name], "top": rates[name]}
        for name, part in module.items()
        for group in decay_groups(part, weight_decay)
    ]
    return torch.optim.AdamW(groups, fused=True)


def decay_groups(module: nn.Module, weight_decay: float) -> list[dict]:
    """Parameters for an optimiser: matrices with `weight_decay`, biases and norms without."""
    parameters = [p for p in module.parameters() if p.requires_grad]
    return [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ]


def set_rates(optimizer: torch.optim.Optimizer, step: int, total: int, warmup: float) -> None:
    """Set all rates for `step` of `total`: a rise over the share `warmup`, then a fall to 0."""
    rise = math.ceil(warmup * total) if total > 1 else 0  # the only step has the top rate
    share = step / rise if step < rise else (total - step) / max(1, total - rise)
    for group in optimizer.param_groups:
        group["lr"] = group["top"] * share
