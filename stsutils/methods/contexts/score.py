"""Eq. 3: how well a sentence fits into a context, by four models."""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from stsutils.encoders.matmul import bfloat16_products
from stsutils.methods.contexts.discriminator import others
from stsutils.methods.contexts.generators import TARGETS, log_unigram
from stsutils.methods.contexts.models import ContextModels
from stsutils.methods.contexts.text import Text, trimmed

#: The terms of Eq. 3 in the paper's order.
TERMS = ("discriminative", "sentence", "left context", "right context")
#: Triples that are scored together.
BATCH = 256


@torch.no_grad()
def terms(models: ContextModels, sentences: Tensor, contexts: np.ndarray) -> np.ndarray:
    """The four terms of Eq. 3 for n pairs of a sentence and a context, n×4, float32.

    Formula:
        log p(y = 1 | s, c),           log p(s | c_<, c_>) / |s|,
        log p(c_< | s, c_>) / |c_<|,   log p(c_> | c_<, s) / |c_>|

    `sentences` are n×L token ids, `contexts` the numbers of n contexts of the models' text.
    A length |x| counts pieces and the end of the sentence.
    """
    out = np.empty((len(contexts), len(TERMS)), np.float32)
    for start in range(0, len(contexts), BATCH):
        part = slice(start, start + BATCH)
        own = contexts[part]
        triple = (models.numbers[own - 1], sentences[part], models.numbers[own + 1])
        triple = [trimmed(numbers).to(models.device) for numbers in triple]
        half = torch.autocast(models.device.type, torch.bfloat16, models.precision == "bfloat16")
        with half, bfloat16_products(models.precision, models.device):
            out[part, 0] = F.logsigmoid(models.discriminator(*triple).float()).cpu().numpy()
            for column, target in enumerate(TARGETS, start=1):
                summed, count = models.generators[target](*triple)
                out[part, column] = (summed / count).cpu().numpy()
    return out


def combine(found: np.ndarray, weights: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)) -> np.ndarray:
    """Eq. 3: S(s, c), the terms (…×4) weighted by λ₁ to λ₄ and summed.

    The paper prints no λ; all are 1 unless an ablation sets one to 0.
    """
    return found @ np.asarray(weights, found.dtype)


@torch.no_grad()
def quality(models: ContextModels, text: Text, most: int, seed: int) -> dict[str, np.ndarray]:
    """How good the models are on another text: one number for each of at most `most` contexts.

    ``<target>``: nats a piece of the three generators; ``<target> unigram``: those of a model that
    knows the pieces' frequencies in the training text only. ``accuracy``: whether the
    discriminator gives the right sentence p > ½, or the wrong one p < ½ (mean of the two);
    ``accuracy, same document`` and ``accuracy, other document``: NaN where the wrong sentence is
    not of that kind.
    """
    rng = np.random.default_rng(0)
    centres = np.sort(rng.permutation(text.contexts)[:most])
    wrong, inside = others(text, centres, seed)
    numbers = models.number([text.sentences[i] for i in (*(centres - 1), *centres, *(centres + 1))])
    parts = numbers.view(3, len(centres), -1)
    other = models.number([text.sentences[i] for i in wrong])
    frequency = log_unigram(models.numbers, len(models.tokenizer))
    found: dict[str, np.ndarray] = {}
    for target, place in TARGETS.items():
        wanted = parts[place][:, 1:]
        real = wanted != 0
        plain = (frequency[wanted] * real).sum(1) / real.sum(1)
        found[f"{target} unigram"] = -plain.numpy()
    scored = {name: [] for name in (*TARGETS, "its own", "another")}
    for start in range(0, len(centres), BATCH):
        batch = [part[start : start + BATCH].to(models.device) for part in (*parts, other)]
        for target in TARGETS:
            summed, count = models.generators[target](*batch[:3])
            scored[target].append(-(summed / count))
        vectors = [models.discriminator.read(part) for part in batch]
        for name, place in (("its own", 1), ("another", 3)):
            logits = models.discriminator.logits(vectors[0], vectors[place], vectors[2])
            scored[name].append(logits > 0)
    whole = {name: torch.cat(values).cpu().numpy() for name, values in scored.items()}
    found |= {target: whole[target] for target in TARGETS}
    right = (whole["its own"].astype(float) + ~whole["another"]) / 2
    found["accuracy"] = right
    found["accuracy, same document"] = np.where(inside, right, np.nan)
    found["accuracy, other document"] = np.where(inside, np.nan, right)
    return found
