"""Texts that are streamed: what is wrong is told in the words of a file that is read whole."""

import csv
import gzip
import itertools
import tracemalloc

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stsutils.data import check_file
from stsutils.data.texts import read_texts

HEAD = b"sentence,b\n"


def stream(path):
    return list(read_texts(path))


BAD = {
    "open quote in the header": (b'sentence,"b\nx,y\n', "a.csv", "line 1: a double quote opens"),
    "text after a quote there": (b'"a"b,sentence\nx,y\n', "a.csv", "line 1: text after a closing"),
    "open quote": (HEAD + b'x,y\n"z,1\n', "a.csv", "line 3: a double quote opens"),
    "double name": (b"sentence,sentence\nx,y\n", "a.csv", "'sentence' appears twice"),
    "nothing": (b"", "a.csv", "the file is empty"),
    "only blanks": (b"\n\r\n", "a.csv", "only blank lines"),
    "zero byte": (HEAD + b"x\0z,y\n", "a.csv", "line 2: a zero byte"),
    "too many cells": (b"sentence;b\nx;1;2\n", "a.csv", "text that holds a semicolon in double"),
    "too few cells": (HEAD + b'"p\nq",1\nz\n', "a.csv", "row 2 (line 4): 1 cell"),
    "an empty cell": (HEAD + b'"p\nq",1\n,3\n', "a.csv", "row 2 (line 4), column 'sentence'"),
    "commas in a tsv": (b"sentence,b\nx,y\n", "a.tsv", "commas, not tabs; rename it to .csv"),
    "tabs in a csv": (b"sentence\tb\nx\ty\n", "a.csv", "tabs, not commas; rename it to .tsv"),
    "a key twice": (b'\n{"sentence":"x","sentence":"y"}\n', "a.jsonl", "row 1 (line 2): key"),
    "no JSON": (b'{"sentence":"x"}\n{bad\n', "a.jsonl", "row 2 (line 2): not JSON"),
    "too deep": (b"[" * 200_000, "a.jsonl", "row 1 (line 1): a number too long or brackets"),
    "UTF-16, packed": (gzip.compress("a\nx\n".encode("utf-16")), "a.csv.gz", "bytes say UTF-16"),
    "packed twice": (gzip.compress(b"PK\x03\x04"), "a.xlsx.gz", ".xlsx is packed already"),
    "old Excel": (b"\xd0\xcf\x11\xe0", "a.xls", "save the sheet as .xlsx"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_told_alike_streamed_and_whole(told, write, case):
    content, name, words = BAD[case]
    path = write(content, name)
    message = told(path, stream)
    assert words in message
    mend = "; --drop-missing leaves out rows that lack something"
    assert message == told(path).removesuffix(mend)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b"\n\r\nsentence,b\nx,1\n\ny,2\n"),
        ("a.csv", b'"two\nlines",sentence\n1,x\n2,y\n'),
        ("a.csv", b"sentence,b\rx,1\ry,2"),
        ("a.tsv", b"b\tsentence\r\n1\tx\r\n2\ty\r\n"),
        ("a.json.gz", gzip.compress(b'[{"sentence": "x"}, {"sentence": "y"}]', mtime=0)),
    ],
)
def test_odd_files_that_are_right(write, name, content):
    path = write(content, name)
    assert stream(path) == ["x", "y"] == check_file(path)["sentence"].tolist()


def test_a_long_cell_is_read_and_the_limit_restored(write):
    before = csv.field_size_limit()
    texts = read_texts(write(HEAD + b"x" * 300_000 + b",1\ny,2\n"))
    assert len(next(texts)) == 300_000
    assert csv.field_size_limit() == before
    assert list(texts) == ["y"]


def test_a_txt_has_no_columns_and_blank_lines_at_its_end_are_no_sentences(told, refused, write):
    assert stream(write(b"one\ntwo\n\n  \r\n\n", "a.txt")) == ["one", "two"]
    assert stream(write(b"\n\n", "a.txt")) == []
    for content, words in (
        (b"one\n\n\ntwo\n", "row 2 (line 2): the sentence is empty"),
        (b"one\nt\0wo\n", "line 2: a zero byte"),
    ):
        assert words in told(write(content, "a.txt"), stream)
    refused("leave out --column", lambda: list(read_texts(write(b"one\n", "a.txt"), "text")))


def test_names_of_columns_that_are_twice_or_missing(told, write, tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table([["x"], ["y"]], names=["sentence", "sentence"]), path)
    assert told(path, stream) == told(path)
    message = told(write(b'{"a": "x"}\n{"b": "y"}\n', "a.jsonl"), stream)
    assert "line 2: no column 'a'" in message, "the first object's only key is that of all"


def test_a_long_file_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "a.csv.gz"
    pd.DataFrame({"sentence": ["a cat " * 200] * 20_000}).to_csv(path, index=False)  # 24 MB
    tracemalloc.start()
    try:
        assert sum(1 for _ in itertools.islice(read_texts(path), None)) == 20_000
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
