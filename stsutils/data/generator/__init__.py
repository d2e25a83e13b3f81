"""Sentence pairs, inference triples and stories from semantic frames; needs no network.

Everything is a pure function of its arguments: same seed, same rows, on every machine.
"""

from stsutils.data.generator.facts import describe
from stsutils.data.generator.frames import SPLITS
from stsutils.data.generator.graded import LEVELS
from stsutils.data.generator.nli import NLI_LABELS, generate_nli
from stsutils.data.generator.pairs import generate_pairs
from stsutils.data.generator.render import bag_cosine
from stsutils.data.generator.stories import generate_stories

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
