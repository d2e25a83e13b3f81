"""From a pure function to the call that `fit` makes: `loss(list of columns, labels) -> scalar`."""
