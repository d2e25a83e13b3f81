"""Prose held to the records: its links, what they must say, and numbers that no link holds.

A link is Markdown's with the scheme ``ev:``, such as ``[37 ± 11](<ev: row minus row @ PAWS>)``.
Readers without this package see its words alone.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stsutils.errors import UserError, readable
from stsutils.report.evidence import Held, hold
from stsutils.report.markup import rendered
from stsutils.writing import write_atomically

LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\(<ev:\s*(?P<link>[^<>]+?)\s*>\)")
#: A number as people write it, and half of an interval behind it.
NUMBER = re.compile(r"(?P<typed>[+−-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+))(?:\s*±\s*(?P<half>[\d.]+))?")
#: What no link needs to hold: code, formulas, tables, quotations, directives, links, headings.
FREE = re.compile(
    r"^(`{3,}|~{3,}|:{3,}).*?^\1|\$\$.*?\$\$|^\s*\|.*?$|^>.*?$|^#.*?$|`[^`\n]*`|\$[^$\n]*\$"
    r"|\[[^\[\]]*\]\([^()]*\)|\{[a-z-]+\}`[^`]*`|<[^<>\n]*>|“[^”]*”",
    re.M | re.S,
)
TYPED = re.compile(r"(?<![\w.])[+−-]?\d*\.\d+|±\s*\d[\d.]*")


@dataclass(frozen=True)
class Sentence:
    """A piece of prose: its file, its first line there, its text, and the table of its links."""

    place: str
    line: int
    text: str
    table: str = ""
    findings: bool = False


def pages(root: Path) -> list[Path]:
    """The README, pages and notebooks of a checkout."""
    found = [*sorted(root.glob("book/**/*.md")), *sorted(root.glob("notebooks/*.ipynb"))]
    return [root / "README.md", *found]


def sentences(path: Path) -> Iterator[Sentence]:
    """The paragraphs of a page, a notebook's Markdown cells or a Markdown file.

    A notebook names its table, and that all its numbers must be held, in its metadata:
    ``stsutils: {table: …, findings: true}``. In a file each link names its table.
    """
    with readable(path):
        said, texts = {}, {path.name: path.read_text(encoding="utf-8")}
        if path.suffix == ".ipynb":
            notebook = json.loads(texts.pop(path.name))
            said = notebook["metadata"].get("stsutils", {})
            for number, cell in enumerate(notebook["cells"]):
                if cell["cell_type"] == "markdown":
                    texts[f"{path.name}, cell {number}"] = "".join(cell["source"])
        for place, text in texts.items():
            line = 1
            for part in re.split(r"(\n\s*\n)", text):
                if part.strip():
                    yield Sentence(place, line, part.strip(), **said)
                line += part.count("\n")


def check(sentence: Sentence) -> list[str]:
    """What is wrong with the links of a piece of prose, and with its numbers that none holds."""
    place, line, wrong = sentence.place, sentence.line, []
    for match in LINK.finditer(sentence.text):
        above = sentence.text.count("\n", 0, match.start())
        at = f"{place}, line {line + above}"
        try:
            held = hold(match["link"], sentence.table)
        except UserError as error:
            wrong.append(f"{at}: {match['link']}: {error}")
            continue
        if trouble := differs(match["text"], held):
            wrong.append(f"{at}: “{match['text']}”: {trouble}")
    if sentence.findings:
        rest = FREE.sub(" ", LINK.sub(" ", sentence.text))
        loose = (f"“{number}” is held by no link" for number in TYPED.findall(rest))
        wrong += [f"{place}, line {line}: {one}" for one in loose]
    return wrong


def differs(text: str, held: Held) -> str:
    """How the words of a link differ from what the records say; "" where they agree.

    A number must be the recorded one with its sign, rounded to the digits that were typed; so must
    half of an interval. A comparison must come out.
    """
    if not held.true:
        return f"the records say {held.says}"
    if held.word and held.word not in text.lower():
        return f"the verdict is “{held.word}”: {held.says}"
    if held.value is None:
        return ""
    number = NUMBER.search(text)
    if number is None:
        return f"no number is written; the records say {held.says}"
    same = _rounds_to(held.value, number["typed"].replace(",", "").replace("−", "-"))
    if number["half"]:
        same = same and held.half is not None and _rounds_to(held.half, number["half"])
    return "" if same else f"the records say {held.says}"


def _rounds_to(value: float, typed: str) -> bool:
    """Whether a number, rounded to the decimals of a typed one, is that number."""
    decimals = len(typed.partition(".")[2])
    return abs(value - float(typed)) <= 0.5 * 10**-decimals + 1e-9


def filled(text: str, table: str = "") -> str:
    """The text with the records' numbers in place of each ``?`` in a link: ``[? ± ?](<ev: …>)``."""

    def fill(match: re.Match) -> str:
        if "?" not in match["text"]:
            return match[0]
        held = hold(match["link"], table)
        if held.value is None or (held.half is None and match["text"].count("?") > 1):
            raise UserError(f"{match['link']}: there is no number to fill in")
        decimals = 0 if abs(held.value) >= 10 else 1
        words = match["text"].replace("?", f"{held.value:.{decimals}f}".replace("-", "−"), 1)
        if "?" in words:
            words = words.replace("?", f"{held.half:.{decimals}f}", 1)
        return match[0].replace(match["text"], words, 1)

    return LINK.sub(fill, text)


def fill_file(path: Path) -> bool:
    """Fill in a page's numbers; whether there were any."""
    if not any("?" in one.text for one in sentences(path)):
        return False
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        new = filled(text)
    else:
        notebook = json.loads(text)
        table = notebook["metadata"].get("stsutils", {}).get("table", "")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                source = filled("".join(cell["source"]), table)
                cell["source"] = source.splitlines(keepends=True)
        new = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if new != text:
        write_atomically(path, lambda file: file.write_bytes(new.encode()))
    return new != text


def linked(text: str, table: str | None = "") -> str:
    """The text with its links as HTML that a page's script makes cards of: ``data-says`` and so on.

    What stands in a link is text, its Markdown is not read.
    """

    def card(match: re.Match) -> str:
        return rendered("evidence_link.html", text=match["text"], held=hold(match["link"], table))

    return LINK.sub(card, text)
