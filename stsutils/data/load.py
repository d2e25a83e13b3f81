"""Named sets become rows: from a local folder, from the hub or its cache, or generated.

Text is passed on exactly as the source holds it; rows, content hash and every cell are checked.
"""

import os
import warnings
from pathlib import Path

import pandas as pd

from stsutils.data.catalogue import Entry, Split, entry
from stsutils.data.rows import check_rows, content_sha
from stsutils.errors import UserError, first_line


def load(name: str, split: str = "test", *, folder=None, download: bool | None = None):
    """Rows of a named set.

    Looked for in ``folder`` (default: the environment's STSUTILS_DATA; parquet files laid out as in
    the catalogue), then in the hub's local cache. The network is used only with ``download=True``
    or STSUTILS_DOWNLOAD=1. Returns a DataFrame; ``attrs``: name, split, sha (of the content),
    source, range (of the scores), classes, copy (whole, partial or substitute: what the local file
    is of the official split), and revision (the hub's commit).
    Raises UserError when the set or split is unknown or nowhere, or holds other rows than expected.
    """
    found = entry(name)
    if split not in found.splits:
        raise UserError(f"{name} has no split {split!r}; its splits: {', '.join(found.splits)}")
    if found.embedded:
        from stsutils.data.embedded import embedded

        rows = _finish(embedded(name, split), found, split, "embedded")
        _verify(rows, f"{name}/{split}", found.splits[split].rows, found.splits[split].sha)
        return rows
    if found.merged:
        from stsutils.data.merged import merged

        rows = merged(found, split, folder=folder, download=download)
        rows = _finish(rows, found, split, f"made of {', '.join(found.merged)}")
        _verify(rows, f"{name}/{split}", found.splits[split].rows, None)
        return rows
    part = found.splits[split]
    folder = local_folder(folder)
    path = folder / part.file if folder and part.file else None
    if path is not None and path.is_file():
        rows = _tidy(_read_parquet(path), found, found.local_columns, found.local_labels)
        rows = _finish(rows, found, split, f"local folder, {part.file}")
        rows.attrs["copy"] = part.local
        _verify(rows, f"{name}/{split} in {path}", part.expected_rows, part.expected_sha)
        return rows
    if found.hub and part.hub:
        from stsutils.data.hub import fetch  # huggingface_hub and datasets take seconds to import

        if download is None:
            download = os.environ.get("STSUTILS_DOWNLOAD", "") in ("1", "true", "yes")
        raw, revision = fetch(found, split, download, _nowhere(found, split, folder))
        rows = _tidy(raw, found, found.hub.columns, found.hub.labels, found.hub.factor)
        rows = _finish(rows, found, split, f"hub {found.hub.id}")
        rows.attrs["revision"] = revision
        _verify_hub(rows, found, split)
        return rows
    raise UserError(_nowhere(found, split, folder))


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
    found = entry(name)
    part = found.splits[split]
    if found.embedded:
        return "embedded"
    if found.merged:
        places = {where_is(*one.split(":"), folder) for one in found.merged}
        return "" if "" in places else min(places)
    folder = local_folder(folder)
    if folder and part.file and (folder / part.file).is_file():
        return "folder"
    if found.hub and part.hub and (hub_cache() / _cache_name(found.hub.id)).is_dir():
        return "cache"
    return ""


def hub_cache() -> Path:
    """The hub's cache folder, found as huggingface_hub finds it, without importing it."""
    home = os.environ.get("HF_HOME") or os.path.join(
        os.environ.get("XDG_CACHE_HOME", "~/.cache"), "huggingface"
    )
    return Path(os.environ.get("HF_HUB_CACHE") or os.path.join(home, "hub")).expanduser()


def _cache_name(hub_id: str) -> str:
    return "datasets--" + hub_id.replace("/", "--")


def _read_parquet(path: Path) -> pd.DataFrame:
    try:
        return pd.read_parquet(path)
    except Exception as error:  # whatever a broken file makes the reader raise
        raise UserError(
            f"{path}: not a readable parquet file ({first_line(error)}); copy it again"
        ) from None


def _tidy(
    raw: pd.DataFrame, found: Entry, columns: dict, labels: dict, factor: float | None = None
) -> pd.DataFrame:
    """The source's columns and labels become ours. Without a factor, scores stay as they are."""
    lacking = [column for column in columns if column not in raw.columns]
    if lacking:
        raise UserError(
            f"{found.name}: the source lacks column {lacking[0]!r}, it has "
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


def _finish(rows: pd.DataFrame, found: Entry, split: str, source: str) -> pd.DataFrame:
    rows = check_rows(rows, found.kind, where=f"{found.name}/{split}")
    rows.attrs = {"name": found.name, "split": split, "sha": content_sha(rows), "source": source}
    if found.range:
        rows.attrs["range"] = found.range
    if found.classes:
        rows.attrs["classes"] = found.classes
    return rows


def _verify(rows: pd.DataFrame, where: str, expected: int | None, sha: str | None) -> None:
    if expected is not None and len(rows) != expected:
        raise UserError(
            f"{where}: expected {expected:,} rows, found {len(rows):,}; "
            "the file is another version or cut off: get it again"
        )
    if sha is not None and rows.attrs["sha"] != sha:
        raise UserError(
            f"{where}: expected content hash {sha[:16]}…, found "
            f"{rows.attrs['sha'][:16]}…; the file is another version: get it again"
        )


def _verify_hub(rows: pd.DataFrame, found: Entry, split: str) -> None:
    part, hub = found.splits[split], found.hub
    where = f"{found.name}/{split} from hub {hub.id} at {rows.attrs['revision']}"
    _verify(rows, where, part.rows, part.sha if hub.same_text else None)
    if part.sha is not None and part.sha != rows.attrs["sha"]:
        warnings.warn(
            f"{where}: the rows agree in number, not in text or score, with the copy that the "
            f"catalogue describes (hash {rows.attrs['sha'][:16]}…, there {part.sha[:16]}…); "
            "numbers may differ a little",
            stacklevel=3,
        )


def _nowhere(found: Entry, split: str, folder: Path | None) -> str:
    """One message for a split that is not at hand: where it was looked for, how to get it."""
    part = found.splits[split]
    looked, ways = [], []
    if part.file:
        looked.append(
            str(folder / part.file) if folder else "no local folder (STSUTILS_DATA unset)"
        )
        ways.append(f"set STSUTILS_DATA to a folder that holds {part.file}")
    elif folder:
        looked.append(f"{folder} (the folder's layout has no file for this split)")
    if found.hub and part.hub:
        looked.append(f"the hub cache {hub_cache() / _cache_name(found.hub.id)}")
        ways.append(
            f"allow the download of {found.hub.id} (STSUTILS_DOWNLOAD=1, download=True or "
            "--download)"
        )
    elif not part.file:
        ways.append(part.note or found.note or "no public copy is known to this catalogue")
    ways += _stand_in(found, split)
    looked_text = f"; looked in {', '.join(looked)}" if looked else ""
    return f"{found.name}/{split} is missing{looked_text}. To get it: {'; or '.join(ways)}"


def _stand_in(found: Entry, split: str) -> list[str]:
    others: dict[str, Split] = found.splits
    if split == "train" and "validation" in others and others["train"].local == "missing":
        return [
            f"cut the validation rows: stsutils.data.split(load({found.name!r}, 'validation'), "
            "(0.8, 0.2), seed=0), and say so beside the numbers"
        ]
    return []
