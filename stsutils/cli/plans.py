"""What a dry run says: the runs of one experiment in few lines, or the cost of all of them."""

import re
from collections.abc import Iterator, Sequence

from stsutils.cli.costs import estimate, speeds
from stsutils.ledger import Run


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
        own = _words({key: value for key, value in one.items() if key not in shared})
        seeds.setdefault((run.recipe, own), []).append(run.seed)
    for (recipe, own), found in seeds.items():
        yield f"{recipe}  {'seed' if len(found) == 1 else 'seeds'} {_range(sorted(found))}  {own}"


def everything(tier: str, seeds: int | None = None, shard: str | None = None) -> Iterator[str]:
    """One line an experiment: runs to make, runs recorded, hours; then all, shared runs once."""
    from stsutils import experiments
    from stsutils.run import run

    missing, measured = {}, speeds()
    yield f"{'experiment':24s} {'to run':>6s} {'recorded':>8s} {'hours':>8s}"
    for name in experiments.names():
        declared = experiments.load(name)
        if not declared.at(tier):
            continue
        at_most = min(seeds or declared.seeds, declared.seeds)
        done = run(declared, tier, seeds=at_most, shard=shard, dry_run=True)
        hours = estimate(done.missing, measured).hours
        note = "  and what its tuning runs choose" if done.waiting else ""
        yield f"{name:24s} {len(done.missing):6d} {done.present:8d} {hours:8.1f}{note}"
        missing |= dict.fromkeys(done.missing)
    total = estimate(missing, measured)
    yield f"{'all, shared runs once':24s} {total.runs:6d} {'':8s} {total.hours:8.1f}"
    yield str(total)


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
    if len(seeds) > 1 and seeds == list(range(seeds[0], seeds[-1] + 1)):
        return f"{seeds[0]}-{seeds[-1]}"
    return ",".join(map(str, seeds))
