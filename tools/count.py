"""How much is written, by room: code, docstrings and comments apart.

    python tools/count.py [FOLDER ...]     # stsutils and tests

A line of code is one that is neither blank, nor a comment alone, nor part of a docstring.
"""

import ast
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("code", "docstrings", "comments", "blank")


def count(text: str) -> Counter:
    """The lines of a module by kind."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documented = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, holders) and ast.get_docstring(node) is not None:
            first = node.body[0]
            documented |= set(range(first.lineno, first.end_lineno + 1))
    lines = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if number in documented:
            lines["docstrings"] += 1
        elif not line.strip():
            lines["blank"] += 1
        else:
            lines["comments" if line.strip().startswith("#") else "code"] += 1
    return lines


def rooms(folder: Path) -> dict[str, Counter]:
    """The lines below a folder by its rooms; files that lie in none of them are the room ``.``."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder).parts
        room = found.setdefault(place[0] if len(place) > 1 else ".", Counter())
        room += count(path.read_text(encoding="utf-8")) + Counter(files=1)
    return found


def table(folder: Path) -> str:
    """Rooms by their lines of code, and their sum."""
    found = rooms(folder)
    total = sum(found.values(), Counter())
    rows = sorted(found.items(), key=lambda item: -item[1]["code"])
    names = ("files", *KINDS)
    lines = [f"{folder.name:14}" + "".join(f"{name:>12}" for name in names)]
    for room, kinds in [*rows, ("total", total)]:
        lines.append(f"{room:14}" + "".join(f"{kinds[name]:>12,}" for name in names))
    return "\n".join(lines)


def main() -> None:
    """Print a table of each folder named, or of the package and of its tests."""
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT / "stsutils", ROOT / "tests"]
    print("\n\n".join(table(folder) for folder in folders))


if __name__ == "__main__":
    main()
