"""A sentence encoder as scripts that a page opened from disk can load.

Each weight matrix becomes whole numbers from -127 to 127, with a scale for each row. The bytes are
compressed, written as text, and cut into files of about a megabyte; `_static/live/weights.js` reads
them back. `rounded` is the same encoder in the package, so that the two can be compared exactly.
"""

import base64
import copy
import functools
import hashlib
import itertools
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from stsutils.encoders import BiEncoder
from stsutils.errors import UserError

#: Characters of one file, and bytes that an encoder may have in all.
PART, LIMIT = 1_000_000, 8_000_000


def tables(bert) -> Iterator[tuple[Tensor, Tensor | None]]:
    """Weight and bias of each step, in the order of weights.js; the tables of words have none."""
    embed = bert.embeddings
    yield embed.word_embeddings.weight, None
    yield embed.position_embeddings.weight, None
    yield embed.LayerNorm.weight, embed.LayerNorm.bias
    for layer in bert.encoder.layer:
        own, out = layer.attention.self, layer.attention.output
        steps = [own.query, own.key, own.value, out.dense, out.LayerNorm]
        steps += [layer.intermediate.dense, layer.output.dense, layer.output.LayerNorm]
        for step in steps:
            yield step.weight, step.bias


def whole(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """A matrix as whole numbers (int8), and the scale of each row."""
    scales = matrix.abs().amax(dim=1, keepdim=True).clamp_min(1e-30) / 127
    return (matrix / scales).round().to(torch.int8), scales


@torch.no_grad()
def rounded(encoder: BiEncoder) -> BiEncoder:
    """A copy whose weights are the packed ones: what a page computes with, in the package.

    The vector of the first segment, which every token gets, is added to those of the positions.
    """
    found = copy.deepcopy(encoder).eval()
    embed = found.transformer.embeddings
    embed.position_embeddings.weight += embed.token_type_embeddings.weight[0]
    embed.token_type_embeddings.weight.zero_()
    for weight, _ in tables(found.transformer):
        if weight.ndim == 2:
            numbers, scales = whole(weight)
            weight.copy_(numbers * scales)
    return found


def pack(encoder: BiEncoder, pairs: np.ndarray) -> tuple[bytes, dict]:
    """The bytes and the settings of an encoder that comes from `rounded`.

    `pairs` are the cosines of the pairs that a reader's own is ranked among.
    Raises UserError for an encoder that the page's script cannot compute.
    """
    settings = text_settings(encoder) | settings_of(encoder)
    floats, numbers = [], []
    for weight, bias in tables(encoder.transformer):
        if weight.ndim == 2:
            values, weight = whole(weight.detach())
            numbers.append(values.numpy().tobytes())
        floats += [weight.flatten()] + ([] if bias is None else [bias])
    floats.append(torch.from_numpy(np.asarray(pairs, np.float32)))
    flat = torch.cat([part.detach().float() for part in floats]).numpy()
    numbered = encoder.tokenizer.get_vocab()
    vocabulary = "\n".join(sorted(numbered, key=numbered.get))
    plain = flat.astype("<f4").tobytes() + b"".join(numbers) + vocabulary.encode()
    packed = zlib.compress(plain, 9)
    settings |= {"floats": len(flat), "pairs": len(pairs), "packed": len(packed)}
    return packed, settings


def settings_of(encoder: BiEncoder) -> dict:
    """What the script must know of the transformer."""
    config = encoder.transformer.config
    told = [type(encoder.transformer).__name__, config.hidden_act, encoder.pooling]
    if told[:2] != ["BertModel", "gelu"] or encoder.pooling not in ("mean", "cls"):
        raise UserError(
            "a page computes BertModel with gelu and pooling mean or cls, "
            f"this encoder is {', '.join(told)}"
        )
    return {
        "width": config.hidden_size,
        "heads": config.num_attention_heads,
        "inner": config.intermediate_size,
        "count": config.num_hidden_layers,
        "pieces": config.vocab_size,
        "positions": config.max_position_embeddings,
        "epsilon": config.layer_norm_eps,
        "pooling": encoder.pooling,
        "most": encoder.max_length,
    }


def text_settings(encoder: BiEncoder) -> dict:
    """What the script must know of the tokenizer."""
    tokenizer = encoder.tokenizer
    told = json.loads(tokenizer.backend_tokenizer.to_str())
    normalizer, model = told["normalizer"], told["model"]
    kinds = [normalizer["type"], told["pre_tokenizer"]["type"], model["type"]]
    plain = all(t["special"] and not t["normalized"] for t in told["added_tokens"])
    numbers = sorted(tokenizer.get_vocab().values())
    if (
        kinds != ["BertNormalizer", "BertPreTokenizer", "WordPiece"]
        or not plain
        or numbers != list(range(encoder.transformer.config.vocab_size))
    ):
        raise UserError(f"a page cuts text by BERT's WordPiece, this encoder by {', '.join(kinds)}")
    accents = normalizer["strip_accents"]
    head, tail = tokenizer("")["input_ids"]
    dropped, marks = character_classes(tokenizer.backend_tokenizer.to_str())
    return {
        "dropped": dropped,
        "marks": marks,
        "clean": normalizer["clean_text"],
        "chinese": normalizer["handle_chinese_chars"],
        "accents": normalizer["lowercase"] if accents is None else accents,
        "lower": normalizer["lowercase"],
        "longest": model["max_input_chars_per_word"],
        "unknown": model["unk_token"],
        "inside": model["continuing_subword_prefix"],
        "special": [token["content"] for token in told["added_tokens"]],
        "head": [head],
        "tail": [tail],
    }


@functools.cache  # seconds, and all encoders of the book share a tokenizer
def character_classes(told: str) -> tuple[str, str]:
    """The characters that a tokenizer drops, and its punctuation marks, as classes of a RegExp.

    They follow from Unicode's categories, of one version of Unicode in the tokenizer and of
    another in each browser: so the tokenizer itself is asked, character by character.
    """
    tokenizer = Tokenizer.from_str(told)
    # but for surrogates, and for planes in which Unicode has no characters
    numbers = [*range(0xD800), *range(0xE000, 0x40000), *range(0xE0000, sys.maxunicode + 1)]
    every = list(map(chr, numbers))
    dropped, marks = [], []
    for start in range(0, len(every), 4096):  # many at once: a call takes longer than a character
        some = [character for character in every[start : start + 4096] if character != "|"]
        text = "".join(f"a{character}a|" for character in some)
        left = tokenizer.normalizer.normalize_str(text).split("|")
        dropped += [some[i] for i, word in enumerate(left) if word == "aa"]
        alone = [span[0] for _, span in tokenizer.pre_tokenizer.pre_tokenize_str(text)]
        marks += [some[place // 4] for place in alone if place % 4 == 1]
    return ranges(dropped), ranges(sorted([*marks, "|"]))


def ranges(characters: Iterable[str]) -> str:
    """Sorted characters as what stands within the brackets of a RegExp with the flag u."""
    runs = itertools.groupby(enumerate(map(ord, characters)), lambda one: one[1] - one[0])
    found = [[number for _, number in run] for _, run in runs]
    return "".join(f"\\u{{{one[0]:x}}}-\\u{{{one[-1]:x}}}" for one in found)


def write(name: str, packed: bytes, folder: Path) -> dict:
    """Write the scripts of one encoder to `folder`/`name`; gives their number, size and stamp.

    A cosine that a browser keeps is kept under the stamp: other weights, another stamp.
    """
    text = base64.b85encode(packed, pad=True).decode()
    if len(text) > LIMIT:
        raise UserError(f"{name}: {len(text):,} bytes as text, a page may load {LIMIT:,}")
    parts = [text[start : start + PART] for start in range(0, len(text), PART)]
    (folder / name).mkdir(parents=True, exist_ok=True)
    for i, part in enumerate(parts):
        script = f'live.weights.part("{name}", {i}, "{part}");\n'
        (folder / name / f"{i}.js").write_text(script, encoding="ascii")
    stamp = hashlib.sha256(packed).hexdigest()[:12]
    return {"files": len(parts), "bytes": len(text), "stamp": stamp}
