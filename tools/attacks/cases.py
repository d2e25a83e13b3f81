"""A case of an attack: a folder with a file of rows, and a command; and what spoils it.

An attack spoils the file, its place, or an option, and may say what must come of it. What was
written is read again here, without the package's reader.
"""

import csv
import gzip
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from forks import command, judged, shown, spoiled

#: Texts that programs take for something else.
HOSTILE = ("=cmd|' /C calc'!A0", "+1+1", "@SUM(A1)", "-2", "\x1b[31mred\x1b[0m a", "\u202eleft to")
HOSTILE += ("mat " * 9000, "a\tb", 'say "hi"', "1,5", "NA", "null", "<script>alert(1)</script>")
HOSTILE += ("a;b", "é猫 a", "two\nlines", "   padded  ", "\u200bnothing", "x,y", "a\rb", "None")
HOSTILE += ("inf", "true", "{{ seed }}", "%s %d", "[a](b)", "| a |", "\\", "`a`", "\u2028a")
ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet")
DEMO = ["a cat sat on the mat .", "two dogs run .", "the cat sat .", "two cats run on the mat ."]


@dataclass
class Case:
    """A folder with a file of rows, the command that reads it, and what must come of it."""

    place: Path
    moments: random.Random
    rows: list[dict]
    file: Path
    words: list[str]
    encoder: str = ""
    attack: str = ""
    must: str = ""
    ours: str = "$"
    options: list[str] = field(default_factory=list)
    right: Callable = lambda case, said: True

    def write(self, ending: str = "", how: str = "utf-8") -> None:
        """Write the rows, with another ending or encoding."""
        self.file = self.file.with_name("rows" + (ending or self.moments.choice(ENDINGS)))
        self.file.write_bytes(table(self.rows, self.file.suffix, self.moments, how))

    def spoil(self, attack: Callable) -> None:
        """Let an attack loose on it."""
        self.attack = attack.__name__
        attack(self)

    def judge(self) -> str:
        """Run the command, and judge it."""
        words = [self.words[0], str(self.file), *self.words[1:], *self.options]
        work, right = partial(command, words), partial(self.right, self)
        outcome = judged(work, self.place, right, self.must, self.ours)
        return shown(outcome, self.attack, [word[:200] for word in words])


def table(rows: list[dict], ending: str, moments: random.Random, how: str = "utf-8") -> bytes:
    """Rows in one of the forms that are read."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    if ending == ".parquet":
        return frame.to_parquet()
    if ending in (".json", ".jsonl"):
        lines = [json.dumps(row, ensure_ascii=False) for row in rows]
        text = "\n".join(lines) if ending == ".jsonl" else f"[{','.join(lines)}]"
    else:
        separator = "\t" if ending == ".tsv" else ","
        text = frame.to_csv(index=False, sep=separator, quoting=moments.choice((1, 2)))
    return text.encode(how, errors="replace")


def read_again(path: Path) -> list[dict]:
    """The rows of a .csv or .jsonl file, by the standard library."""
    csv.field_size_limit(10**9)
    if path.suffix == ".jsonl":
        lines = path.read_text(encoding="utf-8").split("\n")
        return [json.loads(line) for line in lines if line.strip()]
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def hostile(moments: random.Random, number: int) -> list[dict]:
    """Rows of pairs: each second text is one that programs take for something else."""
    texts = [(moments.choice(HOSTILE), f"{moments.choice(DEMO)} {i}") for i in range(number)]
    texts = [pair[:: moments.choice((1, -1))] for pair in texts]
    return [
        {"sentence1": one, "sentence2": two, "score": round(5 * moments.random(), 2)}
        for one, two in texts
    ]


# What spoils a case whatever the command: the file, its place, the encoder.


def as_it_is(case: Case) -> None:
    """Hostile texts alone: they must come through in every form; a .tsv may be refused."""
    case.write()
    case.must = "well" if case.file.suffix != ".tsv" else ""


def cut(case: Case) -> None:
    """The file ends in the middle."""
    case.write(case.moments.choice((".csv", ".jsonl", ".parquet", ".json")))
    content = case.file.read_bytes()
    case.file.write_bytes(content[: case.moments.randrange(len(content))])
    case.rows = []  # those that are left are read again


def packed(case: Case) -> None:
    """A gzip file, whole or cut."""
    case.write(".csv")
    content = gzip.compress(case.file.read_bytes())
    whole = case.moments.random() < 0.5
    case.file.unlink()
    case.file = case.file.with_name("rows.csv.gz")
    case.file.write_bytes(content if whole else content[: case.moments.randrange(len(content))])
    case.must = "well" if whole else "clear"


def encoded(case: Case) -> None:
    """Another encoding than UTF-8."""
    how = case.moments.choice(("utf-8-sig", "utf-16", "utf-16-le", "latin-1", "gb18030"))
    case.rows[0]["sentence1"] = "ein Männchen 猫"
    case.write(".csv", how)
    case.must = "well" if how == "utf-8-sig" else "clear"


def swapped(case: Case) -> None:
    """The columns in another order: names decide."""
    names = list(case.rows[0])
    case.moments.shuffle(names)
    case.rows = [{name: row[name] for name in names} for row in case.rows]
    case.write(case.moments.choice((".csv", ".jsonl", ".parquet")))
    case.must = "well"


def renamed(case: Case) -> None:
    """A column of another name, or one that is there twice."""
    case.write(".csv")
    other = case.moments.choice(("Sentence1", "sentence2", "\x1b[2Jx", "", "=cmd()"))
    text = case.file.read_text(encoding="utf-8").replace("sentence1", other, 1)
    case.file.write_text(text, encoding="utf-8")
    case.must = "clear"


def blank(case: Case) -> None:
    """A cell without a text; told, or left out where that is asked."""
    row = case.moments.randrange(len(case.rows))
    case.rows[row]["sentence2"] = case.moments.choice(("", "  ", "\t", "\u00a0", "\u3000"))
    case.write(case.moments.choice((".csv", ".jsonl", ".parquet")))
    case.must = "clear"
    if case.moments.random() < 0.5:
        case.options.append("--drop-missing")
        del case.rows[row]
        case.must = "well"


def folder_for_file(case: Case) -> None:
    """A folder, a dangling link, a link in a circle or nothing where the file should be."""
    case.file.with_name("rows.csv").mkdir()
    case.file = case.file.with_name(case.moments.choice(("rows.csv", "link.csv", "circle.csv")))
    (case.place / "link.csv").symlink_to("nothing.csv")
    (case.place / "circle.csv").symlink_to("circle.csv")
    case.must = "clear"


def linked(case: Case) -> None:
    """The file is a link to one elsewhere, of a name that a terminal would obey."""
    case.write(".csv")
    link = case.place / "a \x1b[31m'name' *.csv"
    link.symlink_to(case.file.name)
    case.file = link
    case.must = "" if case.words[0] == "compare" else "well"  # its page cannot show such a name


def broken_encoder(case: Case) -> None:
    """A folder whose weights are cut or no numbers, or whose settings are spoiled."""
    copied = case.place / "encoder"
    shutil.copytree(case.encoder, copied)
    case.write(".csv")
    case.options += ["--encoder", str(copied)]
    names = [p.name for p in copied.iterdir() if p.suffix in (".json", ".safetensors")]
    path, content = random_file(copied, names, case.moments)
    if path.suffix == ".safetensors":
        if case.moments.random() < 0.5:
            case.must = "clear"
            path.write_bytes(content[: case.moments.randrange(len(content))])
            return
        half = len(content) // 2
        path.write_bytes(content[:half] + b"\xff" * 64 + content[half + 64 :])  # NaN
        case.must = "clear"
        return
    path.write_bytes(spoiled(content, case.moments))
    case.right = lambda case, said: True  # other settings make other vectors


def random_file(folder: Path, names: list[str], moments: random.Random) -> tuple[Path, bytes]:
    """One of the files, and what it holds."""
    path = folder / moments.choice(sorted(names))
    return path, path.read_bytes()


ANY = [as_it_is, cut, packed, encoded, swapped, renamed, blank, folder_for_file, linked]
ANY += [broken_encoder]
