"""Figures about the encoder that runs in a page: `make live-figures`

    python tests/book/live_figures.py --pairs 300

How near it is to the package, how fast it answers. The page is opened from a file in headless
Chromium. STS-B is used where it is at hand (see `stsutils data show stsb`), else the hand-written
pairs.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book"))
import live_weights
from browsing import chromium, launch
from live_encoders import among
from live_page import EXAMPLES, SCRIPTS
from test_live_encoder import TRAPS, computing, packed, scripts

from stsutils.encoders import load_encoder
from stsutils.errors import UserError
from stsutils.evaluation import similarity
from stsutils.recipes.rows import gold, rows_of
from stsutils.statistics import spearman

ENCODE = "(text) => { const e = live.encoder.encode(model, text); return [e.ids, [...e.vector]]; }"
# The middle of fifteen times, after one that is not counted: the browser compiles at first.
TIMED = """([first, second]) => {
  const times = Array.from({ length: 16 }, () => {
    const start = performance.now();
    live.encoder.cosine(live.encoder.encode(model, first), live.encoder.encode(model, second));
    return performance.now() - start;
  });
  return times.slice(1).sort((a, b) => a - b)[7];
}"""
CLICK = """() => new Promise((done) => {
  const cell = document.querySelector(".live-number");
  const start = performance.now();
  const look = () => cell.textContent !== "–" && done(performance.now() - start);
  new MutationObserver(look).observe(cell, { childList: true });
  document.querySelector(".live-body table button").click();
})"""


def test_pairs(most: int):
    """Pairs of STS-B, or the hand-written ones where it is not at hand; with their name."""
    try:
        return rows_of(f"stsb:test@{most}"), "STS-B"
    except UserError:
        return rows_of("hand_graded:test"), "the hand-written pairs"


def nearness(view, raw, rounded, most: int) -> list[tuple[str, str]]:
    """Pieces, vectors and cosines of the page beside those of the package."""
    pairs, where = test_pairs(most)
    texts = [*pairs["sentence1"], *pairs["sentence2"]]
    chinese = rows_of("hand_zh:test@20")
    others = [*chinese["sentence1"], *chinese["sentence2"], *TRAPS]
    bar = tqdm([*texts, *others], unit="sentence", disable=None)
    found = [view.evaluate(ENCODE, text) for text in bar]
    vectors = np.array([vector for _, vector in found])
    ids = rounded.tokenize([*texts, *others])
    differing = sum(ours != list(theirs) for (ours, _), theirs in zip(found, ids, strict=True))
    n = len(pairs)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines, exact = (unit[:n] * unit[n : 2 * n]).sum(axis=1), similarity(raw, pairs)
    apart = np.abs(vectors - rounded.encode([*texts, *others])).max()
    scores = [spearman(c, gold(pairs)) for c in (exact, cosines)]
    return [
        ("sentences compared", f"{len(found)} ({where}, Chinese, odd Unicode)"),
        ("sentences with another piece", str(differing)),
        ("largest difference of a vector's number, same weights", f"{apart:.1e}"),
        ("largest difference of a cosine, float weights", f"{np.abs(cosines - exact).max():.4f}"),
        (f"Spearman on {n} pairs of {where}, package", f"{scores[0]:.4f}"),
        (f"Spearman on {n} pairs of {where}, page", f"{scores[1]:.4f}"),
    ]


def speed(view) -> list[tuple[str, str]]:
    """Milliseconds for two sentences of 10 and of 40 tokens, [CLS] and [SEP] among them."""
    lines = []
    for tokens in (10, 40):
        both = [" ".join([word] * (tokens - 2)) for word in ("dog", "cat")]
        lengths = view.evaluate("(texts) => texts.map((t) => live.tokenize(model, t).length)", both)
        assert lengths == [tokens, tokens], lengths
        lines.append((f"two sentences of {tokens} tokens", f"{view.evaluate(TIMED, both):.0f} ms"))
    return lines


def click(browser, folder: Path, entry: dict) -> tuple[str, str]:
    """From the click that loads an encoder to its first cosine."""
    scores = among()[0]
    listed = {"encoders": [entry], "scores": scores, "examples": EXAMPLES}
    scripts(folder)
    target = folder / "_static" / "live" / "encoders.js"
    target.write_text(f"live.listed = {json.dumps(listed)};", encoding="utf-8")
    tags = "".join(f'<script src="_static/live/{name}.js"></script>' for name in SCRIPTS)
    page = folder / "click.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><div class="two-sentences"></div>{tags}',
        encoding="utf-8",
    )
    view = browser.new_page()
    view.goto(page.as_uri())
    took = view.evaluate(CLICK)
    view.close()
    return f"click to answer, {entry['bytes'] / 1e6:.1f} MB to read", f"{took:.0f} ms"


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description="Figures about the encoder in a page.")
    parser.add_argument("--pairs", type=int, default=300, help="pairs of STS-B (default 300)")
    options = parser.parse_args()
    if chromium() is None:
        sys.exit("There is no Chromium: install chromium or google-chrome.")
    raw = load_encoder("mini")
    rounded = live_weights.rounded(raw)
    counted = sum(len(rows) for rows in among()[1])
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser, folder = launch(playwright), Path(name)
        entry = packed(rounded, folder, "raw", np.linspace(0, 1, counted))
        view = computing(browser, folder, entry)
        lines = [*speed(view), click(browser, folder, entry)]
        lines += nearness(view, raw, rounded, options.pairs)
        lines.append(("on", f"Chromium {browser.version}, {platform.machine()}"))
        busy = f"{os.getloadavg()[0]:.1f} at work on {os.cpu_count()} cores"
        lines.append(("the machine, during this", busy))
        browser.close()
    for what, said in lines:
        print(f"{what:58} {said}")


if __name__ == "__main__":
    main()
