"""What a run was made with: sources, versions, processor, threads. Nothing heavy is imported."""

import datetime
import hashlib
import importlib.metadata
import os
import platform
import sys
from pathlib import Path

PACKAGES = ("stsutils", "torch", "transformers", "datasets", "numpy", "scipy", "pandas")


def provenance(device: str | None, sources: str, seconds: float) -> dict:
    """What is recorded beside the numbers of a run; what the recipe knows of it joins in."""
    return {
        "data_sha": None,
        "encoder_sha": None,
        "code_sha": sources,
        "versions": versions(),
        "device": device or "chosen by the recipe",
        "cpu": cpu(),
        **({"gpu": name} if (name := gpu(device)) else {}),
        "threads": threads(),
        "minutes": round(seconds / 60, 4),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def code_sha() -> str:
    """Hash of the package's sources: names and contents of its .py files, sorted."""
    root, total = Path(__file__).parent, hashlib.sha256()
    for path in sorted(root.rglob("*.py"), key=lambda p: p.relative_to(root).as_posix()):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that make the numbers; none is imported."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def cpu() -> str:
    """The processor's name: the last digits of a sum differ from one make to the next."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:  # no Linux
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def gpu(device: str | None) -> str | None:
    """The name of the GPU that was computed on; None for a CPU, also where there is a GPU idle."""
    torch = sys.modules.get("torch")
    used = device != "cpu" and torch is not None and torch.cuda.is_initialized()
    return torch.cuda.get_device_name() if used else None


def threads() -> int:
    """How many threads torch uses, or would use."""
    torch = sys.modules.get("torch")
    return torch.get_num_threads() if torch else os.cpu_count() or 1


def set_threads(number: int) -> None:
    """Let torch use so many, where it has been imported."""
    torch = sys.modules.get("torch")
    if torch:
        torch.set_num_threads(number)
