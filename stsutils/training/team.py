"""Several processes that train one model, each with its share of every batch.

The loss sees the whole batch on every process: vectors are gathered, and their gradients find the
way back. A process alone, the usual case, is a team of one and sends nothing.
"""

import atexit
import datetime
import os
from collections.abc import Iterable

import numpy as np
import torch
from torch import Tensor, nn
from torch import distributed as dist


def join_team() -> "Team":
    """The team this process belongs to: one, unless `accelerate launch` or torchrun started it.

    In a team of several the first call opens the connection and chooses this process's GPU, or
    the CPU where there is none.
    """
    if int(os.environ.get("WORLD_SIZE", 1)) == 1:
        return Team()
    from accelerate import PartialState  # imported here: it costs time, and few need it

    # the others wait while the first evaluates, so a collective call may take long
    patience = datetime.timedelta(hours=6)
    new = not dist.is_initialized()
    state = PartialState(cpu=not torch.cuda.is_available(), timeout=patience)
    if new and dist.get_backend() == "gloo":
        # gloo's threads may hold Python objects still, and must not meet an interpreter that ends
        atexit.register(state.destroy_process_group)
    return Team(state.process_index, state.num_processes, state.device)


class Team:
    """Process number `rank` of `size`, working on `device` (None: wherever the model is)."""

    def __init__(self, rank: int = 0, size: int = 1, device: torch.device | None = None):
        """Use `join_team`, which knows the numbers."""
        self.rank, self.size, self.device = rank, size, device
        self.first = rank == 0  # the one that evaluates, writes files and shows bars

    def share(self, batch: np.ndarray) -> np.ndarray:
        """This process's rows of a batch, as many as every other's: the last row may repeat."""
        each = -(-len(batch) // self.size)
        return batch.take(range(self.rank * each, (self.rank + 1) * each), mode="clip")

    def whole(self, vectors: Tensor, columns: int, rows: int) -> list[Tensor]:
        """One tensor a text column, `rows` long, from the `vectors` of every process's share.

        `vectors` are those of the first column's share, then of the second's, and so on.
        """
        if self.size == 1:
            return list(vectors.split(rows))
        shares = _Gather.apply(vectors).unflatten(1, (columns, -1))  # size × columns × share × …
        return [column.flatten(0, 1)[:rows] for column in shares.unbind(1)]

    def average(self, parameters: Iterable[nn.Parameter]) -> None:
        """Replace each gradient by its mean over the processes, once after backward.

        The mean is right: every process has the whole loss, and `whole` sums its gradients.
        """
        if self.size == 1:
            return
        gradients = [p.grad for p in parameters if p.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])  # one message, not 200
        dist.all_reduce(flat)
        pieces = (flat / self.size).split([gradient.numel() for gradient in gradients])
        for gradient, piece in zip(gradients, pieces, strict=True):
            gradient.copy_(piece.view_as(gradient))

    def same(self, value):
        """The first process's `value`, on every process."""
        if self.size == 1:
            return value
        box = [value]
        dist.broadcast_object_list(box, src=0, device=self.device)
        return box[0]

    def any(self, flag: bool) -> bool:
        """Whether `flag` is set on one of the processes."""
        if self.size == 1:
            return flag
        raised = torch.tensor(int(flag), device=self.device)
        dist.all_reduce(raised, dist.ReduceOp.MAX)
        return bool(raised)

    def reseed(self, seed: int, step: int) -> None:
        """In a team: random numbers of its own for each process and step, also after a resume."""
        if self.size > 1:
            torch.manual_seed(int(np.random.default_rng([seed, step, self.rank]).integers(2**63)))


class _Gather(torch.autograd.Function):
    """All processes' tensors of one shape, stacked; backward sums what each did with them."""

    @staticmethod
    def forward(ctx, own: Tensor) -> Tensor:
        parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
        dist.all_gather(parts, own.contiguous())
        return torch.stack(parts)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> Tensor:
        gradient = gradient.clone(memory_format=torch.contiguous_format)
        dist.all_reduce(gradient)
        return gradient[dist.get_rank()]
