"""The package's reference, from its docstrings: a room's public names with what they say."""

import importlib
import inspect
import re

from stsutils.report.markup import Html, rendered

#: What begins a section of a docstring: ``Args:``, ``As written, as coded:``.
SECTION = re.compile(r"^([A-Z][\w, ]*):[ ]*$", re.M)
#: What stands before an argument's words: ``cosines:``, ``name (type):``.
ITEM = re.compile(r"^\*{0,2}\w[\w, *`()|\[\].]*:\s")


def html_reference(room: str) -> Html:
    """Every public name of a room (`stsutils.losses`), its call, and its docstring.

    Names are anchors, so that a page can link to ``#stsutils.losses.cosent``.
    """
    module = importlib.import_module(f"stsutils.{room}")
    public = {n: v for n, v in vars(module).items() if n[0] != "_" and not inspect.ismodule(v)}
    names = sorted(public, key=lambda name: (name.isupper(), name.lower(), name))
    entries = [_entry(f"{module.__name__}.{name}", public[name]) for name in names]
    about = paragraphs(inspect.getdoc(module) or "")
    return rendered("reference.html", entries=entries, about=about)


def _entry(name: str, value) -> dict:
    """What the page shows of a function, a class with its public methods, or a constant."""
    own = inspect.isclass(value) or inspect.isroutine(value)
    parts = vars(value) if inspect.isclass(value) else {}
    methods = [n for n, m in parts.items() if n[0] != "_" and inspect.isfunction(m)]
    return {
        "name": name,
        "short": name.rpartition(".")[2],
        "call": _call(value),
        "text": paragraphs(inspect.getdoc(value) or "") if own else [("p", _constant(value))],
        "methods": [_entry(n, parts[n]) for n in methods if inspect.getdoc(parts[n])],
    }


def _call(value) -> str:
    """``(cosines, labels, scale=20.0)``: types are left to the docstring."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # a constant, or a class of C
        return ""
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    call = signature.replace(parameters=bare, return_annotation=signature.empty)
    return re.sub(
        r"<[\w.]+ object at 0x\w+>|<(?:function|class) '?([\w.]+)'?[^>]*>", r"\1", str(call)
    )


def _constant(value) -> str:
    """A constant in short: its type, and of a collection its length or its names."""
    if isinstance(value, dict):
        return f"A dictionary of {len(value)}: {', '.join(map(str, value))}."
    text = repr(value)
    return text if len(text) < 200 else f"A {type(value).__name__} of {len(value)}."


def paragraphs(text: str) -> list[tuple[str, str | list[str]]]:
    """A docstring as pieces of a page: ``head``, ``p``, ``list`` and ``pre`` with their words.

    A section's heading stands alone at the left, its words are indented below it. What is indented
    further, or drawn as a table, keeps its lines.
    """
    pieces: list[tuple[str, str | list[str]]] = []
    inside = False
    for block in re.split(r"\n\s*\n", SECTION.sub(r"\g<0>\n", text).strip("\n")):
        if found := SECTION.fullmatch(block):
            pieces.append(("head", found[1]))
            inside = True
            continue
        inside = inside and block.startswith(" ")
        words = inspect.cleandoc(block) if inside else block
        pieces.append(_piece(words, inside and pieces[-1][0] == "head"))
    return pieces


def _piece(words: str, first: bool) -> tuple[str, str | list[str]]:
    lines = words.splitlines()
    if "====" in words or lines[0].startswith((" ", ">>>", "|")):
        return "pre", words
    if first and ITEM.match(lines[0]):
        return "list", re.split(r"\n(?=\S)", words)
    if lines[0].startswith("- "):
        return "list", [item.removeprefix("- ") for item in re.split(r"\n(?=- )", words)]
    return "p", words
