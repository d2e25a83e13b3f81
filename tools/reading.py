"""How a page reads: words, numbers, sentences full of numbers, and hidden code.

    python tools/reading.py            # all pages
    python tools/reading.py 30 31      # those whose names begin so

Words are those of the visible prose: no code, tables, formulas, directives' heads or comments.
"""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Tags of code cells that a reader does not see.
HIDDEN = {"remove-cell", "remove-input", "hide-input"}
NUMBER = re.compile(r"(?<![\w.])[+−-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?![\w])")
NO_PROSE = re.compile(
    r"^(`{3,}|~{3,}|:{3,}).*?$|^%.*?$|^\s*\|.*?$|\$\$.*?\$\$|^#+ .*?$|<!--.*?-->", re.M | re.S
)
MARKED = re.compile(
    r"\[(?P<text>[^\[\]]*)\]\((?:<[^<>]*>|[^()]*)\)|\{[a-z:-]+\}`[^`]*`"
    r"|\$[^$\n]*\$|`[^`\n]*`|<[^<>\n]*>"
)


@dataclass(frozen=True)
class Page:
    """What is counted of a page; ``full`` is the share of sentences with three numbers or more."""

    name: str
    words: int
    numbers: float
    intervals: int
    full: float
    hidden: int

    def __str__(self):
        """A line of the table."""
        return (
            f"{self.name:38s} {self.words:7,} {self.numbers:8.1f} {self.intervals:6} "
            f"{self.full:7.1%} {self.hidden:7}"
        )


def measure(path: Path) -> Page:
    """Read a notebook, or a Markdown page."""
    text, hidden = path.read_text(encoding="utf-8"), 0
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
        code = [c for c in cells if c["cell_type"] == "code"]
        unseen = [c for c in code if HIDDEN & set(c["metadata"].get("tags", ()))]
        hidden = sum(len("".join(c["source"]).splitlines()) for c in unseen)
    # a role, a formula or code is a word
    text = re.sub(
        r"^(`{3,})(?:\w|\{(?:code|math|raw|fig|literal)).*?^\1", " ", text, flags=re.M | re.S
    )
    text = MARKED.sub(lambda m: m["text"] or "word", NO_PROSE.sub(" ", text))
    sentences = [
        s for s in re.split(r"(?<=[.!?:])\s+|\n\s*\n|^\s*[-*] ", text, flags=re.M) if s.strip()
    ]
    counts = [len(NUMBER.findall(s)) for s in sentences]
    words = len(text.split())
    full = sum(n >= 3 for n in counts) / max(1, len(counts))
    numbers = 100 * sum(counts) / max(1, words)
    return Page(path.stem, words, numbers, text.count("±"), full, hidden)


def pages(*starts: str) -> list[Page]:
    """All pages of the book, or those whose names begin with one of these."""
    paths = [*sorted(ROOT.glob("notebooks/*.ipynb")), *sorted(ROOT.glob("book/**/*.md"))]
    return [measure(p) for p in paths if not starts or p.name.startswith(starts)]


def main() -> None:
    """Print a line a page, and the sums."""
    print(f"{'page':38s} {'words':>7} {'nr/100w':>8} {'±':>6} {'≥3 nr':>7} {'hidden':>7}")
    counted = pages(*sys.argv[1:])
    print(*counted, sep="\n")
    words, hidden = sum(p.words for p in counted), sum(p.hidden for p in counted)
    print(f"{len(counted)} pages, {words:,} words, {hidden:,} hidden lines")


if __name__ == "__main__":
    main()
