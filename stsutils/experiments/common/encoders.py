"""The encoders of all tables, with the revisions that were looked at."""

#: The embedded encoder, as records name it. Another one gets the next digit.
MINI_3 = "mini-3"
BERT = "google-bert/bert-base-uncased@86b5e0934494bd15c9632b12f734a8a67f723594"
BERT_ZH = "google-bert/bert-base-chinese@8f23c25b06e129b6c986331a13d8d025a92cf0ea"
BERT_LARGE = "google-bert/bert-large-uncased@6da4b6a26a1877e173fca3225479512db81a5e5b"
ROBERTA = "FacebookAI/roberta-base@e2da8e2f811d1448a5b465c236feacd80ffbac7b"
ROBERTA_LARGE = "FacebookAI/roberta-large@722cf37b1afa9454edce342e7895e588b6ff1d59"
ROBERTA_ZH = "hfl/chinese-roberta-wwm-ext@5c58d0b8ec1d9014354d691c538661bf00bfdb44"

#: The paper's other encoders: rows of the paper tier beside those of BERT-base.
OTHERS = {"BERT-large": BERT_LARGE, "RoBERTa-base": ROBERTA, "RoBERTa-large": ROBERTA_LARGE}
OTHERS_EN = {"RoBERTa-base": ROBERTA}
OTHERS_ZH = {"RoBERTa-base": ROBERTA_ZH}


def encoder_of(tier: str, theirs: str = BERT) -> str:
    """The encoder of a tier: ours at the lab, ``theirs`` at the paper tier."""
    return MINI_3 if tier == "lab" else theirs


def encoders(tier: str, others: dict = OTHERS) -> dict:
    """Prefix of a row → the change of encoder; the first has no prefix and is the tier's own."""
    named = {f"{name} | ": {"encoder": encoder} for name, encoder in others.items()}
    return {"": {}} | (named if tier == "paper" else {})
