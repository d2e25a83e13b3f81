"""Losses: one file each, a pure function on its arguments.

`LOSSES` is the index by name, `DATA` the kinds of data they need, `make_loss` the way from
settings to what `fit` calls. A module and its function share a name; the imports below leave the
*function* as `stsutils.losses.cosent`, and `from stsutils.losses.cosent import chance_level` still
finds the module.
"""

from stsutils.losses.angle import angle, angle_score
from stsutils.losses.binary_cross_entropy import binary_cross_entropy
from stsutils.losses.contrastive import contrastive
from stsutils.losses.cosent import chance_level, cosent, cosent_plain
from stsutils.losses.cosent_rows import cosent_rows
from stsutils.losses.cosine_mse import cosine_mse
from stsutils.losses.direct_linear import direct_linear
from stsutils.losses.direct_squared import direct_squared
from stsutils.losses.index import DATA, LOSSES, Entry, make_loss
from stsutils.losses.info_nce import info_nce
from stsutils.losses.l1 import l1
from stsutils.losses.linear_threshold import linear_threshold
from stsutils.losses.list_mle import list_mle
from stsutils.losses.list_net import list_net
from stsutils.losses.on_cosines import OnCosines, cosine, on_cosines
from stsutils.losses.on_embeddings import OnEmbeddings, on_embeddings
from stsutils.losses.on_rows import OnRows, off_diagonal, on_rows
from stsutils.losses.rank_encoder import rank_encoder, rank_loss
from stsutils.losses.regression_head import RegressionHead
from stsutils.losses.smooth_k2 import smooth_k2
from stsutils.losses.softmax import SoftmaxHead, pair_features, softmax
from stsutils.losses.translated_relu import translated_relu
from stsutils.losses.triplet import triplet

__all__ = [
    "DATA",
    "LOSSES",
    "Entry",
    "OnCosines",
    "OnEmbeddings",
    "OnRows",
    "RegressionHead",
    "SoftmaxHead",
    "angle",
    "angle_score",
    "binary_cross_entropy",
    "chance_level",
    "contrastive",
    "cosent",
    "cosent_plain",
    "cosent_rows",
    "cosine",
    "cosine_mse",
    "direct_linear",
    "direct_squared",
    "info_nce",
    "l1",
    "linear_threshold",
    "list_mle",
    "list_net",
    "make_loss",
    "off_diagonal",
    "on_cosines",
    "on_embeddings",
    "on_rows",
    "pair_features",
    "rank_encoder",
    "rank_loss",
    "smooth_k2",
    "softmax",
    "translated_relu",
    "triplet",
]
