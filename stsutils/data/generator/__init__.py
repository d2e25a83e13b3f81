"""Sentence pairs, inference triples and stories from semantic frames; needs no network.

Everything is a pure function of its arguments: same seed, same rows, on every machine.
"""

from .facts import describe
from .frames import SPLITS
from .graded import LEVELS
from .nli import NLI_LABELS, generate_nli
from .pairs import generate_pairs
from .render import bag_cosine
from .stories import generate_stories

__all__ = [
    "LEVELS",
    "NLI_LABELS",
    "SPLITS",
    "bag_cosine",
    "describe",
    "generate_nli",
    "generate_pairs",
    "generate_stories",
]
