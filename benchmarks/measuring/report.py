"""What a benchmark of grids on a GPU found: printed as it is found, and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.records import ResultFile
from gpu.device import devices
from raster.grid import VelocityGrid

LONGEST_LINE = 400
"""Characters of a printed record; the file holds all of it."""


class Report:
    """Prints each record and appends it to the results. seed : of the grids."""

    def __init__(self, path: Path, seed: int) -> None:
        self._results = ResultFile(path, gpu=[d.name for d in devices() if d.backend == "gpu"])
        self._seed = seed

    def add(self, part: str, grid: VelocityGrid | None = None, /, **figures: Any) -> None:
        drawn = {} if grid is None else {"grid": grid.name, "seed": self._seed}
        record = {"part": part, **drawn, **figures}
        text = json.dumps(record)
        print(text if len(text) < LONGEST_LINE else f"{text[:LONGEST_LINE]} …", flush=True)
        self._results.add(record)
