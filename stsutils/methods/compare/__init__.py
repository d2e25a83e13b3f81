"""Your own pairs: which loss trains the best encoder for them, and can one tell at all?"""

from stsutils.methods.compare.comparison import compare

__all__ = ["compare"]
