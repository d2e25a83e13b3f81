"""The encoder that a run asks for, on its device."""

import os

import torch

from stsutils.encoders import (
    BiEncoder,
    Interaction,
    Prompted,
    WordMean,
    load_encoder,
    load_interaction,
)
from stsutils.errors import UserError

#: What settings write in the place of a pooling: the encoder is `WordMean`, which has none.
WORDS = "words"
#: And this for `Prompted`: the state of the mask in a template.
PROMPT = "prompt"


def encoder_of(settings: dict, device: str | None) -> BiEncoder | WordMean:
    """The encoder named by ``encoder``, ``pooling`` and ``max_length``."""
    pooling = settings["pooling"]
    encoder = load_encoder(
        settings["encoder"],
        pooling=None if pooling in (WORDS, PROMPT) else pooling,
        max_length=settings["max_length"],
        **_download(),
    )
    _put(encoder, device)
    if pooling == PROMPT:
        return Prompted(encoder).eval()
    return WordMean(encoder) if pooling == WORDS else encoder


def interaction_of(settings: dict, device: str | None, seed: int) -> Interaction:
    """An interaction model with a new head, on the transformer named by ``encoder``."""
    model = load_interaction(
        settings["encoder"], max_length=settings["max_length"], seed=seed, **_download()
    )
    return _put(model, device)


def best_device() -> str:
    """The GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def _put(model, device: str | None):
    try:
        return model.to(device or best_device())
    except (AssertionError, RuntimeError) as error:  # torch has no one error for a missing device
        if device is None:
            raise
        raise UserError(f"--device {device}: {str(error).splitlines()[0]}") from error


def _download() -> dict:
    """Hub models may be downloaded where data may be: STSUTILS_DOWNLOAD."""
    allowed = os.environ.get("STSUTILS_DOWNLOAD", "") in ("1", "true", "yes")
    return {"download": True} if allowed else {}
