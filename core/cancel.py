"""A request to stop, seen by Python loops and compiled kernels alike."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from core.errors import CancelledError


class Cancel:
    """Set once, from any thread; polled by whoever works.

    `flag` is uint8, shape (1,), 0 or 1: a compiled kernel reads it without the interpreter. It is
    read-only, as that of NEVER, so that kernels are compiled for one kind of flag.
    """

    def __init__(self) -> None:
        self._set: NDArray[np.uint8] = np.zeros(1, np.uint8)
        self.flag = self._set.view()
        self.flag.setflags(write=False)

    def set(self) -> None:
        self._set[0] = 1

    @property
    def requested(self) -> bool:
        return bool(self.flag[0])

    def check(self, what: str) -> None:
        """Raise CancelledError if a stop was requested."""
        if self.requested:
            raise CancelledError(what)


NEVER = Cancel()
"""Shared token that nobody sets."""
NEVER._set.setflags(write=False)

_LOOK_SECONDS = 0.02


@contextmanager
def held(lock: threading.Lock, cancel: Cancel, what: str) -> Iterator[None]:
    """One at a time; who waits for it may be cancelled meanwhile, by a CancelledError."""
    while not lock.acquire(timeout=_LOOK_SECONDS):
        cancel.check(what)
    try:
        yield
    finally:
        lock.release()
