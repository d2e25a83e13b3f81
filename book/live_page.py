"""The piece of page for `Type two sentences`: what is seen without JavaScript and in print.

The script that makes it live draws the same tables from the same numbers. A page or a chapter shows
the piece by one directive, once a page:

    ```{raw} html
    :file: ../made/live/two_sentences.html
    ```
"""

import html

import numpy as np
import torch

from stsutils.encoders import BiEncoder

#: Pairs to click: what is done to the first sentence, and the two sentences.
EXAMPLES = [
    ("same meaning", "A boy is kicking a ball in the park.", "A child plays football outside."),
    ("role swap", "The dog chases the cat.", "The cat chases the dog."),
    ("negation", "The shop is open on Sunday.", "The shop is not open on Sunday."),
    ("one number", "The train leaves at nine.", "The train leaves at ten."),
    ("unrelated", "A woman is slicing onions.", "The bank raised its interest rate."),
    ("Chinese, same meaning", "我怎么修改密码?", "密码要在哪里改?"),
    ("Chinese, role swap", "猫追着狗跑。", "狗追着猫跑。"),
]
#: The example and the encoders of the still picture.
SHOWN, PICTURED = 1, ("raw", "cosent")
SCRIPTS = ("common", "wordpiece", "encoder", "weights", "encoders", "your_pair", "two_sentences")


def fragment(index: dict, encoders: dict[str, BiEncoder]) -> str:
    """HTML for a `{raw}` directive: the still tables, the sources of the encoders, the scripts.

    `index` is what `encoders.js` holds; `encoders` are the rounded ones by name.
    """
    still = [cosines(index, encoders)]
    titles = {entry["name"]: entry["title"] for entry in index["encoders"]}
    still += [picture(encoders[name], titles[name], *EXAMPLES[SHOWN][1:]) for name in PICTURED]
    lines = ['<div class="two-sentences"><div class="live-still">', *still, "</div></div>"]
    lines += sources(index)
    lines += [f'<script src="../_static/live/{name}.js"></script>' for name in SCRIPTS]
    return "\n".join(lines) + "\n"


def signed(number: float, digits: int) -> str:
    """A number with a true minus sign, as the script writes it."""
    return f"{number:.{digits}f}".replace("-", "−")


def table(caption: str, heads: list[str], rows: list[tuple[str, list[str]]]) -> str:
    """A table: its caption, the headings of columns, rows of a heading and cells; all is HTML."""
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, cells in rows
    )
    return (
        f'<div class="live-wide"><table class="live-table"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cosines(index: dict, encoders: dict[str, BiEncoder]) -> str:
    """A table: each example's cosine under each encoder."""
    columns = []
    for encoder in encoders.values():
        first, second = (encoder.encode([e[i] for e in EXAMPLES]) for i in (1, 2))
        size = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
        columns.append((first * second).sum(axis=1) / size)
    rows = []
    for (kind, *pair), numbers in zip(EXAMPLES, zip(*columns, strict=True), strict=True):
        words = "<br>".join(map(html.escape, pair))
        cells = [signed(number, 2) for number in numbers]
        rows.append((f"<small>{kind}</small><br>{words}", cells))
    titles = [html.escape(entry["title"]) for entry in index["encoders"]]
    return table("Cosines of some pairs of sentences", ["pair", *titles], rows)


def picture(encoder: BiEncoder, title: str, first: str, second: str) -> str:
    """A table: what each piece of the one sentence and each of the other bring to the cosine."""
    (left, u), (right, v) = (parts(encoder, text) for text in (first, second))
    found = 100 * (u @ v.T) / np.linalg.norm(u.sum(axis=0)) / np.linalg.norm(v.sum(axis=0))
    least, most = max(0, found.min()), np.abs(found).max()
    head = "".join(f'<th scope="col">{html.escape(piece)}</th>' for piece in right)
    rows = []
    for piece, numbers in zip(left, found, strict=True):
        cells = "".join(
            f'<td class="{"live-plus" if number >= 0 else "live-minus"}" '
            f'style="--live-strength:{strength(number, least, most):.2f}">{signed(number, 1)}</td>'
            for number in numbers
        )
        rows.append(f'<tr><th scope="row">{html.escape(piece)}</th>{cells}</tr>')
    return (
        f'<figure class="live-figure"><figcaption>{html.escape(title)}: in hundredths, what two '
        f"pieces bring to the cosine; all cells together are {signed(found.sum(), 1)}</figcaption>"
        f'<div class="live-wide"><table class="live-heat"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div></figure>"
    )


def strength(number: float, least: float, most: float) -> float:
    """How strong a cell's colour is, from 0 to 1; positive ones from the least of them on."""
    start = least if number >= 0 else 0
    return (abs(number) - start) / max(most - start, 1e-9)


@torch.no_grad()
def parts(encoder: BiEncoder, text: str) -> tuple[list[str], np.ndarray]:
    """The pieces of a text, and what each brings to its mean-pooled vector."""
    ids = encoder.tokenize([text])[0]
    states = encoder.transformer(input_ids=torch.tensor([ids])).last_hidden_state[0]
    return encoder.tokenizer.convert_ids_to_tokens(ids), states.numpy() / len(ids)


def sources(index: dict) -> list[str]:
    """Where each encoder comes from, and the command for those that stand in."""
    lines = ['<details class="sts-fold"><summary>Where these encoders come from</summary><ul>']
    for entry in index["encoders"]:
        told, title = entry.get("training"), f"<b>{html.escape(entry['title'])}</b>"
        if not told:
            lines.append(f"<li>{title}: the book's encoder, from raw text only.</li>")
            continue
        what = f"{told['rows']:,} pairs, {told['epochs']} epoch{'s' * (told['epochs'] > 1)}"
        score = f"Spearman {told['spearman']:.2f} on its test pairs"
        if "record" in told:
            what = f"STS-B, {what}: the training of record <code>{told['run']}</code>. {score}"
        elif told["train"].startswith("stsb"):
            what = f"STS-B, {what}. {score}; no record of it yet"
        else:
            what = f"a stand-in, from {what}, all generated. {score}"
        lines.append(f"<li>{title}: {what}.</li>")
    lines.append("</ul>")
    sets = [entry.get("training", {}).get("train", "") for entry in index["encoders"]]
    if any(name.startswith("demo") for name in sets):
        lines.append(
            "<p>A stand-in has seen toy sentences only. <code>make live-encoders</code> trains the "
            "encoder on STS-B as its record says (some minutes each; STS-B must be at hand, see "
            "<code>stsutils data show stsb</code>), and <code>make book</code> then shows it.</p>"
        )
    return [*lines, "</details>"]
