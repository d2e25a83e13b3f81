"""Pictures of what a loss asks: how it pushes one pair, and where it moves two."""

import itertools
from collections.abc import Mapping

from stsutils.report.figures import blank_figure, figure_with_alt
from stsutils.report.markup import Html
from stsutils.report.pictures import beside
from stsutils.report.style import COLOURS, INK

#: A title → the loss's field, such as ``stsutils.microscope.gradient_field("cosent", steps=17)``.
Fields = Mapping[str, object]
#: The cosines at which words tell a push.
AT = (-0.75, 0.0, 0.75)


def pushes(fields: Fields) -> Html:
    """A panel a loss: its push on a similar and a dissimilar pair over the cosine, the most as 1.

    Above 0 the cosine is pushed up. A loss that compares two pairs has the other one at a cosine
    of 0, which the field's grid must hold: an odd number of steps.
    """
    panels = []
    for title, field in fields.items():
        figure, axis = blank_figure(4.0, 2.6)
        lines, said = _push(field), []
        most = max(push.abs().max() for _, push in lines.values())
        for label, (places, push) in lines.items():
            axis.plot(places, push / most, label=label, markevery=4)
            shares = {at: push.iloc[(places - at).abs().argmin()] / most for at in AT}
            told = [f"{round(share, 1) + 0.0:+.1f} at {at:g}" for at, share in shares.items()]
            said.append(f"{label} {', '.join(told)}")
        axis.axhline(0, color=INK, linewidth=1, marker="")
        axis.set(title=title, xlabel="cosine", ylim=(-1.25, 1.25), yticks=[-1, 0, 1])
        axis.set(xlim=(-1.05, 1.05), xticks=[-1, 0, 1])
        axis.legend(fontsize=9)
        panels.append(figure_with_alt(figure, f"{title}, push by cosine: {'; '.join(said)}"))
    return beside(panels)


def arrows(fields: Fields) -> Html:
    """A panel a loss: where a step down its gradient moves a negative and a positive pair.

    On the dashed diagonal both cosines are equal; above it the order is right.
    """
    panels = []
    for title, field in fields.items():
        figure, axis = blank_figure(2.5, 2.75)
        moves = steps(field)
        axis.plot([-1, 1], [-1, 1], "--", color=INK, marker="", linewidth=1)
        axis.quiver(*moves.T, color=COLOURS[0], pivot="mid", width=0.009)
        axis.set(xlabel="negative pair", ylabel="positive pair", aspect="equal")
        axis.set(title=title, xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        ahead = moves[:, 1] > moves[:, 0] + 0.3
        moved = (abs(moves[:, 2:]) > 0.01 * abs(moves[:, 2:]).max()).any(axis=1)
        words = f"{title}: arrows over the two cosines. Moved: {moved.mean():.0%} of all places, "
        words += f"{moved[ahead].mean():.0%} where the positive pair is .4 ahead"
        panels.append(figure_with_alt(figure, words))
    return beside(panels, least="13rem")


def _push(field) -> dict:
    """``similar pair`` and ``dissimilar pair`` → cosines, and the push at each."""
    if "cos_pos" in field:  # the other pair at 0
        up, down = field[field.cos_neg.abs() < 1e-6], field[field.cos_pos.abs() < 1e-6]
        similar, other = (up.cos_pos, -up.gradient_pos), (down.cos_neg, -down.gradient_neg)
    else:  # the ends of the cosine have unbounded pushes with a head
        field = field[field.cosine.abs() < 0.98]
        up, down = field[field.label == field.label.max()], field[field.label == field.label.min()]
        similar, other = (up.cosine, -up.gradient), (down.cosine, -down.gradient)
    return {"similar pair": similar, "dissimilar pair": other}


def steps(field):
    """An array: cosine of the negative, of the positive pair, and how a step moves the two."""
    import numpy as np

    if "cos_pos" in field:
        facts = [field.cos_neg, field.cos_pos, -field.gradient_neg, -field.gradient_pos]
        return np.stack(facts, axis=1)
    up, down = (field[field.label == label] for label in (1, 0))
    places = itertools.product(down.itertuples(), up.itertuples())
    return np.array([(a.cosine, b.cosine, -a.gradient, -b.gradient) for a, b in places])
