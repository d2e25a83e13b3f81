"""Losses: one file each, a pure function on its arguments.

`LOSSES` is the index by name, `DATA` the kinds of data they need, `make_loss` the way from
settings to what `fit` calls. A module and its function share a name; the imports below leave the
*function* as `stsutils.losses.cosent`, and `from stsutils.losses.cosent import chance_level` still
finds the module.
"""

from stsutils.losses.angle import angle, angle_score
from stsutils.losses.contrastive import contrastive
from stsutils.losses.cosent import chance_level, cosent, cosent_plain
from stsutils.losses.cosine_mse import cosine_mse
from stsutils.losses.direct_linear import direct_linear
from stsutils.losses.direct_squared import direct_squared
from stsutils.losses.index import DATA, LOSSES, Entry, make_loss
from stsutils.losses.info_nce import info_nce
from stsutils.losses.linear_threshold import linear_threshold
from stsutils.losses.on_cosines import OnCosines, cosine, on_cosines
from stsutils.losses.on_embeddings import OnEmbeddings, on_embeddings
from stsutils.losses.softmax import SoftmaxHead, pair_features, softmax
from stsutils.losses.triplet import triplet

__all__ = [
    "DATA",
    "LOSSES",
    "Entry",
    "OnCosines",
    "OnEmbeddings",
    "SoftmaxHead",
    "angle",
    "angle_score",
    "chance_level",
    "contrastive",
    "cosent",
    "cosent_plain",
    "cosine",
    "cosine_mse",
    "direct_linear",
    "direct_squared",
    "info_nce",
    "linear_threshold",
    "make_loss",
    "on_cosines",
    "on_embeddings",
    "pair_features",
    "softmax",
    "triplet",
]
