"""RankCSE with three rankings: ListNet, ListMLE, and CoSENT in their place (CoSENT's Table III).

Nobody published the authors' code or says how CoSENT was put there, so the loss is our reading
(`stsutils.losses.rank_cse`), with one teacher: all-MiniLM-L6-v2, which knows much more than the
student. The student is the mini encoder on the text, budget and tests of RankEncoder's tables.
SimCSE is the same training without a teacher. Each ranking has its own learning rate, of four by
the validation score on STS-B, as SimCSE has. The community's temperature of .05 is a λ of 20;
"own λ" chooses CoSENT's among five with two of the rates, at λ = 5 with three. ListNet and CoSENT
at λ = 5 train for 150 steps as well, on twice the sentences, at the rate that they took for 75 or
at a third of it.

The paper tier has SimCSE (unsupervised, BERT-base) as the teacher, the smaller of the two in the
community's code, whose weights are on the hub; batches of 128 and 3e-5 as there.
"""

from itertools import product

from stsutils.experiments.common.declare import Experiment, Tuned, printed
from stsutils.experiments.common.nli import SEVEN
from stsutils.experiments.common.sets import AVERAGE, UNTRAINED
from stsutils.experiments.common.trainings import grid, start
from stsutils.experiments.rankencoder.parts import ON_MINILM, READERS, SIMCSE, simcse, tests

RANKINGS = {"list_net": "ListNet", "list_mle": "ListMLE", "cosent_rows": "CoSENT"}
ROWS = {ranking: f"RankCSE, {title}" for ranking, title in RANKINGS.items()}
PRINTED = {ROWS[ranking]: f"Wiki | RankCSE ({title})" for ranking, title in RANKINGS.items()}
TEACHER = "the teacher"
OWN_LAMBDA = f"{ROWS['cosent_rows']}, own λ"
LAMBDAS = (2.5, 5, 10, 20, 40)
RATES = {"lab": (1e-4, 3e-4, 1e-3, 3e-3), "paper": (3e-5,)}
#: What is added to a row's name that trains on 9,600 sentences.
LONGER = ", 150 steps"
UNSUPERVISED_SIMCSE = "princeton-nlp/unsup-simcse-bert-base-uncased"
TEACHERS = {
    "lab": ON_MINILM.read("lab"),
    "paper": {"encoder": UNSUPERVISED_SIMCSE, "pooling": "cls", "max_length": 32},
}


def training(tier: str, lr: float, **changes) -> dict:
    """Settings of one training, tested on the seven sets."""
    run = READERS[tier] | simcse(tier, lr) | {"test": [*tests(tier).values()]}
    return run | ({"batch_size": 128, "evaluations": 63} if tier == "paper" else {}) | changes


def taught(tier: str, lr: float, ranking: str, **loss) -> dict:
    """The same with a teacher, whose order is learned."""
    loss = {"name": "rank_cse", "ranking": ranking} | loss
    return training(tier, lr, loss=loss, teacher=TEACHERS[tier])


def cells(tier: str) -> dict:
    """The student as it is, without a teacher, with each ranking; and the teacher."""
    rows, rates = {}, RATES[tier]
    for row, reader in ((UNTRAINED, READERS[tier]), (TEACHER, TEACHERS[tier])):
        rows[row] = start(reader["encoder"], tests(tier), reader["pooling"], reader["max_length"])
    ways = {SIMCSE: [training(tier, lr) for lr in rates]}
    ways |= {row: [taught(tier, lr, ranking) for lr in rates] for ranking, row in ROWS.items()}
    if tier == "lab":
        own = [{} if scale == 20 else {"temperature": 1 / scale} for scale in LAMBDAS]
        pairs = [*product(own, rates[1:3]), (own[1], rates[3])]
        ways[OWN_LAMBDA] = [taught(tier, lr, "cosent_rows", **loss) for loss, lr in pairs]
        list_net = [taught(tier, lr, "list_net") | {"rows": 9_600} for lr in rates[:2]]
        cosent = [taught(tier, lr, "cosent_rows", **own[1]) | {"rows": 9_600} for lr in rates[1:3]]
        ways |= {ROWS["list_net"] + LONGER: list_net, OWN_LAMBDA + LONGER: cosent}
    for row, runs in ways.items():
        rows[row] = {column: Tuned(tuple(runs), name) for column, name in tests(tier).items()}
    return grid(rows, average=SEVEN)


EXPERIMENT = Experiment(
    name="rankcse",
    title="RankCSE by how the teacher's order is learned",
    cells=cells,
    published=printed("cosent", "III", PRINTED, (*SEVEN, AVERAGE)),
    seeds=6,
)
