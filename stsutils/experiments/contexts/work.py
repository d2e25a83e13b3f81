"""How much computing a run asks for, in floating-point operations: arithmetic on its settings.

A product of an m×k and a k×n matrix counts 2mkn; training counts three times the way forward.
Attention's own products are left out: at these lengths they are a few per cent.
"""

from collections.abc import Mapping

TARGETS = 3


def triple(models: Mapping) -> float:
    """One way forward of one generator over three sentences of full length."""
    g, length = models["generator"], models["longest"]
    square = g["width"] ** 2
    reading = 2 * length * g["reading"] * 8 * square  # 4 attention matrices, 4 of the two layers
    writing = length * g["writing"] * 12 * square  # attention to the source besides
    return 2.0 * (reading + writing + length * g["width"] * models["pieces"])


def sentence(models: Mapping) -> float:
    """One sentence read by the discriminator's BiLSTM."""
    d = models["discriminator"]
    return 2.0 * models["longest"] * 8 * d["hidden"] * (d["width"] + d["hidden"])


def training(models: Mapping) -> float:
    """The training of discriminator and generators."""
    d, g = models["discriminator"], models["generator"]
    own = 3 * 4 * sentence(models) * d["steps"] * d["batch_size"]
    if d.get("form") == "printed":  # beside it stand the generators of the other form
        return own
    return own + 3 * triple(models) * TARGETS * g["steps"] * g["batch_size"]


def scoring(s: Mapping, pairs: float, sentences: float) -> float:
    """The scores of Eq. 3 behind `pairs` of so many distinct `sentences`; retrieval is no more."""
    size = s["size"]
    shortlist = size if s.get("construction") == "random" else s["shortlist"]
    scores = sentences * (shortlist + size * s.get("references", 0)) + pairs * 2 * size
    return scores * (TARGETS * triple(s["models"]) + 3 * sentence(s["models"]))


def work(s: Mapping, pairs: float = 0.0) -> dict[str, float]:
    """Operations by part of a run's settings, complete; `pairs` are those it is tested on.

    Models and harvested pairs are made once and shared by runs with the same: a run that finds
    them there does without.
    """
    if "discriminator" in s:
        return {"models": training(s)}
    if "sizes" in s:
        return {"models": training(s["models"]), "tests": scoring(s, pairs, 2 * pairs)}
    if s.get("harvest"):
        h = s["harvest"]
        made = scoring(h, h["pairs"], h["pairs"] / 2)
        return {"models": training(h["models"]), "harvest": made}
    return {}
