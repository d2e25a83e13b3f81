"""Attacks on `compare` and `pretrain`: the same rows and texts give the same numbers and encoders.

Beside hostile rows and texts these are folders in which a training begins: the reader's own files
stay, and what was cut or edited since is made anew, or told.
"""

import gzip
import json
import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cases import (
    ENDINGS,
    HOSTILE,
    Case,
    as_it_is,
    blank,
    broken_encoder,
    cut,
    hostile,
    linked,
    random_file,
    read_again,
    swapped,
    table,
)
from forks import command, forked, place_for, spoiled


def compare(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Small comparisons: the same rows give the same numbers, whatever lies in the folder."""
    whole = folder / "compared"
    base = Case(whole, random.Random(6), graded(), whole / "rows.csv", [], encoder)
    whole.mkdir()
    base.write(".csv")
    words = ["compare", "--encoder", encoder, "--losses", "cosent", "--seeds", "1"]
    words += ["--epochs", "1", "--out"]
    with_out = [words[0], str(base.file), *words[1:], str(whole / "out")]
    assert forked(lambda: command(with_out)) == "well"
    attacks = [as_it_is, swapped, blank, linked, cut, broken_encoder, *[begun] * 4]
    attacks += [out_in_use, labels_in_words, odd_option, other_files]
    moments = random.Random(7)
    for i in range(number):
        place, attack = place_for(folder), attacks[i % len(attacks)]
        again = attack in (begun, labels_in_words, odd_option, other_files, out_in_use)
        rows = graded() if again or moments.random() < 0.5 else hostile(moments, 44)
        out = [*words, str(place / "out")]
        case = Case(place, moments, rows, place / "rows.csv", out, encoder)
        case.right, case.ours = partial(compared, whole / "out"), "out/"
        case.spoil(attack)
        yield case.judge()
    shutil.rmtree(whole)


def graded() -> list[dict]:
    """Forty pairs of the demo set."""
    from stsutils.data import load

    rows = load("demo", "train").head(40)
    return rows[["sentence1", "sentence2", "score"]].to_dict("records")


def compared(whole: Path, case: Case, said: str) -> bool:
    """Whether the numbers are those of the same rows, and the report and tables hold the rows."""
    from stsutils.encoders import load_encoder

    out = case.place / "out"
    found = json.loads((out / "results.json").read_text(encoding="utf-8"))
    report = (out / "report.html").read_text(encoding="utf-8")
    kept = case.rows or read_again(case.file)
    texts = {row["sentence1"] for row in kept} | {row["sentence2"] for row in kept}
    listed = read_again(out / "suspicious.csv")
    rows = dict(map(tuple, found["data"]["summary"]))["rows"] == str(len(kept))
    rows &= {row["sentence1"] for row in listed} <= texts
    rows &= "<script>alert" not in report and "\x1b" not in report
    load_encoder(str(out / "model"))
    if kept == graded():
        same = json.loads((whole / "results.json").read_text(encoding="utf-8"))
        names = ("candidates", "differences", "best")
        rows &= json.dumps([found[n] for n in names]) == json.dumps([same[n] for n in names])
    return rows


def out_in_use(case: Case) -> None:
    """Something of the reader's lies where the comparison should be written."""
    case.write(".csv")
    out, what = case.place / "out", case.moments.randrange(6)
    case.must, case.ours = "clear", "$"
    if what == 0:
        out.write_text("mine")
    elif what == 1:
        out.symlink_to("nowhere/at/all" if case.moments.random() < 0.5 else "out")
        case.must = ""
    else:
        names = ("notes.txt", "model/mine.txt", "work/mine.txt", "results.json", "report.html")
        mine = out if case.moments.random() < 0.7 else case.place / "elsewhere"
        if mine != out:
            out.symlink_to("elsewhere")
        path = mine / names[what - 2]
        path.parent.mkdir(parents=True)
        path.write_text("mine")


def begun(case: Case) -> None:
    """The folder holds the same comparison, and one of its files was cut, edited or removed."""
    shutil.copytree(case.place.parent / "compared" / "out", case.place / "out")
    case.write(".csv")
    out = case.place / "out"
    names = sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file())
    path, content = random_file(out, names, case.moments)
    name = path.relative_to(out).as_posix()
    what = case.moments.randrange(4)
    if what == 0:
        path.unlink()
    elif what == 1:
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(spoiled(content, case.moments))
    if path.is_file() and path.read_bytes() != content and name.startswith(("model", "suspicious")):
        case.ours = "(?!out/(model|suspicious))"  # what the reader has changed stays
    if what == 1:
        case.ours = "out/"


def labels_in_words(case: Case) -> None:
    """Words for labels: explained, explained by halves, or not at all."""
    middle = sorted(row["score"] for row in case.rows)[20]
    for row in case.rows:
        row["score"] = "@alike" if row["score"] > middle else "not\x1b[1m so"
    case.write(case.moments.choice((".jsonl", ".csv")))
    whole = "not\x1b[1m so=0,@Alike=1"
    given = case.moments.choice((whole, whole, "@alike=1", "", "@alike=nan", None))
    case.options += [] if given is None else ["--labels", given]
    case.must = "well" if given == whole else "clear"


def odd_option(case: Case) -> None:
    """An option that makes no sense."""
    case.write(".csv")
    odd = ("--budget=nan", "--budget=inf", "--budget=-1", "--budget=0", "--budget=1e-300")
    odd += ("--seeds=0", "--epochs=0", "--losses=", "--losses=,", "--losses=\x1b[1m")
    odd += ("--group=none",)
    odd += ("--columns=score=sentence1", "--columns==", "--max-length=0", "--pooling=\x1b[1m")
    odd += ("--device=nowhere", "--label-order=a,b", "--repeats=all", "--encoder=", "--prompt=\0")
    odd += ("--group=sentence1\x1b", "--columns=a=b=c", "--no-header", "--validation=rows.csv")
    case.options += [case.moments.choice(odd)]
    case.must = "clear"


def other_files(case: Case) -> None:
    """The reader's own test pairs or those without labels are cut, or the same file."""
    case.write(".csv")
    other = case.place / "other.csv"
    other.write_bytes(spoiled(case.file.read_bytes(), case.moments))
    which = case.moments.choice(("--test", "--validation", "--unlabelled"))
    case.options += [which, str(other if case.moments.random() < 0.7 else case.place / "none.csv")]
    case.right = lambda case, said: (case.place / "out" / "results.json").is_file()


def pretrain(number: int, folder: Path, encoder: str) -> Iterator[str]:
    """Small encoders from text: the same texts give the same encoder, to the last bit."""
    whole = folder / "pretrained"
    whole.mkdir()
    (whole / "texts.txt").write_text("\n".join(corpus()), encoding="utf-8")
    attacks = [text_dialect, text_cut, text_broken, out_taken, out_begun, out_begun, odd_number]
    moments = random.Random(8)
    base = [whole / "out", "--corpus", whole / "texts.txt", *SMALL]
    assert forked(lambda: command(["pretrain", *map(str, base)])) == "well"
    for i in range(number):
        place = place_for(folder)
        file = place / "texts.txt"
        file.write_text("\n".join(corpus()), encoding="utf-8")
        case = Case(place, moments, [], place / "out", ["pretrain"], encoder, ours="out/(?!README)")
        case.options = ["--corpus", str(file), *SMALL]
        case.right = partial(pretrained, whole / "out")
        case.spoil(attacks[i % len(attacks)])
        yield case.judge()
    shutil.rmtree(whole)


SMALL = ["--tokens", "900", "--layers", "1", "--width", "16", "--pieces", "100"]
SMALL += ["--batch-tokens", "64"]


def corpus() -> list[str]:
    """Twenty-four short sentences."""
    words = [(a, v, b) for a in ("cat", "dog", "man") for v in ("sees", "likes") for b in "abcd"]
    return [f"the {a} {v} a {b}{a} ." for a, v, b in words]


def pretrained(whole: Path, case: Case, said: str) -> bool:
    """Whether the encoder is the one of the same texts; of other texts, one that can be read."""
    import numpy as np

    from stsutils.encoders import load_encoder

    out = case.place / "out"
    vectors = load_encoder(str(out)).encode(["the cat sees a dog"], progress=False)
    same = all(
        (out / name).read_bytes() == (whole / name).read_bytes()
        for name in ("model.safetensors", "tokenizer.json", "config.json")
    )
    return bool(np.isfinite(vectors).all()) and (same if not case.rows else said != "")


def text_dialect(case: Case) -> None:
    """The same texts in another form, or with hostile ones among them."""
    ending, texts = case.moments.choice((*ENDINGS, ".txt", ".txt.gz")), corpus()
    if case.moments.random() < 0.5:
        texts += [text.strip().replace("\r", " ") for text in HOSTILE]
        case.rows = [{"sentence": text} for text in texts]
    path = case.place / f"other{ending}"
    content = "\r\n".join(text.replace("\n", " ").replace("\u2028", "") for text in texts).encode()
    if ending not in (".txt", ".txt.gz"):
        content = table([{"sentence": text} for text in texts], ending, case.moments)
    path.write_bytes(gzip.compress(content) if ending == ".txt.gz" else content)
    case.options[1] = str(path)
    case.must = "well"


def text_cut(case: Case) -> None:
    """A file that was cut or changed: what is left is taken, or told."""
    path = Path(case.options[1])
    path.write_bytes(spoiled(path.read_bytes(), case.moments))
    case.rows = [{"sentence": "others"}]


def text_broken(case: Case) -> None:
    """No file of texts."""
    odd = case.moments.choice(("folder", "none.txt", "utf16.txt", "empty.txt", "blank.txt", "a.gz"))
    (case.place / "folder").mkdir()
    (case.place / "utf16.txt").write_text("the cat", encoding="utf-16")
    (case.place / "empty.txt").touch()
    (case.place / "blank.txt").write_text("\n \n")
    (case.place / "a.gz").write_bytes(b"\x1f\x8bthis is none")
    case.options[1] = str(case.place / odd) if odd != "none.txt" else "stsb:test"
    case.must = "clear"


def out_taken(case: Case) -> None:
    """Something of the reader's lies where the encoder should be written."""
    out, what = case.place / "out", case.moments.randrange(6)
    case.must, case.ours = "clear", "$"
    if what == 0:
        out.write_text("mine")
    elif what == 1:
        out.symlink_to("out")
    elif what == 2:
        shutil.copytree(case.encoder, out)
    else:
        names = ("README.md", "notes.txt", "checkpoint.safetensors", "vocab.txt", "tokenizer.json")
        path = out / case.moments.choice(names)
        path.parent.mkdir(parents=True)
        path.write_text("mine")


def out_begun(case: Case) -> None:
    """The folder holds the same encoder, and one of its files was cut, edited or removed."""
    out = case.place / "out"
    shutil.copytree(case.place.parent / "pretrained" / "out", out)
    names = sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file())
    names += ["pretraining.json"] * 6
    path, content = random_file(out, names, case.moments)
    what = case.moments.randrange(3)
    if what == 0:
        path.unlink()
    elif path.name == "pretraining.json" and what == 1:
        history = json.loads(content)
        history[case.moments.choice(list(history))] = case.moments.choice(([], None, {}, [1], "x"))
        path.write_text(json.dumps(history))
    else:
        path.write_bytes(spoiled(content, case.moments))
    if path.name != "model.safetensors":
        case.rows = [{"sentence": "others"}]  # an encoder that can be read, if it says so


def odd_number(case: Case) -> None:
    """An option that makes no sense, or too much of it."""
    odd = ("--lr=nan", "--lr=inf", "--lr=0", "--tokens=0", "--width=100", "--width=1", "--layers=0")
    odd += ("--pieces=1", "--batch-tokens=0", "--objective=\x1b[1m")
    odd += ("--seed=-1", "--device=\x1b[1m", "--most=0")
    odd += ("--corpus=a:b:c", "--corpus=\x1b[1m.txt", "--precision=float8", "--width=512")
    case.options += [case.moments.choice(odd)]
    case.must = "clear"
