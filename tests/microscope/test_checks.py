import math

import pytest
import torch

from stsutils.losses import LOSSES, cosent, cosent_plain, info_nce, triplet
from stsutils.microscope import SUBJECTS, as_frame, check, properties
from stsutils.microscope.naive.cosent import cosent as by_loop
from stsutils.microscope.properties import FORMULA, LABELLED, LAST, NUMERICS, RANKING, checks_of


def failures(results):
    return [(r.name, r.detail) for r in results if not r.passed]


@pytest.mark.parametrize("name", list(LOSSES))
def test_the_packages_losses_pass_every_check(name):
    results = check(name)
    assert failures(results) == []
    assert [r.name for r in results] == list(checks_of(SUBJECTS[name]))
    assert len(results) >= 9


def test_which_checks_a_loss_gets_follows_from_its_data():
    every = {*FORMULA, *NUMERICS, *LAST}
    for name, more in (("triplet", ()), ("softmax", LABELLED), ("cosent", LABELLED | RANKING)):
        assert set(checks_of(SUBJECTS[name])) == every | {*more}


def test_the_ways_to_call_it_agree():
    by_name = check("cosent")
    assert check(cosent) == check("cosent", candidate=cosent) == check(cosent, "cosent") == by_name
    assert failures(check(cosent_plain, "cosent")) == [], "the plain form passes too"


def test_a_student_who_forgot_to_exclude_ties_is_told():
    def mine(cosines, labels, scale=20.0):
        t = scale * cosines.double()
        terms = (t[:, None] - t[None, :]).masked_fill(labels[:, None] > labels[None, :], -torch.inf)
        return torch.cat([t.new_zeros(1), terms.flatten()]).logsumexp(0).to(cosines.dtype)

    results = {r.name: r for r in check(mine, "cosent")}
    assert not results["ties"].passed
    assert "got 2.07944, not 1.09861" in results["ties"].detail  # log(1 + 7), not log(1 + 2)
    assert results["three times the loss"].passed


def test_a_student_whose_loss_raises_gets_a_report_not_a_traceback():
    def mine(cosines, labels):
        raise NotImplementedError("write me")

    results = check(mine, "cosine_mse")
    assert not any(r.passed for r in results)
    assert results[0].detail == "NotImplementedError: write me"


def test_an_unknown_loss_is_refused_with_the_names(refused):
    refused(f"'cosnet'; it has {', '.join(sorted(SUBJECTS))}", check, "cosnet")
    refused("Say which one yours is", check, lambda cosines, labels: cosines.sum())


def test_the_report_is_a_table():
    frame = as_frame(check("contrastive"))
    assert list(frame.columns) == ["name", "passed", "detail"]
    assert frame.passed.all()
    assert frame.detail.str.len().min() > 0


def test_a_student_of_a_loss_on_embeddings_is_marked_too():
    def mine(a, p, n, margin=1.0, distance="euclid"):  # own names for the inputs, own way
        if distance == "euclid":
            near, far = (a - p).norm(dim=1), (a - n).norm(dim=1)
        else:
            similarity = torch.nn.functional.cosine_similarity
            near, far = -similarity(a, p, eps=1e-20), -similarity(a, n, eps=1e-20)
        return (near - far + margin).clamp(min=0).mean()

    failed = [name for name, _ in failures(check(mine, "triplet"))]
    assert failed == ["bfloat16"]
    swapped = lambda a, p, n, **settings: triplet(a, n, p, **settings)  # noqa: E731
    assert failures(check(swapped, "triplet"))[0][0] == "known angles"


def test_a_student_who_forgot_the_hard_negatives_is_told():
    mine = lambda u, v, negatives=None, **settings: info_nce(u, v, **settings)  # noqa: E731
    results = dict(failures(check(mine, "info_nce")))
    assert "temperature" in results["random batches"]


#: The check that tells each: one changes the labels, one sorts, one needs two rows, one rounds.
CARELESS = {
    "inputs untouched": lambda cosines, labels: ((cosines - labels.add_(1) + 1) ** 2).mean(),
    "known angles": lambda cosines, labels: ((cosines - labels.sort().values) ** 2).mean(),
    "one row": lambda cosines, labels: ((cosines - labels) ** 2).mean() * (len(cosines) > 1),
    "random batches": lambda cosines, labels: ((cosines.bfloat16() - labels) ** 2).mean(),
}


@pytest.mark.parametrize("wanted", CARELESS)
def test_a_careless_loss_is_told_by_the_right_check(wanted):
    assert wanted in dict(failures(check(CARELESS[wanted], "cosine_mse")))


def test_a_plain_loop_earns_the_formula_and_not_the_numerics():
    def mine(cosines, labels, scale=20.0):
        total = 1.0
        for i in range(len(cosines)):
            for k in range(len(cosines)):
                if labels[i] > labels[k]:
                    total = total + torch.exp(scale * (cosines[k] - cosines[i]))
        return torch.log(total)

    failed = set(dict(failures(check("cosent", candidate=mine))))
    assert failed
    assert not failed & {*FORMULA, *RANKING}


@pytest.mark.parametrize("name", ["cosent", "cosine_mse", "triplet", "info_nce", "list_net"])
def test_a_loss_that_forgets_a_row_of_large_batches_is_found(name):
    """Small batches are right, so only a batch of more than 12 rows can tell."""
    loss = SUBJECTS[name].function

    def forgetful(first, *others, **settings):
        if len(first) > 12:
            first, *others = (x[:-1] if len(x) == len(first) else x for x in (first, *others))
        return loss(first, *others, **settings)

    assert not all(result.passed for result in check(forgetful, name))


def test_cosent_by_hand():
    assert by_loop([0.5, 1.0], [1, 0]) == pytest.approx(math.log(1 + math.exp(10)))
    assert by_loop([0.3, 0.3, 0.3], [4, 4, 1], scale=3.0) == pytest.approx(math.log(3))
    assert by_loop([0.3, 0.9], [1, 1]) == 0
    assert by_loop([-1, 1], [1, 0], scale=1e4) == 2e4  # exp(20000) would overflow


@pytest.mark.parametrize("one", SUBJECTS.values(), ids=lambda one: one.name)
def test_every_batch_is_a_question(one):
    """Canary: the loop's gradient is not zero for every input, somewhere among the batches."""
    pushed = set()
    for inputs, settings in one.batches():
        loss, gradient = properties.naive(one, inputs, settings)
        assert math.isfinite(loss)
        pushed |= {name for name, slopes in gradient.items() if any(slopes)}
    assert pushed == {*one.inputs} - {*one.fixed}
    assert one.known
