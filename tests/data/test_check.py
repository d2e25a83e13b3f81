import csv
import gzip
import importlib.util
import json
import os
import re
import warnings
import zipfile

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stsutils.data import check_file, summary
from stsutils.data.rows import text_problem
from stsutils.errors import UserError

HEAD = "sentence1,sentence2,score\n"
GOOD = HEAD + "A dog runs.,A dog is running.,4.5\nA cat.,A car.,0.5\n"
OPENPYXL = bool(importlib.util.find_spec("openpyxl"))
needs_openpyxl = pytest.mark.skipif(not OPENPYXL, reason="openpyxl is not installed")
CHECKS = [HealthCheck.function_scoped_fixture]
patient = settings(max_examples=60, suppress_health_check=CHECKS)


SEMICOLONS = GOOD.replace(",", ";")
FINE_CSV = {
    "semicolons, three decimals": SEMICOLONS.replace("4.5", "4,500").replace("0.5", "0,500"),
    "plain": GOOD,
    "byte order mark": "\ufeff" + GOOD,
    "line ends of Windows": GOOD.replace("\n", "\r\n"),
    "blank lines, no last line end": "\n" + GOOD.replace("\nA cat", "\n\n\nA cat").rstrip(),
    "other order, more columns": "id,score,sentence2,sentence1\n"
    "1,4.5,A dog is running.,A dog runs.\n2,.5,A car.,A cat.\n",
    "quotes": HEAD + '"A dog runs.",A dog is running.," 4.5 "\n"A cat.","A car.",5e-1\n',
    "semicolons, decimal commas": SEMICOLONS.replace("4.5", "4,5").replace("0.5", "0,5"),
}
PACKED = [gzip.compress(part.encode()) for part in (GOOD, GOOD[:30], GOOD[30:])]
FIRST = '{"sentence1": "A dog runs.", "sentence2": "A dog is running.", "score": 4.5}'
SECOND = '{"score": "0.5", "sentence1": "A cat.", "sentence2": "A car."}'
FINE = {
    "another case of the ending": (GOOD, "A.CSV"),
    "tabs": (GOOD.replace(",", "\t"), "a.tsv"),
    "gzip": (PACKED[0], "a.csv.gz"),
    "gzip in two parts": (PACKED[1] + PACKED[2], "a.csv.gz"),
    "json": (f"[{FIRST},\n{SECOND}]", "a.json"),
    "jsonl": (f"{FIRST}\n\n{SECOND}", "a.jsonl"),
}
FINE |= {case: (content, "a.csv") for case, content in FINE_CSV.items()}


@pytest.mark.parametrize("case", FINE)
def test_good_files_are_read_alike(write, case):
    content, name = FINE[case]
    rows = check_file(write(content, name))
    assert rows["sentence1"].tolist() == ["A dog runs.", "A cat."]
    assert rows["sentence2"].tolist() == ["A dog is running.", "A car."]
    assert rows["score"].tolist() == [4.5, 0.5]


def test_other_names_are_told_and_then_read(told, refused, write):
    path = write(GOOD.replace("sentence1,sentence2,score", "q 1,question2,score"))
    assert "; rename 'q 1' to 'sentence1'" not in told(path)
    path = write(GOOD.replace("sentence1,sentence2,score", "question1,question2,similarity"))
    names = "question1=sentence1,question2=sentence2,similarity=score"
    assert told(path).endswith(f"; or --columns {names}")
    rows = check_file(path, columns=names)
    assert rows["score"].tolist() == [4.5, 0.5]
    for wrong, words in (
        ("question1", "write theirs=ours"),
        ("question1=sentence1,question2=sentence1", "'sentence1' is named twice"),
        ("question1=sentence1,question1=sentence2", "'question1' is named twice"),
        ("question3=sentence1", "names 'question3'; the file has 'question1', 'question2'"),
    ):
        refused(words, check_file, path, columns=wrong)
    both = write("a,sentence1,sentence2,score\nx,y,z,1\nu,v,w,2\n")
    assert check_file(both, columns="a=sentence1")["sentence1"].tolist() == ["x", "u"]


def test_pairs_without_labels_only_where_none_are_needed(told, write):
    path = write("sentence1,sentence2\na,b\nc,d\n")
    assert "'score' or 'label'" in told(path)
    assert list(check_file(path, labelled=False)) == ["sentence1", "sentence2"]


@pytest.mark.parametrize("cells", [[None, None], [float("nan")] * 2, ["", " \t"]])
@pytest.mark.parametrize("column", ["score", "label"])
def test_an_empty_label_column_is_none_where_none_is_needed(told, tmp_path, cells, column):
    path, texts = tmp_path / "a.parquet", {"sentence1": ["a", "c"], "sentence2": ["b", "d"]}
    pd.DataFrame(texts | {column: cells, "genre": "x"}).to_parquet(path)
    rows = check_file(path, labelled=None)
    assert list(rows) == ["sentence1", "sentence2", "genre"]
    assert rows.attrs["empty"] == column
    assert list(check_file(path, labelled=False)) == ["sentence1", "sentence2", column, "genre"]
    assert f"row 1, column {column!r}" in told(path)


def test_a_label_column_that_is_partly_empty_is_told_where_labels_are_looked_at(told, write):
    path = write("sentence1,sentence2,score\na,b,1\nc,d,\n")
    for labelled in (True, None):
        message = told(path, labelled=labelled)
        assert re.search(r"row 2 \(line 3\), column 'score': .*fill it in", message)
    assert check_file(path, labelled=False)["score"].tolist() == ["1", ""]


@needs_openpyxl
def test_a_sheet(told, tmp_path):
    path = tmp_path / "a.xlsx"
    rows = [("A dog runs.", "NA", 4.5), (None, None, None), ("A cat.", "A car.", 1)]
    pd.DataFrame(rows, columns=["sentence1", "sentence2", "score"]).to_excel(path, index=False)
    found = check_file(path)
    assert found["sentence2"].tolist() == ["NA", "A car."]
    assert found["score"].tolist() == [4.5, 1]
    assert found.attrs["lines"] == [2, 4]
    cells = [["sentence1", "sentence2", None, "score"], ["a", "b", "note", 1], ["c", "d", None, 2]]
    pd.DataFrame(cells).assign(nothing=None).to_excel(path, index=False, header=False)
    assert list(check_file(path)) == ["sentence1", "sentence2", "score", ""], "one has no name"
    cells = [["My export", None, None], ["sentence1", "sentence2", "score"], ["a", "b", "1,5"]]
    pd.DataFrame(cells).to_excel(path, index=False, header=False)
    assert "is it a title above the names? Delete its row" in told(path)
    pd.DataFrame([*cells[1:], ["c", "d", 2]]).to_excel(path, index=False, header=False)
    assert check_file(path)["score"].tolist() == [1.5, 2]


@pytest.mark.skipif(OPENPYXL, reason="openpyxl is installed")
def test_a_sheet_without_its_package_is_one_line(told, tmp_path):
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<a/>")
    assert "pip install openpyxl" in told(path)


def test_quoted_line_breaks_do_not_shift_the_line(told, write):
    text = HEAD + '"one\ntwo, ""three""",b,1\n"x\r\ny",d,2\nc,,3\n'
    assert "row 3 (line 6), column 'sentence2'" in told(write(text))
    rows = check_file(write(text.replace("c,,3", "c,e,3")))
    assert rows["sentence1"].tolist() == ['one\ntwo, "three"', "x\r\ny", "c"]
    assert rows.attrs["lines"] == [2, 4, 6]


def test_quotes_mean_nothing_in_tsv(write):
    text = 'sentence1\tsentence2\tscore\n"He said "no\t"b"\t1\n6" long\td\t2\n'
    rows = check_file(write(text, "a.tsv"))
    assert rows["sentence1"].tolist() == ['"He said "no', '6" long']
    assert "1 sentences keep" in dict(summary(rows))["note"]


def test_a_huge_cell_is_read_and_the_limit_restored(write):
    before = csv.field_size_limit()
    rows = check_file(write(HEAD + f"{'x' * 300_000},b,1\nc,d,2\n"))
    assert len(rows["sentence1"][0]) == 300_000
    assert csv.field_size_limit() == before
    assert "300,000 characters, row 1 (line 2), column" in dict(summary(rows))["longest"]


J = '{"sentence1": "a", "sentence2": "b", "score": 1}\n'
#: What is wrong with a CSV file, its content, and words of the complaint.
BAD_CSV = {
    "missing column": ("sentence1,score\na,1\n", "'sentence2'", "found", "'score'"),
    "near miss": ("sentence_1,text2,label \na,b,1\n", "rename 'sentence_1' to 'sentence1'"),
    "names of Quora's file": (
        "question1,question2,is_duplicate\na,b,1\nc,d,0\n",
        "rename 'question1' to 'sentence1'",
        "rename 'is_duplicate' to 'label'",
    ),
    "names of somebody's own": (
        "Frage A,Frage B,Note\na,b,1\nc,d,0\n",
        "found 'Frage A'",
        "--columns THEIRS=sentence1,THEIRS=sentence2,THEIRS=score",
    ),
    "no header": ("A dog.,A cat.,3\nB,C,4\n", "line 1: '3' is a number", "--no-header"),
    "no header, no number": ("A dog.,A cat.\nB,C\n", "'A dog.'", "--no-header"),
    "text label": (HEAD + "a,b,1\nc,d,high\n", "row 2 (line 3)", "'score'", "'high'"),
    "nan": (HEAD + "a,b,nan\nc,d,1\n", "row 1 (line 2)", "label is missing", "--drop-missing"),
    "inf": (HEAD + "a,b,1\nc,d,-inf\n", "row 2 (line 3)", "inf"),
    "1e999": (HEAD + "a,b,1\nc,d,1e999\n", "row 2 (line 3)", "inf"),
    "no label": (HEAD + "a,b,1\nc,d,\n", "row 2 (line 3)", "fill it in"),
    "empty sentence": (HEAD + "a,b,1\n , d,2\n", "row 2 (line 3)", "'sentence1'", "empty"),
    "latin-1": ((HEAD + "a,b,1\ncafé,d,2\n").encode("latin-1"), "line 3", "byte 36 (0xe9)"),
    "latin-1 after a mark": (b"\xef\xbb\xbfab\xe9", "line 1: byte 6 (0xe9)"),
    "utf-16": (GOOD.encode("utf-16"), "UTF-16", "UTF-8"),
    "utf-16 without a mark": (GOOD.encode("utf-16-le"), "line 1: a zero byte", "UTF-16"),
    "a title": ("My survey\n" + GOOD, "row 1 (line 2): 3 cells", "a title? Then delete it"),
    "a comma in a name": ("a;b;c, d\n1;2;3\n", "row 1 (line 2): 1 cell", "write sep=;"),
    "texts": ("text,other\na,b\n", "sentences need column 'sentence', found"),
    "zero byte": (HEAD + "a,b\0,1\n", "line 2", "zero byte"),
    "too few cells": (HEAD + "a,b,1\nc,d\n", "row 2 (line 3): 2 cells", "has 3", "fill in"),
    "too many cells": (HEAD + "a, b,c,1\n", "row 1 (line 2): 4 cells", "double quotes"),
    "one class": (HEAD + "a,b,1\nc,d,1.0\n", "'score'", "all 2 rows have the value 1"),
    "one row": (HEAD + "a,b,1\n", "the one row"),
    "no rows": (HEAD, "no rows"),
    "double header": ("sentence1,sentence1,score\na,b,1\n", "'sentence1' appears twice"),
    "tabs in csv": (GOOD.replace(",", "\t"), "tabs, not commas", "rename it to .tsv"),
    "excel named csv": (b"PK\x03\x04xxxx", "Excel", "CSV UTF-8"),
    "parquet named csv": (b"PAR1xxxx", "rename it to .parquet"),
    "open quote": (HEAD + 'a,b,1\nc,"d,2\ne,f,3\n', "line 3", "never closes"),
    "text after a quote": (HEAD + 'a,b,1\n"c"c,d,2\n', "line 3", "closing double quote"),
    "shares in percent": (HEAD + "a,b,85 %\nc,d,5 %\n", "85 % as 0.85"),
    "one word": (HEAD + "a,b,yes\nc,d,Yes\n", "all 2 rows have the value 1"),
    "bars": (GOOD.replace(",", "|"), "bars, not commas", "sep=|"),
    "decimals or thousands": (
        "sentence1;sentence2;score\na;b;2\nc;d;1,000\n",
        "row 2 (line 3)",
        "decimals or thousands? Write 1.000 or 1000",
    ),
}
#: The same of other files, after the content a name.
BAD = {
    "extra tab": ("sentence\tlabel\na\tb\t1\n", "a.tsv", "row 1 (line 2): 3 cells", "extra tab"),
    "semicolons in tsv": (GOOD.replace(",", ";"), "a.tsv", "semicolons, not tabs"),
    "commas in tsv": (GOOD, "a.tsv", "commas, not tabs", "rename it to .csv"),
    "csv named parquet": (GOOD, "a.parquet", "bytes do not"),
    "cut parquet": (b"PAR1\0\0\0", "a.parquet", "not a readable parquet"),
    "excel": (b"PK\x03\x04", "a.xlsx", ".xlsx", "or as CSV UTF-8"),
    "empty json": ("[]", "a.json", "a list of objects"),
    "json lines named json": (J + J, "a.json", "line 2", "call it .jsonl"),
    "json of numbers": ("[1]", "a.json", "row 1", "found 1"),
    "json with other keys": ("[" + J.strip() + ', {"a": 1}]', "a.json", "row 2", "lacks"),
    "unknown ending": (GOOD, "a.dat", ".dat", ".csv, .tsv, .jsonl, .json, .parquet, .xlsx"),
    "a set that datasets saved": (b"x", "a.arrow", "from_file", "to_parquet"),
    "a list named json lines": ("[\n" + J + "]", "a.jsonl", "row 1", "call it .json"),
    "no gzip": (GOOD, "a.csv.gz", "not a gzip file"),
    "half a gzip": (gzip.compress(GOOD.encode())[:-9], "a.csv.gz", "ends in the middle"),
    "packed twice": (gzip.compress(b"PAR1"), "a.parquet.gz", "unpack the .gz"),
    "gzip bomb": (gzip.compress(b" " * 30_000_000), "a.csv.gz", "more than 100 times"),
    "no ending": (GOOD, "rows", "ending"),
    "bad json": (J + "{oops}\n", "a.jsonl", "row 2 (line 2)", "not JSON", "character 2"),
    "json array": (J + "\n[1]\n", "a.jsonl", "row 2 (line 3)", "expected an object", "[1]"),
    "key lacking": (J + '{"sentence1": "c"}\n', "a.jsonl", "row 2 (line 2)", "lacks 'sentence2'"),
    "json key too many": (J + J.replace("}", ', "x": 1}'), "a.jsonl", "row 2", "has also 'x'"),
    "json key twice": (J + '{"a": 1, "a": 2}', "a.jsonl", "row 2 (line 2)", "'a' appears twice"),
    "twice in a list": ('[{"a": 1}, {"a": 1, "a": 2}]', "a.json", "row 2: key 'a' appears twice"),
    "json key twice, further in": ('[{"a": {"b": 1, "b": 2}}]', "a.json", "'b' appears twice"),
    "json nan": (J + J.replace("1}", "NaN}"), "a.jsonl", "row 2 (line 2)", "label is missing"),
    "json null": (J + J.replace('"b"', "null"), "a.jsonl", "row 2 (line 2)", "missing"),
    "number as text": (J + J.replace('"b"', "7"), "a.jsonl", "row 2", "expected text, found 7"),
    "json zero": (J + J.replace('"b"', '"b\\u0000"'), "a.jsonl", "row 2", "zero character"),
    "json half a character": (J + J.replace('"b"', '"\\ud800"'), "a.jsonl", "row 2", "surrogate"),
    "json long number": (J + "1" * 5000, "a.jsonl", "row 2 (line 2)", "too long"),
    "json deep": (J + "[" * 200_000, "a.jsonl", "row 2 (line 2)", "too deep"),
    "json nothing": ("\n", "a.jsonl", "no rows"),
    "a list as label": (J.replace('"score": 1', '"label": [1]') * 3, "a.jsonl", "label"),
    "an object": (J.replace('"score": 1', '"label": {"a": 1}') * 3, "a.jsonl", "label"),
}
BAD |= {case: (content, "a.csv", *words) for case, (content, *words) in BAD_CSV.items()}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_one_line_with_place_and_mend(told, write, case):
    content, name, *words = BAD[case]
    message = told(write(content, name))
    for word in words:
        assert word in message
    assert len(message) < 600


def test_parquet_is_read_and_other_types_are_named(told, tmp_path):
    path = tmp_path / "a.parquet"
    for column, words in (
        (["a", "b"], ""),
        ([b"a", b"b"], "expected text"),
        ([["a"], ["b"]], "expected text"),
        ([1, 2], "expected text"),
        (["a", None], "row 2, column 'sentence'"),
    ):
        pd.DataFrame({"sentence": column, "label": [0, 1]}).to_parquet(path)
        if words:
            assert words in told(path)
        else:
            assert check_file(path)["label"].tolist() == [0, 1]


def test_no_file_a_folder_no_permission(told, refused, tmp_path, write, monkeypatch):
    path = write(GOOD, "pairs.csv")
    assert "did you mean pairs.csv?" in told(tmp_path / "pair.csv")
    assert "does not exist either" in told(tmp_path / "none" / "x.csv")
    assert "folder" in told(tmp_path)
    if os.name == "posix":
        os.mkfifo(tmp_path / "a.tsv")
        assert "pipe; save it in a file" in told(tmp_path / "a.tsv")

    def refuse(self, mode):
        raise PermissionError(13, "no")

    monkeypatch.setattr(type(path), "open", refuse)
    assert "permission" in told(path)
    monkeypatch.undo()
    for name in ("x\0.csv", "x" * 5000 + ".csv"):
        refused(r"cannot be read|no such file", check_file, name)


def test_summary_counts(write):
    found = dict(summary(check_file(write(HEAD + "a,b,1\nb,a,2\na,b,1\ncc,d,3\n"))))
    assert (found["kind"], found["rows"]) == ("pairs", "4")
    assert found["score"] == "1 to 3, mean 1.75, 3 different"
    assert found["classes"] == "1: 2 (50%), 2: 1 (25%), 3: 1 (25%)"
    assert found["duplicates"] == "2, 1 of them with another score"
    assert found["longest"] == "2 characters, row 4 (line 5), column 'sentence1'"
    bare = dict(summary(pd.DataFrame({"anchor": ["a"], "positive": ["bb"], "negative": ["c"]})))
    assert bare["longest"] == "2 characters, row 1, column 'positive'"
    assert "classes" not in bare


def rows_or_complaint(path):
    """Anything but rows or a UserError fails the test by itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            rows = check_file(path)
        except UserError as error:
            message = str(error)
        else:
            assert summary(rows)
            return
    assert message
    assert "\n" not in message


cells = st.text(alphabet=st.sampled_from('ab",\t\n\r\\{}é\u2028 1.;\ufeff\0'), max_size=8)


@patient
@given(data=st.binary(max_size=120) | cells.map(str.encode))
def test_random_bytes_never_give_a_traceback(told, tmp_path, data):
    heads = {"csv": HEAD, "tsv": HEAD.replace(",", "\t"), "jsonl": J, "parquet": "PAR1", "txt": ""}
    for ending, head in heads.items():
        for content in (data, head.encode() + data):
            path = tmp_path / f"x.{ending}"
            path.write_bytes(content)
            rows_or_complaint(path)


@patient
@given(st.integers(0, 10_000), st.integers(0, 255), st.sampled_from(["parquet", "csv"]))
@example(24, 128, "parquet")  # text that is not UTF-8
def test_one_wrong_byte_never_gives_a_traceback(told, tmp_path, at, value, ending):
    rows = pd.DataFrame({"sentence": ["one two", "three"], "label": [0, 1]})
    path = tmp_path / f"x.{ending}"
    rows.to_parquet(path) if ending == "parquet" else rows.to_csv(path, index=False)
    data = bytearray(path.read_bytes())
    data[at % len(data)] = value
    path.write_bytes(bytes(data))
    rows_or_complaint(path)


SENTENCE = st.text(min_size=1, max_size=12).filter(lambda text: not text_problem(text))
ROW = st.tuples(SENTENCE, st.floats(-5, 5, allow_nan=False))


@patient
@given(st.lists(ROW, min_size=2, max_size=5, unique_by=lambda row: row[1]))
def test_what_is_written_is_read_back(tmp_path, rows):
    frame = pd.DataFrame(rows, columns=["sentence1", "score"])
    frame.insert(1, "sentence2", "b")
    # Quoted: pandas itself leaves a bare carriage return open when lines end in \n.
    frame.to_csv(tmp_path / "x.csv", index=False, quoting=csv.QUOTE_ALL)
    with open(tmp_path / "x.jsonl", "w") as out:
        for record in frame.to_dict("records"):
            out.write(json.dumps(record) + os.linesep)
    for name in ("x.csv", "x.jsonl"):
        read = check_file(tmp_path / name)
        assert read["sentence1"].tolist() == frame["sentence1"].tolist()
        assert read["score"].tolist() == frame["score"].tolist()
