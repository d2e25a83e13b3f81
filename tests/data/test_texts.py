"""Texts that are streamed: what is wrong is told in the words of a file that is read whole."""

import gzip
import itertools
import tracemalloc

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stsutils.data.texts import read_texts

PACKED = bytearray(gzip.compress(b"a cat sat on the mat\n" * 400, mtime=0))
PACKED[len(PACKED) // 2] ^= 1


def stream(path):
    return list(read_texts(path))


def test_a_txt_has_no_columns_and_blank_lines_at_its_end_are_no_sentences(refused, write):
    assert stream(write(b"one\ntwo\n\n  \r\n\n", "a.txt")) == ["one", "two"]
    assert stream(write(b"\xef\xbb\xbfone\r\n\xe7\x8c\xab", "a.txt")) == ["one", "猫"]
    assert stream(write(b"\n\n", "a.txt")) == []
    refused("leave out --column", lambda: list(read_texts(write(b"one\n", "a.txt"), "text")))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"one\n\n\ntwo\n", "row 2 (line 2): the sentence is empty"),
        ("a.txt", b"one\nt\0wo\n", "line 2: a zero byte"),
        ("a.txt", b"one\ncaf\xe9\n", "line 2: byte 8 (0xe9) is not UTF-8"),
        ("a.txt.gz", bytes(PACKED), "not a gzip file"),
        (
            "a.csv",
            b"a,b\nx,y\n",
            "no column 'sentence', found 'a', 'b'; call the texts' column sentence, or name it",
        ),
        ("a.pdf", b"x", "the ending '.pdf' is not one I read; the endings: .txt, .csv"),
    ],
)
def test_what_only_streaming_meets_is_told(told, write, name, content, words):
    assert words in told(write(content, name), stream)


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
