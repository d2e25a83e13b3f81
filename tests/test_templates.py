"""Templates: what is escaped where, and what is missing is told."""

import jinja2
import pytest

from stsutils import templates

EVIL = '<b>|"x" & [y](z)'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Templates of the test's own."""
    environment = templates._environment().overlay(loader=jinja2.FileSystemLoader(tmp_path))
    monkeypatch.setattr(templates, "_environment", lambda: environment)
    return tmp_path


def test_html_is_escaped_unless_it_is_html_already(folder):
    (folder / "a.html").write_text("{{ text }} {{ text | safe }}\n")
    assert templates.render("a.html", text="<b>") == "&lt;b&gt; <b>\n"


def test_a_readers_text_in_markdown_has_no_mark_up(folder):
    (folder / "a.md").write_text("{{ text | plain }}\n{{ text | tojson }}")
    plain, quoted = templates.render("a.md", text=f"{EVIL}\nü").splitlines()
    assert plain == r'\<b\>\|"x" & \[y\](z) ü'
    assert "ü" in quoted
    assert "<" not in quoted


def test_a_piece_and_a_value_that_is_missing(folder):
    (folder / "a.txt").write_text("{% macro one() %}{{ name }}{% endmacro %}{{ name }} {{ other }}")
    assert templates.render("a.txt", "one", name="x", other="y") == "x"
    with pytest.raises(jinja2.UndefinedError, match="'other' is undefined"):
        templates.render("a.txt", name="x")


def test_every_template_is_sound():
    environment = templates._environment()
    names = environment.list_templates(extensions=["html", "md", "txt"])
    assert {"comparison.html", "model_card.md", "warnings.txt"} <= set(names)
    for name in names:
        environment.get_template(name)
