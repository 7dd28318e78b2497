"""Commands that do what none of the program may, so that the watch itself is tested."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable

from tests.fuzz.cases import Sound


def _sound(name: str) -> Callable[[], list[Sound]]:
    return lambda: [Sound({"a": b"0"}, ((f"probe-{name}",),))]


NAMES = ("crash", "hang", "memory", "noise", "slow")
READERS = {f"probe-{name}": _sound(name) for name in NAMES}


def act(name: str, *, seconds: float) -> int:
    """Do what the name says; 0 where that comes back."""
    match name:
        case "crash":
            ctypes.string_at(0)
        case "hang":
            time.sleep(1000 * seconds)
        case "slow":
            began = time.process_time()
            while time.process_time() - began < 1.2 * seconds:
                pass
        case "memory":
            _ = bytearray(b"\1") * (1100 << 20)
        case "noise":
            os.write(2, b"ERROR 1: from a library\n")
    return 0
