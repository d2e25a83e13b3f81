"""Texts that are longer than the encoder reads are counted, and each command says so."""

import json

import pandas as pd
import pytest

from stsutils.data import load
from stsutils.encoders import load_encoder
from stsutils.own_pairs.unread import SPARE, cut_short, unknown, unread_lines

LONG = "a cat sat on a mat and a dog ran " * 9


@pytest.fixture
def file(tmp_path):
    rows = load("demo", "train").head(40)[["sentence1", "sentence2", "score"]]
    rows.loc[[3, 7], "sentence1"] = LONG
    rows.assign(gold=rows["score"]).to_csv(tmp_path / "mine.csv", index=False)
    return tmp_path / "mine.csv"


def test_as_many_are_counted_as_lose_their_end(encoder):
    rows = load("demo", "train").head(200)
    model = load_encoder(encoder)
    for most in (6, 9, 12, 20):
        model.max_length = most
        texts = [*rows["sentence1"], *rows["sentence2"], LONG, "x" * (most - SPARE + 1), ""]
        whole = model.tokenizer(texts)["input_ids"]
        cut = sum(len(pieces) > most for pieces in whole)
        assert cut_short(model, texts) == {"cut": cut, "texts": 403, "tokens": most}
        assert cut > 0
    assert unread_lines({"cut": 0, "texts": 3, "tokens": 128}) == []


def test_a_training_says_it_on_its_card_and_report(said, file, encoder, tmp_path):
    out = tmp_path / "out"
    words = (file, "--epochs", 1, "--encoder", encoder, "--out", out, "--max-length", 99)
    text = said("train", *words, "--columns", "gold=score")
    assert "--max-length 99: this encoder reads 32 tokens of a text at most" in text
    assert "not read: score: another column has this name now" in text
    count = json.loads((out / "results.json").read_text())["data"]["unread"]
    assert count["texts"] == 80
    line = f"{count['cut']} of 80 texts are longer than the 32 tokens"
    assert count["cut"] >= 2
    assert text.count(line) == 1
    assert line in (out / "model" / "README.md").read_text(encoding="utf-8")
    assert line in (out / "report.html").read_text(encoding="utf-8")


def test_scores_say_it_once(said, file, encoder, tmp_path):
    other = tmp_path / "other.csv"
    pd.read_csv(file).head(30).to_csv(other, index=False)
    text = said("evaluate", file, other, "--encoder", encoder, "--max-length", 99)
    assert "--max-length 99: this encoder reads 32 tokens of a text at most" in text
    assert text.count("of 140 texts are longer than the 32 tokens") == 1
    text = said("score", file, "--encoder", encoder, "--out", tmp_path / "s.csv")
    assert text.count("of 80 texts are longer than the 32 tokens") == 1


KNOWN = ["A dog runs.", "USA NATO UNESCO", "I love it 👍", "ok", "12345", "一个男人在下棋"]
KNOWN.append("Der Hund läuft")
UNKNOWN = {
    "Thai": ["สวัสดี", "แมวนอนหลับ"],
    "signs": ["👍", "👎", "★ ★", "👍 ok", "👍 great work", "👎 great work"],
    "Cyrillic": ["Привет мир", "Кошка спит на диване", "Дети играют в парке", "Мене звати Олена"],
    "Arabic": ["مرحبا بالعالم", "القطة نائمة", "میرا کارڈ مسترد"],
    "Devanagari": ["नमस्ते दुनिया", "मेरा नाम राम है", "यह किताब बहुत अच्छी है", "तुम कहाँ जा रहे हो"],
    "Hangul": ["안녕하세요 세계", "고양이가 잔다"],
    "Greek": ["Καλημέρα κόσμε", "Η γάτα κοιμάται"],
}


@pytest.fixture(scope="module")
def mini():
    return load_encoder("mini")


def test_texts_in_unknown_words_are_counted_and_their_script_is_named(mini):
    assert unknown(mini, KNOWN) == {"unknown": 0, "some": len(KNOWN), "script": ""}
    assert unknown(mini, []) == {"unknown": 0, "some": 0, "script": ""}
    for script, texts in UNKNOWN.items():
        found = unknown(mini, [*KNOWN, *texts, *texts])
        assert found == {"unknown": len(texts), "some": len(KNOWN) + len(texts), "script": script}
    many = [f"{i} dogs run" for i in range(5000)] + [f"Кошка {i}" for i in range(5000)]
    found = unknown(mini, many)
    assert found["some"] <= 1000
    assert found["unknown"] == pytest.approx(found["some"] / 2, abs=1)


@pytest.mark.parametrize("script", UNKNOWN)
def test_every_command_that_gives_a_cosine_says_it(said, mini, script, tmp_path):
    texts = UNKNOWN[script]
    words = script if script == "signs" else f"{script} words"
    line = f"texts are unknown to the encoder ({words}): it cannot tell them apart"
    file, plain = tmp_path / "p.csv", tmp_path / "t.txt"
    rows = {"sentence1": texts[:1] * 4, "sentence2": [texts[1], "a", "b", "c"]}
    pd.DataFrame(rows | {"score": [1, 2, 3, 4]}).to_csv(file, index=False)
    plain.write_text("\n".join([*texts, *KNOWN]), encoding="utf-8")
    for command in (
        ("similarity", texts[0], texts[1]),
        ("score", file, "--out", tmp_path / "s.csv"),
        ("evaluate", file),
        ("encode", plain, "--out", tmp_path / "v.npy"),
        ("ranks", file, plain),
    ):
        assert said(*command).count(line) == 1, command
    assert "unknown" not in said("similarity", *KNOWN[:2])
