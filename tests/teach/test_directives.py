"""Directives are found, taken apart, and put together again without a loss."""

from dataclasses import replace

from stsutils.teach.book import with_solutions
from stsutils.teach.directives import Directive, directives, python_in, split
from stsutils.teach.exercises import Exercise

TEXT = """## Exercises

`````{exercise} How many?
:label: a-label

Count $x$.

```python
1 + 1
```
`````

:::{note}
Words.
:::
After."""
ONE = Exercise("a-label", 5, 2.0, solution="Two.\n\n```python\nassert 1 + 1 == 2\n```\n")


def test_a_directive_is_taken_apart_and_the_pieces_joined_are_the_text():
    assert "".join(p if isinstance(p, str) else p.written for p in split(TEXT)) == TEXT
    (found,) = directives(TEXT, "exercise")
    assert (found.argument, found.options) == ("How many?", {"label": "a-label"})
    assert found.text == "Count $x$.\n\n```python\n1 + 1\n```"
    assert [one.kind for one in split(TEXT) if isinstance(one, Directive)] == ["exercise", "note"]


def test_the_page_shows_facts_and_solution():
    page = with_solutions(TEXT, {"a-label": ONE})
    assert "*2 points, about 5 minutes, graded by hand.*" in page
    (solution,) = directives(page, "solution")
    assert solution.argument == "a-label"
    assert solution.options == {"class": "dropdown"}
    assert python_in(solution.text) == "assert 1 + 1 == 2\n"
    assert page.index("{exercise}") < page.index("{solution}") < page.index("{note}")
    assert "{solution}" not in with_solutions(TEXT, {"a-label": ONE}, shown=False)


def test_the_page_says_what_a_class_hands_in():
    source = '"""Let `count` be {n} + 1."""\nHANDS_IN = "count"\ngiven = lambda random: {"n": 4}'
    page = with_solutions(TEXT, {"a-label": replace(ONE, source=source)})
    (shown,) = directives(page, "exercise")
    assert shown.text.endswith("```\n\n**Hand in.** Let `count` be 4 + 1.")
    named = replace(ONE, source='"""Hand in `count(x)`."""\nHANDS_IN = "count(x)"')
    assert "\n\n**Hand in** `count(x)`.\n" in with_solutions(TEXT, {"a-label": named})
    assert "Hand in" not in with_solutions(TEXT, {"a-label": ONE}), "a person marks it"
