"""Take {encoder} in Table VIII, CoSENT in-domain. Let `wins` be on how many of the five sets mean
pooling beats {other}, `most` the set that contributes most to its lead, and `rest` the average
lead on the other four.
"""

HANDS_IN = "wins\nmost\nrest"
IMPORTS = "from stsutils.report.published_numbers import read_published"
PAGE = {"encoder": "BERT-base", "other": "first-last"}
HINTS = (
    (
        'read_published("cosent")["VIII", row, column] gives a number; a row is called as '
        '"BERT-base | in-domain | CoSENT | mean".'
    ),
)
TOLERANCE = {"rest": 0.01}


def given(random):
    chosen = [("BERT-base", "CLS"), ("RoBERTa-base", "CLS"), ("RoBERTa-base", "first-last")]
    return dict(zip(("encoder", "other"), random.choice(chosen), strict=True))


def answers(encoder, other):
    from stsutils.report.published_numbers import read_published

    table, columns = read_published("cosent"), ("NLI", "STS-B", "SICK-R", "PAWS", "MRPC")

    def row(pooling):
        name = f"{encoder} | in-domain | CoSENT | {pooling}"
        return [float(table["VIII", name, column]) for column in columns]

    lead = [a - b for a, b in zip(row("mean"), row(other), strict=True)]
    return {
        "wins": sum(d > 0 for d in lead),
        "most": columns[lead.index(max(lead))],
        "rest": (sum(lead) - max(lead)) / 4,
    }
