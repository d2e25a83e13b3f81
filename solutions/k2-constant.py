"""Ten pairs that the model cannot tell apart have the labels {labels}. Let `by_l1`, `by_mse` and
`by_k2` be the best constant predictions under L1, the squared error, and Smooth K2 with k = 1 and
x0 = 0.25, to 0.05.
"""

HANDS_IN = "by_l1\nby_mse\nby_k2"
PAGE = {"labels": [0, 0, 0, 0, 0, 0, 0, 1, 5, 5]}
HINTS = (
    ("Which constant lies in the middle under |x|, and which under x²? For Smooth K2 try a grid."),
)
TOLERANCE = {"by_l1": 0.05, "by_mse": 0.05, "by_k2": 0.06}


def given(random):
    far = random.choice([3, 4, 5])
    return {"labels": [0, 0, 0, 0, 0, 0, random.choice([1, 2]), far, far, far]}


def answers(labels):
    import numpy as np

    y, grid = np.array(labels, float), np.linspace(0, 5, 5001)
    error = np.abs(grid[:, None] - y)
    k2 = np.where(error >= 0.25, (error - 0.25) ** 2, 0.0).mean(axis=1)
    best = float(grid[k2.argmin()])
    return {"by_l1": float(np.median(y)), "by_mse": float(y.mean()), "by_k2": best}


def mistakes(labels):
    mean, middle = sum(labels) / 10, sorted(labels)[5]
    return {
        "by_l1": {"the mean: |x| is least at the median": mean},
        "by_mse": {"the median: x² is least at the mean": middle},
        "by_k2": {"the median: Smooth K2 is a parabola beyond x0": middle},
    }
