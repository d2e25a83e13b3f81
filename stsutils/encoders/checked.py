"""What a folder must state before anything in it is believed."""

import json
from pathlib import Path

from stsutils.errors import UserError

#: Attention that PyTorch brings itself; any other name makes transformers fetch code for it.
_ATTENTION = {None, "eager", "sdpa"}


def read_json(path: Path) -> dict:
    """The JSON object in a settings file. Raises UserError where it holds none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise UserError(f"{path} can't be read as JSON ({reason})") from error
    if not isinstance(found, dict):
        raise UserError(f"{path} must hold a JSON object in braces")
    return found


def check_no_code(folder: Path) -> None:
    """Raise UserError where a model's settings ask for code that comes with it, or for a download.

    Such a model may have a plain model's names and weights and still compute other vectors, so it
    isn't read as that plain model either.
    """
    for name in ("config.json", "tokenizer_config.json"):
        path = folder / name
        settings = read_json(path) if path.exists() else {}
        if settings.get("auto_map"):
            raise UserError(
                f"{path} asks for code of its own (auto_map), which stsutils never runs. "
                "Take a model that transformers has itself"
            )
        for key in ("attn_implementation", "_attn_implementation"):
            if settings.get(key) not in _ATTENTION:
                raise UserError(
                    f"{path}: {key} is {settings[key]!r}; stsutils reads eager or sdpa only"
                )
    if (folder / "adapter_config.json").exists():
        raise UserError(f"{folder} holds an adapter; merge it into its model and save that")
