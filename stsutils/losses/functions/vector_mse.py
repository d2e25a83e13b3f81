"""Vector-MSE: a student's vectors shall be a teacher's, number by number."""

from stsutils.errors import UserError
from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.guards import at_least_float32
from stsutils.losses.lifts.rows import on_vectors
from stsutils.losses.shapes import Scalar, Vectors


def vector_mse(vectors: Vectors, teacher_vectors: Vectors) -> Scalar:
    """Return the mean squared distance between the student's vectors and the teacher's.

    Formula:
        L = mean over sentences i of Σ_k (u[i, k] − t[i, k])², ∂L/∂u[i] = 2 (u[i] − t[i]) / B.

    Args:
        vectors: (B, d) the student's vectors; bf16 and fp16 are lifted to float32 first.
        teacher_vectors: (B, d) the teacher's of the same sentences; no gradient goes there.

    Returns:
        One scalar, at least float32; 0 where the vectors are equal.

    Raises:
        UserError: shapes that differ.

    Data:
        Raw sentences and a teacher's vector of each. A teacher with more numbers than the student
        is projected first, see `on_vectors`.

    Reference:
        Reimers and Gurevych, Making Monolingual Sentence Embeddings Multilingual (EMNLP 2020),
        Eq. 1, without its translated sentence.

    As written, as coded:
        sentence-transformers' ``MSELoss`` divides by d as well and leaves lengths as they are.
        `on_vectors` compares directions: L = 2 − 2 cos(u, t) on average.

    Relations:
        Each sentence is asked for a place, not each pair for a number (`cosine_mse`) nor two pairs
        for an order (`cosent`). Equal vectors give equal cosines; the converse asks for less, for
        a rotation of all vectors changes no cosine.

    Example:
        >>> import torch
        >>> u, t = torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([[1.0, 0.0], [1.0, 0.0]])
        >>> vector_mse(u, t).item()
        1.0
    """
    if vectors.ndim != 2 or vectors.shape != teacher_vectors.shape or not vectors.numel():
        raise UserError(
            "vector_mse needs a teacher's vector for each vector, as two matrices of one shape; "
            f"got {tuple(vectors.shape)} and {tuple(teacher_vectors.shape)}."
        )
    apart = at_least_float32(vectors) - at_least_float32(teacher_vectors.detach())
    return (apart * apart).sum(-1).mean()


ENTRY = Entry(vector_mse, "vector-MSE", TEACHER, lift=on_vectors)
