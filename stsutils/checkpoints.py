"""One file holds everything a stopped training needs: weights, optimiser, random state, history.

The file is a single safetensors file. Tensors carry a prefix (`model.`, `optimizer.`, `best.`,
`rng`); what is not a tensor travels as JSON in the file's own metadata. Nothing is pickled.
"""

import contextlib
import json
import signal
import threading

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from stsutils.errors import UserError
from stsutils.writing import write_atomically

#: What a file of any contents can raise when it is read as a checkpoint.
BROKEN = (SafetensorError, OSError, KeyError, TypeError, ValueError, RuntimeError)


def save(path, module, optimizer, state: dict, best: dict | None = None) -> None:
    """Write `module`, `optimizer`, the random state and the JSON-able `state` to one file.

    `best`, when given, is a state dict kept beside the current weights (the best so far).
    """
    tensors = {f"model.{name}": tensor for name, tensor in module.state_dict().items()}
    tensors |= {f"best.{name}": tensor for name, tensor in (best or {}).items()}
    packed = optimizer.state_dict()
    for index, slots in packed["state"].items():
        for slot, value in slots.items():
            tensors[f"optimizer.{index}.{slot}"] = torch.as_tensor(value)
    tensors["rng"] = torch.get_rng_state()
    if (device := next(module.parameters()).device).type == "cuda":
        tensors["rng_cuda"] = torch.cuda.get_rng_state(device)
    # clone: tied weights share memory, which safetensors refuses
    tensors = {name: tensor.detach().cpu().clone() for name, tensor in tensors.items()}
    metadata = {"groups": json.dumps(packed["param_groups"], default=float)}
    metadata["state"] = json.dumps(state, default=float)  # numpy's numbers, too
    write_atomically(path, lambda temporary: save_file(tensors, temporary, metadata=metadata))


def load(path, module, optimizer, settings: dict) -> tuple[dict, dict | None]:
    """Read what `save` wrote into `module` and `optimizer`; returns (state, best weights or None).

    Raises UserError when the file is not a checkpoint of this module, or when its state was made
    with other `settings` (a JSON-able dict) than these, and names those: continuing would give a
    mixture of two trainings.
    """
    groups: dict[str, dict] = {"model": {}, "best": {}, "optimizer": {}}
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata()
            for name in file.keys():  # noqa: SIM118 (safe_open is not a dict)
                head, _, rest = name.partition(".")
                groups.setdefault(head, {})[rest] = file.get_tensor(name)
        state = json.loads(metadata["state"])
        then, now = dict(state["settings"]), json.loads(json.dumps(settings, default=float))
        if (then.keys() ^ now.keys()) - {"patience"}:  # which is kept only where it is used
            raise UserError("another version of stsutils made it")
        if other := [name for name in {**then, **now} if then.get(name) != now.get(name)]:
            raise UserError(f"it was made with other settings: {', '.join(other)}")
        module.load_state_dict(groups["model"])
        slots: dict[int, dict] = {}
        for name, tensor in groups["optimizer"].items():
            index, _, slot = name.partition(".")
            slots.setdefault(int(index), {})[slot] = tensor
        optimizer.load_state_dict({"state": slots, "param_groups": json.loads(metadata["groups"])})
        torch.set_rng_state(groups["rng"][""])
        device = next(module.parameters()).device
        if "rng_cuda" in groups and device.type == "cuda":
            torch.cuda.set_rng_state(groups["rng_cuda"][""], device)
    except (UserError, *BROKEN) as error:
        raise UserError(
            f"{path} is not a checkpoint of this training ({str(error).splitlines()[0]}). "
            "Delete it to start again, or name another file."
        ) from error
    return state, groups["best"] or None


@contextlib.contextmanager
def interruptible():
    """Let a training loop finish its step on Ctrl-C or SIGTERM: yields a question to ask.

    The first signal only makes ``interrupted()`` true, so that weights are never saved half-updated
    (a scheduler sends SIGTERM half a minute before it kills); a second one stops at once. When the
    block ends after a SIGTERM, the process ends by it, as it would have without this. Outside the
    main thread, where signals cannot be caught, nothing changes.
    """
    caught: list[int] = []

    def handle(number, frame):
        caught.append(number)
        if len(caught) > 1:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, handle) for number in signals}
    try:
        yield lambda: bool(caught)
    finally:
        for number, handler in before.items():
            if handler is not None:  # None: not Python's to give back
                signal.signal(number, handler)
        if signal.SIGTERM in caught:
            signal.raise_signal(signal.SIGTERM)
