"""Encoders: text to vectors."""

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.folders import save
from stsutils.encoders.loading import load_encoder
from stsutils.encoders.pooling import POOLINGS
from stsutils.encoders.quiet import quiet

__all__ = ["POOLINGS", "BiEncoder", "load_encoder", "quiet", "save"]
