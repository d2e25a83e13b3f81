"""Other people's names of columns, where the reader says which are which."""

import pandas as pd

from stsutils.errors import UserError


def renamed(rows: pd.DataFrame, columns: str | None, where: str = "rows") -> pd.DataFrame:
    """Rows with the columns named as in "theirs=ours,theirs=ours"; others stay.

    A column of the file that already has one of our names, and is not meant, is dropped. Raises
    UserError for words of another form and for columns that the file lacks.
    """
    if columns is None:
        return rows
    names = {}
    for one in columns.split(","):
        theirs, equals, ours = (word.strip() for word in one.rpartition("="))
        if not (theirs and equals and ours):
            raise UserError(
                f"--columns {columns[:80]!r}: write theirs=ours with commas between, for example "
                "question1=sentence1,question2=sentence2,is_duplicate=label"
            )
        if theirs in names or ours in names.values():
            again = theirs if theirs in names else ours
            raise UserError(f"--columns {columns[:80]!r}: {again[:40]!r} is named twice")
        if theirs not in rows:
            found = ", ".join(repr(str(name))[:40] for name in rows.columns[:8])
            raise UserError(f"{where}: --columns names {theirs[:40]!r}; the file has {found}")
        names[theirs] = ours
    taken = [c for c in rows if c in names.values() and c not in names]
    return rows.drop(columns=taken).rename(columns=names)
