"""Names, round trips, broken files, and records from elsewhere."""

import base64
import hashlib
import json
import math
import os
import secrets
import time
import zlib
from unittest.mock import Mock

import numpy as np
import pytest

from stsutils import ledger as led
from stsutils.checkout import find_in_checkout
from stsutils.errors import UserError
from stsutils.ledger import packing

RUN = led.Run("finetune-1", 0, {"loss": "cosent", "lr": 2e-5, "epochs": 1, "layers": [1, -1]})

#: What a process of another machine would leave.
STRAY = f".{RUN.id}.json.abcd0123abcd0123.tmp"


def result(rho=0.7, n=40, extra=None):
    random = np.random.default_rng(0)
    return led.Result(
        metrics={"test": rho, "validation": rho + 0.01},
        draws={"test": random.normal(rho, 0.01, 200)},
        curve=[{"step": 10, "dev": 0.5, "loss": 1.25}],
        predictions={"stsb": random.uniform(-1, 1, n)},
        extra=extra or {},
    )


def test_the_id_is_golden_and_follows_the_settings_not_their_order():
    text = led.canonical({"b": 1, "a": {"y": 2e-5, "x": [True, None, "é"]}})
    assert text == '{"a":{"x":[true,null,"\\u00e9"],"y":2e-05},"b":1}'
    assert led.Run("finetune-1", 0, {"lr": 2e-5, "n": 1, "x": (1, 2)}).id == "cdd556583e9ee5dd"
    settings = {"a": [1]}
    run, before = led.Run("r", 0, settings), led.Run("r", 0, {"a": [1]}).id
    settings["a"].append(2)
    assert run.id == before, "a run keeps its own copy"
    assert led.Run("r", 0, {"a": 1, "b": 2}) == led.Run("r", 0, {"b": 2, "a": 1})
    others = [led.Run("r", 0, {"a": value}) for value in (1, 1.0, True, "1")]
    others += [led.Run("r", 1, {"a": 1}), led.Run("s", 0, {"a": 1})]
    assert len({run.id for run in others}) == len(set(others)) == len(others)


GIVEN = {"encoder": "mini-3", "pooling": "mean", "max_length": 64}


@pytest.mark.parametrize(
    ("recipe", "settings", "defaults"),
    [
        ("finetune-1", RUN.settings, {"warmup": 0.1, "rows": None, "test_dimensions": []}),
        ("finetune-1", RUN.settings, {"clip": 1, "distributions": False}),
        ("raw-1", GIVEN, {"distributions": False}),
        ("interaction-1", RUN.settings, {"labels": "raw", "chunk": None}),
        ("cases-1", RUN.settings, {"test": [], "labels": "raw"}),
        ("transfer-1", GIVEN, {"training": None, "folds": 10, "grid": [0.25, 0.5, 1, 2, 4, 8]}),
    ],
)
def test_a_training_has_one_id_whether_or_not_defaults_are_named(recipe, settings, defaults):
    bare, told = led.Run(recipe, 0, settings), led.Run(recipe, 0, settings | defaults)
    assert bare == told
    assert told.settings == settings
    assert led.with_defaults(recipe, settings).items() >= defaults.items()


def test_a_training_within_other_settings_has_defaults_too():
    training = {"train": "stsb:train", "lr": 2e-5}
    bare = led.Run("transfer-1", 0, GIVEN | {"training": training})
    same = training | {"encoder": "mini-3", "max_length": 64, "warmup": 0.1}
    assert led.Run("transfer-1", 0, GIVEN | {"training": same}) == bare
    for other in ({"encoder": "minilm"}, {"max_length": 128}, {"warmup": 0.2}):
        assert led.Run("transfer-1", 0, GIVEN | {"training": training | other}) != bare
    whole = led.with_defaults("transfer-1", bare.settings)["training"]
    assert (whole["max_length"], whole["clip"], whole["lr"]) == (64, 1.0, 2e-5)


#: Recipe → how the hash of its defaults begins.
PINNED = {"finetune-1": "1de19051", "cases-1": "cf2c3e63", "interaction-1": "d050851d"}
PINNED |= {"siamese-1": "7e8a19b4", "raw-1": "551f5fe2"}
PINNED |= {"rank-vectors-1": "b5e0c220", "transfer-1": "f1315e0f", "surrogate-1": "64e10530"}
PINNED |= {"contexts-1": "63a77c2a"}


@pytest.mark.parametrize("recipe", led.DEFAULTS)
def test_defaults_never_change(recipe):
    """Records were made with them and don't name them: another default needs another recipe.

    A setting that is new, with the default that says what was done before, changes no record; nor
    does one that goes, where none gives another value and the default is still what is done.
    """
    text = led.canonical(led.DEFAULTS[recipe])
    assert hashlib.sha256(text.encode()).hexdigest()[:8] == PINNED[recipe]


def test_what_is_no_default_counts():
    others = [
        led.Run("finetune-1", 0, RUN.settings | own)
        for own in ({}, {"warmup": 0.0}, {"clip": True}, {"distributions": 0}, {"rows": 0})
    ]
    assert len(set(others)) == len(others)
    assert led.Run("other-1", 0, {"warmup": 0.1}) != led.Run("other-1", 0, {})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (("r", 0, {"a": float("nan")}), "settings.a is nan"),
        (("r", 0, {"a": {"b": [0, math.inf]}}), r"settings.a.b\[1\] is inf"),
        (("r", 0, {"a": np.float64(1)}), "settings.a is a float64"),
        (("r", 0, {"a": {1: 2}}), "settings.a has the key 1"),
        (("r", 0, {"a": {1, 2}}), "settings.a is a set"),
        *(((recipe, 0, {}), "use small letters") for recipe in ("../x", "")),
        *((("r", seed, {}), "use a whole number from 0") for seed in (-1, True)),
    ],
)
def test_what_json_does_not_know_and_odd_recipes_and_seeds_are_refused(refused, wrong, says):
    refused(says, led.Run, *wrong)


def test_round_trip(ledger):
    given = result(extra={"data_sha": "abc"})
    path = ledger.write(RUN, given, {"minutes": 1.5})
    assert path == ledger.root / "finetune-1" / f"{RUN.id}.json"
    back = ledger.read(RUN)
    assert (back.run, back.metrics, back.curve) == (RUN, given.metrics, given.curve)
    assert np.abs(back.draws["test"] - given.draws["test"]).max() <= 0.5e-5 + 1e-12
    assert np.abs(back.predictions["stsb"] - given.predictions["stsb"]).max() <= 0.5 / 32767 + 1e-9
    assert back.provenance == {"seed": 0, "minutes": 1.5, "data_sha": "abc"}
    assert path.stat().st_mode & 0o044, "others can read the record"
    assert list(path.parent.iterdir()) == [path]
    without = ledger.write(RUN, led.Result(given.metrics, {}, given.curve, given.predictions))
    assert ledger.write(RUN, given).stat().st_size - without.stat().st_size < 600, "200 draws"
    assert ledger.read(led.Run("finetune-1", 1, {})) is None


@pytest.mark.parametrize(
    "draws",
    [
        np.random.default_rng(0).normal(0.3, 0.02, 200),
        np.random.default_rng(1).normal(-40.0, 0.001, 200),
        np.random.default_rng(2).normal(0.0, 50.0, 200),  # too far apart for 16 bits
        np.full(200, 0.12345),
        np.array([0.0, 0.65]),
        np.array([1e300, -1e300, 0.0]),
        np.array([12345678901234.5] * 3),
        np.zeros(0),
    ],
)
def test_draws_come_back_to_five_decimals_to_the_last_bit(ledger, draws):
    ledger.write(RUN, led.Result({"test": 0.5}, {"test": draws}))
    back = ledger.read(RUN).draws["test"]
    np.testing.assert_array_equal(back, [round(float(v), 5) for v in draws])
    ledger.write(RUN, led.Result({"test": 0.5}, {"test": back}))
    np.testing.assert_array_equal(ledger.read(RUN).draws["test"], back)


def test_large_sets_keep_2000_fixed_pairs(ledger):
    values = np.linspace(0, 5, 7000)
    given = led.Result({"test": 0.5}, predictions={"big": values})
    assert ledger.write(RUN, given).stat().st_size < 8_000
    rows = led.kept_rows("big", 7000)
    assert len(rows) == len(set(rows)) == 2000
    assert (rows == led.kept_rows("big", 7000)).all()
    assert (rows != led.kept_rows("other", 7000)).any()
    back = ledger.read(RUN).predictions["big"]
    assert np.abs(back - values[rows]).max() <= 0.5 * 5 / 32767 + 1e-9


def test_a_diverged_run_is_recorded_as_one(ledger):
    nan = float("nan")
    metrics, curve = {"test": nan, "validation": 0.1}, [{"step": 1, "loss": nan}]
    given = led.Result(metrics, {"test": np.full(200, nan)}, curve, {"stsb": [nan, 0.1]})
    assert "NaN" not in ledger.write(RUN, given).read_text()
    back = ledger.read(RUN)
    assert math.isnan(back.metrics["test"])
    assert (back.draws, back.predictions) == ({}, {})
    assert not ledger.verify().problems


@pytest.mark.parametrize(
    "wrong",
    [
        led.Result({}),
        led.Result({"test": "high"}),
        led.Result({"test": 0.5}, {"other": [0.5]}),
        led.Result({"test": 0.5}, {"test": [0.5, float("nan")]}),
        led.Result({"test": 0.5}, predictions={"stsb": [[1.0]]}),
    ],
)
def test_a_wrong_result_leaves_nothing(ledger, wrong):
    with pytest.raises((UserError, TypeError, KeyError)):
        ledger.write(RUN, wrong)
    assert not ledger.has(RUN)
    assert ledger.paths() == []


def test_broken_records_are_named_with_their_mend(refused, ledger):
    path = ledger.write(RUN, result())
    whole = path.read_bytes()
    changes = {b'"metrics"': b'"matrix"', b'"n":40': b'"n":41', b'{"seed":0}}': b"[]}"}
    changes[b'{"test":0.7,"validation":0.71}'] = b"{}"
    broken = [whole.replace(old, new) for old, new in changes.items()]
    for number in (b"NaN", b"1" + b"0" * 400):
        broken.append(whole.replace(b'"validation":0.71', b'"validation":' + number))
    for content in (*broken, whole[:-30], b"", b"[]", b"\xff", b"[" * 10_000):
        assert content != whole
        path.write_bytes(content)
        refused(rf"{RUN.id}.json: broken record .*run it again", ledger.read, RUN)
        assert ledger.verify().problems


EMPTY = '"data":"eJwDAAAAAAE="}'
NOT_READ = {
    ("metrics", "test"): ("1e999", '"nan"', '"0.5"', "true", "[0.5]", "Infinity"),
    ("draws", "test"): (
        *("[0.5,-1e999]", '["0.5"]', "[true]", "[[0.5]]", "[null]", '{"0.5":0.5}'),
        *(f'{{"low":{n},"data":"AAA="}}' for n in ("1e3", "1000000000000000", "true")),
        *(f'{{"low":0,"data":{text}}}' for text in ('"AA=="', '"A A="', "5")),
        *(f'{{"low":0,"bits":{b},"data":"AA=="}}' for b in ("9", '8,"n":2', '8.0,"n":1')),
    ),
    ("curve", "loss"): ("[1e999]", "[[1]]", "[1,2]", "1"),
    ("predictions", "stsb"): (
        *(f'{{"scale":{scale},"n":0,{EMPTY}' for scale in ("1e999", '"1"')),
        *(f'{{"scale":1,"n":{n},{EMPTY}' for n in ("0.0", "-1", "false")),
    ),
    ("provenance", "minutes"): ("1e999",),
    ("run", "seed"): ("1e0",),
}


@pytest.mark.parametrize(
    ("place", "value"), [(place, value) for place in NOT_READ for value in NOT_READ[place]]
)
def test_only_finite_numbers_are_read(refused, ledger, place, value):
    path = ledger.write(RUN, result(), {"minutes": 1.5})
    record, (part, name) = json.loads(path.read_text()), place
    record[part][name] = "HERE"
    path.write_text(json.dumps(record).replace('"HERE"', value))
    refused("broken record", ledger.open, path)


@pytest.mark.skipif(os.name != "posix", reason="a pipe")
def test_verify_waits_for_no_pipe_and_reads_no_giant(ledger):
    folder = ledger.write(RUN, result()).parent
    os.mkfifo(folder / "abc.json")
    with open(folder / "abd.json", "wb") as file:
        file.truncate(6_000_000)
    (folder / "abe.json").mkdir()
    told = [problem.split(":")[1][:10] for problem in ledger.verify().problems]
    assert told == [" no record", " too large", " no record"]


def test_verify_finds_wrong_names_strangers_and_what_is_too_large(refused, ledger, monkeypatch):
    path = ledger.write(RUN, result())
    assert not ledger.verify().problems
    assert ledger.verify().records == 1
    with monkeypatch.context() as patch:
        patch.setattr(led.store, "LIMIT", 100)
        assert "over" in ledger.verify().problems[0]
    whole = path.read_bytes()
    edits = {b'"test":0.7,': b'"test":0.8,', b"}\n": b"}", b'{"run"': b'{"run":0,"run"'}
    for old, new in edits.items():
        path.write_bytes(whole.replace(old, new, 1))
        assert "edited" in ledger.verify().problems[0]
    path.write_bytes(whole)
    raw = json.loads(path.read_text())
    raw["run"]["settings"]["warmup"] = 0.1  # a default, which its name does not count
    path.with_name(f"{'0' * 16}.json").write_text(json.dumps(raw))
    (ledger.root / "notes.txt").write_text("hm")
    wrong, foreign = ledger.verify().problems
    assert wrong.endswith(f"{'0' * 16}.json: its contents belong to finetune-1/{RUN.id}.json")
    assert foreign.startswith("notes.txt: no record")
    edited = json.loads(path.read_text())
    edited["run"]["seed"] = 5
    path.write_text(json.dumps(edited))
    refused("holds another run", ledger.read, RUN)


def test_verify_wants_a_folder_and_survives_a_link_to_nothing(refused, ledger, tmp_path):
    refused("nowhere: no such folder", led.Ledger(tmp_path / "nowhere").verify)
    ledger.write(RUN, result()).with_name("abc.json").symlink_to(tmp_path / "nowhere.json")
    assert "abc.json: no record" in ledger.verify().problems[0]
    assert len(list(ledger.records())) == 1


@pytest.mark.parametrize("name", [STRAY, f".{RUN.id}.lock"])
def test_strays_are_seen_and_old_ones_removed(ledger, name):
    stray = ledger.write(RUN, result()).parent / name
    stray.write_text('{"run":')
    check = ledger.verify(now=time.time() + 3500)
    assert not check.problems
    assert check.strays == [stray]
    assert len(list(ledger.records())) == 1
    assert ledger.verify(now=time.time() + 7200).strays == []
    assert not stray.exists()


ENDINGS = ("", ".json.abcd0123", ".json.abcd0123.77.abcd012", ".json.abcd0123.0.abcd0123")
FOREIGN = [f"finetune-1/.{RUN.id}{ending}.tmp" for ending in ENDINGS]
FOREIGN += ["finetune-1/.notes.tmp", f"finetune-1/.{RUN.id.upper()}X.json.abcd0123abcd0123.tmp"]
FOREIGN += [f"finetune-1/x{STRAY}", f"finetune-1/{STRAY}~", f"finetune-1/deeper/{STRAY}"]
FOREIGN += [f".cache/{STRAY}", f"My Documents/{STRAY}", STRAY]


def test_other_programs_files_are_never_deleted(ledger):
    ledger.write(RUN, result())
    for place in FOREIGN:
        (ledger.root / place).parent.mkdir(parents=True, exist_ok=True)
        (ledger.root / place).write_text("someone else's")
    problems = ledger.verify(now=time.time() + 1e9).problems
    assert sorted(one.partition(": no record")[0] for one in problems) == sorted(FOREIGN)
    assert {(ledger.root / place).read_text() for place in FOREIGN} == {"someone else's"}


def test_links_are_never_followed_to_a_file_to_delete(ledger, tmp_path):
    ledger.write(RUN, result())
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / STRAY).write_text("someone else's")
    (ledger.root / "linked-1").symlink_to(outside)
    (ledger.root / RUN.recipe / STRAY).symlink_to(outside / STRAY)
    problems = ledger.verify(now=time.time() + 1e9).problems
    assert [text.split(":")[0] for text in problems] == [f"{RUN.recipe}/{STRAY}", "linked-1"]
    assert (outside / STRAY).read_text() == "someone else's"
    assert (ledger.root / RUN.recipe / STRAY).is_symlink()


def test_an_interrupted_write_keeps_the_old_record(ledger, monkeypatch):
    ledger.write(RUN, result(0.5))
    monkeypatch.setattr(os, "replace", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        ledger.write(RUN, result(0.9))
    assert ledger.read(RUN).metrics["test"] == 0.5
    assert ledger.verify().strays == []


def test_results_are_found_upward_or_by_the_environment(refused, tmp_path, monkeypatch):
    monkeypatch.delenv("STSUTILS_RESULTS", raising=False)
    (tmp_path / "book" / "results").mkdir(parents=True)
    (tmp_path / "notebooks" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "notebooks" / "deep")
    assert led.find_results() == tmp_path / "book" / "results"
    led.Ledger().write(RUN, result())
    assert led.Ledger().read(RUN).metrics["test"] == 0.7
    assert not led.Ledger().verify().problems
    monkeypatch.setenv("STSUTILS_RESULTS", str(tmp_path / "mine"))
    assert led.find_results() == tmp_path / "mine"
    assert led.Ledger().read(RUN) is None
    refused("no book/none upward .* of the book$", find_in_checkout, "book/none")


def record(curve=(), **parts):
    values = {"metrics": {"test": 0.5}, "draws": {}, "predictions": {}, **parts}
    return led.Record(
        run=RUN, curve=list(curve), provenance={"date": secrets.token_hex(2)}, **values
    )


def draws(*values):
    return {"draws": {"test": np.array(values)}}


def predictions(*values):
    return {"predictions": {"test": np.array(values)}}


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({}, {}, []),
        ({"metrics": {"test": math.nan}}, {"metrics": {"test": math.nan}}, []),
        ({}, {"metrics": {"test": 0.25}}, ["metrics test: 0.5 and 0.25, 0.25 apart"]),
        ({}, {"metrics": {"test": math.nan}}, ["metrics test: 0.5 and nan, nan apart"]),
        ({"metrics": {}}, {}, ["metrics test: in one of the two only"]),
        (draws(0.5, 0.6), draws(0.5, 0.5), ["draws test: 1 of 2 numbers differ, by 0.1 at most"]),
        (predictions(0, 0, 0), predictions(0, 0), ["predictions test: 3 numbers and 2"]),
        (predictions(0, 0, 0), {}, []),
        ({"curve": [{"step": 1}]}, {"curve": [{"step": 2}]}, ["curve, from point 1 of 1"]),
        ({"curve": [{"step": 1}]}, {}, ["curve, from point 1 of 1"]),
    ],
)
def test_where_two_records_differ(one, other, found):
    assert led.differences(record(**one), record(**other)) == found


def test_how_far_the_metrics_of_two_records_are_apart():
    def apart(one, other):
        return led.apart(record(metrics=one), record(metrics=other))

    assert apart({"a": 0.5, "b": math.nan}, {"a": 0.25, "b": math.nan}) == 0.25
    assert apart({}, {}) == 0
    assert apart({"a": 0.5}, {"a": math.nan}) == math.inf
    assert apart({"a": 0.5}, {"b": 0.5}) == math.inf
    assert apart({"a": 0.5}, {"a": 0.25, "b": 0.5}) == math.inf
    assert apart({"a": 0.5, "b": 0.5}, {"a": 0.25}) == 0.25, "what is no longer made"


def test_a_bomb_of_predictions_is_not_inflated():
    data = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    with pytest.raises(ValueError, match="predictions hold"):
        packing.restore({"scale": 1, "n": 10, "data": data})


def test_a_record_is_parsed_again_only_when_its_file_has_changed(ledger):
    ledger.write(RUN, result())
    first = ledger.read(RUN)
    once = led.Ledger(ledger.root)
    assert once.read(RUN) is first
    assert [record is first for record in once.records(RUN.recipe)] == [True]
    later = led.Run("toy-1", 1, {"a": 1})
    assert once.read(later) is None
    ledger.write(later, result())
    assert once.read(later).run == later, "what was not there is looked for again"
    other = result()
    other.metrics["validation"] = 0.123
    ledger.write(RUN, other)
    assert ledger.read(RUN).metrics["validation"] == 0.123


def test_the_books_ledger_stays_small():
    files = find_in_checkout("book/results").rglob("*.json*")
    assert 20e6 < sum(file.stat().st_size for file in files) < 25e6
