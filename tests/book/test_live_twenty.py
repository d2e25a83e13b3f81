"""Label twenty: its vectors, its training against slopes by differences, and the page."""

import json

import live_twenty
import numpy as np
import pieces
import pytest

from stsutils.data import load
from stsutils.encoders import load_encoder
from stsutils.evaluation import similarity


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """What the page loads, as the book's build writes it."""
    folder = tmp_path_factory.mktemp("twenty")
    live_twenty.build(folder)
    return (folder / "live" / "twenty.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def told(script):
    return json.loads(script.removeprefix("live.twenty = ").removesuffix(";\n"))


def test_twenty_pairs_of_every_score_and_five_that_come_back_later(told):
    assert len(told["pairs"]) == len(set(live_twenty.PAIRS)) == 20
    assert {round(score) for *_, score in told["pairs"]} == {0, 1, 2, 3, 4, 5}
    assert [place for place, again in told["questions"] if not again] == list(range(20))
    for at, (place, again) in enumerate(told["questions"]):
        if again:
            assert at - told["questions"].index([place, False]) >= 10
    assert sum(again for _, again in told["questions"]) == 5


def test_the_few_numbers_have_the_encoders_cosines(script, told):
    rows = load("hand_graded").set_index("id").loc[live_twenty.PAIRS].reset_index()
    u, v = np.array(told["first"]), np.array(told["second"])
    np.testing.assert_allclose(
        (u * v).sum(axis=1), similarity(load_encoder("mini-3"), rows), atol=1e-4
    )
    np.testing.assert_allclose(np.linalg.norm(u, axis=1), 1, atol=1e-4)
    assert len(script) < 300_000


def test_the_cast_moves_as_its_whole_vectors_do(view, told):
    encoder, cast = load_encoder("mini-3"), load("cast")
    rows = load("hand_graded").set_index("id").loc[live_twenty.PAIRS]
    basis = np.linalg.qr(live_twenty.unit_vectors(encoder, rows).T)[0]
    change = 0.05 * np.random.default_rng(0).normal(size=(40, 40))
    whole = np.eye(len(basis)) + basis @ change @ basis.T
    moved = live_twenty.unit_vectors(encoder, cast) @ whole.T
    u, v = np.split(moved / np.linalg.norm(moved, axis=1, keepdims=True), 2)
    ask = "(map) => live.twenty.cast.map((pair) => twenty.cosineBeside(map, pair))"
    found = view.evaluate(ask, (np.eye(40) + change).tolist())
    np.testing.assert_allclose(found, (u * v).sum(axis=1), atol=1e-3)
    start = view.evaluate(ask, np.eye(40).tolist())
    np.testing.assert_allclose(start, similarity(encoder, cast), atol=1e-4)
    assert np.abs(np.subtract(found, start)).max() > 0.02, "the map moves them"
    assert [pair["kind"] for pair in told["cast"]] == cast.kind.tolist()


@pytest.fixture(scope="module")
def view(chromium, script):
    view = chromium.new_page()
    for name in ("common", "losses", "twenty_train"):
        view.add_script_tag(path=pieces.STATIC / "live" / f"{name}.js")
    view.add_script_tag(content=script)
    view.evaluate(
        """() => { window.judged = (scores) => scores.map((score, i) => (
        { u: live.twenty.first[i], v: live.twenty.second[i], score })); }"""
    )
    return view


def test_the_gradient_of_every_loss_is_that_by_differences(view):
    found = view.evaluate(
        """() => {
        const pairs = judged([2, 0, 4, 5, 3, 1, 2, 4, 1, 5]);
        const map = Array.from({ length: 40 }, (_, i) =>
          Float64Array.from({ length: 40 }, (_, k) => (i === k) + 0.02 * Math.sin(i + 2 * k)));
        return Object.keys(twenty.LOSSES).map((name) => [[0, 0], [3, 17], [39, 2]].map(([i, k]) => {
          const at = (by) => { map[i][k] += by; const { value } = twenty.lossOf(name, map, pairs);
            map[i][k] -= by; return value; };
          return [(at(1e-5) - at(-1e-5)) / 2e-5, twenty.lossOf(name, map, pairs).slope[i][k]];
        }));
        }"""
    )
    numbers = np.array(found)
    np.testing.assert_allclose(numbers[..., 1], numbers[..., 0], rtol=1e-4, atol=1e-6)
    assert (np.abs(numbers[..., 0]).max(axis=1) > 1e-5).all()


def test_a_training_learns_its_own_pairs_and_the_same_labels_give_the_same_answer(view):
    scores = [2, 0, 4, 5, 3, 1, 2, 4, 2, 5, 0, 4, 3, 5, 1, 4, 2, 5, 2, 0]
    values = view.evaluate(
        """(scores) => Object.keys(twenty.LOSSES).map((name) => { const seen = [];
        twenty.train(name, judged(scores), (value) => seen.push(value)); return seen; })""",
        scores,
    )
    assert all(own[-1] < own[0] for own in values)
    folds = view.evaluate("() => twenty.foldsOf(20, 3)")
    assert [len(fold) for fold in folds] == [4] * 15
    assert sorted(place for fold in folds[5:10] for place in fold) == list(range(20))
    ask = """([scores, name]) => twenty.foldsOf(20, 1).flatMap((out) =>
        twenty.compared(name, judged(scores), out))"""
    found = view.evaluate(ask, [scores, "cosent"])
    assert found == view.evaluate(ask, [scores, "cosent"])
    assert all(scores[one["i"]] > scores[one["k"]] for one in found)


def test_shares_and_intervals_count_pairs_as_often_as_they_are_drawn(view):
    won = [{"i": 0, "k": 1, "won": 1}, {"i": 2, "k": 3, "won": 0}]
    assert view.evaluate("(won) => twenty.right(won)", won) == 50
    assert view.evaluate("(won) => twenty.right(won, (i) => (i === 0 ? 3 : 1))", won) == 75
    low, high = view.evaluate("(won) => twenty.interval(won, won, 4)", won)
    assert low == high == 0
    found = view.evaluate("() => twenty.agreement([1, 2, 3, 3], [1, 3, 2, 0])")
    assert found == {"alike": 2, "told": 5}


@pytest.fixture
def page(opened, tmp_path, script):
    path = pieces.lay_out("label_twenty", tmp_path, **{"live/twenty": script})
    return opened(path, **pieces.PHONE)


ANSWERS = "2045312425053442515422050"


def test_a_reader_judges_by_keys_and_by_buttons_and_sees_the_ceiling(page):
    assert page.locator(".live-still").is_hidden()
    page.get_by_role("button", name="2 other story").click()
    for key in "0453124":
        page.keyboard.press(key)
    assert "Question 9 of 25" in page.locator(".twenty-title").inner_text()
    page.keyboard.press("7")  # no score
    page.keyboard.press("ArrowLeft")
    page.reload()
    assert "Question 8 of 25" in page.locator(".twenty-title").inner_text(), "answers are kept"
    page.get_by_role("button", name="4 but for").click()
    for key in ANSWERS[8:]:
        page.keyboard.press(key)
    assert page.get_by_label("Your line").input_value() == f"twenty1:{ANSWERS}"
    assert "of them the same score" in page.locator(".twenty-card").inner_text()
    assert not pieces.sticks_out(page)

    page.get_by_label("Loss").select_option("cosine_mse")
    page.get_by_role("button", name="Train on all twenty").click()
    assert "cosine-MSE: the loss goes from" in page.get_by_role("status").first.inner_text()
    assert page.locator(".twenty-train tbody tr").count() == 12
    assert not pieces.sticks_out(page)
    page.get_by_role("button", name="Which loss follows").click()
    page.wait_for_selector(".twenty-train table .twenty-bar", timeout=120_000)
    assert page.locator(".twenty-train tbody tr").count() == 6
    assert "from twenty pairs" in page.get_by_role("status").first.inner_text()
    assert not pieces.sticks_out(page)
    page.get_by_role("button", name="Forget my answers").click()
    assert "Question 1 of 25" in page.locator(".twenty-title").inner_text()


def test_junk_in_the_browsers_store_is_no_answer(page):
    for junk in ("6", "2045x", "{}", "1" * 26):
        page.evaluate("(junk) => localStorage.setItem('stsutils.label-twenty', junk)", junk)
        page.reload()
        assert "Question 1 of 25" in page.locator(".twenty-title").inner_text(), junk


def test_a_class_pastes_its_lines(page):
    page.evaluate("(a) => localStorage.setItem('stsutils.label-twenty', a)", ANSWERS)
    page.reload()
    page.get_by_text("For a class").click()
    page.get_by_label("Lines, one a reader").fill("twenty1:123 <b>x</b>")
    page.get_by_role("button", name="Compare the lines").click()
    said = page.locator("details [role=status]").first
    assert "2 of 2 are no line of this page" in said.inner_text()
    assert said.locator("b").count() == 0
    lines = [f"twenty1:{ANSWERS}", f"twenty1:{ANSWERS}", "twenty1:" + "0" * 25]
    page.get_by_label("Lines, one a reader").fill("\n".join(lines))
    page.get_by_role("button", name="Compare the lines").click()
    assert "3 readers. Two of them agree on 100 of 100" in said.inner_text()
    assert "(0 to 5)" in said.inner_text()
    assert "Train on what the class said" in said.inner_text()


def test_who_gives_one_score_to_all_is_told_that_nothing_can_be_learned(page):
    page.evaluate("() => localStorage.setItem('stsutils.label-twenty', '3'.repeat(25))")
    page.reload()
    said = page.locator(".label-twenty").inner_text()
    assert "at least three different scores; here are 1" in said
