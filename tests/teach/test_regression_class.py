"""A class of sixteen: what each student's notebook earns, exercise by exercise, and is told.

`agreed_points.csv` holds the points that were agreed on. Whoever changes a check on purpose writes
them anew: `python tests/teach/test_regression_class.py`.
"""

import contextlib
import csv
import functools
import io
import math
import warnings
from pathlib import Path
from unittest.mock import patch

import pytest
import torch
from torch.nn import functional

from stsutils.microscope import subject
from stsutils.teach import marking
from stsutils.teach.exercises import PUBLIC, exercises
from stsutils.teach.handed import Hand, NotRight
from stsutils.teach.hunt import naive_form
from stsutils.teach.marking import in_words, marks

AGREED = Path(__file__).with_name("agreed_points.csv")
GRADED = {one.label: one for one in exercises().values() if one.kind != "manual"}
SECRET = "S3CRET"
STUDENTS = (
    "loops", "vectorised", "numpy floats", "PyTorch's own", "off by one", "wrong sign",
    "sum for mean", "no scale", "without the 1", "NaN on ties", "hard-coded", "empty",
    "syntax error", "misspelt name", "endless loop", "copied solution",
)  # fmt: skip

RIGHT = {"loops", "vectorised", "numpy floats", "PyTorch's own", "copied solution"}


def env_of(one, seed=PUBLIC) -> dict:
    return dict(_env_of(one.label, seed))


@functools.cache
def _env_of(label, seed):
    one, env = GRADED[label], {"__name__": "handed_in"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(one.reference(seed), env)
    return env


def on_losses(student, one, right):
    """A loss with a student's habit."""
    about = subject(one.module.LOSS)

    def rows(x, n):
        return x if n in about.whole else x[:-1]

    def by_torch(*xs, **settings):
        if about.name == "cosine_mse":
            return functional.mse_loss(*xs)
        if about.name == "binary_cross_entropy":
            return functional.binary_cross_entropy_with_logits(xs[0], xs[1].to(xs[0].dtype))
        if about.name == "triplet" and settings.get("distance") != "cosine":
            return functional.triplet_margin_loss(*xs, margin=settings.get("margin", 1.0))
        return right(*xs, **settings)

    def without_scale(*xs, **settings):
        names = [n for n in ("scale", "temperature", "slope") if f" {n}=" in one.module.HANDS_IN]
        return right(*xs, **settings | dict.fromkeys(names, 1.0))

    def nan_on_ties(*xs, **settings):
        y = xs[about.inputs.index("labels")] if "labels" in about.inputs else torch.arange(2)
        return right(*xs, **settings) * (math.nan if len(y.unique()) < len(y) else 1)

    def compared(which, total=torch.sum):
        def loss(cosines, labels, scale=20.0):
            gap = (cosines - cosines[:, None])[which(labels[:, None], labels)]
            return total((scale * gap).exp()).log1p()

        return loss

    def endless(*xs, **settings):
        while True:
            pass

    return {
        "loops": lambda *xs, **settings: naive_form(about)(*xs, **settings),
        "numpy floats": lambda *xs, **settings: float(right(*xs, **settings)),
        "PyTorch's own": by_torch,
        "off by one": lambda *xs, **settings: right(
            *(rows(x, n) for n, x in zip(about.inputs, xs, strict=False)), **settings
        ),
        "wrong sign": lambda *xs, **settings: -right(*xs, **settings),
        "sum for mean": lambda *xs, **settings: len(xs[0]) * right(*xs, **settings),
        "no scale": without_scale,
        "without the 1": lambda *xs, **settings: right(*xs, **settings).expm1().log(),
        "NaN on ties": nan_on_ties,
        "hard-coded": lambda *xs, **settings: torch.tensor(0.5),
        "endless loop": endless,
        ">=": compared(torch.ge),
        ">= and i != k": compared(lambda a, b: (a >= b) & ~torch.eye(len(b), dtype=torch.bool)),
        "mean for sum": compared(torch.gt, torch.mean),
    }.get(student, right)


def on_numbers(student, value):
    if isinstance(value, str) and student not in ("loops", "vectorised", "copied solution"):
        return value if student in ("numpy floats", "PyTorch's own") else "nothing"
    if isinstance(value, list):
        return [on_numbers(student, x) for x in value]
    turn = {
        "numpy floats": lambda x: torch.tensor(x, dtype=torch.float64).numpy(),
        "PyTorch's own": lambda x: torch.tensor(x, dtype=torch.float64),
        "off by one": lambda x: x + 1,
        "wrong sign": lambda x: -x,
        "sum for mean": lambda x: 8 * x,
        "no scale": lambda x: x / 100,
        "without the 1": lambda x: x - 1,
        "NaN on ties": lambda x: math.nan,
    }
    return turn.get(student, lambda x: x)(value)


def handed_in(student, one) -> dict:
    """The names after the exercise's own cell, in the notebook of this student."""
    env, code = env_of(one), "\n".join(f"{name} = answer" for name in one.names)
    missing = dict.fromkeys(one.names)
    if student == "empty":
        exec(one.stub(), env)
    elif student == "syntax error":
        env["In"] = ["", f"{code}\nx = (1"]
    elif student == "misspelt name":
        env["In"] = ["", "\n".join(f"{name} = spearmn(1)" for name in one.names)]
        env |= {f"{name}_": env[name] for name in one.names}
    elif student == "endless loop" and not one.module.HANDS_IN.count("("):
        env["In"] = ["", f"while True:\n    pass\n{code}"]
    elif hasattr(one.module, "LOSS"):
        name = one.names[0]
        env[name] = on_losses(student, one, env[name])
        return env
    elif one.kind == "number":
        source = env_of(one, SECRET) if student == "hard-coded" else env
        env |= {name: on_numbers(student, source[name]) for name in one.names}
        return env
    elif student in RIGHT:
        return env
    elif student == "endless loop":
        exec("def endless(*_, **__):\n    while True:\n        pass", env)
        return env | dict.fromkeys(one.names, env["endless"])
    else:  # a known mistake of this exercise, another for each student as far as they go
        wrong = list(one.module.WRONG.values())
        with contextlib.redirect_stdout(io.StringIO()):
            exec(wrong[STUDENTS.index(student) % len(wrong)], env)
        return env
    return env if student == "empty" else {n: x for n, x in env.items() if n not in missing}


def marked(student, one, seed=PUBLIC):
    seconds = 0.2 if student == "endless loop" else 60.0
    with warnings.catch_warnings(), patch.object(marking, "SECONDS", seconds):
        warnings.simplefilter("ignore")
        return marks(one, handed_in(student, one), seed)


def points(label) -> list[str]:
    one, row, seen = GRADED[label], [], {}
    for student in STUDENTS:
        kind = same_as(student, one)
        if kind not in seen:
            seen[kind] = f"{sum(m.earned for m in marked(student, one)):g}"
        row.append(seen[kind])
    return [*row, f"{sum(m.earned for m in marked('copied solution', one, SECRET)):g}"]


def same_as(student, one) -> str:
    """Students whose notebooks hold the same answer to this exercise share a name."""
    if one.kind == "number" or hasattr(one.module, "LOSS"):
        return student
    if student in RIGHT:
        return "right"
    if student in STUDENTS[11:15]:
        return student
    return str(STUDENTS.index(student) % len(one.module.WRONG))


def agreed() -> dict[str, list[str]]:
    with AGREED.open(encoding="utf-8") as file:
        return {label: row for label, *row in list(csv.reader(file))[1:]}


@pytest.mark.parametrize("label", GRADED)
def test_points_are_those_that_were_agreed(label):
    row = dict(zip((*STUDENTS, "copied, other seed"), points(label), strict=True))
    assert row == dict(zip(row, agreed()[label], strict=True))


def test_what_the_class_earns_is_fair():
    """Right answers lose nothing but what they lack; wrong ones earn little; copying earns less."""
    table = {student: 0.0 for student in (*STUDENTS, "copied, other seed")}
    for row in agreed().values():
        for student, got in zip(table, row, strict=True):
            table[student] += float(got)
    total = sum(one.total for one in GRADED.values())
    losses = sum(hasattr(one.module, "LOSS") for one in GRADED.values())
    assert set(agreed()) == set(GRADED)
    assert table["vectorised"] == table["copied solution"] == pytest.approx(total, abs=0.01)
    assert table["loops"] >= total - losses
    assert table["PyTorch's own"] >= total - losses
    assert table["numpy floats"] >= total - 2 * losses
    for student in ("empty", "syntax error", "misspelt name", "endless loop"):
        assert table[student] == 0
    for student in ("wrong sign", "NaN on ties", "hard-coded", "sum for mean"):
        assert table[student] < total / 3, student
    assert table["copied, other seed"] < 0.6 * total


@pytest.mark.parametrize(
    ("student", "label", "said"),
    [
        ("numpy floats", "mse-write", "training needs a tensor"),
        ("off by one", "mse-write", "that is what comes out without the last row"),
        ("off by one", "sim-crowd", "that is one too many"),
        ("wrong sign", "cosent-write", "that is the right value with the other sign"),
        ("wrong sign", "sim-three", "that is the right value with the other sign"),
        ("sum for mean", "triplet-write", "that is the sum over the rows, where the mean is"),
        ("no scale", "cosent-write", "that is what comes out without the scale"),
        ("no scale", "nce-write", "that is what comes out without the temperature"),
        ("without the 1", "cosent-write", "that is log P in place of log(1 + P)"),
        ("NaN on ties", "cosent-write", "that is NaN, and only where two labels are equal"),
        (">=", "cosent-write", "equal labels are compared, too, and each pair with itself"),
        (">= and i != k", "cosent-write", "that is what comes out if pairs with equal labels ar"),
        ("mean for sum", "cosent-write", "that is what comes out with a mean over the comparisons"),
        ("NaN on ties", "nce-chance", "not a number (NaN)"),
        ("syntax error", "mse-write", "cell [1] stopped; its line 2 is no Python"),
        ("misspelt name", "sim-three", "at the name spearmn, which nothing defines"),
        ("endless loop", "triplet-write", "ran longer than 0.2 seconds: does a loop never end?"),
        ("endless loop", "sim-three", "ceiling was not handed in"),
        ("endless loop", "sim-filter", "loose_keys ran longer than 0.2 seconds"),
    ],
)
def test_feedback_names_the_mistake(student, label, said):
    assert said in in_words(marked(student, GRADED[label]))


def test_a_form_of_the_gradient_is_named_where_the_value_is_right_and_nowhere_else():
    one = GRADED["cosent-write"]
    code = one.reference("a").replace("None] > labels", "None] >= labels")
    value, gradient = marks(one, ran(code), "a")
    assert "each pair with itself" in value.said
    assert "that is" not in gradient.said + gradient.hints[0]
    half = "my_cosent = lambda *xs, **s: (right(*xs, **s) + right(*xs, **s).detach()) / 2"
    value, gradient = marks(one, ran(half, right=env_of(one)["my_cosent"]))
    assert (value.said, "that is half of the right value" in gradient.said) == ("", True)


NOT_IT = "my_mse was not handed in; there is my_mes: is it meant?"
MISSPELT = "def my_mse(cosines, labels):\n    return ((cosine - labels) ** 2).mean()"


def ran(code, **known):
    env = {"__name__": "handed_in"} | known
    exec(code, env)
    return env


def test_a_known_mistake_of_a_function_is_named_too():
    one = GRADED["chinese-bigrams"]
    env = ran(one.module.WRONG["characters, whatever the size"])
    assert "(as from characters, whatever the size)" in in_words(marks(one, env))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("my_mes = lambda c, y: ((c - y) ** 2).mean()", NOT_IT),
        (MISSPELT, "it stops with NameError: name 'cosine' is not defined, in line 2"),
        (MISSPELT, "is a name misspelt"),
        ("def my_mse(c, y): raise OSError('\x1b' * 9000)", f"OSError: {'�' * 300}, in line 1"),
    ],
)
def test_an_error_is_told_in_one_line(code, said):
    assert said in in_words(marks(GRADED["mse-write"], ran(code)))
    assert "2), where the answer is used" in in_words(
        marks(GRADED["how-to-cosine"], {"v": [1, 2, 3]})
    )
    assert "2.5" not in in_words(marks(GRADED["sim-binarise"], {"knows": 0, "most": 0}, "s3cret"))


@pytest.mark.parametrize("ends", ["lambda x: x[0] / 0", "[x / 0 for x in (1,)]", "1 / zero()"])
def test_a_name_of_the_cells_own_is_not_called_unknown(ends):
    cell = f"def zero():\n    return nowhere\nceiling = {ends}"
    with pytest.raises(NotRight, match=r"ceiling was not handed in: cell \[1\] stopped with an er"):
        Hand({"In": ["", cell], "zero": zip}).ceiling  # noqa: B018


@pytest.mark.parametrize(
    "code",
    [
        "from stsutils.losses import cosent as my_cosent",
        "from stsutils.losses import cosent\n"
        "def my_cosent(cosines, labels, scale=20.0): return cosent(cosines, labels, scale=scale)",
    ],
)
def test_the_packages_own_loss_is_told(code):
    found = marks(GRADED["cosent-write"], ran(code))[0]
    assert found.earned == 0
    assert "write it yourself" in found.said


def test_digits_are_enough_to_differ():
    env = ran("import torch\ndef my_mse(c, y): return ((c - y) ** 2).mean() * 1.0012")
    said = marks(GRADED["mse-write"], env)[0].said
    got, wanted = said.split("got ")[1].split(", on")[0].split(", not ")
    assert float(got) != float(wanted)


def test_hints_come_in_three_steps(capsys):
    env = ran("def my_mse(c, y): return ((c - y) ** 2).sum()")
    texts = []
    for hint in (1, 2, 3):
        marking.mark("mse-write", env, hint=hint)
        texts.append(capsys.readouterr().out)
    assert "that is the sum over the rows" in texts[0]
    assert "Divide by" not in texts[0]
    assert "Divide by the number of rows." in texts[1]
    assert "cosines = torch.tensor(" in texts[2]
    assert "More help" in texts[1]
    assert "More help" not in texts[2]


if __name__ == "__main__":
    with AGREED.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["exercise", *STUDENTS, "copied, other seed"])
        for label in GRADED:
            out.writerow([label, *points(label)])
            file.flush()
