"""What a raw encoder is asked to do with text: the tasks that pre-training can choose from.

Each is a module around a BERT masked-language model, called with token ids (B×L, 0 is padding)
and giving a loss. The sentence encoder is always ``objective.model.bert``. No task sees a label:
every right answer is the text itself.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import BertForMaskedLM, BertLayer

from stsutils.methods.wordpieces import SPECIAL

MASK = SPECIAL.index("[MASK]")


def mask_tokens(ids: Tensor, rate: float, pieces: int) -> tuple[Tensor, Tensor]:
    """BERT's corruption: of the chosen places 80 % [MASK], 10 % a random piece, 10 % kept.

    Returns the corrupted ids (B×L) and the chosen places (B×L, bool).
    """
    chosen = (torch.rand(ids.shape) < rate) & (ids >= len(SPECIAL))
    dice = torch.rand(ids.shape)
    corrupted = torch.where(chosen & (dice < 0.8), MASK, ids)
    random = torch.randint(len(SPECIAL), pieces, ids.shape)
    return torch.where(chosen & (dice >= 0.9), random, corrupted), chosen


class Restore(nn.Module):
    """Name the piece that stood at each corrupted place.

    Formula:
        L = −mean over the corrupted places p of log softmax(head(h_p))[piece at p]

    The head is computed at those places only, which saves half of the time.

    Args:
        model: encoder and prediction head.
        mask_rate: share of the places that `mask_tokens` corrupts.

    Source: Devlin et al. 2019 (BERT), 3.1.
    """

    def __init__(self, model: BertForMaskedLM, mask_rate: float):
        """Put the parts together; nothing is drawn."""
        super().__init__()
        self.model, self.mask_rate = model, mask_rate

    def forward(self, ids: Tensor) -> Tensor:
        """The loss of a batch, in which at least one place is to be restored."""
        given, wanted = mask_tokens(ids, self.mask_rate, self.model.config.vocab_size)
        wanted[0, 1] |= not wanted.any()
        return self.loss(states(self.model.bert, given, ids != 0), wanted, ids)

    def loss(self, hidden: Tensor, wanted: Tensor, ids: Tensor) -> Tensor:
        """Mean cross-entropy of the head at the `wanted` places."""
        wanted = wanted.to(hidden.device)
        scores = self.model.cls(hidden[wanted]).float()
        return F.cross_entropy(scores, ids.to(hidden.device)[wanted])


class Rebuild(Restore):
    """As `Restore`; besides, rebuild the sentence from its vector and a few of its pieces.

    Formula:
        L = L_restore + L_rebuild,  s = mean of h over the sentence,
        L_rebuild = −mean over hidden places p of log softmax(head(layer(s + x)_p))[piece at p]

    where x are the input vectors of the sentence with a share `hide` of its places masked, and
    ``layer`` is one transformer layer that is thrown away afterwards. It is too weak to guess the
    sentence alone, so the vector must hold it. Half of the hidden places are predicted, drawn
    anew each time: the head is the dearest part.

    Source: after Xiao et al. 2022 (RetroMAE), section 3, with the mean in place of [CLS].
    """

    def __init__(self, model: BertForMaskedLM, mask_rate: float, hide: float = 0.7):
        """Besides the arguments of `Restore`, the share of places hidden from the layer."""
        super().__init__(model, mask_rate)
        self.hide = hide
        self.layer = BertLayer(model.config)

    def loss(self, hidden: Tensor, wanted: Tensor, ids: Tensor) -> Tensor:
        """The losses of both tasks."""
        return super().loss(hidden, wanted, ids) + self.rebuild(hidden, ids)

    def rebuild(self, hidden: Tensor, ids: Tensor) -> Tensor:
        """The loss of the second task."""
        hiding = (torch.rand(ids.shape) < self.hide) & (ids >= len(SPECIAL))
        wanted = hiding & (torch.rand(ids.shape) < 0.5)
        if not wanted.any():
            return hidden.new_zeros(())
        real = (ids != 0).to(hidden.device)[..., None]
        vector = (hidden * real).sum(1, keepdim=True) / real.sum(1, keepdim=True)
        seen = torch.where(hiding, MASK, ids).to(hidden.device)
        mask = torch.where(real[:, None, None, :, 0], 0.0, -torch.inf).to(hidden.dtype)
        out = self.layer(self.model.bert.embeddings(seen) + vector, mask)
        return super().loss(out[0] if isinstance(out, tuple) else out, wanted, ids)


def states(transformer: nn.Module, ids: Tensor, real: Tensor) -> Tensor:
    """The last layer's vectors, B×L×d."""
    mask = real.long().to(transformer.device)
    return transformer(ids.to(transformer.device), attention_mask=mask).last_hidden_state


OBJECTIVES = {"restore": Restore, "rebuild": Rebuild}


def make_objective(name: str, model: BertForMaskedLM, **settings) -> Restore:
    """The objective called `name`, around `model`."""
    return OBJECTIVES[name](model, **settings)
