"""Kernels that are compiled while something else does their work."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from core.errors import DeviceError
from gpu.failures import device_errors
from gpu.module import load


class Wanted(NamedTuple):
    """A kernel that is compiled exactly, with no constants; see `gpu.module.load`."""

    stem: str
    kernel: str
    exact: bool = True


_STATES: dict[tuple[int, tuple[Wanted, ...]], threading.Event] = {}
_ASKING = threading.Lock()


def compiled(wanted: Sequence[Wanted], device: int) -> bool:
    """Whether kernels are compiled; where they are not, a thread of its own compiles them from now
    on. False for ever where that fails."""
    key = device, tuple(wanted)
    with _ASKING:
        state = _STATES.get(key)
        if state is None:
            state = _STATES[key] = threading.Event()
            # On most machines they are kept on disk from before.
            threading.Thread(
                target=_compile, args=(*key, state), name="kernels-of-pictures", daemon=True
            ).start()
    return state.is_set()


def _compile(device: int, wanted: Sequence[Wanted], done: threading.Event) -> None:
    import cupy

    try:
        with device_errors(device), cupy.cuda.Device(device):
            for stem, kernel, exact in wanted:
                load(stem, {}, device, exact=exact).kernel(kernel)
    except DeviceError:
        return  # who asked goes on without them
    done.set()
