"""A sentence-transformers folder that holds more than this package has, through its own modules."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import torch
import transformers
from torch import Tensor, nn

from stsutils.encoders.checked import LOCAL, load_weights
from stsutils.encoders.files import below, check_settings, check_size, read_json
from stsutils.encoders.quiet import quiet
from stsutils.encoders.reader import sha_of
from stsutils.encoders.tokens import check_texts, distinct
from stsutils.errors import UserError

#: Modules of theirs that compute vectors from text and nothing else.
MODULES = {"Transformer", "Pooling", "WeightedLayerPooling", "Normalize", "Dense", "LayerNorm"}
MODULES |= {"Dropout", "StaticEmbedding"}
WEIGHTS = "*.safetensors"
#: Kinds with a decoder, also where only the encoder is saved.
DECODERS = {"t5", "mt5", "umt5", "longt5"}


class Texts(list):
    """Texts as `fit` takes tokens: ``take``, ``+``, and ``lengths``, here in characters."""

    @property
    def lengths(self) -> np.ndarray:
        """How many characters each text has."""
        return np.array([len(text) for text in self], np.int64)

    def __add__(self, other: "Texts") -> "Texts":
        """These, then those."""
        return Texts([*self, *other])

    def take(self, rows: np.ndarray) -> "Texts":
        """The texts with these numbers."""
        return Texts(self[row] for row in rows)


class Borrowed(nn.Module):
    """A ``SentenceTransformer`` that is called as a `BiEncoder` is: encoded, trained and saved.

    Its own modules, prompt and truncation make the vectors, so they are those of its maker.
    """

    pooling = "its own modules"
    normalize = False

    def __init__(self, model, prompt: str = ""):
        """Keep the model; ``prompt`` stands before each text."""
        super().__init__()
        self.model, self.prompt = model, prompt

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    @property
    def dimension(self) -> int:
        """The length d of a vector."""
        return self.model.get_embedding_dimension()

    @property
    def max_length(self) -> int:
        """How many pieces of a text are read."""
        return int(min(self.model.max_seq_length or 10**6, 10**6))

    @property
    def tokenizer(self):
        """The tokenizer of its first module, as transformers calls them."""
        own = self.model.tokenizer
        return own if callable(own) else transformers.PreTrainedTokenizerFast(tokenizer_object=own)

    def prepare(self, columns: list[list[str]]) -> list[Texts]:
        """Each column of sentences, as `forward` takes it."""
        return [Texts(column) for column in columns]

    def forward(self, texts: Texts) -> Tensor:
        """Vectors (B×d) of texts, with gradients."""
        from sentence_transformers.util import batch_to_device

        features = self.model.preprocess(list(texts), prompt=self.prompt or None)
        found = self.model(batch_to_device(features, self.device))
        return found["sentence_embedding"][:, : self.dimension]

    def tokenize(self, sentences: list[str]) -> Texts:
        """The sentences, as `forward` takes them."""
        return Texts(sentences)

    def encode(
        self, sentences: list[str], progress: bool = False, precision: str = "float32"
    ) -> np.ndarray:
        """Vectors (n×d, float32) of `sentences`, by its own ``encode``."""
        check_texts(sentences)
        if precision != "float32":
            raise UserError(f"precision {precision!r} is for encoders that stsutils reads itself")
        texts, rows = distinct(sentences)
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        was_training = self.training
        vectors = self.model.encode(texts, prompt=self.prompt, show_progress_bar=progress)
        self.train(was_training)
        return np.asarray(vectors, np.float32)[rows]

    def sha(self) -> str:
        """Sixteen hex digits that change when a weight, a module or a setting does."""
        facts = [self.prompt, self.max_length, self.dimension, str(self.model)]
        return sha_of(self, json.dumps(facts))

    def save(self, folder: Path) -> None:
        """Write it as sentence-transformers does."""
        with quiet():
            self.model.save(str(folder), create_model_card=False, safe_serialization=True)


def borrow(folder: Path, why: UserError, max_length: int | None, prompt: str | None) -> Borrowed:
    """Open a folder with sentence-transformers where that is installed; raise ``why`` where not.

    Raises UserError for modules that are no vectors of text, for code of its own and for weights
    that are pickled.
    """
    if importlib.util.find_spec("sentence_transformers") is None:
        raise UserError(f"{why}. With sentence-transformers 6 installed its own modules read it")
    _check(folder, why)
    from sentence_transformers import SentenceTransformer

    with quiet():
        how = {"use_safetensors": True, "dtype": torch.float32}
        model = SentenceTransformer(str(folder), device="cpu", model_kwargs=how, **LOCAL)
    if max_length is not None:
        if max_length < 1:
            raise UserError(f"max_length {max_length}: one piece of a text or more must be read")
        model.max_seq_length = min(max_length, model.max_seq_length or max_length)
    if prompt is None:
        prompt = model.prompts.get(model.default_prompt_name or "", "")
    return Borrowed(model.eval(), prompt)


def _check(folder: Path, why: UserError) -> None:
    listing = folder / "modules.json"
    modules = read_json(listing, list) if listing.exists() else []
    for module in modules:
        kind = module["type"].rsplit(".", 1)[-1]
        if kind not in MODULES or not module["type"].startswith("sentence_transformers."):
            raise why
        place = below(folder, module["path"])
        if place.is_dir():
            check_settings(place)
        settings = read_json(place / "config.json") if (place / "config.json").exists() else {}
        if not str(settings.get("activation_function", "torch.nn.")).startswith("torch.nn."):
            raise why
        if kind == "Transformer":
            _check_transformer(place)
        elif kind not in ("Pooling", "Normalize", "Dropout") and not any(place.glob(WEIGHTS)):
            raise UserError(f"{place} holds no weights as safetensors, the only ones that are read")
    if not modules:
        _check_transformer(folder)


def _check_transformer(place: Path) -> None:
    """Raise UserError for missing weights, which sentence-transformers would make at random."""
    check_size(place)
    with quiet():
        kind = transformers.AutoConfig.from_pretrained(place, **LOCAL).model_type
        make = transformers.AutoModelForTextEncoding if kind in DECODERS else transformers.AutoModel
        load_weights(make, place)
