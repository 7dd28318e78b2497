"""Threads of a window share the C library's memory."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from app.arenas import ARENAS, CHOSEN
from tests.soak.parent import ROOT

THREADS = 12

COUNT = f"""
import ctypes, sys, tempfile, threading
from ui.application import application

if sys.argv[1] == "window":
    application(["isofront"], on_screen=False)
c = ctypes.CDLL("libc.so.6")
c.malloc.restype = c.fopen.restype = ctypes.c_void_p
c.malloc_info.argtypes, c.fclose.argtypes = [ctypes.c_int, ctypes.c_void_p], [ctypes.c_void_p]
meet = threading.Barrier({THREADS} + 1)

def work():
    c.malloc(100_000)  # more than a thread keeps for itself
    meet.wait()
    meet.wait()

threads = [threading.Thread(target=work) for _ in range({THREADS})]
for thread in threads:
    thread.start()
meet.wait()
with tempfile.NamedTemporaryFile() as file:
    out = c.fopen(file.name.encode(), b"w")
    c.malloc_info(0, out)
    c.fclose(out)
    print(file.read().count(b"<heap nr="))
meet.wait()
"""


def _arenas(what: str, **chosen: str) -> int:
    kept = {name: value for name, value in os.environ.items() if name not in CHOSEN}
    done = subprocess.run(
        [sys.executable, "-c", COUNT, what],
        env={**kept, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", **chosen},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="arenas are of glibc")
def test_threads_of_a_window_share_few_arenas() -> None:
    assert _arenas("nothing") > ARENAS, "the library gives one to each"
    assert _arenas("window") <= ARENAS
    assert _arenas("window", MALLOC_ARENA_MAX="5") > ARENAS, "the user's choice stays"
