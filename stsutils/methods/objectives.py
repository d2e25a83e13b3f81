"""What a raw encoder is asked to do with text: the tasks that pre-training can choose from.

Each is a module around a BERT masked-language model, called with token ids (B×L, 0 is padding)
and giving a loss. The sentence encoder is always ``objective.model.bert``. No task sees a label:
every right answer is the text itself.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import BertForMaskedLM, BertLayer, ElectraConfig, ElectraForMaskedLM

from stsutils.errors import UserError
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


def shuffle_trigrams(ids: Tensor, rate: float) -> tuple[Tensor, Tensor]:
    """StructBERT's corruption: of a share of the trigrams, the three pieces in another order.

    Returns the corrupted ids (B×L) and the places of the shuffled trigrams (B×L, bool). About
    `rate` of the places are in one.
    """
    begin = 1 + int(torch.randint(3, ()))
    count = (ids.shape[1] - begin) // 3
    shuffled, moved = ids.clone(), torch.zeros(ids.shape, dtype=torch.bool)
    if count < 1:
        return shuffled, moved
    inside = slice(begin, begin + 3 * count)
    trigrams = ids[:, inside].unflatten(1, (count, 3))
    chosen = (torch.rand(trigrams.shape[:2]) < rate) & (trigrams >= len(SPECIAL)).all(2)
    orders = torch.tensor([[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    order = orders[torch.randint(len(orders), chosen.shape)]
    others = torch.where(chosen[..., None], trigrams.gather(2, order), trigrams)
    shuffled[:, inside] = others.flatten(1)
    moved[:, inside] = chosen.repeat_interleave(3, dim=1)
    return shuffled, moved


def exchange(ids: Tensor, rate: float) -> tuple[Tensor, Tensor]:
    """A share of a sentence's places exchange their pieces among themselves, however far apart.

    Returns the corrupted ids (B×L) and the places that took part (B×L, bool).
    """
    taking = (torch.rand(ids.shape) < rate) & (ids >= len(SPECIAL))
    # those that take part come first: once in their order, once in a random one
    place = torch.arange(ids.shape[1], dtype=torch.float).expand(ids.shape)
    to = torch.where(taking, place, torch.inf).argsort(dim=1, stable=True)
    source = torch.where(taking, torch.rand(ids.shape), torch.inf).argsort(dim=1, stable=True)
    first = torch.arange(ids.shape[1]) < taking.sum(1, keepdim=True)
    source = torch.where(first, source, to)
    return ids.scatter(1, to, ids.gather(1, source)), taking


CORRUPTIONS = {"trigrams": shuffle_trigrams, "exchange": exchange}


class Restore(nn.Module):
    """Name the piece that stood at each corrupted place: masked, moved, or both in one sentence.

    Formula:
        L = −mean over the corrupted places p of log softmax(head(h_p))[piece at p]

    The head is computed at those places only, which saves half of the time.

    Args:
        model: encoder and prediction head.
        mask_rate: share of the places that `mask_tokens` corrupts.
        order_rate: share that the corruption of word order takes, before the masks.
        order: ``trigrams`` or ``exchange``.

    Source: Devlin et al. 2019 (BERT), 3.1; Wang et al. 2020 (StructBERT), 2.2.
    """

    def __init__(
        self, model: BertForMaskedLM, mask_rate: float, order_rate: float = 0.0, order="trigrams"
    ):
        """Put the parts together; nothing is drawn."""
        super().__init__()
        self.model = model
        self.mask_rate, self.order_rate, self.order = mask_rate, order_rate, order

    def corrupt(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """The corrupted ids and the places to restore, at least one."""
        given, wanted = ids, torch.zeros(ids.shape, dtype=torch.bool)
        if self.order_rate:
            given, wanted = CORRUPTIONS[self.order](ids, self.order_rate)
        if self.mask_rate:
            given, masked = mask_tokens(given, self.mask_rate, self.model.config.vocab_size)
            wanted = wanted | masked
        wanted[0, 1] |= not wanted.any()
        return given, wanted

    def forward(self, ids: Tensor) -> Tensor:
        """The loss of a batch."""
        given, wanted = self.corrupt(ids)
        hidden = states(self.model.bert, given, ids != 0)
        return self.restore(hidden, wanted, ids)

    def restore(self, hidden: Tensor, wanted: Tensor, ids: Tensor) -> Tensor:
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

    def __init__(self, model, mask_rate, order_rate=0.0, order="trigrams", hide=0.7):
        """Besides the arguments of `Restore`, the share of places hidden from the layer."""
        super().__init__(model, mask_rate, order_rate, order)
        self.hide = hide
        self.layer = BertLayer(model.config)

    def forward(self, ids: Tensor) -> Tensor:
        """The loss of a batch."""
        given, wanted = self.corrupt(ids)
        real = ids != 0
        hidden = states(self.model.bert, given, real)
        return self.restore(hidden, wanted, ids) + self.rebuild(hidden, real, ids)

    def rebuild(self, hidden: Tensor, real: Tensor, ids: Tensor) -> Tensor:
        """The loss of the second task."""
        hiding = (torch.rand(ids.shape) < self.hide) & (ids >= len(SPECIAL))
        wanted = hiding & (torch.rand(ids.shape) < 0.5)
        if not wanted.any():
            return hidden.new_zeros(())
        real = real.to(hidden.device)[..., None]
        vector = (hidden * real).sum(1, keepdim=True) / real.sum(1, keepdim=True)
        seen = torch.where(hiding, MASK, ids).to(hidden.device)
        mask = torch.where(real[:, None, None, :, 0], 0.0, -torch.inf).to(hidden.dtype)
        out = self.layer(self.model.bert.embeddings(seen) + vector, mask)
        return self.restore(out[0] if isinstance(out, tuple) else out, wanted, ids)


class Detect(Restore):
    """Tell each replaced piece from an original one; a small generator makes the replacements.

    Formula:
        L = L_generator + 50 · mean over real places of BCE(score(h_p), piece at p was replaced)

    The generator (a quarter of the width, two layers, the encoder's word vectors) restores masked
    places; what it draws there stands in the encoder's input.

    Args:
        model: its encoder tells, its head is the generator's.
        mask_rate, order_rate, order: as in `Restore`; a moved piece counts as replaced.

    Source: Clark et al. 2020 (ELECTRA), section 2.
    """

    weight = 50.0

    def __init__(self, model, mask_rate, order_rate=0.0, order="trigrams"):
        """Build the generator and the telling head."""
        super().__init__(model, mask_rate, order_rate, order)
        own, width = model.config, model.config.hidden_size
        config = ElectraConfig(
            vocab_size=own.vocab_size,
            embedding_size=width,
            hidden_size=max(16, width // 4),
            num_hidden_layers=2,
            num_attention_heads=max(1, own.num_attention_heads // 4),
            intermediate_size=width,
            max_position_embeddings=own.max_position_embeddings,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )
        self.generator = ElectraForMaskedLM(config)
        words = model.bert.embeddings.word_embeddings
        self.generator.electra.embeddings.word_embeddings = words
        self.generator.generator_lm_head.weight = words.weight
        self.tell = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 1))

    def forward(self, ids: Tensor) -> Tensor:
        """The loss of a batch."""
        given, wanted = mask_tokens(ids, self.mask_rate, self.model.config.vocab_size)
        wanted[0, 1] |= not wanted.any()
        real = ids != 0
        device = self.model.device
        hidden = states(self.generator.electra, given, real)[wanted.to(device)]
        head = self.generator
        scores = head.generator_lm_head(head.generator_predictions(hidden)).float()
        first = F.cross_entropy(scores, ids[wanted].to(device))
        with torch.no_grad():
            drawn = torch.multinomial(scores.softmax(-1), 1).squeeze(1).cpu()
        given = ids.masked_scatter(wanted, drawn)
        if self.order_rate:
            given = CORRUPTIONS[self.order](given, self.order_rate)[0]
        told = self.tell(states(self.model.bert, given, real)).squeeze(-1).float()
        words = (ids >= len(SPECIAL)).to(device)
        replaced = (given != ids).to(device)
        second = F.binary_cross_entropy_with_logits(told[words], replaced[words].float())
        return first + self.weight * second


def states(transformer: nn.Module, ids: Tensor, real: Tensor) -> Tensor:
    """The last layer's vectors, B×L×d."""
    mask = real.long().to(transformer.device)
    return transformer(ids.to(transformer.device), attention_mask=mask).last_hidden_state


OBJECTIVES = {"restore": Restore, "rebuild": Rebuild, "detect": Detect}


def make_objective(name: str, model: BertForMaskedLM, **settings) -> Restore:
    """The objective called `name`, around `model`."""
    return OBJECTIVES[name](model, **settings)


def check_objective(settings: dict) -> None:
    """Refuse settings that name no objective or leave nothing to do, with a UserError."""
    name, order = settings.get("name"), settings.get("order", "trigrams")
    if name not in OBJECTIVES:
        raise UserError(f"no objective is called {name!r}; there are {', '.join(OBJECTIVES)}")
    if order not in CORRUPTIONS:
        raise UserError(f"order is {' or '.join(CORRUPTIONS)}, not {order!r}")
    rates = settings.get("mask_rate", 0.0), settings.get("order_rate", 0.0)
    if not all(0 <= rate <= 0.9 for rate in rates) or not any(rates):
        raise UserError(f"mask_rate and order_rate {rates}: from 0 to .9, one of them above 0")
    if not 0 < settings.get("hide", 0.7) <= 1:
        raise UserError(f"hide {settings['hide']}: a share of the pieces, above 0 and at most 1")
    if name == "detect" and not rates[0]:
        raise UserError("detect needs a mask_rate above 0: the generator fills masked places")
