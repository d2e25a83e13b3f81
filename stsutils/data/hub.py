"""Fetch a set from the hub, or from the hub's cache when the network is not allowed."""

import os
import re
from pathlib import Path

import pandas as pd

from stsutils.data.catalogue import Hub
from stsutils.errors import UserError, first_line

# Plain data files only: no script is fetched, none can run.
_DATA = ("parquet", "jsonl", "jsonl.gz", "json", "json.gz", "csv", "tsv", "arrow")

# A file's name without its ending: of a split, or a shard of it, which may hold a hash, such as
# train-00000-of-00002-a8d7b3c9.
_SHARD = re.compile(r"(.+?)(?:-(\d+)(?:-of-(\d+)(?:-[0-9a-f]+)?)?)?")


def fetch(
    hub: Hub, split: str, download: bool, where: str, nowhere: str
) -> tuple[pd.DataFrame, str]:
    """The hub's rows of one split, with its own column names, and the commit they are from.

    ``nowhere`` is the message for a set that is not at hand.
    """
    folder = snapshot(hub, download, nowhere)
    return _rows(hub, folder, split, where, nowhere), folder.name


def fetch_any(
    name: str, split: str, config: str | None = None, download: bool = False
) -> tuple[pd.DataFrame, str]:
    """Any hub set's rows of one split, with its own columns, and the commit they are from.

    ``name`` is owner/name, best pinned as owner/name@revision; ``config`` is the folder of files
    where a set has several. Only data files are read, no script. Raises UserError for a set that is
    not in the cache (or, with ``download``, not on the hub) and for a split or config it lacks.
    """
    hub_id, _, revision = name.partition("@")
    hub = Hub(hub_id, config=config, revision=revision or None)
    nowhere = f"the set {name!r} is not in the local hub cache; allow the download: --download"
    if download:
        nowhere = f"the set {name!r} is not on the hub; check the name, the revision, the network"
    folder = snapshot(hub, download, nowhere)
    if config and not (folder / config).is_dir():
        raise UserError(f"{name} has no folder {config!r}; its folders here: {_folders(folder)}")
    tops = {path.relative_to(folder).parts[:-1][:1] for path in _files(hub, folder, split)}
    if len(tops) > 1:
        raise UserError(f"{name} has several sets; name one with --config: {_folders(folder)}")
    return _rows(hub, folder, split, name, "name another with --split"), folder.name


def _folders(folder: Path) -> str:
    names = sorted(path.name for path in folder.iterdir() if path.is_dir())
    return ", ".join(names[:20]) or "none"


def snapshot(hub: Hub, download: bool, nowhere: str) -> Path:
    """The folder of the set's snapshot in the hub cache, downloaded first if that is allowed."""
    from huggingface_hub import snapshot_download

    under = f"{hub.config}/" if hub.config else ""
    data = ["README.md", *(f"{under}*.{ending}" for ending in _DATA)]
    try:
        path = snapshot_download(
            hub.id,
            repo_type="dataset",
            revision=hub.revision,
            allow_patterns=[hub.file] if hub.file else data,
            local_files_only=not download,
            cache_dir=os.environ.get("HF_HUB_CACHE"),
        )
    except Exception as error:  # no cache, no network, no access: the mend is the same
        why = f" ({first_line(error)})" if download else ""
        raise UserError(f"{nowhere}{why}") from None
    return Path(path)


def _rows(hub: Hub, folder: Path, split: str, where: str, mend: str) -> pd.DataFrame:
    import datasets

    try:
        if hub.file:
            text = (folder / hub.file).read_text(encoding="utf-8")
            return pd.DataFrame({"sentence": [line for line in text.split("\n") if line.strip()]})
        # A README's own list of configs may name files that were not fetched: files are named here.
        files = _files(hub, folder, split)
        if not files:
            others = sorted(path.name for path in _files(hub, folder, ""))
            there = ", ".join(others[:8]) or "none"
            raise FileNotFoundError(f"no data file of split {split!r} among {there}")
        ending = files[0].name.removesuffix(".gz").rsplit(".", 1)[1]
        same = [path for path in files if path.name.removesuffix(".gz").endswith(ending)]
        _check_shards(same)
        loaded = datasets.load_dataset(
            {"jsonl": "json", "tsv": "csv"}.get(ending, ending),
            data_files={split: [str(path) for path in same]},
            split=split,
            cache_dir=os.environ.get("HF_DATASETS_CACHE"),
            **({"sep": "\t"} if ending == "tsv" else {}),
        )
        return loaded.to_pandas()
    except UserError:
        raise
    except Exception as error:  # datasets raises many kinds for a folder it cannot read
        raise UserError(
            f"{where}: the hub copy in {folder} has no readable split {split!r} "
            f"({first_line(error)}). {mend}"
        ) from None


def _files(hub: Hub, folder: Path, split: str) -> list[Path]:
    """The data files of a split, or of all (""); a config's folder keeps other configs out."""
    root = folder / hub.config if hub.config and (folder / hub.config).is_dir() else folder
    files = [path for ending in _DATA for path in sorted(root.rglob(f"*.{ending}"))]
    return [path for path in files if not split or _is_split(path.relative_to(root), split)]


def _is_split(path: Path, split: str) -> bool:
    """True for ``train.jsonl.gz``, ``train-00000-of-00002.parquet`` and ``train/0000.parquet``.

    What only begins alike, ``train-old.parquet``, is another file.
    """
    stem = path.name.split(".", 1)[0]
    return split in (stem, _SHARD.fullmatch(stem)[1], *path.parts[:-1])


def _check_shards(files: list[Path]) -> None:
    """Raise UserError where two sets of files hold one split, or where some of a set lack.

    A shard's name says of how many it is one. Files named alike that say another number, or none,
    are another set; so are two of one number.
    """
    sets: dict[tuple[Path, str], tuple[str, dict[int, Path]]] = {}
    for path in files:
        name, number, total = _SHARD.fullmatch(path.name.split(".", 1)[0]).groups("")
        same_total, shards = sets.setdefault((path.parent, name), (total, {}))
        twice = shards.get(int(number or 0)) if total else None
        if twice or total != same_total:
            first = twice or next(iter(shards.values()))
            raise UserError(
                f"the hub copy in {path.parent} holds two sets of files of one split, that of "
                f"{first.name} and that of {path.name}; joined, rows would stand twice: delete the "
                "files of one of them there, and leave out --download"
            )
        shards[int(number or 0)] = path
    for (parent, name), (total, shards) in sets.items():
        # a name may speak of any number of files: only so many as could be told are looked for
        lacking = [n for n in range(min(int(total or 0), len(shards) + 4)) if n not in shards]
        if lacking:
            words = ", ".join(f"{name}-{n:0{len(total)}}-of-{total}" for n in lacking[:3])
            raise UserError(
                f"the hub copy in {parent} lacks {words}{' and more' * (len(lacking) > 3)} "
                f"({len(shards)} of {int(total)} files are there); allow the download: --download"
            )
