"""A small raw sentence encoder of our own, trained from text alone.

The encoder has BERT's layout, so that every tool that loads BERT loads it too. What it is asked to
do with the text is one of the `objectives`. Four choices differ from BERT and are made for
sentence similarity at this size:

* one sentence is one sequence (no next-sentence task);
* the (tied) word vectors start from counted co-occurrences (`ppmi_vectors`), which hold more
  meaning than millions of tokens of training from noise would give them;
* the output bias starts at the log-frequency of each piece, so that the word vectors do not have
  to learn frequency, the direction along which raw encoders collapse;
* the prediction head is computed where something is to be predicted only, which saves half of
  the time.
"""

import itertools
import json
import math
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor
from transformers import BertConfig, BertForMaskedLM, BertTokenizerFast

from stsutils.encoders import load_encoder, quiet
from stsutils.encoders.files import read_json
from stsutils.errors import UserError
from stsutils.methods.learning import learn
from stsutils.methods.material import LONGEST, Material
from stsutils.methods.objectives import make_objective
from stsutils.methods.wordpieces import SPECIAL
from stsutils.progress import progress_bar
from stsutils.provenance import cpu, gpu, threads, versions
from stsutils.templates import render
from stsutils.writing import write_text, write_together


def build(
    pieces: int, layers: int, width: int, heads: int, max_length: int, dropout: float = 0.0
) -> BertForMaskedLM:
    """A fresh BERT masked-language model with an FFN of width 4·`width`."""
    config = BertConfig(
        vocab_size=pieces,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=4 * width,
        max_position_embeddings=max_length,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
    )
    return BertForMaskedLM(config)


def start_from_counts(model: BertForMaskedLM, material: Material) -> None:
    """Word vectors from the text's co-occurrences, twice BERT's usual size; bias from frequency."""
    words = model.bert.embeddings.word_embeddings.weight
    with torch.no_grad():
        words[len(SPECIAL) :] = 0.04 * words.shape[1] ** 0.5 * material.words[len(SPECIAL) :]
        model.cls.predictions.bias.copy_(material.corpus.log_unigram(len(words)))


def pretrain(
    material: Material,
    out: Path,
    *,
    objective: dict | None = None,
    tokens: int = 8_000_000,
    layers: int = 4,
    heads: int = 4,
    batch_tokens: int = 4096,
    lr: float = 1e-3,
    precision: str = "float32",
    seed: int = 0,
    device: str = "cpu",
    save_every: float = 120.0,
    progress: bool | None = True,
) -> list[dict]:
    """Train a raw encoder on `material` and write it to the folder `out`.

    `objective` is ``{"name": …, and its settings}`` (default: 30 % of the pieces masked). `tokens`
    counts real (unpadded) training tokens; `save_every` is seconds between checkpoints. The width
    is that of the counted word vectors.
    `precision` "bfloat16" is twice as fast where the processor has instructions for it.
    A second call with the same `out` continues where the first stopped, with the same result; it
    is refused for other material or settings, and where `out` holds another encoder or other files.
    `progress` shows a bar of the tokens, as `progress_bar` has it.
    Returns the loss curve: dicts with tokens, loss (mean of 50 steps), minutes.
    """
    # what decides the result, and whether it is there already
    objective = objective or {"name": "restore", "mask_rate": 0.3}
    settings = {
        "objective": objective, "tokens": tokens, "layers": layers, "heads": heads,
        "batch_tokens": batch_tokens, "lr": lr, "warmup": 0.05, "precision": precision,
        "seed": seed, "material": material.sha, "longest": LONGEST,
    }  # fmt: skip
    out = Path(out)
    checkpoint = out / "checkpoint.safetensors"
    written = (out / "pretraining.json").exists() or (out / "config.json").exists()
    if written and not checkpoint.exists():
        return _finished(out, settings)
    check_folder(out)
    out.mkdir(parents=True, exist_ok=True)

    # a fresh model in its task
    corpus, tokenizer = material.corpus, material.tokenizer
    torch.manual_seed(seed)
    width = material.words.shape[1]
    if width % heads:
        raise UserError(
            f"the text has so few pieces that they give vectors of {width} numbers; take more "
            f"text, or --width {width - width % 64 if width >= 128 else width}"
        )
    model = build(len(tokenizer), layers, width, heads, tokenizer.model_max_length)
    start_from_counts(model, material)
    task = make_objective(model=model, **objective).to(device)

    # its batches, and how many tokens are read before each
    batches, seen = [], [0]
    passes = (corpus.batches(number, batch_tokens, seed) for number in itertools.count())
    for batch in itertools.chain.from_iterable(passes):
        batches.append(batch)
        seen.append(seen[-1] + int(corpus.lengths[batch].sum()))
        if seen[-1] >= tokens:
            break

    def loss(step: int) -> Tensor:
        if written:  # of our own encoder no step would be left
            raise UserError(f"{out} holds another encoder already; name a new folder")
        bar.update(seen[step + 1] - bar.n)
        return task(corpus.padded(batches[step]))

    def rate(step: int) -> float:  # rises over a twentieth of the tokens and falls to 0
        share = seen[step] / tokens
        return lr * min(share / 0.05, (1 - share) / 0.95)

    def told(point: dict) -> None:
        point["tokens"] = seen[point["step"]]
        bar.set_postfix(loss=point["loss"])

    how = {"checkpoint": checkpoint, "settings": settings, "precision": precision}
    with progress_bar(progress, total=tokens, unit="tok", unit_scale=True) as bar:
        curve = learn(task, loss, rate, len(batches), save_every=save_every, told=told, **how)
    write_encoder(model, tokenizer, out, settings, curve)
    checkpoint.unlink()
    return curve


def check_folder(out: Path) -> None:
    """Raise UserError where an unfinished ``out`` holds files that are no pre-training's."""
    if out.is_file():
        raise UserError(f"{out} is a file; name a new folder")
    names = {path.name for path in out.glob("[!.]*")}
    other = names - {"checkpoint.safetensors"}
    if other and not names & {"pretraining.json", "config.json"}:
        raise UserError(f"{out} holds {min(other)[:80]!r}; name a new folder, or move it away")


def _finished(out: Path, settings: dict) -> list[dict]:
    """The curve of an encoder that is there already; UserError where it is another one."""
    try:
        history = json.loads((out / "pretraining.json").read_text(encoding="utf-8"))
        same = history["settings"] == json.loads(json.dumps(settings))
        same &= math.isfinite(history["curve"][-1]["loss"])
    except (OSError, ValueError, LookupError, TypeError):
        same = False
    if not same:
        raise UserError(f"{out} holds another encoder already; name a new folder")
    load_encoder(str(out))  # which tells where a file of it was lost or cut since
    return history["curve"]


def write_encoder(
    model: BertForMaskedLM, tokenizer: BertTokenizerFast, out: Path, settings: dict, curve: list
) -> None:
    """Write the encoder without its prediction head in fp16, its tokenizer and its history."""
    # one pass over the corpus needs no dropout, fine-tuning does: BERT's usual .1 from here on
    config = model.bert.config
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.1
    weights = {name: tensor.half() for name, tensor in model.bert.state_dict().items()}
    end = {"seen": curve[-1]["tokens"], "minutes": curve[-1]["minutes"]}
    history = {"settings": settings, **end, "curve": curve}
    with write_together(out) as fresh, quiet():
        tokenizer.save_pretrained(fresh)
        model.bert.save_pretrained(fresh, state_dict=weights)
        (fresh / "pretraining.json").write_text(json.dumps(history, indent=1), encoding="utf-8")


def write_card(folder: Path, command: str, corpus: str, compared: list[str]) -> Path:
    """Write the card, ``README.md``, into an encoder's folder from its ``pretraining.json``.

    `command` is what made the encoder, `corpus` names its text, `compared` the validation and test
    splits whose sentences were left out of it. Every number comes from the record
    or from this machine.
    """
    record, config = (read_json(folder / name) for name in ("pretraining.json", "config.json"))
    weights, curve = folder / "model.safetensors", record["curve"]
    every = max(1, len(curve) // 12)
    text = render(
        "pretraining_card.md",
        record=record,
        config=config,
        settings=json.dumps(record["settings"]),
        points=curve[every - 1 :: every],
        parameters=sum(tensor.numel() for tensor in load_file(weights).values()),
        megabytes=weights.stat().st_size / 1e6,
        hardware=gpu(None) or f"{threads()} threads of a CPU ({cpu()})",
        versions=versions(),
        corpus=corpus,
        compared=compared,
        command=command,
    )
    return write_text(folder / "README.md", text)
