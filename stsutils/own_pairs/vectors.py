"""A file of texts becomes a file of vectors, bit by bit; what is done is kept."""

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
from tqdm import tqdm

from stsutils.data.texts import read_texts
from stsutils.encoders import BiEncoder
from stsutils.encoders.tokens import pieces_sha
from stsutils.errors import UserError, readable
from stsutils.locks import alone
from stsutils.own_pairs.folder import mendable
from stsutils.own_pairs.unread import MOST, cut_short, unknown, unread_lines
from stsutils.writing import write_atomically, write_text

BLOCK = 8192  # texts that are encoded and written together


def encode_file(
    model: BiEncoder,
    file: str | Path,
    out: str | Path,
    *,
    column: str | None = None,
    header: bool = True,
    precision: str = "float32",
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[int, int]:
    """Write the vectors (n×d, float32) of a file's texts to ``out``; returns n and d.

    ``out`` ends with .npy, or with .parquet (columns ``text`` and ``vector``), and is written over.
    Memory does not grow with the file. What is done lies beside ``out`` as OUT.stsutils-part; the
    same call goes on from there, and one with another file, model or precision is refused.
    """
    file, out = Path(file), Path(os.path.realpath(out))
    part, state = unfinished(out)
    # what is wrong with a text is told at once
    texts = partial(read_texts, file, column, header)
    n = sum(1 for _ in texts(say))
    if n == 0:
        raise UserError(f"{file}: no text in it")
    question = {"file": _sha(file), "model": model.sha(), "precision": precision}
    ending = Path(file.name.lower().removesuffix(".gz")).suffix  # .csv of rows.CSV.gz
    question |= {"tokenizer": pieces_sha(model.tokenizer), "ending": ending}
    question["column"] = column if header else f"{column}, without header"
    busy = f"another process writes {out}; wait for it, or name another --out"
    with mendable(out), alone(out.with_name(f".{out.name}.lock"), busy):
        done, cut = _done(part, state, question)
        if done:
            say(f"{done:,} texts were encoded before")
        _note(state, question, done, cut)  # before the part
        try:
            left = itertools.islice(texts(), done, None)
            shape = (n, model.dimension)
            with tqdm(initial=done, total=n, unit="text", disable=not progress) as bar:
                for block in _appended(model, left, part, shape, done, precision):
                    done, cut = done + len(block), cut + cut_short(model, block)["cut"]
                    _note(state, question, done, cut)
                    bar.update(len(block))
            if done != n or _sha(file) != question["file"]:
                done = 0
                raise UserError(f"{file} was changed while it was read; run the same command again")
        finally:
            if not done:
                part.unlink(missing_ok=True)
                state.unlink(missing_ok=True)
        if out.suffix == ".npy":
            os.replace(part, out)
        else:
            write_atomically(out, lambda place: _parquet(part, place, texts()))
            part.unlink()
        state.unlink()
    some = itertools.islice(texts(), 0, None, 1 + n // MOST)
    counts = {"cut": cut, "texts": n, "tokens": model.max_length} | unknown(model, some)
    for line in unread_lines(counts):
        say(line)
    return n, model.dimension


def _appended(
    model, texts, part: Path, shape: tuple[int, int], done: int, precision: str
) -> Iterator[list[str]]:
    """Each block of texts, when its vectors lie on the disk behind the ``done`` ones."""
    head = {"descr": "<f4", "fortran_order": False, "shape": shape}
    with open(part, "r+b" if done else "wb") as file:
        np.lib.format.write_array_header_1_0(file, head)
        file.seek(done * shape[1] * 4, os.SEEK_CUR)
        file.truncate()
        for block in _blocks(texts):
            file.write(model.encode(block, precision=precision).tobytes())
            file.flush()
            os.fsync(file.fileno())
            yield block


def _blocks(texts: Iterator[str]) -> Iterator[list[str]]:
    while block := list(itertools.islice(texts, BLOCK)):
        yield block


def unfinished(out: Path) -> tuple[Path, Path]:
    """Where vectors lie until all are done, and what says how many: no other program's names."""
    part = out.with_name(f"{out.name}.stsutils-part")
    return part, part.with_name(f"{part.name}.json")


def _note(state: Path, question: dict, done: int, cut: int) -> None:
    write_text(state, json.dumps(question | {"done": done, "cut": cut}))


def _done(part: Path, state: Path, question: dict) -> tuple[int, int]:
    """How many texts lie in the part, and how many of them were cut.

    Raises UserError for a part of another question, and for files that say of none what they are.
    """
    if not (part.exists() or state.exists()):
        return 0, 0
    with readable(state, f"delete it and {part.name} to begin anew"):
        kept = json.loads(state.read_text(encoding="utf-8"))
        done, cut = int(kept.pop("done")), int(kept.pop("cut"))
    if not part.exists():  # a kill before its first text, or after its last
        return 0, 0
    if kept != question:
        other = ", ".join(what for what in question if kept.get(what) != question[what])
        raise UserError(f"{part} was made with another {other}; delete it, or name another --out")
    return done, cut


def _parquet(part: Path, place: Path, texts: Iterator[str]) -> None:
    vectors, start = np.load(part, mmap_mode="r"), 0
    vector = pyarrow.list_(pyarrow.float32(), vectors.shape[1])
    schema = pyarrow.schema({"text": pyarrow.string(), "vector": vector})
    with pyarrow.parquet.ParquetWriter(place, schema) as writer:
        for block in _blocks(texts):
            numbers = pyarrow.array(np.asarray(vectors[start : start + len(block)]).ravel())
            listed = pyarrow.FixedSizeListArray.from_arrays(numbers, type=vector)
            writer.write_table(pyarrow.table([pyarrow.array(block), listed], schema=schema))
            start += len(block)


def _sha(file: Path) -> str:
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:16]
