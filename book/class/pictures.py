"""The pictures of the slides, drawn for a projector: large type, one thing to see in each.

A deck names a function of this file as the address of an image. Each returns a figure, shown at its
own size: 21 points are 28 of the slide's 1280 × 720 pixels.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from scipy import stats

from stsutils.losses import chance_level, cosent
from stsutils.microscope import gradient_field
from stsutils.report.evidence import hold
from stsutils.report.fields import steps
from stsutils.report.style import COLOURS, HATCHES, INK, use_style
from stsutils.statistics import spearman, tie_ceiling


def wide(columns: int = 1, height: float = 4.4, width: float = 11.8, **how):
    """A figure for most of a slide, and its axes."""
    use_style()
    plt.rcParams.update({"font.size": 21, "axes.titlesize": 21, "lines.linewidth": 3})
    return plt.subplots(1, columns, figsize=(width, height), layout="constrained", **how)


# Session 1


def straight_and_bent():
    """The same order on a line and on a curve."""
    figure, axes = wide(2)
    scores = np.linspace(0, 5, 21)
    for axis, values in zip(axes, (scores / 5, np.exp(6 * scores / 5 - 6)), strict=True):
        r, rho = np.corrcoef(scores, values)[0, 1], spearman(scores, values)
        axis.plot(scores, values, "o", markersize=9)
        axis.set(title=f"Pearson {r:.2f}   Spearman {rho:.0f}", xlabel="gold score", yticks=[0, 1])
    axes[0].set_ylabel("cosine")
    return figure


def tie_steps():
    """Two flat steps of gold ranks, and the diagonal that a model can reach."""
    figure, axes = wide(2, sharey=True)
    for axis, share in zip(axes, (0.5, 0.1), strict=True):
        gold = (np.arange(100) >= 100 - round(100 * share)).astype(int)
        axis.plot(pd.Series(gold).rank(), "s", markersize=6, label="gold ranks")
        axis.plot([0, 99], [1, 100], "--", marker="", label="a model's ranks")
        title = f"{share:.0%} positive: at most ρ = {tie_ceiling(gold):.2f}"
        axis.set(title=title, xlabel="pairs, in the model's order", yticks=[0, 50, 100])
    axes[0].set_ylabel("rank")
    axes[1].legend(loc="upper left")
    return figure


def crowd_ceiling():
    """What a perfect model reaches against the mean of k people."""
    figure, axis = wide(width=10)
    people = np.arange(1, 13)
    for noise in (0.8, 1.2, 1.6):
        reach = np.sqrt(1.6**2 / (1.6**2 + noise**2 / people))
        axis.plot(people, reach, markersize=10, label=f"one person errs by {noise} grades")
    axis.set(xlabel="people who grade each pair", ylabel="best possible r", ylim=(0.65, 1.01))
    axis.legend(loc="lower right")
    return figure


# Session 2


def cone():
    """Cosines of unrelated sentences, as they are and without the mean vector."""
    from stsutils.data import load
    from stsutils.encoders import load_encoder
    from stsutils.evaluation.geometry import normalized

    raw = load_encoder("mini").encode(load("demo", "test").head(300).sentence1.tolist())
    figure, axis = wide()
    above = np.triu_indices(len(raw), k=1)
    for place, (name, v) in enumerate(
        {"as they are": raw, "mean vector taken away": raw - raw.mean(0)}.items()
    ):
        unit = normalized(np.asarray(v))
        look = {"color": COLOURS[place], "hatch": HATCHES[place], "alpha": 0.6, "label": name}
        axis.hist((unit @ unit.T)[above], bins=np.linspace(-0.7, 1, 52), **look)
    axis.set(xlabel="cosine of two unrelated sentences", yticks=[], xlim=(-0.7, 1))
    figure.legend(loc="outside upper center", ncols=2)
    return figure


def mse_parts():
    """The three parts of cosine-MSE for three states of an encoder."""
    figure, axis = wide(height=4.2)
    targets = np.linspace(0, 1, 6)
    states = {
        "right order, in a cone": 0.8 + 0.15 * targets,
        "all cosines equal": np.full(6, 0.5) + 1e-9 * targets,
        "two pairs exchanged": np.array([0.2, 0.0, 0.4, 0.6, 1.0, 0.8]),
    }
    left = np.zeros(3)
    for place, part in enumerate(("level", "spread", "agreement")):
        values = np.array([_parts(c, targets)[part] for c in states.values()])
        axis.barh(
            list(states), values, left=left, color=COLOURS[place], hatch=HATCHES[place], label=part
        )
        left += values
    axis.set(xlabel="cosine-MSE", xlim=(0, 0.34))
    axis.invert_yaxis()
    axis.legend(loc="lower right")
    return figure


def _parts(c, y) -> dict[str, float]:
    r = np.corrcoef(c, y)[0, 1]
    agreement = 2 * c.std() * y.std() * (1 - r)
    return {
        "level": (c.mean() - y.mean()) ** 2,
        "spread": (c.std() - y.std()) ** 2,
        "agreement": agreement,
    }


def threshold_push():
    """How hard a negative pair is pushed down, by its cosine, in the two readings."""
    figure, axes = wide(2, height=4.0, sharey=True)
    c = np.linspace(-1, 1, 401)
    for axis, e in zip(axes, (0.5, -0.5), strict=True):
        axis.axhline(0, color=INK, linewidth=1)
        axis.plot(c, np.where(c > e, c, 0), marker="", label="as written")
        axis.plot(c, np.where(c > e, c - e, 0), "--", marker="", label="as coded")
        axis.set(title=f"threshold {e:g}".replace("-", "−"), xlabel="cosine of the negative pair")
    axes[0].set_ylabel("← up    push    down →")
    axes[0].legend(loc="upper left")
    return figure


def look_alikes():
    """Of 100 comparisons on PAWS, how many four ways get right; from the records."""
    rows = {
        "no training": "no training",
        "pushed to −1": "ε = -1 | as coded",
        "let go at 0.9": "ε = 0.9 | as coded",
        "only ranked (CoSENT)": "CoSENT",
    }
    values = [hold(f"right {row} @ PAWS", "contrastive-threshold").value for row in rows.values()]
    figure, axis = wide()
    axis.barh(list(rows), np.array(values) - 50, left=50, color=COLOURS[0])
    for place, value in enumerate(values):
        axis.text(value + 0.6, place, f"{value:.0f}", va="center")
    axis.set(xlabel="right of 100 comparisons (a coin: 50)", xlim=(50, 85))
    axis.invert_yaxis()
    return figure


# Session 3


def gradient_fields():
    """Where a step down the gradient moves a negative and a positive pair."""
    figure, axes = wide(3, height=4.7, sharey=True)
    names = {"cosent": "CoSENT", "cosine_mse": "cosine-MSE", "contrastive": "contrastive, 0.5"}
    for axis, (name, title) in zip(axes, names.items(), strict=True):
        settings = {"threshold": 0.5, "form": "as_coded"} if name == "contrastive" else {}
        field = steps(gradient_field(name, steps=9, **settings))
        axis.plot([-1, 1], [-1, 1], "--", color=INK, marker="", linewidth=1.5)
        axis.quiver(*field.T, color=COLOURS[0], pivot="mid", width=0.011)
        axis.set(
            title=title,
            xlabel="negative pair",
            aspect="equal",
            xticks=[-1, 0, 1],
            yticks=[-1, 0, 1],
        )
    axes[0].set_ylabel("positive pair")
    return figure


def chance_levels():
    """CoSENT's value when all cosines are equal, by the size of the batch."""
    figure, axis = wide(width=10)
    sizes = [2**n for n in range(1, 8)]
    kinds = {
        "all labels differ": lambda b: range(b),
        "two balanced classes": lambda b: [i % 2 for i in range(b)],
    }
    for name, labels in kinds.items():
        axis.plot(sizes, [chance_level(list(labels(b))) for b in sizes], markersize=10, label=name)
    axis.set(xlabel="pairs in the batch", ylabel="loss", xscale="log")
    axis.set_xticks(sizes, sizes)
    axis.minorticks_off()
    axis.legend()
    return figure


def scale_pushes():
    """Twelve pairs, nearly in order: who is pushed at three values of λ."""
    figure, axes = wide(3, height=4.6, sharey=True)
    labels = torch.arange(12) / 11 * 5
    noise = 0.16 * torch.randn(12, generator=torch.Generator().manual_seed(5))
    fixed = labels / 8 + noise
    for axis, scale in zip(axes, (1, 5, 20), strict=True):
        leaf = fixed.clone().requires_grad_()
        cosent(leaf, labels, scale=float(scale)).backward()
        share = (-leaf.grad / leaf.grad.abs().max()).numpy()
        colours = [COLOURS[0] if s > 0 else COLOURS[1] for s in share]
        axis.plot(fixed, labels, "o", color=INK, markersize=8)
        axis.quiver(fixed, labels, share, 0 * share, color=colours, scale=3.5, width=0.02)
        axis.set(title=f"λ = {scale}", xlabel="cosine", xlim=(-0.6, 1.2), xticks=[0, 1])
    axes[0].set_ylabel("label")
    return figure


# Session 4


def two_intervals():
    """The two losses on STS-B, each with its interval; from the records."""
    return _intervals(
        {"cosine-MSE": "cosine-MSE @ STS-B", "CoSENT": "CoSENT @ STS-B"},
        "Spearman's ρ × 100 on STS-B",
    )


def paired_difference():
    """The difference of the same two, with its interval."""
    figure = _intervals(
        {"CoSENT − cosine-MSE": "CoSENT minus cosine-MSE @ STS-B"}, "points of ρ × 100"
    )
    figure.axes[0].axvline(0, color=INK, linestyle="--", linewidth=2)
    return figure


def _intervals(links: dict[str, str], unit: str):
    figure, axis = wide(height=1.6 + 1.1 * len(links))
    for place, link in enumerate(links.values()):
        held = hold(link, "stsb-cosent-mse")
        axis.errorbar(
            held.value, place, xerr=held.half, fmt="s", markersize=14, capsize=10, elinewidth=4
        )
    axis.set_yticks(range(len(links)), list(links))
    axis.set(xlabel=unit, ylim=(-0.6, len(links) - 0.4))
    return figure


def seeds_needed():
    """Half of the interval of a mean difference, by the number of seeds."""
    figure, axis = wide(width=10)
    seeds = np.arange(2, 16)
    runs = stats.t.ppf(0.975, seeds - 1) / np.sqrt(seeds)
    axis.plot(seeds, runs, markersize=10, label="seeds alone")
    axis.plot(
        seeds,
        np.hypot(runs, 0.5 * stats.t.ppf(0.975, 199)),
        label="and the choice of test pairs",
        markersize=10,
    )
    axis.set(xlabel="seeds", ylabel="interval: ± this", ylim=(0, 6), xticks=range(2, 16, 2))
    axis.legend()
    return figure


def luck_of_the_first():
    """Eight equally good methods, ranked by a score with chance in it."""
    figure, axis = wide(width=10.5, height=4.1)
    draws = np.sort(np.random.default_rng(0).normal(0, 1, (20_000, 8)), axis=1).mean(0)[::-1]
    axis.barh(range(1, 9), draws, color=COLOURS[0])
    axis.axvline(0, color=INK, linewidth=2)
    axis.set(
        xlabel="points from the truth, on average", ylabel="place in the table", yticks=range(1, 9)
    )
    axis.invert_yaxis()
    return figure
