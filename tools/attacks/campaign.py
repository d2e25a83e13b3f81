"""`make attack`: broken files, broken encoders, kills, two writers, a full disk; what happened.

Prints one line an attack: how many were tried, and how many ended well (the right result),
clearly (one line that says what to mend), with a traceback, with a hang, or wrong without a word.
Leaves with 1 if any of the last three happened. The same numbers make the same attacks.
"""

import collections
import contextlib
import gzip
import importlib
import io
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

OUTCOMES = ("well", "clear", "traceback", "hang", "wrong")
WRONG = 71  # the exit code of a child that got another result than the right one
#: What commands import, once for all processes that are forked.
IMPORTED = ("matplotlib.pyplot", "sklearn.linear_model", "pyarrow.dataset", "stsutils.cli")
IMPORTED += ("stsutils.own_pairs.comparison", "stsutils.own_pairs.page", "stsutils.data.texts")
PATIENCE = 60  # seconds until a process counts as hanging
ROWS = [("A dog runs.", "A dog is running.", 4.5), ("A cat.", "A “car”.", 0.5)] * 10


def main(scale: float = 1.0) -> int:
    """Make all attacks, times `scale`; the exit code."""
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
            "train on a full disk": (full_disk, 15),
            "two trainings in one folder": (two_writers, 3),
        }
        print(f"{'':40}{'tried':>7}" + "".join(f"{outcome:>11}" for outcome in OUTCOMES))
        for title, (attack, number) in attacks.items():
            counts = attack(max(1, round(scale * number)), folder, encoder)
            tried = sum(counts.values())
            print(f"{title:40}{tried:>7}" + "".join(f"{counts[o]:>11}" for o in OUTCOMES))
            bad += sum(counts[outcome] for outcome in OUTCOMES[2:])
    return int(bad > 0)


def written(number: int, folder: Path, encoder: str) -> collections.Counter:
    """Tables of odd texts in many dialects: what is read must be what was written."""
    import pandas as pd

    from stsutils.data import check_file
    from stsutils.data.texts import read_texts

    counts, moments = collections.Counter(), random.Random(4)
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

        counts[forked(read)] += 1
    return counts


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


def files(number: int, folder: Path, encoder: str) -> collections.Counter:
    """Tables of every kind with bytes changed, cut, doubled or put in."""
    from stsutils.data import check_file

    counts, moments = collections.Counter(), random.Random(1)
    good = good_files()
    for _ in range(number):
        ending = moments.choice(list(good))
        path = folder / f"rows{ending}"
        path.write_bytes(spoiled(good[ending], moments))
        counts[forked(lambda p=path: check_file(p))] += 1
    return counts


def encoders(number: int, folder: Path, encoder: str) -> collections.Counter:
    """An encoder's settings, tokenizer and the head of its weights, changed."""
    from stsutils.encoders import load_encoder

    counts, moments = collections.Counter(), random.Random(2)
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
        counts[forked(lambda b=broken: load_encoder(str(b)))] += 1
    return counts


def kills_of_train(number: int, folder: Path, encoder: str) -> collections.Counter:
    """Killed when it moves or saves its n-th file; the next call must give the same numbers."""
    words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "2", "--out"]
    return _kills(number, folder, words, "train", lambda out: numbers_of(out / "results.json"))


def kills_of_encode(number: int, folder: Path, encoder: str) -> collections.Counter:
    """The same for the vectors of a file."""
    texts = folder / "texts.txt"
    texts.write_text("\n".join(f"a cat sat on mat {i}" for i in range(40)), encoding="utf-8")
    words = ["encode", str(texts), "--encoder", encoder, "--out"]
    return _kills(number, folder, words, "vectors.npy", lambda out: out.read_bytes())


def full_disk(number: int, folder: Path, encoder: str) -> collections.Counter:
    """No file may grow beyond some size; afterwards the same call must end well."""
    counts, moments = collections.Counter(), random.Random(3)
    for i in range(number):
        out, size = folder / f"full{i}", int(10 ** moments.uniform(1, 5))
        words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "1", "--out", str(out)]

        def limited(size=size, words=words):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            command(words)

        counts[forked(limited)] += 1
        if forked(lambda words=words: command(words)) != "well":
            counts["wrong"] += 1
        shutil.rmtree(out)
    return counts


def two_writers(number: int, folder: Path, encoder: str) -> collections.Counter:
    """Both at once: one trains, the other is told, or comes later and finds all done."""
    counts = collections.Counter()
    for i in range(number):
        words = ["train", pairs(folder), "--encoder", encoder, "--epochs", "1", "--out"]
        started = [start(lambda w=[*words, f"both{i}"]: command(w)) for _ in range(2)]
        found = [outcome_of(*one) for one in started]
        counts.update(found)
        if "well" not in found:
            counts["wrong"] += 1
        shutil.rmtree(folder / f"both{i}")
    return counts


def _kills(number: int, folder: Path, words: list[str], out: str, read: Callable) -> dict:
    counts, whole = collections.Counter(), folder / "whole"
    whole.mkdir()
    forked(lambda: command([*words, str(whole / out)]))
    expected = read(whole / out)
    for k in range(1, number + 1):
        place = folder / f"killed{k}"
        place.mkdir()

        def killed(k=k, place=place):
            die_at(k)
            command([*words, str(place / out)])

        forked(killed)
        outcome = forked(lambda place=place: command([*words, str(place / out)]))
        if outcome == "well" and read(place / out) != expected:
            outcome = "wrong"
        counts[outcome] += 1
        shutil.rmtree(place)
    shutil.rmtree(whole)
    return counts


def die_at(operation: int) -> None:
    """Kill this process before its n-th moving or saving of a file."""
    left = [operation]

    def deadly(function):
        def call(*args, **kwargs):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return call

    os.replace, os.rename = deadly(os.replace), deadly(os.rename)
    os.fsync = deadly(os.fsync)


def command(words: list[str]) -> None:
    """The command line in this process."""
    from stsutils import cli

    sys.argv = ["stsutils", *words]
    cli.main()


def forked(work: Callable) -> str:
    """What became of some work in a process of its own: one of `OUTCOMES`, or killed."""
    return outcome_of(*start(work))


def start(work: Callable) -> tuple[int, Path]:
    """A child process that does the work; its number, and a file with its last words."""
    file, words = tempfile.mkstemp()
    os.close(file)
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child, Path(words)
    code = 70
    try:
        signal.alarm(PATIENCE)
        with (
            open(words, "w", encoding="utf-8") as said,
            contextlib.redirect_stderr(said),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            code = _exit_code(work)
    finally:
        os._exit(code)


def _exit_code(work: Callable) -> int:
    from stsutils.errors import UserError

    try:
        work()
        return 0
    except SystemExit as left:
        return int(left.code or 0)
    except UserError as error:
        return 2 if len(str(error).splitlines()) == 1 else 70
    except BaseException:
        traceback.print_exc()
        return 70


def outcome_of(child: int, words: Path) -> str:
    """Wait for a child, and say what became of it."""
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = words.read_text(encoding="utf-8", errors="replace")
    words.unlink()
    if code == -signal.SIGALRM:
        return "hang"
    if code == -signal.SIGKILL:
        return "killed"
    if code == WRONG:
        return "wrong"
    if "Traceback" in said or code not in (0, 2):
        print(said, file=sys.stderr)
        return "traceback"
    return "well" if code == 0 else "clear"


def spoiled(content: bytes, moments: random.Random) -> bytes:
    """Some bytes with a few changes."""
    found = bytearray(content)
    for _ in range(moments.randint(1, 2)):
        at = moments.randrange(len(found) + 1)
        change = moments.randrange(5)
        if change == 0:
            found[at : at + 1] = bytes([moments.randrange(256)])
        elif change == 1:
            del found[at:]
        elif change == 2:
            found[at:at] = found[: moments.randrange(200)]
        elif change == 3:
            del found[at : at + moments.randrange(20)]
        else:
            found[at:at] = moments.choice([b"\x00", b'"', b"\xff\xfe", b"[" * 5000, b"1e999", b";"])
        found = found or bytearray(b"x")
    return bytes(found)


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


def pairs(folder: Path) -> str:
    """A file of forty graded pairs."""
    from stsutils.data import load

    path = folder / "pairs.csv"
    if not path.exists():
        rows = load("demo", "train").head(40)
        rows[["sentence1", "sentence2", "score"]].to_csv(path, index=False)
    return str(path)


def tiny_encoder(folder: Path) -> str:
    """Two layers of random weights."""
    import torch

    from stsutils.encoders import BiEncoder, save
    from stsutils.methods.pretrain import build
    from stsutils.methods.wordpieces import train_tokenizer

    torch.manual_seed(0)
    tokenizer = train_tokenizer(["a cat sat on the mat .", "two dogs run ."] * 9, 90, 32)
    bert = build(len(tokenizer), 2, 16, 2, 32, 0.1).bert
    return str(save(BiEncoder(bert, tokenizer, max_length=32), folder))


def numbers_of(path: Path) -> str:
    """What a training found out, without what names the folder."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps([found["candidates"], found["scored"], found["test"]])


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
