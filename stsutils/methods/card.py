"""A model card for a pre-trained encoder, written from its own training record."""

import json
from pathlib import Path

from safetensors.torch import load_file

from stsutils.encoders.files import read_json
from stsutils.provenance import cpu, gpu, threads, versions
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
        hardware=gpu(None) or f"{threads()} threads of a CPU ({cpu()})",
        versions=versions(),
        corpus=corpus,
        compared=compared,
        command=command,
    )
    return write_text(folder / "README.md", text)
