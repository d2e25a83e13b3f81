"""How the hand-written labels were checked: two passes compared, baselines, lengths, giveaways.

Every number of the data card of the hand-written sets is computed here; `card_tables` writes the
card's tables and a test compares them with the page.
"""

import math
import re
from collections import Counter

import numpy as np
import pandas as pd
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

from stsutils.data.generator.facts import auc
from stsutils.data.generator.render import bag_cosine
from stsutils.data.handwritten import FILES, read, second_pass
from stsutils.data.kinds import label_column

_DENIALS = re.compile(r"\b(?:not|no|nobody|never|neither|none|cannot|without|\w+n't)\b", re.I)


def agreement() -> dict[str, dict[str, float]]:
    """The two passes compared, before adjudication, by set.

    All sets: rows, exact (share of equal labels). Graded ones add spearman, within_1 (share that
    differs by at most one grade), largest (difference); classes add differ (count) and kappa:
    Cohen's (p_o − p_e) / (1 − p_e), the share of equal labels beyond what the classes' shares give.
    Source: Cohen (1960), equation 1.
    """
    both = second_pass().set_index("id")
    result = {}
    for name in FILES:
        rows = read(name)
        first, second = (both.loc[rows["id"], c].to_numpy() for c in ("first", "label"))
        gap = np.abs(first - second)
        facts = {"rows": len(rows), "exact": float(np.mean(gap == 0))}
        if label_column(rows) == "score":
            facts |= {
                "spearman": _spearman(first, second),
                "within_1": float(np.mean(gap <= 1)),
                "largest": float(gap.max()),
            }
        else:
            facts |= {
                "kappa": float(cohen_kappa_score(first, second)),
                "differ": int((gap > 0).sum()),
            }
        result[name] = facts
    return result


def _spearman(a, b) -> float:
    return float(spearmanr(a, b).statistic)


def overlap(rows: pd.DataFrame, by: str = "words") -> pd.Series:
    """Cosine of word counts (by="words") or of character counts (by="characters") per pair."""
    cosine = _character_cosine if by == "characters" else bag_cosine
    pairs = zip(rows["sentence1"], rows["sentence2"], strict=True)
    return pd.Series([cosine(a, b) for a, b in pairs], index=rows.index)


def _character_cosine(sentence1: str, sentence2: str) -> float:
    # Without punctuation: all questions of a shop end alike.
    a, b = (Counter(c for c in text if c.isalnum()) for text in (sentence1, sentence2))
    norms = math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))
    return sum(n * b[c] for c, n in a.items()) / norms


def baselines() -> dict[str, float]:
    """What counting words reaches: Spearman on the graded sets, AUC on the paraphrases.

    Keys: ``hand_graded`` and ``hand_graded/<genre>``, ``hand_zh`` (characters),
    ``hand_nli`` (Spearman with the label), and ``<positives>/<negatives>`` with all, easy, hard.
    """
    result = {}
    graded = read("hand_graded")
    for genre, part in [("", graded), *graded.groupby("genre")]:
        result["hand_graded" + f"/{genre}" * bool(genre)] = _spearman(overlap(part), part["score"])
    chinese, nli, binary = read("hand_zh"), read("hand_nli"), read("hand_paraphrase")
    result["hand_zh"] = _spearman(overlap(chinese, "characters"), chinese["score"])
    result["hand_nli"] = _spearman(overlap(nli), nli["label"])
    cosines = overlap(binary)
    for one in ("all", "easy", "hard"):
        for other in ("all", "easy", "hard"):
            chosen = [
                cosines[
                    (binary["label"] == label) & ((kind == "all") | (binary["hardness"] == kind))
                ]
                for label, kind in ((1, one), (0, other))
            ]
            result[f"{one}/{other}"] = auc(*chosen)
    return result


def giveaways() -> dict[str, dict[str, float]]:
    """Surface signs that hint at a label, by class name of hand_nli and hand_paraphrase.

    words: mean length of sentence2; denied: share of sentence2 with a word of denial.
    """
    result = {}
    for name, classes in (
        ("hand_nli", ("contradiction", "neutral", "entailment")),
        ("hand_paraphrase", ("no paraphrase", "paraphrase")),
    ):
        rows = read(name)
        for label, title in enumerate(classes):
            texts = rows.loc[rows["label"] == label, "sentence2"]
            result[title] = {
                "rows": len(texts),
                "words": float(texts.str.split().str.len().mean()),
                "denied": float(texts.map(lambda text: bool(_DENIALS.search(text))).mean()),
            }
    return result


def lengths() -> dict[str, dict[str, float]]:
    """Length of the sentences by set in words (hand_zh: characters); distinct counts sentences."""
    result = {}
    for name in FILES:
        rows = read(name)
        texts = pd.concat([rows["sentence1"], rows["sentence2"]])
        size = texts.str.len() if name == "hand_zh" else texts.str.split().str.len()
        result[name] = {
            "mean": float(size.mean()),
            "least": int(size.min()),
            "most": int(size.max()),
            "distinct": int(texts.nunique()),
        }
    return result


def card_tables() -> dict[str, str]:
    """The tables of the data card as Markdown, by name."""
    found, base, sizes = agreement(), baselines(), lengths()
    gaps = ("within_1", "largest", "spearman", "kappa")
    return {
        "spread": _markdown(["grade", "`hand_graded`", "`hand_zh`"], _spread()),
        "operations": _markdown(
            ["label", "hardness", "operation", "pairs", "overlap"], _operations()
        ),
        "agreement": _markdown(
            ["set", "pairs", "equal", "within one grade", "largest gap", "Spearman", "Cohen's κ"],
            [
                [f"`{name}`", f["rows"], f["exact"], *(f.get(key) for key in gaps)]
                for name, f in found.items()
            ],
        ),
        "baselines": _markdown(
            ["rows", "figure", "value"],
            [
                *([f"`{k}`", "Spearman", v] for k, v in base.items() if k.startswith("hand_")),
                *(
                    ["{} paraphrases against {} non-paraphrases".format(*k.split("/")), "AUC", v]
                    for k, v in base.items()
                    if not k.startswith("hand_")
                ),
            ],
        ),
        "giveaways": _markdown(
            ["class", "pairs", "words of sentence2", "with a denial"],
            [[title, f["rows"], f["words"], f["denied"]] for title, f in giveaways().items()],
        ),
        "lengths": _markdown(
            ["set", "mean", "shortest", "longest", "different sentences"],
            [[f"`{name}`", *facts.values()] for name, facts in sizes.items()],
        ),
    }


def _spread() -> list[list]:
    counts = [read(name)["score"].value_counts() for name in ("hand_graded", "hand_zh")]
    return [[str(g / 2), *(int(c.get(g / 2, 0)) for c in counts)] for g in range(11)]


def _operations() -> list[list]:
    rows = read("hand_paraphrase")
    groups = rows.assign(overlap=overlap(rows)).groupby(["label", "hardness", "operation"])
    return [[*key, len(part), float(part["overlap"].mean())] for key, part in groups]


def _markdown(head: list[str], rows: list[list]) -> str:
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
