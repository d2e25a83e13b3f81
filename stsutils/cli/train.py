"""``stsutils train``: one loss on your own rows."""

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
    PrecisionOption,
    TestOption,
    ValidationOption,
    print_json,
)

app = typer.Typer(no_args_is_help=True)


@app.command()
def train(
    file: Annotated[
        Path, typer.Argument(help="Labelled pairs; or triplets, or similar pairs without labels.")
    ],
    loss: Annotated[
        str | None, typer.Option(help="Its name [cosent; info_nce for rows without labels].")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the loss, as scale=10.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for model and report [the file's name + -train].")
    ] = None,
    encoder: EncoderOption = "mini",
    pooling: PoolingOption = None,
    columns: ColumnsOption = None,
    label_order: OrderOption = None,
    validation: ValidationOption = None,
    test: TestOption = None,
    lr: Annotated[
        float | None, typer.Option(help="Top learning rate [3e-4, or 4e-5 for large encoders].")
    ] = None,
    epochs: Annotated[int, typer.Option(help="At most so many.", min=1)] = 10,
    patience: Annotated[
        int, typer.Option(help="Stop after so many epochs without a better one.", min=1)
    ] = 2,
    batch_size: Annotated[int, typer.Option(min=1)] = 16,
    seeds: Annotated[int, typer.Option(help="Trainings; the best is saved.", min=1)] = 1,
    precision: PrecisionOption = "float32",
    all_rows: Annotated[
        bool, typer.Option("--all-rows", help="Train once more, on all rows, and save that.")
    ] = False,
    tensorboard: Annotated[
        bool, typer.Option("--tensorboard", help="Write OUT/tensorboard, to watch the training.")
    ] = False,
    device: DeviceOption = None,
    download: DownloadOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train an encoder on your own rows with one loss, and measure it on rows it never saw.

    Stops early, goes on where it was stopped, and writes the model with a card.
    """
    from stsutils.errors import UserError
    from stsutils.losses import loss_named
    from stsutils.own_pairs import Course
    from stsutils.own_pairs import train as make
    from stsutils.own_pairs.unlabelled import as_text as in_two_lines
    from stsutils.own_pairs.unlabelled import train_unlabelled
    from stsutils.own_pairs.words import as_text, signed

    out, labelled = out or Path(f"{file.stem}-train"), _labelled(file, columns)
    name = loss_named(loss or ("cosent" if labelled else "info_nce"))
    course = Course(name, _settings(setting, name), lr, epochs, batch_size, patience, precision)
    options = {"encoder": encoder, "pooling": pooling, "columns": columns, "device": device}
    options |= {"download": download, "tensorboard": tensorboard}
    options |= {"command": ["stsutils", *sys.argv[1:]]}
    options["say"] = lambda line: typer.echo(line, err=as_json)
    try:
        if labelled:
            own = {"validation": validation, "test": test, "label_order": label_order}
            own |= {"seeds": seeds, "all_rows": all_rows}
            results = make(file, out, course, **options, **own)
        else:
            if validation or test or label_order or all_rows or seeds > 1:
                raise UserError(
                    f"{file} has no labels; --validation, --test, --label-order, --all-rows and "
                    "--seeds are for labelled pairs"
                )
            results = train_unlabelled(file, out, course, **options)
    except KeyboardInterrupt as stop:
        typer.echo(f"\n{str(stop) or 'stopped; the same command goes on from there'}", err=True)
        raise typer.Exit(130) from None
    if as_json:
        print_json({name: found for name, found in results.items() if name != "test"})
        return
    said = in_two_lines(results) if "measure" in results else as_text(results)
    typer.echo(f"\n{said}\n\nmodel:     {out / 'model'}")
    if "signature" in results:
        typer.echo(f"report:    {out / 'report.html'}\n{signed(results, str(out))}")


def _settings(given: list[str] | None, loss: str) -> dict[str, float]:
    """The settings of a loss as numbers; a whole one where its default is whole or none."""
    import inspect

    from stsutils.errors import UserError
    from stsutils.losses import LOSSES

    entry, found = LOSSES.get(loss), {}
    makers = filter(None, (entry.head, entry.function)) if entry else ()  # a head passes them on
    known = {n: p for maker in makers for n, p in inspect.signature(maker).parameters.items()}
    for one in given or ():
        name, _, value = (part.strip() for part in one.partition("="))
        default = known[name].default if name in known else 0.0
        try:
            found[name] = float(value)
        except ValueError:
            raise UserError(f"--set {one[:60]!r}: write a name and a number, as scale=10") from None
        default = None if default is inspect.Parameter.empty else default
        if isinstance(default, bool) or not isinstance(default, int | float | None):
            raise UserError(f"--set {one[:60]!r}: {name} of {loss} is {default!r}, no number")
        if not isinstance(default, float):
            if not found[name].is_integer():
                raise UserError(f"--set {one[:60]!r}: {name} of {loss} is a whole number")
            found[name] = int(found[name])
    return found


def _labelled(file: Path, columns: str | None) -> bool:
    from stsutils.data import check_file, kind_of, label_column
    from stsutils.data.kinds import likely_label
    from stsutils.errors import UserError

    rows = check_file(file, columns=columns, labelled=False)
    if kind_of(rows) == "triplets":
        return False
    if column := rows.attrs.get("empty"):  # forgotten labels must not become similar pairs
        raise UserError(
            f"{file}, column {column!r}: every cell is empty; fill in the labels or, if all pairs "
            "are similar ones, drop that column"
        )
    if kind_of(rows) in ("sentences", "texts"):
        raise UserError(
            f"{file} holds single sentences; training needs pairs (columns sentence1, sentence2) "
            "or triplets. `stsutils mine` finds similar pairs among sentences, to be labelled; "
            "`stsutils pretrain` learns from sentences alone"
        )
    if label_column(rows) is None and (other := likely_label(list(rows.columns))):
        given = f"{columns}," if columns else ""
        raise UserError(
            f"{file}: no column 'score' or 'label'. Is it {other!r}? Add --columns "
            f"{given}{other}=score, or {given}{other}=label for classes. If all pairs are similar "
            "ones, drop that column"
        )
    return label_column(rows) is not None
