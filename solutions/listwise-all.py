"""Hand in `teacher` and `student`, each a list of {rows} rows of three scores between −1 and 1:
at a scale of 20 the loss by rows is below 0.01, and one CoSENT over all scores is above 5.
"""

HANDS_IN = "teacher\nstudent"
EXAMPLES = """\
assert len(teacher) == len(student) == rows and {len(x) for x in [*teacher, *student]} == {3}
"""
HINTS = (
    "By rows only scores of one row are compared; together also those of different rows.",
    (
        "Keep the order within each row, and lift one row's scores above another whose "
        "teacher is higher."
    ),
)
REFERENCE = """\
teacher = [[0.9, 0.5, 0.1], [0.8, 0.4, 0.0], [0.8, 0.4, 0.0]][:rows]
student = [[0.4, 0.0, -0.4], [1.0, 0.6, 0.2], [1.0, 0.6, 0.2]][:rows]
"""
WRONG = {
    "a perfect student": (
        "teacher = student = [[0.9, 0.5, 0.1], [0.8, 0.4, 0.0], [0.7, 0.3, -0.1]]"
    ),
    "rows in the wrong order": ("teacher, student = [[0.9, 0.5, 0.1]] * 3, [[0.1, 0.5, 0.9]] * 3"),
}


def given(random):
    return {"rows": random.choice([2, 3])}


def _both(hand, rows):
    import torch

    from stsutils.losses import cosent, cosent_rows

    teacher, student = (
        torch.as_tensor(x, dtype=torch.float64)[:rows] for x in (hand.teacher, hand.student)
    )
    assert teacher.shape == student.shape == (rows, 3), f"{rows} rows of three are wanted"
    assert student.abs().max() <= 1, "a score lies between −1 and 1"
    by_row = cosent_rows(student, teacher, 20.0).item()
    return by_row, cosent(student.flatten(), teacher.flatten(), 20.0).item()


def check_rows_in_order(hand, random, rows):
    by_row, together = _both(hand, rows)
    assert by_row < 0.01 < together, f"the loss by rows is {by_row:.3f}"


def check_together_wrong(hand, random, rows):
    by_row, together = _both(hand, rows)
    assert by_row < 0.01, f"the loss by rows is {by_row:.3f}"
    assert together > 5, f"the loss over all is {together:.2f}"
