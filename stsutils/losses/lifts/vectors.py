"""From a loss on a student's and a teacher's vectors to the call that `fit` makes."""

import torch
from torch import Tensor
from torch.nn import functional as F

from stsutils.losses.geometry import unit
from stsutils.losses.guards import at_least_float32
from stsutils.losses.lifts.rows import OnRows
from stsutils.losses.shapes import Loss


class OnVectors(OnRows):
    """A loss on embeddings that wants a teacher's vectors. Made by `on_vectors`."""

    lift = "on_vectors"

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the mean over the columns, B×d each, all of the same sentences."""
        width = embeddings[0].shape[-1]
        if self.teacher is not None and self.teacher.shape[1] > width:
            self.teacher = self.teacher @ torch.linalg.svd(self.teacher, False).Vh[:width].T
        taught = at_least_float32(self.teacher_vectors(labels, embeddings))
        wanted = unit(F.pad(taught, (0, max(0, width - taught.shape[1]))))
        losses = [self.function(unit(at_least_float32(u)), wanted) for u in embeddings]
        return torch.stack(losses).mean()


def on_vectors(function: Loss, *, teacher: Tensor | None = None, **settings: object) -> OnVectors:
    """Lift a loss on vectors to `loss(embeddings: list of B×d tensors, labels) -> scalar`.

    Formula:
        loss([u], labels) = function(u / |u|, Pt / |Pt|, **settings)

    where P takes the teacher's vectors t to the first d right singular vectors of all of them, the
    projection that keeps most of their squared length, if they have more numbers than the
    student's; where they have fewer it adds zeros.

    Args:
        function: a loss with the arguments (vectors, teacher_vectors, **settings), `vector_mse`.
        teacher: (N, e) the teacher's vectors of all sentences; a batch's labels are then row
            numbers in it. Without it the labels are the batch's teacher vectors.
        settings: the loss's own settings.

    Returns:
        An `OnVectors`: callable, picklable, with a `name`.

    Raises:
        UserError: a setting the loss does not have; teacher vectors that do not fit.
    """
    return OnVectors(function, teacher, True, settings)
