"""Training steps and encoding, ours beside sentence-transformers, on the same sentences.

Sentences are random words, as long as those of STS-B. Ours is a call of `fit`, all that it does
around its steps included; on a GPU, where a training's first steps record its passes, later steps
alone. Theirs is what its trainer does in each step, on the same batches, and nothing around it:
tokenise both columns, a padded forward pass of each, the loss, backward, clip, a step of fused
AdamW. The rate is 0, so the weights stay and every round computes the same.
"""

import tempfile
import time
from collections.abc import Iterator

import numpy as np
import pandas as pd
import torch
from measure import Bench
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.losses import CoSENTLoss
from sentence_transformers.util import batch_to_device
from step_memory import minilm_shape
from torch import nn

from stsutils.encoders import BiEncoder, load_encoder, quiet, save
from stsutils.encoders.matmul import matmul_precision
from stsutils.encoders.tokens import Tokens
from stsutils.errors import UserError
from stsutils.losses import cosent, on_cosines
from stsutils.training import decay_groups, fit
from stsutils.training.gradients import Gradients
from stsutils.training.graphs import OFTEN
from stsutils.training.optimizer import adamw
from stsutils.training.team import Team

#: The lengths of STS-B's training sentences in all-MiniLM-L6-v2's pieces: every 5 %, and the tail.
LENGTHS = [5, 8, 8, 9, 9, 10, 10, 10, 11, 11, 12, 12, 13, 14, 15, 16, 18, 21, 26, 31]
LENGTHS += [39, 42, 47, 70]  # the tail
SHARES = [*np.linspace(0, 0.95, 20), 0.99, 0.995, 0.999, 1]


#: Pairs in a training step, steps in a call of `fit`, and sentences to encode.
BATCHES = (16, 64)
STEPS = 8
COLUMNS = ("sentence1", "sentence2")
TEXTS = 500


def encoders(bench: Bench, what: str) -> Iterator[tuple[str, BiEncoder]]:
    """The mini encoder, and all-MiniLM-L6-v2."""
    bench.say(f"{what}: loading the encoder mini")
    yield "mini", load_encoder("mini")
    yield "minilm", minilm(bench, what)


def minilm(bench: Bench, what: str) -> BiEncoder:
    """all-MiniLM-L6-v2; random weights of its shape where it is nowhere."""
    bench.say(f"{what}: loading the encoder minilm")
    try:
        return load_encoder("minilm")
    except UserError:
        bench.say("all-MiniLM-L6-v2 is not at hand: its shape, with random weights")
        torch.manual_seed(0)
        return BiEncoder(minilm_shape(), load_encoder("mini").tokenizer)


def step_name(name: str, precision: str, pairs: int) -> str:
    """What a training step's line is called."""
    return f"train {name}, {precision}, {pairs} pairs"


def sentences(encoder: BiEncoder, number: int, seed: int) -> list[str]:
    """Random words of one piece each, as many as in STS-B's sentences."""
    rng = np.random.default_rng(seed)
    words = sorted(w for w in encoder.tokenizer.get_vocab() if w.isascii() and w.isalpha())
    words = np.array([w for w in words if w.islower()])
    lengths = np.interp(rng.uniform(size=number), SHARES, LENGTHS).round().astype(int)
    return [" ".join(rng.choice(words, n - 2)) for n in lengths]


def both(encoder: BiEncoder, device: str = "cpu", **kwargs) -> SentenceTransformer:
    """The same encoder as a SentenceTransformer."""
    with tempfile.TemporaryDirectory() as folder, quiet():
        return SentenceTransformer(str(save(encoder, folder)), device=device, **kwargs)


def flops(encoder: BiEncoder, tokens: Tokens, training: bool) -> float:
    """What the transformer must compute, without padding and embeddings."""
    lengths = tokens.lengths.astype(float)
    layers = encoder.transformer.encoder.layer
    weights = sum(p.numel() for p in layers.parameters() if p.ndim == 2)
    attention = 2 * len(layers) * encoder.dimension * 2 * (lengths**2).sum()
    return (3 if training else 1) * (2 * weights * lengths.sum() + attention)


def shuffled(encoder: BiEncoder, batch: int, seed: int = 0) -> tuple[pd.DataFrame, list]:
    """Scored pairs for `STEPS` steps, and each step's row numbers as `fit` shuffles with seed 0."""
    texts = {c: sentences(encoder, STEPS * batch, 2 * seed + k) for k, c in enumerate(COLUMNS)}
    scores = np.random.default_rng(seed).integers(0, 26, STEPS * batch) / 5
    order = np.random.default_rng([0, 0]).permutation(STEPS * batch)
    return pd.DataFrame(texts).assign(score=scores), np.split(order, STEPS)


def training(encoder: BiEncoder, theirs, batch: int, precision: str, seed: int = 0):
    """Two functions, `STEPS` steps of ours and of theirs; how far their losses differ; FLOPs."""
    (rows, order), device = shuffled(encoder, batch, seed), encoder.device.type
    loss, their_loss = on_cosines(cosent), CoSENTLoss(theirs)
    optimizer = torch.optim.AdamW(decay_groups(theirs, 0.01), lr=0.0, fused=True)
    batches = [rows.iloc[part] for part in order]
    autocast = torch.autocast(device, torch.bfloat16, precision == "bfloat16")

    def ours_all() -> None:
        fit(encoder, rows, loss, batch_size=batch, lr=0.0, precision=precision, progress=False)

    @autocast
    def their_value(own: pd.DataFrame) -> torch.Tensor:
        features = [batch_to_device(theirs.preprocess(own[c].tolist()), device) for c in COLUMNS]
        return their_loss(features, torch.tensor(own["score"].to_numpy()).float().to(device))

    def theirs_all() -> None:
        theirs.train()
        for own in batches:
            value = their_value(own)
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(theirs.parameters(), 1.0)
            optimizer.step()

    @torch.no_grad()
    def difference() -> float:
        encoder.eval(), theirs.eval()
        own = batches[0]
        with autocast:
            vectors = [encoder(encoder.tokenize(own[c].tolist())) for c in COLUMNS]
            value = loss(vectors, torch.tensor(own["score"].to_numpy()).to(device))
        return abs(value.item() - their_value(own).item())

    tokens = encoder.tokenize([text for c in COLUMNS for text in rows[c]])
    return ours_all, theirs_all, difference, flops(encoder, tokens, training=True)


def steps(encoder: BiEncoder, batch: int, precision: str):
    """A function: `STEPS` steps as `fit` makes them, on the batches of `training`."""
    rows, batches = shuffled(encoder, batch)
    module = nn.ModuleDict({"encoder": encoder})
    optimizer, how = adamw(module, {"encoder": 0.0}, 0.01), {"precision": precision, "chunk": None}
    gradients = Gradients(module, on_cosines(cosent), rows, COLUMNS, "score", team=Team(), **how)

    def ours_all() -> None:
        module.train()
        with matmul_precision("high", encoder.device):
            for own in batches:
                gradients(own)
                nn.utils.clip_grad_norm_(gradients.parameters, 1.0)
                optimizer.step()

    return ours_all


def train(bench: Bench) -> None:
    """Training with CoSENT."""
    bench.measure_peaks()
    for name, encoder in encoders(bench, "train"):
        theirs = both(encoder)
        for precision in bench.precisions(f"train {name}"):
            for batch in BATCHES:
                ours_, theirs_, difference, work = training(encoder, theirs, batch, precision)
                what = step_name(name, precision, batch)
                bench.number(f"{what}: losses differ by", difference, "nats")
                bench.paired(what, ours_, theirs_, flops=work, precision=precision, steps=STEPS)


def encode(bench: Bench) -> None:
    """Encoding distinct sentences."""
    bench.measure_peaks()
    for name, encoder in encoders(bench, "encode"):
        texts = sentences(encoder, TEXTS, seed=7)
        work = flops(encoder, encoder.tokenize(texts), training=False)
        exact = encoder.encode(texts)
        for precision in bench.precisions(f"encode {name}"):
            theirs = both(encoder, model_kwargs={"dtype": precision})
            what = f"encode {name}, {precision}"
            bench.say(f"{what}: one pass of both")
            found = encoder.encode(texts, precision=precision)
            if precision == "float32":
                apart = np.abs(found - theirs.encode(texts)).max()
                bench.number(f"{what}: vectors differ by", float(apart), "at most")
            else:
                bench.number(f"{what}: cosines to float32", rowwise(found, exact).min(), "at least")
            bench.paired(
                what,
                lambda p=precision, e=encoder, s=texts: e.encode(s, precision=p),
                lambda t=theirs, s=texts: t.encode(s, batch_size=32),
                flops=work,
                precision=precision,
            )
            if precision == "bfloat16":
                bench.paired(
                    f"{what}, theirs: ours in float32",
                    lambda e=encoder, s=texts: e.encode(s, precision="bfloat16"),
                    lambda e=encoder, s=texts: e.encode(s),
                )


def rowwise(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The cosines of two matrices' rows."""
    return (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def gpu_clock(function, repeat: int = 1) -> float:
    """Seconds of one call until the GPU is done with it."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeat):
        function()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeat


def gpu(bench: Bench) -> None:
    """BERT-base shapes with random weights on a GPU: steps of 64 and 512 pairs, tokens."""
    from transformers import BertConfig, BertModel

    bench.say("making BERT-base's shape with random weights")
    bench.clock = gpu_clock
    bench.measure_peaks("cuda")
    tokenizer = load_encoder("mini-3").tokenizer
    torch.manual_seed(0)
    encoder = BiEncoder(BertModel(BertConfig(), add_pooling_layer=False), tokenizer).to("cuda")
    theirs = both(encoder, device="cuda")
    for precision in ("float32", "bfloat16"):
        for batch in (64, 512):
            _, theirs_, _, work = training(encoder, theirs, batch, precision)
            ours_, what = steps(encoder, batch, precision), step_name("BERT-base", precision, batch)
            for _ in range(OFTEN):  # each batch's pass is recorded
                ours_()
            bench.paired(what, ours_, theirs_, flops=work, precision=precision, steps=STEPS)
            texts = [text for side in (0, 1) for text in sentences(encoder, STEPS * batch, side)]
            count = encoder.tokenize(texts).lengths.sum() / STEPS
            seconds = bench.lines[-1]["ours_ms"] / 1e3
            bench.number(f"{what}: tokens", count / seconds, "a second")
