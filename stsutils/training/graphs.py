"""Training passes on a GPU as CUDA graphs: one launch in place of a thousand.

A GPU computes BERT-base's pass over 64 pairs in less time than Python needs to launch its kernels
one by one. A graph is those launches, recorded once and replayed by one call. It has fixed shapes,
so a batch is filled up: its tokens to a multiple of some number, by one more text whose vector
nobody sees, and attention to a multiple of `WIDTH` places.
"""

from collections import Counter

import torch
from torch import Tensor, nn

from stsutils.encoders import BiEncoder, packed
from stsutils.encoders.tokens import Strip, Tokens

#: The least filling of a batch, in tokens, and of its longest text.
TOKENS, WIDTH = 256, 32
#: A shape is recorded when it is met for this time: recording takes some five passes.
OFTEN = 3
#: More places than this, padding included, are not padded for one attention call.
PLACES = 2 * packed.TOKEN_BUDGET["cuda"]


def recordable(encoder: nn.Module) -> bool:
    """Whether `encoder` is one whose passes can be recorded, on a GPU."""
    known = isinstance(encoder, BiEncoder) and encoder.packs
    return known and encoder.device.type == "cuda" and packed.fits(encoder.transformer)


class Graphs:
    """Called with tokens as `encoder` is in training: the same vectors (B×d), up to rounding.

    A step's gradients lie where the next call writes its own: one call a step, and one backward.
    """

    def __init__(self, encoder: BiEncoder):
        """The encoder stays the owner of its weights; it may be trained and changed in place."""
        self.encoder, self.unrecorded = encoder, Pass(encoder)
        self.met, self.recorded, self.memory = Counter(), {}, None

    def __call__(self, tokens: Tokens) -> Tensor:
        """The vectors of tokenised texts, by a replay where their shape has been met often.

        A large batch, or one long text among many, goes to the encoder, in several attention calls.
        """
        places = len(tokens) * tokens.lengths.max()
        if tokens.lengths.sum() >= packed.TOKEN_BUDGET["cuda"] or places > PLACES:
            return self.encoder(tokens)
        inputs = filled(tokens.to(self.encoder.device))
        shape = tuple(one.shape for one in inputs)
        self.met[shape] += 1
        if self.met[shape] == OFTEN:
            self.recorded[shape] = self._record(inputs)
        return self.encoder.finish(self.recorded.get(shape, self.unrecorded)(*inputs))

    def _record(self, inputs: tuple[Tensor, ...]):
        self.memory = self.memory or torch.cuda.graph_pool_handle()
        # a recording holds on to its stream, which torch would warn of at each backward
        if hasattr(torch.autograd.graph, "set_warn_on_accumulate_grad_stream_mismatch"):
            torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch(False)
        # the passes before the recording draw dropout's masks: the training shall not notice
        with torch.random.fork_rng([self.encoder.device]):
            return torch.cuda.make_graphed_callables(
                Pass(self.encoder), inputs, allow_unused_input=True, pool=self.memory
            )


class Pass(nn.Module):
    """The encoder's pass over what `filled` made: tensors alone, each shape known beforehand."""

    def __init__(self, encoder: BiEncoder):
        """Share the encoder's transformer."""
        super().__init__()
        self.transformer, self.pool = encoder.transformer, encoder.pool

    def forward(
        self, ids: Tensor, places: Tensor, kept: Tensor, mask: Tensor, starts: Tensor, sizes: Tensor
    ) -> Tensor:
        """Pooled vectors of all texts but the last, which fills up."""
        strip = Strip(ids, ids, places, None, starts, sizes)
        group = packed.Group(len(ids), len(starts), mask.shape[-1], kept, mask)
        return self.pool(packed.forward(self.transformer, strip, [group]), starts, sizes)[:-1]


def filled(tokens: Tokens) -> tuple[Tensor, ...]:
    """The tokens (T) and texts (n) of a batch with one text more, which fills it up.

    Returns token ids (T), places (T), where each token lies in the padded attention (T), the
    attention's mask (n×1×1×W), each text's start (n) and its length (n).
    """
    strip, total = tokens.strip(), int(tokens.lengths.sum())
    step = max(TOKENS, 2 ** (total.bit_length() - 5))  # at most a sixteenth of what there is
    more = step - total % step
    width = -(-int(tokens.lengths.max()) // WIDTH) * WIDTH
    fill = strip.ids.new_zeros(more)
    # all tokens of the last text lie at its first place, the only one that attention sees
    kept = torch.cat([strip.texts * width + strip.places, fill + len(tokens) * width])
    seen = torch.cat([strip.lengths, fill[:1] + 1])
    mask = (torch.arange(width, device=fill.device) < seen[:, None])[:, None, None]
    starts = torch.cat([strip.starts, fill[:1] + total])
    sizes = torch.cat([strip.lengths, fill[:1] + more])
    places = torch.cat([strip.places, fill])
    return torch.cat([strip.ids, fill]), places, kept, mask, starts, sizes
