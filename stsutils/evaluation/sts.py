"""Semantic textual similarity: how well cosines, or an interaction model's scores, rank pairs."""

import numpy as np
import pandas as pd

from stsutils.encoders import BiEncoder, Interaction
from stsutils.evaluation.geometry import normalized
from stsutils.statistics import spearman


def similarity(encoder: BiEncoder | Interaction, rows: pd.DataFrame, **reading) -> np.ndarray:
    """The cosine of each pair's two vectors (n, float64; a zero vector has cosine 0).

    An interaction model gives its own scores instead. `reading` is what the encoder's `encode` (or
    `score`) takes: `progress`, and `precision` for 16-bit weights.
    """
    if isinstance(encoder, Interaction):
        scores = encoder.score(list(rows["sentence1"]), list(rows["sentence2"]), **reading)
        return scores.astype(np.float64)
    u, v = pair_vectors(encoder, rows, **reading)
    return np.einsum("nd,nd->n", u, v)


def pair_vectors(
    encoder: BiEncoder, rows: pd.DataFrame, **reading
) -> tuple[np.ndarray, np.ndarray]:
    """The vectors of both sentences of each pair (two n×d), scaled to length 1."""
    texts = [*rows["sentence1"], *rows["sentence2"]]
    vectors = normalized(encoder.encode(texts, **reading))
    return vectors[: len(rows)], vectors[len(rows) :]


def sts(encoder: BiEncoder | Interaction, rows: pd.DataFrame, **reading) -> dict[str, float]:
    """Spearman's ρ between similarities and scores or labels: {"spearman": ρ}.

    `rows` may be a Hugging Face Dataset; `reading` as in `similarity`.
    """
    rows = rows.to_pandas() if hasattr(rows, "to_pandas") else rows
    gold = rows["score"] if "score" in rows else rows["label"]
    return {"spearman": spearman(similarity(encoder, rows, **reading), gold.to_numpy())}
