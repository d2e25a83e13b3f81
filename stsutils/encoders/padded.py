"""The forward pass of any model: each text padded to the longest, as every library does it."""

import torch
from torch import Tensor, nn

from stsutils.encoders.pooling import pool
from stsutils.encoders.tokens import Tokens


def vectors(transformer: nn.Module, tokens: Tokens, pooling: str, padding: int) -> Tensor:
    """One vector a text (n×d), by one pass; `padding` is the piece number that fills up."""
    strip = tokens.strip()
    shape = len(tokens), int(tokens.lengths.max())
    places = strip.texts * shape[1] + strip.places
    inputs = {"input_ids": strip.ids.new_full(shape, padding)}
    inputs["input_ids"].view(-1)[places] = strip.ids
    mask = torch.arange(shape[1], device=strip.ids.device) < strip.lengths[:, None]
    inputs["attention_mask"] = mask.long()
    if strip.segments is not None:
        inputs["token_type_ids"] = strip.ids.new_zeros(shape)
        inputs["token_type_ids"].view(-1)[places] = strip.segments
    output = transformer(**inputs, output_hidden_states=pooling == "first_last")
    states = output.hidden_states or (output.last_hidden_state,)
    return pool(pooling, states, inputs["attention_mask"])
