"""Evaluation: how well an encoder's cosines fit people's judgements, and its geometry."""

from .geometry import alignment, random_pair_cosine, uniformity
from .sts import similarity, sts

__all__ = ["alignment", "random_pair_cosine", "similarity", "sts", "uniformity"]
