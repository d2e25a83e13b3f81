"""What chapters show besides ledger tables: source code and data frames."""

import ast
import inspect
import textwrap

from stsutils.report.markup import Html


def source(*functions):
    """The source of functions or classes as read from the package, without their docstrings.

    Returns Markdown, so that the page shows exactly the code that runs.
    """
    from IPython.display import Markdown

    pieces = []
    for function in functions:
        lines = inspect.getsource(function).splitlines()
        first = ast.parse("\n".join(lines)).body[0].body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            del lines[first.lineno - 1 : first.end_lineno]
        pieces.append("\n".join(lines).strip("\n"))
    return Markdown("```python\n" + "\n\n\n".join(pieces) + "\n```")


def excerpt(function, first: str, last: str):
    """The lines of a function's source from the one that holds `first` to that with `last`."""
    from IPython.display import Markdown

    lines = inspect.getsource(function).splitlines()
    start = next(i for i, line in enumerate(lines) if first in line)
    end = next(i for i in range(start, len(lines)) if last in lines[i])
    code = textwrap.dedent("\n".join(lines[start : end + 1]))
    return Markdown(f"```python\n{code}\n```")


def frame(table, index: bool = False, digits: int = 2) -> Html:
    """A DataFrame as a plain HTML table: text escaped and whole, `digits` decimals, NaN a dash."""
    import pandas as pd

    with pd.option_context("display.max_colwidth", None):
        numbers = {"float_format": f"{{:.{digits}f}}".format}
        return Html(table.to_html(index=index, border=0, justify="left", na_rep="–", **numbers))
