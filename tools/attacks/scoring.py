"""Attacks on `score`: what stands in its table is what was in the file, and what encoders say."""

import json
import math
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from cases import ANY, Case, hostile, read_again
from forks import place_for


def score(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Tables of cosines: texts as they were, cosines as the encoder gives them one by one."""
    attacks = [*ANY, words_for_labels, out_is_there, odd_threshold, *[facts_edited] * 4]
    moments = random.Random(5)
    for i in range(number):
        place = place_for(folder)
        rows = hostile(moments, moments.randint(2, 8))
        out = place / "scored.csv"
        words = ["score", "--encoder", encoder, "--out", str(out)]
        case = Case(place, moments, rows, place / "rows.csv", words, encoder, right=scored)
        case.spoil(attacks[i % len(attacks)])
        yield case.judge()


def scored(case: Case, said: str, threshold: float | None = None) -> bool:
    """Whether the table holds the rows as they were, each with its cosine."""
    from stsutils.encoders import load_encoder

    found = read_again(case.place / "scored.csv")
    rows = case.rows or read_again(case.file)
    rows = [{n: str(cell) for n, cell in row.items()} for row in rows]
    same = all(_alike(a[name], b[name]) for a, b in zip(found, rows, strict=True) for name in b)
    cosines = [float(row["cosine"]) for row in found]
    model = load_encoder(case.encoder)
    near = all(
        abs(cosine - cosine_of(model, row["sentence1"], row["sentence2"])) < 1e-4
        for cosine, row in zip(cosines, found, strict=True)
    )
    if threshold is None:
        return same and near and "similar" not in found[0]
    return same and near and all(
        int(row["similar"]) == (cosine > threshold) or abs(cosine - threshold) < 1e-4
        for cosine, row in zip(cosines, found, strict=True)
    )  # fmt: skip


def _alike(one: str, other: str) -> bool:
    try:
        return one == other or float(one) == float(other)
    except ValueError:
        return False


def cosine_of(model, one: str, other: str) -> float:
    """The cosine of two texts, each read alone."""
    import numpy as np

    a, b = (model.encode([text], progress=False)[0] for text in (one, other))
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / length if length else 0.0


def words_for_labels(case: Case) -> None:
    """Labels that are words, or no numbers: score does not look at them."""
    for row in case.rows:
        row["score"] = case.moments.choice(("similar", "=1", "", "NaN", "\x1b[1m", "1e999"))
    case.write(case.moments.choice((".csv", ".jsonl")))
    case.must = "well"


def out_is_there(case: Case) -> None:
    """Something lies where the table should be written."""
    case.write(".csv")
    out, what = case.place / "scored.csv", case.moments.randrange(6)
    case.must = "clear"
    if what == 0:
        out.write_text("mine")
    elif what == 1:
        out.mkdir()
    elif what == 2:
        out.symlink_to(case.file.name)
        case.options.append("--replace")  # that would be the file itself
    elif what == 3:
        (case.place / "notes.txt").write_text("mine")
        out.symlink_to("notes.txt")
    elif what == 4:
        (case.place / "a").write_text("mine")
        case.options += ["--out", str(case.place / "a" / "scored.csv")]
    else:
        case.options += ["--out", str(case.place / case.moments.choice(("x" * 300, "a", "..")))]


def odd_threshold(case: Case) -> None:
    """A threshold that is no cosine, or one."""
    case.write(".csv")
    odd = case.moments.choice(("nan", "inf", "-inf", "2", "0,5", "", "0.25", "1e-400", "-0.5"))
    case.options += [f"--threshold={odd}"]
    known = odd in ("0.25", "1e-400", "-0.5")
    case.must = "well" if known else "clear"
    case.right = lambda case, said: scored(case, said, float(odd))


def facts_edited(case: Case) -> None:
    """The facts beside a model, with one value edited: a threshold is one, or is not used."""
    from stsutils.encoders import load_encoder

    copied = case.place / "encoder"
    shutil.copytree(case.encoder, copied)
    case.write(".csv")
    case.options += ["--encoder", str(copied)]
    line = {"aim": 0.9, "threshold": 0.5, "precision": 0.9, "recall": 0.5}
    line |= {"true_positives": 9, "false_positives": 1}
    decision = {"threshold": 0.25, "f1": 0.9, "f1_low": 0.8, "f1_high": 0.95, "f1_of_always": 0.6}
    facts = {"model": load_encoder(str(copied)).sha(), "files": {}, "trained_on": "training rows"}
    facts["decision"] = decision | {"trade_off": [line]}
    places = [facts, facts["decision"], line, facts["decision"]]
    inside = case.moments.choice(places)
    key = case.moments.choice(sorted(inside))
    odd = (None, "x", [], {}, math.nan, math.inf, -1, 7, True, 10**400, "", "0.5", [[]], {"a": 1})
    inside[key] = case.moments.choice(odd)
    if case.moments.random() < 0.3:
        del inside[key]
    if case.moments.random() < 0.4:
        case.options += ["--threshold-for", "precision=.9"]
    (copied / "stsutils.json").write_text(json.dumps(facts), encoding="utf-8")
    found = line if case.options[-1] == "precision=.9" else facts.get("decision") or {}
    case.right = lambda case, said: (
        scored(case, said) if "similar," not in said else scored(case, said, found["threshold"])
    )
