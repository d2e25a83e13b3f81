"""RankCSE's loss: InfoNCE, and each row of cosines ranked as a teacher ranks it."""

from functools import partial
from typing import Literal

import torch

from stsutils.errors import UserError
from stsutils.losses.entry import TEACHER, Entry
from stsutils.losses.functions.cosent_rows import cosent_rows
from stsutils.losses.functions.list_mle import list_mle
from stsutils.losses.functions.list_net import list_net
from stsutils.losses.guards import at_least_float32, one_teacher_score_a_score
from stsutils.losses.lifts.rows import off_diagonal, on_rows
from stsutils.losses.shapes import Scalar, Square


def rank_cse(
    scores: Square,
    teacher_scores: Square,
    ranking: Literal["list_net", "list_mle", "cosent_rows"] = "list_net",
    weight: float = 1.0,
    temperature: float = 0.05,
) -> Scalar:
    """Return the contrastive loss of a batch of m sentences, plus a ranking of their others.

    Formula, with c the student's cosines, t the teacher's, and c°, t° both without the diagonal:
        L = mean over i of −log(exp(c[i, i] / τ) / Σ_j exp(c[i, j] / τ)) + weight · R(c°, t°),
        list_net:    R = list_net(c°, t°, τ, τ),
        list_mle:    R = list_mle(c°, t°, τ) / (m − 1), the mean over places,
        cosent_rows: R = cosent_rows(c°, t°, scale = 1 / τ).

    Args:
        scores: (m, m) cosine of sentence i's first view with sentence j's second; bf16 and fp16
            are lifted to float32 first.
        teacher_scores: (m, m) the teacher's cosines of the same; no gradient goes there.
        ranking: the loss on rows.
        weight: γ. RankCSE's community code: 1.
        temperature: τ of all parts. RankCSE's community code: 0.05.

    Returns:
        One scalar, at least float32. A batch of one sentence has no others: then 0.

    Raises:
        UserError: shapes that differ or are not square, a temperature that is not above 0, an
            unknown ranking.

    Data:
        Raw sentences and a teacher's vectors of them.

    Reference:
        Liu et al., RankCSE (ACL 2023); Huang et al., CoSENT (TASLP 2024), Table III, where CoSENT
        takes the place of ListNet or ListMLE.

    As written, as coded:
        No authors' code is public. The community's (perceptiveshawty/RankCSE) has two teachers and
        a third, consistency term, whose Jensen-Shannon divergence a clamped logarithm turns into
        an entropy; here are one teacher and two terms. It takes ListMLE's mean over places, and so
        does this: with the sum the ranking would outweigh the contrast by the size of the batch.
        How CoSENT was put there is not known: rows without the diagonal are our reading.

    Relations:
        `rank_encoder` joins InfoNCE with rank vectors' values instead. The three rankings are
        `list_net`, `list_mle` and `cosent_rows`.

    Example:
        >>> import torch
        >>> scores = torch.tensor([[0.9, 0.5], [0.4, 0.8]])
        >>> teacher = torch.tensor([[1.0, 0.6], [0.6, 1.0]])  # one other a row: nothing to rank
        >>> round(rank_cse(scores, teacher, temperature=1.0).item(), 4)
        0.513
    """
    one_teacher_score_a_score("rank_cse", scores, teacher_scores, True, temperature=temperature)
    kinds = {
        "list_net": partial(list_net, temperature=temperature, teacher_temperature=temperature),
        "list_mle": partial(list_mle, temperature=temperature, form="as_coded"),
        "cosent_rows": partial(cosent_rows, scale=1 / temperature),
    }
    if ranking not in kinds:
        raise UserError(f"rank_cse: ranking is {ranking!r}; choose one of {', '.join(kinds)}.")
    c = at_least_float32(scores)
    contrastive = -torch.log_softmax(c / temperature, -1).diagonal().mean()
    if len(c) == 1:
        return contrastive
    others = off_diagonal(c), off_diagonal(teacher_scores.to(c.dtype))
    return contrastive + weight * kinds[ranking](*others)


ENTRY = Entry(rank_cse, "RankCSE", TEACHER, lift=partial(on_rows, diagonal=True))
