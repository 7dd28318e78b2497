"""How long from starting the program to the first picture of the sample.

    python -m benchmarks.cold_start [--repeat N] [--out FILE]

The first start compiles what it calls, into a folder made for it, in two processes as `isofront`
does; the following ones find it there. Measured from before the process is made until the map with
the isochrones is painted, in a window without a screen, and for `demo` until its files are written.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measuring.timings import summary
from benchmarks.records import ResultFile, results_file

ROOT = Path(__file__).resolve().parents[1]
RESULTS = results_file("cold_start")
PATIENCE_S = 300.0

WINDOW = f"""
import sys, time
from app.solving.warming.ahead import RASTERS, compile_beside
from ui.application import application
from ui.running.roads_beside import ROADS

sample = sys.argv[1]
app = application(["isofront"], scheme="light", on_screen=False)
compile_beside(ROADS if sample == "roads" else RASTERS)
from ui.main_window import MainWindow

window = MainWindow(remember=False)
window.show()
window.open_sample(sample)
patience = time.monotonic() + {PATIENCE_S}
while window.session.result is None and time.monotonic() < patience:
    app.processEvents()
    time.sleep(0.001)
seen = window.map.snapshot()
print("seen", time.time(), window.session.result.times.reached, flush=True)
window.close()
"""


def _surroundings(folder: Path) -> dict[str, str]:
    """An environment with compiled code and imports in a folder of their own. Python keeps its
    own there, too, as it does for who installs the program; containers often tell it not to."""
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {
        **inherited,
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "NUMBA_CACHE_DIR": str(folder / "compiled"),
        "ISOFRONT_CACHE_DIR": str(folder / "imported"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
    }


def _run(words: Sequence[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        env=_surroundings(folder), cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(words)[:60]} failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def window_seconds(sample: str, folder: Path) -> float:
    """Until the window shows a sample, solved."""
    began = time.time()
    said = _run(["-c", WINDOW, sample], folder)
    seen, when, reached = next(x for x in said.splitlines() if x.startswith("seen")).split()
    assert seen == "seen"
    assert int(reached) > 0
    return float(when) - began


def demo_seconds(folder: Path) -> float:
    """Until `demo` has solved the sample and written times, isochrones and a picture."""
    began = time.time()
    _run(["-m", "app", "demo", "--files", str(folder / "demo")], folder)
    return time.time() - began


def measure(repeat: int) -> Iterator[dict[str, Any]]:
    """The first start and `repeat` following ones, of the window with terrain and with roads and
    of `demo`."""
    each: dict[str, Callable[[Path], float]] = {
        "window": partial(window_seconds, "terrain"),
        "window, roads": partial(window_seconds, "roads"),
        "demo": demo_seconds,
    }
    for what, seconds_of in each.items():
        with tempfile.TemporaryDirectory() as name:
            first = seconds_of(Path(name))
            later = [seconds_of(Path(name)) for _ in range(repeat)]
        yield {
            "benchmark": "cold-start",
            "what": what,
            "first_s": round(first, 2),
            "n": repeat,
            "later_s": summary(later),
        }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cold_start")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    arguments = parser.parse_args(argv)
    results = ResultFile(arguments.out)
    for record in measure(arguments.repeat):
        results.add(record)
        later = record["later_s"]
        print(
            f"{record['what']}: first start {record['first_s']} s, later ones "
            f"{later['median']} s (median of {record['n']}, {later['min']} to {later['max']})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
