"""What the CoSENT paper and its blog say of their own tables."""

from stsutils.experiments.common.printed import (
    Printed,
    about,
    all_above,
    between,
    counted,
    differences,
    mostly_above,
    wins,
)
from stsutils.experiments.cosent.printed_checks import (
    BASES,
    CHINESE,
    COSENT,
    LISTS,
    MODELS,
    MSE,
    NLI_PAIRS,
    POOLINGS,
    RANKCSE,
    SBERT,
    SEVEN,
    TASKS,
    WIKI,
    best_tasks,
    blog_losses,
    blog_means,
    exceptions,
    faster,
    greatest,
    improved,
    interaction,
    max_worst,
    mean_best,
    nli,
    nli_pooled,
    own,
    pawsx,
    pooled,
    rising,
    rivals,
    roberta,
    saved,
    spreads,
)

BLOG = "CoSENT blog post"


def _range(column: str, low: float, high: float) -> Printed:
    return Printed(
        f"In supervised STS CoSENT is better by {low:.2f} to {high:.2f} on {column}.",
        "CoSENT, V-B, Table IV",
        "cosent",
        lambda n: between(differences(n, "IV", rivals(column), (column,)), low, high),
    )


CLAIMS = tuple(
    Printed(text, source, "cosent_blog" if source == BLOG else "cosent", check)
    for text, source, check in (
        (
            "On PAWS and ATEC raising the threshold ε always improves the contrastive loss.",
            "CoSENT, I, Table I",
            rising,
        ),
        (
            "Raw BERT, by CLS or by average, fails to outperform averaged GloVe in all datasets.",
            "CoSENT, V-A, Table III",
            lambda n: all_above(
                n,
                "III",
                [("GloVe | none | mean", f"BERT | none | {p}") for p in ("mean", "CLS")],
                SEVEN,
            ),
        ),
        (
            "CoSENT on NLI improves the average by 1.13 at most.",
            "CoSENT, V-A, Table III",
            lambda n: (
                max(differences(n, "III", NLI_PAIRS, ("Avg.",))) == 1.13,
                f"differences {differences(n, 'III', NLI_PAIRS, ('Avg.',))}",
            ),
        ),
        (
            "CoSENT improves BERT-base and BERT-large on six and seven sets, RoBERTa-base and "
            "RoBERTa-large on four and three.",
            "CoSENT, V-A, Table III",
            improved,
        ),
        (
            "The RoBERTa model generally outperforms the BERT model.",
            "CoSENT, V-A, Table III",
            roberta,
        ),
        (
            "RankCSE with CoSENT improves the average of the SimCSE family by .55 to 4.66.",
            "CoSENT, V-A, Table III",
            lambda n: between(
                differences(
                    n,
                    "III",
                    [
                        (RANKCSE, row)
                        for row in (*LISTS, *(WIKI + m for m in ("SimCSE", "ArcCSE", "DiffCSE")))
                    ],
                    ("Avg.",),
                ),
                0.55,
                4.66,
            ),
        ),
        (
            "RankCSE with CoSENT outperforms ListNet and ListMLE in 5 out of 6 datasets.",
            "CoSENT, V-A, Table III",
            lambda n: counted(wins(n, "III", RANKCSE, LISTS, SEVEN), 5, 6, SEVEN),
        ),
        (
            "The softmax loss is subpar in comparison to the others in supervised STS.",
            "CoSENT, V-B, Table IV",
            lambda n: mostly_above(
                n, "IV", [(own(m, MSE), own(m, SBERT)) for m in MODELS], ("NLI", "PAWS", "MRPC")
            ),
        ),
        (
            "Trained on NLI, CoSENT achieves general improvement across the five Chinese sets.",
            "CoSENT, V-C (1), Table VI",
            lambda n: mostly_above(
                n, "VI", [(nli(m, COSENT), nli(m, SBERT)) for m in BASES], CHINESE
            ),
        ),
        (
            "On PAWSX the improvement is up to 5.25.",
            "CoSENT, V-C (1), Table VI",
            pawsx,
        ),
        (
            "In Chinese supervised STS CoSENT improves all sets, by 5.86 and 2.17 at most against "
            "the best of softmax and MSE.",
            "CoSENT, V-C (2), Table VI",
            greatest,
        ),
        (
            "MSE is not suitable for ATEC and LCQMC: softmax is better.",
            "CoSENT, V-C (3), Table VI",
            lambda n: all_above(
                n, "VI", [(own(m, SBERT), own(m, MSE)) for m in BASES], ("ATEC", "LCQMC")
            ),
        ),
        (
            "On PAWS CoSENT saves 50 % to 67 % of the training time (one training each).",
            "CoSENT, V-F",
            lambda n: (
                [round(saved(n, loss)) for loss in (MSE, SBERT)] == [50, 67],
                f"of MSE's steps {saved(n, MSE)} %, of softmax's {saved(n, SBERT)} %",
            ),
        ),
        (
            "CoSENT can be two to three times faster than SBERT (by the steps of V-F).",
            "CoSENT, I",
            faster,
        ),
        (
            "CoSENT is best in 5 out of 7 transfer tasks.",
            "CoSENT, V-D, Table V",
            best_tasks,
        ),
        (
            "It is about 3 points above InferSent and the Universal Sentence Encoder on average.",
            "CoSENT, V-D, Table V",
            lambda n: about(
                differences(
                    n,
                    "V",
                    [
                        (nli(m, COSENT), row)
                        for m in MODELS[:2]
                        for row in ("InferSent-GloVe | NLI", "Universal Sentence Encoder | NLI")
                    ],
                    ("Avg.",),
                ),
                3,
            ),
        ),
        (
            "It is around 1 point above SBERT on average.",
            "CoSENT, V-D, Table V",
            lambda n: about(differences(n, "V", NLI_PAIRS[:2], ("Avg.",)), 1),
        ),
        (
            "It is about 2 points above SimCSE on average.",
            "CoSENT, V-D, Table V",
            lambda n: about(
                differences(
                    n,
                    "V",
                    [
                        (nli("BERT-base", COSENT), row)
                        for row in (f"{WIKI}SimCSE", nli("BERT-base", "SimCSE"))
                    ],
                    ("Avg.",),
                ),
                2,
            ),
        ),
        (
            "It improves on SBERT with the exception of SST and MRPC.",
            "CoSENT, V-D, Table V",
            exceptions,
        ),
        (
            "RankCSE with CoSENT outperforms in 4 out of 7 transfer tasks.",
            "CoSENT, V-D, Table V",
            lambda n: counted(wins(n, "V", RANKCSE, LISTS, TASKS), 4, 7, TASKS),
        ),
        (
            "As a loss of interaction models CoSENT improves the average by .31 and .24.",
            "CoSENT, V-E, Table VII",
            lambda n: (
                interaction(n) == [0.31, 0.24],
                "differences " + ", ".join(f"{d:.2f}" for d in interaction(n)),
            ),
        ),
        (
            "There BERT is improved more than RoBERTa.",
            "CoSENT, V-E, Table VII",
            lambda n: (
                interaction(n)[0] > interaction(n)[1],
                "differences " + ", ".join(f"{d:.2f}" for d in interaction(n)),
            ),
        ),
        (
            "Mean pooling is best everywhere but on SICK-R with RoBERTa-base.",
            "CoSENT, V-G2, Table VIII",
            mean_best,
        ),
        (
            "Max pooling is worse than all others everywhere, first-last of BERT-base on NLI "
            "excepted.",
            "CoSENT, V-G2, Table VIII",
            max_worst,
        ),
        (
            "The pooling matters little on STS-B, SICK-R and PAWS, more on NLI and MRPC.",
            "CoSENT, V-G2, Table VIII",
            spreads,
        ),
        (
            "From NLI max pooling has the best average, by .02 to 2.03.",
            "CoSENT, V-G2, Table IX",
            lambda n: between(
                differences(
                    n,
                    "IX",
                    [
                        (nli_pooled(m, "max"), nli_pooled(m, p))
                        for m in BASES
                        for p in POOLINGS
                        if p != "max"
                    ],
                    ("Avg.",),
                ),
                0.02,
                2.03,
            ),
        ),
        (
            "From NLI first-last is better than all other poolings on STS-B and SICK-R with "
            "BERT-base.",
            "CoSENT, V-G2, Table IX",
            lambda n: all_above(
                n,
                "IX",
                [
                    (nli_pooled("BERT-base", "first-last"), nli_pooled("BERT-base", p))
                    for p in POOLINGS[:3]
                ],
                ("STS-B", "SICK-R"),
            ),
        ),
        (
            "In supervised NLI first-last is the worst pooling of BERT-base.",
            "CoSENT, V-G2, Table VIII",
            lambda n: all_above(
                n,
                "VIII",
                [(pooled("BERT-base", p), pooled("BERT-base", "first-last")) for p in POOLINGS[:3]],
                ("NLI",),
            ),
        ),
        (
            "The average improvement is over 6 points on the tasks' own sets, around 1 from NLI.",
            BLOG,
            blog_means,
        ),
        (
            "The slight decreases in a few tasks are within one point.",
            BLOG,
            blog_losses,
        ),
    )
) + tuple(
    _range(column, low, high)
    for column, low, high in (
        ("NLI", 0.04, 26.20),
        ("STS-B", 1.08, 2.82),
        ("SICK-R", 0.01, 0.67),
        ("PAWS", 1.50, 12.55),
        ("MRPC", 5.67, 25.20),
    )
)
