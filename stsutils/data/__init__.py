"""Rows of text: the catalogue of named sets, loading, checking, labels, splits and leaks."""

from stsutils.data.catalogue import entries, entry
from stsutils.data.check import check_file, summary
from stsutils.data.kinds import kind_of, label_column, text_columns
from stsutils.data.labels import relabel, with_label_noise
from stsutils.data.leaks import overlap, remove_leaks
from stsutils.data.load import load
from stsutils.data.negatives import with_random_negatives
from stsutils.data.rows import check_rows, content_sha
from stsutils.data.rows_name import RowsName
from stsutils.data.splitting import split
