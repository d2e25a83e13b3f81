"""The numbers of the data card, counted from rows: sizes, vocabulary, word-overlap baselines."""

import re

import numpy as np
import pandas as pd

from stsutils.data.word_overlap import bag_cosine


def auc(positive: pd.Series, negative: pd.Series) -> float:
    """Chance that a positive scores above a negative, a tie counting half; needs no training."""
    from sklearn.metrics import roc_auc_score  # here, because it takes a second to import

    scores = np.concatenate([positive, negative])
    return float(roc_auc_score(np.arange(len(scores)) < len(positive), scores))


def describe(rows: pd.DataFrame) -> dict:
    """Facts about generated rows of any kind, as a JSON-ready dict.

    Always: rows, sentences (distinct), words (distinct), mean_words. Graded pairs add
    bow_spearman and, by score, count, mean overlap and mean agreement. Binary pairs add
    bow_auc_hard, bow_auc_random and, by hardness, count, mean overlap and AUC against all
    paraphrases. Other labelled pairs add count and mean overlap by label. The baseline is the
    cosine of word counts.
    """
    columns = [c for c in ("sentence", "sentence1", "sentence2") if c in rows.columns]
    texts = pd.concat([rows[c] for c in columns])
    tokens = [re.findall(r"[a-z0-9]+", text.lower()) for text in texts]
    facts = {
        "rows": len(rows),
        "sentences": int(texts.nunique()),
        "words": len({word for words in tokens for word in words}),
        "mean_words": round(sum(map(len, tokens)) / len(tokens), 2),
    }
    if "doc_id" in rows.columns:
        return facts | {"documents": int(rows["doc_id"].nunique())}
    if "sentence2" not in rows.columns:
        return facts
    overlap = pd.Series(
        [bag_cosine(a, b) for a, b in zip(rows["sentence1"], rows["sentence2"], strict=True)],
        index=rows.index,
    )
    if "score" in rows.columns:
        rho = overlap.rank().corr(rows["score"].rank())
        return facts | {
            "bow_spearman": round(float(rho), 4),
            "by_score": _by(rows, "score", overlap),
        }
    if "label" not in rows.columns:
        return facts | {"bow_mean": round(float(overlap.mean()), 4)}
    if "hardness" not in rows.columns:
        return facts | {"by_label": _by(rows, "label", overlap)}
    positive, groups = overlap[rows["label"] == 1], _by(rows, "hardness", overlap)
    for name, group in groups.items():
        if name != "paraphrase":
            group["bow_auc"] = round(auc(positive, overlap[rows["hardness"] == name]), 4)
    easy = rows["hardness"] == "random"
    for name, negative in (("hard", (rows["label"] == 0) & ~easy), ("random", easy)):
        if negative.any():
            facts[f"bow_auc_{name}"] = round(auc(positive, overlap[negative]), 4)
    return facts | {"by_hardness": groups}


def _by(rows: pd.DataFrame, column: str, overlap: pd.Series) -> dict:
    table = {}
    for value in sorted(rows[column].unique()):
        inside = rows[column] == value
        group = {"count": int(inside.sum()), "bow_mean": round(float(overlap[inside].mean()), 4)}
        if "agreement" in rows.columns:
            group["agreement"] = round(float(rows.loc[inside, "agreement"].mean()), 4)
        table[value if isinstance(value, str) else str(int(value))] = group
    return table
