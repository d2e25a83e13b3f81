"""From a file of rows to a table: one reader a format, each naming what it cannot read."""

from pathlib import Path

import pandas as pd

from stsutils.data.files import ending_of, parquet, text_lines, xlsx
from stsutils.data.objects import read_json, read_json_lines
from stsutils.data.separated import read_separated
from stsutils.errors import UserError

TABLES = (".csv", ".tsv", ".jsonl", ".json", ".parquet", ".xlsx")


def read_table(path: Path, header: bool = True) -> tuple[pd.DataFrame, list[int] | None]:
    """The cells of a file of rows, and each row's line (None for parquet and json).

    Without a ``header`` the columns of a text file or a sheet are called 1, 2, …
    ``attrs["decimal"]`` is the comma where a spreadsheet seems to have written its numbers so.
    """
    ending = ending_of(path, TABLES)
    where = str(path)
    if ending == ".xlsx":
        return xlsx(path, header)
    if not header and ending not in (".csv", ".tsv"):
        raise UserError(f"{where}: a {ending} file names its columns; leave out --no-header")
    if ending == ".parquet":
        import pyarrow

        with parquet(path) as (schema, batches):
            table = pyarrow.Table.from_batches(batches(), schema).unify_dictionaries()
            table.validate(full=True)  # text that is not UTF-8 shows here, not at its first use
            rows = table.to_pandas(ignore_metadata=True, integer_object_nulls=True)
            texts = rows.select_dtypes("category").columns
            return rows.astype(dict.fromkeys(texts, object)), None
    text = text_lines(path, ending, whole=True)
    if ending == ".json":
        return read_json("".join(text), where), None
    if ending == ".jsonl":
        return read_json_lines(text, where)
    return read_separated(text, path, ending, header)
