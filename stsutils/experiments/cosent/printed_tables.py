"""What the CoSENT paper and its blog say of a table as a whole: checks that only one sentence has.

Each takes a look-up of printed numbers, ``numbers(table, row, column)``, and says whether the
sentence is true, and what the table says.
"""

from collections.abc import Callable, Iterable, Sequence

Numbers = Callable[[str, str, str], float]
TASKS = ("MR", "CR", "SUBJ", "MPQA", "SST", "TREC", "MRPC")
SUPERVISED = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")
CHINESE = ("ATEC", "BQ", "LCQMC", "PAWSX", "STS-B")
BASES = ("BERT-base", "RoBERTa-base")
POOLINGS = ("mean", "CLS", "max", "first-last")
SBERT, MSE, COSENT = "SBERT (softmax)", "SBERT (MSE)", "CoSENT"


def differences(
    numbers: Numbers, table: str, pairs: Iterable[tuple[str, str]], columns: Sequence[str]
) -> list[float]:
    """a − b for each pair of rows and column, in points with two decimals."""
    return [
        round(numbers(table, a, column) - numbers(table, b, column), 2)
        for a, b in pairs
        for column in columns
    ]


def in_words(found: Iterable[float]) -> str:
    """Differences in words."""
    return ", ".join(f"{d:.2f}" for d in found)


def nli(model: str, loss: str) -> str:
    """A row trained on NLI."""
    return f"{model} | NLI | {loss}"


def own(model: str, loss: str) -> str:
    """A row trained on the column's own set."""
    return f"{model} | in-domain | {loss}"


def pooled(model: str, pooling: str) -> str:
    """A row of Table VIII."""
    return own(model, f"{COSENT} | {pooling}")


def by_pooling(n: Numbers, model: str) -> dict[str, list[float]]:
    """Column of Table VIII → a model's numbers, in the order of `POOLINGS`."""
    return {c: [n("VIII", pooled(model, how), c) for how in POOLINGS] for c in SUPERVISED}


def greatest(n: Numbers) -> tuple[bool, str]:
    """The gain over the better of MSE and softmax, set by set."""
    found = []
    for model in BASES:
        pairs = [(own(model, COSENT), own(model, loss)) for loss in (MSE, SBERT)]
        # STS-B has no softmax
        others = {column: pairs[:1] if column == "STS-B" else pairs for column in CHINESE}
        gains = [min(differences(n, "VI", others[column], [column])) for column in CHINESE]
        found.append((min(gains), max(gains)))
    says = "; ".join(f"{m}: {a:.2f} to {b:.2f}" for m, (a, b) in zip(BASES, found, strict=True))
    return all(a > 0 for a, _ in found) and [b for _, b in found] == [5.86, 2.17], says


def saved(n: Numbers, loss: str) -> float:
    """The share of a baseline's steps to convergence on PAWS that CoSENT saves, in per cent."""
    steps = [n("V-F", f"in-domain | {one}", "PAWS step") for one in (COSENT, loss)]
    return round(100 * (1 - steps[0] / steps[1]), 1)


def steps_saved(n: Numbers) -> tuple[bool, str]:
    """Both baselines' steps that CoSENT saves."""
    mse, softmax = saved(n, MSE), saved(n, SBERT)
    true = (round(mse), round(softmax)) == (50, 67)
    return true, f"of MSE's steps {mse} %, of softmax's {softmax} %"


def faster(n: Numbers) -> tuple[bool, str]:
    """How many times SBERT's steps are CoSENT's, with either of its losses."""
    times = [100 / (100 - saved(n, loss)) for loss in (MSE, SBERT)]
    return [round(t) for t in times] == [2, 3], ", ".join(f"{t:.2f} times" for t in times)


def exceptions(n: Numbers) -> tuple[bool, str]:
    """The tasks where CoSENT is below SBERT."""
    a, b = nli("BERT-base", COSENT), nli("BERT-base", SBERT)
    found = [task for task in TASKS if n("V", a, task) < n("V", b, task)]
    return found == ["SST", "MRPC"], f"the exception of BERT-base is {', '.join(found) or 'none'}"


def mean_pooling_best(n: Numbers) -> tuple[bool, str]:
    """Where another pooling than the mean is best."""
    found = {
        (model, column)
        for model in BASES
        for column, (mean, *others) in by_pooling(n, model).items()
        if max(others) > mean
    }
    says = "; ".join(f"{model} on {column}" for model, column in sorted(found))
    return found == {("RoBERTa-base", "SICK-R")}, f"another pooling is better for {says}"


def max_pooling_worst(n: Numbers) -> tuple[bool, str]:
    """Where another pooling is below max, or ties with it; a tie is named and is no exception."""
    pairs = [(pooled(m, p), pooled(m, "max")) for m in BASES for p in POOLINGS if p != "max"]
    known = (pooled("BERT-base", "first-last"), "NLI")
    less = {(a, c): n("VIII", a, c) - n("VIII", b, c) for a, b in pairs for c in SUPERVISED}
    words = {(a, c): f"{c}: {a.rpartition(' | ')[2]} of {a.partition(' | ')[0]}" for a, c in less}
    others = "; ".join(words[at] for at, gap in less.items() if gap < 0 and at != known)
    ties = "; ".join(words[at] for at, gap in less.items() if gap == 0)
    return not others, f"other exceptions: {others or 'none'}" + (f"; ties: {ties}" if ties else "")


def spreads(n: Numbers) -> tuple[bool, str]:
    """The greatest difference between poolings, by set."""
    every = [by_pooling(n, model) for model in BASES]
    found = {c: max(max(one[c]) - min(one[c]) for one in every) for c in SUPERVISED}
    minor = max(found[c] for c in ("STS-B", "SICK-R", "PAWS"))
    says = ", ".join(f"{column} {spread:.2f}" for column, spread in found.items())
    return minor < min(found["NLI"], found["MRPC"]), f"greatest spreads: {says}"


def blog(row) -> list[tuple[str, str]]:
    """CoSENT and Sentence-BERT, by encoder."""
    return [(row(m, COSENT), row(m, SBERT)) for m in BASES]


def blog_means(n: Numbers) -> tuple[bool, str]:
    """The average gains of both tables."""
    domain = differences(n, "1", blog(own), ("Avg.",))
    transfer = differences(n, "2", blog(nli), ("Avg.",))
    says = f"own sets {domain[0]:.2f} and {domain[1]:.2f}, NLI {in_words(transfer)}"
    return min(domain) > 6 and all(round(d) == 1 for d in transfer), says


def blog_losses(n: Numbers) -> tuple[bool, str]:
    """The losses among all gains."""
    found = differences(n, "1", blog(own), CHINESE) + differences(n, "2", blog(nli), CHINESE)
    below = [d for d in found if d < 0]
    return min(found) > -1, f"{len(below)} of {len(found)} are worse, by {-min(found):.2f} at most"


CHECKS = (greatest, steps_saved, faster, exceptions, mean_pooling_best)
CHECKS += (max_pooling_worst, spreads, blog_means, blog_losses)
#: ``printed.toml`` asks for them by these names: "steps saved".
TABLES = {check.__name__.replace("_", " "): check for check in CHECKS}
