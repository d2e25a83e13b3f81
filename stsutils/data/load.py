"""Named sets become rows: from the package, a local folder, the hub or its cache.

Text is passed on exactly as the source holds it; rows, content hash and every cell are checked.
"""

import os
import warnings
from pathlib import Path

import pandas as pd

from stsutils.data.catalogue import Entry, Hub, Split, entry
from stsutils.data.embedded import embedded
from stsutils.data.files import binary
from stsutils.data.kinds import label_column
from stsutils.data.leaks import remove_leaks
from stsutils.data.rows import check_rows, content_sha
from stsutils.errors import UserError

STS_TESTS = ("sts12", "sts13", "sts14", "sts15", "sts16", "stsb", "sick_r")


def load(name: str, split: str = "test", *, folder=None, download: bool | None = None):
    """Rows of a named set.

    Looked for in ``folder`` (default: the environment's STSUTILS_DATA; parquet files laid out as in
    the catalogue), then in the hub's local cache. The network is used only with ``download=True``
    or STSUTILS_DOWNLOAD=1. Returns a DataFrame; ``attrs``: name, split, sha (of the content),
    source, range (of the scores), classes, copy (whole, partial or substitute: what the local file
    is of the official split), and revision (the hub's commit).
    Raises UserError when the set or split is unknown or nowhere, or holds other rows than expected.
    """
    dataset = entry(name)
    if split not in dataset.splits:
        raise UserError(f"{name} has no split {split!r}; its splits: {', '.join(dataset.splits)}")
    part, where, more = dataset.splits[split], f"{name}/{split}", {}
    expected, sha = part.rows, part.sha
    if dataset.embedded:
        rows, source = embedded(name, split), "embedded"
    elif dataset.merged:
        rows = _merged(dataset, split, folder=folder, download=download)
        source = f"made of {', '.join(dataset.merged)}"
    elif path := _local_file(part, folder):
        with binary(path, "parquet", "copy it again"):
            raw = pd.read_parquet(path)
        rows = _ours(raw, name, dataset.local_columns, dataset.local_labels)
        source, more = f"local folder, {part.file}", {"copy": part.local}
        where, (expected, sha) = f"{where} in {path}", part.expected
    elif _on_hub(dataset, split):
        from stsutils.data.hub import fetch  # huggingface_hub and datasets take seconds to import

        download = may_download() if download is None else download
        hub = dataset.hub
        raw, revision = fetch(hub, part.hub, download, where, _nowhere(dataset, split, folder))
        rows = _ours(raw, name, hub.columns, hub.labels, hub.factor)
        source, more = f"hub {hub.id}", {"revision": revision}
        where = f"{where} from hub {hub.id} at {revision}"
    else:
        raise UserError(_nowhere(dataset, split, folder))
    rows = check_rows(rows, dataset.kind, where=f"{name}/{split}")
    if expected not in (None, len(rows)):
        raise UserError(
            f"{where}: expected {expected:,} rows, found {len(rows):,}; "
            "the file is another version or cut off: get it again"
        )
    found = content_sha(rows)
    if sha not in (None, found):
        if "revision" not in more:
            raise UserError(
                f"{where}: expected content hash {sha[:16]}…, found {found[:16]}…; the file is "
                "another version: get it again"
            )
        warnings.warn(
            f"{where}: the rows agree in number, not in text or score, with the copy that the "
            f"catalogue describes (hash {found[:16]}…, there {sha[:16]}…); numbers may differ a "
            "little",
            stacklevel=2,
        )
    facts = {"name": name, "split": split, "sha": found, "source": source}
    known = {"range": dataset.range, "classes": dataset.classes}
    rows.attrs = facts | {what: value for what, value in known.items() if value} | more
    return rows


def may_download() -> bool:
    """Whether the environment allows the network: STSUTILS_DOWNLOAD=1."""
    return os.environ.get("STSUTILS_DOWNLOAD", "") in ("1", "true", "yes")


def local_folder(folder=None) -> Path | None:
    """The local data folder: the argument, else STSUTILS_DATA, else None."""
    folder = folder or os.environ.get("STSUTILS_DATA")
    if not folder:
        return None
    folder = Path(folder).expanduser()
    if not folder.is_dir():
        raise UserError(
            f"the local data folder {folder} does not exist; mend STSUTILS_DATA "
            "or the folder argument"
        )
    return folder


def where_is(name: str, split: str, folder=None) -> str:
    """Where a split is at hand without the network: embedded, folder, cache, or '' if nowhere."""
    dataset = entry(name)
    if dataset.embedded:
        return "embedded"
    if dataset.merged:
        places = {where_is(*part.split(":"), folder) for part in dataset.merged}
        return "" if "" in places else min(places)
    if _local_file(dataset.splits[split], folder):
        return "folder"
    return "cache" if _on_hub(dataset, split) and _cached(dataset.hub).is_dir() else ""


def _local_file(part: Split, folder) -> Path | None:
    """A split's file in the local data folder, if it is there."""
    folder = local_folder(folder)
    path = folder / part.file if folder and part.file else None
    return path if path and path.is_file() else None


def _on_hub(dataset: Entry, split: str) -> bool:
    return dataset.hub is not None and dataset.splits[split].hub is not None


def _cached(hub: Hub) -> Path:
    """A set's folder in the hub's cache, found as huggingface_hub does, without importing it."""
    caches = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("HF_HOME") or os.path.join(caches, "huggingface")
    cache = Path(os.environ.get("HF_HUB_CACHE") or os.path.join(home, "hub")).expanduser()
    return cache / f"datasets--{hub.id.replace('/', '--')}"


def _merged(dataset: Entry, split: str, **where) -> pd.DataFrame:
    """The rows of all parts of a merged set, one part after the other.

    The column ``source`` says which set a pair is from.

    ``stsb_sick`` is the fine-grained training corpus of the regression paper, section 4.2 and
    Appendix A: STS-B train and SICK-R train, each without the pairs of the seven STS tests; SICK's
    1–5 becomes 5(s − 1)/4, so every score lies in [0, 5]. 991 + 4,404 = 5,395 pairs (the paper says
    5,398). Its split "all" is the same before the filter, 10,188 pairs.
    """
    filtered = (dataset.name, split) == ("stsb_sick", "train")
    tests = [load(name, "test", **where) for name in STS_TESTS] if filtered else []
    parts = []
    for part in dataset.merged:
        name, _, own_split = part.partition(":")
        rows = remove_leaks(load(name, own_split, **where), tests)
        rows = rows[["sentence1", "sentence2", label_column(rows)]]
        if name == "sick_r":
            rows["score"] = 5 * (rows["score"] - 1) / 4
        parts.append(rows.assign(source=name))
    return pd.concat(parts, ignore_index=True)


def _ours(
    raw: pd.DataFrame, name: str, columns: dict, labels: dict, factor: float | None = None
) -> pd.DataFrame:
    """The source's columns and labels become ours. Without a factor, scores stay as they are."""
    lacking = [column for column in columns if column not in raw.columns]
    if lacking:
        raise UserError(
            f"{name}: the source lacks column {lacking[0]!r}, it has "
            f"{', '.join(map(str, raw.columns))}; is it the right version?"
        )
    # A source may use one of our names for something else: that column gives way.
    clash = [c for c in columns.values() if c in raw.columns and c not in columns]
    rows = raw.drop(columns=clash).rename(columns=columns)
    if labels:
        gold = rows["label"].astype(str).map(labels)
        rows = rows.assign(label=gold)[gold.notna()].astype({"label": "int64"})
    if factor is not None and "score" in rows.columns:
        # Hub copies were divided or stored in 32 bits: rounding takes away what that added.
        rows["score"] = (rows["score"].astype("float64") * factor).round(4)
    return rows.reset_index(drop=True)


def _nowhere(dataset: Entry, split: str, folder) -> str:
    """One message for a split that is not at hand: where it was looked for, how to get it."""
    name, part, folder = dataset.name, dataset.splits[split], local_folder(folder)
    looked, ways = [], []
    if part.file:
        no_folder = "no local folder (STSUTILS_DATA unset)"
        looked.append(str(folder / part.file) if folder else no_folder)
        ways.append(f"set STSUTILS_DATA to a folder that holds {part.file}")
    elif folder:
        looked.append(f"{folder} (the folder's layout has no file for this split)")
    if _on_hub(dataset, split):
        looked.append(f"the hub cache {_cached(dataset.hub)}")
        ways.append(
            f"allow the download of {dataset.hub.id} (STSUTILS_DOWNLOAD=1, download=True or "
            "--download)"
        )
    elif not part.file:
        ways.append(part.note or dataset.note or "no public copy is known to this catalogue")
    if split == "train" and part.local == "missing" and "validation" in dataset.splits:
        ways.append(
            f"cut the validation rows: stsutils.data.split(load({name!r}, 'validation'), "
            "(0.8, 0.2), seed=0), and say so beside the numbers"
        )
    looked_in = f"; looked in {', '.join(looked)}" if looked else ""
    return f"{name}/{split} is missing{looked_in}. To get it: {'; or '.join(ways)}"
