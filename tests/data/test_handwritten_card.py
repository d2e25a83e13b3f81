"""The data card of the hand-written sets: its numbers and tables are counted here."""

import math
import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from stsutils.data import load
from stsutils.data.agreement import HANDWRITTEN, agreement
from stsutils.data.word_overlap import word_overlap
from stsutils.statistics import spearman

CARD = Path(__file__).parents[2] / "book" / "data_card_handwritten.md"
_DENIALS = re.compile(r"\b(?:not|no|nobody|never|neither|none|cannot|without|\w+n't)\b", re.I)


def character_overlap(rows: pd.DataFrame) -> pd.Series:
    """Cosine of character counts of each pair."""
    pairs = zip(rows["sentence1"], rows["sentence2"], strict=True)
    return pd.Series([_character_cosine(a, b) for a, b in pairs], index=rows.index)


def _character_cosine(sentence1: str, sentence2: str) -> float:
    # Without punctuation: all questions of a shop end alike.
    a, b = (Counter(c for c in text if c.isalnum()) for text in (sentence1, sentence2))
    norms = math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))
    return sum(n * b[c] for c, n in a.items()) / norms


def baselines() -> dict[str, float]:
    """What counting words (hand_zh: characters) reaches, by the rows' name in the card.

    Spearman on the graded sets, a genre, and NLI; AUC of easy or hard paraphrases against others.
    """
    graded, nli, binary = load("hand_graded"), load("hand_nli"), load("hand_paraphrase")
    result = {"`hand_graded`": spearman(word_overlap(graded), graded["score"])}
    for genre, part in graded.groupby("genre"):
        result[f"`hand_graded/{genre}`"] = spearman(word_overlap(part), part["score"])
    chinese, cosines = load("hand_zh"), word_overlap(binary)
    result["`hand_zh`"] = spearman(character_overlap(chinese), chinese["score"])
    result["`hand_nli`"] = spearman(word_overlap(nli), nli["label"])
    kinds = {"all": ("easy", "hard"), "easy": ("easy",), "hard": ("hard",)}
    for one in kinds:
        for other in kinds:
            chosen = binary["hardness"].isin(kinds[one]) & (binary["label"] == 1)
            chosen |= binary["hardness"].isin(kinds[other]) & (binary["label"] == 0)
            name = f"{one} paraphrases against {other} non-paraphrases"
            result[name] = roc_auc_score(binary["label"][chosen], cosines[chosen])
    return result


CLASSES = {
    "hand_nli": ("contradiction", "neutral", "entailment"),
    "hand_paraphrase": ("no paraphrase", "paraphrase"),
}


def giveaways() -> list[list]:
    """Of each class, the mean length of sentence2 in words, and the share with a word of denial."""
    result = []
    for name, classes in CLASSES.items():
        rows = load(name)
        for label, title in enumerate(classes):
            texts = rows.loc[rows["label"] == label, "sentence2"]
            denied = texts.map(lambda text: bool(_DENIALS.search(text)))
            result.append([title, len(texts), texts.str.split().str.len().mean(), denied.mean()])
    return result


def lengths() -> list[list]:
    """Length of the sentences by set in words (hand_zh: characters), and different sentences."""
    result = []
    for name in HANDWRITTEN:
        rows = load(name)
        texts = pd.concat([rows["sentence1"], rows["sentence2"]])
        size = texts.str.len() if name == "hand_zh" else texts.str.split().str.len()
        result.append([f"`{name}`", size.mean(), size.min(), size.max(), texts.nunique()])
    return result


def card_tables() -> dict[str, str]:
    """The tables of the data card as Markdown, by name."""
    gaps = ("rows", "exact", "within_1", "largest", "spearman", "kappa")
    agreed = [[f"`{name}`", *map(found.get, gaps)] for name, found in agreement().items()]
    found = baselines().items()
    reached = [[name, "AUC" if "against" in name else "Spearman", value] for name, value in found]
    words = "set, pairs, equal, within one grade, largest gap, Spearman, Cohen's κ"
    counts = [load(name)["score"].value_counts() for name in ("hand_graded", "hand_zh")]
    spread = [[str(g / 2), *(int(c.get(g / 2, 0)) for c in counts)] for g in range(11)]
    rows = load("hand_paraphrase")
    groups = rows.assign(overlap=word_overlap(rows)).groupby(["label", "hardness", "operation"])
    kinds = [[*key, len(part), float(part["overlap"].mean())] for key, part in groups]
    tables = {
        "spread": ("grade, `hand_graded`, `hand_zh`", spread),
        "operations": ("label, hardness, operation, pairs, overlap", kinds),
        "agreement": (words, agreed),
        "baselines": ("rows, figure, value", reached),
        "giveaways": ("class, pairs, words of sentence2, with a denial", giveaways()),
        "lengths": ("set, mean, shortest, longest, different sentences", lengths()),
    }
    return {name: _markdown(head.split(", "), rows) for name, (head, rows) in tables.items()}


def _markdown(head: list[str], rows: list[list]) -> str:
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def test_counting_words_does_not_solve_the_sets():
    base = baselines()
    assert 0.3 < base["all paraphrases against hard non-paraphrases"] < 0.6
    assert base["hard paraphrases against hard non-paraphrases"] < 0.2
    assert base["easy paraphrases against easy non-paraphrases"] > 0.9
    assert 0.2 < base["`hand_graded`"] < 0.5
    assert abs(base["`hand_nli`"]) < 0.3
    assert 0.1 < base["`hand_zh`"] < 0.5
    one = pd.DataFrame({"sentence1": ["我们走。", "甲乙"], "sentence2": ["走，我们！", "丙丁"]})
    assert character_overlap(one).tolist() == pytest.approx([1, 0])


def test_the_cards_tables_are_the_computed_ones():
    card = CARD.read_text(encoding="utf-8")
    for name, table in card_tables().items():
        shown = re.search(rf"<!-- table: {name} -->\n((?:\|.*\n)+)", card)
        assert shown, f"the card lacks the table {name}"
        assert shown[1].strip() == table, f"the card's table {name} is out of date: paste\n{table}"
    sizes = [len(load(name)) for name in HANDWRITTEN]
    words = r"(\d+) graded English pairs, (\d+) paraphrase.*?(\d+) inference.*?(\d+) graded Chinese"
    assert [int(n) for n in re.search(words, card, re.S).groups()] == sizes
    assert agreement()["hand_graded"]["largest"] == 1.0  # "more than one point apart"
