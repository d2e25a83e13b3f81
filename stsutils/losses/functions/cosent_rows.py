"""CoSENT on rows: rank each row of student scores as the teacher ranks it."""

import torch

from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.functions.cosent import cosent
from stsutils.losses.guards import one_teacher_score_a_score
from stsutils.losses.lifts.rows import on_rows
from stsutils.losses.shapes import Scalar, Scores


def cosent_rows(scores: Scores, teacher_scores: Scores, scale: float = 20.0) -> Scalar:
    """Return the mean CoSENT loss of the rows, the teacher's scores being the labels.

    Formula:
        L = mean over rows i of cosent(scores[i], teacher_scores[i], scale).

    Args:
        scores: (B, n) the student's score of each row's sentence with n others, such as cosines;
            bf16 and fp16 are lifted to float32 first.
        teacher_scores: (B, n) the teacher's scores of the same; only their order counts.
        scale: CoSENT's λ.

    Returns:
        One scalar, at least float32.

    Raises:
        UserError: shapes that differ, a scale that is not above 0, a teacher score that is NaN.

    Data:
        Raw sentences and a teacher's score of each with each. Rows from a batch have the sentence
        itself on the diagonal: take it out with `off_diagonal`.

    Reference:
        Huang et al., CoSENT (TASLP 2024), section IV-C and Table III: "RankCSE-CoSENT", CoSENT in
        the place of RankCSE's ListNet or ListMLE.

    As written, as coded:
        The paper gives no formula and the released code has nothing of it: which scores, scale and
        weight the authors took is not known. Rows with the mean over them, off the diagonal, are
        our reading. Another is one CoSENT over all B² scores:
        cosent(scores.flatten(), teacher_scores.flatten()).

    Relations:
        `list_net` and `list_mle` take the same two matrices. Any increasing map of the teacher's
        scores leaves this loss as it is; ListNet changes. n (n − 1) / 2 comparisons a row in
        O(n log n) time.

    Example:
        >>> import torch
        >>> scores = torch.tensor([[0.1, 0.3], [0.5, 0.5]])
        >>> teacher = torch.tensor([[0.9, 0.2], [0.1, 0.4]])
        >>> round(cosent_rows(scores, teacher).item(), 4)  # softplus(4) and log 2
        2.3556
    """
    one_teacher_score_a_score("cosent_rows", scores, teacher_scores)
    rows = zip(scores, teacher_scores, strict=True)
    return torch.stack([cosent(row, teacher, scale) for row, teacher in rows]).mean()


ENTRY = Entry(cosent_rows, "CoSENT on rows", TEACHER, lift=on_rows)
