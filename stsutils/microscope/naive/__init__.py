"""Each loss as a loop over Python floats: slow, plain, and the judge of the fast form.

Arguments are lists (a tensor's `.tolist()`), nested where the loss takes matrices; all is float64.
A loss on one vector or on rows of scores also has `<name>_gradient`, its derivative by each of
those numbers, written down from the formula; the others are judged by the slopes of their loop.
"""

from stsutils.microscope.naive.on_cosines import (
    contrastive,
    contrastive_gradient,
    cosent,
    cosent_gradient,
    cosine_mse,
    cosine_mse_gradient,
    direct_linear,
    direct_linear_gradient,
    direct_squared,
    direct_squared_gradient,
    linear_threshold,
    linear_threshold_gradient,
)
from stsutils.microscope.naive.on_embeddings import angle, cosine, info_nce, softmax, triplet
from stsutils.microscope.naive.on_predictions import (
    binary_cross_entropy,
    binary_cross_entropy_gradient,
    l1,
    l1_gradient,
    smooth_k2,
    smooth_k2_gradient,
    translated_relu,
    translated_relu_gradient,
)
from stsutils.microscope.naive.on_rows import (
    cosent_rows,
    cosent_rows_gradient,
    list_mle,
    list_mle_gradient,
    list_net,
    list_net_gradient,
    rank_encoder,
    rank_encoder_gradient,
)

__all__ = [
    "angle",
    "binary_cross_entropy",
    "binary_cross_entropy_gradient",
    "contrastive",
    "contrastive_gradient",
    "cosent",
    "cosent_gradient",
    "cosent_rows",
    "cosent_rows_gradient",
    "cosine",
    "cosine_mse",
    "cosine_mse_gradient",
    "direct_linear",
    "direct_linear_gradient",
    "direct_squared",
    "direct_squared_gradient",
    "info_nce",
    "l1",
    "l1_gradient",
    "linear_threshold",
    "linear_threshold_gradient",
    "list_mle",
    "list_mle_gradient",
    "list_net",
    "list_net_gradient",
    "rank_encoder",
    "rank_encoder_gradient",
    "smooth_k2",
    "smooth_k2_gradient",
    "softmax",
    "translated_relu",
    "translated_relu_gradient",
    "triplet",
]
