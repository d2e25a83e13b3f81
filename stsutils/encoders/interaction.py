"""Text pair to score: one transformer reads both sentences together."""

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from tqdm import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from stsutils.encoders import micro
from stsutils.encoders.files import read_json, read_length, reading
from stsutils.encoders.loading import find_folder, load_encoder
from stsutils.encoders.quiet import quiet
from stsutils.errors import UserError
from stsutils.writing import write_together

HEAD = "interaction_head.safetensors"
SETTINGS = "interaction.json"


class Interaction(nn.Module):
    """An interaction model (cross-encoder): the pair goes in as one text, one score comes out.

    The last layer's vector of the first token goes through one linear layer. Scores have no range
    and mean nothing but their order; swapped sentences may score otherwise. Pairs longer than
    `max_length` tokens are cut, the longer sentence first. `fit` trains it with any loss that takes
    one column of scores, such as ``on_cosines(cosent, scale=1.0)``. Make one with
    `load_interaction`.

    As in Su's code, there is nothing between vector and layer; the CoSENT paper's code takes
    Hugging Face's classifier, with BERT's pooler (a linear layer and tanh) and dropout between.
    The second sentence has BERT's segment number 1 (Su: 0).
    """

    def __init__(
        self,
        transformer: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        max_length: int = 128,
        seed: int = 0,
    ):
        """Put the parts together; the head starts as BERT's layers do, by `seed` alone."""
        super().__init__()
        self.transformer = transformer
        self.tokenizer = tokenizer
        self.max_length = max_length
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.head = nn.Linear(transformer.config.hidden_size, 1)
            nn.init.normal_(self.head.weight, std=0.02)
            nn.init.zeros_(self.head.bias)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.head.weight.device

    def tokenize(self, sentence1: list[str], sentence2: list[str]) -> list[list[int]]:
        """Piece numbers of each pair as one text, special tokens included."""
        return self.tokenizer(
            list(sentence1),
            list(sentence2),
            truncation=True,
            max_length=self.max_length,
            return_attention_mask=False,
            return_token_type_ids=False,
            split_special_tokens=True,  # a "[SEP]" someone typed must not look like ours
        )["input_ids"]

    def prepare(self, columns: list[list[str]]) -> list[list[list[int]]]:
        """Two columns of sentences as one column of joined pairs, each distinct pair once."""
        if len(columns) != 2:
            raise UserError(f"an interaction model reads two text columns, not {len(columns)}")
        pairs = list(zip(*columns, strict=True))
        distinct = list(dict.fromkeys(pairs))
        tokens = self.tokenize(*zip(*distinct, strict=True)) if distinct else []
        pieces = dict(zip(distinct, tokens, strict=True))
        return [[pieces[pair] for pair in pairs]]

    def forward(self, tokens: list[list[int]]) -> Tensor:
        """Scores (B×1) of tokenised pairs, in their order; inside, in length-sorted groups."""
        kind = self.device.type
        lengths = np.fromiter(map(len, tokens), np.int64, len(tokens))
        pieces = micro.groups(
            lengths, micro.PASS_COST.get(kind, 16_384), micro.TOKEN_BUDGET.get(kind, 65_536)
        )
        scores = torch.cat([self._read([tokens[i] for i in piece]) for piece in pieces])
        back = np.argsort(np.concatenate(pieces))
        return scores[torch.from_numpy(back).to(scores.device)]

    def _read(self, tokens: list[list[int]]) -> Tensor:
        """One padded pass."""
        lengths = torch.tensor([len(ids) for ids in tokens])
        width = int(lengths.max())
        padding = self.tokenizer.pad_token_id
        ids = torch.tensor([ids + [padding] * (width - len(ids)) for ids in tokens])
        inputs = {"attention_mask": (torch.arange(width) < lengths[:, None]).long()}
        if getattr(self.transformer.config, "type_vocab_size", 1) > 1:
            inputs["token_type_ids"] = self._segments(ids) * inputs["attention_mask"]
        inputs = {name: value.to(self.device) for name, value in inputs.items()}
        states = self.transformer(input_ids=ids.to(self.device), **inputs).last_hidden_state
        with torch.autocast(self.device.type, enabled=False):  # bf16 scores would be full of ties
            return self.head(states[:, 0].float())

    def _segments(self, ids: Tensor) -> Tensor:
        """1 behind the first separator: the second sentence."""
        ends = (ids == self.tokenizer.sep_token_id).long()
        return ((ends.cumsum(1) - ends) > 0).long()

    @torch.inference_mode()
    def score(
        self, sentence1: list[str], sentence2: list[str], progress: bool = False
    ) -> np.ndarray:
        """The score of each pair (n, float32), without dropout or gradients.

        Each distinct pair is read once, in batches sorted by token count. The training mode is
        left as it was.
        """
        if len(sentence1) != len(sentence2):
            raise UserError(f"pairs need two equal columns, not {len(sentence1)}, {len(sentence2)}")
        pairs = list(zip(sentence1, sentence2, strict=True))
        distinct = list(dict.fromkeys(pairs))
        tokens = self.tokenize(*zip(*distinct, strict=True)) if distinct else []
        order = sorted(range(len(tokens)), key=lambda i: len(tokens[i]))
        scores = np.zeros(len(distinct), np.float32)
        was_training = self.training
        self.eval()
        try:
            with tqdm(total=len(order), unit="pair", disable=not progress) as bar:
                for start in range(0, len(order), 512):
                    batch = order[start : start + 512]
                    found = self([tokens[i] for i in batch])
                    scores[batch] = found.squeeze(1).float().cpu().numpy()
                    bar.update(len(batch))
        finally:
            self.train(was_training)
        place = {pair: row for row, pair in enumerate(distinct)}
        return scores[[place[pair] for pair in pairs]]

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight or the cut length does."""
        digest = hashlib.sha256(repr(("interaction", self.max_length)).encode())
        for name, tensor in sorted(self.state_dict().items()):
            digest.update(name.encode())
            digest.update(tensor.detach().float().cpu().contiguous().numpy().tobytes())
        return digest.hexdigest()[:16]


def load_interaction(
    name: str = "mini", *, max_length: int | None = None, download: bool = False, seed: int = 0
) -> Interaction:
    """Load an interaction model, or start one from an encoder.

    `name`, `max_length` and `download` are those of `load_encoder`. A folder written by
    `save_interaction` comes back with its head and cut length; of any other encoder the
    transformer is taken, with a new head that `seed` decides.
    """
    folder = find_folder(name, download)
    ours = [file for file in (SETTINGS, HEAD) if (folder / file).exists()]
    if len(ours) == 1:
        raise UserError(f"{folder} is half an interaction model: of {SETTINGS}, {HEAD} one is gone")
    if ours and max_length is None:
        max_length = read_length(read_json(folder / SETTINGS), "max_length", folder / SETTINGS)
    encoder = load_encoder(name, max_length=max_length, download=download)
    model = Interaction(encoder.transformer, encoder.tokenizer, encoder.max_length, seed)
    if ours:
        with reading(folder):
            model.head.load_state_dict(load_file(folder / HEAD))
        if not all(torch.isfinite(values).all() for values in model.head.parameters()):
            raise UserError(f"{folder / HEAD}: not all numbers are finite")
    return model.eval()


def save_interaction(model: Interaction, folder: str | Path) -> Path:
    """Write `model` to `folder`: Hugging Face's layout, the head and the cut length beside it."""
    folder = Path(folder)
    if folder.is_file():
        raise UserError(f"{folder} is a file; name a folder to save the model in")
    head = {name: value.detach().contiguous() for name, value in model.head.state_dict().items()}
    with write_together(folder) as fresh:
        with quiet():
            model.transformer.save_pretrained(fresh)
        model.tokenizer.save_pretrained(fresh)
        save_file(head, fresh / HEAD)
        settings = json.dumps({"max_length": model.max_length})
        (fresh / SETTINGS).write_text(settings, encoding="utf-8")
    return folder
