"""``stsutils compare``: which loss for your own pairs?"""

import sys
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
    TestOption,
    ValidationOption,
    print_json,
)

app = typer.Typer(no_args_is_help=True)


@app.command()
def compare(
    file: Annotated[
        Path, typer.Argument(help="A .csv, .tsv, .jsonl, .json, .parquet or .xlsx file of pairs.")
    ],
    losses: Annotated[
        str | None, typer.Option(help="Names with commas between, or all [the usual ones].")
    ] = None,
    budget: Annotated[float, typer.Option(help="Minutes that the trainings may take.")] = 10.0,
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for report and model [the file's name + -compare].")
    ] = None,
    columns: ColumnsOption = None,
    label_order: OrderOption = None,
    validation: ValidationOption = None,
    test: TestOption = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="Trainings a loss in the final; two or more.")
    ] = 3,
    epochs: Annotated[
        int | None, typer.Option(min=1, help="At most so many [about 4,000 pairs seen, or ten].")
    ] = None,
    all_rows: Annotated[
        bool, typer.Option("--all-rows", help="Train the chosen loss once more, on all rows.")
    ] = False,
    device: DeviceOption = None,
    download: DownloadOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train an encoder on your own pairs with each fitting loss, and say what can be said.

    The file needs the columns sentence1, sentence2 and score or label. Stop it when you like: the
    same command goes on from there. Writes report.html, results.json and the chosen model.
    """
    from stsutils.losses import loss_named
    from stsutils.own_pairs import compare as make
    from stsutils.own_pairs.words import as_text, signed

    out = out or Path(f"{file.stem}-compare")
    names = losses and [loss_named(name) for name in losses.split(",") if name.strip()]
    options = {"budget": budget, "encoder": encoder, "pooling": pooling, "seeds": seeds}
    options |= {"epochs": epochs, "device": device, "download": download, "all_rows": all_rows}
    options |= {"columns": columns, "label_order": label_order}
    options |= {"validation": validation, "test": test, "command": ["stsutils", *sys.argv[1:]]}
    try:
        results = make(
            file, out, losses=names, say=lambda line: typer.echo(line, err=as_json), **options
        )
    except KeyboardInterrupt as stop:
        typer.echo(f"\n{str(stop) or 'stopped'}", err=True)
        raise typer.Exit(130) from None
    if as_json:
        print_json({name: found for name, found in results.items() if name != "test"})
        return
    typer.echo(f"\n{as_text(results)}")
    typer.echo(f"\nreport:    {out / 'report.html'}\nmodel:     {out / 'model'}")
    typer.echo(signed(results, str(out)))
