"""RankEncoder's loss: InfoNCE, and cosines pulled to the similarities of rank vectors."""

from functools import partial

import torch

from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.guards import Form, at_least_float32, one_of_two, one_teacher_score_a_score
from stsutils.losses.lifts.rows import on_rows
from stsutils.losses.shapes import Scalar, Scores, Square


def rank_encoder(
    scores: Square,
    teacher_scores: Square,
    weight: float = 0.05,
    lowest: float = 0.5,
    highest: float = 0.9999,
    temperature: float = 0.05,
    form: Form = "as_written",
) -> Scalar:
    """Return RankEncoder's loss of one batch of m sentences, each seen in two views.

    Formula, with c the student's cosines and r the similarities of rank vectors (Spearman's ρ):
        L_r  = mean of (r[i, j] − c[i, j])² over the (i, j) with lowest ≤ r[i, j] ≤ highest,
        L_cl = mean over i of −log(exp(c[i, i] / τ) / Σ_j exp(c[i, j] / τ)),
        as_written: L = max(weight · L_r, L_cl);   as_coded: L = L_cl + weight · L_r.

    Args:
        scores: (m, m) cosine of sentence i's first view with sentence j's second; bf16 and fp16
            are lifted to float32 first.
        teacher_scores: (m, m) inner products of the sentences' rank vectors under the base
            encoder; no gradient goes there. A NaN lies between no bounds: its pair is left out.
        weight: λ_train. Code: 0.05.
        lowest: μ; pairs below it are left out. Code: 0.5. −2 with `highest` 2 is Eq. 4: rounding
            may lift a similarity above 1.
        highest: ν; pairs above it are left out, the diagonal among them. Code: 0.9999 for SimCSE
            and SNCSE, 0.8 for PromptBERT.
        temperature: τ of the contrastive part. Code: 0.05.
        form: how the two parts are joined.

    Returns:
        One scalar, at least float32. Where no pair is between the bounds L_r is 0.

    Raises:
        UserError: shapes that differ or are not square, a temperature that is not above 0, an
            unknown form.

    Data:
        Raw sentences, a corpus, and rank vectors from a base encoder: each sentence's ranks of the
        corpus by cosine, centred and scaled to length 1.

    Reference:
        Seonwoo et al., Ranking-Enhanced Unsupervised Sentence Representation Learning (ACL 2023),
        Eq. 4 (L_r), Eq. 5 (the maximum), Eq. 6 (the bounds); Eq. 1 is the contrastive part.

    As written, as coded:
        Eq. 5 takes the larger part, so at each step only one of them has a gradient. The released
        scripts do so for PromptBERT alone; those for SimCSE and SNCSE add the parts. Eq. 1 is
        summed over the batch in the text; code and this take the mean. Eq. 4 has one encoding a
        sentence; the code compares two dropout views, the cosines InfoNCE already has, and with
        10⁻⁸ added to Eq. 6's count.

    Relations:
        `rank_loss` is L_r alone. L_r is `cosine_mse` with ranks as labels; `list_net` and
        `cosent_rows` ask for a row's order where this asks for values.

    Example:
        >>> import torch
        >>> scores = torch.tensor([[0.9, 0.5], [0.4, 0.8]])
        >>> ranks = torch.tensor([[1.0, 0.6], [0.6, 1.0]])
        >>> round(rank_encoder(scores, ranks, temperature=1.0).item(), 4)
        0.513
        >>> round(rank_encoder(scores, ranks, temperature=1.0, form="as_coded").item(), 4)
        0.5143
    """
    one_teacher_score_a_score("rank_encoder", scores, teacher_scores, True, temperature=temperature)
    one_of_two("rank_encoder", "form", form)
    c = at_least_float32(scores)
    contrastive = -torch.log_softmax(c / temperature, -1).diagonal().mean()
    ranks = weight * rank_loss(scores, teacher_scores, lowest, highest)
    return torch.maximum(ranks, contrastive) if form == "as_written" else contrastive + ranks


def rank_loss(
    scores: Scores, teacher_scores: Scores, lowest: float = -2.0, highest: float = 2.0
) -> Scalar:
    """Return Eq. 6, the mean squared difference of the pairs between two bounds; Eq. 4 by default.

    Formula, arguments and reference as for `rank_encoder`.

    Example:
        >>> import torch
        >>> ranks = torch.tensor([[1.0, 0.6], [0.2, 1.0]])
        >>> round(rank_loss(torch.full((2, 2), 0.5), ranks).item(), 4)
        0.15
        >>> round(rank_loss(torch.full((2, 2), 0.5), ranks, 0.5, 0.9).item(), 4)  # 0.6 alone
        0.01
    """
    c = at_least_float32(scores)
    r = teacher_scores.detach().to(c.dtype)
    inside = (r >= lowest) & (r <= highest)
    square = (torch.where(inside, r, c) - c) ** 2  # a NaN outside leaves no NaN in the gradient
    return square.sum() / inside.sum().clamp(min=1)  # no pair inside: 0, not 0 / 0


ENTRY = Entry(rank_encoder, "RankEncoder", TEACHER, lift=partial(on_rows, diagonal=True))
