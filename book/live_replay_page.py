"""The piece of page for `A training, replayed`: what is seen without JavaScript and in print.

```{raw} html
:file: ../made/live/training_replayed.html
```
"""

import html

import numpy as np
from live_page import table

from stsutils.evaluation.separation import separation

SCRIPTS = ("common", "losses", "replays", "training_replayed")


def fragment(replays: list[dict]) -> str:
    """HTML for a `{raw}` directive: a still table, where the trainings come from, the scripts."""
    lines = ['<link rel="stylesheet" href="../_static/live/play.css">']
    lines += ['<div class="training-replayed"><div class="live-still">', still(replays)]
    lines += ["</div></div>", *sources(replays)]
    lines += [f'<script src="../_static/live/{name}.js"></script>' for name in SCRIPTS]
    return "\n".join(lines) + "\n"


def still(replays: list[dict]) -> str:
    """A table: the test pairs of each training before and after it, as strips with their AUC."""
    least = min(min(map(min, told["thousandths"])) for told in replays) / 1000
    rows = []
    for told in replays:
        similar = is_similar(told["scores"])
        cells = []
        for moment in (told["thousandths"][0], told["thousandths"][-1]):
            cosines = np.array(moment) / 1000
            auc = separation(cosines, similar)["auc"]
            drawn = strip(cosines, similar, least)
            cells.append(f"{drawn}<small>AUC {auc:.2f}</small>")
        rows.append((html.escape(told["title"]), cells))
    caption = "Cosines of the same test pairs before and after each training: similar pairs above, "
    caption += "the others below, from the lowest cosine to 1"
    return table(caption, ["loss", "before", "after"], rows)


def is_similar(scores: list[float]) -> np.ndarray:
    """The pairs scored above half of the highest score: of labels 0 and 1, those with a 1."""
    return np.array(scores) > max(scores) / 2


def strip(cosines: np.ndarray, similar: np.ndarray, least: float) -> str:
    """Two rows of ticks on the line from `least` to 1."""
    places = 2 + 196 * (cosines - least) / (1 - least)
    paths = [
        f'<path d="{"".join(f"M{x:.0f} {top}v13" for x in np.unique(places[own].round()))}" '
        f'stroke="var({colour})"/>'
        for own, top, colour in ((similar, 2, "--live-plus"), (~similar, 17, "--live-minus"))
    ]
    means = f"similar pairs around {cosines[similar].mean():.2f}, "
    means += f"the others around {cosines[~similar].mean():.2f}"
    label = means.replace("-", "−")
    return f'<svg viewBox="0 0 200 32" role="img" aria-label="{label}">{"".join(paths)}</svg>'


def sources(replays: list[dict]) -> list[str]:
    """What was trained on what, and the command for trainings that stand in."""
    first = replays[0]
    real = not first["train"].startswith("demo")
    pairs = "PAWS" if real else "the generated pairs"
    lines = [
        '<details class="sts-fold" open><summary>What was trained on what</summary><p>'
        f"Each training starts from a raw encoder of the book ({html.escape(first['encoder'])}), "
        f"sees {first['rows']:,} training pairs of {pairs} {times(first['epochs'])}, "
        f"{first['batch_size']} a step, and is looked at {len(first['steps'])} times. Shown are "
        f"{len(first['scores'])} of the test pairs; similar are those scored above the middle. "
        "One seed each. (A record tests the weights that were best on the validation pairs; they "
        "need not be the last ones.)</p><ul>"
    ]
    for told in replays:
        where = f", settings of record <code>{told['run']}</code>" if real else ""
        title = html.escape(told["title"])
        lines.append(f"<li><b>{title}</b>: learning rate {told['lr']:g}{where}.</li>")
    lines.append("</ul>")
    if not real:
        lines.append(
            "<p>These are stand-ins on toy sentences. <code>make live-encoders</code> trains on "
            "PAWS (some minutes each; PAWS must be at hand, see <code>stsutils data show "
            "paws</code>), and <code>make book</code> then shows that.</p>"
        )
    return [*lines, "</details>"]


def times(epochs: int) -> str:
    """How often each pair is seen, in words."""
    return {1: "once", 2: "twice"}.get(epochs, f"{epochs} times")
