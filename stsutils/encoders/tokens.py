"""Tokenised texts in one flat tensor on the device: what a tokenizer writes and a model reads."""

import hashlib
import itertools
import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from stsutils.errors import UserError


@dataclass
class Strip:
    """The tokens of n texts end to end, T in all, on the device.

    Of each token (T): its token id, its text's number, its place in the text, and its segment
    (0 or 1; None where texts have one). Of each text (n): where it starts and how long it is.
    """

    ids: Tensor
    texts: Tensor
    places: Tensor
    segments: Tensor | None
    starts: Tensor
    lengths: Tensor


@dataclass(eq=False)
class Tokens(Sequence):
    """Some texts as token ids: ``tokens[i]`` is the list of text i.

    All lie in one tensor, `flat`, on the model's device; `of` makes it. `starts` and `lengths` say
    where; they stay in numpy, because what is read together is decided on the CPU. `breaks` are
    the places where the second sentence of a pair begins, where a model wants to know. A part
    (`take`, a slice) shares the tensor, so it costs nothing.
    """

    flat: Tensor
    starts: np.ndarray
    lengths: np.ndarray
    breaks: np.ndarray | None = None

    @classmethod
    def of(
        cls, texts: Sequence[list[int]], device: torch.device, breaks: Sequence[int] | None = None
    ) -> "Tokens":
        """Lay lists of token ids end to end on `device`."""
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        numbers = itertools.chain.from_iterable(texts)
        flat = torch.from_numpy(np.fromiter(numbers, np.int32, lengths.sum())).to(device)
        cuts = None if breaks is None else np.asarray(breaks, np.int64)
        return cls(flat, lengths.cumsum() - lengths, lengths, cuts)

    def __len__(self) -> int:
        """How many texts."""
        return len(self.lengths)

    def __getitem__(self, which):
        """One text's token ids as a list, or the texts of a slice."""
        if isinstance(which, slice):
            return self.take(np.arange(len(self))[which])
        return self.flat[self.starts[which] :][: self.lengths[which]].tolist()

    def __add__(self, other: "Tokens") -> "Tokens":
        """These texts, then those; columns of one `prepare` share their tensor."""
        flat, shift = self.flat, 0
        if other.flat is not flat:
            flat, shift = torch.cat([flat, other.flat]), len(flat)
        starts = np.concatenate([self.starts, other.starts + shift])
        lengths = np.concatenate([self.lengths, other.lengths])
        paired = self.breaks is not None and other.breaks is not None
        breaks = np.concatenate([self.breaks, other.breaks]) if paired else None
        return Tokens(flat, starts, lengths, breaks)

    def take(self, rows: np.ndarray) -> "Tokens":
        """The texts with these numbers, in this order."""
        breaks = None if self.breaks is None else self.breaks[rows]
        return Tokens(self.flat, self.starts[rows], self.lengths[rows], breaks)

    def to(self, device: torch.device) -> "Tokens":
        """The same texts on `device`."""
        return Tokens(self.flat.to(device), self.starts, self.lengths, self.breaks)

    def strip(self) -> Strip:
        """All tokens end to end, with what says which is which; a GPU does not stop for it."""
        device, total = self.flat.device, int(self.lengths.sum())
        table = [self.starts, self.lengths] + ([] if self.breaks is None else [self.breaks])
        sources, lengths, *breaks = torch.from_numpy(np.stack(table)).to(device, non_blocking=True)
        starts = lengths.cumsum(0) - lengths
        texts = torch.repeat_interleave(lengths, output_size=total)
        places = torch.arange(total, device=device) - starts[texts]
        ids = self.flat[sources[texts] + places].long()
        segments = (places >= breaks[0][texts]).long() if breaks else None
        return Strip(ids, texts, places, segments, starts, lengths)


def pieces_sha(tokenizer) -> str:
    """Sixteen hex digits of how texts become pieces; how it cut and padded last is left out."""
    backend = getattr(tokenizer, "backend_tokenizer", None)
    told = json.loads(backend.to_str()) if backend else {"pieces": tokenizer.get_vocab()}
    told |= {"truncation": None, "padding": None}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def token_ids(tokenizer, *columns: Iterable[str], max_length: int, **how) -> list[list[int]]:
    """Token ids of each text, or of each pair of two columns, cut at `max_length`.

    `how` are the tokenizer's own arguments, such as ``add_special_tokens=False``.
    """
    columns = [list(column) for column in columns]
    if not columns[0]:
        return []
    how |= {"return_attention_mask": False, "return_token_type_ids": False}
    return tokenizer(*columns, truncation=True, max_length=max_length, **how)["input_ids"]


def check_texts(texts) -> None:
    """Raise UserError for one text in place of a list, and for a row that is no text."""
    if isinstance(texts, str):  # it would be read letter by letter
        raise UserError(f"give a list of texts, as [{texts[:30]!r}], not one text")
    for row, text in enumerate(() if iter(texts) is texts else texts):  # not used up
        if not isinstance(text, str):
            raise UserError(f"text {row + 1} is {text!r:.40}, no text; mend it or leave it out")


def distinct(items: Iterable[Hashable]) -> tuple[list, np.ndarray]:
    """Each item once, in their order, and where among those each item is found."""
    items = list(items)
    number = {item: row for row, item in enumerate(dict.fromkeys(items))}
    return list(number), np.fromiter((number[item] for item in items), np.int64, len(items))
