"""What each process of tests/losses/test_trainer.py does; run by torchrun, or called by the test.

`python -m torch.distributed.run --nproc-per-node 2 trainer_work.py ENCODER OUT`
"""

import os
import sys
from pathlib import Path

WORDS = ["a cat sat on the mat .", "two dogs run .", "the woman reads .", "a man plays the guitar"]
PAIRS = {
    "sentence1": [WORDS[i % 4] + " the sun" * (i % 3) for i in range(8)],
    "sentence2": [WORDS[i % 3] + " a mat" * (i % 4) for i in range(8)],
}
LABELS = {
    "cosent": [float(i % 6) for i in range(8)],
    "cosine_mse": [i / 8 for i in range(8)],
    "softmax": [i % 3 for i in range(8)],
    "info_nce": None,
}


def trainings(encoder: str, out: str) -> dict:
    """The weights after three steps with each loss, the batch all eight pairs: name -> weights."""
    from datasets import Dataset
    from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer
    from sentence_transformers import SentenceTransformerTrainingArguments as Arguments

    from stsutils.losses import for_sentence_transformers

    each = 8 // int(os.environ.get("WORLD_SIZE", 1))
    found = {}
    for name, labels in LABELS.items():
        rows = PAIRS | ({} if labels is None else {"label": labels})
        model = SentenceTransformer(encoder, device="cpu")
        plan = {"per_device_train_batch_size": each, "num_train_epochs": 3, "learning_rate": 1e-3}
        quiet = {"report_to": [], "save_strategy": "no", "disable_tqdm": True}
        arguments = Arguments(out, use_cpu=True, **plan, **quiet)
        given = {"train_dataset": Dataset.from_dict(rows), "args": arguments}
        loss = for_sentence_transformers(model, name)
        SentenceTransformerTrainer(model=model, loss=loss, **given).train()
        found |= {f"{name} {key}": value.clone() for key, value in model.state_dict().items()}
    return found


if __name__ == "__main__":
    from safetensors.torch import save_file

    weights = trainings(sys.argv[1], sys.argv[2])
    save_file(weights, Path(sys.argv[2]) / f"{os.environ['RANK']}.safetensors")
