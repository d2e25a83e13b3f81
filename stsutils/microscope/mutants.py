"""Mutants: one small mistake each, put into a loss's own source. The checks must notice them all.

A mutant that lives shows a check that is missing. A mutant whose old text is gone from the source
is an error, so that the list follows the code.
"""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

import pandas as pd

from stsutils.microscope.checks import each_check


@dataclass(frozen=True)
class Mutant:
    """Replace `old`, which stands exactly once in the loss's module, by `new`."""

    loss: str
    name: str
    old: str
    new: str


COSENT = (
    ("sign flipped", "t = scale * _exact(cosines)", "t = -scale * _exact(cosines)"),
    ("scale forgotten", "t = scale * _exact(cosines)", "t = _exact(cosines)"),
    ("ties counted as lower", "torch.where(new[:-1], place, 0)", "place"),
    ("ties counted as higher", "torch.where(new[1:], place + 1, len(labels))", "(place + 1)"),
    ("lower and higher swapped", "lower, higher = _str", "higher, lower = _str"),
    ("the 1 + is missing", "torch.cat([t.new_zeros(1), violation])", "violation"),
    ("e + instead of 1 +", "[t.new_zeros(1), violation]", "[t.new_ones(1), violation]"),
    ("mean, not sum", ".logsumexp(0)  #", ".logsumexp(0) - math.log(len(t) + 1)  #"),
    ("largest violation only", ".logsumexp(0)  #", ".amax(0)  #"),
    ("labels sorted downwards", "stable=True", "descending=True"),
    ("gradient sign", "down.sub_(up)", "up.sub_(down)"),
    ("backward lost the scale", ".mul_(scale)", ""),
    ("gradient left in sorted order", "gradient[order] =", "gradient[:] ="),
    ("similar pairs not pushed up", "down.sub_(up)", "down"),
    ("dissimilar pairs not pushed down", "down.sub_(up)", "up.neg_()"),
    ("gradient not divided by the sum", "violation.sub_(loss)", "violation"),
    ("suffix sums run forwards", "(-t.flip(0), 0).flip(0)", "(-t, 0)"),
    ("gradient from above ignored", "upstream * gradient", "gradient"),
    ("computed in float16", "else torch.float64", "else torch.float16"),
    ("loss returned as it came", "dtype, torch.float32))", "dtype, cosines.dtype))"),
    ("labels rounded to int", "torch.sort(labels,", "torch.sort(labels.int(),"),
    ("cosines clamped", "_exact(cosines)[order]", "_exact(cosines).clamp(-1, 1)[order]"),
    ("works in place", "_exact(cosines)[order]", "_exact(cosines).mul_(1.5)[order] / 1.5"),
)
CONTRASTIVE = (
    ("half lost on positives", "0.5 * y * (1 - c)", "y * (1 - c)"),
    ("half lost on negatives", "0.5 * (1 - y)", "(1 - y)"),
    ("threshold's sign", "torch.relu(c - threshold)", "torch.relu(c + threshold)"),
    ("min instead of max", "torch.where(c > threshold", "torch.where(c < threshold"),
    ("labels swapped", "y = labels.to(c.dtype)", "y = 1 - labels.to(c.dtype)"),
    ("sum instead of mean", ".mean()", ".sum()"),
    ("square lost on positives", "(1 - c) ** 2", "(1 - c)"),
    ("square lost on negatives", "negative**2", "negative"),
    ("1 + cosine", "(1 - c)", "(1 + c)"),
    ("forms swapped", 'form == "as_written"', 'form != "as_written"'),
    ("zero below the threshold", "c, threshold)", "c, 0.0)"),
    ("not lifted from bf16", "c = at_least_float32(cosines)", "c = cosines"),
)
COSINE_MSE = (
    ("a half too much", "((c - y) ** 2).mean()", "((c - y) ** 2).mean() / 2"),
    ("sum instead of mean", ".mean()", ".sum()"),
    ("square lost", "((c - y) ** 2)", "(c - y).abs()"),
    ("plus instead of minus", "((c - y) ** 2)", "((c + y) ** 2)"),
    ("labels upside down", "y = labels.to(c.dtype)", "y = 1 - labels.to(c.dtype)"),
    ("square of the mean", "((c - y) ** 2).mean()", "(c - y).mean() ** 2"),
    ("not lifted from bf16", "c = at_least_float32(cosines)", "c = cosines"),
    ("no gradient", "((c - y) ** 2)", "((c.detach() - y) ** 2 + 0 * c)"),
)
DIRECT_LINEAR = (
    ("labels swapped", "y = labels.to(c.dtype)", "y = 1 - labels.to(c.dtype)"),
    ("sum instead of mean", ".mean()", ".sum()"),
    ("negatives pulled up", "* (1 + c)", "* (1 - c)"),
    ("negatives left alone at 0", "* (1 + c)", "* (1 + c.relu())"),
    ("positives squared", "y * (1 - c) +", "y * (1 - c) ** 2 +"),
    ("negatives doubled", "+ (1 - y)", "+ 2 * (1 - y)"),
    ("value without its 1", "* (1 + c)", "* c"),
    ("not lifted from bf16", "c = at_least_float32(cosines)", "c = cosines"),
)
DIRECT_SQUARED = (
    ("labels swapped", "y = labels.to(c.dtype)", "y = 1 - labels.to(c.dtype)"),
    ("sum instead of mean", ".mean()", ".sum()"),
    ("square lost on positives", "(1 - c) ** 2 +", "(1 - c) +"),
    ("square lost on negatives", "* c**2", "* c.abs()"),
    ("negatives to −1", "* c**2", "* (1 + c) ** 2"),
    ("a half too much", "(y * (1 - c)", "0.5 * (y * (1 - c)"),
    ("negatives below 0 left alone", "* c**2", "* c.relu() ** 2"),
    ("not lifted from bf16", "c = at_least_float32(cosines)", "c = cosines"),
)
LINEAR_THRESHOLD = (
    ("labels swapped", "y = labels.to(c.dtype)", "y = 1 - labels.to(c.dtype)"),
    ("sum instead of mean", ".mean()", ".sum()"),
    ("min instead of max", "torch.where(c > threshold", "torch.where(c < threshold"),
    ("zero below the threshold", "c, threshold)", "c, 0.0)"),
    ("threshold ignored", "torch.where(c > threshold, c, threshold)", "c"),
    ("threshold fixed", "torch.where(c > threshold, c, threshold)", "c.clamp(min=0.7)"),
    ("negatives squared", "* negative)", "* negative**2)"),
    ("1 + cosine", "y * (1 - c) +", "y * (1 + c) +"),
    ("not lifted from bf16", "c = at_least_float32(cosines)", "c = cosines"),
)
MUTANTS = tuple(
    Mutant(loss, *change)
    for loss, changes in (
        ("cosent", COSENT),
        ("cosine_mse", COSINE_MSE),
        ("contrastive", CONTRASTIVE),
        ("direct_linear", DIRECT_LINEAR),
        ("direct_squared", DIRECT_SQUARED),
        ("linear_threshold", LINEAR_THRESHOLD),
    )
    for change in changes
)


def build(mutant: Mutant) -> Callable:
    """Return the loss function with the mutant's mistake in it.

    Raises ValueError if the old text does not stand exactly once in the loss's source.
    """
    source = inspect.getsource(importlib.import_module(f"stsutils.losses.{mutant.loss}"))
    found = source.count(mutant.old)
    if found != 1:
        raise ValueError(
            f"Mutant {mutant.name!r} of {mutant.loss}: its old text {mutant.old!r} stands {found} "
            "times in the source, not once. Bring the mutant up to date."
        )
    module = ModuleType(f"mutant_{mutant.loss}")
    exec(compile(source.replace(mutant.old, mutant.new), module.__name__, "exec"), vars(module))
    return getattr(module, mutant.loss)


def kill(mutant: Mutant) -> str | None:
    """Return the name of the first check that fails on the mutant; None if it lives."""
    candidate = build(mutant)
    results = each_check(candidate, mutant.loss)
    return next((result.name for result in results if not result.passed), None)


def killed(loss: str | None = None) -> pd.DataFrame:
    """Return the table of mutants (of one loss, or all): loss, mutant, killed_by."""
    chosen = [mutant for mutant in MUTANTS if loss in (None, mutant.loss)]
    rows = [(mutant.loss, mutant.name, kill(mutant)) for mutant in chosen]
    return pd.DataFrame(rows, columns=["loss", "mutant", "killed_by"])
