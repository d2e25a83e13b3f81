"""How `make bench` measures: CPU seconds of one thread, paired in one process.

Each round runs ours, then theirs; the figure is the median of the rounds' ratios (theirs / ours,
so above 1 is faster than theirs) with the smallest and largest.
"""

import statistics
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field

#: Longer names than this push their figures to the right.
WIDTH = 52


def clock(function: Callable, repeat: int = 1) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    for _ in range(repeat):
        function()
    return (time.process_time() - start) / repeat


def added_mb(function: Callable) -> float:
    """The most memory that a call holds at once beside what was there, in millions of bytes.

    Counts what Python and numpy ask for, results included.
    """
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


@dataclass
class Bench:
    """Collects one part's figures. A line's name is printed before it is measured, so that the
    last line on the screen says what runs now.

    `clock` times a function ``repeat`` times; `peaks` are the machine's FLOP/s by precision.
    """

    rounds: int
    bfloat16: bool = False
    clock: Callable = clock
    metrics: dict[str, float] = field(default_factory=dict)
    draws: dict[str, list[float]] = field(default_factory=dict)
    lines: list[dict] = field(default_factory=list)
    peaks: dict[str, float] = field(default_factory=dict)

    def paired(
        self,
        name: str,
        ours: Callable,
        theirs: Callable,
        *,
        rounds: int | None = None,
        flops: float | None = None,
        precision: str = "float32",
        steps: int = 1,
    ) -> None:
        """Run both in turn, after one warm call each, and keep every round's ratio.

        `flops`, of one call, give our share of the machine's peak in `precision`. Where a call
        makes several `steps`, the milliseconds are those of one.
        """
        print(f"{name:<{WIDTH}}", end="", flush=True)
        once = self.clock(ours)
        theirs()
        repeat = max(1, round(0.02 / max(once, 1e-6)))  # 20 ms at least, for the clock's sake
        times = [
            (self.clock(ours, repeat), self.clock(theirs, repeat))
            for _ in range(rounds or self.rounds)
        ]
        ratios = [b / a for a, b in times]
        line = {
            "name": name,
            "ours_ms": 1e3 * statistics.median(a for a, _ in times) / steps,
            "theirs_ms": 1e3 * statistics.median(b for _, b in times) / steps,
            "ratio": statistics.median(ratios),
            "ratio_min": min(ratios),
            "ratio_max": max(ratios),
        }
        if flops:
            line["share"] = flops / steps / (line["ours_ms"] / 1e3) / self.peaks[precision]
        self.lines.append(line)
        self.metrics[name] = line["ratio"]
        self.draws[name] = ratios
        share = f"{line['share']:>7.0%}" if flops else ""
        print(
            f"{line['ours_ms']:>10.2f}{line['theirs_ms']:>11.2f}{line['ratio']:>8.2f}"
            f"  ({line['ratio_min']:.2f}–{line['ratio_max']:.2f}){share}",
            flush=True,
        )

    def number(self, name: str, value: float | Callable[[], float], unit: str) -> float:
        """Keep a figure that has no partner; a function is called once the name is printed."""
        print(f"{name:<{WIDTH}}", end="", flush=True)
        value = float(value() if callable(value) else value)
        self.metrics[f"{name}, {unit}"] = value
        self.lines.append({"name": name, "value": value, "unit": unit})
        print(f"{value:>10.4g} {unit}", flush=True)
        return value

    def skip(self, name: str, why: str) -> None:
        """Leave out the lines whose names begin with `name`, with a word that is recorded."""
        self.lines.append({"name": name, "skipped": why})
        print(f"{name}: left out. {why}", flush=True)

    def say(self, text: str) -> None:
        """A step that is no figure, such as loading a model."""
        print(f"… {text}", flush=True)

    def measure_peaks(self, device: str = "cpu") -> None:
        """FLOP/s of a large matrix product: what this machine can do at most."""
        import torch

        from stsutils.encoders.matmul import matmul_precision

        size = 1024 if device == "cpu" else 8192
        for name in ("float32", "bfloat16"):
            a = torch.randn(size, size, device=device, dtype=getattr(torch, name))

            def rate(a=a) -> float:
                times = [self.clock(lambda: a @ a)]
                if times[0] < 0.5:  # a processor without instructions for it takes seconds
                    times += [self.clock(lambda: a @ a) for _ in range(6)]
                return 2 * size**3 / min(times) / 1e9

            with matmul_precision(
                "highest", torch.device(device)
            ):  # by the library that ours takes
                self.peaks[name] = 1e9 * self.number(f"matrix product, {name}", rate, "GFLOP/s")

    def precisions(self, what: str) -> list[str]:
        """float32, and bfloat16 where the machine has instructions for it (or when told).

        `what` begins the names of the lines that are left out.
        """
        if self.bfloat16 or self.peaks["bfloat16"] > self.peaks["float32"]:
            return ["float32", "bfloat16"]
        why = "This processor is slower in it than in float32; --bfloat16 measures it anyway."
        self.skip(f"{what}, bfloat16", why)
        return ["float32"]
