"""What one step computes: the loss of a batch, and its gradients."""

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import torch
from torch import Tensor, nn

from stsutils.encoders.matmul import matmul_precision
from stsutils.training import caching
from stsutils.training.graphs import Graphs, recordable
from stsutils.training.team import Team


class Gradients:
    """Called with a batch's row numbers: returns its loss, leaves the gradients on `parameters`.

    `parameters` are those of the encoder, and of the loss where it has some. Texts are tokenised
    once; tokens and labels lie on the encoder's device. Nothing here waits for a GPU.
    """

    def __init__(
        self,
        module: nn.ModuleDict,
        loss: Callable[[list[Tensor], Tensor | None], Tensor],
        rows: pd.DataFrame,
        columns: tuple[str, ...],
        label: str | None,
        *,
        team: Team,
        precision: str,
        chunk: int | None,
    ):
        """Arguments as in `fit`; `module` holds encoder and loss, on their device."""
        self.encoder: Any = module["encoder"]  # a module with `prepare` and `device`, too
        self.loss, self.parameters = loss, [*module.parameters()]
        self.device, self.team, self.chunk = self.encoder.device, team, chunk
        self.columns = self.encoder.prepare([rows[column].tolist() for column in columns])
        gold = None if label is None else torch.tensor(rows[label].to_numpy())
        self.gold, self.labels = gold, None if gold is None else gold.to(self.device)
        recorded = team.size == 1 and chunk is None and recordable(self.encoder)
        self.read = Graphs(self.encoder) if recorded else self.encoder
        # a recording cannot keep 16-bit copies of weights, which serve a step's several passes
        low, kept = precision == "bfloat16", not recorded
        self.autocast = torch.autocast(self.device.type, torch.bfloat16, low, cache_enabled=kept)
        self.chance_level = getattr(loss, "chance_level", None)

    def __call__(self, batch: np.ndarray) -> Tensor:
        """The loss of the rows `batch`, still on the device."""
        own, where = self.team.share(batch), torch.from_numpy(batch)
        tokens = functools.reduce(operator.add, [column.take(own) for column in self.columns])
        labels = self.labels
        if labels is not None:
            labels = labels[where.to(self.device, non_blocking=True)]

        def judge(vectors: Tensor) -> Tensor:
            whole = self.team.whole(vectors, len(self.columns), len(batch))
            with self.autocast, matmul_precision("highest", self.device):
                return self.loss(whole, labels)

        for parameter in self.parameters:
            parameter.grad = None
        if self.chunk is None:
            value = judge(self._embed(tokens))
            value.backward()
        else:
            value = caching.backward(self._embed, judge, tokens, self.chunk, self.device)
        self.team.average(self.parameters)
        return value.detach()

    def _embed(self, tokens) -> Tensor:
        with self.autocast:
            return self.read(tokens)

    def chance(self, batch: np.ndarray) -> float:
        """What the loss would be if all cosines were equal; NaN where it does not say."""
        if self.chance_level is None or self.gold is None:
            return math.nan
        return self.chance_level(self.gold[batch])
