"""Which losses fit which labels, and what each of them needs the labels to be."""

from stsutils.data.label_kinds import Labels
from stsutils.errors import UserError
from stsutils.losses import LOSSES

#: What is compared unless the reader names losses.
USUAL = {
    "graded": ("cosent", "cosine_mse", "contrastive"),
    "binary": ("cosent", "cosine_mse", "contrastive"),
    "classes": ("cosent", "cosine_mse", "softmax"),
}


def fitting(labels: Labels) -> dict[str, dict]:
    """The losses that can learn from these labels: name → {"labels": …, "loss": {settings}}.

    ``labels`` says how `relabel` makes the loss's labels from the file's; ``positives`` (not one of
    its ways) means that the loss sees the positive pairs only, without labels.
    """
    cut = f"binary>{labels.middle:.12f}".rstrip("0").rstrip(".")
    ways = {
        "cosent": ("raw", {}),
        "cosine_mse": ("unit_range", {}),
        "contrastive": (cut, {"form": "as_coded"}),
        "direct_linear": (cut, {}),
        "direct_squared": (cut, {}),
        "linear_threshold": (cut, {}),
    }
    return {
        name: {"labels": how, "loss": {"name": name, **settings}}
        for name, (how, settings) in ways.items()
        if name in LOSSES
    }


def chosen_losses(labels: Labels, names: list[str] | None) -> dict[str, dict]:
    """The settings of the losses named, or of the usual ones for this kind of labels.

    Raises UserError for a name that no loss has or that does not fit these labels.
    """
    fit = fitting(labels)
    if names is None:
        return {name: fit[name] for name in USUAL[labels.kind] if name in fit}
    if names == ["all"]:
        return fit
    for name in names:
        if name not in fit:
            why = "needs other data than labelled pairs" if name in LOSSES else "is no loss"
            raise UserError(
                f"--losses: {name!r} {why}; those that fit these {labels.kind} labels: "
                f"{', '.join(fit)}"
            )
    if not names:
        raise UserError("--losses: name one loss at least")
    return {name: fit[name] for name in dict.fromkeys(names)}
