"""The catalogue: every named set the documents use. The entries are in ``catalogue.toml``."""

import difflib
import functools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from stsutils.errors import UserError


@dataclass(frozen=True)
class Split:
    """One split of a set.

    ``rows`` and ``sha`` are those of the whole official split (sha: ``content_sha`` of our
    columns). ``local`` says what ``file`` in a local folder is: whole, partial (some official
    rows), substitute (other rows in its place) or missing. Unless whole, ``local_rows`` and
    ``local_sha`` describe that file. ``hub`` is the split's name on the hub, None if not there.
    """

    rows: int | None = None
    sha: str | None = None
    hub: str | None = None
    file: str | None = None
    local: str = "missing"
    local_rows: int | None = None
    local_sha: str | None = None
    note: str = ""

    @property
    def expected(self) -> tuple[int | None, str | None]:
        """Rows and content hash of the local file."""
        return (self.rows, self.sha) if self.local == "whole" else (self.local_rows, self.local_sha)


@dataclass(frozen=True)
class Hub:
    """Where a set lies on the hub and how its columns become ours.

    ``columns``: hub name → our name. ``labels``: hub label → ours; a row whose label it lacks (−1,
    no gold) is dropped. ``factor`` multiplies scores. ``file``: a text file, one sentence a line.
    ``revision`` None: the newest commit; the one found is recorded.
    """

    id: str
    config: str | None = None
    revision: str | None = None
    columns: dict[str, str] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    factor: float = 1.0
    file: str | None = None


@dataclass(frozen=True)
class Entry:
    """One named set: what it is, where it is, what it must contain.

    ``merged``: the rows, as set:split, that it is made of when it is loaded.
    """

    name: str
    title: str
    kind: str
    language: str
    licence: str
    splits: dict[str, Split]
    range: tuple[float, float] | None = None
    classes: tuple[str, ...] = ()
    hub: Hub | None = None
    local_columns: dict[str, str] = field(default_factory=dict)
    local_labels: dict[str, int] = field(default_factory=dict)
    embedded: bool = False
    merged: tuple[str, ...] = ()
    note: str = ""


@functools.cache
def entries() -> dict[str, Entry]:
    """All entries by name, in the catalogue's order."""
    text = Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8")
    return {name: _entry(name, table) for name, table in tomllib.loads(text).items()}


def entry(name: str) -> Entry:
    """The catalogue's entry of a set. An unknown name is a UserError that says the nearest ones."""
    if name in entries():
        return entries()[name]
    close = difflib.get_close_matches(str(name).lower(), entries(), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else f"the names: {', '.join(entries())}"
    raise UserError(f"no set is called {name!r}; {hint}")


def _entry(name: str, table: dict) -> Entry:
    splits = {split: Split(**values) for split, values in table.pop("splits").items()}
    hub = Hub(**table.pop("hub")) if "hub" in table else None
    lists = {field: tuple(value) for field, value in table.items() if isinstance(value, list)}
    return Entry(name=name, splits=splits, hub=hub, **table | lists)
