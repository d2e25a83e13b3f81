"""What was handed in, by name; and where a name is missing, why."""

import builtins
import contextlib
import difflib
import numbers
import re
import signal
import symtable
import threading
import time
from _thread import interrupt_main
from collections.abc import Iterator, Mapping
from types import FunctionType

#: Parts of a cell that Python holds for functions, and that run where they stand.
AT_ONCE = ("listcomp", "setcomp", "dictcomp", "genexpr", "lambda")


class NotRight(AssertionError):
    """What is wrong with an answer, in a student's words; a notebook shows them alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Hand:
    """What was handed in; a name that is missing, a stub or the package's own is no answer."""

    def __init__(self, env: Mapping[str, object]) -> None:
        """Look names up in `env`, such as a notebook's globals."""
        self.env = env

    def __getattr__(self, name: str) -> object:
        """Return the answer called so, or raise NotRight with the reason."""
        answer = self.env.get(name, ...)
        if answer is ...:
            raise NotRight(f"{name} was not handed in{_why_missing(name, self.env)}")
        if _is_stub(answer):
            raise NotRight(f"{name} was not handed in: the function is still empty")
        home = getattr(answer, "__module__", None) or ""
        if callable(answer) and home.startswith("stsutils."):
            raise NotRight(f"{name} is the package's own: write it yourself")
        return answer


def _stub(): ...


def _is_stub(answer: object) -> bool:
    """Whether this is a function with nothing in its body but an ellipsis or a docstring."""
    if not isinstance(answer, FunctionType):
        return False
    own, empty = answer.__code__, _stub.__code__
    same_steps = own.co_code[::2] == empty.co_code[::2]  # every second byte is an argument
    return same_steps and set(own.co_consts) <= {None, answer.__doc__}


def _why_missing(name: str, env: Mapping[str, object]) -> str:
    """What the last cell with this name did wrong, or a name that looks like it."""
    cells = [*enumerate(env.get("In", []))]  # a notebook's cells as they were run
    makes = re.compile(rf"^\s*(def\s+{name}\b|.*\b{name}\b[^=(\n]*=(?!=))", re.MULTILINE)
    for number, code in reversed(cells):
        if not makes.search(code):
            continue
        where = f": cell [{number}] stopped"
        plain = "\n".join("" if re.match(r"\s*[%!]", line) else line for line in code.splitlines())
        try:
            table = symtable.symtable(plain, "cell", "exec")
        except SyntaxError as error:
            return f"{where}; its line {error.lineno} is no Python ({error.msg})"
        made = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
        unknown = sorted(_loaded(table) - made - env.keys() - vars(builtins).keys())
        if unknown:
            return f"{where} at the name {unknown[0]}, which nothing defines: is it misspelt?"
        return "" if env.get(name) is ... else f"{where} with an error: look below that cell"
    like = difflib.get_close_matches(name, [n for n in env if n[:1] != "_"], 1, 0.75)
    return f"; there is {like[0]}: is it meant?" if like else ""


def _loaded(table: symtable.SymbolTable) -> set[str]:
    """The names that run as the cell does: those inside of functions wait for a call."""
    inside = [one for one in table.get_children() if one.get_name() in AT_ONCE]
    own = {one.get_name() for one in table.get_symbols() if one.is_global() and one.is_referenced()}
    return own.union(*map(_loaded, inside))


def kind_of(value: object) -> str:
    """What kind of answer this is, in words: `look` compares them."""
    if isinstance(value, str):
        return "a word"
    if callable(value):
        return "a function"
    size = getattr(value, "shape", None)
    if isinstance(value, numbers.Number) or size == () or size == (1,):
        return "a number"
    with contextlib.suppress(TypeError):
        return f"a list of {len(value)}"
    return f"of the type {type(value).__name__}"


def _watch(seconds: float) -> tuple[threading.Event, threading.Event]:
    """Interrupt the main thread after so much computing, or ten times that by the clock.

    Returns two events: what sets the first is done in time; the second says that it was too late.
    """
    done, late = threading.Event(), threading.Event()
    work, clock = time.process_time() + seconds, time.monotonic() + 10 * seconds

    def watch() -> None:
        while not done.wait(min(0.1, seconds)):
            if time.process_time() > work or time.monotonic() > clock:
                late.set()
                return interrupt_main()

    threading.Thread(target=watch, daemon=True).start()
    return done, late


@contextlib.contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """End what computes longer, with a TimeoutError; a loop in C code ends when it comes back."""
    if threading.current_thread() is not threading.main_thread():  # no other can be interrupted
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    done, late = _watch(seconds)
    try:
        yield
    except KeyboardInterrupt:
        if not late.is_set():
            raise
        raise TimeoutError(
            f"{what} ran longer than {seconds:g} seconds: does a loop never end?"
        ) from None
    finally:
        done.set()
        signal.signal(signal.SIGINT, before)


def limit_cells(seconds: float = 60) -> None:
    """End each cell of this notebook that computes longer, so that a loop costs one exercise."""
    from IPython import get_ipython

    events, running = get_ipython().events, [threading.Event()]

    def start(*_: object) -> None:
        running[0] = _watch(seconds)[0]

    events.register("pre_run_cell", start)
    events.register("post_run_cell", lambda *_: running[0].set())
