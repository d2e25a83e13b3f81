"""AnglE's angle loss: CoSENT on an angle between complex vectors. An outside yardstick."""

from stsutils.losses.entry import ANY_PAIRS, Entry, any_pairs
from stsutils.losses.functions.cosent import cosent
from stsutils.losses.geometry import angle_score
from stsutils.losses.guards import one_label_a_pair, one_shape
from stsutils.losses.lifts.embeddings import on_embeddings
from stsutils.losses.shapes import Labels, Scalar, Vectors


def angle(u: Vectors, v: Vectors, labels: Labels, *, scale: float = 20.0) -> Scalar:
    """Return CoSENT's loss on AnglE's scores.

    Formula:
        L = cosent(score(u, v), labels, scale),
        score(u, v) = |Σ over j of Re q_j + Im q_j|, q_j = z_j · conj(w_j) / (|u| |v|),
        z_j = u_j + i u_(j + d/2), and w_j the same of v. As Σ Re q_j is the cosine,
        score = |cos(u, v) + Σ Im q_j|.

    Args:
        u, v: (B, d) embeddings, the second half of the coordinates being the imaginary parts; an
            odd d gets a zero at its end. bf16 and fp16 are lifted to float32 first.
        labels: (B,) as for `cosent`: only their order counts.
        scale: 1 / AnglE's temperature. AnglE and sentence-transformers: 20.

    Returns:
        One scalar a batch, at least float32, as for `cosent`; its gradient has none of its own.

    Raises:
        UserError: shapes that differ; all that `cosent` refuses.

    Data:
        Pairs with an ordered label, as for `cosent`.

    Reference:
        Li & Li, AnglE-optimized Text Embeddings (2023), its angle objective.

    As written, as coded:
        This is the public code, of AnglE and of sentence-transformers' AnglELoss. The absolute
        value loses the sign: opposite vectors score as high as equal ones. Swapping u and v
        conjugates q and changes the score. AnglE's own training adds CoSENT on cosines, with
        weights that changed over its versions, and an in-batch term; both are left out here.

    Relations:
        CoSENT with another score. Where Im q is 0, as for u = v, the score is |cos|.

    Example:
        >>> import torch
        >>> u, v = torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([[0.6, 0.8], [-1.0, 0.0]])
        >>> angle_score(u, v), angle_score(v, u)  # 0.6 − 0.8 or 0.6 + 0.8; the sign is lost
        (tensor([0.2000, 1.0000]), tensor([1.4000, 1.0000]))
        >>> round(angle(u, v, torch.tensor([1, 0]), scale=1.0).item(), 4)  # log(1 + e^(1 − 0.2))
        1.1711
    """
    one_shape("angle", u=u, v=v)
    scores = angle_score(u, v)
    one_label_a_pair("angle", scores, labels, "score")
    return cosent(scores, labels, scale)


ENTRY = Entry(angle, "AnglE", ANY_PAIRS, lift=on_embeddings, own_pairs=any_pairs("raw"))
