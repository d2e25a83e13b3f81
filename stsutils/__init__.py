"""stsutils: small tested tools behind a reproduction book on training sentence similarity.

Importing the package costs nothing; its rooms (`stsutils.data`, `.losses`, `.encoders`,
`.training` …) are imported when they are used.
"""

import importlib
import os
import pkgutil
import warnings

# tqdm's red box about widgets, which no notebook of the book has or needs.
warnings.filterwarnings("ignore", "IProgress not found")

# Threads that wait for each other look again and again before they sleep. Beside other work that
# takes most of the time. Looking less, two trainings at once on two cores take a third of it, and
# one alone a fifteenth more. torch reads this when it is imported, so stsutils has to come first.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

# oneDNN keeps the code that it makes for each shape of a product. A large batch passes through in
# pieces of many shapes: 64 of them kept take 330 MB less than its 1,024, and no more time.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")


def __getattr__(name: str):
    """Import a room at its first use."""
    if name in __dir__():
        return importlib.import_module(f"stsutils.{name}")
    raise AttributeError(f"module 'stsutils' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The rooms."""
    return [room.name for room in pkgutil.iter_modules(__path__) if not room.name.startswith("_")]
