"""Evaluation: how well an encoder's cosines fit people's judgements, and its geometry."""

from stsutils.evaluation.geometry import alignment, random_pair_cosine, uniformity
from stsutils.evaluation.sts import similarity, sts
