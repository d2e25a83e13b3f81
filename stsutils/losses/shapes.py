"""The shapes of what losses take and return; the tests hold them at every call."""

from collections.abc import Callable

from jaxtyping import Float, Shaped
from torch import Tensor

#: One cosine, score or prediction a pair, and one label.
Numbers = Float[Tensor, "rows"]
Labels = Shaped[Tensor, "rows"]
#: One vector a sentence.
Vectors = Float[Tensor, "rows dim"]
#: Of each sentence the scores with some others; of a batch's with each other.
Scores = Float[Tensor, "rows items"]
Square = Float[Tensor, "rows rows"]
Scalar = Float[Tensor, ""]
#: A pure function, as the files in `functions` have them.
Loss = Callable[..., Tensor]
