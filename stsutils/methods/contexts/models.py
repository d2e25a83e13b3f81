"""The four models behind a score: made once from a text, a seed and settings, and kept on disk.

Many runs score with the same models. Each model is a safetensors file in a folder of work, named
after all that decides it; whoever needs one that is not there makes it, and a stopped training
goes on where it was. Nothing but the files' names says what they are: the folder can be deleted.
"""

import functools
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import BertTokenizerFast

from stsutils.methods.contexts.discriminator import Discriminator, others
from stsutils.methods.contexts.generators import TARGETS, Generator, log_unigram
from stsutils.methods.contexts.text import Text, numbered, trimmed
from stsutils.methods.learning import learn
from stsutils.methods.word_vectors import ppmi_vectors
from stsutils.methods.wordpieces import SPECIAL, train_tokenizer
from stsutils.writing import write_atomically

#: Changes when the same settings begin to give other models or other scores.
VERSION = 1
#: Sentences that the vocabulary is made from.
VOCABULARY_FROM = 100_000


@dataclass
class ContextModels:
    """A text, its sentences as token ids (n×L), and the models that score with it.

    ``generators`` has the keys of `TARGETS`; ``sha`` names all of it. ``curves``: model → its
    training, of the models that were made now; ``precision`` is that of the scores, too.
    """

    text: Text
    tokenizer: BertTokenizerFast
    numbers: Tensor
    discriminator: Discriminator
    generators: dict[str, Generator]
    sha: str
    curves: dict[str, list[dict]]
    precision: str = "float32"

    @property
    def device(self) -> torch.device:
        """Where the models are."""
        return self.discriminator.line.weight.device

    def number(self, sentences: list[str]) -> Tensor:
        """Token ids of other sentences."""
        return numbered(self.tokenizer, sentences, self.numbers.shape[1])


def make_models(text: Text, settings: dict, seed: int, folder: Path, device: str) -> ContextModels:
    """The models of `settings` for `text`, read from `folder` or trained now.

    settings: ``pieces``, ``longest`` (of the vocabulary and each sentence), ``triples`` (so many
    contexts, from the text's beginning, are learned from), ``precision``, ``counts`` (word vectors
    start from co-occurrences in the text, not at random); ``discriminator``: width, hidden, form,
    steps, batch_size, lr; ``generator``: width, heads, reading, writing, dropout, steps,
    batch_size, lr.
    """
    shared = {k: settings[k] for k in ("pieces", "longest", "triples", "precision", "counts")}
    shared |= {"text": text.sha, "seed": seed, "version": VERSION}
    pieces, longest = settings["pieces"], settings["longest"]
    tokenizer = train_tokenizer(text.sentences[:VOCABULARY_FROM], pieces, longest)
    numbers = numbered(tokenizer, text.sentences, longest)
    size = len(tokenizer)

    # the contexts that are learned from, a wrong sentence for each, and words counted in them:
    # less text counts less
    centres = text.contexts[: settings["triples"]]
    wrong = others(text, centres, seed)[0]
    words = None
    if settings["counts"]:
        seen = numbers[: centres[-1] + 2]
        flat, lengths = seen[seen != 0].numpy(), (seen != 0).sum(1).numpy()
        words = ppmi_vectors(flat, lengths, size, min(settings["generator"]["width"], size))

    # the models, each with random numbers of its own
    own, how, generators = settings["discriminator"], settings["generator"], {}
    shape = {k: how[k] for k in ("width", "heads", "reading", "writing", "dropout")}
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        discriminator = Discriminator(size, own["width"], own["hidden"], own["form"])
        for target, place in TARGETS.items():
            torch.manual_seed(seed + 1 + place)
            generators[target] = Generator(size, target, longest, **shape)
            generators[target].start_from(log_unigram(numbers[centres], size))

    # what they learn, or have learned before
    named = {"discriminator": shared | own}
    named |= {target: shared | how | {"target": target} for target in TARGETS}
    models, curves = {"discriminator": discriminator, **generators}, {}
    for name, model in models.items():
        kind = name if name == "discriminator" else f"generator-{name}"
        sentences = (centres, wrong) if name == "discriminator" else (centres,)
        _start(model.words, words)
        path = folder / f"{kind}-{name_of(named[name])}.safetensors"
        if curve := _made(model.to(device), path, named[name], sentences, numbers):
            curves[kind] = curve
    parts = text, tokenizer, numbers, discriminator, generators
    return ContextModels(*parts, name_of(named), curves, settings["precision"])


@torch.no_grad()
def _start(table: nn.Embedding, words: Tensor | None) -> None:
    """Word vectors of length 1 from counts; those of the special pieces stay."""
    if words is not None:
        own = nn.functional.normalize(words[len(SPECIAL) :, : table.embedding_dim], dim=1)
        table.weight[len(SPECIAL) :, : own.shape[1]] = own.to(table.weight.device)


def name_of(settings: dict) -> str:
    """Sixteen hex digits of settings."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def weights(module: nn.Module) -> int:
    """How many numbers a model has learned."""
    return sum(p.numel() for p in module.parameters())


def _made(model, path: Path, s: dict, sentences: tuple, numbers: Tensor) -> list[dict] | None:
    """Read a model's weights from `path`, or learn them and write them there: then its curve."""
    if path.exists():
        model.load_state_dict(load_file(path))
        model.eval()
        return None
    centres, rest = sentences[0], sentences[1:]
    rows, device = [centres - 1, centres, centres + 1, *rest], next(model.parameters()).device
    size = min(s["batch_size"], len(centres))

    @functools.lru_cache(maxsize=1)
    def order(epoch: int) -> np.ndarray:
        return np.random.default_rng([s["seed"], epoch]).permutation(len(centres))

    def loss(step: int) -> Tensor:  # its batch is a pure function of seed and step
        epoch, place = divmod(step, len(centres) // size)
        batch = order(epoch)[place * size : (place + 1) * size]
        return model.loss(*(trimmed(numbers[part[batch]]).to(device) for part in rows))

    def rate(step: int) -> float:  # rises over a tenth of the steps and falls to 0
        share = step / steps
        return s["lr"] * min((share + 1 / steps) / 0.1, (1 - share) / 0.9)

    checkpoint, steps = path.with_suffix(".checkpoint"), s["steps"]
    how = {"settings": s, "precision": s["precision"], "every": max(1, steps // 20)}
    with torch.random.fork_rng():
        torch.manual_seed(s["seed"])
        curve = learn(model, loss, rate, steps, checkpoint=checkpoint, **how)
    tensors = {name: tensor.detach().cpu() for name, tensor in model.state_dict().items()}
    write_atomically(path, lambda temporary: save_file(tensors, temporary))
    checkpoint.unlink(missing_ok=True)
    return [{"step": point["step"], "loss": point["loss"]} for point in curve]
