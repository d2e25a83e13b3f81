"""Your own pairs: which loss trains the best encoder for them, and can one tell at all?"""

from stsutils.own_pairs.comparison import compare
from stsutils.own_pairs.course import Course
from stsutils.own_pairs.single import train

__all__ = ["Course", "compare", "train"]
