"""Files as others write them: no header, words as labels, gaps, quotes, lists."""

import csv
import itertools

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from stsutils.data import check_file, kind_of, summary
from stsutils.data.label_words import KNOWN
from stsutils.data.texts import read_texts

HEAD = "sentence1,sentence2,label\n"
FOUR = "1=sentence1,3=sentence2,4=label"


def streamed(path):
    return list(read_texts(path))


@pytest.mark.parametrize(
    ("line", "start", "columns"),
    [
        ("{a}\t{b}\t{y}\n", 0, None),
        ("{n}\t{a}\t{b}\t{y}\n", 7, None),
        ("{n}\t{a}\t{b}\t{y}\n", 1, None),
        ("{a}\tx{n}\t{b}\t{y}\n", 0, FOUR),
    ],
)
def test_a_file_without_header_is_seen_and_then_read_whole(told, write, line, start, columns):
    first, second = ["怎么重置路由器", "明天下雨吗"], ["路由器怎么恢复出厂", "怎么去火车站"]
    both = zip(first, second, strict=True)
    lines = [line.format(n=start + i, a=a, b=b, y=1 - i) for i, (a, b) in enumerate(both)]
    path = write("".join(lines), "a.tsv")
    assert "--no-header" in told(path)
    rows = check_file(path, header=False, columns=columns)
    assert (rows["sentence1"].tolist(), rows["sentence2"].tolist()) == (first, second)
    assert rows["label"].tolist() == [1, 0]
    assert rows.attrs["lines"] == [1, 2]


def test_a_header_is_no_row(told, write):
    rows = "a,b,1\nc,d,0\n"
    for names, columns in (
        ("0,1,2", "0=sentence1,1=sentence2,2=label"),
        ("s1,s2,2019", "s1=sentence1,s2=sentence2,2019=label"),
        ("sentence1,sentence2,2019", "2019=label"),
    ):
        assert check_file(write(f"{names}\n{rows}"), columns=columns)["label"].tolist() == [1, 0]
    for two in ("a,b,c,1\nd,e,f,0\n", "a,b,1,2020\nd,e,0,2021\n"):
        assert "say what they are" in told(write(two), header=False)
    assert check_file(write("7,a,b,1\n8,d,e,0\n"), header=False)["label"].tolist() == [1, 0]
    assert "leave out --no-header" in told(write('{"a": 1}\n', "a.jsonl"), header=False)
    for text in ("sentence1,sentence2\na,b\n", f"{HEAD}a,b,1\nc,d,0\n"):
        assert "leave out --no-header" in told(write(text), header=False, labelled=False)


def test_quotes_around_all_but_numbers_are_a_writer_s(tmp_path):
    first, second = ['A "dog".', "-", "nan", "7 ", "e"], ["x", "7", "inf", "1e3", "-1"]
    rows = pd.DataFrame({"sentence1": first, "sentence2": second, "label": [1, 0, 1, 0, 1]})
    rows.to_csv(tmp_path / "r.tsv", sep="\t", index=False, quoting=csv.QUOTE_NONNUMERIC)
    assert check_file(tmp_path / "r.tsv").to_numpy().tolist() == rows.to_numpy().tolist()


def test_excel_s_first_line_says_the_separator(told, write):
    for separator, end in itertools.product(",;\t|", ("\n", "\r\n")):
        text = f"sep={separator}\n{HEAD}A dog.,A cat.,1\nB,C,0\nD,,1\n".replace(",", separator)
        path = write(text.replace("\n", end))
        assert "row 3 (line 5), column 'sentence2'" in told(path)
        assert check_file(path, drop_missing=True)["label"].tolist() == [1, 0]
    assert list(read_texts(write("sep=;\nid;sentence\n1;x\n2;y\n"))) == ["x", "y"]


@pytest.mark.parametrize(("unlike", "like"), KNOWN)
def test_words_that_everybody_knows_are_labels(write, unlike, like):
    for change in (str, str.upper, str.title, lambda word: word.replace(" ", "_")):
        rows = check_file(write(f"{HEAD}a,b,{change(like)}\nc,d,{change(unlike)}\n"))
        assert rows["label"].tolist() == [1, 0]


def test_words_of_the_reader_s_own_are_labels_when_he_explains_them(refused, told, write):
    path = write(f"{HEAD}a,b,Gleich\nc,d,Ganz anders\ne,f,Weiß nicht\n")
    assert '--labels "Ganz anders=…,Gleich=…,Weiß nicht=…"' in told(path)
    assert "does not name 'Weiß nicht'" in told(path, labels="Gleich=1,ganz anders=0")
    refused("write word=number", check_file, path, labels="Gleich")
    words = "Gleich=1,Ganz anders=0,Weiß nicht="
    assert "--drop-missing" in told(path, labels=words)
    rows = check_file(path, labels=words, drop_missing=True)
    assert rows["label"].tolist() == [1, 0]
    assert rows.attrs["dropped"] == 1
    assert dict(summary(rows))["left out"] == "1 rows that lack a sentence or a label"
    nli = write(f"{HEAD}a,b,entailment\nc,d,neutral\ne,f,contradiction\n")
    assert check_file(nli)["label"].tolist() == [2, 1, 0]
    found = check_file(nli, labels="entailment=1,neutral=0,contradiction=0")
    assert found["label"].tolist() == [1, 0, 0]
    for names, said in (("1 -1 0", "1=2,-1=0,0=1"), ("A A- B", "A=2,a-=0,B=1")):
        cells = zip("abc", names.split(), strict=True)
        signed = write(HEAD + "".join(f"{text},x,{name}\n" for text, name in cells))
        assert check_file(signed, labels=said)["label"].tolist() == [2, 0, 1]
    refused("'similar' is named twice", check_file, path, labels="Similar=1,Similar=0")
    turned = check_file(write(f"{HEAD}a,b,0\nc,d,1\n"), labels="0=1,1=0")
    assert turned["label"].tolist() == [1, 0]
    assert "name one" in told(write("sentence1,sentence2\na,b\n"), labels="a=1", labelled=None)
    none = write(f"{HEAD}a,b,-1.0\nc,d,0.0\ne,f,1.0\ng,h,\ni,j,2.0\n")
    refused("write word=number", check_file, none, labels="a=-,b=1")
    said = '"-1=,0=0,1=1,2=2" --drop-missing'
    assert said in told(none, drop_missing=True), "which can be typed as it is told:"
    assert len(check_file(none, labels=said.split('"')[1], drop_missing=True)) == 3
    splits = write("anchor,positive,negative,label\na,b,c,train\nd,e,f,dev\n")
    assert check_file(splits)["label"].tolist() == ["train", "dev"], "triplets have no label"


def test_a_label_studio_export_is_read(write):
    lines = ["annotation_id,id,similarity,text1,text2", "1,11,Similar,My card,The card"]
    path = write("\n".join([*lines, "2,12,Not similar,I lost my key,The garden is green\n"]))
    names = "text1=sentence1,text2=sentence2,similarity=label"
    assert check_file(path, columns=names)["label"].tolist() == [1, 0]
    words = "Similar=1,Not similar=0"
    assert check_file(path, columns=names, labels=words)["label"].tolist() == [1, 0]


def test_all_rows_with_gaps_are_counted_and_may_be_left_out(told, write):
    lines = [f"q{i},p{i},{i % 2}" for i in range(20)]
    for at, line in {3: ",p,1", 8: "q,\u200b ,0", 12: "q,p,NaN"}.items():
        lines[at] = line
    path = write(HEAD + "\n".join(lines) + "\n")
    message = told(path)
    assert "row 4 (line 5), column 'sentence1': the sentence is empty" in message
    assert "3 of 20 rows are wrong, these too: 9, 13; --drop-missing" in message
    rows = check_file(path, drop_missing=True)
    assert len(rows) == 17
    assert rows.attrs["lines"] == [i + 2 for i in range(20) if i not in (3, 8, 12)]
    assert "no rows" in told(write(f"{HEAD},b,1\n"), drop_missing=True)
    snli = write(f"{HEAD}a,b,neutral\nc,d,-\ne,f,\ni,k,NULL\ng,h,entailment\n")
    assert check_file(snli, drop_missing=True)["label"].tolist() == [1, 2]
    words = write(f"{HEAD}a,b,yes\nnone,d,N/A\ne,nan,None\ng,h,no\n")
    assert check_file(words, drop_missing=True)["label"].tolist() == [1, 0]
    rows = check_file(words, labels="yes=1,no=0,None=0,N/A=1")
    assert rows["label"].tolist() == [1, 1, 0, 0], "what the reader says of a word comes first"
    assert dict(summary(rows))["gaps?"].endswith("stand as sentences: 2")
    ids = check_file(write(f"{HEAD}17,18,1\n17,a 3,0\n19,20-21,1\n"))
    assert dict(summary(ids))["ids?"].endswith("held ids of texts: 2")
    raw = check_file(write(f"{HEAD}a,b,1\nc,d,\ne,f,n/a\n"), labelled=False)
    assert raw["label"].tolist() == ["1", "", "n/a"], "labels stay where none are needed"
    new, names = write("q,sentence2\na,b\n"), "q=sentence1,p=sentence2,y=label"
    assert check_file(new, columns=names, labelled=False)["sentence1"].tolist() == ["a"]
    assert "--columns names 'p'" in told(new, columns=names, labelled=None)


def test_lists_of_positives_and_negatives_become_rows(told, write):
    line = '{"query": "q", "pos": ["a", "b"], "neg": ["c", "d"]}\n'
    path = write(line + line.replace('"q"', '"r"'), "a.jsonl")
    names = "query=anchor,pos=positive,neg=negative"
    assert names in told(path)
    rows = check_file(path, columns=names)
    assert kind_of(rows) == "triplets"
    assert ["".join(row) for row in rows.head(4).to_numpy()] == ["qac", "qad", "qbc", "qbd"]
    assert rows.attrs["lines"] == [1] * 4 + [2] * 4
    assert len(check_file(path, columns="query=sentence1,pos=sentence2", labelled=None)) == 4
    packed = path.with_suffix(".parquet")
    pd.read_json(path, lines=True).to_parquet(packed)
    assert check_file(packed, columns=names).to_numpy().tolist() == rows.to_numpy().tolist()
    beside = line.replace("query", "sentence1").replace('"pos": ["a", "b"]', '"sentence2": "a"')
    pairs = write(beside.replace("neg", "negative") * 2, "pairs.jsonl")
    assert len(check_file(pairs, labelled=None)) == 2, "no column of pairs, so it is left alone"
    gap = write(line.replace('["c", "d"]', "[]"), "b.jsonl")
    assert "column 'negative': the sentence is missing" in told(gap, columns=names)


def test_bare_quotes_of_a_tsv_are_characters_whole_and_streamed(write):
    for cell in ('"No," he said', 'He said "no"', '"a" and "b"', '"quoted"', '6" long', '"open'):
        path = write(f"sentence\tlabel\n{cell}\t1\nx\t0\n", "a.tsv")
        rows = check_file(path)
        assert rows["sentence"].tolist() == list(read_texts(path)) == [cell, "x"]
        noted = "1 sentences keep" in dict(summary(rows)).get("note", "")
        assert noted == (cell[0] == cell[-1] == '"'), cell
    path = write('sentence\tlabel\n"say ""a"""\t1\nx\t0\n', "a.tsv")
    assert check_file(path)["sentence"].tolist() == list(read_texts(path)) == ['say "a"', "x"]


def test_texts_that_are_numbers_stay_as_they_are(write):
    text = "sentence1;sentence2;id;score\n1,5;2,50;1,25;0,5\n3;4,0;2;1,0\nnone;a;3;N/A\n"
    rows = check_file(write(text), drop_missing=True)
    assert rows["sentence1"].tolist() == ["1,5", "3"]
    assert rows["sentence2"].tolist() == ["2,50", "4,0"]
    assert rows["id"].tolist() == ["1,25", "2"]
    assert rows["score"].tolist() == [0.5, 1.0]
    assert list(read_texts(write("sentence;b\n1,5;2\n"))) == ["1,5"]


@pytest.mark.parametrize("kind", ["repeated", "packed", "rows"])
def test_a_parquet_that_would_fill_the_memory_is_refused(refused, tmp_path, kind):
    path, many = tmp_path / "a.parquet", 200_000
    long = pa.DictionaryArray.from_arrays(pa.array(np.zeros(many, np.int32)), ["x" * 1000])
    if kind == "packed":
        pq.write_table(pa.table({"sentence": long}), path, use_dictionary=False, compression="zstd")
    elif kind == "repeated":
        pq.write_table(pa.table({"sentence": long}), path)
    else:
        one = pa.DictionaryArray.from_arrays(pa.array(np.zeros(50 * many, np.int32)), ["x"])
        pq.write_table(pa.table({"sentence": one, "b": one}), path)
    for read in (check_file, lambda p: sum(1 for _ in read_texts(p, "sentence"))):
        refused("grows to more than 100 times its size; save it as CSV", read, path)


def test_a_parquet_of_repeated_texts_is_read_alike(tmp_path):
    path = tmp_path / "a.parquet"
    rows = pd.DataFrame({"sentence": ["a", "b", "a"] * 50_000, "label": [0, 1, 0] * 50_000})
    rows.to_parquet(path, row_group_size=10_000)
    assert check_file(path)["sentence"].tolist() == list(read_texts(path)) == list(rows["sentence"])


def test_whole_numbers_beside_gaps_in_a_parquet_keep_their_digits(tmp_path):
    ids = pa.array([9007199254740993, None], pa.int64())
    table = pa.table({"sentence1": ["a", "b"], "sentence2": ["c", "d"], "id": ids})
    pq.write_table(table, tmp_path / "a.parquet")
    rows = check_file(tmp_path / "a.parquet", labelled=False)
    assert rows["id"].tolist() == [9007199254740993, None]


def test_a_hugging_face_dataset_is_taken_or_told_what_to_do(refused, tiny, pairs):
    from datasets import Dataset

    from stsutils.evaluation import sts
    from stsutils.losses import cosent, on_cosines
    from stsutils.training import fit

    rows = Dataset.from_pandas(pairs)
    assert sts(tiny(), rows) == sts(tiny(), pairs)
    ours, theirs = (fit(tiny(), one, on_cosines(cosent), progress=None) for one in (pairs, rows))
    assert ours["loss"].tolist() == theirs["loss"].tolist()
    refused(r"not Dataset; take its to_pandas\(\)", kind_of, rows)
    refused(r"not list$", kind_of, [1])


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_a_blank_line_of_a_single_column_is_an_empty_cell(told, write, ending):
    path = write("\nsentence\none\n\nthree\n", f"a.{ending}")
    for read in (check_file, streamed):
        assert "row 2 (line 4), column 'sentence': the sentence is empty" in told(path, read)
    for text in ("sentence\none\ntwo\n\n\n", "sentence\r\r\none\r\r\ntwo\r\r\n"):
        assert streamed(write(text, f"a.{ending}")) == ["one", "two"]


def test_a_space_before_a_quote_is_told(told, write):
    for cell in ('"b c"', '"b, c"'):
        path = write(f'{HEAD}"a", {cell}, 1\nd,e,0\n')
        assert "take out the spaces behind the commas" in told(path)
    path = write(f'{HEAD}a, "b" is c,1\n')
    assert check_file(path, one_value=True)["sentence2"][0] == ' "b" is c'


def test_what_excel_quotes_between_tabs_is_read(write):
    text = 'sentence1\tsentence2\tlabel\r\n"A, b"\tc\t1\r\n"say ""a"""\td\t0\r\n'
    assert check_file(write(text, "a.tsv"))["sentence1"].tolist() == ["A, b", 'say "a"']
    bare = text.replace("c\t", "c, d\t")  # a comma without quotes: not Excel's
    assert check_file(write(bare, "a.tsv"))["sentence1"].tolist()[0] == '"A, b"'


def test_an_empty_column_beside_the_labels_is_passed_over(write):
    path = write("sentence1,sentence2,score,label\na,b,,1\nc,d, ,0\n")
    for labelled in (True, None):
        assert check_file(path, labelled=labelled)["label"].tolist() == [1, 0]


def test_the_mend_of_a_wrong_name_can_be_typed(told, write):
    path = write(f"{HEAD}a,b,1\nc,d,0\n")
    assert "or --columns label=score" in told(path, columns="label=scores")
    assert check_file(path, columns="label=score")["score"].tolist() == [1, 0]
