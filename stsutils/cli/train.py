"""``stsutils compare`` and ``stsutils train``: an encoder from your own pairs."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli import options

app = typer.Typer(no_args_is_help=True)
Anew = Annotated[bool, typer.Option("--replace", help="Write over what you changed in --out.")]


@app.command()
@options.grouped
def compare(
    file: Annotated[
        Path, typer.Argument(help="A .csv, .tsv, .jsonl, .json, .parquet or .xlsx file of pairs.")
    ],
    *,
    losses: Annotated[
        str | None,
        typer.Option(
            help="As cosent,contrastive:threshold=0.9; all: each that fits [three usual ones]."
        ),
    ] = None,
    budget: Annotated[float, typer.Option(help="Minutes of computing.")] = 10.0,
    model: options.Placed,
    out: Annotated[
        Path | None, typer.Option(help="Folder for report and model [the file's name + -compare].")
    ] = None,
    reading: options.Reading,
    parts: options.Parts,
    seeds: Annotated[int, typer.Option(min=1, help="Trainings of each loss, at most.")] = 3,
    epochs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Epochs of a training at most [about 4,000 pairs' worth; 5 if time allows]."
        ),
    ] = None,
    unlabelled: Annotated[
        Path | None,
        typer.Option(help="Pairs without labels; the 100 to label next go to label_next.csv."),
    ] = None,
    replace: Anew = False,
    as_json: options.Json = False,
) -> None:
    """Train an encoder on your own pairs with several losses, and say which one to take.

    The file needs the columns sentence1, sentence2 and score or label. Stop it when you like: the
    same command goes on from there. Writes report.html, results.json, suspicious.csv (labels to
    look at again) and the chosen model.
    """
    from stsutils import own_pairs

    out = out or Path(f"{file.stem}-compare")
    names = losses and [name for name in losses.split(",") if name.strip()]
    asked = vars(model) | reading.arguments() | vars(parts) | _talking(as_json)
    asked |= {"losses": names, "budget": budget, "seeds": seeds, "epochs": epochs}
    asked |= {"unlabelled": unlabelled, "replace": replace}
    with options.stoppable():
        results = own_pairs.compare(file, out, **asked)
    _print(results, out, as_json, unlabelled)


@app.command()
@options.grouped
def train(
    file: Annotated[Path, typer.Argument(help="Labelled pairs, in a file as for compare.")],
    *,
    loss: Annotated[
        str, typer.Option(help="As cosent or softmax; a wrong name lists those that fit.")
    ] = "cosent",
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the loss, as scale=10.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for model and report [the file's name + -train].")
    ] = None,
    model: options.Placed,
    reading: options.Reading,
    parts: options.Parts,
    lr: Annotated[
        float | None,
        typer.Option(help="Top learning rate [3e-4; 4e-5 from 384 numbers a vector on]."),
    ] = None,
    epochs: Annotated[int, typer.Option(help="At most so many.", min=1)] = 10,
    patience: Annotated[
        int, typer.Option(help="Stop after so many epochs without a better one.", min=1)
    ] = 2,
    batch_size: Annotated[int, typer.Option(min=1, help="Pairs in a step.")] = 16,
    seeds: Annotated[int, typer.Option(help="Trainings; the best is saved.", min=1)] = 1,
    precision: options.Precision = "float32",
    replace: Anew = False,
    as_json: options.Json = False,
) -> None:
    """Train an encoder on your own pairs with one loss, and measure it on pairs it never saw.

    Stops early, goes on where it was stopped, and writes the model with a card.
    """
    from stsutils import own_pairs
    from stsutils.losses import loss_named
    from stsutils.own_pairs.fitting import numbers_of

    out, name = out or Path(f"{file.stem}-train"), loss_named(loss)
    asked = vars(model) | reading.arguments() | vars(parts) | _talking(as_json)
    asked |= {"settings": numbers_of(setting or (), name), "lr": lr, "epochs": epochs}
    asked |= {"batch_size": batch_size, "patience": patience, "precision": precision}
    asked |= {"seeds": seeds, "replace": replace}
    with options.stoppable():
        results = own_pairs.train(file, out, name, **asked)
    _print(results, out, as_json)


def _talking(as_json: bool) -> dict:
    """The command as typed, and where news go: not among the JSON."""
    say = lambda line: typer.echo(line, err=as_json)  # noqa: E731
    return {"command": ["stsutils", *sys.argv[1:]], "say": say}


def _print(results: dict, out: Path, as_json: bool, unlabelled: Path | None = None) -> None:
    from stsutils.own_pairs.words import as_text

    if as_json:
        options.print_json({name: value for name, value in results.items() if name != "test"})
        return
    typer.echo(f"\n{as_text(results)}")
    typer.echo(f"\nreport:    {out / 'report.html'}\nmodel:     {out / 'model'}")
    if "suspicious" in results:
        typer.echo(f"look again: {out / 'suspicious.csv'}, {results['suspicious']}")
    if unlabelled is not None:
        typer.echo(f"label next: {out / 'label_next.csv'}")
    if results["all_rows"]:
        typer.echo(f"scored:    {out / results['scored']['folder']}, without the test rows")
