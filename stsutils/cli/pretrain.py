"""``stsutils pretrain``: an encoder from raw text."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from stsutils.cli import options
from stsutils.errors import UserError

app = typer.Typer(no_args_is_help=True)


@app.command()
def pretrain(
    out: Annotated[Path, typer.Argument(help="Folder for the encoder; goes on where it stopped.")],
    corpus: Annotated[
        list[str] | None,
        typer.Option(help="A file of texts or set:train, repeatable [the mini encoder's corpus]."),
    ] = None,
    most: Annotated[int, typer.Option(help="Sentences of each set at most.", min=1)] = 500_000,
    tokens: Annotated[int, typer.Option(help="Training tokens.", min=1)] = 8_000_000,
    batch_tokens: Annotated[int, typer.Option(help="Tokens of a step.", min=1)] = 4096,
    pieces: Annotated[int, typer.Option(help="Size of the vocabulary.", min=100)] = 10_000,
    layers: Annotated[int, typer.Option(min=1)] = 4,
    width: Annotated[int, typer.Option(min=4)] = 256,
    objective: Annotated[
        Literal["restore", "rebuild"],
        typer.Option(help="restore (masked pieces) or rebuild (the sentence besides)."),
    ] = "restore",
    max_words: Annotated[int, typer.Option(help="Longest English sentence.", min=4)] = 25,
    lr: Annotated[float, typer.Option(help="Top learning rate.", min=1e-8, max=1.0)] = 1e-3,
    precision: options.Precision = "float32",
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1)] = 0,
    device: options.Device = None,
) -> None:
    """Train a small raw encoder from text at hand."""
    import shlex
    import sys

    heads = max(1, width // 64)
    if width % heads:
        raise UserError(f"--width {width}: give a multiple of 64, or less than 128")

    from stsutils.encoders import find_device
    from stsutils.locks import alone
    from stsutils.methods.corpus import MINI_CORPUS, gather, tests_at_hand
    from stsutils.methods.material import prepare
    from stsutils.methods.pretrain import check_folder, pretrain, write_card
    from stsutils.own_pairs.folder import mendable

    task = {"name": objective, "mask_rate": 0.3}
    if objective == "rebuild":
        task["hide"] = 0.7
    check_folder(out)
    how = {"tokens": tokens, "layers": layers, "heads": heads, "lr": lr, "precision": precision}
    how |= {"batch_tokens": batch_tokens, "seed": seed, "device": find_device(device)}
    corpus = tuple(corpus or MINI_CORPUS)
    sentences = gather(corpus, most, max_words)
    compared = [f"{dataset}:{which}" for dataset, which in tests_at_hand()]
    if not compared:
        typer.echo(
            "no benchmark is at hand (STSUTILS_DATA): sentences that one tests on stay in the "
            "text, and the card says so",
            err=True,
        )
    left = ", each once, without those that a benchmark at hand tests on" * bool(compared)
    typer.echo(f"{len(sentences):,} texts{left}; reading takes about two minutes a million")
    busy = f"another process pre-trains into {out}; wait for it, or name another folder"
    with mendable(out), alone(out / ".lock", busy), options.stoppable():
        curve = pretrain(prepare(sentences, pieces, width), out, objective=task, **how)
        if not (out / "README.md").exists():  # the reader's own card stays
            command = shlex.join(["stsutils", *sys.argv[1:]])
            write_card(out, command, f"{', '.join(corpus)}, {most:,} of each at most", compared)
    typer.echo(f"wrote {out}, loss {curve[-1]['loss']:.3f}")
