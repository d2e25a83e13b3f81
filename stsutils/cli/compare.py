"""``stsutils compare``: which loss for your own pairs?"""

from pathlib import Path
from typing import Annotated

import typer

from stsutils.cli.encoders import DownloadOption, EncoderOption, PoolingOption

app = typer.Typer(no_args_is_help=True)


@app.command()
def compare(
    file: Annotated[
        Path, typer.Argument(help="A .csv, .tsv, .jsonl or .parquet file of labelled pairs.")
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
    seeds: Annotated[int, typer.Option(min=1, help="Trainings a loss; two or more.")] = 3,
    epochs: Annotated[
        int | None, typer.Option(min=1, help="At most so many [about 4,000 pairs seen, or ten].")
    ] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda … [cuda if there is one].")] = None,
    download: DownloadOption = False,
) -> None:
    """Train an encoder on your own pairs with each fitting loss, and say what can be said.

    The file needs the columns sentence1, sentence2 and score or label. Stop it when you like: the
    same command goes on from there. Writes report.html, results.json and the chosen model.
    """
    from stsutils.own_pairs import compare as make
    from stsutils.own_pairs import page as compare_page
    from stsutils.own_pairs.words import chosen, recommendation, title

    out = out or Path(f"{file.stem}-compare")
    names = losses  # as typed, or as the report writes them: CoSENT, cosine-MSE, Smooth K2
    if losses is not None:
        plain = losses.lower().replace("-", "_")
        names = ["_".join(name.split()) for name in plain.split(",") if name.strip()]
    try:
        results = make(
            file,
            out,
            losses=names,
            budget=budget,
            encoder=encoder,
            pooling=pooling,
            seeds=seeds,
            epochs=epochs,
            device=device,
            download=download,
            say=typer.echo,
        )
    except KeyboardInterrupt as stop:
        typer.echo(f"\n{str(stop) or 'stopped'}", err=True)
        raise typer.Exit(130) from None
    path = compare_page.write(results, out)
    typer.echo(f"\n{'':<20}{'test':>8}{'95 % interval':>18}{'validation':>12}{'F1':>7}")
    for one in results["candidates"]:
        span = "–"
        if one["low"] is not None:
            span = f"{100 * one['low']:.1f} to {100 * one['high']:.1f}"
        f1 = f"{100 * one['decision']['f1']:.1f}" if one["decision"] else "–"
        scores = f"{100 * one['value']:>8.1f}{span:>18}{100 * one['validation_mean']:>12.1f}"
        typer.echo(f"{title(one['name']):<20}{scores}{f1:>7}")
    typer.echo(f"{'ceiling of the ties':<20}{100 * results['ceiling']:>8.1f}")
    typer.echo("Spearman × 100 on the test pairs; F1 × 100 at a threshold chosen on validation\n")
    decision = chosen(results)["decision"]
    if decision:
        typer.echo(
            f"The model calls a pair positive ({results['data']['positive']}) above the cosine "
            f"{decision['threshold']:.4f}: F1 {100 * decision['f1']:.1f}; calling every pair "
            f"positive has {100 * decision['f1_of_always']:.1f}."
        )
    said = recommendation(results)
    for line in (said["headline"], *said["reasons"], *said["warnings"]):
        typer.echo(line)
    typer.echo(f"\nreport: {path}\nmodel:  {out / 'model'}")
