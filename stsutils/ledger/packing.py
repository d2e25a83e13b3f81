"""How the ledger's numbers look on disk: draws and predictions as packed whole steps."""

import base64
import hashlib
import math
import zlib

import numpy as np

from stsutils.errors import UserError

STEPS = 32767
#: Draws are kept to five decimals, in 16 bits where they lie no further apart, and from 0, than so.
UNITS, REACH, FARTHEST = 10**5, 0.65, 10**9
#: Predictions of a test set. Draws, which intervals are made of, see all of its pairs.
KEPT = 2000
#: A run on more test sets than this is a suite: its predictions would fill the ledger.
PREDICTED_SETS = 4
#: ``<set> of label 1``: percentiles of a class, not a number a pair.
OF_LABEL = " of label "


def kept_rows(name: str, n: int) -> np.ndarray:
    """The rows (at most 2,000, ascending) whose predictions are kept for a set called ``name``.

    Fixed by the set's name and size, so the kept predictions of two models stand on equal pairs.
    """
    if n <= KEPT:
        return np.arange(n)
    words = np.frombuffer(hashlib.sha256(f"kept rows of {name}".encode()).digest(), dtype="<u4")
    return np.sort(np.random.RandomState(words.astype(np.uint32)).choice(n, KEPT, replace=False))


def pack(result, where: str) -> dict:
    """``metrics, draws, curve, predictions`` of a Result as plain JSON; ``where`` for errors.

    A metric that is not finite becomes null and its draws are left out.
    """
    metrics = {name: _number(value) for name, value in result.metrics.items()}
    if not metrics:
        raise UserError(f"{where}: the recipe gave no metric")
    draws = {n: _vector(v, where) for n, v in result.draws.items() if metrics[n] is not None}
    if lost := [name for name, values in draws.items() if not np.isfinite(values).all()]:
        raise UserError(f"{where}: the draws of {lost[0]!r} are not all finite")
    predictions = {n: quantise(_vector(v, where), n) for n, v in result.predictions.items()}
    return {
        "metrics": metrics,
        "draws": {name: fold(values) for name, values in draws.items()},
        "curve": columns([{k: _point(v) for k, v in row.items()} for row in result.curve]),
        "predictions": {name: packed for name, packed in predictions.items() if packed},
    }


def unpack(raw: dict) -> dict:
    """The four parts as :func:`pack` took them, and ``tested``; a null metric is NaN again.

    Raises ValueError for a number that is none: text, or true.
    """
    metrics = {k: math.nan if v is None else _number_of(v) for k, v in raw["metrics"].items()}
    return {
        "metrics": metrics,
        "draws": {k: unfold(v) for k, v in raw["draws"].items()},
        "curve": [{k: _point_of(v) for k, v in row.items()} for row in rows(raw["curve"])],
        "predictions": {k: restore(v) for k, v in raw["predictions"].items()},
        "tested": {k: v["n"] for k, v in raw["predictions"].items()},
    }


def columns(points: list[dict]) -> dict | list[dict]:
    """A curve with each key written once: ``{key: values}``; as it is where points differ in keys.

    Half of what its points take.
    """
    alike = points and all(list(point) == list(points[0]) for point in points)
    return {key: [point[key] for point in points] for key in points[0]} if alike else points


def rows(curve: dict | list[dict]) -> list[dict]:
    """The points of a curve as :func:`columns` took them."""
    if isinstance(curve, list):
        return curve
    return [dict(zip(curve, point, strict=True)) for point in zip(*curve.values(), strict=True)]


def fold(values: np.ndarray) -> dict | list[float]:
    """Draws to five decimals: ``{low, bits, n, data}``, value = (low + step) / 10⁵.

    ``data`` is base64 of n steps of so many bits, the lowest bit first: a quarter of what digits
    take. Draws that lie further apart are plain numbers.
    """
    if not values.size or np.abs(values).max() > FARTHEST or np.ptp(values) > REACH:
        return [round(float(v), 5) for v in values]
    units = np.rint(values * UNITS).astype(int)
    low, bits = int(units.min()), max(1, int(np.ptp(units)).bit_length())
    ones = (units - low)[:, None] >> np.arange(bits) & 1
    data = base64.b64encode(np.packbits(ones, bitorder="little").tobytes()).decode()
    return {"low": low, "bits": bits, "n": len(units), "data": data}


def unfold(kept: dict | list) -> np.ndarray:
    """The draws as :func:`fold` took them, to five decimals; 16 bits each where it names none."""
    if type(kept) is not dict:
        return np.array([_number_of(value) for value in kept])
    low, data = kept["low"], base64.b64decode(kept["data"], validate=True)
    bits, n = kept.get("bits", 16), kept.get("n", len(data) // 2)
    right = {type(low), type(bits), type(n)} == {int} and abs(low) <= FARTHEST * UNITS
    if not (right and 0 < bits <= 16 and len(data) == -(-n * bits // 8)):
        raise ValueError(f"{n!r:.20} draws of {bits!r:.20} bits from {low!r:.40} on")
    ones = np.unpackbits(np.frombuffer(data, dtype=np.uint8), count=n * bits, bitorder="little")
    return (low + (ones.reshape(n, bits) @ 2.0 ** np.arange(bits))) / UNITS


def quantise(values: np.ndarray, name: str) -> dict | None:
    """Predictions (n) in int16 steps: ``{scale, n, data}``, value = step · scale.

    Cosines take steps of 1/32767; larger scores steps of their largest. ``data`` is base64 of
    zlib of little-endian int16. None where a prediction is not finite.
    """
    if not np.isfinite(values).all():
        return None
    scale = max(1.0, float(np.abs(values).max(initial=0.0))) / STEPS
    steps = np.rint(values[kept_rows(name, len(values))] / scale).clip(-STEPS, STEPS)
    data = zlib.compress(steps.astype("<i2").tobytes(), 9)
    return {"scale": scale, "n": len(values), "data": base64.b64encode(data).decode()}


def restore(packed: dict) -> np.ndarray:
    """The kept predictions, at most 2,000 (see :func:`kept_rows` for which)."""
    n, scale = packed["n"], _number_of(packed["scale"])
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(base64.b64decode(packed["data"], validate=True), 2 * KEPT + 1)
    except zlib.error as error:
        raise ValueError(f"predictions do not decompress: {error}") from error
    if type(n) is not int or len(data) != 2 * min(n, KEPT):
        raise ValueError(f"predictions hold {len(data) // 2} numbers of {n!r:.20}")
    return np.frombuffer(data, dtype="<i2") * scale


def _number_of(value) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{str(value)[:40]!r} is no number")
    return float(value)


def _point_of(value):
    """A value of the training's history."""
    if value is not None and type(value) not in (str, bool, int, float):
        raise ValueError(f"the curve holds a {type(value).__name__}")
    return value


def _number(value) -> float | None:
    return float(value) if math.isfinite(value) else None


def _point(value):
    return value if isinstance(value, (str, bool, int)) else _number(value)


def _vector(values, where: str) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    if values.ndim != 1:
        raise UserError(f"{where}: one flat list of numbers is needed, got shape {values.shape}")
    return values
