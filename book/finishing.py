"""What Sphinx does to the book's pages beside its own: words that explain themselves, light pages.

- A term of the glossary links to it where a page uses it first, with its first sentence as title.
- A name of the package that the reference has links there, in words and where code imports it.
- Pictures within a page become files that load when they are seen, so that no page is heavy.
- Every page has a description: its first sentences.
- The search puts the page first that is called like the question.
- Sources to download are those of the checkout, without outputs and pictures.

An extension of Sphinx: `_config.yml` names it, `pages.site` puts its folder on the path.
"""

import base64
import functools
import hashlib
import html
import json
import re
from collections import Counter
from pathlib import Path

from docutils import nodes

GLOSSARY = "book/glossary"
#: A picture that a page holds as text, from this many characters on, in a tag.
PICTURE = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]{4000,})"')
#: Terms that mean something else in every other sentence.
COMMON = {"line", "cell", "claim", "head", "contrast", "floor", "demo", "lab", "paper"}
COMMON |= {"not tested"}
#: Names of the package that pages use as names of columns and keys, too.
FRIENDS = {"command", "cosine", "difference", "matryoshka", "names", "source", "verdict"}
#: A line of code as the page has it that imports from the package: its module, and its names.
IMPORT = re.compile(
    r'<span class="nn">(stsutils[\w.]*)</span>(?:<span class="w"> </span>| )'
    r'<span class="kn">import</span> (<span class="p">\(</span>[^)]*|[^\n]*)'
)
#: Where no term is linked.
CLOSED = (nodes.title, nodes.reference, nodes.literal, nodes.literal_block, nodes.math, nodes.raw)
CLOSED += (nodes.math_block, nodes.caption, nodes.table, nodes.term, nodes.comment, nodes.rubric)
DESCRIBED = 155


def setup(app) -> dict:
    """Connect the steps."""
    app.connect("config-inited", _scorer)
    app.connect("doctree-resolved", explain)
    app.connect("html-page-context", lighten)
    app.connect("build-finished", plain_sources)
    return {"parallel_read_safe": True, "parallel_write_safe": False}


def _scorer(app, config) -> None:
    config.html_search_scorer = str(Path(__file__).with_name("_static") / "search_scorer.js")


def explain(app, doctree, page: str) -> None:
    """Link each term of the glossary where this page uses it first, and names of the package."""
    if page == GLOSSARY or page.startswith("book/api"):
        return
    glossary, names = _glossary(app), dict(_names(app))
    titled = next(iter(doctree.findall(nodes.title)), nodes.title()).astext().lower()
    glossary = {term: own for term, own in glossary.items() if term not in titled}
    held = False  # in a number that opens a card: a link inside of a button is none
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        if isinstance(parent, nodes.raw):
            held = 'class="ev"' in str(text) or (held and "</span>" not in str(text))
        elif held:
            continue
        elif isinstance(parent, nodes.literal):
            name = str(text).partition("(")[0]  # of a call
            if name in names and not _inside(parent.parent, (nodes.reference, nodes.title)):
                link = _link(app, page, names.pop(name), "")
                parent.replace_self(link)
                link += parent
        elif not _inside(parent, CLOSED):
            _explain(app, page, text, glossary)


def _explain(app, page: str, text: nodes.Text, glossary: dict) -> None:
    """The first term in this text as a link; what is left of it is looked at once more."""
    words = "|".join(map(re.escape, sorted(glossary, key=len, reverse=True)))
    found = re.search(rf"(?<![\w-])({words})(s?)(?![\w-])", str(text), re.I) if words else None
    if not found:
        return
    anchor, said = glossary[found[1].lower()]
    for other in [term for term, (its, _) in glossary.items() if its == anchor]:
        del glossary[other]
    before, after = str(text)[: found.start()], str(text)[found.end() :]
    link = _link(app, page, f"{GLOSSARY}#{anchor}", said)
    link["classes"].append("sts-term")
    link += nodes.Text(found[0])
    rest = nodes.Text(after)
    text.parent.replace(text, [nodes.Text(before), link, rest])
    _explain(app, page, rest, glossary)


@functools.cache
def _glossary(app) -> dict[str, tuple[str, str]]:
    """Term, in lower case → its anchor, and its first sentence."""
    if GLOSSARY not in app.env.found_docs:
        return {}
    found = {}
    for item in app.env.get_doctree(GLOSSARY).findall(nodes.definition_list_item):
        said = next(iter(item.findall(nodes.definition))).astext()
        for term in item.findall(nodes.term):
            for word in re.split(r",\s*", term.astext().strip().lower()):
                if word not in COMMON and not said.startswith("See "):
                    found[word] = (term["ids"][0], first_sentence(said))
    return found


@functools.cache
def _names(app) -> dict[str, str]:
    """Name of the package, as chapters write it → its place in the reference.

    The last part of a name will do, if no other ends so and it is no command and no false friend.
    """
    from typer.main import get_command

    from stsutils.cli import app as command_line

    found: dict[str, str] = {}
    for path in sorted(Path(app.srcdir).glob("book/api/*.md")):
        for name in re.findall(r'id="(stsutils\.[\w.]+)"', path.read_text(encoding="utf-8")):
            found[name] = f"book/api/{path.stem}#{name}"
        found[f"stsutils.{path.stem}"] = f"book/api/{path.stem}"
    ends = Counter(name.rpartition(".")[2] for name in found)
    closed = FRIENDS | set(get_command(command_line).commands)
    for name, target in list(found.items()):
        short = name.rpartition(".")[2]
        if "#" in target and ends[short] == 1 and short not in closed:
            found[short] = target
    return found


def _imports(app, page: str, body: str) -> str:
    """A page's HTML with links at the names that its code imports, as far as the reference goes."""
    names = _names(app)

    def linked(match: re.Match) -> str:
        module, before = match[1], len(match[0]) - len(match[2])

        def link(name: re.Match) -> str:
            room = ".".join(module.split(".")[:2])  # it offers what its modules define
            target = names.get(f"{module}.{name[1]}") or names.get(f"{room}.{name[1]}")
            return f'<a href="{_address(app, page, target)}">{name[0]}</a>' if target else name[0]

        return match[0][:before] + re.sub(r'<span class="n">(\w+)</span>', link, match[2])

    return IMPORT.sub(linked, body)


def _inside(node, kinds) -> bool:
    while node is not None:
        # the line of a fold is a button, too
        if isinstance(node, kinds) or type(node).__name__ == "dropdown_title":
            return True
        node = node.parent
    return False


def _link(app, page: str, target: str, title: str) -> nodes.reference:
    link = nodes.reference("", "", internal=True, refuri=_address(app, page, target))
    if title:
        link["reftitle"] = title
    return link


def _address(app, page: str, target: str) -> str:
    document, *anchor = target.split("#")
    return "#".join([app.builder.get_relative_uri(page, document), *anchor])


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence, without keys of sources."""
    text = re.sub(r"\s+[a-z]+\d{4}[a-z]*(?:,[a-z]+\d{4}[a-z]*)*\b", "", " ".join(text.split()))
    found = re.match(r".*?[.!?](?=\s+[A-Z(]|$)", text)
    return found[0] if found else text


def lighten(app, page: str, template: str, context: dict, doctree) -> None:
    """Pictures of this page to files, links at its imports, its description among its tags."""
    folder = Path(app.outdir) / "_images"
    up = "../" * page.count("/")

    def to_file(match: re.Match) -> str:
        name = f"p{hashlib.sha256(match[1].encode()).hexdigest()[:16]}.svg"
        if not (folder / name).is_file():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(base64.b64decode(match[1]))
        return f'loading="lazy" src="{up}_images/{name}"'

    if "body" in context:
        context["body"] = _imports(app, page, PICTURE.sub(to_file, context["body"]))
    if doctree is not None and (said := description(doctree)):
        tag = f'<meta name="description" content="{html.escape(said)}">'
        context["metatags"] = context.get("metatags", "") + tag


def description(doctree) -> str:
    """The first paragraphs' sentences, as many as fit in what search engines show."""
    said = ""
    for paragraph in doctree.findall(nodes.paragraph):
        if _inside(paragraph, (nodes.table, nodes.list_item, nodes.footnote)):
            continue
        text = re.sub(r"^Question\.\s+", "", " ".join(paragraph.astext().split()))
        for sentence in re.split(r"(?<=[.?!])\s+", text):
            if said and len(said) + len(sentence) >= DESCRIBED:
                return said
            said = f"{said} {sentence}".strip()
    return said


def plain_sources(app, error) -> None:
    """What the download button gives: notebooks without outputs, pages without pictures."""
    if error or app.builder.name != "html":
        return
    folder = Path(app.outdir) / "_sources"
    for path in folder.rglob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell |= {"outputs": [], "execution_count": None}
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8")
    for path in folder.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(PICTURE.sub('src=""', text), encoding="utf-8")
