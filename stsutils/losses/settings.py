"""A loss's settings: those given, the defaults for the rest, and no unknown ones."""

import inspect
from collections.abc import Callable

from stsutils.errors import UserError


def complete_settings(
    function: Callable, given: dict, inputs: int, name: str | None = None
) -> dict:
    """Return the given settings with the defaults of `function` for the others.

    Args:
        function: a loss, or the class of a head.
        given: the settings a reader wrote.
        inputs: how many arguments of `function`, its first ones, are no settings.
        name: what the error calls the loss; by default the function's own name.

    Raises:
        UserError: a setting that `function` does not have.

    Example:
        >>> complete_settings(lambda cosines, scale=20.0, power=2: None, {"power": 1}, 1)
        {'scale': 20.0, 'power': 1}
    """
    parameters = [*inspect.signature(function).parameters.values()][inputs:]
    known = {parameter.name: parameter.default for parameter in parameters}
    unknown = sorted(set(given) - set(known))
    if unknown:
        has = ", ".join(known) or "none"
        raise UserError(
            f"{name or function.__name__} has no setting {', '.join(unknown)}. Its settings: {has}."
        )
    return {**known, **given}
