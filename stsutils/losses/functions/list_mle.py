"""ListMLE: make the teacher's order of a row the likeliest one under the student's scores."""

from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.guards import Form, at_least_float32, one_of_two, one_teacher_score_a_score
from stsutils.losses.lifts.rows import on_rows
from stsutils.losses.shapes import Scalar, Scores


def list_mle(
    scores: Scores, teacher_scores: Scores, temperature: float = 0.05, form: Form = "as_written"
) -> Scalar:
    """Return the mean negative log-likelihood of the teacher's order.

    Formula, with π the items of a row by falling teacher score and s = scores / temperature:
        L = mean over rows of Σ_j (log Σ_{k ≥ j} exp(s[π_k]) − s[π_j]):
        draw the first item by softmax, then the second among those left, and so on.

    Args:
        scores: (B, n) the student's score of each row's sentence with n others, such as cosines;
            bf16 and fp16 are lifted to float32 first.
        teacher_scores: (B, n) the teacher's scores of the same; only their order counts. A NaN
            counts as the highest: torch sorts it so.
        temperature: τ of the student.
        form: as_written sums over the n places of a row, as_coded takes their mean.

    Returns:
        One scalar, at least float32, 0 or more; log n! (as_coded: log n! / n) where all scores of a
        row are equal.

    Raises:
        UserError: shapes that differ, a temperature that is not above 0, an unknown form.

    Data:
        Raw sentences and a teacher's score of each with each. Rows from a batch have the sentence
        itself on the diagonal: take it out with `off_diagonal`.

    Reference:
        Xia et al., Listwise Approach to Learning to Rank (2008); as distillation: Liu et al.,
        RankCSE (ACL 2023), the row "RankCSE-listMLE" of CoSENT's Table III.

    As written, as coded:
        RankCSE's authors published no code. The community's code (perceptiveshawty/RankCSE) takes
        the mean over places, which is n times less weight beside InfoNCE, keeps the diagonal
        (ListNet's is taken out there) and shuffles before sorting, so that ties fall at random.
        Here tied teacher scores stay in the order of their columns.

    Relations:
        `cosent_rows` compares each two items of a row; this asks for one whole order, place after
        place, each a choice among the items that are left. With two items it is
        softplus((lower − higher) / temperature), CoSENT of two with scale 1 / temperature.

    Example:
        >>> import torch
        >>> scores, teacher = torch.tensor([[0.1, 0.3]]), torch.tensor([[0.9, 0.2]])
        >>> round(list_mle(scores, teacher, temperature=0.2).item(), 4)  # softplus(1)
        1.3133
    """
    one_teacher_score_a_score("list_mle", scores, teacher_scores, temperature=temperature)
    one_of_two("list_mle", "form", form)
    order = teacher_scores.argsort(dim=-1, descending=True, stable=True)
    s = (at_least_float32(scores) / temperature).gather(-1, order)
    left = s.flip(-1).logcumsumexp(-1).flip(-1)  # logsumexp of the items not yet drawn
    places = left - s
    return places.sum(-1).mean() if form == "as_written" else places.mean()


ENTRY = Entry(list_mle, "ListMLE", TEACHER, lift=on_rows)
