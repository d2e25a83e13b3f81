"""Peak memory and CPU time of one big CoSENT step by gradient caching, in this fresh process.

    python tools/bench/step_memory.py --pairs 4096 --chunk 1024

The encoder has the shape of all-MiniLM-L6-v2 (6 layers × 384, 1536 inside, 30,522 pieces) and
random weights; sentences are random pieces, as long as those of STS-B. The step is `fit`'s own,
AdamW included. Prints one line of JSON: what the process needed at its peak, all libraries
included, and what it needed before the step. `--chunk 0` is the direct step.
"""

import argparse
import json
import resource
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import torch
from transformers import BertConfig, BertModel

from stsutils.encoders import BiEncoder
from stsutils.encoders.tokens import Tokens
from stsutils.losses import cosent, on_cosines
from stsutils.training import fit


class RandomPieces(BiEncoder):
    """A BiEncoder whose sentences are numbers; each stands for a random text of some length."""

    def prepare(self, columns: list[list[str]]) -> list[Tokens]:
        """Lengths spread as in STS-B: 5 to 70 pieces, 13 in the middle, 14 on average."""
        rng, out = np.random.default_rng(0), []
        for column in columns:
            lengths = np.clip(rng.lognormal(2.6, 0.42, len(column)), 5, 70).astype(int)
            texts = [rng.integers(1000, 30_522, n).tolist() for n in lengths]
            out.append(Tokens.of(texts, self.device))
        return out


def peak_mb() -> float:
    """The most memory this process has held so far, in millions of bytes.

    Linux hands the parent's `ru_maxrss` on to its children, so there the kernel's own mark is read.
    """
    status = Path("/proc/self/status")
    if status.exists():
        mark = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(mark.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024  # a Mac counts bytes, others KiB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def minilm_shape() -> BertModel:
    """A transformer of all-MiniLM-L6-v2's shape; its weights are random."""
    shape = BertConfig(
        vocab_size=30_522,
        num_hidden_layers=6,
        hidden_size=384,
        num_attention_heads=12,
        intermediate_size=1536,
    )
    return BertModel(shape, add_pooling_layer=False)


def main() -> None:
    """Make the encoder, take the step, print the numbers."""
    parser = argparse.ArgumentParser(description="Memory of one big training step.")
    parser.add_argument("--pairs", type=int, default=4096, help="pairs in the batch")
    parser.add_argument("--chunk", type=int, default=1024, help="tokens at once; 0: all")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    encoder = RandomPieces(minilm_shape(), SimpleNamespace(pad_token_id=0))
    numbers = [str(i) for i in range(asked.pairs)]
    scores = np.random.default_rng(1).integers(0, 26, asked.pairs) / 5
    rows = pd.DataFrame({"sentence1": numbers, "sentence2": numbers, "score": scores})
    before, started = peak_mb(), time.process_time()
    history = fit(
        encoder,
        rows,
        on_cosines(cosent),
        batch_size=asked.pairs,
        chunk=asked.chunk or None,
        progress=False,
    )
    seconds, after = time.process_time() - started, peak_mb()
    result = {"pairs": asked.pairs, "chunk": asked.chunk, "loss": history["loss"].item()}
    result |= {"peak_mb": after, "before_mb": before, "step_mb": after - before}
    print(json.dumps(result | {"cpu_seconds": seconds}))


if __name__ == "__main__":
    main()
