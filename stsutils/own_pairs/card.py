"""The model card of a saved folder: what it is, what was shown, and what was not."""

import json
import shlex
from pathlib import Path

from stsutils.encoders import load_encoder
from stsutils.own_pairs import words
from stsutils.own_pairs.trained_on import FACTS, HASHES, settings_sha, tokenizer_sha
from stsutils.own_pairs.unread import unread_lines
from stsutils.provenance import versions
from stsutils.templates import render
from stsutils.writing import write_text


def write_card(folder: Path, results: dict, command: list[str]) -> None:
    """Write README.md and `FACTS` into a model's folder.

    ``command`` are the words of the command line, as typed.
    """
    best, data = words.chosen(results), results["data"]
    facts = {
        "loss": best["name"],
        "trained_on": "all rows" if results["all_rows"] else "the training part",
        "files": data["files"],
        "decision": best["decision"],
        "spearman": best["best_model"],
        "model": load_encoder(str(folder)).sha(),
        "tokenizer": tokenizer_sha(folder),
        "settings": settings_sha(folder),
    }
    write_text(folder / FACTS, json.dumps(facts, indent=1, ensure_ascii=False))
    write_text(folder / "README.md", card(results, command))


def card(results: dict, command: list[str]) -> str:
    """The card as Markdown, with the hub's metadata at its head."""
    best, reasons = words.chosen(results), results["recommendation"]["reasons"]
    own = {
        "best": best,
        "settings": results["losses"].get(best["name"], {}).get("loss", {}),
        "hashes": "`, `".join(HASHES),
        "unread": unread_lines(results["data"]["unread"]),
        "command": shlex.join(command),
        "versions": versions(),
        # that it was trained on all rows, the card says itself
        "shown": reasons + words.warnings(results | {"all_rows": False}),
    }
    return render("model_card.md", **results | own | words.FORMS)
