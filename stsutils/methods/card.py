"""A model card for a pre-trained encoder, written from its own training record."""

import json
import os
import platform
from pathlib import Path

import torch

from stsutils.writing import write_atomically

_TEXT = """# A small raw sentence encoder

An encoder in BERT's layout, trained from raw text by `stsutils pretrain`. It has seen no similarity
label and no benchmark's validation or test sentence. It is meant as the starting
point of fine-tuning and for teaching; as it is, its cosines say little about meaning.

| fact | value |
|---|---|
| layers × width | {layers} × {width} |
| parameters | {parameters:,} |
| vocabulary | {pieces:,} lower-case pieces, each Chinese character a piece |
| longest sentence | {max_length} pieces ({longest} in pre-training) |
| weights | fp16, safetensors, {megabytes:.1f} MB |
| tokens seen | {seen:,} |
| loss at the end | {loss:.3f} (mean of the last steps) |
| time | {minutes:.0f} minutes on {hardware} |
| versions | Python {python}, torch {torch} |
| seed | {seed} |

**Corpus**, distinct sentences shuffled: {corpus}. The texts keep their own licences: Wikipedia
CC BY-SA 3.0, the Chinese sets as their catalogue entries say (`stsutils data list`).

**Command**: `{command}`

**All settings**: `{settings}`

**Loss curve**

| tokens | loss | minutes |
|---:|---:|---:|
{curve}
"""


def write_card(folder: Path, command: str, corpus: str) -> Path:
    """Write ``README.md`` into an encoder's folder from its ``pretraining.json``.

    `command` is what made the encoder, `corpus` names its text. Every number comes from the record
    or from this machine.
    """
    folder = Path(folder)
    record = json.loads((folder / "pretraining.json").read_text(encoding="utf-8"))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    curve = record["curve"]
    every = max(1, len(curve) // 12)
    rows = [*curve[every - 1 :: every]]
    weights = folder / "model.safetensors"
    text = _TEXT.format(
        layers=config["num_hidden_layers"],
        width=config["hidden_size"],
        pieces=config["vocab_size"],
        max_length=config["max_position_embeddings"],
        longest=record["settings"]["longest"],
        parameters=_parameters(weights),
        megabytes=weights.stat().st_size / 1e6,
        seen=record["seen"],
        loss=curve[-1]["loss"] if curve else float("nan"),
        minutes=record["minutes"],
        hardware=_hardware(),
        python=platform.python_version(),
        torch=torch.__version__.split("+")[0],
        seed=record["settings"]["seed"],
        corpus=corpus,
        command=command,
        settings=json.dumps(record["settings"]),
        curve="\n".join(
            f"| {r['tokens']:,} | {r['loss']:.3f} | {r['minutes']:.1f} |" for r in rows
        ),
    )
    write_atomically(folder / "README.md", lambda path: path.write_text(text, encoding="utf-8"))
    return folder / "README.md"


def _parameters(weights: Path) -> int:
    from safetensors import safe_open

    with safe_open(weights, framework="pt") as file:
        names = list(file.keys())
        return sum(file.get_tensor(name).numel() for name in names)


def _hardware() -> str:
    if torch.cuda.is_available():
        return torch.cuda.get_device_name()
    return (
        f"{torch.get_num_threads()} threads of a {platform.machine()} CPU ({os.cpu_count()} cores)"
    )
