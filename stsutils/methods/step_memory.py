"""What a training step keeps in memory, counted tensor by tensor; nothing is computed.

On torch's device "meta" tensors have shapes and no numbers. So BERT-base with a batch of hundreds
is counted in a second, and the count is the same on any machine. It is a lower bound of what a GPU
reports: the scratch space of single operations and the allocator's rounding are not in it.
"""

import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel

#: Bytes a weight in float32: itself, its gradient, and AdamW's two averages.
WEIGHT_BYTES = 16
GB = 1e9


def step_memory(
    *,
    layers: int,
    width: int,
    heads: int,
    inner: int,
    vocabulary: int,
    sentences: int,
    length: int,
    device: str = "meta",
) -> dict[str, float]:
    """Gigabytes (10⁹ bytes) that one step on `sentences` × `length` tokens keeps, in float32.

    All sentences are padded to `length`, as the papers' code does, and read in one forward pass of
    a BERT of this shape with dropout. Two sentences a pair, or three a triplet; the losses' own
    tensors (a few numbers a pair, B² cosines) are left out: below a hundredth of the whole. Every
    L×L matrix of attention is kept, as in the papers' library of the time.

    ``weights``: weights, gradients and AdamW's state. ``kept``: what the forward pass keeps for the
    way back, each tensor once. ``per sentence``: ``kept`` by sentence. ``whole``: their sum.
    `device` "cpu" computes in earnest, for a test of the count.
    """
    config = BertConfig(
        vocab_size=vocabulary,
        num_hidden_layers=layers,
        hidden_size=width,
        num_attention_heads=heads,
        intermediate_size=inner,
        max_position_embeddings=max(512, length),
        attn_implementation="eager",
    )
    with torch.device(device):
        model = BertModel(config, add_pooling_layer=False).train()
        ids = torch.ones(sentences, length, dtype=torch.long)
    kept = kept_bytes(model, ids)
    weights = WEIGHT_BYTES * sum(p.numel() for p in model.parameters())
    return {
        "weights": weights / GB,
        "kept": kept / GB,
        "per sentence": kept / sentences / GB,
        "whole": (weights + kept) / GB,
    }


def kept_bytes(model: nn.Module, ids: Tensor) -> int:
    """Bytes that a forward pass keeps for the way back, without the model's own weights."""
    own = {_storage(one) for one in (*model.parameters(), *model.buffers())}
    found: dict[int, int] = {}

    def note(tensor: Tensor) -> Tensor:
        if _storage(tensor) not in own:
            found[_storage(tensor)] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        # the result holds the graph, so no storage is given away to a later tensor before the end
        result = model(ids).last_hidden_state  # no sentence is padded, so no mask
    assert result.requires_grad
    return sum(found.values())


def _storage(tensor: Tensor) -> int:
    return tensor.untyped_storage()._cdata
