"""MyST roles such as ``{doc}`04_cosent` `` as plain Markdown: numbers, names and links.

JupyterLab and Colab show roles raw. A `Pages` knows what they stand for: titles, equations by
the number of their chapter, and the bibliography.
"""

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

_ROLE = re.compile(r"\{([a-zA-Z][\w:-]*)\}(`+)(.+?)\2", re.DOTALL)
_EQUATION = re.compile(r"\$\$(.+?)\$\$(?:[ \t]*\(([\w:.-]+)\))?", re.DOTALL)
_TARGET = re.compile(r"^\(([\w:.-]+)\)=[ \t]*\n+(#*)[ \t]*([^\n]*)", re.MULTILINE)
_NAMED = re.compile(r"(.*?)\s*<([^<>]+)>", re.DOTALL)
_CODE = re.compile(r"(^(`{3,}|~{3,})[^\n]*\n.*?^\2[`~]*[ \t]*$)", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r'<a href="(\.\./book/\w+)\.html(#[^"]*)">(.+?)</a>', re.DOTALL)
_FILE = re.compile(r"\[([^\[\]]+)\]\((\.\./book/[\w/]+)\.md\)")


@dataclass
class Pages:
    """What roles refer to: by document, by label, or by a key of the bibliography.

    Attributes:
        address: where a notebook finds a page, such as `../site/{}.html`, filled by its document.
        titles: document (`notebooks/04_cosent`) to title.
        equations: label to (document, number).
        targets: label to (document, heading).
        sources: bibliography key to (authors and year, link).
    """

    address: str
    titles: dict[str, str] = field(default_factory=dict)
    equations: dict[str, tuple[str, str]] = field(default_factory=dict)
    targets: dict[str, tuple[str, str]] = field(default_factory=dict)
    sources: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, document: str, texts: Iterable[str]) -> None:
        """Read title, labelled equations and targets of one document's Markdown."""
        text = "\n\n".join(texts)
        found = re.search(r"^# (.+)$", text, re.MULTILINE)
        self.titles[document] = found[1].strip() if found else PurePosixPath(document).name
        labels = [label for _, label in _EQUATION.findall(text) if label]
        chapter = re.match(r"\d+", PurePosixPath(document).name)
        before = f"{int(chapter[0])}." if chapter else ""
        self.equations |= {label: (document, f"{before}{n}") for n, label in enumerate(labels, 1)}
        for label, _, heading in _TARGET.findall(text):
            self.targets[label] = document, heading.strip()

    def link(self, document: str, words: str = "", place: str = "") -> str:
        """A link to a chapter, which is a student notebook too, or to another page."""
        name = PurePosixPath(document)
        words = words or self.titles.get(document, name.name)
        if document.startswith("notebooks/"):
            return f"[{words}]({name.name}.ipynb)"
        address = self.address.format(document)
        return f"[{words}]({address}{place if address.endswith('.html') else ''})"


def read_bibliography(path: Path) -> dict[str, tuple[str, str]]:
    """Key to (authors and year, link) of every entry of a BibTeX file."""
    from pybtex.database import parse_file

    found = {}
    for key, entry in parse_file(str(path)).entries.items():
        people = entry.persons["author"]
        names = [" ".join([*one.prelast_names, *one.last_names]).strip("{}") for one in people]
        who = names[0]
        who += f" and {names[1]}" if len(names) == 2 else " et al." if len(names) > 2 else ""
        doi = entry.fields.get("doi")
        where = f"https://doi.org/{doi}" if doi else entry.fields.get("url", "")
        found[key] = f"{who}, {entry.fields.get('year', 'n.d.')}", where
    return found


def plain(text: str, here: str, pages: Pages) -> str:
    """Markdown without roles, labels of equations and targets; code stays as it is.

    Args:
        text: the Markdown of a cell, without directives.
        here: the document it stands in, such as `notebooks/04_cosent`.
        pages: what its roles refer to.
    """
    pieces = _CODE.split(text)  # prose, code, its fence, prose, code, its fence, prose ...
    pieces[0::3] = [_plain_prose(piece, here, pages) for piece in pieces[0::3]]
    del pieces[2::3]
    return "".join(pieces)


def _plain_prose(text: str, here: str, pages: Pages) -> str:
    text = re.sub(r"^\([\w:.-]+\)=[ \t]*\n+", "", text, flags=re.MULTILINE)
    text = _EQUATION.sub(lambda m: _tagged(m, pages), text)
    # links to other pages that no `{doc}` wrote: into one that lives, and to a file
    text = _PLACE.sub(lambda m: pages.link(_document(m[1], here), m[3], m[2]), text)
    text = _FILE.sub(lambda m: pages.link(_document(m[2], here), m[1]), text)
    return _ROLE.sub(lambda m: _resolved(m[1], m[3], here, pages), text)


def _tagged(found: re.Match, pages: Pages) -> str:
    body, label = found[1], found[2]
    if label not in pages.equations:
        return f"$${body}$$"
    return f"$${body.rstrip()} \\tag{{{pages.equations[label][1]}}}\n$$"


def _resolved(role: str, said: str, here: str, pages: Pages) -> str:
    named = _NAMED.fullmatch(said)
    words, target = (named[1], named[2]) if named else ("", said.strip())
    if role == "doc":
        return pages.link(_document(target, here), words)
    if role == "eq" and target in pages.equations:
        document, number = pages.equations[target]
        return f"({number})" if document == here else f"({number}) of {pages.link(document)}"
    if role == "ref" and target in pages.targets:
        document, heading = pages.targets[target]
        words = words or heading
        return words if document == here else pages.link(document, words)
    if role.startswith("cite"):
        return _cited(role, target, pages)
    return words or said


def _document(target: str, here: str) -> str:
    path = posixpath.normpath(posixpath.join("/", posixpath.dirname(here), target))
    return path.lstrip("/").removesuffix(".ipynb").removesuffix(".md")


def _cited(role: str, keys: str, pages: Pages) -> str:
    found = [pages.sources.get(key.strip(), (key.strip(), "")) for key in keys.split(",")]
    textual = role == "cite:t"  # the names are part of the sentence
    if textual:
        found = [(re.sub(r", (\S+)$", r" (\1)", who), at) for who, at in found]
    links = "; ".join(f"[{who}]({where})" if where else who for who, where in found)
    return links if textual else f"({links})"
