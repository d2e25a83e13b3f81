"""The demo rows: what the package holds is what the maker makes, and what the data card claims."""

import os
import re
import subprocess
import sys

import pandas as pd
import pytest
from browsing import ROOT
from demo_rows import make as maker
from demo_rows.facts import auc, describe
from demo_rows.frames import SPLITS
from demo_rows.graded import LEVELS
from demo_rows.lexicon import DOMAINS, NOUNS
from demo_rows.pairs import generate_pairs

from stsutils.data import load, text_columns
from stsutils.data.word_overlap import bag_cosine

CARD = ROOT / "book" / "data_card_generated.md"

GRADED, BINARY, NLI = (load(name, "train") for name in ("demo", "demo_hard", "demo_nli"))
STORIES, TRIPLETS = load("demo_stories", "train"), load("demo_triplets", "train")


def test_the_package_holds_what_the_maker_makes_whatever_the_hash_seed():
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, maker.__file__], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    files = list((ROOT / "stsutils" / "data" / "embedded").glob("*.parquet"))
    assert len(lines) == len(files) == 14
    assert all(line.endswith(" rows, as they are") for line in lines)


@pytest.fixture
def make(monkeypatch, tmp_path):
    """The maker, of two rows only; called with options, it returns its exit code."""
    rows = pd.DataFrame({"sentence": ["a", "b"], "label": [0, 1]})
    monkeypatch.setattr(maker, "sets", lambda: {"mini-test": rows})
    return lambda *options: maker.main(["--folder", str(tmp_path), *options])


def test_rows_that_differ_are_overwritten_only_on_demand(make, tmp_path, capsys):
    path = tmp_path / "mini-test.parquet"
    assert make() == 0
    assert 'mini-test: not there; written. In catalogue.toml: rows = 2\nsha = "' in (
        capsys.readouterr().out
    )
    made = path.read_bytes()
    assert make("--replace") == 0
    assert capsys.readouterr().out == "mini-test: 2 rows, as they are\n"
    for changed, words in (
        ({"sentence": ["a", "c"], "label": [0, 1]}, "1 of 2 rows differ, row 2 first"),
        ({"sentence": ["a"], "label": [0]}, "1 rows of sentence, label there, 2 of"),
    ):
        pd.DataFrame(changed).to_parquet(path)
        before = path.read_bytes()
        assert make() == 1
        out = capsys.readouterr().out
        assert words in out
        assert out.endswith("left as it is: --replace overwrites it\n")
        assert path.read_bytes() == before
        assert make("--replace") == 0
        assert words in capsys.readouterr().out
        assert path.read_bytes() == made


def test_pairs_are_distinct():
    for rows in (GRADED, BINARY, NLI):
        keys = {tuple(sorted(pair)) for pair in zip(rows.sentence1, rows.sentence2, strict=True)}
        assert len(keys) == len(rows)
        assert (rows.sentence1 != rows.sentence2).all()


def test_labels_are_spread_as_the_card_says():
    share = GRADED.score.value_counts(normalize=True)
    assert set(share.index) == set(map(float, LEVELS))
    assert share.between(0.15, 0.185).all(), "all six levels are equally likely"
    assert 0.45 < BINARY.label.mean() < 0.55
    assert ((BINARY.hardness == "paraphrase") == (BINARY.label == 1)).all()
    assert 0.87 < (BINARY[BINARY.label == 0].hardness != "random").mean() < 0.93, "nine in ten"
    assert set(NLI.label) == {0, 1, 2}
    assert NLI.label.value_counts(normalize=True).min() > 0.28
    assert len(DOMAINS) == GRADED.domain.nunique() == 15


def test_all_operations_occur():
    slots = ("agent", "object", "count", "place", "time", "instrument", "adjective")
    assert set(BINARY.hardness) == {
        *("paraphrase", "random", "role_swap", "word_exchange", "negation", "opposite"),
        *(f"changed_{slot}" for slot in slots),
    }
    assert {"dropped_time", "changed_place", "same_participants"} <= set(GRADED.operation)
    assert {"generalised", "specialised", "negation", "denied_added"} <= set(NLI.operation)


def test_agreement_of_slots_grows_with_the_score():
    means = GRADED.groupby("score").agreement.mean()
    assert means.is_monotonic_increasing
    assert means.diff().dropna().gt(0).sum() >= 4
    assert means[5.0] == 1.0
    assert means[0.0] < 0.05
    assert GRADED.agreement.between(0, 1).all()


def test_word_overlap_is_blind_to_hard_negatives_and_sees_random_ones():
    facts = describe(BINARY)
    assert 0.40 <= facts["bow_auc_hard"] <= 0.60
    assert facts["bow_auc_random"] >= 0.90
    for name, group in facts["by_hardness"].items():
        if name not in ("paraphrase", "random"):
            assert group["bow_auc"] <= 0.65, name
    # Exchanged words: a bag of words prefers the wrong pair.
    assert facts["by_hardness"]["word_exchange"]["bow_auc"] < 0.2
    gap = (BINARY.sentence1.str.count(" ") - BINARY.sentence2.str.count(" ")).abs()
    hard = (BINARY.label == 0) & (BINARY.hardness != "random")
    assert 0.40 <= auc(-gap[BINARY.label == 1], -gap[hard]) <= 0.60, "nor does length tell"


def test_word_overlap_ranks_graded_pairs_only_roughly_and_is_alike_in_the_classes_of_nli():
    facts = describe(GRADED)
    assert 0.40 <= facts["bow_spearman"] <= 0.70
    assert facts["words"] >= 800
    means = [group["bow_mean"] for group in describe(NLI)["by_label"].values()]
    assert max(means) - min(means) < 0.1


def test_a_hard_negative_shares_more_words_with_the_anchor_than_the_positive():
    hard, positive, easy = (
        sum(map(bag_cosine, TRIPLETS.anchor, TRIPLETS[column])) / len(TRIPLETS)
        for column in ("negative", "positive", "easy_negative")
    )
    assert hard > positive + 0.03
    assert positive > easy + 0.2
    assert TRIPLETS.operation.str.startswith("changed_").all()
    assert TRIPLETS.anchor.is_unique
    for a, b in (("anchor", "positive"), ("anchor", "negative"), ("negative", "easy_negative")):
        assert not (TRIPLETS[a] == TRIPLETS[b]).any()


def test_no_sentence_is_in_two_splits():
    texts = {}
    for split in SPLITS:
        names = ["demo", "demo_hard", "demo_nli", *["demo_triplets"] * (split != "validation")]
        tables = [load(name, split) for name in names]
        texts[split] = {text for rows in tables for c in text_columns(rows) for text in rows[c]}
    assert sum(map(len, texts.values())) == len(set().union(*texts.values()))


BAD = {
    "two blanks": r"  ",
    "blank before a mark": r" [.,]",
    "a before a vowel": r"\ba [aeio]",
    "an before a consonant": r"\ban (?!x-ray|hour)[^aeiou]",
    "one word twice": r"\b(\w+) \1\b",
    "leftover notation": r"[~{}|_*?/]",
    "wrong past": r"\b(haved|doed|taked|maked|payed|writed|getted|puted|sayed|finded)\b",
    "wrong plural": r"\b(mans|childs|sheeps|gooses|calfs|tooths|midwifes|shelfs|thiefs)\b",
    "was with many": r"\b(two|three|four|five|six|\d+) (\w+ ){0,3}\w+s was \w+ed by\b",
    "one with were": r"^(A|An) (?!couple|dozen)((?! after | before | while )[^,])* were \w+ed by\b",
    "article with plural number": r"\b(a|an) (two|three|four|five|\d+)\b",
}


def complaints(text):
    found = [name for name, pattern in BAD.items() if re.search(pattern, text, re.I)]
    if not re.fullmatch(r"[A-Z].*[a-z0-9]\.", text):
        found.append("no capital or no full stop")
    return found


WRONG = """\
the dog ran.
The dog ran
A apple was eaten by the cook.
An pear fell.
The the dog ran.
The cook  ran.
Three red cars was washed by the cook.
A car were washed by the cook.
It was he who haved a pear.
The cook ate a 3 pears."""


def test_sentences_are_grammatical_and_mistakes_would_be_seen():
    tables = (GRADED, BINARY, NLI, STORIES, TRIPLETS)
    texts = {text for rows in tables for column in text_columns(rows) for text in rows[column]}
    assert not {text: bad for text in texts if (bad := complaints(text))}
    assert [text for text in WRONG.splitlines() if not complaints(text)] == []


def test_stories():
    assert list(STORIES.columns) == ["sentence", "doc_id", "sent_id", "domain"]
    sizes = STORIES.groupby("doc_id").size()
    assert len(sizes) == 2000
    assert set(sizes) == {5, 6, 7, 8}
    for _, story in STORIES[:1300].groupby("doc_id"):
        assert list(story.sent_id) == list(range(len(story)))
        assert story.domain.nunique() == 1


def test_neighbours_share_more_people_than_strangers():
    people = {form: key for d in DOMAINS.values() for key in d.agents for form in NOUNS[key].forms}
    some = STORIES[:1300]

    def who(text):
        return {key for form, key in people.items() if re.search(rf"\b{form}\b", text.lower())}

    found, same = [who(text) for text in some.sentence], some.doc_id.to_numpy()
    neighbours = zip(found, found[1:], same[:-1] == same[1:], strict=False)
    near = [bool(a & b) for a, b, together in neighbours if together]
    far = [bool(a & b) for a, b in zip(found, found[400:], strict=False)]
    assert sum(near) / len(near) > 0.75
    assert sum(far) / len(far) < 0.3


def test_examples_of_the_card_are_made_by_the_maker():
    made = {"score": generate_pairs(50, 0), "hardness": generate_pairs(200, 0, "binary")}
    known = {}
    for column, rows in made.items():
        for first, second, name in zip(rows.sentence1, rows.sentence2, rows[column], strict=True):
            known[first, second] = str(name).removesuffix(".0")
    examples = []
    for line in CARD.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and ". / " in cells[2]:
            examples.append((cells[0].strip("`").rstrip("…"), tuple(cells[2].split(" / "))))
    assert len(examples) == 12
    for name, pair in examples:
        assert known.get(pair, "absent").startswith(name), pair
