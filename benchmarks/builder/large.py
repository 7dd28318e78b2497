"""Time and peak memory of `isofront build` on rasters larger than memory should have to be.

    python -m benchmarks.builder.large [--side N] [--folder FOLDER] [--out FILE]

Elevation and land cover of side² cells are written to a folder (400 million cells take some hundred
MiB), and the command runs in a process of its own, whose largest resident size is told.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.builder.recipe_files import toml_text
from benchmarks.builder.inputs import write_inputs
from benchmarks.measuring.machine import ROOT
from benchmarks.records import ResultFile, results_file

RESULTS = results_file("builder_large")
BYTES = 1 if sys.platform == "darwin" else 1024
"""Bytes of the unit in which the system tells the largest resident size."""


def measure(folder: Path, side: int) -> dict[str, object]:
    """Seconds and bytes of one build; its counts of cells."""
    recipe, out = folder / "recipe.toml", folder / "speed.tif"
    recipe.write_text(toml_text(write_inputs(folder, side)), encoding="utf-8")
    command = [sys.executable, "-m", "app", "build", str(recipe), "--out", str(out), "--json"]
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    taken = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * BYTES
    told = json.loads(done.stdout)
    return {
        "side": side, "cells": side * side, "cores": os.cpu_count(), "seconds": round(taken, 2),
        "peak_bytes": peak, "open_cells": told["open_cells"], "bytes": out.stat().st_size,
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.builder.large")
    parser.add_argument("--side", type=int, default=20_000)
    parser.add_argument("--folder", type=Path, help="where there is room; a temporary one")
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    results = ResultFile(chosen.out)
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        print(json.dumps(results.add(measure(Path(folder), chosen.side))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
