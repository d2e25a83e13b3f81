"""Encoders: text to vectors."""

from .bi_encoder import BiEncoder
from .folders import save
from .loading import load_encoder
from .pooling import POOLINGS

__all__ = ["POOLINGS", "BiEncoder", "load_encoder", "save"]
