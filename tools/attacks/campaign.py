"""`make attack`: damaged files and folders, kills, two writers, a full disk; what happened.

    python tools/attacks/campaign.py              # all attacks, as often as `main` says
    python tools/attacks/campaign.py 0.2 compare  # a fifth of those that are called so

Prints one line an attack: how many were tried, and how many ended well (the right result), clearly
(one line that says what to mend), with a traceback, with a hang, wrong without a word, or with a
file lost that was there before. Leaves with 1 if any of the last four happened. The same numbers
make the same attacks. The rows of single commands stand in `scoring`, `training`, `teaching`,
`records` and `building`; what they share in `forks` and `cases`.
"""

import collections
import contextlib
import gzip
import importlib
import json
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import building
import records
import scoring
import teaching
import training
from forks import (
    OUTCOMES,
    WRONG,
    command,
    die_at,
    forked,
    outcome_of,
    pairs,
    spoiled,
    start,
    tiny_encoder,
)

#: What commands import, once for all processes that are forked.
IMPORTED = ("matplotlib.pyplot", "sklearn.linear_model", "pyarrow.dataset", "stsutils.cli")
IMPORTED += ("stsutils.own_pairs.comparison", "stsutils.own_pairs.page", "stsutils.data.texts")
ROWS = [("A dog runs.", "A dog is running.", 4.5), ("A cat.", "A “car”.", 0.5)] * 10


def main(scale: float = 1.0, called: str = "") -> int:
    """Make all attacks that are called so, times `scale`; the exit code."""
    import torch

    torch.set_num_threads(1)  # a forked process may not have threads before it
    for name in IMPORTED:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        folder, bad = Path(name), 0
        encoder = tiny_encoder(folder / "tiny")
        attacks = {
            "tables as other programs write them": (written, 300),
            "files of rows, changed at random": (files, 400),
            "files of an encoder, changed at random": (encoders, 150),
            "train killed at a file operation": (kills_of_train, 30),
            "encode killed at a file operation": (kills_of_encode, 15),
            "pretrain killed at a file operation": (kills_of_pretrain, 30),
            "train on a full disk": (full_disk, 15),
            "two trainings in one folder": (two_writers, 3),
            "score: rows, thresholds, folders": (scoring.score, 160),
            "compare: rows, options, folders": (training.compare, 56),
            "pretrain: texts, options, folders": (training.pretrain, 70),
            "class: seeds, names, folders": (teaching.class_packs, 80),
            "markings of odd answers": (teaching.markings, 130),
            "the hunt: files that are no notebook": (teaching.hunts, 160),
            "ledger: records edited and moved": (records.edited, 160),
            "make.py: what lies in _out, and sources": (building.builds, 90),
            "make.py: a cell ends its kernel": (building.killed_kernels, 7),
            "make.py killed": (building.killed_builds, 5),
        }
        line = "{:40}{:>7}" + "{:>11}" * len(OUTCOMES)
        print(line.format("", "tried", *OUTCOMES), flush=True)
        for title, (attack, number) in attacks.items():
            if called not in title:
                continue
            counts = collections.Counter(attack(max(1, round(scale * number)), folder, encoder))
            ended = [counts[outcome] for outcome in OUTCOMES]
            print(line.format(title, counts.total(), *ended), flush=True)
            bad += counts.total() - sum(ended[:2])
    return int(bad > 0)


def written(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Tables of odd texts in many dialects: what is read must be what was written."""
    import pandas as pd

    from stsutils.data import check_file
    from stsutils.data.texts import read_texts

    moments = random.Random(4)
    for _ in range(number):
        rows = pd.DataFrame([odd_row(moments) for _ in range(moments.randint(2, 9))])
        rows.columns, rows["label"] = ["sentence1", "sentence2"], [i % 2 for i in range(len(rows))]
        ending, content = dialect(rows, moments)
        path = folder / f"odd{ending}"
        path.write_bytes(content)

        def read(path=path, rows=rows):
            found = check_file(path)
            same = all(found[column].tolist() == rows[column].tolist() for column in rows)
            texts = list(read_texts(path, "sentence2"))
            if not same or texts != rows["sentence2"].tolist():
                os._exit(WRONG)

        yield forked(read)


def odd_row(moments: random.Random) -> tuple[str, str]:
    """Two texts of letters, digits, separators, quotes and ends of lines."""
    letters = "ab1é猫,;\t\"' .\n\\#"

    def text() -> str:
        return "x" + "".join(moments.choice(letters) for _ in range(moments.randrange(9)))

    return text(), moments.choice([text(), "1,5", '"quoted"', "=A1", "NA", "  spaces "])


def dialect(rows, moments: random.Random) -> tuple[str, bytes]:
    """One of the ways in which programs write a table: its ending and its bytes."""
    kind = moments.choice((".csv", ".tsv", ".jsonl", ".json", ".parquet"))
    if kind == ".parquet":
        return kind, rows.to_parquet()
    if kind in (".json", ".jsonl"):
        text = rows.to_json(orient="records", lines=kind == ".jsonl", force_ascii=False)
    else:
        separator = "\t" if kind == ".tsv" else moments.choice(",;")
        how = {"quoting": moments.choice((0, 1)), "lineterminator": moments.choice(("\n", "\r\n"))}
        text = rows.to_csv(index=False, sep=separator, **how)
    content = text.encode(moments.choice(("utf-8", "utf-8-sig")))
    if kind != ".json" and moments.random() < 0.2:
        return f"{kind}.gz", gzip.compress(content, mtime=0)
    return kind, content


def files(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Tables of every kind with bytes changed, cut, doubled or put in."""
    from stsutils.data import check_file

    moments = random.Random(1)
    good = good_files()
    for _ in range(number):
        ending = moments.choice(list(good))
        path = folder / f"rows{ending}"
        path.write_bytes(spoiled(good[ending], moments))
        yield forked(lambda p=path: check_file(p))


def encoders(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """An encoder's settings, tokenizer and the head of its weights, changed."""
    from stsutils.encoders import load_encoder

    moments = random.Random(2)
    names = [p.name for p in Path(encoder).iterdir() if p.suffix in (".json", ".safetensors")]
    for _ in range(number):
        broken = folder / "broken"
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(encoder, broken)
        path = broken / moments.choice(sorted(names))
        content = path.read_bytes()
        if path.suffix == ".safetensors":  # other weights are another encoder, not a broken one
            content = content[: moments.randrange(len(content))]
        else:
            content = spoiled(content, moments)
        path.write_bytes(content)
        yield forked(lambda b=broken: load_encoder(str(b)))


def kills_of_train(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Killed when it moves or saves its n-th file; the next call must give the same numbers."""
    words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "2", "--out"]
    return _kills(number, folder, words, "train", lambda out: numbers_of(out / "results.json"))


def kills_of_encode(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """The same for the vectors of a file."""
    texts = folder / "texts.txt"
    texts.write_text("\n".join(f"a cat sat on mat {i}" for i in range(40)), encoding="utf-8")
    words = ["encode", str(texts), "--encoder", encoder, "--out"]
    return _kills(number, folder, words, "vectors.npy", lambda out: out.read_bytes())


def kills_of_pretrain(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """The same for an encoder from text, killed among the last of its moves first."""
    texts = folder / "corpus.txt"
    texts.write_text("\n".join(training.corpus()), encoding="utf-8")
    words = ["pretrain", "--corpus", str(texts), *training.SMALL]
    names = ("model.safetensors", "tokenizer.json", "config.json")
    read = lambda out: [(out / name).read_bytes() for name in names]  # noqa: E731
    return _kills(number, folder, words, "encoder", read, first=20)


def full_disk(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """No file may grow beyond some size; afterwards the same call must end well."""
    moments = random.Random(3)
    for i in range(number):
        out, size = folder / f"full{i}", int(10 ** moments.uniform(1, 5))
        words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "1", "--out", str(out)]

        def limited(size=size, words=words):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            command(words)

        yield forked(limited)
        if forked(lambda words=words: command(words)) != "well":
            yield "wrong"
        shutil.rmtree(out)


def two_writers(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Both at once: one trains, the other is told, or comes later and finds all done."""
    for i in range(number):
        words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "1", "--out"]
        started = [start(lambda w=[*words, f"both{i}"]: command(w)) for _ in range(2)]
        found = [outcome_of(*one)[0] for one in started]
        yield from found
        if "well" not in found:
            yield "wrong"
        shutil.rmtree(folder / f"both{i}")


def _kills(
    number: int, folder: Path, words: list[str], out: str, read: Callable, first: int = 1
) -> Iterator[str]:
    whole = folder / "whole"
    whole.mkdir()
    forked(lambda: command([*words, str(whole / out)]))
    expected = read(whole / out)
    for k in (1 + (first - 1 + i) % max(number, first) for i in range(number)):
        place = folder / f"killed{k}"
        place.mkdir()

        def killed(k=k, place=place):
            die_at(k)
            command([*words, str(place / out)])

        outcome = forked(killed)
        if outcome == "killed":
            outcome = forked(lambda place=place: command([*words, str(place / out)]))
        if outcome == "clear" or (outcome == "well" and read(place / out) != expected):
            outcome = "wrong"  # it goes on from there, or should have
        yield outcome
        shutil.rmtree(place)
    shutil.rmtree(whole)


def good_files() -> dict[str, bytes]:
    """One table in each form that is read, except sheets."""
    import pandas as pd

    rows = pd.DataFrame(ROWS, columns=["sentence1", "sentence2", "score"])
    made = {
        ".csv": rows.to_csv(index=False).encode(),
        ".tsv": rows.to_csv(index=False, sep="\t").encode(),
        ".jsonl": rows.to_json(orient="records", lines=True).encode(),
        ".json": rows.to_json(orient="records").encode(),
        ".parquet": rows.to_parquet(),
    }
    return made | {".csv.gz": gzip.compress(made[".csv"], mtime=0)}


def numbers_of(path: Path) -> str:
    """What a training found out, without what names the folder."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps([found["candidates"], found["scored"], found["test"]])


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv[1:]}:
        sys.exit(__doc__)
    sys.exit(main(*map(float, sys.argv[1:2]), *sys.argv[2:3]))
