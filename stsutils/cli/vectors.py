"""``stsutils encode``, ``stsutils search`` and ``stsutils mine``: texts and their vectors."""

from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli.options import (
    ColumnOption,
    DeviceOption,
    DownloadOption,
    EncoderOption,
    JsonOption,
    PoolingOption,
    PrecisionOption,
    TextsArgument,
    VectorsOption,
    load_model,
    print_json,
    printable,
)

app = typer.Typer(no_args_is_help=True)


@app.command()
def encode(
    file: TextsArgument,
    out: Annotated[Path, typer.Option(help="The vectors: a .npy or a .parquet file.")],
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    column: ColumnOption = None,
    precision: PrecisionOption = "float32",
    device: DeviceOption = None,
    download: DownloadOption = False,
) -> None:
    """Turn the texts of a file into vectors, one row a text. Goes on where it was stopped."""
    from stsutils.own_pairs.vectors import encode_file

    model = load_model(encoder, pooling, download, device)
    try:
        options = {"column": column, "precision": precision, "say": typer.echo}
        n, width = encode_file(model, file, out, **options)
    except KeyboardInterrupt:
        typer.echo("\nstopped; the same command goes on from there", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"wrote {out}: {n:,} vectors of {width} numbers")


@app.command()
def search(
    file: TextsArgument,
    question: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int, typer.Option("-k", help="How many.", min=1)] = 10,
    vectors: VectorsOption = None,
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    column: ColumnOption = None,
    device: DeviceOption = None,
    download: DownloadOption = False,
    as_json: JsonOption = False,
) -> None:
    """Print the texts of a file that are nearest to a question, with their cosines."""
    from stsutils.errors import UserError
    from stsutils.own_pairs.neighbours import nearest

    if not question.strip():
        raise UserError("the question is empty")
    model = load_model(encoder, pooling, download, device)
    texts, known = _known(model, file, column, vectors)
    found = nearest(known, model.encode([question])[0], k)
    if as_json:
        print_json([{"row": i + 1, "cosine": round(c, 4), "text": texts[i]} for i, c in found])
        return
    for row, cosine in found:
        typer.echo(f"{cosine:.4f}  row {row + 1}  {_printable(texts[row])}")


@app.command()
def mine(
    file: TextsArgument,
    out: Annotated[Path, typer.Option(help="A .csv file for the pairs.")],
    most: Annotated[int, typer.Option(help="How many pairs at most.", min=1)] = 1000,
    above: Annotated[float, typer.Option(help="Lowest cosine.", min=-1.0, max=1.0)] = 0.5,
    vectors: VectorsOption = None,
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    column: ColumnOption = None,
    device: DeviceOption = None,
    download: DownloadOption = False,
) -> None:
    """Find the most similar pairs of a file's texts. Equal texts count once."""
    import pandas as pd

    from stsutils.errors import UserError
    from stsutils.own_pairs.folder import check_out
    from stsutils.own_pairs.neighbours import similar_pairs
    from stsutils.writing import write_csv

    if out.suffix != ".csv":
        raise UserError(f"--out {out}: the ending is .csv")
    check_out(out, file)
    model = load_model(encoder, pooling, download, device)
    texts, known = _known(model, file, column, vectors)
    first = {text: row for row, text in reversed(list(enumerate(texts)))}
    rows = sorted(first.values())
    pairs = similar_pairs(known, most + 1, above, rows, progress=True)  # one more: are there more?
    left_out, pairs = len(pairs) > most, pairs[:most]
    table = pd.DataFrame(
        [(texts[i], texts[j], round(c, 5)) for i, j, c in pairs],
        columns=["sentence1", "sentence2", "cosine"],
    )
    write_csv(out, table)
    typer.echo(f"wrote {out}: {len(table):,} pairs of {len(rows):,} different texts")
    if left_out:
        typer.echo(f"more pairs are above {above:g}: --most is {most:,}")
    elif not pairs:
        typer.echo(f"no pair is above {above:g}: lower --above")


def _known(model, file: Path, column, vectors: Path | None):
    """The texts, and their vectors; those of a file stay on the disk until they are needed."""
    from stsutils.data.texts import read_texts
    from stsutils.errors import UserError
    from stsutils.own_pairs.vectors import check_vectors, read_vectors

    texts = list(read_texts(file, column))
    if not texts:
        raise UserError(f"{file}: no text in it")
    if vectors is None:
        return texts, model.encode(texts, progress=True)
    known = read_vectors(vectors)
    check_vectors(model, texts, known, vectors)
    return texts, known


def _printable(text: str, most: int = 160) -> str:
    """Text of a file on a terminal: no control characters, one line."""
    plain = printable(text)
    return plain if len(plain) <= most else plain[: most - 1] + "…"
