"""Play with the loss, in Chromium, opened from a file."""

import re

import live_encoders
import pieces
import pytest
import torch
from test_live_scale import COSINES, ENCODERS, OWN

from stsutils.losses import LOSSES
from stsutils.losses.geometry import cosine

PAGE = "play_with_the_loss"


@pytest.fixture
def view(opened, tmp_path):
    return opened(pieces.lay_out(PAGE, tmp_path, **ENCODERS), reduced_motion="reduce")


def number(view, name: str) -> float:
    row = view.locator(".play-numbers div").filter(has_text=name)
    return float(row.locator("dd").inner_text().replace("−", "-"))


def cosines(view, column: int = 3) -> list[float]:
    cells = view.locator(f".play-table tbody tr td:nth-of-type({column})").all_inner_texts()
    return [float(text.replace("−", "-")) for text in cells]


def gradients(view) -> list[float]:
    return cosines(view, column=4)


def select(view, label: str, option: str) -> None:
    view.get_by_label(label, exact=True).select_option(label=option)


def test_play_puts_two_pairs_in_order_and_the_start_comes_back(view):
    assert cosines(view) == [0.3, 0.7]
    assert number(view, "Spearman") == -1
    view.get_by_role("button", name="Play").click()
    assert cosines(view)[0] > cosines(view)[1]
    assert [number(view, name) for name in ("Spearman", "AUC", "steps")] == [1, 1, 60]
    view.get_by_role("button", name="Back to the start").click()
    assert cosines(view) == [0.3, 0.7]


def test_a_step_turns_the_vectors_as_autograd_does(view):
    u = torch.tensor([[1.0, 0.0]] * 2, dtype=torch.float64)
    v = torch.tensor([[0.3, 0.91**0.5], [0.7, -(0.51**0.5)]], dtype=torch.float64)
    v.requires_grad_()
    LOSSES["cosent"].function(cosine(u, v), torch.tensor([1, 0])).backward()
    wanted = cosine(u, v.detach() - 0.008 * v.grad).tolist()
    view.get_by_role("button", name="Step").click()
    assert cosines(view) == pytest.approx(wanted, abs=0.0051)
    assert cosines(view) != [0.3, 0.7]


def test_every_loss_can_be_chosen_and_shows_its_gradients(view):
    options = view.get_by_label("Loss", exact=True).locator("option").all_inner_texts()
    assert len(options) >= 12
    for option in options:
        view.get_by_role("button", name="Back to the start").click()
        select(view, "Loss", option)
        assert any(gradients(view)), option
        before = cosines(view)
        view.get_by_role("button", name="Step").click()
        assert cosines(view) != before, option


def test_every_start_stands(view):
    for option in view.get_by_label("Start").locator("option").all_inner_texts():
        select(view, "Start", option)
        assert len(cosines(view)) == view.locator(".play-point").count() / 2
    select(view, "Start", "A threshold below 0, as the paper prints it")
    written = gradients(view)[1]
    select(view, "reading", "as coded")
    assert written < 0 < gradients(view)[1]  # the arrow turns around


def test_the_cast_has_names_and_scores_and_the_readers_pair_below(view):
    view.evaluate("() => { location.hash = 'cast'; }")
    view.wait_for_function("() => document.querySelector('.loss-play select').value === 'cast'")
    assert cosines(view) == COSINES
    assert view.get_by_label("label of pair 6").input_value() == "0.7"
    assert view.locator(".play-line").get_by_text("kind 6 <b>").count() == 1
    view.evaluate(OWN)
    assert view.locator(".play-yours").text_content() == "13"
    view.get_by_role("button", name="Play").click()
    assert number(view, "Spearman") > 0.5
    select(view, "Start", "All cosines equal")
    assert view.locator(".play-yours").count() == 0


def test_a_link_opens_a_start_and_an_odd_one_the_first(view):
    start = view.get_by_label("Start", exact=True)
    view.evaluate("() => { location.hash = 'ends'; }")
    view.wait_for_function("() => document.querySelector('.loss-play select').value === 'ends'")
    page = (pieces.ROOT / "book" / f"{PAGE}.md").read_text(encoding="utf-8")
    assert re.findall(r"`#(\w+)`", page) == view.evaluate("() => Object.keys(lossStarts.all)")
    view.evaluate("() => { location.hash = 'constructor'; }")
    view.reload()
    assert start.input_value() == "order"


def test_a_link_opens_a_loss_with_words_of_its_own(view):
    loss = view.get_by_label("Loss", exact=True)
    for name in [name for name in LOSSES if name in view.evaluate("() => losses.all")]:
        view.evaluate("(name) => { location.hash = `loss=${name}`; }", name)
        now = [loss.element_handle(), name]
        view.wait_for_function("([choice, name]) => choice.value === name", arg=now)
        asks = view.evaluate("(name) => lossStarts.asks[name]", name)
        start = view.evaluate("() => lossStarts.all.order")
        words = start["words"] if start["loss"] == name else asks
        assert view.locator(".play-words").inner_text() == words
    view.evaluate("() => { location.hash = 'grades&loss=cosine_mse'; }")
    view.wait_for_function("() => document.querySelector('.loss-play select').value === 'grades'")
    assert loss.input_value() == "cosine_mse"
    view.evaluate("() => { location.hash = 'loss=constructor'; }")
    view.wait_for_timeout(20)
    assert loss.input_value() == "cosine_mse"  # an odd one changes nothing


def test_links_in_the_book_ask_for_losses_that_the_page_has(view):
    link = re.compile(r"book/(\w+)\.html#loss=(\w+)")
    pages = (pieces.ROOT / "notebooks").glob("*.ipynb")
    found = {one for page in pages for one in link.findall(page.read_text(encoding="utf-8"))}
    assert {page for page, _ in found} == {PAGE, "training_replayed"}
    offered = set(view.evaluate("() => Object.keys(losses.all)"))
    assert {loss for page, loss in found if page == PAGE} <= offered
    replayed = {one.settings["loss"]["name"] for one in live_encoders.trainings("demo")}
    assert {loss for page, loss in found if page != PAGE} <= replayed


def test_points_are_dragged_by_mouse_and_set_by_keyboard(view):
    point = view.locator(".play-line .play-point").first.bounding_box()
    x, y = point["x"] + point["width"] / 2, point["y"] + point["height"] / 2
    view.mouse.move(x, y)
    view.mouse.down()
    view.mouse.move(x + 60, y, steps=4)
    view.mouse.up()
    assert cosines(view)[0] > 0.45
    view.mouse.move(x - 200, y)  # let go: nothing moves any more
    dropped = cosines(view)
    view.get_by_label("cosine of pair 2").press("End")
    assert cosines(view) == [dropped[0], 1.0]
    assert number(view, "Spearman") == -1


def test_a_vector_is_dragged_in_the_plane(view):
    point = view.locator(".play-plane .play-point").nth(1).bounding_box()
    u = view.locator(".play-plane svg").bounding_box()
    view.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    view.mouse.down()
    view.mouse.move(u["x"] + u["width"] / 2, u["y"] + 20, steps=4)  # straight up
    view.mouse.up()
    assert cosines(view)[1] == pytest.approx(0, abs=0.05)


def test_pairs_come_and_go(view):
    for _ in range(12):
        view.get_by_role("button", name="Add a pair").click()
    assert len(cosines(view)) == 12
    for _ in range(12):
        view.get_by_role("button", name="Take one away").click()
    assert len(cosines(view)) == 2


def test_a_large_scale_listens_to_one_comparison(view):
    select(view, "Start", "Twelve pairs: whom λ listens to")
    picture = view.locator("svg[aria-label^='Whose order pushes']")
    scale = view.get_by_role("slider", name="λ (scale)")

    def shared() -> float:
        return float(picture.get_attribute("aria-label").split("as if ")[1].split()[0])

    scale.fill("1")
    assert shared() > 30  # of 36 comparisons
    scale.fill("100")
    assert shared() < 1.5
    assert "Pair 6 over pair 7 has" in picture.get_attribute("aria-label")
    select(view, "Loss", "cosine-MSE")
    assert picture.is_hidden()


def test_motion_where_it_is_welcome(opened, tmp_path):
    view = opened(pieces.lay_out(PAGE, tmp_path, **ENCODERS))
    view.get_by_role("button", name="Play").click()
    view.wait_for_function("() => /steps\\s*[3-9]/.test(document.body.innerText)")
    view.get_by_role("button", name="Pause").click()
    steps = number(view, "steps")
    view.wait_for_timeout(300)
    assert number(view, "steps") == steps


def test_still_words_stand_and_a_thumb_finds_the_buttons(opened, tmp_path):
    path = pieces.lay_out(PAGE, tmp_path, **ENCODERS)
    pieces.stands_still(opened, path)
    small = opened(path, **pieces.PHONE).evaluate(
        """() => [...document.querySelectorAll('.live-body button, .live-body select')]
        .filter(e => e.getBoundingClientRect().height < 40).length"""
    )
    assert small == 0
