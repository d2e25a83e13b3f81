"""The same weights by other runtimes: the fastest encode that a user could pick.

all-MiniLM-L6-v2 (its shape, where it is nowhere) is written to ONNX and read by ONNX Runtime and
OpenVINO, one thread each. Every line is beside sentence-transformers in float32, with the lowest
cosine of a vector to its own and Spearman's correlation of the demo test pairs.
"""

import importlib.util
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from measure import Bench
from models import both, minilm, rowwise
from scipy.stats import spearmanr
from torch import nn

from stsutils.data import load
from stsutils.encoders import BiEncoder
from stsutils.encoders.pooling import pool

PACKAGES = ("onnx", "onnxscript", "onnxruntime", "openvino")
PAIRS = 250
#: Texts that a runtime reads together, sorted by their tokens.
TEXTS = 32
#: From token ids and mask (n×L each) to vectors (n×d).
Call = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Vectors(nn.Module):
    """What is exported: from token ids and mask to pooled vectors."""

    def __init__(self, encoder: BiEncoder):
        """Share the encoder's transformer."""
        super().__init__()
        self.transformer, self.pooling = encoder.transformer, encoder.pooling

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """One vector a text (n×d)."""
        read = {"input_ids": ids, "attention_mask": mask, "output_hidden_states": True}
        return pool(self.pooling, self.transformer(**read).hidden_states, mask)


def export(encoder: BiEncoder, file: Path) -> None:
    """Write the encoder to ONNX, for any number of texts and tokens."""
    ids = torch.arange(24).view(3, 8)
    axes = {0: torch.export.Dim("texts"), 1: torch.export.Dim("tokens")}
    how = {"dynamo": True, "dynamic_shapes": (axes, axes), "verbose": False}
    names = {"input_names": ["ids", "mask"], "output_names": ["vectors"]}
    torch.onnx.export(Vectors(encoder), (ids, ids * 0 + 1), **how, **names).save(file)


def onnxruntime(file: Path) -> Call:
    """ONNX Runtime, one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    return lambda ids, mask: session.run(None, {"ids": ids, "mask": mask})[0]


def openvino(file: Path, precision: str) -> Call:
    """OpenVINO, one thread."""
    import openvino

    how = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": precision}
    model = openvino.Core().compile_model(file, "CPU", how)
    return lambda ids, mask: model([ids, mask])[0]


def calls(encoder: BiEncoder, folder: Path) -> Iterator[tuple[str, Call]]:
    """Each runtime and precision, by name."""
    import onnxruntime.quantization as quantization

    whole, small = folder / "model.onnx", folder / "int8.onnx"
    export(encoder, whole)
    yield "ONNX Runtime, float32", onnxruntime(whole)
    yield "OpenVINO, float32", openvino(whole, "f32")
    yield "OpenVINO, bfloat16", openvino(whole, "bf16")
    quantization.quantize_dynamic(whole, small)
    yield "ONNX Runtime, int8", onnxruntime(small)


def encode(encoder: BiEncoder, call: Call, texts: list[str]) -> np.ndarray:
    """Vectors of texts, read in groups of like length, padded to the longest of each."""
    tokens = encoder.tokenize(texts)
    out = np.empty((len(texts), encoder.dimension), np.float32)
    order = np.argsort(tokens.lengths, kind="stable")
    for rows in np.split(order, range(TEXTS, len(texts), TEXTS)):
        mask = np.arange(tokens.lengths[rows].max()) < tokens.lengths[rows][:, None]
        ids = np.full(mask.shape, encoder.tokenizer.pad_token_id, np.int64)
        ids[mask] = np.concatenate([tokens[row] for row in rows])
        out[rows] = call(ids, mask.astype(np.int64))
    return out


def runtimes(bench: Bench) -> None:
    """Every runtime, where all of `PACKAGES` are installed."""
    if missing := [one for one in PACKAGES if not importlib.util.find_spec(one)]:
        bench.skip("encode minilm by", f"It needs: pip install {' '.join(missing)}.")
        return
    encoder = minilm(bench, "runtimes")
    pairs, theirs = load("demo", "test").head(PAIRS), both(encoder)
    texts = list(dict.fromkeys([*pairs.sentence1, *pairs.sentence2]))
    exact = theirs.encode(texts)
    read = {text: row for row, text in enumerate(texts)}
    with tempfile.TemporaryDirectory() as folder:
        ways = {"stsutils, float32": encoder.encode}
        for what, call in calls(encoder, Path(folder)):
            ways[what] = lambda some, call=call: encode(encoder, call, some)
        for what, way in ways.items():
            line, found = f"encode minilm by {what}", way(texts)
            bench.number(f"{line}: lowest cosine", rowwise(found, exact).min(), "at least")
            one, two = (found[[read[t] for t in pairs[c]]] for c in ("sentence1", "sentence2"))
            rho = spearmanr(rowwise(one, two), pairs.score)[0]
            bench.number(f"{line}: demo test pairs", 100 * rho, "ρ × 100")
            bench.paired(line, lambda w=way: w(texts), lambda: theirs.encode(texts, batch_size=32))
