"""The forward pass of any model: each text padded to the longest of those it is read with.

A batch of sentences of mixed length is mostly padding. Sorted by length and cut into a few groups,
each padded to its own longest sentence, it costs half or less; the loss still sees the whole
batch, so nothing but time changes.
"""

import numpy as np
import torch
from torch import Tensor, nn

from stsutils.encoders.pooling import pool
from stsutils.encoders.tokens import Tokens

#: What one more forward pass costs, in tokens: launching a pass is cheap on a CPU, dear on a GPU.
PASS_COST = {"cpu": 48, "cuda": 16_384}
#: Padded tokens in one pass at most: what stays in a CPU's cache, what fits a GPU easily.
TOKEN_BUDGET = {"cpu": 2_048, "cuda": 65_536}


def groups(lengths: np.ndarray, pass_cost: int, budget: int) -> list[np.ndarray]:
    """Cut sentences into length-sorted groups with the least total cost.

    The cost of a group is `pass_cost` + its count × its longest length, in tokens. The best cut
    of the sorted lengths is found exactly by dynamic programming over the distinct lengths
    (at most a few hundred); groups above `budget` padded tokens are then cut in equal parts.
    Returns arrays of indices into `lengths`; together they are a permutation.
    """
    order = np.argsort(lengths, kind="stable")
    widths, counts = np.unique(np.asarray(lengths)[order], return_counts=True)
    ends = np.concatenate([[0], np.cumsum(counts)])
    best, cut = [0.0], [0]
    for j, width in enumerate(widths, start=1):
        costs = np.array(best) + pass_cost + (ends[j] - ends[:j]) * width
        cut.append(int(costs.argmin()))
        best.append(float(costs.min()))
    pieces, j = [], len(widths)
    while j > 0:
        piece = order[ends[cut[j]] : ends[j]]
        parts = -(-len(piece) * int(widths[j - 1]) // budget)
        pieces += np.array_split(piece, min(parts, len(piece)))
        j = cut[j]
    return pieces[::-1]


def vectors(transformer: nn.Module, tokens: Tokens, pooling: str, padding: int) -> Tensor:
    """One vector a text (n×d), by one pass; `padding` is the token id that fills up."""
    strip, width = tokens.strip(), int(tokens.lengths.max())
    real = torch.arange(width, device=strip.ids.device) < strip.lengths[:, None]
    ids = strip.ids.new_full(real.shape, padding).masked_scatter(real, strip.ids)
    inputs = {"input_ids": ids, "attention_mask": real.long()}
    if strip.segments is not None:
        inputs["token_type_ids"] = torch.zeros_like(ids).masked_scatter(real, strip.segments)
    output = transformer(**inputs, output_hidden_states=pooling == "first_last")
    states = output.hidden_states or (output.last_hidden_state,)
    return pool(pooling, states, inputs["attention_mask"])
