"""A file of texts becomes a file of vectors, bit by bit; what is done is kept."""

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
from tqdm import tqdm

from stsutils.data.texts import read_texts
from stsutils.encoders import BiEncoder
from stsutils.errors import UserError, first_line
from stsutils.evaluation.geometry import normalized
from stsutils.locks import alone
from stsutils.own_pairs.folder import check_out, write
from stsutils.own_pairs.lengths import cut_short, told
from stsutils.writing import write_atomically

BLOCK = 8192  # texts that are encoded and written together
ALIKE = 0.99  # cosine of one text's vectors; in bfloat16 it is .999 and more
HEAD = 128  # bytes of the head of an .npy file, room enough for any number of rows


def encode_file(
    model: BiEncoder,
    file: str | Path,
    out: str | Path,
    *,
    column: str | None = None,
    precision: str = "float32",
    progress: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[int, int]:
    """Write the vectors (n×d, float32) of a file's texts to ``out``; returns n and d.

    ``out`` ends with .npy, or with .parquet (columns ``text`` and ``vector``). Memory does not grow
    with the file. What is done lies beside ``out`` as OUT.part; the same call goes on from there,
    and one with another file, model or precision is refused.
    """
    file, out = Path(file), Path(out)
    if out.suffix not in (".npy", ".parquet"):
        raise UserError(f"--out {out}: the ending is .npy or .parquet")
    check_out(out, file)
    next(read_texts(file, column), None)  # a wrong name is told before the file is hashed
    question = {"file": _sha(file), "model": model.sha(), "precision": precision, "column": column}
    part, state = out.with_name(out.name + ".part"), out.with_name(out.name + ".part.json")
    busy = f"another process writes {out}; wait for it, or name another --out"
    with alone(out.with_name(f".{out.name}.lock"), busy):
        n = _write(model, file, out, part, state, question, progress, say)
    return n, model.dimension


def read_vectors(path: str | Path) -> np.ndarray:
    """The vectors (n×d) that `encode_file` wrote; those of an .npy file stay on the disk.

    Raises UserError for a file that holds none.
    """
    path = Path(path)
    try:
        if path.suffix == ".parquet":
            column = pyarrow.parquet.read_table(path, columns=["vector"])["vector"]
            known = np.stack(column.to_numpy()) if len(column) else np.empty((0, 0), "float32")
        else:
            known = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, KeyError, TypeError, EOFError, pyarrow.ArrowException) as error:
        raise UserError(
            f"{path}: no .npy or .parquet file of vectors ({first_line(error)})"
        ) from None
    if known.dtype.kind != "f":
        raise UserError(f"{path}: holds {known.dtype}, no vectors of decimals")
    return known


def check_vectors(model: BiEncoder, texts: list[str], known: np.ndarray, where: str | Path) -> None:
    """Raise UserError where vectors are not this encoder's, or not of these texts, one a text.

    The first, the middle and the last text are encoded again: with any other encoder, and with
    texts in another order, the cosine with what is in the file falls far below `ALIKE`.
    """
    if known.shape != (len(texts), model.dimension):
        raise UserError(
            f"{where}: {' × '.join(map(str, known.shape))} numbers; the texts and the encoder "
            f"make {len(texts)} × {model.dimension}"
        )
    some = sorted({0, len(texts) // 2, len(texts) - 1})
    own, theirs = model.encode([texts[row] for row in some]), np.asarray(known[some])
    alike = (normalized(own) * normalized(theirs)).sum(axis=1)
    for row, cosine in zip(some, alike, strict=True):
        if not cosine > ALIKE:
            raise UserError(
                f"{where}: its row {row + 1} is not what this encoder makes of that text; take the "
                "encoder and the texts that it was made with, or run encode again"
            )


def _write(model, file, out, part, state, question, progress, say) -> int:
    """Go on where the part ends, then give the whole its form and its place."""
    (done, cut), column = _done(part, state, question), question["column"]
    if done:
        say(f"{done:,} texts were encoded before")
    try:
        n, cut = _encode(model, file, part, state, question, done, cut, progress)
        if n == 0:
            raise UserError(f"{file}: no text in it")
    except UserError:  # mended, it is another file, and this no part of its vectors
        state.unlink(missing_ok=True)
        raise
    finally:
        if not state.exists():
            part.unlink(missing_ok=True)
    _head(part, n, model.dimension)
    if out.suffix == ".npy":
        os.replace(part, out)
    else:
        write_atomically(out, lambda place: _parquet(part, place, file, column))
        part.unlink()
    state.unlink()
    for line in told({"cut": cut, "texts": n, "tokens": model.max_length}):
        say(line)
    return n


def _encode(model, file, part, state, question, done, cut, progress) -> tuple[int, int]:
    column, precision = question["column"], question["precision"]
    texts = itertools.islice(read_texts(file, column), done, None)
    total = sum(1 for _ in read_texts(file, column)) if progress else None
    with (
        open(part, "r+b" if done else "wb") as written,
        tqdm(initial=done, total=total, unit="text", disable=not progress) as bar,
    ):
        written.truncate(HEAD + done * model.dimension * 4)
        written.seek(0, os.SEEK_END)
        for block in _blocks(texts):
            written.write(model.encode(block, precision=precision).tobytes())
            cut += cut_short(model, block)["cut"]
            written.flush()
            os.fsync(written.fileno())
            done += len(block)
            write(state, json.dumps(question | {"done": done, "cut": cut}))
            bar.update(len(block))
    return done, cut


def _blocks(texts: Iterator[str]) -> Iterator[list[str]]:
    while block := list(itertools.islice(texts, BLOCK)):
        yield block


def _done(part: Path, state: Path, question: dict) -> tuple[int, int]:
    """How many texts lie in the part, and how many of them were cut; UserError for other texts."""
    if not (part.exists() and state.exists()):
        state.unlink(missing_ok=True)  # of a part that is gone it would tell of texts not encoded
        return 0, 0
    try:
        found = json.loads(state.read_text(encoding="utf-8"))
        done, cut = int(found.pop("done")), int(found.pop("cut", 0))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise UserError(f"{state} can't be read; delete it to begin anew") from None
    if found != question:
        other = ", ".join(what for what in question if found.get(what) != question[what])
        raise UserError(f"{part} was made with another {other}; delete it, or name another --out")
    return done, cut


def _head(part: Path, n: int, width: int) -> None:
    """The head of an .npy file, of a fixed length: so it can be written when n is known."""
    shape = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({n}, {width}), }}"
    magic = b"\x93NUMPY\x01\x00" + (HEAD - 10).to_bytes(2, "little")
    with open(part, "r+b") as file:
        file.write(magic + shape.encode("latin-1").ljust(HEAD - 11) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _parquet(part: Path, place: Path, file: Path, column: str | None) -> None:
    vectors = np.load(part, mmap_mode="r")
    schema = pyarrow.schema(
        {"text": pyarrow.string(), "vector": pyarrow.list_(pyarrow.float32(), vectors.shape[1])}
    )
    with pyarrow.parquet.ParquetWriter(place, schema) as writer:
        start = 0
        for block in _blocks(read_texts(file, column)):
            numbers = pyarrow.array(np.asarray(vectors[start : start + len(block)]).ravel())
            listed = pyarrow.FixedSizeListArray.from_arrays(numbers, vectors.shape[1])
            writer.write_table(pyarrow.table([pyarrow.array(block), listed], schema=schema))
            start += len(block)


def _sha(file: Path) -> str:
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:16]
