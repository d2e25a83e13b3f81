"""Rows of text: the catalogue of named sets, loading, checking, labels, splits and leaks."""

from .catalogue import entries, entry, names
from .check import check_file, summary
from .leaks import merged_stsb_sick, overlap, remove_leaks
from .load import load
from .relabel import relabel
from .rows import check_rows, content_sha, kind_of, label_column, text_columns
from .splitting import split

__all__ = [
    "check_file",
    "check_rows",
    "content_sha",
    "entries",
    "entry",
    "kind_of",
    "label_column",
    "load",
    "merged_stsb_sick",
    "names",
    "overlap",
    "relabel",
    "remove_leaks",
    "split",
    "summary",
    "text_columns",
]
