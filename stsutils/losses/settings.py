"""A loss's settings: those given, the defaults for the rest, and no unknown ones."""

import inspect
from collections.abc import Callable

from stsutils.errors import UserError


def complete_settings(
    function: Callable, given: dict, inputs: tuple[str, ...], name: str | None = None
) -> dict:
    """Return the given settings with the defaults of `function` for the others.

    Args:
        function: a loss, or the class of a head.
        given: the settings a reader wrote.
        inputs: arguments of `function` that are not settings.
        name: what the error calls the loss; by default the function's own name.

    Raises:
        UserError: a setting that `function` does not have.

    Example:
        >>> complete_settings(lambda cosines, scale=20.0, power=2: None, {"power": 1}, ("cosines",))
        {'scale': 20.0, 'power': 1}
    """
    known = {
        setting: parameter.default
        for setting, parameter in inspect.signature(function).parameters.items()
        if setting not in inputs
    }
    unknown = sorted(set(given) - set(known))
    if unknown:
        has = ", ".join(known) or "none"
        raise UserError(
            f"{name or function.__name__} has no setting {', '.join(unknown)}. Its settings: {has}."
        )
    return {**known, **given}
