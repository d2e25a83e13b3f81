"""MyST directives such as ```` ```{exercise} ```` in Markdown text: find them, take them apart."""

import re
from dataclasses import dataclass, field

_FENCED = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{(?P<kind>[\w:-]+)\}[ \t]*(?P<argument>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*$\n?",
    re.MULTILINE | re.DOTALL,
)
_OPTION = re.compile(r":([\w-]+):[ \t]*(.*)")


@dataclass(frozen=True)
class Directive:
    """One fenced directive: its kind, the words beside it, its options, its text, as written."""

    kind: str
    argument: str
    text: str
    written: str
    options: dict[str, str] = field(default_factory=dict)


def split(text: str) -> list[str | Directive]:
    """Cut Markdown into plain pieces and directives, in order; joined they are the text again."""
    pieces, at = [], 0
    for found in _FENCED.finditer(text):
        pieces += [text[at : found.start()]] if found.start() > at else []
        pieces.append(_taken_apart(found))
        at = found.end()
    return pieces + ([text[at:]] if at < len(text) else [])


def _taken_apart(found: re.Match) -> Directive:
    options, lines = {}, found["body"].split("\n")
    while lines and (option := _OPTION.fullmatch(lines[0])):
        options[option[1]] = option[2].strip()
        lines.pop(0)
    text = "\n".join(lines).strip("\n")
    return Directive(found["kind"], found["argument"].strip(), text, found[0], options)


def directives(text: str, kind: str) -> list[Directive]:
    """All directives of one kind in a text, such as its exercises."""
    return [one for one in split(text) if isinstance(one, Directive) and one.kind == kind]


def python_in(text: str) -> str:
    """The Python of all fenced ```` ```python ```` blocks of a text, one below the other."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
