"""The forward pass of BERT-like models without padding.

All tokens of a batch lie in one T×d matrix, sorted by sentence length, so that every linear layer,
norm and activation sees real tokens only and works on one large matrix. Attention alone needs
sentences: it runs once a group of equal, or nearly equal, length. The model's own modules are
called, so its weights stay where they are.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from stsutils.encoders import padded
from stsutils.encoders.tokens import Strip, Tokens

#: From all layers' states (T×d each), each text's start and its length to one vector a text.
Pool = Callable[[list[Tensor], Tensor, Tensor], Tensor]
#: Classes whose forward pass is BERT's. Others may share its layout and yet compute other things.
BERT_LIKE = {"BertModel", "RobertaModel", "XLMRobertaModel", "CamembertModel"}
#: Tokens in one pass at most: what stays in a CPU's cache, what fits a GPU easily.
TOKEN_BUDGET = {"cpu": 1_024, "cuda": 65_536}
#: What one more attention call costs, in tokens of padding.
CALL_COST = {"cpu": 16, "cuda": 16_384}


def fits(transformer: nn.Module) -> bool:
    """Whether `forward` computes what `transformer` does, on a device known to have the means."""
    config = transformer.config
    return (
        type(transformer).__name__ in BERT_LIKE
        and transformer.device.type in TOKEN_BUDGET
        and not config.is_decoder
        and getattr(config, "position_embedding_type", None) in (None, "absolute")
        and not any(getattr(x, "gradient_checkpointing", False) for x in transformer.encoder.layer)
    )


def pieces(lengths: np.ndarray, budget: int) -> list[np.ndarray]:
    """Sort sentences by length and cut them into as few runs as `budget` tokens each allow.

    The runs are equal up to a sentence, so one may be that much over. Returns arrays of indices
    into `lengths`; together they are a permutation.
    """
    order = np.argsort(lengths, kind="stable")
    ends = lengths[order].cumsum()
    parts = -(-ends[-1] // budget)
    piece = (ends - 1) * parts // ends[-1]
    return np.split(order, np.flatnonzero(np.diff(piece)) + 1)


@dataclass
class Group:
    """Texts that share an attention call: `tokens` consecutive rows of the T×d matrix.

    Where lengths differ, `kept` are the places of the real tokens among the padded ones and
    `mask` (n×1×1×L) is True at real tokens; both are None where all are equal.
    """

    tokens: int
    texts: int
    width: int
    kept: Tensor | None = None
    mask: Tensor | None = None


def groups(lengths: np.ndarray, kind: str) -> list[Group]:
    """Choose the attention groups of texts that are sorted by length, on a `kind` of device."""
    chosen = (lengths[group] for group in padded.groups(lengths, CALL_COST[kind], 2**40))
    return [Group(int(sizes.sum()), len(sizes), int(sizes[-1])) for sizes in chosen]


def _mask(groups: list[Group], strip: Strip) -> None:
    """Give the groups of mixed lengths their masks; nothing is asked of the device."""
    token = text = 0
    for group in groups:
        if group.tokens < group.texts * group.width:
            own = slice(token, token + group.tokens)
            group.kept = (strip.texts[own] - text) * group.width + strip.places[own]
            lengths = strip.lengths[text : text + group.texts, None]
            real = torch.arange(group.width, device=lengths.device) < lengths
            group.mask = real[:, None, None]
        token, text = token + group.tokens, text + group.texts


def vectors(transformer: nn.Module, tokens: Tokens, pool: Pool) -> Tensor:
    """One vector a text (n×d) of texts sorted by length, by one pass."""
    strip, chosen = tokens.strip(), groups(tokens.lengths, transformer.device.type)
    _mask(chosen, strip)
    return pool(forward(transformer, strip, chosen), strip.starts, strip.lengths)


def forward(transformer: nn.Module, strip: Strip, chosen: list[Group]) -> list[Tensor]:
    """The embedding layer's output and each layer's, each T×d, with the attention groups chosen."""
    embed, positions = transformer.embeddings, strip.places
    if hasattr(embed, "padding_idx"):  # RoBERTa counts positions from there
        positions = positions + embed.padding_idx + 1
    kinds = embed.token_type_embeddings
    segments = kinds.weight[0] if strip.segments is None else kinds(strip.segments)
    states = embed.word_embeddings(strip.ids) + segments
    states = embed.LayerNorm(states + embed.position_embeddings(positions))
    states = dropout(states, embed.dropout)
    out = [states]
    for layer in transformer.encoder.layer:
        inside = layer.attention
        states = _join(inside.output, _attention(inside.self, states, chosen), states)
        states = _join(layer.output, layer.intermediate(states), states)
        out.append(states)
    return out


def _join(module: nn.Module, inner: Tensor, states: Tensor) -> Tensor:
    """The end of an attention or feed-forward block: project, drop, add, normalise."""
    return module.LayerNorm(dropout(module.dense(inner), module.dropout) + states)


def _attention(module: nn.Module, states: Tensor, groups: list[Group]) -> Tensor:
    """Self-attention of each sentence's tokens on one another, T×d."""
    sizes = [group.tokens for group in groups]
    parts = [project(states).split(sizes) for project in (module.query, module.key, module.value)]
    shape = (module.num_attention_heads, module.attention_head_size)
    out = []
    for group, *three in zip(groups, *parts, strict=True):
        if group.kept is not None:
            size = (group.texts * group.width, states.shape[1])
            three = [x.new_zeros(size).index_copy(0, group.kept, x) for x in three]
        heads = [x.view(group.texts, -1, *shape).transpose(1, 2) for x in three]
        found = _attend(*heads, group.mask, module).transpose(1, 2).flatten(0, 1).flatten(1)
        out.append(found if group.kept is None else found.index_select(0, group.kept))
    return torch.cat(out)


def _attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, module) -> Tensor:
    drops = module.training and module.dropout.p > 0
    if query.device.type != "cpu" or (not drops and query.dtype == torch.bfloat16):
        share = module.dropout.p if drops else 0.0
        return scaled_dot_product_attention(query, key, value, mask, share, scale=module.scaling)
    # by hand: torch has no fused kernel with dropout on a CPU, and the one without is five times
    # slower where float32 products go to oneDNN
    scores = (query * module.scaling) @ key.transpose(2, 3)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return dropout(scores.softmax(dim=-1), module.dropout) @ value


def dropout(states: Tensor, module: nn.Dropout) -> Tensor:
    """`module(states)`; on a CPU with a mask made from 16 random bits an element.

    torch draws a float64 an element there, which costs a tenth of a training step. The share
    dropped is a multiple of 1/65,536, and the rest is scaled by exactly what is kept.
    """
    if not module.training or module.p == 0 or states.device.type != "cpu" or module.p == 1:
        return module(states)
    words = torch.empty(-(-states.numel() // 4), dtype=torch.int64).random_(-(2**63), None)
    bits = words.view(torch.int16)[: states.numel()].view(states.shape)
    dropped = round(module.p * 2**16)
    kept = (bits >= dropped - 2**15).to(torch.float32).mul_(2**16 / (2**16 - dropped))
    return states * kept
