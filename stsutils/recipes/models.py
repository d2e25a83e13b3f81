"""The encoder that a run asks for, on its device."""

from stsutils.data.load import may_download
from stsutils.encoders import (
    BiEncoder,
    Interaction,
    Prompted,
    WordMean,
    find_device,
    load_encoder,
    load_interaction,
)
from stsutils.errors import UserError

#: What settings write in the place of a pooling: the encoder is `WordMean`, which has none.
WORDS = "words"
#: And this for `Prompted`: the state of the mask in a template.
PROMPT = "prompt"


def encoder_of(settings: dict, device: str | None) -> BiEncoder | WordMean:
    """The encoder named by ``encoder``, ``pooling``, ``max_length``; its first ``layers``."""
    pooling = settings["pooling"]
    encoder = load_encoder(
        settings["encoder"],
        pooling=None if pooling in (WORDS, PROMPT) else pooling,
        max_length=settings["max_length"],
        download=may_download(),
    )
    if settings.get("layers"):
        _cut(encoder.transformer, settings["layers"])
    encoder.to(find_device(device))
    if pooling == PROMPT:
        return Prompted(encoder).eval()
    return WordMean(encoder) if pooling == WORDS else encoder


def _cut(transformer, layers: int) -> None:
    """Keep the first layers."""
    if not 0 < layers <= len(transformer.encoder.layer):
        raise UserError(f"layers: the encoder has {len(transformer.encoder.layer)}, not {layers}")
    transformer.encoder.layer = transformer.encoder.layer[:layers]
    transformer.config.num_hidden_layers = layers


def interaction_of(settings: dict, device: str | None, seed: int) -> Interaction:
    """An interaction model with a new head, on the transformer named by ``encoder``."""
    how = {"max_length": settings["max_length"], "download": may_download(), "seed": seed}
    return load_interaction(settings["encoder"], **how).to(find_device(device))
