"""What must hold of a loaded model before its vectors are believed.

transformers fills what a file lacks with random numbers and only logs it; a cosine of such vectors
looks like any other cosine.
"""

import re
from pathlib import Path

import torch
from torch import nn

from stsutils.errors import UserError

#: Said at every call: without it transformers asks at the terminal, and a "yes" runs the code.
LOCAL = {"local_files_only": True, "trust_remote_code": False}


def load_weights(kind, folder: Path, **how) -> nn.Module:
    """The model of this kind of transformers' in `folder`.

    Raises UserError unless every weight that vectors need came from the file, and is finite. The
    pooler (a layer on the first token, for classifiers) and heads take no part in vectors: they
    may be missing or extra.
    """
    # with `ignore_mismatched_sizes` a wrong shape is told by name, among the others
    how |= {"output_loading_info": True, "ignore_mismatched_sizes": True}
    model, found = kind.from_pretrained(folder, use_safetensors=True, **LOCAL, **how)
    _check_architecture(model, folder)
    names = {name for name in found["missing_keys"] if not name.startswith("pooler.")}
    wrong = "are not in the file" if len(names) > 1 else "is not in the file"
    if not names:
        names = {name for name, *_ in found["mismatched_keys"]}
        wrong = "in the file: another shape than config.json says"
    if not names:
        names = {name for name in found["unexpected_keys"] if _of_a_layer(name, model)}
        wrong = "in the file: config.json has no such layer"
    if not names:
        names = {n for n, values in model.named_parameters() if not torch.isfinite(values).all()}
        wrong = "in the file: not all numbers are finite"
    if names or found["error_msgs"]:
        raise UserError(
            f"{folder}: its weights don't make a {model.config.model_type} model: "
            + (f"{_shown(names)} {wrong}" if names else str(found["error_msgs"][0]).splitlines()[0])
        )
    return model


def _check_architecture(model: nn.Module, folder: Path) -> None:
    """BERT's weights fit RoBERTa name by name and give other vectors: settings must agree."""
    import transformers

    for name in model.config.architectures or []:
        told = getattr(getattr(transformers, name, None), "config_class", None)
        if told not in (None, type(model.config)):  # None: a class of someone's training code
            raise UserError(
                f"{folder / 'config.json'}: architectures says {name}, "
                f"model_type {model.config.model_type}; one of them is wrong"
            )


def _of_a_layer(name: str, model: nn.Module) -> bool:
    """Whether a weight's name lies in a numbered layer of the encoder (not of a head)."""
    inner = name.removeprefix(f"{model.base_model_prefix}.")
    rooms = {child for child, _ in model.named_children()} - {"pooler"}
    return inner.split(".")[0] in rooms and re.search(r"\.\d+\.", inner) is not None


def _shown(names: set[str]) -> str:
    first, *others = sorted(names)
    return f"{first} and {len(others)} more" if others else first


def check_tokenizer(tokenizer, rows: int, folder: Path, lower: bool = False) -> None:
    """Raise UserError unless the tokenizer knows words and fits a model of `rows` word vectors.

    `lower`: the folder says that texts are put in small letters, which the tokenizer must do then.
    """
    pieces, special = tokenizer.get_vocab(), set(tokenizer.all_special_tokens)
    words = [piece for piece in sorted(pieces, key=pieces.get) if piece not in special]
    if not words:
        raise UserError(
            f"{folder} has no tokenizer: no word is known (is tokenizer.json or vocab.txt missing?)"
        )
    highest = max(pieces.values())
    if highest >= rows or 2 * len(pieces) < rows:
        raise UserError(
            f"{folder}: the tokenizer is another model's: its {len(pieces)} pieces end at number "
            f"{highest}, the model has {rows} word vectors"
        )
    if tokenizer.pad_token_id is None:
        raise UserError(f"{folder}: the tokenizer has no padding token (pad_token)")
    texts = [tokenizer.convert_tokens_to_string([word]) for word in words[:: 1 + len(words) // 200]]
    texts.append("𓂀 𒀀")  # unknown to almost all: a tokenizer without unknown token raises here
    found = tokenizer(texts, add_special_tokens=False)["input_ids"]
    if set().union(*found) <= set(tokenizer.all_special_ids):
        raise UserError(f"{folder}: the tokenizer finds none of its own words in a text")
    if lower and tokenizer("ONE TEXT")["input_ids"] != tokenizer("one text")["input_ids"]:
        raise UserError(f"{folder}: do_lower_case is set, but the tokenizer keeps capitals")


def check_vectors(encoder, folder: Path) -> None:
    """Raise UserError where two sentences get the same vector, or one that is no vector."""
    words = [word for word in encoder.tokenizer.get_vocab() if word.isalnum()]
    sentences = [" ".join(words[:5]), " ".join(words[-5:])]
    with torch.no_grad():  # not `encode`, which would leave another training mode
        vectors = encoder(encoder.tokenize(sentences))
    if not torch.isfinite(vectors).all() or torch.equal(vectors[0], vectors[1]):
        raise UserError(f"{folder}: its vectors are not finite, or the same for every sentence")
