"""``stsutils run``, ``stsutils claims`` and ``stsutils ledger``."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True)
ledger_app = typer.Typer(no_args_is_help=True, help="Look at, check and merge the records of runs.")
app.add_typer(ledger_app, name="ledger")


class Tier(StrEnum):
    """The three sizes of an experiment."""

    demo = "demo"
    lab = "lab"
    paper = "paper"


@app.command()
def run(
    experiment: Annotated[
        str | None,
        typer.Argument(help="Its name. Without: a list; with --dry-run what all would cost."),
    ] = None,
    tier: Annotated[
        Tier, typer.Option(help="demo: seconds; lab: CPU minutes or more; paper: GPU hours.")
    ] = Tier.demo,
    seeds: Annotated[int | None, typer.Option(min=1, help="How many seeds, from 0.")] = None,
    shard: Annotated[str | None, typer.Option(help="i/n: part i of n, for n machines.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, mps …")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be run.")] = False,
) -> None:
    """Make the numbers of an experiment that no record holds yet.

    Stop it when you like: finished runs are recorded and the same command goes on from there.
    """
    from stsutils import experiments
    from stsutils.cli import plans
    from stsutils.cli.costs import estimate
    from stsutils.run import first_process
    from stsutils.run import run as make

    if experiment is None and dry_run:
        for line in plans.everything(tier.value, seeds):
            typer.echo(line)
        return
    if experiment is None:
        for name in experiments.names():
            typer.echo(f"{name:28s} {experiments.load(name).title}")
        return
    declared = experiments.load(experiment)
    try:
        done = make(declared, tier.value, seeds=seeds, shard=shard, device=device, dry_run=dry_run)
    except KeyboardInterrupt as stop:
        typer.echo(f"\n{stop}", err=True)
        raise typer.Exit(130) from None
    if not first_process():
        return
    if dry_run:
        for line in plans.lines(done.missing):
            typer.echo(line)
        typer.echo(f"{len(done.missing)} to run, {done.present} recorded")
        typer.echo(str(estimate(done.missing)))
    else:
        typer.echo(f"{len(done.made)} run, {done.present} were recorded before")
    for row, column in done.waiting:
        typer.echo(f"{row} / {column}: its settings are chosen when all tuning runs are recorded")


@app.command()
def claims(
    experiment: Annotated[str | None, typer.Argument(help="One experiment only.")] = None,
    tier: Annotated[Tier | None, typer.Option(help="One tier only (default lab, paper).")] = None,
) -> None:
    """List the papers' claims with the verdicts that the records give.

    Sentences about a paper's own table follow; its printed numbers decide them.
    """
    from stsutils.report import all_claims, printed_claims

    tiers = (tier.value,) if tier else ("lab", "paper")
    rows = all_claims(tiers, only=[experiment] if experiment else None)
    for row in rows.itertuples():
        typer.echo(f"{row.verdict:28s} {row.tier:6s} {row.claim} ({row.source}; {row.note})")
    if rows.empty:
        typer.echo("no claim is declared for this tier")
    if experiment is None and tier is None:
        for row in printed_claims().itertuples():
            typer.echo(f"{row.verdict:28s} paper  {row.claim} ({row.source}; {row.note})")


@app.command()
def table(
    experiment: Annotated[str, typer.Argument(help="Name of the experiment.")],
    picture: Annotated[
        Path | None, typer.Option(help="Also draw the first column to this .png or .svg file.")
    ] = None,
) -> None:
    """Print an experiment's table: theirs beside ours, tier by tier."""
    from stsutils import experiments, report
    from stsutils.errors import UserError

    declared = experiments.load(experiment)
    typer.echo(f"{declared.title} ({declared.metric})")
    typer.echo(report.table(declared).to_string())
    if picture is None:
        return
    if picture.suffix not in (".png", ".svg"):
        raise UserError(f"--picture {picture}: name a .png or .svg file")
    column = next(iter(declared.at("lab")))[1]
    # what the picture shows travels inside it, so that a test can tell when it is out of date
    shown = {"Title": report.table(declared).to_json()}
    report.dots(declared, column).savefig(picture, dpi=150, facecolor="white", metadata=shown)
    typer.echo(f"wrote {picture}")


@ledger_app.command()
def show(
    id: Annotated[str | None, typer.Argument(help="A record's id, or how it begins.")] = None,
    recipe: Annotated[str | None, typer.Option(help="Records of this recipe only.")] = None,
) -> None:
    """List the records, or show one."""
    import json

    from stsutils.errors import UserError
    from stsutils.ledger import Ledger

    ledger = Ledger()
    if id is None:
        total = 0
        for total, record in enumerate(ledger.records(recipe), start=1):  # noqa: B007
            numbers = "  ".join(f"{k} {v:.4f}" for k, v in record.metrics.items())
            typer.echo(f"{record.run.id}  {record.run.recipe}  seed {record.run.seed}  {numbers}")
        typer.echo(f"{total} records in {ledger.root}")
        return
    found = [record for record in ledger.records(recipe) if record.run.id.startswith(id)]
    if len(found) != 1:
        raise UserError(
            f"{len(found)} records begin with {id!r}. 'stsutils ledger show' lists all of them"
        )
    record = found[0]
    parts = {
        "recipe": record.run.recipe,
        "seed": record.run.seed,
        "settings": record.run.settings,
        "metrics": record.metrics,
        "draws": {k: f"{len(v)} draws, sd {v.std(ddof=1):.4f}" for k, v in record.draws.items()},
        "curve": f"{len(record.curve)} points",
        "predictions": {k: f"{len(v)} pairs" for k, v in record.predictions.items()},
        "provenance": record.provenance,
    }
    typer.echo(json.dumps(parts, indent=2, ensure_ascii=False))


@ledger_app.command()
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
    if not check.ok:
        raise typer.Exit(1)


@ledger_app.command("import")
def import_(
    path: Annotated[Path, typer.Argument(help="A folder or tar archive of records.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Where numbers differ, take theirs.")
    ] = False,
) -> None:
    """Merge records made on another machine. Exit code 1 where numbers differ."""
    from stsutils.ledger import import_ as merge

    done = merge(path, replace=replace)
    typer.echo(
        f"{len(done.added)} added, {len(done.same)} known, {len(done.replaced)} replaced, "
        f"{len(done.conflicts)} in conflict"
    )
    for name in done.conflicts:
        typer.echo(f"{name}: same run, other numbers; ours stays (--replace takes theirs)")
    if done.conflicts:
        raise typer.Exit(1)
