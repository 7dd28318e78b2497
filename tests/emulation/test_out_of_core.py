"""Blocks that come and go on a device, run on the processor: steps alone, and straight lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Start
from gpu.grids.solvers.out_of_core import OutOfCore
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")

ROWS, COLS = 40, 46  # four tiles, of which three stick out


@pytest.mark.parametrize(
    ("geometry", "form", "high"),
    [
        (EIGHT, {"block_cells": 32, "slots": 2}, 10.0),
        (STRAIGHT, {"block_cells": 32, "slots": 1}, 10.0),
        (STRAIGHT, {"block_cells": 64, "slots": 2}, 10.0),
        (STRAIGHT, {"block_cells": 32, "slots": 2, "among": (0, 0)}, 10.0),
        (STRAIGHT, {"block_cells": 32, "slots": 1}, 23.0),
    ],
    ids=["eight", "one block at a time", "of four tiles", "two workers", "oblong"],
)
def test_equals_dijkstra_while_blocks_come_and_go(
    geometry: str, form: dict[str, Any], high: float
) -> None:
    # The second start lies at the corner of four blocks and in time for the front; half of the
    # ground is even, so that fronts are circles.
    kmh = noise(ROWS, COLS, 3)
    kmh[:, 25:] = 36.0
    grid, starts = grid_from_kmh(kmh, 10.0, high), (Start(0), Start(31 * COLS + 32, 2.0))
    found = OutOfCore(grid, geometry=geometry, **form).solve(starts)
    expected = Dijkstra(grid, geometry=geometry).solve(starts)
    np.testing.assert_array_equal(found.ticks(), expected.ticks())
    assert (found.geometry, found.reached) == (geometry, expected.reached)
