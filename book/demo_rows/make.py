"""Make the demo rows anew and write them into the package where they are not there.

    python book/demo_rows/make.py            # says whether the package holds what is made here
    python book/demo_rows/make.py --replace  # writes files whose rows have changed

Rows are the same on every machine, so a file that differs means that this program has changed, and
with it every number of the book that rests on demo rows.
"""

import argparse
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from stsutils.data import content_sha
from stsutils.writing import write_atomically

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "stsutils" / "data" / "embedded"
sys.path.insert(0, str(HERE.parent))

SEEDS = {"train": 11, "validation": 12, "test": 13}
PAIRS = {"train": 4000, "validation": 500, "test": 1000}
STORIES = {"train": 2000, "validation": 100, "test": 100}
TRIPLETS = {"train": (128, 0), "test": (80, 1)}  # how many, and their seed


def sets() -> dict[str, pd.DataFrame]:
    """The rows of every generated set, by the names of their files: ``demo-train``, …"""
    from demo_rows.nli import generate_nli
    from demo_rows.pairs import generate_pairs
    from demo_rows.stories import generate_stories
    from demo_rows.triplets import generate_triplets

    made = {}
    for split, seed in SEEDS.items():
        n = PAIRS[split]
        made[f"demo-{split}"] = generate_pairs(n, seed, "graded", split=split)
        made[f"demo_hard-{split}"] = generate_pairs(n, seed, "binary", hard=0.9, split=split)
        made[f"demo_nli-{split}"] = generate_nli(n, seed, split)
        made[f"demo_stories-{split}"] = generate_stories(STORIES[split], seed, split)
    for split, (n, seed) in TRIPLETS.items():
        made[f"demo_triplets-{split}"] = generate_triplets(n, seed, split)
    return made


def difference(old: pd.DataFrame, new: pd.DataFrame) -> str:
    """What has changed, in words; empty where the rows are the same."""
    if old.equals(new):
        return ""
    if list(old) != list(new) or len(old) != len(new):
        return f"{len(old):,} rows of {', '.join(old)} there, {len(new):,} of {', '.join(new)} made"
    rows = (old != new).any(axis=1)
    return f"{rows.sum():,} of {len(new):,} rows differ, row {rows.argmax() + 1} first"


def write(path: Path, rows: pd.DataFrame) -> None:
    """Write rows as small as they become, without a word about the pandas that held them."""
    table = pa.Table.from_pandas(rows, preserve_index=False).replace_schema_metadata()
    pq.write_table(table, path, compression="zstd", compression_level=19, use_dictionary=False)


def main(arguments: list[str] | None = None) -> int:
    """Compare, and write what may be written. Returns 1 where rows differ and stay."""
    parser = argparse.ArgumentParser(description="Make the demo rows anew.")
    parser.add_argument("--replace", action="store_true", help="overwrite files whose rows differ")
    parser.add_argument("--folder", type=Path, default=PACKAGE, help="where the files lie")
    options = parser.parse_args(arguments)
    status = 0
    for name, rows in sets().items():
        path = options.folder / f"{name}.parquet"
        changed = difference(pd.read_parquet(path), rows) if path.is_file() else "not there"
        if not changed:
            print(f"{name}: {len(rows):,} rows, as they are")
        elif path.is_file() and not options.replace:
            print(f"{name}: {changed}; left as it is: --replace overwrites it")
            status = 1
        else:
            write_atomically(path, lambda place, rows=rows: write(place, rows))
            print(f"{name}: {changed}; written. In catalogue.toml: rows = {len(rows):_}")
            print(f'sha = "{content_sha(rows)}"')
    return status


if __name__ == "__main__":
    sys.exit(main())
