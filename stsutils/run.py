"""Running an experiment: the runs that are planned and not recorded are made and recorded.

Any run can be stopped at any moment. What is finished is recorded, and the same command goes on
where it stopped. Several processes with one ledger share its runs: each makes what no other is at,
then waits for them. With ``shard="i/n"`` the runs are dealt out over n machines by their ids; their
records are files to be copied into one ledger. Under ``accelerate launch`` or torchrun, the
processes make each run together, and the first one records it.
"""

import contextlib
import copy
import functools
import hashlib
import importlib
import json
import math
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from tqdm import tqdm

from stsutils.claims import CellName
from stsutils.errors import Diverged, UserError
from stsutils.experiments import Experiment, command
from stsutils.ledger import OF_LABEL, Ledger, Record, Result, Run
from stsutils.locks import alone
from stsutils.planning import plan
from stsutils.provenance import code_sha, commit, provenance, set_threads, threads

#: How many seeds keep a number a pair, by recipe: one, or two where a page compares seeds pair by
#: pair. Later ones keep scores, draws and percentiles.
PREDICTED_SEEDS = {"siamese-1": 2}


@dataclass
class Done:
    """What a call of :func:`run` did.

    ``made``: runs recorded now. ``present``: recorded before. ``missing``: planned, not recorded
    (all of them after a dry run). ``waiting``: cells whose choice needs runs that are not
    recorded, such as another shard's.
    """

    made: list[Run]
    present: int
    missing: list[Run]
    waiting: list[CellName]


def run(
    experiment: Experiment,
    tier: str,
    *,
    seeds: int | None = None,
    only: str | None = None,
    shard: str | None = None,
    device: str | None = None,
    dry_run: bool = False,
    recipes: Mapping[str, Callable[..., Result]] | None = None,
    ledger: Ledger | None = None,
    progress: bool = True,
) -> Done:
    """Make the records that are missing, tuning runs first.

    ``only`` keeps to the cells whose row or column has these words (`Experiment.only`).
    ``recipes`` defaults to ``stsutils.recipes.RECIPES``, which is imported only when something is
    to be run. Ctrl-C raises KeyboardInterrupt with the way to go on as its message.
    """
    ledger = ledger or Ledger()
    declared = functools.partial(declaration, experiment, tier)  # of the whole table
    experiment = experiment.only(only) if only else experiment
    planned = plan(experiment, tier, seeds, shard, ledger)
    maker = Maker(ledger, declared, recipes, device, progress, slim=True)
    if not dry_run:
        words = {"tuning": "tuning", "final": "runs", "near": "near settings"}
        try:
            # near settings: their judges, what these leave near, and all seeds where one is chosen
            for part in ("tuning", "final", "near", "near", "final"):
                maker.make(_missing(getattr(planned, part), ledger), words[part])
                planned = plan(experiment, tier, seeds, shard, ledger)
        except KeyboardInterrupt:
            options = {"seeds": seeds, "only": only, "shard": shard, "device": device}
            given = {f"--{name}": value for name, value in options.items() if value}
            words = [f"{name} {shlex.quote(str(value))}" for name, value in given.items()]
            raise KeyboardInterrupt(
                f"stopped; {len(maker.made)} finished runs are recorded, and a training that was "
                f"stopped goes on where it was. Go on with: "
                + " ".join([command(experiment, tier), *words])
            ) from None
    missing = _missing(planned, ledger)
    present = len({*planned} - {*missing, *maker.made})
    return Done(maker.made, present, missing, planned.unresolved)


def declaration(experiment: Experiment, tier: str) -> dict:
    """Which table wanted a run, as its record keeps it: name, tier, hash of what was declared.

    ``sha`` changes with any cell of the tier and any claim. ``commit`` is there where git has the
    declarations as they are: at that commit, which has its own date, the table has this hash.
    """
    cells = {" / ".join(name): asdict(cell) for name, cell in experiment.at(tier).items()}
    parts = [experiment.seeds, cells, [asdict(claim) for claim in experiment.claims]]
    text = json.dumps(parts, default=str, sort_keys=True, ensure_ascii=False)
    sha = hashlib.sha256(text.encode()).hexdigest()[:16]
    declared = {"experiment": experiment.name, "tier": tier, "sha": sha}
    return declared | ({"commit": head} if (head := commit()) else {})


def repeat(record: Record, *, device: str | None = None) -> Record:
    """Make the run of a record again and return what it gives; the ledger stays as it is.

    It runs with as many threads as then, because the order of a sum decides its last digits.
    """
    run, recipe = record.run, _recipe(record.run.recipe, None)
    sources, usual, start = code_sha(), threads(), time.perf_counter()
    set_threads(record.provenance.get("threads") or usual)
    try:
        result = _slim(recipe(copy.deepcopy(run.settings), run.seed, device=device), run)
        made_with = provenance(device, sources, time.perf_counter() - start)
    finally:
        set_threads(usual)
    with tempfile.TemporaryDirectory() as folder:  # a record keeps fewer digits than a result
        return Ledger(folder).open(Ledger(folder).write(run, result, made_with))


def _slim(result: Result, run: Run) -> Result:
    """The result as a record keeps it: 16 digits of a hash of rows, pairs' numbers of few seeds."""
    if isinstance(shas := result.extra.get("data_sha"), dict):
        result.extra["data_sha"] = {name: sha and sha[:16] for name, sha in shas.items()}
    if run.seed >= PREDICTED_SEEDS.get(run.recipe, 1):
        named = result.predictions.items()
        result.predictions = {name: values for name, values in named if OF_LABEL in name}
    return result


def _missing(runs, ledger: Ledger) -> list[Run]:
    return [run for run in runs if not ledger.has(run)]


@dataclass
class Maker:
    """Makes and records runs one after the other, alone or in a team of processes.

    ``declared`` gives what records keep of the table that wanted them. ``slim`` leaves the
    predictions of later seeds out, so that the book stays small. ``made`` are the runs so far.
    """

    ledger: Ledger
    declared: Callable[[], dict]
    recipes: Mapping[str, Callable[..., Result]] | None = None
    device: str | None = None
    progress: bool = True
    slim: bool = False
    made: list[Run] = field(default_factory=list)

    def make(self, todo: list[Run], what: str) -> None:
        """Run and record each of ``todo`` that no other process makes or has made meanwhile."""
        # torch is loaded by the recipes, if at all
        team = importlib.import_module("stsutils.training.team").join_team() if _several() else None
        todo = team.same(todo) if team else todo  # one list for all, whenever each looked
        if not todo:
            return

        # what is wrong is told before the first hour is spent
        for run in todo:
            _recipe(run.recipe, self.recipes)
        if first_process():
            self.ledger.check_writable(todo)

        known = {"declaration": self.declared()}
        known |= {"processes": team.size} if team else {}
        sources = code_sha()
        hidden = not (self.progress and first_process())
        with (
            contextlib.closing(self._dealt(todo, bool(team))) as mine,
            tqdm(mine, desc=what, unit="run", total=len(todo), disable=hidden) as bar,
        ):
            for run in bar:
                bar.set_postfix_str(_short(run))
                start = time.perf_counter()
                result = self._result(run, bar)
                result = _slim(result, run) if self.slim else result
                made_with = provenance(self.device, sources, time.perf_counter() - start)
                if first_process():
                    self.ledger.write(run, result, made_with | known)
                if team:
                    team.same(None)  # the others plan on when the record is there
                self.made.append(run)

    def _dealt(self, todo: list[Run], together: bool) -> Iterator[Run]:
        """The runs that are left for this process; what another is at comes last, if it stops."""
        if together:
            yield from todo
            return
        others: list[Run] = []
        for seconds, runs in ((0, todo), (-1, others)):
            if seconds and others and self.progress:
                tqdm.write(f"waiting for what another process makes: {len(others)}", sys.stderr)
            for run in runs:
                lock = self.ledger.path(run).with_name(f".{run.id}.lock")
                try:
                    with alone(lock, "another process makes it", seconds):
                        if not self.ledger.has(run):
                            yield run
                except UserError:
                    others.append(run)

    def _result(self, run: Run, bar) -> Result:
        """What the recipe gives, called with its own copy of the settings.

        A training that diverges has a result without a number: left out, it would stop every other.
        """
        recipe = _recipe(run.recipe, self.recipes)
        try:
            return recipe(copy.deepcopy(run.settings), run.seed, device=self.device)
        except Diverged as error:
            if first_process():
                bar.write(f"run {run.id}: {error} Recorded as diverged.", file=sys.stderr)
            return Result({"validation": math.nan}, extra={"diverged": str(error)})
        except UserError as error:
            where = f"run {run.id}: {run.recipe}, seed {run.seed}"
            raise UserError(f"{error} ({where})") from error


def _short(run: Run) -> str:
    """A run in the words that tell it from its neighbours."""
    loss, lr = run.settings.get("loss"), run.settings.get("lr")
    words = [run.recipe, loss["name"] if isinstance(loss, dict) and "name" in loss else run.id]
    return " ".join([*words, *([f"lr {lr:g}"] if lr else []), f"seed {run.seed}"])


def _recipe(name: str, recipes: Mapping[str, Callable[..., Result]] | None):
    """The recipe of this name; those of the package are imported when the first one is needed."""
    if recipes is None:
        recipes = importlib.import_module("stsutils.recipes").RECIPES
    if name not in recipes:
        raise UserError(f"no recipe is called {name!r}; there are: {', '.join(recipes)}")
    return recipes[name]


def _several() -> bool:
    return int(os.environ.get("WORLD_SIZE", 1)) > 1


def first_process() -> bool:
    """Whether this process writes and speaks: alone, or the first of those that run together."""
    return not _several() or os.environ.get("RANK") == "0"
