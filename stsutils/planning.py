"""Which runs an experiment needs, in the order in which they are made."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stsutils.claims import CellName
from stsutils.errors import UserError
from stsutils.experiments import SEEDS, TIERS, Experiment, Tuned, choice, parts_of, seedless
from stsutils.ledger import Ledger, Run


@dataclass
class Plan:
    """The runs of an experiment, ``tuning``, ``final`` and ``near``. Iterating gives them all.

    ``near``: five seeds of settings that validation cannot tell from the chosen ones, so that a
    verdict does not hang on which of them was chosen; the runs that judge them come first.

    ``unresolved`` names the tuned cells whose settings, or those near them, are still to be chosen;
    their runs are not in the plan yet.
    """

    tuning: list[Run]
    final: list[Run]
    near: list[Run]
    unresolved: list[CellName]

    def __iter__(self) -> Iterator[Run]:
        """Every run once, in the order of running."""
        return iter(dict.fromkeys([*self.tuning, *self.final, *self.near]))


def plan(
    experiment: Experiment,
    tier: str,
    seeds: int | None = None,
    shard: str | None = None,
    ledger: Ledger | None = None,
) -> Plan:
    """The runs that this tier needs, recorded or not, of one shard or of all.

    ``seeds`` is their number (default, and at most, the experiment's, because tables and verdicts
    read no more: a number that grows until a difference shows would find one). Final runs go seed
    by seed, so that a table stopped half-way has whole seeds; what has nothing random in it is run
    once.
    """
    ledger, mine = ledger or Ledger(), parse_shard(shard)
    seeds = experiment.seeds if seeds is None else seeds
    if not 1 <= seeds <= experiment.seeds:
        raise UserError(
            f"--seeds {seeds}: {experiment.name} is declared for {experiment.seeds} seeds; its "
            "tables read no more. Give a number from 1 to that"
        )
    cells = experiment.at(tier)
    if not cells:
        offered = [t for t in TIERS if experiment.at(t)]
        raise UserError(
            f"experiment {experiment.name!r} has no {tier} tier; it has {', '.join(offered)}"
        )
    tuning, near, chosen, unresolved = [], [], [], []
    several = min(seeds, SEEDS) if seeds < experiment.seeds else SEEDS
    needed = [(name, part) for name, cell in cells.items() for part in parts_of(cell)]
    for name, cell in needed:
        if isinstance(cell, Tuned):
            tuning += cell.tuning()
        if settled := choice(cell, ledger):
            chosen.append(settled.best)
            judging = [cell.judged[cell.own.index(own)] for own in settled.alike]
            judges = [judge.run(seed) for judge in judging for seed in range(several)]
            near += judges
            if all(map(ledger.has, judges)):  # what all seeds tell from the best needs no runs
                near += [own.run(seed) for own in settled.alike for seed in range(several)]
                continue
        unresolved.append(name)
    final = [c.run(seed) for seed in range(seeds) for c in chosen if seed == 0 or not seedless(c)]
    planned = set(final)
    near = [run for run in near if run not in planned]
    parts = ([run for run in dict.fromkeys(part) if mine(run)] for part in (tuning, final, near))
    return Plan(*parts, list(dict.fromkeys(unresolved)))


def parse_shard(shard: str | None) -> Callable[[Run], bool]:
    """Whether a run belongs to shard ``i/n`` (i from 1): its id modulo n is i - 1."""
    if shard is None:
        return lambda run: True
    try:
        i, n = (int(part) for part in shard.split("/"))
    except ValueError:
        i = n = 0
    if not 1 <= i <= n:
        raise UserError(f"--shard {shard}: write i/n with 1 <= i <= n, for example 2/4")
    return lambda run: int(run.id, 16) % n == i - 1
