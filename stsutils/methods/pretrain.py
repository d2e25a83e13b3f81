"""A small masked-language-model encoder of our own, trained from raw text.

The encoder has BERT's layout, so that every tool that loads BERT loads it too. Four choices
differ from BERT and are made for sentence similarity at this size:

* one sentence is one sequence (no packing of neighbours, no next-sentence task);
* the (tied) word vectors start from counted co-occurrences (`ppmi_vectors`), which hold more
  meaning than millions of tokens of training from noise would give them;
* the output bias starts at the log-frequency of each piece, so that the word vectors do not have
  to learn frequency, the direction along which raw encoders collapse;
* the prediction head is computed at the masked positions only, which saves half of the time.

Source of the task: Devlin et al. 2019 (BERT), section 3.1.
"""

import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from tqdm import tqdm
from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

from stsutils import checkpoints
from stsutils.encoders import quiet
from stsutils.errors import UserError
from stsutils.methods.word_vectors import ppmi_vectors
from stsutils.methods.wordpieces import SPECIAL, train_tokenizer
from stsutils.training import decay_groups

MASK = SPECIAL.index("[MASK]")


class Corpus:
    """Tokenised sentences in one flat array, so that a million of them fit in memory."""

    def __init__(self, tokenizer: BertTokenizerFast, sentences: list[str], longest: int):
        """Tokenise `sentences`, cutting each at `longest` pieces."""
        pieces = tokenizer(
            sentences, truncation=True, max_length=longest, return_attention_mask=False
        )["input_ids"]
        self.lengths = np.fromiter((len(piece) for piece in pieces), np.int64, len(pieces))
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        self.flat = np.fromiter((i for piece in pieces for i in piece), np.int32, self.starts[-1])

    def batches(self, epoch: int, tokens: int, seed: int) -> list[np.ndarray]:
        """Sentence indices in batches of about `tokens` tokens: a pure function of its arguments.

        Sentences are shuffled, sorted by length within a window, and the batches are shuffled
        again: little padding, and no batch order that follows length.
        """
        rng = np.random.default_rng([seed, epoch])
        order = rng.permutation(len(self.lengths))
        batches = []
        for window in np.array_split(order, max(1, len(order) // 8192)):
            window = window[np.argsort(self.lengths[window], kind="stable")]
            cut = np.cumsum(self.lengths[window]) // tokens
            batches += np.split(window, np.flatnonzero(np.diff(cut)) + 1)
        return [batches[i] for i in rng.permutation(len(batches))]

    def padded(self, indices: np.ndarray) -> Tensor:
        """The sentences at `indices` as one B×L matrix of piece numbers, padded with 0."""
        width = int(self.lengths[indices].max())
        out = np.zeros((len(indices), width), np.int64)
        for row, i in enumerate(indices):
            out[row, : self.lengths[i]] = self.flat[self.starts[i] : self.starts[i + 1]]
        return torch.from_numpy(out)

    def log_unigram(self, size: int) -> Tensor:
        """Log of the add-one piece frequencies, a vector of `size` numbers."""
        counts = np.bincount(self.flat, minlength=size) + 1.0
        counts[: len(SPECIAL)] = 1.0
        return torch.from_numpy(np.log(counts / counts.sum())).float()


def mask_tokens(ids: Tensor, rate: float, pieces: int) -> tuple[Tensor, Tensor]:
    """BERT's corruption: of the chosen positions 80 % [MASK], 10 % a random piece, 10 % kept.

    Returns the corrupted ids (B×L) and the chosen positions (B×L, bool).
    """
    chosen = (torch.rand(ids.shape) < rate) & (ids >= len(SPECIAL))
    dice = torch.rand(ids.shape)
    corrupted = torch.where(chosen & (dice < 0.8), MASK, ids)
    random = torch.randint(len(SPECIAL), pieces, ids.shape)
    return torch.where(chosen & (dice >= 0.9), random, corrupted), chosen


def masked_loss(model: BertForMaskedLM, ids: Tensor, chosen: Tensor, targets: Tensor) -> Tensor:
    """Mean cross-entropy at the chosen positions; the head sees only those."""
    hidden = model.bert(input_ids=ids, attention_mask=(ids != 0).long()).last_hidden_state
    return F.cross_entropy(model.cls(hidden[chosen]), targets[chosen])


def build(
    pieces: int, layers: int, width: int, heads: int, max_length: int, dropout: float = 0.0
) -> BertForMaskedLM:
    """A fresh BERT masked-language model with an FFN of width 4·`width`."""
    return BertForMaskedLM(
        BertConfig(
            vocab_size=pieces,
            hidden_size=width,
            num_hidden_layers=layers,
            num_attention_heads=heads,
            intermediate_size=4 * width,
            max_position_embeddings=max_length,
            hidden_dropout_prob=dropout,
            attention_probs_dropout_prob=dropout,
        )
    )


def start_from_counts(model: BertForMaskedLM, corpus: Corpus) -> None:
    """Set the word vectors, special pieces aside, to counted ones of twice BERT's usual size."""
    words = model.bert.embeddings.word_embeddings.weight
    size, width = words.shape
    vectors = ppmi_vectors(corpus.flat, corpus.lengths, size, width, special=len(SPECIAL))
    with torch.no_grad():
        words[len(SPECIAL) :] = 0.04 * width**0.5 * vectors[len(SPECIAL) :]


def pretrain(
    sentences: list[str],
    out: Path,
    *,
    tokens: int = 8_000_000,
    pieces: int = 10_000,
    layers: int = 4,
    width: int = 256,
    heads: int = 4,
    max_length: int = 128,
    longest: int = 64,
    batch_tokens: int = 4096,
    lr: float = 1e-3,
    warmup: float = 0.05,
    weight_decay: float = 0.01,
    mask_rate: float = 0.3,
    dropout: float = 0.0,
    frequency_bias: bool = True,
    counted_words: bool = True,
    seed: int = 0,
    device: str = "cpu",
    save_every: float = 120.0,
    snapshots: int = 1,
    progress: bool = True,
) -> list[dict]:
    """Train a raw encoder on `sentences` and write it to the folder `out`.

    `tokens` counts real (unpadded) training tokens; `save_every` is seconds between checkpoints.
    A second call with the same `out` continues where the first stopped, with the same result.
    With `snapshots` above 1 the encoder is also written to ``out/snapshot-<tokens>`` at as many
    equal steps: a lower loss does not promise a better sentence encoder, so try several.
    Returns the loss curve: dicts with tokens, loss (nats per masked piece), lr, minutes.
    """
    settings = {
        name: value
        for name, value in locals().items()
        if name not in {"sentences", "out", "progress", "device", "save_every"}
    }
    if not sentences:
        raise UserError("pretrain got no sentences; name a corpus with at least one sentence")
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    if (out / "tokenizer.json").exists():
        tokenizer = BertTokenizerFast.from_pretrained(out)
    else:
        tokenizer = train_tokenizer(sentences, pieces, max_length)
        tokenizer.save_pretrained(out)
    corpus = Corpus(tokenizer, sentences, longest)
    model = build(len(tokenizer), layers, width, heads, max_length, dropout)
    if frequency_bias:
        with torch.no_grad():
            model.cls.predictions.bias.copy_(corpus.log_unigram(len(tokenizer)))
    if counted_words and not (out / "checkpoint.safetensors").exists():
        start_from_counts(model, corpus)
    model.to(device).train()
    optimizer = torch.optim.AdamW(
        decay_groups(model, weight_decay), lr=lr, betas=(0.9, 0.98), fused=True
    )
    state = {"seen": 0, "epoch": 0, "batch": 0, "snapshots": 0, "minutes": 0.0}
    state |= {"curve": [], "window": [], "settings": settings}
    checkpoint = out / "checkpoint.safetensors"
    if checkpoint.exists():
        state, _ = checkpoints.load(checkpoint, model, optimizer, settings)
    start = saved = time.perf_counter()
    start -= 60 * state["minutes"]
    batches = corpus.batches(state["epoch"], batch_tokens, seed)
    shown = {"unit": "tok", "unit_scale": True, "disable": not progress}
    bar = tqdm(total=tokens, initial=state["seen"], **shown)
    with checkpoints.interruptible() as interrupted:
        while state["seen"] < tokens:
            if state["batch"] == len(batches):
                state["epoch"], state["batch"] = state["epoch"] + 1, 0
                batches = corpus.batches(state["epoch"], batch_tokens, seed)
            batch = batches[state["batch"]]
            share = state["seen"] / tokens
            for group in optimizer.param_groups:
                group["lr"] = lr * min(share / warmup, (1 - share) / (1 - warmup))

            ids = corpus.padded(batch)
            corrupted, chosen = mask_tokens(ids, mask_rate, len(tokenizer))
            if chosen.any():
                loss = masked_loss(model, corrupted.to(device), chosen.to(device), ids.to(device))
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                state["window"].append(loss.item())

            count = int(corpus.lengths[batch].sum())
            bar.update(count)
            state["seen"] += count
            state["batch"] += 1
            state["minutes"] = (time.perf_counter() - start) / 60
            if len(state["window"]) == 50:
                bar.set_postfix(loss=_note(state)["loss"])
            if tokens * (state["snapshots"] + 1) // snapshots <= state["seen"] < tokens:
                state["snapshots"] += 1
                write_encoder(model, tokenizer, out / f"snapshot-{state['seen'] // 1000}k", state)
            if interrupted() or time.perf_counter() - saved > save_every:
                checkpoints.save(checkpoint, model, optimizer, state)
                saved = time.perf_counter()
            if interrupted():
                raise KeyboardInterrupt
    bar.close()
    write_encoder(model, tokenizer, out, state)
    checkpoint.unlink(missing_ok=True)
    return state["curve"]


def _note(state: dict) -> dict:
    """Move the window of recent losses to the curve; a loss that is no number stops the run."""
    mean = sum(state["window"]) / len(state["window"])
    if not math.isfinite(mean):
        raise UserError("pre-training diverged: the loss is not finite. Try a lower --lr.")
    point = {"tokens": state["seen"], "loss": round(mean, 4), "minutes": round(state["minutes"], 2)}
    state["curve"].append(point)
    state["window"] = []
    return point


def write_encoder(
    model: BertForMaskedLM, tokenizer: BertTokenizerFast, out: Path, state: dict
) -> None:
    """Write the encoder without its prediction head in fp16, its tokenizer and its history."""
    tokenizer.save_pretrained(out)
    # one pass over the corpus needs no dropout, fine-tuning does: BERT's usual .1 from here on
    config = model.bert.config
    before = config.hidden_dropout_prob, config.attention_probs_dropout_prob
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.1
    weights = {name: tensor.half() for name, tensor in model.bert.state_dict().items()}
    with quiet():
        model.bert.save_pretrained(out, state_dict=weights)
    config.hidden_dropout_prob, config.attention_probs_dropout_prob = before
    history = {key: state[key] for key in ("settings", "seen", "minutes", "curve")}
    text = json.dumps(history, indent=1)
    checkpoints.write_atomically(
        out / "pretraining.json", lambda path: path.write_text(text, encoding="utf-8")
    )
