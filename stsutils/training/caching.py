"""Gradient caching: the gradients of a big batch in the memory of a small one.

A loss on the whole batch needs all vectors at once, but not all the transformer's intermediate
results. So: compute the vectors chunk by chunk and keep nothing else, take the loss and its
gradient on the vectors, then compute each chunk again and hand its vectors' gradient back. Every
chunk is computed with the same random numbers both times, so dropout drops the same.

Source: Gao et al. 2021, Scaling deep contrastive learning batch size under memory limited setup.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from stsutils.encoders.tokens import Tokens


def backward(
    embed: Callable[[Tokens], Tensor],
    judge: Callable[[Tensor], Tensor],
    sentences: Tokens,
    chunk: int,
    device: torch.device,
) -> Tensor:
    """Leave the gradients of ``judge(embed(sentences))`` on the parameters; return its value.

    Equal to ``judge(embed(sentences)).backward()`` up to rounding and the draw of dropout masks,
    for one more forward pass. About `chunk` tokens are in work at once.
    """
    pieces = chunks(sentences.lengths, chunk)
    states, parts = [], []
    with torch.no_grad():
        for piece in pieces:
            states.append([torch.get_rng_state(), *map(torch.cuda.get_rng_state, cuda(device))])
            parts.append(embed(sentences.take(piece)))
    back = np.argsort(np.concatenate(pieces))
    vectors = torch.cat(parts)[torch.from_numpy(back).to(device)].requires_grad_()
    value = judge(vectors)
    value.backward()
    assert vectors.grad is not None
    # the loss may have drawn random numbers: the next step goes on after those
    with torch.random.fork_rng(cuda(device)):
        for piece, state in zip(pieces, states, strict=True):
            _set_random_state(state, device)
            again = embed(sentences.take(piece))
            again.backward(vectors.grad[torch.from_numpy(piece).to(device)])
    return value


def chunks(lengths: np.ndarray, chunk: int) -> list[np.ndarray]:
    """Cut sentences into length-sorted chunks of about `chunk` tokens, one sentence at least.

    Returns arrays of indices into `lengths`; together they are a permutation.
    """
    order = np.argsort(lengths, kind="stable")
    number = (np.cumsum(lengths[order]) - 1) // chunk  # a chunk ends where its tokens are full
    return np.split(order, np.flatnonzero(np.diff(number)) + 1)


def cuda(device: torch.device) -> list[torch.device]:
    """The devices beside the CPU whose random state a training draws from."""
    return [device] if device.type == "cuda" else []


def _set_random_state(state: list[Tensor], device: torch.device) -> None:
    torch.set_rng_state(state[0])
    for one in cuda(device):
        torch.cuda.set_rng_state(state[1], one)
