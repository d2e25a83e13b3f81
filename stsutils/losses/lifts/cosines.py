"""From a loss on one number a pair, a cosine or a score, to the call that `fit` makes."""

from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.geometry import angle_between, angle_score, cosine
from stsutils.losses.guards import at_least_float32
from stsutils.losses.lifts.lifted import Lifted
from stsutils.losses.shapes import Loss

#: What `on_cosines` can take of two vectors.
SCORES = {"cosine": cosine, "angle": angle_between, "complex": angle_score}


class OnScores(Lifted):
    """A loss on one column of scores, such as an interaction model's. Made by `on_scores`."""

    lift = "on_scores"
    takes = "one column of B scores, such as an interaction model's"

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss of the columns and their labels."""
        labels = self.labelled(labels)
        return self.function(self.scores(embeddings), labels, **self.settings)

    def scores(self, embeddings: list[Tensor]) -> Tensor:
        """Return one number a pair from one column of B or B×1."""
        shapes = [tuple(column.shape) for column in embeddings]
        if len(shapes) == 1 and (len(shapes[0]) == 1 or shapes[0][1:] == (1,)):
            return at_least_float32(embeddings[0].reshape(-1))
        raise UserError(f"{self.name} takes {self.takes}; got shapes {shapes}.")


class OnCosines(OnScores):
    """A loss on embeddings: cosines first, then the loss on them. Made by `on_cosines`."""

    lift = "on_cosines"
    takes = "two B×d embeddings (sentence1, sentence2) or one column of B scores"

    def __init__(self, function: Loss, score: str, settings: dict) -> None:
        """Keep function, score and settings; a name that does not exist is a UserError."""
        super().__init__(function, settings)
        if score not in SCORES:
            raise UserError(f"{self.name}: score is {score!r}; choose one of {', '.join(SCORES)}.")
        self.score = score
        self.shown = {} if score == "cosine" else {"score": score}

    def scores(self, embeddings: list[Tensor]) -> Tensor:
        """Return a score of u and v (two B×d columns), or one column of scores."""
        shapes = [tuple(column.shape) for column in embeddings]
        if len(shapes) == 2 and shapes[0] == shapes[1] and len(shapes[0]) == 2:
            return SCORES[self.score](*embeddings)
        return super().scores(embeddings)


def on_cosines(function: Loss, *, score: str = "cosine", **settings: object) -> OnCosines:
    """Lift a loss on cosines to `loss(embeddings: list of B×d tensors, labels) -> scalar`.

    Formula:
        loss([u, v], labels) = function(score(u, v), labels, **settings).

    Args:
        function: a loss with the arguments (cosines, labels, **settings), such as `cosent`.
        score: "cosine", or what takes its place: "angle", π − arccos(cosine), whose slope does
            not fade towards ±1; "complex", AnglE's score (`angle_score`).
        settings: the loss's own settings, such as scale=20.0.

    Returns:
        An `OnCosines`: callable, picklable, with a `name`. Cosines are computed in float32 (or
        float64 if the embeddings are) even inside torch.autocast. One column of scores, from an
        interaction model, takes the place of the cosines.

    Raises:
        UserError: a setting the loss does not have; columns of the wrong number or shape.

    Relations:
        `on_scores` for a loss that cosines do not suit. A loss with parameters of its own is an
        nn.Module with the same call.

    Example:
        >>> import torch
        >>> from stsutils.losses import cosent
        >>> loss = on_cosines(cosent, scale=20.0)
        >>> loss
        on_cosines(cosent, scale=20.0)
        >>> u, v = torch.eye(2), torch.tensor([[1.0, 0.0], [1.0, 0.0]])
        >>> loss([u, v], torch.tensor([1, 0])).item() < 1e-6
        True
    """
    return OnCosines(function, score, settings)


def on_scores(function: Loss, **settings: object) -> OnScores:
    """Lift a loss on scores to `loss([one column of B or B×1 scores], labels) -> scalar`.

    Arguments, returns and errors as for `on_cosines`; two columns of embeddings are refused, for
    such a loss wants numbers of any size.

    Example:
        >>> from stsutils.losses import binary_cross_entropy
        >>> on_scores(binary_cross_entropy)
        on_scores(binary_cross_entropy)
    """
    return OnScores(function, settings)
