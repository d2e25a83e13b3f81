"""Files of somebody's own, opened: what is no such file is told with its mend."""

import contextlib
import difflib
import gzip
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pandas as pd

from stsutils.data.kinds import check_names
from stsutils.errors import UserError, first_line

# Endings that people try, and what to do instead.
_OTHER = {
    ".xls": "save the sheet as .xlsx or as CSV UTF-8",
    ".ods": "save the sheet as CSV UTF-8",
    ".txt": "name it .tsv or .csv if it has columns and a header",
    ".zip": "unpack it first",
    ".arrow": 'write it anew: datasets.Dataset.from_file("…").to_parquet("rows.parquet")',
}
# First bytes of files that are no text.
_MAGIC = {
    b"PK\x03\x04": "a zip or Excel file: save the sheet as CSV UTF-8",
    b"PAR1": "a parquet file: rename it to .parquet",
    b"\x1f\x8b": "a gzip file: unpack it first",
    b"\xd0\xcf\x11\xe0": "an old Excel file: save the sheet as CSV UTF-8",
    b"\xff\xfe": "UTF-16 text: save it as UTF-8",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8",
    b"%PDF": "a PDF: save the table as CSV UTF-8",
}
_GROWTH, _ANYWAY = 100, 10_000_000  # text packs ten times; so many bytes are taken in any case


def ending_of(path: Path, endings: tuple[str, ...]) -> str:
    """The ending that says a file's format, one of ``endings``; .gz may follow it."""
    with _opened(path):
        pass
    ending = path.suffix.lower()
    if ending == ".gz":
        ending = Path(path.stem).suffix.lower()
        if ending in (".parquet", ".xlsx"):
            raise UserError(f"{path}: {ending} is packed already; unpack the .gz")
    if ending not in endings:
        mend = _OTHER.get(ending, f"the endings: {', '.join(endings)}")
        problem = f"the ending {ending!r} is not one I read" if ending else "it has no known ending"
        raise UserError(f"{path}: {problem}; {mend}")
    return ending


def text_lines(path: Path, ending: str, whole: bool) -> Iterator[str]:
    """The lines of a text file with their ends, read one after the other.

    ``whole``: they will all be kept, so a packed file may not grow without bound.
    """
    packed = path.suffix.lower() == ".gz"
    try:
        with _opened(path) as file:
            if packed:
                file = gzip.GzipFile(fileobj=file)
            begun = file.peek(8)
            if ending != ".txt":
                _check_any(begun, path)
            for magic, what in _MAGIC.items():
                if begun.startswith(magic):
                    raise UserError(f"{path}: its ending says {ending[1:]}, its bytes say {what}")
            lines = _bounded(file, path) if packed and whole else file
            yield from _decoded(lines, path, carriage_returns=ending not in (".json", ".jsonl"))
    except EOFError:
        raise UserError(f"{path}: the gzip file ends in the middle; copy it again") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise UserError(f"{path}: not a gzip file ({error}); pack it again") from None
    except OSError as error:  # a broken disk
        raise UserError(f"{path}: cannot be read ({error})") from None


def _bounded(file: gzip.GzipFile, path: Path) -> Iterator[bytes]:
    most = _growth(path)
    while line := file.readline(most + 1):
        _check_growth(file.tell(), most, path, "; unpack it first")
        yield line


def _decoded(lines: Iterable[bytes], path: Path, carriage_returns: bool) -> Iterator[str]:
    """Lines of text; ``carriage_returns``: one ends a line, too (in JSON it is a blank)."""
    before = 0
    for number, line in enumerate(lines, start=1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = f"byte {before + error.start + 1} (0x{line[error.start]:02x})"
            raise UserError(
                f"{path}, line {number}: {byte} is not UTF-8; save the file as UTF-8"
            ) from None
        if "\x00" in text:
            raise UserError(f"{path}, line {number}: a zero byte: is it UTF-16? Save it as UTF-8")
        if not before:
            text = text.removeprefix("\ufeff")  # a byte order mark
        before += len(line)
        if carriage_returns and "\r" in text.removesuffix("\n").removesuffix("\r"):
            yield from re.findall(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", text)
        elif text:
            yield text


def xlsx(path: Path, named: bool = True) -> tuple[pd.DataFrame, list[int]]:
    """The first sheet, and each row's number there; columns that are not ``named`` are 1, 2, …

    Its cells are packed: what would grow to far more is refused.
    """
    with binary(path, ".xlsx", "save it again, or as CSV UTF-8") as file:
        with zipfile.ZipFile(file) as archive:
            size = sum(member.file_size for member in archive.infolist())
        _check_growth(size, _growth(path), path)
        blanks = {"keep_default_na": False, "na_values": [""]}  # "NA" is a word like any other
        try:
            sheet = pd.read_excel(file, engine="openpyxl", dtype=object, header=None, **blanks)
        except ImportError:
            raise UserError(
                f"{path}: .xlsx needs a package: pip install openpyxl; or save the sheet as CSV "
                "UTF-8"
            ) from None
    columns = sheet.dropna(how="all", axis="columns")
    sheet = columns.dropna(how="all")
    if len(sheet) and columns.shape[1] == 1:  # a blank row between others is an empty cell
        sheet = columns.loc[sheet.index[0] : sheet.index[-1]]
    if len(sheet) == 0:
        raise UserError(f"{path}: the first sheet is empty; it needs a header and one row")
    header = [str(number) for number in range(1, sheet.shape[1] + 1)]
    if named:
        header = ["" if pd.isna(name) else str(name) for name in sheet.iloc[0]]
        sheet = sheet.iloc[1:]
    check_names(header, str(path))
    lines = [int(number) + 1 for number in sheet.index]
    return sheet.set_axis(header, axis=1).reset_index(drop=True), lines


@contextlib.contextmanager
def parquet(path: Path):
    """The schema of a parquet file, and a function that gives its batches of some columns.

    Texts come as dictionaries, so that one that is repeated lies in memory once. What would grow
    to far more than the file is refused.
    """
    import pyarrow.parquet

    with binary(path, "parquet", "write it again") as file:
        if not file.peek(4).startswith(b"PAR1"):
            raise UserError(
                f"{path}: its ending says parquet, its bytes do not; "
                "rename it or write it with DataFrame.to_parquet"
            )
        table, most = pyarrow.parquet.ParquetFile(file), _growth(path)
        about = table.metadata
        check_names(table.schema_arrow.names, str(path))
        leaves = [table.schema.column(number) for number in range(about.num_columns)]
        texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
        table = pyarrow.parquet.ParquetFile(file, read_dictionary=texts)
        groups = (about.row_group(number) for number in range(about.num_row_groups))
        size = max(sum(group.total_byte_size for group in groups), about.num_rows * len(leaves))

        def batches(columns: list[str] | None = None):
            _check_growth(size, most, path)
            grown = 0
            for batch in table.iter_batches(columns=columns):
                grown += sum(map(_bytes, batch.columns))
                _check_growth(grown, most, path)
                yield batch

        yield table.schema_arrow, batches


def _bytes(values) -> int:
    """How many bytes an arrow array takes when every text in it is written out."""
    import pyarrow
    import pyarrow.compute as compute

    if pyarrow.types.is_dictionary(values.type):
        lengths = compute.binary_length(values.dictionary)
        return compute.sum(lengths.take(values.indices)).as_py() or 0
    return _bytes(values.flatten()) if pyarrow.types.is_list(values.type) else values.nbytes


@contextlib.contextmanager
def binary(path: Path, kind: str, mend: str):
    """A file of a `kind`, opened: whatever its reader raises is told with the `mend`."""
    with _opened(path) as file:
        _check_any(file.peek(1), path)
        try:
            yield file
        except UserError:
            raise
        except Exception as error:  # a broken file makes a reader raise many kinds
            why = first_line(error)
            raise UserError(f"{path}: not a readable {kind} file ({why}); {mend}") from None


@contextlib.contextmanager
def _opened(path: Path):
    try:
        if path.exists() and not path.is_file():
            mend = "folder; name a file in it" if path.is_dir() else "pipe; save it in a file first"
            raise UserError(f"{path}: this is a {mend}")
        file = path.open("rb")
    except FileNotFoundError:
        raise UserError(f"{path}: no such file{_neighbour(path)}") from None
    except PermissionError:
        raise UserError(f"{path}: no permission to read it; change the file's mode") from None
    except (OSError, ValueError) as error:  # a broken disk, a name no system takes
        raise UserError(f"{str(path)!r}: cannot be read ({error})") from None
    with file:
        yield file


def _neighbour(path: Path) -> str:
    try:
        names = [other.name for other in path.parent.iterdir()]
    except OSError:
        return f"; the folder {path.parent} does not exist either"
    close = difflib.get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]}?" if close else "; mend the name"


def _growth(path: Path) -> int:
    """How many bytes a packed file may unpack to."""
    return _GROWTH * path.stat().st_size + _ANYWAY


def _check_growth(size: int, most: int, path: Path, mend: str = "; save it as CSV") -> None:
    """Raise UserError where a packed file unpacks to far more than text does."""
    if size > most:
        raise UserError(f"{path}: it grows to more than {_GROWTH} times its size{mend}")


def _check_any(begun: bytes, path: Path) -> None:
    if not begun:
        raise UserError(f"{path}: the file is empty; it needs a header and at least one row")
