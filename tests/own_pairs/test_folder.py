"""The folder of a comparison: damaged, half-written, shared, full; and odd names."""

import json
import os
import shutil
import subprocess
import sys
from functools import partial

import pandas as pd
import pytest
from filelock import FileLock

from stsutils.cli.options import check_out
from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.own_pairs import compare
from stsutils.own_pairs.folder import _changed, held, note, put, put_file, same_question
from stsutils.own_pairs.planned import read
from stsutils.own_pairs.question import check_printable
from stsutils.own_pairs.vectors import encode_file, unfinished
from stsutils.writing import write_csv

QUESTION = {"seeds": 3, "losses": {"translated_relu": {"ends": (0.0, 1.0)}}}
PLAN = {"rows": 30, "validation": 10, "test": 10, "epochs": 2, "rates": [3e-4, 1e-4], "seeds": 3}
KNOWN = {"question": QUESTION, "plan": PLAN, "notes": [], "seconds": 90.0}
KNOWN["cost"] = {"step": 0.1, "pair": 0.01, "cores": 1.0, "share": 1.0}
KNOWN["enough"] = {"rows": 2, "all": 3}


def read_plan(out, question):
    kept = same_question(out, question, "comparison")
    return kept and read(kept, out / "plan.json")


def test_a_plan_is_read_back_where_question_and_kind_are_the_same(refused, tmp_path):
    assert read_plan(tmp_path, QUESTION) is None
    (tmp_path / "plan.json").write_text(json.dumps(KNOWN))
    found = read_plan(tmp_path, QUESTION)
    assert (found.plan.rates, found.cost.step) == ([3e-4, 1e-4], 0.1)
    other = QUESTION | {"seeds": 4, "budget": 1}
    refused("a comparison with other seeds, budget; name another", read_plan, tmp_path, other)
    (tmp_path / "plan.json").write_text(json.dumps({"question": QUESTION}))
    assert same_question(tmp_path, QUESTION, "training")
    refused("holds a training, no comparison; name another folder", read_plan, tmp_path, QUESTION)
    (tmp_path / "plan.json").write_text(json.dumps(KNOWN))
    refused("holds a comparison, no training", same_question, tmp_path, QUESTION, "training")


ODD = [{"question": []}, {"plan": PLAN | {"colour": 1}}]
ODD.append({"plan": {k: v for k, v in PLAN.items() if k != "test"}})
TEXTS = [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000]


@pytest.mark.parametrize("text", TEXTS + [json.dumps(KNOWN | odd).encode() for odd in ODD])
def test_an_odd_plan_is_one_line_and_deleting_it_helps(tmp_path, text):
    (tmp_path / "plan.json").write_bytes(text)
    (tmp_path / "work").mkdir()
    with held(tmp_path), pytest.raises(UserError, match=r"plan.json can't be read .*; delete it"):
        read_plan(tmp_path, QUESTION)
    (tmp_path / "plan.json").unlink()
    with held(tmp_path):
        assert read_plan(tmp_path, QUESTION) is None


def test_what_a_killed_process_left_blocks_nothing_and_goes(tmp_path):
    out = tmp_path / "out"
    stray = out / "work" / ".cosent.0123456789abcdef.tmp"
    stray.mkdir(parents=True)
    (stray / "model.safetensors").write_text("half")
    (out / "work" / "records").mkdir()
    (out / ".plan.json.0123456789abcdef.tmp").write_text("half")
    (out / ".mine.tmp").write_text("mine")
    with held(out):
        assert [path.name for path in out.rglob("*.tmp")] == [".mine.tmp"]
    only = tmp_path / "only"
    only.mkdir()
    (only / ".plan.json.0123456789abcdef.tmp").write_text("half")
    with held(only):
        assert read_plan(only, QUESTION) is None


def test_a_folder_with_something_else_is_left_alone(refused, tmp_path):
    for name in ("model", "work"):
        (tmp_path / name).mkdir()
        refused("holds no comparison", held(tmp_path).__enter__)
    (tmp_path / "plan.json").write_text("{}")
    with held(tmp_path, replace=True):
        pass
    (tmp_path / "diary.txt").write_text("mine")
    refused("holds no comparison", held(tmp_path).__enter__)
    (tmp_path / "work" / "records").mkdir()
    refused("holds 'diary.txt' beside a comparison", held(tmp_path).__enter__)
    refused("is a file; name a folder", held(tmp_path / "diary.txt").__enter__)


@pytest.mark.parametrize("lock", [True, False])
def test_a_folder_of_the_reader_s_called_work_is_left_alone(refused, tmp_path, lock):
    (tmp_path / "work" / "cosent").mkdir(parents=True)
    if lock:
        (tmp_path / ".lock").touch()
    refused("holds no comparison", held(tmp_path).__enter__)


def test_what_the_reader_changed_stays(refused, tmp_path):
    table, model, said = tmp_path / "label_next.csv", tmp_path / "model", []
    (tmp_path / "work" / "records").mkdir(parents=True)
    rows = pd.DataFrame({"a": [1]})

    def put_model(fresh):
        fresh.mkdir()
        (fresh / "README.md").write_text("card")
        note(model, fresh)

    for more in (0, 1):  # what we wrote is written anew
        with held(tmp_path):
            put_file(table, partial(write_csv, rows=rows + more), False, said.append)
            put(model, put_model)
    assert (table.read_text(), said) == ("a\n2\n", [])
    table.write_text("a,label\n2,1\n")
    put_file(table, partial(write_csv, rows=rows), False, said.append)
    assert table.read_text() == "a,label\n2,1\n"
    assert "was changed since it was written, so it stays; --replace" in said[0]
    put_file(table, partial(write_csv, rows=rows), True, said.append)
    assert table.read_text() == "a\n1\n"
    for name in ("README.md", "notes/mine.txt"):
        (model / name).parent.mkdir(exist_ok=True)
        (model / name).write_text("mine")
        refused(r"model was changed since it .*--replace", held(tmp_path).__enter__)
        with held(tmp_path, replace=True):
            put(model, put_model)
        with held(tmp_path):
            pass


def test_a_link_in_the_model_s_place_makes_room_and_hidden_folders_do_not_count(tmp_path):
    def model(fresh):
        (fresh / ".git").mkdir(parents=True)
        (fresh / ".git" / "config").write_text("mine")
        (fresh / "weights").write_text("1")
        note(tmp_path / "model", fresh)

    (tmp_path / "work").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "model").symlink_to(tmp_path / "elsewhere")
    put(tmp_path / "model", model)
    assert not (tmp_path / "model").is_symlink()
    (tmp_path / "model" / ".git" / "config").write_text("other")
    assert not _changed(tmp_path / "model")
    (tmp_path / "model" / "weights").write_text("2")
    assert _changed(tmp_path / "model")


def test_what_encode_did_not_begin_is_left_alone(refused, encoder, tmp_path):
    model, file, out = load_encoder(encoder), tmp_path / "t.txt", tmp_path / "v.npy"
    file.write_text("a cat\na dog\n")
    part, state = unfinished(out)
    others = [tmp_path / "v.npy.part", tmp_path / "v.npy.part.json"]
    for other in others:
        other.write_text("mine")
    for odd, content in ((part, "mine"), (state, "mine"), (state, '{"mine": 1}')):
        odd.write_text(content)
        words = r"json can't be read .*; delete it and v\.npy\.stsutils-part to begin"
        refused(words, encode_file, model, file, out)
        assert odd.read_text() == content, "not even under our own names"
        odd.unlink()
    check_out(out, endings=(".npy",))  # nor do tables that `score` writes mind such files
    encode_file(model, file, out, progress=False)
    assert [other.read_text() for other in others] == ["mine", "mine"]
    assert len(list(tmp_path.iterdir())) == 4


def test_a_second_process_is_told(refused, tmp_path):
    code = (
        "import sys, pathlib; from stsutils.own_pairs.folder import held\n"
        "with held(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], **pipes) as other:
        assert other.stdout.readline() == b"held\n"
        refused("another comparison is at work in", held(tmp_path).__enter__)
        other.kill()
    with held(tmp_path):  # a killed process holds nothing
        pass


def test_what_the_disk_refuses_is_one_line(tmp_path):
    said = pytest.raises(UserError, match=r"out: .*No space left.*the same command goes on")
    with said, held(tmp_path / "out"):
        raise OSError(28, "No space left on device")
    with held(tmp_path / "out"), pytest.raises(UserError, match="its own"):
        raise UserError("its own")

    def full(folder):
        raise shutil.Error([("a/x", "b/x", "[Errno 28] No space left on device")])

    with pytest.raises(UserError, match=r"model: .*\(\[Errno 28\] No space.*same command goes on"):
        put(tmp_path / "model", full)
    assert not FileLock(tmp_path / "out" / ".lock").is_locked


@pytest.mark.parametrize("name", ["a\x1b[31m.csv", "a\nb.csv", os.fsdecode(b"a\xff.csv"), "\ud800"])
def test_names_that_no_page_can_show_are_refused_at_once(refused, tmp_path, name):
    message = refused("holds characters that no page can show", check_printable, file=name)
    assert message.isprintable()
    assert message.isascii()
    for options in ({"out": name}, {"encoder": name}):
        own = {"out": tmp_path / "out"} | options
        refused("no page can show", compare, tmp_path / "mine.csv", **own)
    check_printable(file="paires corrigées 句子.csv")
