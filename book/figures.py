"""Write the figures of chapters as PDF files, to project: a folder a chapter, in reading order.

    python book/figures.py 01 cosent       # into figures/01_what_similarity_is/01.pdf and so on

The chapters are executed for it, a minute each. Every frame of a slider is a file.
"""

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import execution  # noqa: E402
from tree import Tree  # noqa: E402

from stsutils.errors import UserError  # noqa: E402
from stsutils.report.figures import FOLDER  # noqa: E402
from stsutils.teach.student import Chapters  # noqa: E402


def write(path: Path, folder: Path) -> int:
    """Execute one chapter, its figures kept in the folder; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("[0-9][0-9].pdf"):
        old.unlink()
    env = execution.environment(Tree(ROOT), str(os.cpu_count()))
    execution.run(path, path.parent, 600, env | {FOLDER: str(folder.resolve())})
    return len(list(folder.glob("*.pdf")))


def main() -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Write the figures of chapters as PDF files.")
    parser.add_argument("chapters", nargs="+", help="a number, or a part of the name")
    parser.add_argument("--out", type=Path, default=ROOT / "figures", help="folder [figures]")
    options = parser.parse_args()
    try:
        chapters = Chapters(ROOT)
        for name in [chapters.find(one) for one in options.chapters]:
            count = write(chapters.paths[name], options.out / name)
            print(f"{name}: {count} figures in {options.out / name}", flush=True)
    except (UserError, execution.CellFailed) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
