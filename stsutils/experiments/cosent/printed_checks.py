"""The arithmetic behind what the CoSENT paper and its blog say of their own tables.

Each check takes a look-up of printed numbers and says whether the sentence is true, and what the
table says.
"""

from stsutils.experiments.common.printed import (
    Numbers,
    all_above,
    counted,
    differences,
    mostly_above,
    wins,
)

SEVEN = ("STS12", "STS13", "STS14", "STS15", "STS16", "STS-B", "SICK-R")
TASKS = ("MR", "CR", "SUBJ", "MPQA", "SST", "TREC", "MRPC")
SUPERVISED = ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")
CHINESE = ("ATEC", "BQ", "LCQMC", "PAWSX", "STS-B")
MODELS = ("BERT-base", "BERT-large", "RoBERTa-base", "RoBERTa-large")
BASES = ("BERT-base", "RoBERTa-base")
WIKI = "BERT-base | Wiki | "
RANKCSE = f"{WIKI}RankCSE (CoSENT)"
LISTS = (f"{WIKI}RankCSE (ListNet)", f"{WIKI}RankCSE (ListMLE)")
POOLINGS = ("mean", "CLS", "max", "first-last")


def nli(model: str, loss: str) -> str:
    """A row trained on NLI."""
    return f"{model} | NLI | {loss}"


def own(model: str, loss: str) -> str:
    """A row trained on the column's own set."""
    return f"{model} | in-domain | {loss}"


SBERT, MSE, COSENT = "SBERT (softmax)", "SBERT (MSE)", "CoSENT"
NLI_PAIRS = [(nli(m, COSENT), nli(m, SBERT)) for m in MODELS]


def rivals(column: str) -> list[tuple[str, str]]:
    """CoSENT against each loss that the column has a number for."""
    losses = (MSE, SBERT) if column not in ("STS-B", "SICK-R") else (MSE,)
    return [(own(m, COSENT), own(m, loss)) for m in MODELS for loss in losses]


def improved(n: Numbers) -> tuple[bool, str]:
    """On how many of the seven sets CoSENT wins, by encoder."""
    found = [len(wins(n, "III", a, (b,), SEVEN)) for a, b in NLI_PAIRS]
    return found == [6, 7, 4, 3], ", ".join(map(str, found))


def roberta(n: Numbers) -> tuple[bool, str]:
    """RoBERTa's averages against BERT's of the same size and loss."""
    pairs = [
        (nli(f"RoBERTa-{size}", loss), nli(f"BERT-{size}", loss))
        for size in ("base", "large")
        for loss in (SBERT, COSENT)
    ]
    return mostly_above(n, "III", pairs, ("Avg.",))


def greatest(n: Numbers) -> tuple[bool, str]:
    """The gain over the better of MSE and softmax, set by set."""
    found = []
    for model in BASES:
        gains = []
        for column in CHINESE:
            losses = (MSE, SBERT) if column != "STS-B" else (MSE,)
            best = max(n("VI", own(model, loss), column) for loss in losses)
            gains.append(round(n("VI", own(model, COSENT), column) - best, 2))
        found.append((min(gains), max(gains)))
    says = "; ".join(f"{m}: {a:.2f} to {b:.2f}" for m, (a, b) in zip(BASES, found, strict=True))
    return all(a > 0 for a, _ in found) and [b for _, b in found] == [5.86, 2.17], says


def saved(n: Numbers, loss: str) -> float:
    """The share of a baseline's steps to convergence on PAWS that CoSENT saves, in per cent."""
    steps = [n("V-F", f"in-domain | {one}", "PAWS step") for one in (COSENT, loss)]
    return round(100 * (1 - steps[0] / steps[1]), 1)


def faster(n: Numbers) -> tuple[bool, str]:
    """How many times SBERT's steps are CoSENT's, with either of its losses."""
    times = [100 / (100 - saved(n, loss)) for loss in (MSE, SBERT)]
    return [round(t) for t in times] == [2, 3], ", ".join(f"{t:.2f} times" for t in times)


def pawsx(n: Numbers) -> tuple[bool, str]:
    """The gain on PAWSX from NLI."""
    pairs = [(nli(m, COSENT), nli(m, SBERT)) for m in BASES]
    found = differences(n, "VI", pairs, ("PAWSX",))
    return max(found) == 5.25, f"differences {', '.join(f'{d:.2f}' for d in found)}"


def best_tasks(n: Numbers) -> tuple[bool, str]:
    """The transfer tasks where the best number is one of CoSENT's."""
    ours = (nli("BERT-base", COSENT), nli("BERT-large", COSENT), RANKCSE)
    bert = ("BERT | none | mean", "BERT | none | CLS", "GloVe | none | mean")
    others = (*bert, "fastText | none | mean", "InferSent-GloVe | NLI")
    others += ("Universal Sentence Encoder | NLI", nli("BERT-base", "SimCSE"), *LISTS)
    others += (nli("BERT-base", SBERT), nli("BERT-large", SBERT))
    others += tuple(WIKI + name for name in ("SimCSE", "ArcCSE", "DiffCSE"))
    found = [
        task
        for task in TASKS
        if max(n("V", row, task) for row in ours) > max(n("V", row, task) for row in others)
    ]
    return counted(found, 5, 7, TASKS)


def exceptions(n: Numbers) -> tuple[bool, str]:
    """The tasks where CoSENT is below SBERT."""
    a, b = nli("BERT-base", COSENT), nli("BERT-base", SBERT)
    found = [task for task in TASKS if n("V", a, task) < n("V", b, task)]
    return found == ["SST", "MRPC"], f"the exception of BERT-base is {', '.join(found) or 'none'}"


def interaction(n: Numbers) -> list[float]:
    """The average gains of the two interaction models."""
    pairs = [(own(m, "interaction (CoSENT)"), own(m, "interaction (cross-entropy)")) for m in BASES]
    return differences(n, "VII", pairs, ("Avg.",))


def pooled(model: str, pooling: str) -> str:
    """A row of Table VIII."""
    return own(model, f"CoSENT | {pooling}")


def mean_best(n: Numbers) -> tuple[bool, str]:
    """Where another pooling than the mean is best."""
    found = {
        (model, column)
        for model in BASES
        for column in SUPERVISED
        if any(
            n("VIII", pooled(model, p), column) > n("VIII", pooled(model, "mean"), column)
            for p in POOLINGS
        )
    }
    says = "; ".join(f"{model} on {column}" for model, column in sorted(found))
    return found == {("RoBERTa-base", "SICK-R")}, f"another pooling is better for {says}"


def max_worst(n: Numbers) -> tuple[bool, str]:
    """Where another pooling is below max."""
    pairs = [(pooled(m, p), pooled(m, "max")) for m in BASES for p in POOLINGS if p != "max"]
    known = (pooled("BERT-base", "first-last"), "NLI")
    others = [
        f"{column}: {a.rpartition(' | ')[2]} of {a.partition(' | ')[0]}"
        for a, b in pairs
        for column in SUPERVISED
        if n("VIII", a, column) < n("VIII", b, column) and (a, column) != known
    ]
    return not others, f"other exceptions: {'; '.join(others) or 'none'}"


def spreads(n: Numbers) -> tuple[bool, str]:
    """The greatest difference between poolings, by set."""
    found = {
        column: max(
            max(n("VIII", pooled(m, p), column) for p in POOLINGS)
            - min(n("VIII", pooled(m, p), column) for p in POOLINGS)
            for m in BASES
        )
        for column in SUPERVISED
    }
    minor = max(found[c] for c in ("STS-B", "SICK-R", "PAWS"))
    says = ", ".join(f"{column} {spread:.2f}" for column, spread in found.items())
    return minor < min(found["NLI"], found["MRPC"]), f"greatest spreads: {says}"


def nli_pooled(model: str, pooling: str) -> str:
    """A row of Table IX."""
    return nli(model, f"CoSENT | {pooling}")


def rising(n: Numbers) -> tuple[bool, str]:
    """Each threshold against the one below it."""
    rows = [f"contrastive (threshold {e})" for e in ("-1", "-0.5", "0", "0.5", "0.9")]
    return all_above(n, "I", list(zip(rows[1:], rows, strict=False)), ("PAWS", "ATEC"))


def blog(kind: str) -> list[tuple[str, str]]:
    """CoSENT and Sentence-BERT, by encoder."""
    return [(f"{m} | {kind} | {COSENT}", f"{m} | {kind} | {SBERT}") for m in BASES]


def blog_means(n: Numbers) -> tuple[bool, str]:
    """The average gains of both tables."""
    domain = differences(n, "1", blog("in-domain"), ("Avg.",))
    transfer = differences(n, "2", blog("NLI"), ("Avg.",))
    says = f"own sets {domain[0]:.2f} and {domain[1]:.2f}, NLI {transfer[0]:.2f}, {transfer[1]:.2f}"
    return min(domain) > 6 and all(round(d) == 1 for d in transfer), says


def blog_losses(n: Numbers) -> tuple[bool, str]:
    """The losses among all gains."""
    found = differences(n, "1", blog("in-domain"), CHINESE)
    found += differences(n, "2", blog("NLI"), CHINESE)
    below = [d for d in found if d < 0]
    return min(found) > -1, f"{len(below)} of {len(found)} are worse, by {-min(found):.2f} at most"
