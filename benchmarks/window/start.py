"""From the command to the sign, the usable window and the sample's times; and from the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring.machine import ROOT
from benchmarks.measuring.timings import summary

PATIENCE_S = 400.0

STARTED = f"""
import atexit, json, os, time
marks = {{}}

def mark(name):
    marks[name] = time.time(), time.process_time()

from app.cli.run import run  # what the command loads before it knows what is asked
import app.cli.window_command
from ui.application import application
from ui.running.starting import loading

app = application(["isofront"], scheme="light", on_screen=False)
with loading(app) as splash:
    mark("sign")
    from ui.main_window import MainWindow
    from ui.running.garbage import GarbageAtRest

    GarbageAtRest(app)
    window = MainWindow(remember=False)
    window.ends_process = True
    window.show()
    splash.close()
app.processEvents()
mark("usable")
window.open_sample()
patience = time.monotonic() + {PATIENCE_S}
while time.monotonic() < patience:
    app.processEvents()
    frame = window.map.frames.frame
    if frame is not None and frame.scene.times is not None:
        break
    time.sleep(0.001)
mark("sample")
rest = time.monotonic() + 1.0
while time.monotonic() < rest:
    app.processEvents()
    time.sleep(0.005)
mark("quit")
print(json.dumps(marks), flush=True)
window.close()
atexit._run_exitfuncs()
os._exit(0)
"""


def measure(repeat: int) -> dict[str, object]:
    """Seconds of the first start, which compiles, and of later ones; and processor seconds."""
    with tempfile.TemporaryDirectory() as name:
        first = _seconds(Path(name))
        later = [_seconds(Path(name)) for _ in range(repeat)]
    return {
        "benchmark": "window-start",
        "first_s": first,
        "n": repeat,
        "later_s": {key: summary([found[key] for found in later]) for key in first},
    }


def _seconds(folder: Path) -> dict[str, float]:
    """From before the process is made until each mark, and from the last until it is gone."""
    surroundings = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "ISOFRONT_CACHE_DIR": str(folder / "imported"),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "PYTHONPATH": str(ROOT),
    }
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-c", STARTED], env=surroundings, cwd=folder,
        capture_output=True, text=True, check=False, timeout=2 * PATIENCE_S,
    )  # fmt: skip
    ended = time.time()
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-2000:])
    marks = json.loads(done.stdout.splitlines()[-1])
    quit_at, _ = marks.pop("quit")
    found = {name: round(at - began, 3) for name, (at, _) in marks.items()}
    found |= {f"{name}, processor": round(own, 3) for name, (_, own) in marks.items()}
    return {**found, "quit": round(ended - quit_at, 3)}
