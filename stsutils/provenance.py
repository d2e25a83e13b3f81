"""What a run was made with: sources, versions, processor, threads. Nothing heavy is imported."""

import contextlib
import datetime
import functools
import hashlib
import importlib.metadata
import os
import platform
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent
PACKAGES = ("stsutils", "torch", "transformers", "datasets", "numpy", "scipy", "pandas")


def provenance(device: str | None, sources: str, seconds: float) -> dict:
    """What is recorded beside the numbers of a run that took `seconds` and has just ended.

    What the recipe knows of it joins in. ``started`` and ``ended`` are UTC, to the second.
    """
    ended = datetime.datetime.now(datetime.UTC)
    started = ended - datetime.timedelta(seconds=seconds)
    return {
        "data_sha": None,
        "encoder_sha": None,
        "code_sha": sources,
        "versions": dict(versions()),
        "device": device or "chosen by the recipe",
        "cpu": cpu(),
        **({"gpu": name} if (name := gpu(device)) else {}),
        **({"products": library} if (library := matmul_library()) else {}),
        "threads": threads(),
        "minutes": round(seconds / 60, 4),
        "date": ended.date().isoformat(),
        "started": started.isoformat(timespec="seconds"),
        "ended": ended.isoformat(timespec="seconds"),
    }


def commit() -> str | None:
    """The commit that has these declarations: HEAD, where git knows them and sees no change."""

    def git(*words: str) -> str:
        run = subprocess.run(["git", *words], cwd=PACKAGE, capture_output=True, text=True)
        return run.stdout.strip() if run.returncode == 0 else ""

    try:
        known = git("ls-files", "--error-unmatch", "experiments/__init__.py")
        changed = git("status", "--porcelain", "--", "experiments", "claims")
        return git("rev-parse", "HEAD") if known and not changed else None
    except OSError:  # no git here
        return None


def code_sha() -> str:
    """Hash of the package's sources: names and contents of its .py files, sorted."""
    total = hashlib.sha256()
    sources = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    for name, path in sorted(sources.items()):
        total.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


@functools.cache
def versions() -> dict[str, str]:
    """Versions of Python and of the packages that make the numbers; none is imported."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
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
    return torch.cuda.get_device_name(device) if used else None


def matmul_library() -> str | None:
    """The library of float32 products on a processor, and torch's setting; None without torch."""
    module = sys.modules.get("stsutils.encoders.matmul")
    return module.matmul_library() if hasattr(module, "matmul_library") else None


def threads() -> int:
    """How many threads torch uses, or would use."""
    torch = sys.modules.get("torch")
    return torch.get_num_threads() if torch else os.cpu_count() or 1


def set_threads(number: int) -> None:
    """Let torch use so many, where it has been imported."""
    torch = sys.modules.get("torch")
    if torch:
        torch.set_num_threads(number)
