"""A model card for a pre-trained encoder, written from its own training record."""

import json
import os
import platform
from pathlib import Path

import torch
from safetensors.torch import load_file

from stsutils.encoders.files import read_json
from stsutils.templates import render
from stsutils.writing import write_text


def write_card(folder: Path, command: str, corpus: str, compared: list[str]) -> Path:
    """Write ``README.md`` into an encoder's folder from its ``pretraining.json``.

    `command` is what made the encoder, `corpus` names its text, `compared` the validation and test
    splits whose sentences were left out of it. Every number comes from the record
    or from this machine.
    """
    record, config = (read_json(folder / name) for name in ("pretraining.json", "config.json"))
    weights, curve = folder / "model.safetensors", record["curve"]
    every = max(1, len(curve) // 12)
    text = render(
        "pretraining_card.md",
        record=record,
        config=config,
        settings=json.dumps(record["settings"]),
        points=curve[every - 1 :: every],
        parameters=sum(tensor.numel() for tensor in load_file(weights).values()),
        megabytes=weights.stat().st_size / 1e6,
        hardware=_hardware(),
        python=platform.python_version(),
        torch=torch.__version__.split("+")[0],
        corpus=corpus,
        compared=compared,
        command=command,
    )
    return write_text(folder / "README.md", text)


def _hardware() -> str:
    if torch.cuda.is_available():
        return torch.cuda.get_device_name()
    threads, cores = torch.get_num_threads(), os.cpu_count()
    return f"{threads} threads of a {platform.machine()} CPU ({cores} cores)"
