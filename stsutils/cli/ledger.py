"""``stsutils ledger``: look at, check and repeat the records of runs."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from stsutils.cli.experiments import Tier
from stsutils.cli.options import printable
from stsutils.errors import UserError

app = typer.Typer(no_args_is_help=True, help="Look at, check and repeat the records of runs.")


@app.command()
def show(
    id: Annotated[str | None, typer.Argument(help="A record's id, or how it begins.")] = None,
    experiment: Annotated[
        str | None, typer.Option(help="The records behind this experiment's table, by cell.")
    ] = None,
    tier: Annotated[Tier | None, typer.Option(help="With --experiment: its tier [lab].")] = None,
) -> None:
    """List the records, or show one."""
    from stsutils.ledger import Ledger

    if id is not None and experiment is not None:
        raise UserError("show: an id and --experiment exclude each other; give one")
    if tier and experiment is None:
        raise UserError("show: --tier belongs to --experiment; name one")
    ledger = Ledger()
    if id is not None:
        shown = json.dumps(_summary(_find(ledger, id)), indent=2, ensure_ascii=False)
        typer.echo("\n".join(printable(line, "�") for line in shown.split("\n")))
    elif experiment:
        lines = list(_behind(experiment, tier or "lab"))
        typer.echo("\n".join([*lines, f"{len(lines)} numbers of {experiment}"]))
    else:
        lines = [f"{_name(one)}  {_numbers(one)}" for one in ledger.records()]
        typer.echo("\n".join([*lines, f"{len(lines)} records in {ledger.root}"]))


@app.command()
def repeat(
    ids: Annotated[list[str], typer.Argument(help="Records' ids, or how they begin.")],
    device: Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1 …")] = None,
) -> None:
    """Make records again from their settings, and compare. Exit code 1 where a metric is off.

    Off is by more than half of the last printed digit. Nothing is written. The same machine gives
    the same digits; another processor or another torch adds up in another order, so that the last
    digits differ, and in bfloat16 as much as another seed's. A GPU draws other random numbers from
    a seed: what was made on one is like another seed on a CPU.
    """
    from stsutils import run
    from stsutils.ledger import TOLERANCE, Ledger, apart, differences

    ledger, off = Ledger(), 0
    for record in [_find(ledger, id) for id in ids]:  # every id is looked up before the first run
        then = record.provenance
        minutes = then.get("minutes", "?")
        typer.echo(f"{_name(record)}: took {minutes} minutes when it was recorded", err=True)
        made = run.repeat(record, device=device)
        found, distance = differences(record, made), apart(record, made)
        off += distance > TOLERANCE
        verdict = f"{'OFF by' if distance > TOLERANCE else 'agrees to'} {distance:.2g}"
        if distance == 0:
            verdict = "the same metrics" if found else "the same to the last digit"
        typer.echo(f"{_name(record)}: {verdict}  {_numbers(made)}")
        for line in [*found, *_changed(then, made.provenance)] if found else []:
            typer.echo(f"  {line}")
    if off:
        raise typer.Exit(1)


@app.command()
def verify() -> None:
    """Check every record: its name, its contents, the size of all. Exit code 1 on a problem."""
    from stsutils.ledger import Ledger

    ledger = Ledger()
    check = ledger.verify()
    for problem in check.problems:
        typer.echo(problem)
    if check.strays:
        typer.echo(f"{len(check.strays)} temporary files of killed runs; removed when an hour old")
    typer.echo(f"{check.records} records, {check.size / 1e6:.1f} MB in {ledger.root}")
    if check.problems:
        raise typer.Exit(1)


def _find(ledger, id: str):
    """The one record whose id begins so."""

    found = [path for path in ledger.paths() if path.stem.startswith(id)]
    if len(found) != 1:
        raise UserError(
            f"{len(found)} records begin with {id!r}. 'stsutils ledger show' lists all of them"
        )
    return ledger.open(found[0])


def _name(record) -> str:
    return f"{record.run.id}  {record.run.recipe}  seed {record.run.seed}"


def _numbers(record) -> str:
    return printable("  ".join(f"{name} {value:.4f}" for name, value in record.metrics.items()))


def _summary(record) -> dict:
    return {
        **asdict(record.run),
        "metrics": record.metrics,
        "draws": {k: f"{len(v)} draws, sd {v.std(ddof=1):.4f}" for k, v in record.draws.items()},
        "curve": f"{len(record.curve)} points",
        "predictions": {k: f"{len(v)} pairs" for k, v in record.predictions.items()},
        "provenance": record.provenance,
    }


def _behind(experiment: str, tier: Tier) -> Iterator[str]:
    """A line for each number of a table: record, cell, seed."""
    from stsutils import experiments
    from stsutils.report.measured import records_of

    declared = experiments.load(experiment)
    for name, shown in declared.at(tier).items():
        for part in experiments.parts_of(shown):
            for seed, record in records_of(part, declared.seeds).items():
                number = f"{part.metric} {record.metrics.get(part.metric, math.nan):.4f}"
                yield f"{record.run.id}  {' / '.join(name)}  seed {seed}  {number}"


def _changed(then: dict, now: dict) -> Iterator[str]:
    """What the two were made with, where that is not the same: a reason for other numbers."""
    old, new = ({**one, **one.get("versions", {})} for one in (then, now))
    made_with = ("data_sha", "encoder_sha", "cpu", "gpu", "products", "threads")
    for key in (*made_with, *new.get("versions", {})):
        a, b = (one.get(key, "not recorded") for one in (old, new))
        if a != b:
            yield f"{key}: {a} then, {b} now"
