"""``stsutils run``, ``stsutils claims`` and ``stsutils table``."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from stsutils.cli.options import stoppable
from stsutils.errors import UserError

app = typer.Typer(no_args_is_help=True)


#: The three sizes of an experiment.
Tier = Literal["demo", "lab", "paper"]


@app.command()
def run(
    experiment: Annotated[
        str | None,
        typer.Argument(help="Its name. Without: a list; with --dry-run what all would cost."),
    ] = None,
    tier: Annotated[
        Tier, typer.Option(help="demo: seconds; lab: CPU minutes or more; paper: GPU hours.")
    ] = "demo",
    seeds: Annotated[
        int | None, typer.Option(min=1, help="How many seeds, from 0 [all that are declared].")
    ] = None,
    only: Annotated[
        str | None, typer.Option(help="Only cells whose row or column has these words.")
    ] = None,
    shard: Annotated[str | None, typer.Option(help="i/n: part i of n, for n machines.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1 …")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be run.")] = False,
) -> None:
    """Make the numbers of an experiment that no record holds yet.

    Stop it when you like: finished runs are recorded and the same command goes on from there.
    """
    from stsutils import experiments
    from stsutils.cli import plans
    from stsutils.run import first_process
    from stsutils.run import run as make

    if experiment is None:
        if only:
            raise UserError("--only chooses cells of one experiment: name it first")
        if not dry_run and (seeds, shard, device) != (None, None, None):
            raise UserError("an option without an experiment: name the one to run first")
        listed = (f"{name:28s} {experiments.load(name).title}" for name in experiments.names())
        for line in plans.everything(tier, seeds, shard) if dry_run else listed:
            typer.echo(line)
        return
    declared = experiments.load(experiment)
    how = {"seeds": seeds, "only": only, "shard": shard, "device": device, "dry_run": dry_run}
    with stoppable():
        done = make(declared, tier, **how)
    if not first_process():
        return
    if dry_run:
        for line in plans.lines(done.missing):
            typer.echo(line)
        typer.echo(f"{len(done.missing)} to run, {done.present} recorded")
        typer.echo(f"hours: {plans.hours(done.missing, plans.median_minutes())}")
        typer.echo(plans.disk(done.missing))
    else:
        typer.echo(f"{len(done.made)} run, {done.present} were recorded before")
    for row in dict.fromkeys(row for row, _ in done.waiting):
        typer.echo(f"{row}: its settings are chosen when all runs that judge them are recorded")


@app.command()
def claims(
    experiment: Annotated[str | None, typer.Argument(help="One experiment only.")] = None,
    tier: Annotated[Tier | None, typer.Option(help="One tier only (default lab, paper).")] = None,
) -> None:
    """List the papers' claims with the verdicts that the records give.

    Sentences about a paper's own table follow; its printed numbers decide them.
    """
    from stsutils.experiments import names
    from stsutils.report import every_verdict, printed_claims

    tiers, only = (tier,) if tier else ("lab", "paper"), [experiment] if experiment else names()
    found = [(home, at, one) for at in tiers for home, one in every_verdict(at, only)]
    found.sort(key=lambda row: only.index(row[0].name))  # both tiers of a table side by side
    for _, at, one in found:
        note = f"; {one.verdict.note}" if one.verdict.note else ""
        said = f"{one.claim.text} ({one.claim.source}{note})"
        typer.echo(f"{one.verdict.text:28s} {at:6s} {said}")
    if not found:
        typer.echo("no claim is declared for this tier")
    if experiment is None and tier is None:
        for row in printed_claims().itertuples():
            typer.echo(f"{row.verdict:28s} paper  {row.claim} ({row.source}; {row.note})")


@app.command()
def table(experiment: Annotated[str, typer.Argument(help="Name of the experiment.")]) -> None:
    """Print an experiment's table: theirs beside ours, tier by tier."""
    from stsutils import experiments, report

    declared = experiments.load(experiment)
    typer.echo(f"{declared.title} ({declared.metric})")
    typer.echo(report.table(declared).to_string())


@app.command()
def prose(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Notebooks and Markdown pages [README.md, book/ and notebooks/]."),
    ] = None,
    fill: Annotated[
        bool,
        typer.Option("--fill", help="Write the records' numbers in place of each ? in a link."),
    ] = False,
) -> None:
    """Compare each number that prose links to with the records (links of the scheme ev:).

    A line for each sentence that is no longer true; exit code 1 where there is one.
    """
    from stsutils.checkout import find_in_checkout
    from stsutils.report.markup import counted
    from stsutils.report.prose import LINK, check, fill_file, pages, sentences

    paths = files or pages(find_in_checkout("book/results").parents[1])
    if fill:
        for path in paths:
            if fill_file(path):
                typer.echo(f"{path}: filled")
    found = [sentence for path in paths for sentence in sentences(path)]
    links = sum(len(LINK.findall(sentence.text)) for sentence in found)
    wrong = [line for sentence in found for line in check(sentence)]
    told = f"{counted(links, 'link')} in {counted(len(paths), 'page')}, {len(wrong)} to mend"
    typer.echo("\n".join([*wrong, told]))
    if wrong:
        raise typer.Exit(1)
