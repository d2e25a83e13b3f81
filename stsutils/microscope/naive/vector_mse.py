"""Vector-MSE, number by number."""

from stsutils.microscope.subject import Subject, embeddings


def vector_mse(vectors: list, teacher_vectors: list) -> float:
    """Return the mean over sentences of Σ (u − t)²."""
    total = 0.0
    for vector, teacher in zip(vectors, teacher_vectors, strict=True):
        for u, t in zip(vector, teacher, strict=True):
            total += (u - t) ** 2
    return total / len(vectors)


RIGHT_ANGLE = {"vectors": [[1, 0], [0, 1]], "teacher_vectors": [[1, 0], [1, 0]]}

SUBJECT = Subject(
    vector_mse,
    cases=((embeddings("vectors", "teacher_vectors"), {}),),
    known=((RIGHT_ANGLE, {}, 1.0),),
    fixed=("teacher_vectors",),
)
