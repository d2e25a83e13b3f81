"""A table's cells: one run's number, a choice among runs, or a number made of several."""

import functools
import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stsutils.errors import UserError
from stsutils.ledger import Ledger, Run

#: Two candidates this close by validation cannot be told apart by its 500 pairs, and these many
#: seeds decide between candidates that the tuning seeds cannot tell apart.
TIE, SEEDS = 0.005, 5


def _by_text(cell) -> int:
    """The hash of a cell by its text: settings are dicts, in which 1 is not 1.0."""
    return hash(repr(cell))


@dataclass(frozen=True)
class Cell:
    """One number of a table: ``metric`` of the run ``recipe(settings, seed)``."""

    settings: dict
    metric: str
    recipe: str = "finetune-1"
    __hash__ = _by_text

    def run(self, seed: int) -> Run:
        """The run with this seed; it is made once, for a verdict asks for it many times."""
        if seed not in self._runs:
            self._runs[seed] = Run(self.recipe, seed, self.settings)
        return self._runs[seed]

    @functools.cached_property
    def _runs(self) -> dict[int, Run]:
        return {}


@dataclass(frozen=True)
class Tuned:
    """A cell whose settings are chosen among ``candidates``, about as many for every method.

    The tuning ``seeds`` of all candidates are compared by the metric ``choose_by``, then all seeds
    of those that have them (`choice`); the first of equals wins. ``choose_by`` is a validation
    number, never the table's ``metric``. ``judges`` are the runs that are looked at, one a
    candidate: the candidates themselves, unless a choice made once, such as a loss' learning rate,
    serves many tables.
    """

    candidates: tuple[dict, ...]
    metric: str
    choose_by: str = "validation"
    seeds: tuple[int, ...] = (0, 1)
    recipe: str = "finetune-1"
    judges: tuple[dict, ...] = ()
    judge_recipe: str = "finetune-1"
    __hash__ = _by_text

    def __post_init__(self):
        """Refuse a choice that looks at the test number."""
        if self.choose_by == self.metric:
            raise UserError(f"a tuned cell is chosen by {self.choose_by!r}, its own test metric")

    def tuning(self) -> list[Run]:
        """The runs that decide, seed by seed; none for a single candidate."""
        if len(self.candidates) == 1:
            return []
        return [judge.run(seed) for seed in self.seeds for judge in self.judged]

    @functools.cached_property
    def own(self) -> tuple[Cell, ...]:
        """A cell for each candidate."""
        return tuple(Cell(settings, self.metric, self.recipe) for settings in self.candidates)

    @functools.cached_property
    def judged(self) -> tuple[Cell, ...]:
        """The cells of the runs that are looked at, one a candidate."""
        judges = (Cell(one, self.choose_by, self.judge_recipe) for one in self.judges)
        return tuple(judges) or self.own


@dataclass(frozen=True)
class Derived:
    """A number that no run holds alone, made seed by seed from the records of its ``parts``.

    ===================  =====================================================================
    ``how``              the number
    ===================  =====================================================================
    ``mean``             mean of the parts' metrics, such as a table's column Avg.
    ``gain``             mean of the first half of the parts minus that of the second: scores of
                         trained encoders, and those of no training in the same order
    ``first epoch``      validation score after one epoch
    ``whole training``   mean of the validation scores of the whole training
    ``best``, ``last``   the best validation score, and the last one
    ``steps to best``    parts a, b: steps in which a reaches b's best validation score, as a share
                         of the steps that b takes; 1 where a is b
    ``steps to 95 %``    the same for 95 % of b's best score
    ===================  =====================================================================
    """

    how: str
    parts: tuple[Cell | Tuned, ...]
    __hash__ = _by_text


def parts_of(cell: "Cell | Tuned | Derived") -> tuple[Cell | Tuned, ...]:
    """The cells whose runs make this one."""
    return cell.parts if isinstance(cell, Derived) else (cell,)


@dataclass(frozen=True)
class Choice:
    """What a tuned cell has chosen: the ``best`` settings, and those as good by validation.

    ``near`` have all of `SEEDS` seeds; ``pending`` are still to be run.
    """

    best: Cell
    near: tuple[Cell, ...] = ()
    pending: tuple[Cell, ...] = ()

    @property
    def alike(self) -> tuple[Cell, ...]:
        """All settings that are as good; none where the best stands alone."""
        return (self.best, *self.pending, *self.near) if self.pending or self.near else ()


def choice(cell: Cell | Tuned, ledger) -> Choice | None:
    """The settings that validation chooses, and those that it cannot tell from them.

    A plain cell has its own. ``ledger`` is a :class:`stsutils.ledger.Ledger`; None while a tuning
    run is missing. First the tuning seeds are compared. Candidates within one standard error of the
    best are *near*: that of its validation score over seeds, or `TIE`, which 500 pairs leave open,
    if that is more. Where all of `SEEDS` are there, their mean decides: it chooses among those
    whose own runs are there, and its standard error says which are near. What diverged with any
    seed is neither.
    """
    if len(own := (cell,) if isinstance(cell, Cell) else cell.own) == 1:
        return Choice(own[0])
    found = _chosen(replace(cell, metric=""), ledger.root, ledger.state())
    return found and Choice(own[found[0]], *(tuple(own[n] for n in some) for some in found[1:]))


@functools.lru_cache(maxsize=2048)  # the tables have half as many
def _chosen(cell: Tuned, root, state: tuple) -> tuple[int, Iterable[int], Iterable[int]] | None:
    """The numbers of the candidates that are best, near and pending, while ``state`` is this."""
    ledger, own, numbers = Ledger(root), cell.own, range(len(cell.candidates))
    scores = [_scores(cell, number, ledger) for number in numbers]
    if any(seed not in known for known in scores for seed in cell.seeds):
        return None

    # by the tuning seeds alone
    first = [_mean(known, cell.seeds) for known in scores]
    best = max(numbers, key=lambda n: (first[n], -n))
    if first[best] == -math.inf:
        return 0, (), ()
    least = first[best] - _error(scores[best], len(cell.seeds))
    near, whole = [n for n in numbers if first[n] >= least], []

    # by all seeds, where the judge has them; chosen is among those whose own runs are there, too
    mean = {n: _mean(scores[n], range(SEEDS)) for n in numbers if len(scores[n]) == SEEDS}
    if best in mean:
        whole = [n for n in mean if all(ledger.has(own[n].run(seed)) for seed in range(SEEDS))]
        whole = whole if best in whole else []
        best = max(whole or [best], key=lambda n: (mean[n], -n))
        least = mean[best] - _error(scores[best], SEEDS)
        near = [n for n in numbers if (mean[n] >= least if n in mean else n in near)]
    pending = [n for n in near if n not in (best, *whole)]
    return best, [n for n in near if n in whole and n != best], pending


def resolve(cell: Cell | Tuned, ledger) -> Cell | None:
    """The cell with its settings chosen (`choice`); None while a tuning run is missing."""
    chosen = choice(cell, ledger)
    return chosen and chosen.best


def _scores(cell: Tuned, number: int, ledger) -> dict[int, float]:
    """What validation says of a candidate, by seed, as far as its judge has run.

    NaN where the candidate itself diverged.
    """
    scores = {}
    for seed in range(SEEDS):
        judged = ledger.read(cell.judged[number].run(seed))
        if judged:
            own = ledger.read(cell.own[number].run(seed)) if cell.judges else judged
            lost = own and own.diverged
            scores[seed] = math.nan if lost else judged.number(cell.choose_by)
    return scores


def _mean(scores: dict[int, float], seeds: Iterable[int]) -> float:
    """The mean over these seeds; -inf where a run of any seed diverged."""
    diverged = any(map(math.isnan, scores.values()))
    return -math.inf if diverged else statistics.fmean(scores[seed] for seed in seeds)


def _error(scores: dict[int, float], seeds: int) -> float:
    spread = statistics.stdev(scores.values()) if len(scores) > 1 else 0.0
    return max(TIE, spread / math.sqrt(seeds))


def is_untrained(recipe: str, settings: Mapping) -> bool:
    """Whether a run of these settings tests an encoder as it is."""
    if recipe == "surrogate-1":
        asis = settings.get("start", "pre-trained"), settings.get("structure", "siamese")
        learns = any(settings.get(key) for key in ("harvest", "then", "folds"))
        return asis == ("pre-trained", "siamese") and not learns
    without = recipe in ("transfer-1", "rank-vectors-1") and settings.get("training") is None
    return without or recipe == "raw-1"


def seedless(cell: Cell) -> bool:
    """Whether nothing in its recipe is random: one run, with seed 0, stands for every seed."""
    return is_untrained(cell.recipe, cell.settings) or cell.recipe in ("audit-1", "memory-1")
