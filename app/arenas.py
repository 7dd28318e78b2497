"""The C library's memory, shared by the threads of a window."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

M_ARENA_MAX = -8
"""Number of the parameter in `mallopt(3)`."""

ARENAS = 2
"""Arenas of all threads together. glibc takes eight times as many as there are cores. What is free
at the top of one stays with the process, and no other thread gets it: after 600 random actions the
ten threads of a window held more that was free than was in use."""

CHOSEN = ("MALLOC_ARENA_MAX", "GLIBC_TUNABLES")
"""Variables by which a user decides on it."""


def share_arenas() -> None:
    """Have threads that are made from now on share a few arenas, where glibc is there and nobody
    has chosen otherwise."""
    if not sys.platform.startswith("linux") or any(name in os.environ for name in CHOSEN):
        return
    with suppress(OSError, AttributeError):  # another library than glibc
        ctypes.CDLL("libc.so.6").mallopt(M_ARENA_MAX, ARENAS)
