import csv
import gzip
import importlib.util
import json
import os
import re
import zipfile

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stsutils.data import check_file, summary
from stsutils.data.rows import text_problem
from stsutils.data.texts import read_texts
from stsutils.errors import UserError

HEAD = "sentence1,sentence2,score\n"
GOOD = HEAD + "A dog runs.,A dog is running.,4.5\nA cat.,A car.,0.5\n"
OPENPYXL = bool(importlib.util.find_spec("openpyxl"))
patient = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def stream(path, column="sentence1"):
    return list(read_texts(path, column))


SEMICOLONS = GOOD.replace(",", ";")
FINE_CSV = {
    "semicolons, three decimals": SEMICOLONS.replace("4.5", "4,500").replace("0.5", "0,500"),
    "plain": GOOD,
    "byte order mark": "\ufeff" + GOOD,
    "line ends of Windows": GOOD.replace("\n", "\r\n"),
    "blank lines, no last line end": "\n" + GOOD.replace("\nA cat", "\n\n\nA cat").rstrip(),
    "other order, more columns": '"a name of\ntwo lines",score,sentence2,sentence1\n'
    "1,4.5,A dog is running.,A dog runs.\n2,.5,A car.,A cat.\n",
    "line ends of an old Mac": GOOD.replace("\n", "\r"),
    "quotes": HEAD + '"A dog runs.",A dog is running.," 4.5 "\n"A cat.","A car.",5e-1\n',
    "semicolons, decimal commas": SEMICOLONS.replace("4.5", "4,5").replace("0.5", "0,5"),
}
PACKED = [gzip.compress(part.encode()) for part in (GOOD, GOOD[:30], GOOD[30:])]
PARTS = {"sentence1": ["A dog runs.", "A cat."], "sentence2": ["A dog is running.", "A car."]}
PARTS["score"] = [4.5, 0.5]
FIRST = '{"sentence1": "A dog runs.", "sentence2": "A dog is running.", "score": 4.5}'
SECOND = '{"score": "0.5", "sentence1": "A cat.", "sentence2": "A car."}'
FINE = {
    "another case of the ending": (GOOD, "A.CSV"),
    "tabs": (GOOD.replace(",", "\t"), "a.tsv"),
    "tabs, line ends of Windows": (GOOD.replace(",", "\t").replace("\n", "\r\n"), "a.tsv"),
    "gzip": (PACKED[0], "a.csv.gz"),
    "gzip in two parts": (PACKED[1] + PACKED[2], "a.csv.gz"),
    "json": (f"[{FIRST},\n{SECOND}]", "a.json"),
    "json, packed": (gzip.compress(f"[{FIRST}, {SECOND}]".encode()), "a.json.gz"),
    "parquet": (pd.DataFrame(PARTS).to_parquet(), "a.parquet"),
    "jsonl": (f"{FIRST}\n\n{SECOND}", "a.jsonl"),
}
FINE |= {case: (content, "a.csv") for case, content in FINE_CSV.items()}


@pytest.mark.parametrize("case", FINE)
def test_good_files_are_read_alike_whole_and_streamed(write, case):
    content, name = FINE[case]
    path = write(content, name)
    assert check_file(path)[list(PARTS)].to_dict("list") == PARTS
    for column in ("sentence1", "sentence2"):
        assert stream(path, column) == PARTS[column]


def test_other_names_are_told_and_then_read(told, refused, write):
    path = write(GOOD.replace("sentence1,sentence2,score", "q 1,question2,score"))
    assert "; rename 'q 1' to 'sentence1'" not in told(path)
    path = write(GOOD.replace("sentence1,sentence2,score", "question1,question2,similarity"))
    names = "question1=sentence1,question2=sentence2,similarity=score"
    assert told(path).endswith(f"; or --columns {names}")
    rows = check_file(path, columns=names)
    assert rows["score"].tolist() == [4.5, 0.5]
    keys = gzip.compress(FIRST.replace("sentence", "text").replace("score", "7").encode())
    names = "text1=sentence1,text2=sentence2,7=score"
    rows = check_file(write(keys, "a.jsonl.gz"), columns=names, one_value=True)
    assert rows["score"].tolist() == [4.5], "a packed file has keys, and no header"
    for wrong, words in (
        ("question1", "write theirs=ours"),
        ("question1=sentence1,question2", "write theirs=ours"),
        ("question1=sentence1,question2=sentence1", "'sentence1' is named twice"),
        ("question1=sentence1,question1=sentence2", "'question1' is named twice"),
        ("question3=sentence1", "names 'question3'; the file has 'question1', 'question2'"),
    ):
        refused(words, check_file, path, columns=wrong)
    commas = write('"first, old",sentence2,score\nx,y,1\nu,v,2\n')
    rows = check_file(commas, columns="first, old=sentence1,score=label")
    assert (rows["sentence1"].tolist(), rows["label"].tolist()) == (["x", "u"], [1, 2])
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


@pytest.mark.skipif(not OPENPYXL, reason="openpyxl is not installed")
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
    pd.DataFrame(["sentence", "one", None, "three", None]).to_excel(path, index=False, header=False)
    assert "row 2 (line 3), column 'sentence': the sentence is missing" in told(path)


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


def test_a_huge_cell_is_read_whole_and_streamed_and_the_limit_restored(write):
    before, path = csv.field_size_limit(), write(HEAD + f"{'x' * 300_000},b,1\nc,d,2\n")
    rows, texts = check_file(path), read_texts(path, "sentence1")
    assert len(rows["sentence1"][0]) == len(next(texts)) == 300_000
    assert csv.field_size_limit() == before
    assert list(texts) == ["c"]
    assert "300,000 characters, row 1 (line 2), column" in dict(summary(rows))["longest"]


J = '{"sentence1": "a", "sentence2": "b", "score": 1}\n'
#: What is wrong with the rows of a CSV file, its content, and words of the complaint.
BAD_ROWS = {
    "missing column": ("sentence1,score\na,1\n", "'sentence2'", "found", "'score'"),
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
    "no label": (HEAD + "a,b,1\nc,d,\n", "row 2 (line 3)", "fill it in"),
    "texts": ("text,other\na,b\n", "sentences need column 'sentence', found"),
    "one class": (HEAD + "a,b,1\nc,d,1.0\n", "'score'", "all 2 rows have the value 1"),
    "one row": (HEAD + "a,b,1\n", "the one row"),
    "no rows": (HEAD, "no rows"),
    "shares in percent": (HEAD + "a,b,85 %\nc,d,5 %\n", "85 % as 0.85"),
    "one word": (HEAD + "a,b,yes\nc,d,Yes\n", "all 2 rows have the value 1"),
    "decimals or thousands": (
        "sentence1;sentence2;score\na;b;2\nc;d;1,000\n",
        "row 2 (line 3)",
        "decimals or thousands? Write 1.000 or 1000",
    ),
}
BAD = {case: (content, "a.csv", *words) for case, (content, *words) in BAD_ROWS.items()}
#: The same of other files, after the content a name.
BAD |= {
    "gzip bomb": (gzip.compress(b" " * 30_000_000), "a.csv.gz", "more than 100 times"),
    "unknown ending": (GOOD, "a.dat", ".dat", ".csv, .tsv, .jsonl, .json, .parquet, .xlsx"),
    "no ending": (GOOD, "rows", "ending"),
    "key lacking": (J + '{"sentence1": "c"}\n', "a.jsonl", "row 2 (line 2)", "lacks 'sentence2'"),
    "json with other keys": ("[" + J.strip() + ', {"a": 1}]', "a.json", "row 2", "lacks"),
    "json key too many": (J + J.replace("}", ', "x": 1}'), "a.jsonl", "row 2", "has also 'x'"),
    "json nan": (J + J.replace("1}", "NaN}"), "a.jsonl", "row 2 (line 2)", "label is missing"),
    "json nothing": ("\n", "a.jsonl", "no rows"),
    "a list as label": (J.replace('"score": 1', '"label": [1]') * 3, "a.jsonl", "label"),
    "an object": (J.replace('"score": 1', '"label": {"a": 1}') * 3, "a.jsonl", "label"),
}
#: What is wrong with the form of a CSV file, which is told alike where texts are streamed.
BAD_FORM = {
    "empty sentence": (HEAD + '"p\nq",b,1\n , d,2\n', "row 2 (line 4)", "'sentence1'", "empty"),
    "latin-1": ((HEAD + "a,b,1\ncafé,d,2\n").encode("latin-1"), "line 3", "byte 36 (0xe9)"),
    "latin-1 after a mark": (b"\xef\xbb\xbfab\xe9", "line 1: byte 6 (0xe9)"),
    "utf-16": (GOOD.encode("utf-16"), "UTF-16", "UTF-8"),
    "utf-16 without a mark": (GOOD.encode("utf-16-le"), "line 1: a zero byte", "UTF-16"),
    "nothing": (b"", "the file is empty"),
    "only blanks": (b"\n\r\n", "only blank lines"),
    "a title": ("sentence1\n" + GOOD, "row 1 (line 2): 3 cells", "a title? Then delete it"),
    "a comma in a name": ("a;b;c,sentence1\n1;2;3\n", "row 1 (line 2): 1 cell", "write sep=;"),
    "zero byte": (HEAD + "a,b\0,1\n", "line 2", "zero byte"),
    "too few cells": (HEAD + '"p\nq",b,1\nc,d\n', "row 2 (line 4): 2 cells", "has 3", "fill in"),
    "too many cells": (HEAD + "a, b,c,1\n", "row 1 (line 2): 4 cells", "a comma in double quotes"),
    "too many, semicolons": ("sentence1;b\nx;1;2\n", "holds a semicolon in double quotes"),
    "double header": ("sentence1,sentence1,score\na,b,1\n", "'sentence1' appears twice"),
    "tabs in csv": (GOOD.replace(",", "\t"), "tabs, not commas", "rename it to .tsv"),
    "bars": (GOOD.replace(",", "|"), "bars, not commas", "sep=|"),
    "excel named csv": (b"PK\x03\x04xxxx", "csv, its bytes say a zip", "Excel", "CSV UTF-8"),
    "parquet named csv": (b"PAR1xxxx", "rename it to .parquet"),
    "open quote": (HEAD + 'a,b,1\nc,"d,2\ne,f,3\n', "line 3: a double quote", "never closes"),
    "open quote in the header": ('sentence1,"b\nx,y\n', "line 1: a double quote opens"),
    "text after a quote": (HEAD + 'a,b,1\n"c"c,d,2\n', "line 3", "closing double quote"),
    "text after a quote there": ('"a"b,sentence1\nx,y\n', "line 1: text after a closing"),
}
PACKED_TWICE, HALF = gzip.compress(b"PAR1"), gzip.compress(GOOD.encode())[:-9]
PARQUET = pd.DataFrame({"sentence1": ["a cat " * 50] * 500}).to_parquet()
#: The same of other files, after the content a name.
ALIKE = {case: (content, "a.csv", *words) for case, (content, *words) in BAD_FORM.items()} | {
    "extra tab": ("sentence1\tlabel\na\tb\t1\n", "a.tsv", "row 1 (line 2): 3 cells", "extra tab"),
    "semicolons in tsv": (GOOD.replace(",", ";"), "a.tsv", "semicolons, not tabs"),
    "commas in tsv": (GOOD, "a.tsv", "commas, not tabs", "rename it to .csv"),
    "csv named parquet": (GOOD, "a.parquet", "bytes do not"),
    "cut parquet": (b"PAR1\0\0\0", "a.parquet", "not a readable parquet"),
    "damaged parquet": (PARQUET[:60] + b"x" * 30 + PARQUET[90:], "a.parquet", "not a readable"),
    "excel": (b"PK\x03\x04", "a.xlsx", ".xlsx", "or as CSV UTF-8"),
    "old Excel": (b"\xd0\xcf\x11\xe0", "a.xls", "save the sheet as .xlsx"),
    "empty json": ("[]", "a.json", "a list of objects"),
    "json lines named json": (J + J, "a.json", "line 2", "call it .jsonl"),
    "json of numbers": ("[1]", "a.json", "row 1", "found 1"),
    "a set that datasets saved": (b"x", "a.arrow", "from_file", "to_parquet"),
    "a list named json lines": ("[\n" + J + "]", "a.jsonl", "row 1", "call it .json"),
    "no gzip": (GOOD, "a.csv.gz", "not a gzip file"),
    "half a gzip": (HALF, "a.csv.gz", "gzip file ends in the middle"),
    "damaged gzip": (HALF[:50] + b"x" + HALF[51:], "a.csv.gz", "a.csv.gz: "),
    "packed twice": (PACKED_TWICE, "a.parquet.gz", ".parquet is packed already; unpack the .gz"),
    "utf-16, packed": (gzip.compress(GOOD.encode("utf-16")), "a.csv.gz", "bytes say UTF-16"),
    "bad json": (J + "{oops}\n", "a.jsonl", "row 2 (line 2)", "not JSON", "character 2"),
    "json array": (J + "\n[1]\n", "a.jsonl", "row 2 (line 3)", "expected an object", "[1]"),
    "json key twice": (J + '\n{"a": 1, "a": 2}', "a.jsonl", "row 2 (line 3): key 'a' appears"),
    "twice in a list": ('[{"a": 1}, {"a": 1, "a": 2}]', "a.json", "row 2: key 'a' appears twice"),
    "json key twice, further in": ('[{"a": {"b": 1, "b": 2}}]', "a.json", "'b' appears twice"),
    "json null": (J + J.replace('"a"', "null"), "a.jsonl", "row 2 (line 2)", "missing"),
    "number as text": (J + J.replace('"a"', "7"), "a.jsonl", "row 2", "expected text, found 7"),
    "json zero": (J + J.replace('"a"', '"\\u0000"'), "a.jsonl", "row 2", "zero character"),
    "json half a character": (J + J.replace('"a"', '"\\ud800"'), "a.jsonl", "row 2", "surrogate"),
    "json long number": (J + "1" * 5000, "a.jsonl", "row 2 (line 2)", "too long"),
    "json deep": (J + "[" * 200_000, "a.jsonl", "row 2 (line 2)", "too deep"),
}


@pytest.mark.parametrize("case", BAD | ALIKE)
def test_a_bad_file_is_one_line_with_place_and_mend(told, write, case):
    content, name, *words = (BAD | ALIKE)[case]
    path = write(content, name)
    message = told(path)
    for word in words:
        assert word in message
    assert len(message) < 600
    if case in ALIKE:
        mend = "; --drop-missing leaves out rows that lack something"
        assert told(path, stream) == message.removesuffix(mend)


def test_what_a_parquet_holds_besides_text_is_named(told, tmp_path):
    path = tmp_path / "a.parquet"
    for column, words in (
        ([b"a", b"b"], "expected text"),
        ([["a"], ["b"]], "expected text"),
        ([1, 2], "expected text"),
        (["a", None], "row 2, column 'sentence'"),
    ):
        pd.DataFrame({"sentence": column, "label": [0, 1]}).to_parquet(path)
        assert words in told(path)


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
    """Anything but rows or a UserError of one line fails the test by itself; so does a warning."""
    try:
        told = summary(check_file(path))
    except UserError as error:
        (told,) = str(error).split("\n")
    assert told


cells = st.text(alphabet=st.sampled_from('ab",\t\n\r\\{}é\u2028 1.;\ufeff\0'), max_size=8)


@patient
@given(data=st.binary(max_size=120) | cells.map(str.encode))
def test_random_bytes_never_give_a_traceback(tmp_path, data):
    heads = {"csv": HEAD, "tsv": HEAD.replace(",", "\t"), "jsonl": J, "parquet": "PAR1", "txt": ""}
    for ending, head in heads.items():
        for content in (data, head.encode() + data):
            path = tmp_path / f"x.{ending}"
            path.write_bytes(content)
            rows_or_complaint(path)


@patient
@given(st.integers(0, 10_000), st.integers(0, 255), st.sampled_from(["parquet", "csv"]))
@example(24, 128, "parquet")  # text that is not UTF-8
def test_one_wrong_byte_never_gives_a_traceback(tmp_path, at, value, ending):
    rows = pd.DataFrame({"sentence": ["one two", "three"], "label": [0, 1]})
    path = tmp_path / f"x.{ending}"
    rows.to_parquet(path) if ending == "parquet" else rows.to_csv(path, index=False)
    data = bytearray(path.read_bytes())
    data[at % len(data)] = value
    path.write_bytes(bytes(data))
    rows_or_complaint(path)


SENTENCE = st.text(min_size=1, max_size=12).filter(lambda text: not text_problem(text))
ODD = st.text(st.sampled_from('ab "\t,;\n1'), min_size=1).filter(str.strip)
ROW = st.tuples(SENTENCE | ODD, ODD, st.floats(-5, 5, allow_nan=False))


@patient
@given(
    rows=st.lists(ROW, min_size=2, max_size=5, unique_by=lambda row: row[2]),
    minimal=st.booleans(),
    separator=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_is_read_back(tmp_path, rows, minimal, separator, end):
    frame = pd.DataFrame(rows, columns=list(PARTS))
    # Where it may, pandas itself leaves a bare carriage return unquoted.
    minimal = minimal and not any("\r" in text for text in frame["sentence1"])
    quoting = csv.QUOTE_MINIMAL if minimal else csv.QUOTE_ALL
    text = frame.to_csv(index=False, sep=separator, quoting=quoting, lineterminator=end)
    table = tmp_path / ("x.tsv" if separator == "\t" else "x.csv")
    table.write_bytes(text.encode())
    records = [json.dumps(record) + end for record in frame.to_dict("records")]
    (tmp_path / "x.jsonl").write_bytes("".join(records).encode())
    for path in (table, tmp_path / "x.jsonl"):
        assert check_file(path).to_dict("list") == frame.to_dict("list")
