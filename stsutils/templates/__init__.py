"""Pages, cards and longer texts from the templates that lie in this folder."""

import functools
import re
from pathlib import Path

import jinja2


def render(name: str, piece: str | None = None, /, **values) -> str:
    """The text of the template ``name``, or of one of its macros, with these values in its places.

    In a template that ends with .html every value is escaped; what is HTML already passes through
    the filter ``safe``. In one that ends with .md a reader's text passes through ``plain``. A value
    that the template names and nobody gave is an error, never an empty place.
    """
    template = _environment().get_template(name)
    if piece is None:
        return template.render(values)
    return str(getattr(template.make_module(values), piece)())


def lines(name: str, piece: str | None = None, /, **values) -> list[str]:
    """The lines of a text (`render`) that hold something."""
    return [line for line in render(name, piece, **values).splitlines() if line]


def plain(text: object) -> str:
    """Text of a reader's in Markdown, in one line and without any mark-up of its own."""
    return re.sub(r"[\\`*_\[\]<>|#]", r"\\\g<0>", " ".join(str(text).split()))


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=jinja2.select_autoescape(["html"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}  # `tojson`
    environment.filters["plain"] = plain
    return environment
