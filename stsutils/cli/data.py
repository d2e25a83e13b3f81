"""``stsutils data``: named sets, sets of the hub, and whether a file of rows is right."""

import textwrap
from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli import options
from stsutils.cli.options import print_json, printable

app = typer.Typer(help="Named sets of rows, and checks of your own files.", no_args_is_help=True)

WIDTH = 100


@app.command("list")
def list_sets(folder: options.Folder = None) -> None:
    """List the named sets: language, kind, splits with their rows, licence, where at hand."""
    from stsutils import data
    from stsutils.data.load import where_is

    table = [("name", "lang", "kind", "splits (rows)", "at hand", "licence")]
    for name, entry in data.entries().items():
        splits = ", ".join(_split(split, part) for split, part in entry.splits.items())
        places = [where_is(name, split, folder) for split in entry.splits]
        table.append((name, entry.language, entry.kind, splits, _places(places), entry.licence))
    for name, language, kind, splits, places, licence in table:
        row = f"{name:<18}{language:<6}{kind:<11}{_cut(splits, 32):<34}{places:<12}{licence}"
        typer.echo(_cut(row, WIDTH))
    typer.echo("")
    typer.echo("at hand: 3/3 folder = so many of the splits in the local folder or the hub cache.")
    typer.echo("The rest of an entry: stsutils data show NAME")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A set's name, see `stsutils data list`.")],
    split: Annotated[str | None, typer.Option(help="Split to show [test, or the first].")] = None,
    rows: Annotated[int, typer.Option(help="How many rows to print.", min=0)] = 3,
    folder: options.Folder = None,
    download: options.Download = False,
) -> None:
    """Show a set's catalogue entry, its first rows and its labels."""
    from stsutils import data

    entry = data.entry(name)
    split = split or ("test" if "test" in entry.splits else next(iter(entry.splits)))
    facts = [("name", f"{name}: {entry.title}"), ("kind", f"{entry.kind}, {entry.language}")]
    if entry.range:
        facts.append(("range", f"{entry.range[0]:g} to {entry.range[1]:g}"))
    if entry.classes:
        facts.append(("classes", ", ".join(f"{i} {c}" for i, c in enumerate(entry.classes))))
    facts += [("split", _describe(*part)) for part in entry.splits.items()]
    if entry.hub:
        at = entry.hub.revision or "newest commit, recorded when loaded"
        facts.append(("hub", f"{entry.hub.id} ({entry.hub.config or 'default'}, {at})"))
    facts += [("licence", entry.licence), ("note", entry.note)]
    _facts(facts)
    loaded = data.load(name, split, folder=folder, download=download or None)
    typer.echo("")
    source, revision = loaded.attrs["source"], loaded.attrs.get("revision")
    facts = [("split", split), ("source", f"{source}, revision {revision}" if revision else source)]
    _facts([*facts, ("sha", loaded.attrs["sha"]), *data.summary(loaded)])
    label = data.label_column(loaded)
    for row in range(min(rows, len(loaded))):
        typer.echo("")
        cells = [(c, str(loaded[c].iloc[row])) for c in data.text_columns(loaded)]
        if label:
            cells.append((label, f"{loaded[label].iloc[row]:g}"))
        _facts([("row", str(row + 1)), *cells])


@app.command()
@options.grouped
def check(
    file: Annotated[
        str, typer.Argument(help="A .csv, .tsv, .jsonl, .json, .parquet or .xlsx file of rows.")
    ],
    *,
    reading: options.Reading,
    as_json: options.Json = False,
) -> None:
    """Check and sum up a file of your own rows; a mistake is named with its row and a remedy."""
    from stsutils import data
    from stsutils.data.label_kinds import label_kind, lonely

    rows = data.check_file(file, labelled=None, **reading.arguments())
    facts = data.summary(rows)
    if data.kind_of(rows) == "pairs" and data.label_column(rows):
        facts += [("beware", line) for line in lonely(label_kind(rows, file), rows)]
    elif data.kind_of(rows) == "pairs":
        takers = "score and ranks take such pairs; compare, train and evaluate need score or label"
        if column := rows.attrs.get("empty"):
            takers = f"column {column!r} is empty; score and ranks take such pairs"
        facts.append(("labels", f"none: {takers}"))
    if as_json:
        sha = data.content_sha(rows)
        print_json({"file": file, **dict(facts), "rows": len(rows), "sha": sha})
        return
    _facts([("file", file), *facts])
    typer.echo("\nThe file is right.")


@app.command()
def fetch(
    name: Annotated[str, typer.Argument(help="A set on the hub, best pinned: owner/name@revision")],
    split: Annotated[str, typer.Option(help="As the hub calls it.")] = "train",
    config: Annotated[str | None, typer.Option(help="Which set, where there are several.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="A .parquet file [the set's name, split and commit].")
    ] = None,
    replace: options.Replace = False,
    download: options.Download = False,
) -> None:
    """Make a file of a hub set's rows, with its own columns, and name the commit they are from.

    Only data files are read, none of the set's code. Without --download the local hub cache serves.
    """
    from stsutils.data.hub import fetch_any
    from stsutils.writing import write_atomically

    free = {"endings": (".parquet",), "replace": replace}
    if out is not None:
        options.check_out(out, **free)
    rows, commit = fetch_any(name, split, config, download)
    repository = name.partition("@")[0]
    plain = "-".join([*repository.split("/"), *([config] if config else []), split])
    out = out or Path(f"{plain}-{commit[:8]}.parquet")
    options.check_out(out, **free)
    write_atomically(out, lambda place: rows.to_parquet(place, index=False))
    typer.echo(f"wrote {out}: {len(rows):,} rows of {repository}@{commit}")
    typer.echo(printable(f"columns: {', '.join(map(str, rows.columns))}"))
    typer.echo(f"next:    stsutils data check {out}, with --columns theirs=ours where they differ")


def _split(name: str, part) -> str:
    short = {"train": "train", "validation": "val", "test": "test"}.get(name, name)
    rows = part.rows or part.local_rows
    if not rows:
        return short
    return f"{short} {rows // 1000}k" if rows >= 100_000 else f"{short} {rows}"


def _describe(name: str, part) -> str:
    rows = f"{part.rows:,} rows" if part.rows else "rows not known"
    local = f"local file {part.file}: {part.local}" if part.file else "no local file"
    if part.local_rows:
        local += f" ({part.local_rows:,} rows)"
    return f"{name}: {rows}; {local}" + (f"; {part.note}" if part.note else "")


def _places(places: list[str]) -> str:
    have = [place for place in places if place]
    if not have:
        return "no"
    kinds = "+".join(sorted(set(have)))
    return kinds if kinds == "embedded" else f"{len(have)}/{len(places)} {kinds}"


def _facts(facts: list[tuple[str, str]]) -> None:
    for what, value in facts:
        indents = {"initial_indent": f"{what:<12}", "subsequent_indent": 12 * " "}
        lines = textwrap.fill(printable(value), WIDTH, break_on_hyphens=False, **indents)
        typer.echo(lines or what)


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else text[: size - 1] + "…"
