"""Losses: one file each, a pure function on its arguments.

`LOSSES` is the index: name -> (function, the data a reader needs for it). A module and its
function share a name; the imports below leave the *function* as `stsutils.losses.cosent`, and
`from stsutils.losses.cosent import chance_level` still finds the module.
"""

from stsutils.losses.contrastive import contrastive
from stsutils.losses.cosent import chance_level, cosent, cosent_plain
from stsutils.losses.cosine_mse import cosine_mse
from stsutils.losses.direct_linear import direct_linear
from stsutils.losses.direct_squared import direct_squared
from stsutils.losses.linear_threshold import linear_threshold
from stsutils.losses.on_cosines import OnCosines, cosine, on_cosines

LOSSES = {
    "cosent": (cosent, "pairs with an ordered label or score"),
    "cosine_mse": (cosine_mse, "pairs with a score in [0, 1]"),
    "contrastive": (contrastive, "pairs with a 0/1 label"),
    "direct_linear": (direct_linear, "pairs with a 0/1 label"),
    "direct_squared": (direct_squared, "pairs with a 0/1 label"),
    "linear_threshold": (linear_threshold, "pairs with a 0/1 label"),
}

__all__ = [
    "LOSSES",
    "OnCosines",
    "chance_level",
    "contrastive",
    "cosent",
    "cosent_plain",
    "cosine",
    "cosine_mse",
    "direct_linear",
    "direct_squared",
    "linear_threshold",
    "on_cosines",
]
