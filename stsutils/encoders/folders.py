"""Encoders on disk, in the folder layout of sentence-transformers.

`save` writes what `SentenceTransformer(folder)` opens; `read_layout` reads such a folder's pooling
and cut length back. Only safetensors weights are written or read.
"""

import json
import re
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.borrowed import Borrowed
from stsutils.encoders.files import Lacks, below, read_json, read_length
from stsutils.encoders.quiet import quiet
from stsutils.errors import UserError
from stsutils.templates import render
from stsutils.writing import write_together

#: Types of models with a pooler (a layer on the first token), which sentence vectors never use.
POOLER = {"bert", "roberta", "xlm-roberta", "camembert"}
NO_LENGTH = 10**6  # tokenizers without a limit write a huge number
_TYPE = "sentence_transformers.models."
_ORDER = re.compile("Transformer (WeightedLayerPooling )?Pooling( Normalize)?")
_FLAGS = {"mean": "mean_tokens", "cls": "cls_token", "max": "max_tokens"}


def save(encoder: BiEncoder, folder) -> Path:
    """Write `encoder` to `folder`; sentence-transformers opens it with the same vectors.

    ``first_last`` is written as a weighted layer pooling (weight 1 on the first and the last
    layer, 0 between) before the mean. A README.md that lies there stays. Raises UserError for
    ``first_last_tokens``, which sentence-transformers cannot express.
    """
    folder = Path(folder)
    if (folder / "config.json").exists() and not (folder / "modules.json").exists():
        raise UserError(f"{folder} holds another model's config.json; name another folder")
    kept = (*_FLAGS, "first_last", Borrowed.pooling)
    if encoder.pooling not in kept or not isinstance(encoder, BiEncoder | Borrowed):
        raise UserError(
            f"a {type(encoder).__name__} with pooling {encoder.pooling!r} can't be saved: read "
            f"again it is another one. Poolings that can: {', '.join((*_FLAGS, 'first_last'))}"
        )
    if folder.is_file():
        raise UserError(f"{folder} is a file; name a folder to save the encoder in")
    with write_together(folder) as fresh:
        if isinstance(encoder, Borrowed):
            encoder.save(fresh)
            return folder
        _write_files(encoder, fresh)
        if not (folder / "README.md").exists():
            card = render("encoder_card.md", encoder=encoder)
            (fresh / "README.md").write_text(card, encoding="utf-8")
    return folder


def _write_files(encoder: BiEncoder, folder: Path) -> None:
    encoder.transformer.config.output_hidden_states = encoder.pooling == "first_last"
    try:
        with quiet():
            encoder.transformer.save_pretrained(folder)
    finally:
        encoder.transformer.config.output_hidden_states = False
    encoder.tokenizer.save_pretrained(folder)
    modules = [("", "Transformer")]
    width = {"word_embedding_dimension": encoder.dimension}
    if encoder.pooling == "first_last":
        layers = encoder.transformer.config.num_hidden_layers
        step = folder / "1_WeightedLayerPooling"
        _write(step / "config.json", {**width, "layer_start": 1, "num_hidden_layers": layers})
        weights = torch.zeros(layers)
        weights[[0, -1]] = 1.0
        save_file({"layer_weights": weights}, step / "model.safetensors")
        modules.append((step.name, "WeightedLayerPooling"))
    flag = _FLAGS.get(encoder.pooling, "mean_tokens")  # first_last is a mean, too
    names = (*_FLAGS.values(), "mean_sqrt_len_tokens")
    step = f"{len(modules)}_Pooling"
    pooling = {f"pooling_mode_{name}": name == flag for name in names}
    _write(folder / step / "config.json", {**width, **pooling})
    modules.append((step, "Pooling"))
    if encoder.normalize:
        modules.append((f"{len(modules)}_Normalize", "Normalize"))
        (folder / modules[-1][0]).mkdir()
    listing = [
        {"idx": i, "name": str(i), "path": path, "type": _TYPE + kind}
        for i, (path, kind) in enumerate(modules)
    ]
    _write(folder / "modules.json", listing)
    cut: dict = {"max_seq_length": encoder.max_length, "do_lower_case": False}
    if encoder.transformer.config.model_type in POOLER:
        cut["model_args"] = {"add_pooling_layer": False}  # else it is made at random, and told so
    _write(folder / "sentence_bert_config.json", cut)
    stated = {"model_type": "SentenceTransformer", "similarity_fn_name": "cosine", "prompts": {}}
    if encoder.prompt:
        stated |= {"prompts": {"default": encoder.prompt}, "default_prompt_name": "default"}
    _write(folder / "config_sentence_transformers.json", stated)


def read_layout(folder: Path) -> dict:
    """The settings a folder states: transformer (the place of its files), max_length and lower
    (small letters), and any of pooling, normalize and prompt.

    A plain Hugging Face folder states at most the length that its tokenizer tells. What this
    package does not have (a dense layer, say) raises `Lacks` rather than giving other vectors than
    its maker's.
    """
    listing = folder / "modules.json"
    if not listing.exists():
        return {"transformer": folder} | _cut_of(folder)
    modules = read_json(listing, list)
    kinds = [module["type"].rsplit(".", 1)[-1] for module in modules]
    strange = sorted(set(kinds) - {"Transformer", "WeightedLayerPooling", "Pooling", "Normalize"})
    if strange:
        raise Lacks(f"{folder} has the modules {', '.join(strange)}, which stsutils lacks")
    if not _ORDER.fullmatch(" ".join(kinds)):
        raise UserError(f"{listing}: no encoder has the modules {', '.join(kinds) or 'of none'}")
    places = {kind: below(folder, m["path"]) for kind, m in zip(kinds, modules, strict=True)}
    found = {"normalize": "Normalize" in kinds, "transformer": places["Transformer"]}
    pooling = read_json(places["Pooling"] / "config.json")
    found["pooling"] = _pooling_of(pooling, folder)
    if "WeightedLayerPooling" in kinds:
        _check_first_last(places["WeightedLayerPooling"], found["pooling"])
        found["pooling"] = "first_last"
    found |= _cut_of(places["Transformer"])
    return found | _prompt_of(folder, pooling)


def _cut_of(folder: Path) -> dict:
    """The cut length and the letters' size, where the folder states them."""
    path, tokenizer = folder / "sentence_bert_config.json", folder / "tokenizer_config.json"
    content = read_json(path) if path.exists() else {}
    length = read_length(content, "max_seq_length", path)
    if length is None and tokenizer.exists():  # where sentence-transformers 6 writes it
        told = read_json(tokenizer).get("model_max_length")
        if not isinstance(told, float | int) or told < NO_LENGTH:
            length = read_length({"model_max_length": told}, "model_max_length", tokenizer)
    lower = {"lower": bool(content.get("do_lower_case"))}
    return lower | {"max_length": length} if length else lower


def _check_first_last(step: Path, pooling: str) -> None:
    """Refuse weights of layers other than those `save` writes for ``first_last``."""
    weights = load_file(step / "model.safetensors")["layer_weights"]
    ends = torch.zeros_like(weights)
    ends[[0, -1]] = weights[0]
    if not weights[0] > 0 or not torch.equal(weights, ends) or pooling != "mean":
        raise UserError(f"{step} is not the mean of the first and the last layer")
    if read_json(step / "config.json").get("layer_start") != 1:
        raise UserError(f"{step / 'config.json'}: layer_start must be 1")


def _prompt_of(folder: Path, pooling: dict) -> dict:
    """The text that sentence-transformers puts before each sentence, where there is one."""
    path = folder / "config_sentence_transformers.json"
    content = read_json(path) if path.exists() else {}
    if content.get("truncate_dim") is not None:
        raise Lacks(
            f"{path}: vectors are cut to their first {content['truncate_dim']} numbers "
            "(truncate_dim), which stsutils does not do itself"
        )
    name = content.get("default_prompt_name")
    prompt = content.get("prompts", {}).get(name) if name is not None else None
    if prompt and not pooling.get("include_prompt", True):
        raise Lacks(
            f"{folder}: its pooling leaves the prompt out, which stsutils does not do itself"
        )
    return {"prompt": prompt} if prompt else {}


def _pooling_of(config: dict, folder: Path) -> str:
    """The pooling a Pooling module's config names, in its old or new spelling."""
    if "pooling_mode" in config:
        mode = config["pooling_mode"]
        names = set(mode) if isinstance(mode, list) else {mode}
    else:
        names = {how for how, flag in _FLAGS.items() if config.get(f"pooling_mode_{flag}")}
        others = ("mean_sqrt_len_tokens", "weightedmean_tokens", "lasttoken")
        names |= {other for other in others if config.get(f"pooling_mode_{other}")}
    if len(names) != 1 or not names <= set(_FLAGS):
        told = ", ".join(sorted(map(str, names))) or "nothing"
        raise Lacks(f"{folder} pools by {told}; stsutils itself has one of mean, cls, max")
    return names.pop()


def _write(path: Path, content) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, indent=2), encoding="utf-8")
