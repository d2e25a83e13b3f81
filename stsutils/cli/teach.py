"""``stsutils class``: for teachers."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True)


@app.command("class")
def class_pack(
    chapters: Annotated[
        list[str],
        typer.Argument(help="Chapters (a number, or a part of the name) and labels of exercises."),
    ],
    form: Annotated[str, typer.Option("--format", help="otter or nbgrader.")] = "nbgrader",
    seed: Annotated[
        str | None,
        typer.Option(help="Your secret: it draws numbers and forms of the exercises [a new one]."),
    ] = None,
    name: Annotated[str, typer.Option(help="What the assignment is called.")] = "exercises",
    out: Annotated[Path | None, typer.Option(help="Folder to write [class-NAME].")] = None,
) -> None:
    """Write a class pack for otter-grader or nbgrader: exercises with your own numbers, and a key.

    Works inside the repository of the book. The graders come with `pip install -e ".[teach]"`.
    Practice, not an exam: the book's solutions are public, and students can read the package.
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
        f"in {out}\nseed {seed} (secret: it is in {pack.key}, with all answers)\n"
    )
    typer.echo(pack.commands.rstrip())
