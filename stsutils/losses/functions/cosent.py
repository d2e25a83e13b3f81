"""CoSENT: rank the pairs of a batch by their cosines as their labels rank them."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from stsutils.errors import UserError
from stsutils.losses.entry import ANY_PAIRS, Entry, any_pairs
from stsutils.losses.guards import at_least_float32, ordered
from stsutils.losses.shapes import Labels, Numbers, Scalar


def cosent(cosines: Numbers, labels: Labels, scale: float = 20.0) -> Scalar:
    """Return the CoSENT loss of one batch, exact in O(B log B) time and O(B) memory.

    Formula:
        L = log(1 + Σ exp(scale · (cosines[k] − cosines[i]))),
        summed over all (i, k) with labels[i] > labels[k].

        How it is computed: with t = scale · cosines sorted by label, U_i the logsumexp of t over
        the strictly lower labels and D_k the logsumexp of −t over the strictly higher ones,
        L = logsumexp({0} ∪ {U_i − t_i}) and ∂L/∂t_k = exp(t_k + D_k − L) − exp(U_k − t_k − L).
        Only positive terms are added, so nothing cancels, whatever the scale. Up to 32 pairs the
        matrix of all differences takes fewer steps than the sort, with the same sums.

    Args:
        cosines: (B,) one score a pair: a cosine, or an interaction model's score of any size.
            bf16 and fp16 are lifted to float32 first.
        labels: (B,) float, int or bool; higher means more similar. Only their order counts.
        scale: the papers' λ, without unit. Paper and blog: 20.

    Returns:
        One scalar a batch, at least float32; no mean is taken. 0 with a zero gradient if all
        labels are equal. The gradient comes in the dtype of `cosines` and has none of its own;
        torch.func (grad, vmap) does not take this loss. `cosent_plain` has both.

    Raises:
        UserError: shapes that differ, a scale that is not above 0, a label that is NaN (on a GPU
            a NaN label gives a NaN loss instead), a second derivative (use `cosent_plain`).

    Data:
        Pairs with an ordered label: 0/1, contradiction 0 < neutral 1 < entailment 2, a score 0–5.

    Reference:
        Huang et al., CoSENT (TASLP 2024), Eq. 8 (binary), Eq. 10 (ranked), Eq. 11 (interaction
        scores); Su Jianlin's blog post on CoSENT (January 2022).

    As written, as coded:
        All public implementations compute Eq. 10; the text before it says it extends Eq. 9 and
        means Eq. 8. The authors' interaction model leaves the scale out (scale = 1). A batch at
        chance (all cosines equal) costs `chance_level(labels)`. Σ|∂L/∂cosines| ≤ 2 · scale for
        any B, so adding up the gradients of small batches is not one bigger batch.

    Relations:
        With one positive and one negative pair it is softplus(scale · (negative − positive)).
        `cosent_plain` is the same number with a B×B matrix.

    Example:
        >>> import torch
        >>> cosines = torch.tensor([0.9, 0.4, 0.6])
        >>> labels = torch.tensor([5.0, 3.8, 1.0])
        >>> round(cosent(cosines, labels).item(), 4)  # pair 2 stands above pair 1 by 0.2
        4.0182
    """
    return _CoSENT.apply(ordered("cosent", cosines, labels, scale=scale), labels, scale)


#: Pairs up to which the matrix is faster than the sort, on a CPU.
_FEW = 32


class _CoSENT(torch.autograd.Function):
    """The loss and its closed-form gradient in one pass; one vector is kept for backward."""

    @staticmethod
    def forward(ctx, cosines: Tensor, labels: Tensor, scale: float) -> Tensor:
        form = _CoSENT.by_matrix if len(cosines) <= _FEW else _CoSENT.by_sorting
        loss = form(ctx, cosines, labels, scale)
        return loss.to(torch.promote_types(cosines.dtype, torch.float32))

    @staticmethod
    def by_matrix(ctx, cosines: Tensor, labels: Tensor, scale: float) -> Tensor:
        t = scale * _exact(cosines)
        terms = t[:, None] - t[None, :]  # row k minus column i
        terms.masked_fill_(labels[:, None] >= labels[None, :], -math.inf)
        zero = (0 * t).sum(0, keepdim=True)  # the "1 +"; NaN where a cosine is
        loss = torch.cat([zero, terms.flatten()]).logsumexp(0)
        if ctx.needs_input_grad[0]:
            share = terms.sub_(loss).exp_()
            gradient = share.sum(1).sub_(share.sum(0)).mul_(scale)
            ctx.save_for_backward(gradient.to(cosines.dtype))
        return loss

    @staticmethod
    def by_sorting(ctx, cosines: Tensor, labels: Tensor, scale: float) -> Tensor:
        labels, order = torch.sort(labels, stable=True)
        lower, higher = _strictly_lower_and_higher(labels)
        t = scale * _exact(cosines)[order]
        nothing = t.new_full((1,), -math.inf)  # the logsumexp of no terms
        # names ending in _ work in place, which spares fresh vectors of B numbers
        violation = torch.cat([nothing, torch.logcumsumexp(t, 0)])[lower].sub_(t)  # U − t
        loss = torch.cat([t.new_zeros(1), violation]).logsumexp(0)  # the zero is the "1 +"
        if ctx.needs_input_grad[0]:
            above = torch.cat([torch.logcumsumexp(-t.flip(0), 0).flip(0), nothing])[higher]  # D
            down = above.add_(t).sub_(loss).exp_()
            up = violation.sub_(loss).exp_()
            gradient = torch.empty_like(cosines)
            gradient[order] = down.sub_(up).mul_(scale).to(cosines.dtype)
            ctx.save_for_backward(gradient)
        return loss

    @staticmethod
    def backward(ctx, upstream: Tensor) -> tuple[Tensor, None, None]:
        if torch.is_grad_enabled():  # create_graph=True, but the saved gradient has no graph
            raise UserError(
                "cosent's gradient can be taken once; take second ones of cosent_plain."
            )
        (gradient,) = ctx.saved_tensors
        return (upstream * gradient).to(gradient.dtype), None, None


def _strictly_lower_and_higher(labels: Tensor) -> tuple[Tensor, Tensor]:
    """For each sorted label: how many are strictly lower, and where the strictly higher begin.

    The same as two calls of searchsorted, in half the time and as free of waits on a GPU.
    """
    place = torch.arange(len(labels), device=labels.device)
    edge = place.new_ones(1, dtype=torch.bool)
    new = torch.cat([edge, labels[1:] != labels[:-1], edge])  # a run of ties starts here
    lower = torch.where(new[:-1], place, 0).cummax(0).values
    higher = torch.where(new[1:], place + 1, len(labels)).flip(0).cummin(0).values.flip(0)
    return lower, higher


def _exact(values: Tensor) -> Tensor:
    """Compute in float64 where the device has it: at scale · cos = 10⁴ float32 keeps 3 decimals."""
    return values.to(torch.float32 if values.device.type == "mps" else torch.float64)


def cosent_plain(cosines: Numbers, labels: Labels, scale: float = 20.0) -> Scalar:
    """Return the same loss from the B×B matrix of differences: to read, not to train with.

    Formula, arguments and reference as for `cosent`; O(B²) time and memory (8,192 pairs: a second
    and a gigabyte). It checks nothing: a pair whose label is NaN is compared with none, labels of
    shape (B, 1) give another number.

    Example:
        >>> import torch
        >>> round(cosent_plain(torch.tensor([0.6, 0.6]), torch.tensor([1, 0])).item(), 4)
        0.6931
    """
    t = scale * at_least_float32(cosines)
    difference = t[:, None] - t[None, :]  # row k minus column i
    should_be_lower = labels[:, None] < labels[None, :]  # label k < label i
    terms = difference.masked_fill(~should_be_lower, -math.inf)
    return torch.cat([t.new_zeros(1), terms.flatten()]).logsumexp(0)


def chance_level(labels: Labels | Sequence[int | float]) -> float:
    """Return CoSENT's loss when all cosines are equal: a model that can tell no pair from another.

    Formula:
        log(1 + n), n = number of (i, k) with labels[i] > labels[k] = (B² − Σ_g n_g²) / 2,
        n_g being the number of pairs with label g. Exact: n is counted in whole numbers.

    Args:
        labels: (B,) as for `cosent`.

    Reference:
        Follows from Eq. 10 of CoSENT. A training loss that stays here means collapsed cosines.

    Example:
        >>> round(chance_level([0, 1] * 8), 2)
        4.17
        >>> chance_level([3.0, 3.0])
        0.0
    """
    counts = torch.unique(torch.as_tensor(labels), return_counts=True)[1].tolist()
    return math.log1p((sum(counts) ** 2 - sum(n * n for n in counts)) // 2)


# training finds the level to watch on the loss itself, so that it need not know CoSENT
cosent.chance_level = chance_level


ENTRY = Entry(cosent, "CoSENT", ANY_PAIRS, own_pairs=any_pairs("raw"))
