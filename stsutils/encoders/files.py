"""The files of an encoder's folder, before a library reads them.

What a folder asks for is compared with the weights it brings before a model of that size is built:
`num_hidden_layers: 10000000` in twenty bytes of settings would keep the builder busy for hours.
"""

import contextlib
import json
import math
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from stsutils.errors import UserError

#: Attention that PyTorch brings itself; any other name makes transformers fetch code for it.
_ATTENTION = {None, "eager", "sdpa"}
_FLOATS = {"F64", "F32", "F16", "BF16"}
#: Settings that count things to be built one by one, each of them with weights of its own.
_COUNTS = ("layer", "label", "group", "expert", "depth", "block")


class Lacks(UserError):
    """A folder is right, and asks for what this package does not have."""


@contextlib.contextmanager
def reading(folder: Path):
    """Turn whatever the libraries raise while they read `folder` into one line.

    A file of any contents may lie there, and each library has errors of its own for that (the
    tokenizers' panics are not even an Exception).
    """
    try:
        yield
    except (UserError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        raise UserError(
            f"{folder} holds no encoder in Hugging Face's layout with safetensors weights "
            f"({_reason(error)})"
        ) from error


def read_json(path: Path, kind: type = dict):
    """The JSON object (or, with `kind` list, the list) in a settings file.

    Raises UserError where it holds none or is no regular file.
    """
    _check_file(path)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UserError(f"{path} can't be read as JSON ({_reason(error)})") from error
    if not isinstance(found, kind):
        raise UserError(f"{path} must hold a JSON {'object' if kind is dict else 'list'}")
    return found


def read_length(settings: dict, key: str, path: Path) -> int | None:
    """A number of tokens among the settings, or None where nothing (or null) is said."""
    length = settings.get(key)
    if length is not None and (type(length) is not int or length < 1):
        raise UserError(f"{path}: {key} is a whole number from 1, not {str(length)[:40]!r}")
    return length


def below(folder: Path, path: str) -> Path:
    """The place that settings call `path`, which must not lead out of `folder`."""
    named = PurePosixPath(path)
    if named.is_absolute() or ".." in named.parts or "\\" in path:
        raise UserError(f"{folder}: its settings name {path[:80]!r}, outside of the folder")
    return folder / named


def check_settings(folder: Path) -> None:
    """Raise UserError unless `folder` holds plain files, and settings without code of their own.

    A model that asks for code of its own may have a plain model's names and weights and still
    compute other vectors, so it isn't read as that plain model either.
    """
    for path in sorted(folder.iterdir()):
        if path.suffix in {".json", ".txt", ".model"}:
            _check_file(path)
    for name in ("config.json", "tokenizer_config.json"):
        path = folder / name
        settings = read_json(path) if path.exists() else {}
        if settings.get("auto_map"):
            raise UserError(
                f"{path} asks for code of its own (auto_map), which stsutils never runs. "
                "Take a model that transformers has itself"
            )
        for key in ("quantization_config", "transformers_weights", "fusion_config"):
            if settings.get(key):
                raise UserError(f"{path} has a {key}, which stsutils does not read")
        for key in ("attn_implementation", "_attn_implementation"):
            if settings.get(key) not in _ATTENTION:
                raise UserError(
                    f"{path}: {key} is {settings[key]!r}; stsutils reads eager or sdpa only"
                )
    if (folder / "adapter_config.json").exists():
        raise UserError(f"{folder} holds an adapter; merge it into its model and save that")


def check_size(folder: Path) -> None:
    """Raise UserError where config.json counts more than the weights, or those are no floats."""
    held, tensors = 0, 0
    for name, shape, dtype in _headers(folder):
        held, tensors = held + math.prod(shape), tensors + 1
        if len(shape) > 1 and dtype not in _FLOATS and not name.endswith("_ids"):
            raise UserError(f"{folder}: {name} holds {dtype} numbers; weights must be floats")
    for key, number in _numbers(read_json(folder / "config.json")):
        most = max(256, tensors) if any(word in key for word in _COUNTS) else max(held, 10**7)
        if not -most <= number <= most:
            raise UserError(
                f"{folder / 'config.json'}: {key} is {number:.6g}, "
                f"beyond the {tensors} tensors of its weights"
            )


def _headers(folder: Path) -> Iterator[tuple[str, list[int], str]]:
    """Name, shape and kind of each tensor that transformers would load."""
    from safetensors import safe_open

    files = [folder / "model.safetensors"]
    index = folder / "model.safetensors.index.json"
    if not files[0].exists() and index.exists():
        names = sorted(set(read_json(index)["weight_map"].values()))
        files = [below(folder, name) for name in names]
    elif any(folder.glob("shard-*.safetensors")):
        raise UserError(f"{folder} holds a training's shards; save it as one model first")
    elif any(folder.glob("pytorch_model*.bin")):
        raise UserError(
            f"{folder}: its weights are pickled (pytorch_model.bin), a file that can run code, so "
            "they are not read. Write them as model.safetensors once: in Python, "
            "transformers.AutoModel.from_pretrained(FOLDER).save_pretrained(NEW_FOLDER)"
        )
    elif any(folder.rglob("*.onnx")):
        raise UserError(
            f"{folder} holds its model for onnxruntime alone; take one with model.safetensors"
        )
    elif not files[0].exists():
        raise UserError(f"{folder} holds no encoder's weights: {files[0].name} is missing")
    for file in files:
        _check_file(file)
        with safe_open(file, framework="pt") as opened:
            for name in opened.keys():  # noqa: SIM118 (safe_open is not a dict)
                part = opened.get_slice(name)
                yield name, part.get_shape(), part.get_dtype()


def _numbers(settings, key: str = "") -> Iterator[tuple[str, int]]:
    """Every whole number among the settings with the name it stands under."""
    if type(settings) is int:
        yield key, settings
    elif isinstance(settings, dict):
        for name, value in settings.items():
            yield from _numbers(value, name)
    elif isinstance(settings, list):
        for value in settings:
            yield from _numbers(value, key)


def _check_file(path: Path) -> None:
    if not path.is_file():  # a pipe or a device would be waited for
        what = "is no regular file" if path.exists() or path.is_symlink() else "is missing"
        raise UserError(f"{path} {what}")


def _reason(error: BaseException) -> str:
    return " ".join([f"{type(error).__name__}:", *str(error).split()])[:300]
