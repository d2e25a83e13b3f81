"""What a dry run says: which runs there are, and what they will cost in hours and disk."""

import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from stsutils.checkout import find_in_checkout
from stsutils.data.catalogue import entries
from stsutils.data.rows_name import RowsName
from stsutils.ledger import Ledger, Run, canonical, with_defaults

#: Settings that decide about how long a run of a recipe takes.
LASTING = ("encoder", "train", "rows", "epochs", "tokens", "models", "harvest")
#: Of one record, of one pair of sentences, of a model from the hub: base or large.
RECORD_MB, PAIR_MB, MODEL_GB, LARGE_GB = 0.0055, 0.0002, 0.5, 1.4


def lines(runs: Sequence[Run]) -> Iterator[str]:
    """What all runs share, then one line for those that differ in the seed only."""
    told = [_flat(run.settings) for run in runs]
    shared = dict(set.intersection(*(set(one.items()) for one in told))) if told else {}
    if any(one.keys() - shared.keys() for one in told):
        yield f"all: {_words({k: v for k, v in told[0].items() if k in shared})}"
    else:  # one and the same settings: nothing would be left for the lines below
        shared = {}
    seeds: dict[tuple[str, str], list[int]] = {}
    for run, one in zip(runs, told, strict=True):
        differing = _words({key: value for key, value in one.items() if key not in shared})
        seeds.setdefault((run.recipe, differing), []).append(run.seed)
    for (recipe, differing), of in seeds.items():
        yield f"{recipe}  {'seed' if len(of) == 1 else 'seeds'} {_range(sorted(of))}  {differing}"


def everything(tier: str, seeds: int | None = None, shard: str | None = None) -> Iterator[str]:
    """One line an experiment: runs to make, runs recorded, hours; then all, shared runs once."""
    from stsutils import experiments
    from stsutils.run import run

    missing, minutes = {}, median_minutes()
    yield f"{'experiment':24s} {'to run':>6s} {'recorded':>8s}  hours"
    for name in experiments.names():
        declared = experiments.load(name)
        if not declared.at(tier):
            continue
        at_most = min(seeds or declared.seeds, declared.seeds)
        done = run(declared, tier, seeds=at_most, shard=shard, dry_run=True)
        note = "; and what its tuning runs choose" if done.waiting else ""
        said = hours(done.missing, minutes)
        yield f"{name:24s} {len(done.missing):6d} {done.present:8d}  {said}{note}"
        missing |= dict.fromkeys(done.missing)
    yield f"{'all, shared runs once':24s} {len(missing):6d} {'':8s}  {hours(missing, minutes)}"
    yield disk(missing)


def median_minutes() -> dict[str, float]:
    """Median minutes of the records by their `kind`; the book's own where the ledger is empty."""
    by_kind = defaultdict(list)
    for record in [*Ledger().records()] or Ledger(find_in_checkout("book/results")).records():
        if "minutes" in record.provenance:
            by_kind[kind(record.run)].append(record.provenance["minutes"])
    return {name: statistics.median(minutes) for name, minutes in by_kind.items()}


def kind(run: Run) -> str:
    """What runs that take about as long have in common: recipe, encoder, rows, epochs."""
    s = with_defaults(run.recipe, run.settings)
    s |= s.get("training") or {}
    return canonical([run.recipe, *(s.get(key) for key in LASTING)])


def hours(runs: Iterable[Run], minutes: Mapping[str, float]) -> str:
    """The hours of runs, as like runs took; of how many nothing is known."""
    likes = [minutes.get(kind(run)) for run in runs]
    known = [like for like in likes if like is not None]
    unknown = len(likes) - len(known)
    if unknown and not known:
        return "unknown: no like run is recorded"
    return f"{sum(known) / 60:.1f}" + (f", and unknown for {unknown} of them" if unknown else "")


def disk(runs: Iterable[Run]) -> str:
    """Disk that models and sets from elsewhere and the records will take, in one line."""
    texts = {text for run in runs for text in _texts(run.settings)}
    models = sum(LARGE_GB if "large" in text else MODEL_GB for text in texts if "/" in text)
    sizes = {}
    for text in texts:
        dataset = entries().get(text.partition(":")[0])
        if dataset is not None and not dataset.embedded and ":" in text:
            named = RowsName.parse(text)
            sizes[named.set, named.split] = dataset.splits[named.split].rows or 0
    data, records = sum(sizes.values()) * PAIR_MB, len(list(runs)) * RECORD_MB
    return f"disk: models {models:.1f} GB, data {data:.0f} MB, records {records:.1f} MB"


def _texts(settings: Mapping) -> list[str]:
    """Every text in settings; a set and its split, which an audit names apart, as one."""
    apart = [f"{settings['set']}:{settings['split']}"] if "split" in settings else []
    return apart + re.findall(r'"([^"]+)"', canonical(settings))


def _flat(settings: dict, before: str = "") -> dict[str, str]:
    """Settings as text; those of a training inside a run as ``training.epochs``."""
    out = {}
    for key, value in settings.items():
        if isinstance(value, dict) and "name" not in value:
            out |= _flat(value, f"{before}{key}.")
        else:
            out[before + key] = _short(value)
    return out


def _short(value) -> str:
    if isinstance(value, dict):  # a loss with its arguments, or a training in a list of them
        rest = ", ".join(f"{k}={_short(one)}" for k, one in value.items() if k != "name")
        return value.get("name", "") + (f"({rest})" if rest else "")
    if isinstance(value, list | tuple):
        return ",".join(map(_short, value))
    return re.sub(r"@([0-9a-f]{7})[0-9a-f]{33}$", r"@\1", str(value))  # a pinned revision


def _words(settings: dict[str, str]) -> str:
    return "  ".join(f"{key}={value}" for key, value in settings.items())


def _range(seeds: list[int]) -> str:
    without_gap = 1 < len(seeds) == seeds[-1] - seeds[0] + 1
    return f"{seeds[0]}-{seeds[-1]}" if without_gap else ",".join(map(str, seeds))
