"""ListNet: give the student's rows of scores the same top-1 probabilities as the teacher's."""

import torch

from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.guards import at_least_float32, one_teacher_score_a_score
from stsutils.losses.lifts.rows import on_rows
from stsutils.losses.shapes import Scalar, Scores


def list_net(
    scores: Scores,
    teacher_scores: Scores,
    temperature: float = 0.05,
    teacher_temperature: float = 0.05,
) -> Scalar:
    """Return the mean cross-entropy between the teacher's rows and the student's.

    Formula, with P the softmax of a row of teacher scores / teacher_temperature and Q that of the
    student's scores / temperature:
        L = mean over rows of −Σ_j P[j] log Q[j], ∂L/∂scores[i, j] = (Q − P)[i, j] / (τ · rows).

    Args:
        scores: (B, n) the student's score of each row's sentence with n others, such as cosines;
            bf16 and fp16 are lifted to float32 first.
        teacher_scores: (B, n) the teacher's scores of the same; no gradient goes there.
        temperature: τ of the student.
        teacher_temperature: τ of the teacher; smaller means that only its top items count.

    Returns:
        One scalar, at least float32; at its least the mean entropy of the teacher's rows, not 0.

    Raises:
        UserError: shapes that differ, a temperature that is not above 0.

    Data:
        Raw sentences and a teacher's score of each with each. Rows from a batch have the sentence
        itself on the diagonal: take it out with `off_diagonal`.

    Reference:
        Cao et al., Learning to Rank: From Pairwise to Listwise (2007); as distillation: Liu et
        al., RankCSE (ACL 2023), the row "RankCSE-listNet" of CoSENT's Table III.

    As written, as coded:
        RankCSE's authors published no code. The community's code (perceptiveshawty/RankCSE) takes
        the diagonal out here but not in ListMLE, and has one temperature, 0.05, for student and
        teacher. Its consistency term beside this loss clamps a logarithm from below at 10⁻⁷,
        which makes a Jensen-Shannon divergence minus an entropy. Its author could not reproduce
        the paper's numbers.

    Relations:
        The top-1 case of what `list_mle` does for the whole order. `cosent_rows` takes from the
        teacher the order alone; here the sizes of its differences count. InfoNCE is a row whose
        teacher has all its weight on the positive.

    Example:
        >>> import torch
        >>> scores, teacher = torch.tensor([[0.1, 0.3]]), torch.tensor([[0.9, 0.2]])
        >>> round(list_net(scores, teacher, temperature=0.2, teacher_temperature=0.5).item(), 4)
        1.1154
    """
    temperatures = {"temperature": temperature, "teacher_temperature": teacher_temperature}
    one_teacher_score_a_score("list_net", scores, teacher_scores, **temperatures)
    logits = at_least_float32(scores) / temperature
    teacher = at_least_float32(teacher_scores.detach()) / teacher_temperature
    return -(torch.softmax(teacher, -1) * torch.log_softmax(logits, -1)).sum(-1).mean()


ENTRY = Entry(list_net, "ListNet", TEACHER, lift=on_rows)
