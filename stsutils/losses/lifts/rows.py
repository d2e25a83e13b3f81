"""From a loss on a student's and a teacher's scores, or vectors, to the call that `fit` makes."""

import torch
from torch import Tensor
from torch.nn import functional as F

from stsutils.errors import UserError
from stsutils.losses.geometry import unit
from stsutils.losses.guards import at_least_float32
from stsutils.losses.lifts.lifted import Lifted
from stsutils.losses.shapes import Loss, Scores, Square


def off_diagonal(scores: Square) -> Scores:
    """Return a square matrix without its diagonal, B×(B − 1).

    A batch's scores with itself have each sentence's own score there. It is 1 or close to it for
    every teacher, so there is nothing to learn from it.

    Example:
        >>> import torch
        >>> off_diagonal(torch.arange(9.0).reshape(3, 3))
        tensor([[1., 2.],
                [3., 5.],
                [6., 7.]])
    """
    if scores.ndim != 2 or scores.shape[0] != scores.shape[1] or len(scores) < 2:
        raise UserError(
            f"off_diagonal takes the scores of 2 or more sentences with themselves, B×B; "
            f"got {tuple(scores.shape)}."
        )
    rows = len(scores)
    # behind each diagonal entry stand `rows` others before the next one
    return scores.flatten()[1:].unflatten(0, (rows - 1, rows + 1))[:, :-1].reshape(rows, rows - 1)


class OfTeacher(Lifted):
    """A loss on embeddings that wants vectors of a teacher: its attribute `teacher`, or labels."""

    def __init__(self, function: Loss, teacher: Tensor | None, given: dict) -> None:
        """Keep the function and its settings; a name it does not know is a UserError."""
        super().__init__(function, given)
        self.teacher = teacher

    def teacher_vectors(self, labels: Tensor | None, embeddings: list[Tensor]) -> Tensor:
        """Return the teacher's vectors of a batch, by its labels."""
        shapes = [tuple(column.shape) for column in embeddings]
        if len(shapes) not in (1, 2) or len(set(shapes)) != 1 or len(shapes[0]) != 2:
            raise UserError(
                f"{self.name} takes one or two B×d embeddings of the same sentences; got {shapes}."
            )
        wanted, like = 2 if self.teacher is None else 1, embeddings[0]
        if labels is not None and labels.ndim == wanted and len(labels) == len(like):
            if self.teacher is None:
                return labels
            self.teacher = self.teacher.to(like.device)
            known = range(len(self.teacher))
            # on a GPU a look would make the step wait
            looked_at = labels.tolist() if labels.device.type == "cpu" else []
            if labels.is_floating_point() or not all(row in known for row in looked_at):
                raise UserError(
                    f"{self.name}: with a teacher's vectors a label is the number of a sentence's "
                    f"row among them, a whole number from 0 to {known[-1]}; these are others"
                )
            return self.teacher[labels.long()]
        raise UserError(
            f"{self.name} needs the teacher's vectors: as labels, one vector a sentence, or as "
            f"{self.lift}({self.name}, teacher=vectors) and each sentence's row number as its "
            "label."
        )


class OnRows(OfTeacher):
    """A loss on embeddings that ranks each sentence's scores with the batch as a teacher does.

    Made by `on_rows`. Attribute beside an `OfTeacher`'s: `diagonal`.
    """

    lift = "on_rows"

    def __init__(self, function: Loss, teacher: Tensor | None, diagonal: bool, given: dict) -> None:
        """Keep the function and its settings; a name it does not know is a UserError."""
        super().__init__(function, teacher, given)
        self.diagonal, self.shown = diagonal, {"diagonal": diagonal}

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the loss of u, v (two B×d columns), or of one column with itself."""
        taught = self.teacher_vectors(labels, embeddings)
        u, v, t = (unit(at_least_float32(x)) for x in (embeddings[0], embeddings[-1], taught))
        scores, teacher_scores = u @ v.T, t @ t.T
        if not self.diagonal:
            if len(scores) == 1:  # an epoch's last batch may be one row: no others to rank
                return 0.0 * scores.sum()
            scores, teacher_scores = off_diagonal(scores), off_diagonal(teacher_scores)
        return self.function(scores, teacher_scores.to(scores.dtype), **self.settings)


def on_rows(
    function: Loss, *, teacher: Tensor | None = None, diagonal: bool = False, **settings: object
) -> OnRows:
    """Lift a loss on rows to `loss(embeddings: list of B×d tensors, labels) -> scalar`.

    Formula:
        loss([u, v], labels) = function(S, T, **settings), S[i, j] = cosine(u[i], v[j]),
        T[i, j] = cosine of the teacher's vectors of sentences i and j.

    Args:
        function: a loss with the arguments (scores, teacher_scores, **settings), as `list_net`.
        teacher: (N, e) the teacher's vectors of all sentences; a batch's labels are then row
            numbers in it. Without it the labels are the batch's teacher vectors. Any vectors
            whose cosines are the wanted scores will do, such as rank vectors.
        diagonal: keep each sentence's score with itself; `rank_encoder` needs it.
        settings: the loss's own settings, such as temperature=0.05.

    Returns:
        An `OnRows`: callable, picklable, with a `name`.

    Raises:
        UserError: a setting the loss does not have; columns or teacher vectors that do not fit.

    Relations:
        With one text column named twice u and v are two dropout views, as in RankCSE; with one
        column both are the same vectors.

    Example:
        >>> import torch
        >>> from stsutils.losses import list_net
        >>> loss = on_rows(list_net, teacher=torch.eye(5)[:, :3], temperature=1.0)
        >>> loss
        on_rows(list_net, diagonal=False, temperature=1.0, teacher_temperature=0.05)
        >>> u = torch.eye(3)
        >>> round(loss([u, u], torch.tensor([0, 1, 2])).item(), 4)  # two equal others: log 2
        0.6931
    """
    return OnRows(function, teacher, diagonal, settings)


class OnVectors(OfTeacher):
    """A loss on embeddings as vectors of a teacher's. Made by `on_vectors`."""

    lift = "on_vectors"
    axes: Tensor | None = None

    def loss(self, embeddings: list[Tensor], labels: Tensor | None) -> Tensor:
        """Return the mean over the columns, B×d each, all of the same sentences."""
        width = embeddings[0].shape[-1]
        taught = at_least_float32(self.teacher_vectors(labels, embeddings))
        if self.teacher is not None and taught.shape[1] > width:
            if self.axes is None:
                self.axes = torch.linalg.svd(self.teacher, False).Vh
            taught = taught @ self.axes[:width].T
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
    return OnVectors(function, teacher, settings)
