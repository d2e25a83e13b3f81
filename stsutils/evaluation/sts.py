"""Semantic textual similarity: how well cosines, or an interaction model's scores, rank pairs."""

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype

from stsutils.encoders import BiEncoder, Interaction
from stsutils.errors import UserError
from stsutils.evaluation.geometry import normalized
from stsutils.statistics import spearman


def similarity(encoder: BiEncoder | Interaction, rows: pd.DataFrame, **reading) -> np.ndarray:
    """The cosine of each pair's two vectors (n, float64; a zero vector has cosine 0).

    An interaction model gives its own scores instead. `rows` is a DataFrame or a Hugging Face
    Dataset with sentence1 and sentence2; UserError where it is not. `reading` is what the encoder's
    `encode` (or `score`) takes: `progress`, and `precision` for 16-bit weights.
    """
    rows = _pairs(rows)
    if isinstance(encoder, str):
        raise UserError(f"an encoder comes from load_encoder; got the name {encoder!r}")
    if isinstance(encoder, Interaction):
        scores = encoder.score(list(rows["sentence1"]), list(rows["sentence2"]), **reading)
        return scores.astype(np.float64)
    u, v = pair_vectors(encoder, rows, **reading)
    return np.einsum("nd,nd->n", u, v)


def pair_vectors(
    encoder: BiEncoder, rows: pd.DataFrame, **reading
) -> tuple[np.ndarray, np.ndarray]:
    """The vectors of both sentences of each pair (two n×d), scaled to length 1."""
    vectors = normalized(encoder.encode([*rows["sentence1"], *rows["sentence2"]], **reading))
    return vectors[: len(rows)], vectors[len(rows) :]


def sts(encoder: BiEncoder | Interaction, rows: pd.DataFrame, **reading) -> dict[str, float]:
    """Spearman's ρ between similarities and scores or labels: {"spearman": ρ}.

    `rows` and `reading` as in `similarity`.
    """
    rows = _pairs(rows)
    gold = rows.get("score", rows.get("label"))
    if gold is None or not is_numeric_dtype(gold) or gold.isna().any():
        raise UserError("sts needs a column of numbers, score or label, with one for every pair")
    return {"spearman": spearman(similarity(encoder, rows, **reading), gold.to_numpy())}


def _pairs(rows) -> pd.DataFrame:
    rows = rows.to_pandas() if hasattr(rows, "to_pandas") else rows
    if not isinstance(rows, pd.DataFrame) or not {"sentence1", "sentence2"} <= set(rows):
        has = list(rows) if isinstance(rows, pd.DataFrame) else type(rows).__name__
        raise UserError(f"rows are a table with sentence1 and sentence2, not {has}")
    return rows
