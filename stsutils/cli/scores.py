"""``stsutils evaluate``, ``stsutils score``, ``stsutils verify``, ``stsutils similarity``."""

from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli.options import (
    ColumnsOption,
    DeviceOption,
    DownloadOption,
    EncoderOption,
    JsonOption,
    OrderOption,
    PoolingOption,
    PrecisionOption,
    check_free,
    load_model,
    print_json,
)

app = typer.Typer(no_args_is_help=True)


@app.command()
def evaluate(
    sets: Annotated[
        list[str], typer.Argument(help="Files of pairs, or named sets, as stsb or sick_r:test.")
    ],
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    columns: ColumnsOption = None,
    label_order: OrderOption = None,
    precision: PrecisionOption = "float32",
    device: DeviceOption = None,
    download: DownloadOption = False,
    as_json: JsonOption = False,
) -> None:
    """Spearman's rho of an encoder's cosines on pairs, with the tie ceiling.

    A score of a file comes with its signature, which `stsutils verify` checks.
    """
    from stsutils.data import content_sha, label_column
    from stsutils.evaluation import similarity
    from stsutils.own_pairs.card import facts_in, no_test
    from stsutils.own_pairs.folder import check_encoder
    from stsutils.own_pairs.lengths import cut_rows, told
    from stsutils.own_pairs.seen import seen
    from stsutils.own_pairs.signature import sign
    from stsutils.statistics import spearman, tie_ceiling

    check_encoder(encoder, download)
    # all are read before one is scored: the last may be the wrong one
    read = {name: _pairs(name, columns, label_order, download) for name in dict.fromkeys(sets)}
    model = load_model(encoder, pooling, download, device)
    facts = facts_in(encoder)
    for line in told(cut_rows(model, *read.values())):
        typer.echo(line, err=True)
    if not as_json:
        typer.echo(f"{'set':<24}{'pairs':>8}{'rho x 100':>11}{'ceiling':>9}")
    found = []
    for name, rows in read.items():
        sha = content_sha(rows)
        if why := no_test(facts, sha):
            typer.echo(f"{name}: {why}", err=True)
        elif known := seen(encoder, rows):
            typer.echo(
                f"{name}: {known:,} of {len(rows):,} pairs stand among those that the encoder was "
                "trained on. On these this is no test score",
                err=True,
            )
        gold = rows[label_column(rows)].to_numpy()
        rho = spearman(similarity(model, rows, progress=True, precision=precision), gold)
        ceiling = tie_ceiling(gold)
        found.append({"set": name, "pairs": len(rows), "spearman": rho, "ceiling": ceiling})
        if precision == "float32":  # `verify` scores in it
            signature = str(sign(rho, len(rows), sha, "all", model.sha()))
            found[-1]["signature"] = signature
        if not as_json:
            typer.echo(f"{name:<24}{len(rows):>8}{100 * rho:>11.2f}{100 * ceiling:>9.1f}")
    if as_json:
        print_json(found)
        return
    for one in found:
        if Path(one["set"]).is_file() and "signature" in one:
            typer.echo(one["signature"])


def _pairs(name: str, columns: str | None, label_order: str | None, download: bool):
    """The labelled pairs of a file or of a named set."""
    from stsutils.data import check_file, load
    from stsutils.errors import UserError

    if Path(name).suffix and Path(name).is_file():
        rows = check_file(name, columns=columns, label_order=label_order)
    elif "/" in name or "\\" in name or Path(name).suffix:
        raise UserError(f"{name}: no such file")
    else:
        dataset, _, split = name.partition(":")
        rows = load(dataset, split or "test", download=download or None)
    if "sentence1" not in rows:
        raise UserError(f"{name} holds no pairs; evaluate takes sets of pairs")
    return rows


@app.command()
def score(
    file: Annotated[Path, typer.Argument(help="A file of pairs, with or without labels.")],
    encoder: EncoderOption = "mini",
    out: Annotated[
        Path | None,
        typer.Option(help="A .csv file, replaced if it is there [the file's name + -scored.csv]."),
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Similar above this cosine [the model's own].")
    ] = None,
    pooling: PoolingOption = None,
    columns: ColumnsOption = None,
    precision: PrecisionOption = "float32",
    device: DeviceOption = None,
    download: DownloadOption = False,
) -> None:
    """Write each pair's cosine, and by the model's threshold whether it is similar.

    The table is written at the end: stopped, nothing is, and the same command begins anew.
    """
    from stsutils.data import check_file
    from stsutils.errors import UserError
    from stsutils.evaluation import similarity
    from stsutils.own_pairs.card import facts_in
    from stsutils.own_pairs.folder import check_encoder, check_out
    from stsutils.own_pairs.lengths import cut_rows, told
    from stsutils.writing import write_csv

    if out is None and (out := Path(f"{file.stem}-scored.csv")).exists():
        # of these pairs, or of a file of the same name elsewhere
        raise UserError(f"{out} is there already; to replace it, or to keep both, name one: --out")
    if out.suffix != ".csv":
        raise UserError(f"--out {out}: the ending is .csv")
    check_out(out, file)
    check_encoder(encoder, download)
    rows = check_file(file, columns=columns, labelled=False)
    if "sentence1" not in rows:
        raise UserError(f"{file} holds no pairs: it has no columns sentence1 and sentence2")
    if column := rows.attrs.get("empty"):
        typer.echo(f"column {column!r} is empty and left out: pairs without labels", err=True)
    model = load_model(encoder, pooling, download, device)
    facts = facts_in(encoder) if threshold is None else {}
    known = threshold if threshold is not None else facts.get("threshold")
    if known is not None and not -1 <= known <= 1:
        raise UserError(f"--threshold {known}: give a cosine, from -1 to 1")
    check_free(rows, ("cosine",) if known is None else ("cosine", "similar"), file)
    for line in told(cut_rows(model, rows)):
        typer.echo(line, err=True)
    try:
        cosines = similarity(model, rows, progress=True, precision=precision)
    except KeyboardInterrupt:
        typer.echo("\nstopped; nothing is written, and the same command begins anew", err=True)
        raise typer.Exit(130) from None
    found = rows.assign(cosine=cosines.round(5))
    said = "no threshold: the encoder's folder has none, and --threshold names none"
    if known is not None:
        found["similar"] = (cosines > known).astype(int)
        said = f"{found['similar'].sum():,} similar, cosine above {known:.4f}"
        if facts.get("trained_on") == "all rows":
            said += (
                ", the threshold of the same training without the test rows; this model was "
                "trained on all rows, and its cosines may lie elsewhere"
            )
    write_csv(out, found)
    typer.echo(f"wrote {out}: {len(found):,} pairs; {said}")


@app.command()
def verify(
    signature: Annotated[str, typer.Argument(help="The line, in quotes.")],
    file: Annotated[Path, typer.Argument(help="The file that was scored or compared.")],
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    columns: ColumnsOption = None,
    label_order: OrderOption = None,
    device: DeviceOption = None,
    download: DownloadOption = False,
) -> None:
    """Score again what a signature names. Exit code 1 where anything differs."""
    from stsutils.data import check_file
    from stsutils.own_pairs.folder import check_encoder
    from stsutils.own_pairs.signature import differences, read

    stated = read(signature)
    check_encoder(encoder, download)
    rows = check_file(file, columns=columns, label_order=label_order)
    model = load_model(encoder, pooling, download, device)
    if found := differences(stated, rows, model, progress=True):
        for line in found:
            typer.echo(line)
        raise typer.Exit(1)
    typer.echo(f"true: {stated.score:.2f} on {stated.pairs:,} pairs")


@app.command()
def similarity(
    sentence1: Annotated[str, typer.Argument()],
    sentence2: Annotated[str, typer.Argument()],
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    download: DownloadOption = False,
    as_json: JsonOption = False,
) -> None:
    """Print the cosine of two sentences."""
    import pandas as pd

    from stsutils.encoders import load_encoder
    from stsutils.errors import UserError
    from stsutils.evaluation import similarity

    if not sentence1.strip() or not sentence2.strip():
        raise UserError("a sentence is empty; give two sentences in quotes")
    model = load_encoder(encoder, pooling=pooling, download=download)
    pair = pd.DataFrame({"sentence1": [sentence1], "sentence2": [sentence2]})
    cosine = float(similarity(model, pair)[0])
    if as_json:
        print_json({"cosine": cosine})
        return
    typer.echo(f"{cosine:.4f}")
