"""``stsutils class`` and ``stsutils grade``: for teachers."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True)
SeedOption = Annotated[
    str | None, typer.Option(help="Your secret: it draws the numbers of the exercises [a new one].")
]


@app.command("class")
def class_pack(
    chapters: Annotated[
        list[str],
        typer.Argument(help="Chapters (a number, or a part of the name) and labels of exercises."),
    ],
    form: Annotated[str, typer.Option("--format", help="otter or nbgrader.")] = "nbgrader",
    seed: SeedOption = None,
    name: Annotated[str, typer.Option(help="What the assignment is called.")] = "exercises",
    out: Annotated[Path | None, typer.Option(help="Folder to write [class-NAME].")] = None,
) -> None:
    """Write a class pack: chapters to read, exercises with your own numbers, autograder and key.

    Works inside the repository of the book. The graders come with `pip install stsutils[teach]`.
    """
    from stsutils.teach.exercises import find_solutions
    from stsutils.teach.pack import write_pack
    from stsutils.teach.student import Chapters

    seed = seed or secrets.token_hex(8)
    out = out or Path(f"class-{name}")
    pack = write_pack(Chapters(find_solutions().parent), chapters, form, seed, out, name)
    graded = sum(one.graded for one in pack.questions)
    typer.echo(
        f"{len(pack.questions)} exercises, {graded} of them graded by code, {pack.points:g} points "
        f"in {out}\nseed {seed} (secret: it is in {out / 'key.md'}, with all answers)\n"
    )
    typer.echo("\n".join(pack.commands))


@app.command()
def grade(
    submissions: Annotated[Path, typer.Argument(help="A notebook, or a folder of notebooks.")],
    chapters: Annotated[list[str], typer.Argument(help="Chapters and labels, as for the pack.")],
    seed: Annotated[str, typer.Option(help="The seed of the pack; public for the book's own.")],
    csv: Annotated[Path, typer.Option(help="Where the points go.")] = Path("points.csv"),
    seconds: Annotated[int, typer.Option(min=1, help="Time that one notebook may take.")] = 300,
    memory: Annotated[int, typer.Option(min=1, help="Gigabytes that it may take.")] = 4,
) -> None:
    """Grade notebooks without a grader: each in a process of its own, with limits, to a CSV file.

    The limits stop accidents. Against malice use a container or a machine you can lose.
    """
    from stsutils.teach.exercises import exercises, find_solutions
    from stsutils.teach.grading import grade_all
    from stsutils.teach.student import Chapters

    known = Chapters(find_solutions().parent)
    labels = []
    for one in chapters:
        labels += [one] if one in exercises() else known.labels(known.find(one))
    table = grade_all(submissions, labels, seed, seconds, memory, csv, typer.echo)
    typer.echo(f"\n{table.to_string(index=False)}\n\npoints of each part: {csv}")
