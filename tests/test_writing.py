"""Files whole or not at all, with the usual mode, and no litter of killed processes for long."""

import os
import shutil
from unittest.mock import Mock

import pandas as pd
import pytest

from stsutils.writing import write_atomically, write_csv, write_together

posix = pytest.mark.skipif(os.name != "posix", reason="modes, signals")


def left(folder, name="x.json"):
    """What a process that was killed a day ago left in a folder."""
    path = folder / f".{name}.0123456789abcdef.tmp"
    path.write_text("half")
    os.utime(path, (0, 0))
    return path


def test_a_file_is_whole_or_the_old_one(tmp_path):
    path = tmp_path / "deep" / "file"
    assert write_atomically(path, lambda place: place.write_text("one")) == path

    def broken(place):
        place.write_text("tw")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, broken)
    assert path.read_text() == "one"
    assert [p.name for p in path.parent.iterdir()] == ["file"]

    full = OSError(28, "No space left on device"), "No space left on device: '.*deep.file'"
    for error, words in (full, (OSError("words alone"), "^words alone$")):
        with pytest.raises(OSError, match=words):
            write_atomically(path, Mock(side_effect=error))


def test_a_writer_may_put_another_file_there_and_a_long_name_leaves_room(tmp_path):
    def write(place):
        place.unlink()
        place.write_text("new")
        place.chmod(0o400)

    for name in ("file", "句" * 80):
        assert write_atomically(tmp_path / name, write).read_text() == "new"


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_the_mode_is_what_the_umask_says(tiny, tmp_path, umask, mode):
    from stsutils.encoders import save

    def private(place):
        place.write_text("")
        place.chmod(0o600)  # as safetensors does

    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "file", private)
        save(tiny("first_last"), tmp_path / "encoder")
    finally:
        os.umask(before)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 8
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {oct(mode)}


@posix
def test_a_link_stays_and_leads_to_what_is_written(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", lambda place: place.write_text("new"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_what_killed_processes_left_goes_at_a_write_a_day_later_and_nothing_else(tmp_path):
    fresh = tmp_path / ".y.json.0123456789abcdef.tmp"
    fresh.write_text("of a process that is still writing it")
    old, inner = left(tmp_path), tmp_path / ".files.0123456789abcdef.tmp"
    inner.mkdir()
    (inner / "inner").write_text("half")
    os.utime(inner, (0, 0))
    others = [old.name[1:], old.name + "~", ".file.tmp", ".0123456789abcdef.tmp"]
    for name in others:
        shutil.copy2(old, tmp_path / name)
    kept = {*others, fresh.name}
    write_atomically(tmp_path / "file", lambda place: place.write_text(""))
    assert {path.name for path in tmp_path.iterdir()} == {*kept, "file"}
    left(tmp_path)
    with write_together(tmp_path) as place:
        (place / "one").write_text("1")
    assert {path.name for path in tmp_path.iterdir()} == {*kept, "file", "one"}


def test_a_table_can_be_read_back_whatever_its_cells_hold(tmp_path):
    rows = pd.DataFrame({"sentence1": ["a\rcat", 'so "it" is'], "cosine": [0.5, 1.0]})
    path = write_csv(tmp_path / "t.csv", rows)
    assert pd.read_csv(path).equals(rows)
    write_csv(path, rows.assign(note=pd.Series(["\ud83d", "plain"], dtype=object)))
    assert pd.read_csv(path).note.tolist() == ["\\ud83d", "plain"]


def test_a_folder_is_written_together_or_not(tmp_path):
    (tmp_path / "kept").write_text("old")
    (tmp_path / "changed").write_text("old")

    def write(error=None):
        with write_together(tmp_path) as fresh:
            (fresh / "changed").write_text("new")
            (fresh / "deep" / "empty").mkdir(parents=True)
            (fresh / "deep" / "file").write_text("new")
            if error:
                raise error

    with pytest.raises(RuntimeError):
        write(RuntimeError)
    assert {path.name for path in tmp_path.iterdir()} == {"kept", "changed"}
    assert (tmp_path / "changed").read_text() == "old"
    write()
    assert {path.name for path in tmp_path.rglob("*")} == {
        *("kept", "changed", "deep", "empty", "file")
    }
    assert (tmp_path / "changed").read_text() == "new"
