"""From one vector a token to one vector a sentence."""

from collections.abc import Sequence

import torch
from torch import Tensor

from stsutils.errors import UserError

POOLINGS = ("mean", "cls", "max", "first_last", "first_last_tokens")


def check_pooling(how: str) -> None:
    """Raise UserError for a name that is none of `POOLINGS`."""
    if how not in POOLINGS:
        raise UserError(f"no pooling is called {how!r}; choose one of {', '.join(POOLINGS)}")


def pool(how: str, hidden_states: Sequence[Tensor], mask: Tensor) -> Tensor:
    """Sentence vectors (B×d) from all layers' token vectors.

    `hidden_states`: the embedding layer's output, then each transformer layer's, each B×L×d.
    `mask`: B×L, 1 at real tokens (with the two special ones), 0 at padding, which never counts.

    * ``mean``: mean over the tokens of the last layer.
    * ``cls``: the last layer's vector of the first token.
    * ``max``: element-wise maximum over the tokens of the last layer.
    * ``first_last``: mean over tokens of the mean of the first transformer layer's output
      (`hidden_states[1]`) and the last layer's: what CoSENT's code computes (SentEval.py:29).
    * ``first_last_tokens``: mean of the first and the last token's vectors in the last layer: what
      CoSENT's section III-C writes.

    Raises UserError for any other name.
    """
    check_pooling(how)
    last = _wide(hidden_states[-1])
    weights = mask.unsqueeze(-1).to(last.dtype)
    if how == "cls":
        return last[:, 0]
    if how == "max":
        return last.masked_fill(weights == 0, -torch.inf).amax(dim=1)
    if how == "first_last_tokens":
        end = mask.sum(dim=1) - 1
        return (last[:, 0] + last[torch.arange(len(last), device=last.device), end]) / 2
    if how == "first_last":
        last = (_wide(hidden_states[1]) + last) / 2
    return (last * weights).sum(dim=1) / weights.sum(dim=1)


def pool_packed(how: str, hidden_states: Sequence[Tensor], starts: Tensor, sizes: Tensor) -> Tensor:
    """As `pool`, from token vectors without padding.

    `hidden_states`: T×d each; sentence i has the `sizes[i]` rows from `starts[i]` on.
    """
    check_pooling(how)
    last = _wide(hidden_states[-1])
    first_token = last.index_select(0, starts)
    if how == "cls":
        return first_token
    if how == "first_last_tokens":
        return (first_token + last.index_select(0, starts + sizes - 1)) / 2
    if how == "first_last":
        last = (_wide(hidden_states[1]) + last) / 2
    reduce = "max" if how == "max" else "mean"
    # unsafe: the sizes are not checked again, for which a GPU would have to stop
    return torch.segment_reduce(last, reduce, lengths=sizes, axis=0, unsafe=True)


def _wide(vectors: Tensor) -> Tensor:
    """16-bit vectors as float32: sums and cosines want the digits."""
    return vectors.float() if vectors.dtype in (torch.bfloat16, torch.float16) else vectors
