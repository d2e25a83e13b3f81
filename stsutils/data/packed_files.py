"""Files that are packed: parquet, xlsx and gzip, none of which may grow without bound."""

import io
import zipfile
import zlib
from collections import Counter

import pandas as pd

from stsutils.errors import UserError

_GROWTH, _ANYWAY = 100, 10_000_000  # text packs ten times; so many bytes are taken in any case


def unpacked(data: bytes, where: str) -> bytes:
    """What a gzip file holds; text packs ten times, so what grows far more is refused."""
    limit, found, rest = _GROWTH * len(data) + _ANYWAY, b"", data
    while rest:  # files that were packed one by one may be joined
        packed = zlib.decompressobj(wbits=31)
        try:
            found += packed.decompress(rest, limit - len(found) + 1)
        except zlib.error as error:
            raise UserError(f"{where}: not a gzip file ({error}); pack it again") from None
        if len(found) > limit:
            raise UserError(f"{where}: it grows to more than 100 times its size; unpack it first")
        if not packed.eof:
            raise UserError(f"{where}: the gzip file ends in the middle; copy it again")
        rest = packed.unused_data
    return found


def doubled(names: list[str]) -> list[str]:
    """The names that stand more than once."""
    return [name for name, times in Counter(names).items() if times > 1]


def xlsx(data: bytes, where: str) -> tuple[pd.DataFrame, list[int]]:
    """The first sheet. Its cells are packed: what would grow to far more is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size > _GROWTH * len(data) + _ANYWAY:
            raise UserError(f"{where}: it unpacks to more than 100 times its size; save it as CSV")
        blanks = {"keep_default_na": False, "na_values": [""]}  # "NA" is a word like any other
        options = {"engine": "openpyxl", "dtype": object, "header": None} | blanks
        sheet = pd.read_excel(io.BytesIO(data), **options)
    except ImportError:
        raise UserError(
            f"{where}: .xlsx needs a package: pip install openpyxl; or save the sheet as CSV UTF-8"
        ) from None
    except UserError:
        raise
    except Exception as error:  # a broken file makes the reader raise many kinds
        first = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        raise UserError(
            f"{where}: not a readable .xlsx file ({first}); save it again, or as CSV UTF-8"
        ) from None
    sheet = sheet.dropna(how="all").dropna(how="all", axis="columns")
    if len(sheet) == 0:
        raise UserError(f"{where}: the first sheet is empty; it needs a header and one row")
    header, sheet = ["" if pd.isna(name) else str(name) for name in sheet.iloc[0]], sheet.iloc[1:]
    if twice := sorted(doubled(header)):
        raise UserError(f"{where}: column {twice[0][:40]!r} appears twice; rename or drop one")
    lines = [int(number) + 1 for number in sheet.index]
    return sheet.set_axis(header, axis=1).reset_index(drop=True), lines


def parquet(data: bytes, where: str) -> tuple[pd.DataFrame, None]:
    """The table of a parquet file."""
    if not data.startswith(b"PAR1"):
        raise UserError(
            f"{where}: its ending says parquet, its bytes do not; "
            "rename it or write it with DataFrame.to_parquet"
        )
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        if twice := sorted(doubled(file.schema_arrow.names)):
            raise UserError(f"{where}: column {twice[0]!r} appears twice; rename or drop one")
        table = file.read()
        table.validate(full=True)  # text that is not UTF-8 shows here, not at its first use
        return table.to_pandas(ignore_metadata=True), None
    except UserError:
        raise
    except Exception as error:  # a broken file makes the reader raise many kinds
        first = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        raise UserError(f"{where}: not a readable parquet file ({first}); write it again") from None
