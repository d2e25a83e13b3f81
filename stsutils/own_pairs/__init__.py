"""Your own pairs: which loss trains the best encoder for them, and can one tell at all?"""

from stsutils.own_pairs.comparison import compare, train
from stsutils.own_pairs.plan import Course

__all__ = ["Course", "compare", "train"]
