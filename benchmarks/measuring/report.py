"""What a benchmark on a GPU found: printed as it is found, and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.records import ResultFile
from gpu.device import devices
from raster.grid import VelocityGrid

LONGEST_LINE = 400
"""Characters of a printed record; the file holds all of it."""


def gpus() -> list[str]:
    """Names of the cards of this machine."""
    return [device.name for device in devices() if device.backend == "gpu"]


class Report:
    """Prints each record and appends it to the results. seed : of the instances."""

    def __init__(self, path: Path, seed: int) -> None:
        self._results = ResultFile(path, gpu=gpus())
        self._seed = seed

    def add(self, part: str, grid: VelocityGrid | None = None, /, **figures: Any) -> None:
        drawn = {} if grid is None else {"grid": grid.name}
        record = {"part": part, **drawn, "seed": self._seed, **figures}
        text = json.dumps(record)
        print(text if len(text) < LONGEST_LINE else f"{text[:LONGEST_LINE]} …", flush=True)
        self._results.add(record)
