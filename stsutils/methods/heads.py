"""The layer on top of a pair's two vectors: trained alone first, and read afterwards.

Sentence-BERT and the regression framework train a layer on [u; v; |u − v|] and throw it away:
scores are read off the cosine. Here the layer is kept, to see what it says itself.
"""

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from stsutils.encoders import BiEncoder
from stsutils.losses import RegressionHead, SoftmaxHead, pair_features
from stsutils.training import fit

Head = RegressionHead | SoftmaxHead


def fit_head(encoder: BiEncoder, rows: pd.DataFrame, head: Head, **how) -> None:
    """Stage 1: train the head alone on `rows`; the encoder's weights stay as they are.

    `how` are `fit`'s arguments. No validation: the encoder's cosines cannot change.
    Source: regression paper, section 4.2 and Figure 3.
    """
    kept = [parameter for parameter in encoder.parameters() if parameter.requires_grad]
    encoder.requires_grad_(False)
    try:
        fit(encoder, rows, head, keep="last", **how)
    finally:
        for parameter in kept:
            parameter.requires_grad_(True)


def head_scores(encoder: BiEncoder, head: Head, rows: pd.DataFrame) -> np.ndarray:
    """One number a pair (n, float64), in the units of the labels it was trained on.

    A regression head's prediction; of a classifier the expected class Σ k · p(k). With u and v
    among the features the order of the two sentences counts, as it did in training.
    """
    found = _outputs(encoder, head, rows)
    if isinstance(head, SoftmaxHead):
        shares = found.softmax(1)
        found = shares @ torch.arange(shares.shape[1], dtype=shares.dtype, device=shares.device)
    return found.double().cpu().numpy()


def head_classes(encoder: BiEncoder, head: Head, rows: pd.DataFrame, classes: int) -> np.ndarray:
    """The class 0 … classes − 1 of each pair (n, int64).

    The whole number that is nearest to a regression head's prediction (section 3.1; beyond the
    ends the last class, halves go up), or a classifier's most probable class.
    """
    found = _outputs(encoder, head, rows)
    if isinstance(head, SoftmaxHead):
        return found.argmax(1).cpu().numpy()
    nearest = torch.floor(found.double() + 0.5)
    return nearest.clamp(0, classes - 1).long().cpu().numpy()


@torch.no_grad()
def _outputs(encoder: BiEncoder, head: Head, rows: pd.DataFrame) -> Tensor:
    """What comes out of the head: a number a pair, of a classifier a logit a class."""
    device = next(head.parameters()).device
    columns = (encoder.encode(rows[name].tolist()) for name in ("sentence1", "sentence2"))
    u, v = (torch.from_numpy(column).to(device) for column in columns)
    if isinstance(head, SoftmaxHead):
        return head.classifier(pair_features(u, v, head.settings["features"]))
    return head.predict(u, v)
