"""What a saved folder tells of its training: a few facts, and hashes of the pairs, no text."""

import hashlib
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd

from stsutils.data.components import letters
from stsutils.encoders import load_encoder
from stsutils.encoders.files import read_json
from stsutils.errors import readable

FACTS = "stsutils.json"  # for `stsutils score`: thresholds, and where the model comes from
USED = ("threshold", "f1", "f1_low", "f1_high", "f1_of_always")  # numbers of a decision
OF_LINE = ("aim", "threshold", "precision", "recall", "true_positives", "false_positives")
READ_BY = ("do_lower_case", "strip_accents", "tokenize_chinese_chars", "hidden_act")
#: Files of hashes of pairs, and what these pairs did.
HASHES = {"trained_on.npy": "the encoder was trained on"}
HASHES |= {"chosen_with.npy": "chose the encoder's best epoch and threshold"}
UNTRAINED = "untrained"  # what stands in place of a loss where the encoder is as it was


def facts_in(encoder: str) -> dict:
    """The facts in a folder that `compare` or `train` wrote; none for another encoder.

    With another tokenizer than was there the sha of the model is None: no encoder here has it.
    """
    path = Path(encoder) / FACTS
    if not path.is_file():
        return {}
    with readable(path, "copy the folder again"):
        facts = json.loads(path.read_text(encoding="utf-8"))
        facts |= {"files": dict(facts["files"]), "decision": facts["decision"]}
        if (decision := facts["decision"]) is not None:
            lines = decision.setdefault("trade_off", [])  # earlier folders have none
            used = [decision[name] for name in USED] + [one[n] for one in lines for n in OF_LINE]
            if not all(map(math.isfinite, used)) or abs(decision["threshold"]) > 1.01:
                raise ValueError("a number of its threshold is not finite, or far out")
    for fact, sha in (("tokenizer", tokenizer_sha), ("settings", settings_sha)):
        if facts.get(fact) not in (None, sha(path.parent)):
            facts["model"] = None
    return facts


def tokenizer_sha(folder: Path) -> str:
    """The hash of what ``tokenizer.json`` says, which the sha of a model does not count.

    How it cut and padded last is left out.
    """
    files, cut = sorted(folder.rglob("tokenizer.json")), {"truncation": None, "padding": None}
    said = [json.loads(path.read_text(encoding="utf-8")) | cut for path in files]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def settings_sha(folder: Path) -> str:
    """The hash of the settings beside its weights by which an encoder reads (`READ_BY`)."""
    files = [*sorted(folder.rglob("config.json")), *sorted(folder.rglob("tokenizer_config.json"))]
    said = [[read.get(name) for name in READ_BY] for read in map(read_json, files)]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def of_other_weights(encoder: str, facts: dict) -> str:
    """What to say where the ``facts`` of a folder are not those of the encoder in it, else ""."""
    if "model" not in facts or load_encoder(encoder).sha() == facts["model"]:
        return ""
    return (
        f"the weights or the tokenizer in {encoder} are not those that its {FACTS} tells of; "
        "whether they saw these rows is not known"
    )


def why_no_test(encoder: str, facts: dict, rows: pd.DataFrame, sha: str) -> str:
    """Why a score on rows with this `content_sha` is no test of the encoder; "" if it may be one.

    Whole files are known by their hash in the ``facts``, other pairs by their own.
    """
    if facts.get("loss") == UNTRAINED:
        return ""
    files = facts.get("files", {})
    part = next((part for part, hash in files.items() if hash == sha), "")
    if part == "train" or (part and facts.get("trained_on") == "all rows"):
        return "the encoder was trained on rows of it; its card tells more. This is no test score"
    if part == "validation":
        return "the encoder's best epoch was chosen with these rows. This is no test score"
    known = {did: _known(Path(encoder) / name, rows) for name, did in HASHES.items()}
    found = f"of {len(rows):,} pairs stand among those that"
    told = [f"{count:,} {found} {did}" for did, count in known.items() if count]
    return f"{'; '.join(told)}. On these this is no test score" if told else ""


def keep_hashes(folder: Path, trained_on: pd.DataFrame, chosen_with: pd.DataFrame) -> None:
    """Write the hashes of pairs that an encoder has seen, 8 bytes a pair, into its ``folder``."""
    for name, rows in zip(HASHES, (trained_on, chosen_with), strict=True):
        np.save(folder / name, np.unique(_hashes(rows)))


def _known(path: Path, rows: pd.DataFrame) -> int:
    """How many pairs have their hash in a file; 0 where there is none.

    In either order, and as `letters` has them: without capitals, spaces and signs.
    """
    if not path.is_file():
        return 0
    with readable(path, "copy the folder again"):
        hashes = np.load(path, allow_pickle=False)
    return int(np.isin(_hashes(rows), hashes).sum())


def _hashes(rows: pd.DataFrame) -> np.ndarray:
    pairs = zip(rows["sentence1"].map(letters), rows["sentence2"].map(letters), strict=True)
    texts = ("\0".join(sorted(pair)).encode("utf-8") for pair in pairs)
    whole = b"".join(hashlib.blake2b(text, digest_size=8).digest() for text in texts)
    return np.frombuffer(whole, "<u8")
