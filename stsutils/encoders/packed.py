"""The forward pass of BERT-like models without padding.

All tokens of a batch lie in one T×d matrix, sorted by sentence length, so that every linear layer,
norm and activation sees real tokens only and works on one large matrix. Attention alone needs
sentences: it runs once a group of equal, or nearly equal, length. The model's own modules are
called, so its weights stay where they are.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from stsutils.encoders import micro

#: Classes whose forward pass is BERT's. Others may share its layout and yet compute other things.
BERT_LIKE = {"BertModel", "RobertaModel", "XLMRobertaModel", "CamembertModel"}
#: What one more attention call costs a layer, in padded tokens.
CALL_COST = {"cpu": 8, "cuda": 16_384}


def fits(transformer: nn.Module) -> bool:
    """Whether `forward` computes what `transformer` does."""
    config = transformer.config
    return (
        type(transformer).__name__ in BERT_LIKE
        and not config.is_decoder
        and getattr(config, "position_embedding_type", None) in (None, "absolute")
        and not transformer.is_gradient_checkpointing
    )


@dataclass
class Group:
    """Sentences that share an attention call: rows `start` to `stop` of the T×d matrix.

    `rows` (n×L) and `mask` (n×1×1×L, True at real tokens) are None where all lengths are equal.
    `kept` are the places of the real tokens among the n·L padded ones.
    """

    start: int
    stop: int
    count: int
    rows: Tensor | None = None
    mask: Tensor | None = None
    kept: Tensor | None = None


@dataclass
class Layout:
    """Where each sentence lies in the T×d matrix: sentence `order[i]` from `starts[i]` on."""

    order: np.ndarray
    lengths: Tensor
    starts: Tensor
    groups: list[Group]


def layout(lengths: np.ndarray, device: torch.device) -> Layout:
    """Sort the sentences by length and choose the attention groups."""
    pieces = micro.groups(lengths, CALL_COST.get(device.type, 16_384), 2**40)
    order = np.concatenate(pieces)
    sizes = torch.from_numpy(np.asarray(lengths)[order])
    starts = sizes.cumsum(0) - sizes
    groups, first = [], 0
    for piece in pieces:
        inside = slice(first, first + len(piece))
        groups.append(_group(starts[inside], sizes[inside], device))
        first += len(piece)
    return Layout(order, sizes.to(device), starts.to(device), groups)


def _group(starts: Tensor, sizes: Tensor, device: torch.device) -> Group:
    start, width = int(starts[0]), int(sizes[-1])
    stop = int(starts[-1]) + width
    if int(sizes[0]) == width:
        return Group(start, stop, len(sizes))
    place = torch.arange(width)
    real = place < sizes[:, None]
    rows = (starts[:, None] - start + place) * real  # padding reads any row: the mask hides it
    return Group(
        start,
        stop,
        len(sizes),
        rows.to(device),
        real[:, None, None].to(device),
        real.flatten().nonzero().squeeze(1).to(device),
    )


def forward(transformer: nn.Module, tokens: list[list[int]], where: Layout) -> list[Tensor]:
    """The embedding layer's output and each layer's, each T×d in the order of `where`."""
    device = where.starts.device
    ids = torch.tensor([token for i in where.order for token in tokens[i]], device=device)
    first = torch.repeat_interleave(where.starts, where.lengths, output_size=len(ids))
    positions = torch.arange(len(ids), device=device) - first
    if hasattr(transformer.embeddings, "padding_idx"):  # RoBERTa counts positions from there
        positions = positions + transformer.embeddings.padding_idx + 1
    states = transformer.embeddings(input_ids=ids[None], position_ids=positions[None])[0]
    out = [states]
    for layer in transformer.encoder.layer:
        inside = layer.attention
        states = inside.output(_attention(inside.self, states, where.groups), states)
        states = layer.output(layer.intermediate(states), states)
        out.append(states)
    return out


def _attention(module: nn.Module, states: Tensor, groups: list[Group]) -> Tensor:
    """Self-attention of each sentence's tokens on one another, T×d."""
    heads, width = module.num_attention_heads, module.attention_head_size
    dropout = module.dropout.p if module.training else 0.0
    parts = [project(states) for project in (module.query, module.key, module.value)]
    out = []
    for group in groups:
        three = []
        for part in parts:
            own = part[group.start : group.stop]
            own = own[group.rows] if group.rows is not None else own
            three.append(own.view(group.count, -1, heads, width).transpose(1, 2))
        found = scaled_dot_product_attention(
            *three, attn_mask=group.mask, dropout_p=dropout, scale=module.scaling
        )
        found = found.transpose(1, 2).reshape(-1, heads * width)
        out.append(found if group.kept is None else found[group.kept])
    return torch.cat(out)
