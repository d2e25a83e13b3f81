"""Each trick beside our own plain way: the same weights, the same sentences, and how far apart.

What sentence-transformers does is left to `models`; here only one thing differs at a time.
"""

import copy

import numpy as np
import torch
from measure import Bench
from models import encoders, flops, sentences

from stsutils.encoders import BiEncoder, padded
from stsutils.encoders.tokens import Tokens
from stsutils.losses import cosent, on_cosines
from stsutils.training import caching

#: Sentences in one forward pass; pairs in one step, and about how many tokens a chunk of it has.
PASS = 128
PAIRS, CHUNK = 64, 1024
#: Strings to encode, how many of them differ, and how many a padded batch takes.
STRINGS, DISTINCT, BATCH = 345, 150, 32


def packing(bench: Bench) -> None:
    """One forward pass: no padding, against all sentences padded to the longest."""
    bench.measure_peaks()
    for name, encoder in encoders(bench, "packing"):
        tokens = encoder.eval().tokenize(sentences(encoder, PASS, seed=3))
        what = f"packing {name}, {PASS} sentences"
        share = PASS * tokens.lengths.max() / tokens.lengths.sum()
        bench.number(f"{what}: tokens with padding", share, "for a real one")
        with torch.inference_mode():
            apart = _apart(encoder(tokens), _padded(encoder, tokens))
            bench.number(f"{what}: unit vectors differ by", apart, "at most")
            bench.paired(
                what,
                lambda e=encoder, t=tokens: e(t),
                lambda e=encoder, t=tokens: _padded(e, t),
                flops=flops(encoder, tokens, training=False),
            )


def sorting(bench: Bench) -> None:
    """Encoding strings that repeat: `encode`, against every string as it comes, in batches."""
    for name, encoder in encoders(bench, "sorting"):
        pool = sentences(encoder.eval(), DISTINCT, seed=5)
        texts = np.random.default_rng(6).choice(pool, STRINGS).tolist()
        what = f"sorting {name}, {STRINGS} strings, {len(set(texts))} distinct"

        def plain(encoder=encoder, texts=texts) -> np.ndarray:
            parts = [
                _padded(encoder, encoder.tokenize(texts[i : i + BATCH]))
                for i in range(0, len(texts), BATCH)
            ]
            return torch.cat(parts).numpy()

        with torch.inference_mode():
            apart = _apart(torch.from_numpy(encoder.encode(texts)), torch.from_numpy(plain()))
            bench.number(f"{what}: unit vectors differ by", apart, "at most")
            bench.paired(what, lambda e=encoder, t=texts: e.encode(t), plain)


def caching_(bench: Bench) -> None:
    """A step's gradients: in chunks, against all at once. The price of the memory saved."""
    loss = on_cosines(cosent)
    for name, encoder in encoders(bench, "caching"):
        tokens = encoder.eval().tokenize(sentences(encoder, 2 * PAIRS, seed=8))  # no dropout
        labels = torch.from_numpy(np.random.default_rng(9).integers(0, 26, PAIRS) / 5)
        what = f"caching {name}, {PAIRS} pairs"

        def judge(vectors, labels=labels):
            return loss(list(vectors.split(PAIRS)), labels)

        def direct(encoder=encoder, tokens=tokens) -> None:
            encoder.zero_grad(set_to_none=True)
            judge(encoder(tokens)).backward()

        def cached(encoder=encoder, tokens=tokens) -> None:
            encoder.zero_grad(set_to_none=True)
            caching.backward(encoder, judge, tokens, CHUNK, encoder.device)

        direct()
        wanted = copy.deepcopy([p.grad for p in encoder.parameters()])
        cached()
        found = [p.grad for p in encoder.parameters()]
        pairs = [(a, b) for a, b in zip(found, wanted, strict=True) if b is not None]
        apart = max(float((a - b).abs().max()) for a, b in pairs)
        size = max(float(b.abs().max()) for _, b in pairs)
        bench.number(f"{what}: gradients differ by", apart / size, "of the largest")
        bench.paired(what, cached, direct)


def _padded(encoder: BiEncoder, tokens: Tokens) -> torch.Tensor:
    """One pass over everything, padded to the longest."""
    number = encoder.tokenizer.pad_token_id
    return padded.vectors(encoder.transformer, tokens, encoder.pooling, number)


def _apart(found: torch.Tensor, wanted: torch.Tensor) -> float:
    """The largest difference of unit vectors: some encoders scale theirs, others do not."""
    found, wanted = (torch.nn.functional.normalize(v, dim=-1) for v in (found, wanted))
    return float((found - wanted).abs().max())
