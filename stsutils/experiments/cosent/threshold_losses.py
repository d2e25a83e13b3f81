"""The losses of Table I: the contrastive loss by threshold in two readings, and the blog's."""

THRESHOLDS = (-1.0, -0.5, 0.0, 0.5, 0.9)
FORMS = {"as coded": "as_coded", "as written": "as_written"}
RANDOM = " | random negatives"
BINARY = " (binary gold)"
HARD = ("PAWS", "ATEC")  # the sets that the paper calls hard
DIRECT, SQUARED, LINEAR = "direct, linear", "direct, squared", "linear threshold .7"


def row(threshold: float, form: str) -> str:
    """The name of a contrastive row: ``row(-0.5, "as coded")``."""
    return f"ε = {threshold:g} | {form}"


def losses() -> dict[str, dict]:
    """Row → loss settings of two classes; the two forms are one loss at ε = 0."""
    found = {}
    for title, form in FORMS.items():
        for threshold in THRESHOLDS:
            form_here = "as_coded" if threshold == 0 else form
            settings = {"name": "contrastive", "threshold": threshold, "form": form_here}
            found[row(threshold, title)] = settings
    found[DIRECT] = {"name": "direct_linear"}
    found[SQUARED] = {"name": "direct_squared"}
    found[LINEAR] = {"name": "linear_threshold", "threshold": 0.7}
    return found


def theirs(columns: tuple) -> dict:
    """Our (row, column) → Table I's.

    The paper does not say which reading or gold it is, so its number stands beside all.
    """
    return {
        (row(threshold, form), column + gold): (f"contrastive (threshold {threshold:g})", column)
        for threshold in THRESHOLDS
        for form in FORMS
        for column in columns
        for gold in ("", BINARY)
    }


#: The rows that are also trained with random negatives.
CURED = (DIRECT, SQUARED, row(-1.0, "as coded"), "CoSENT")
