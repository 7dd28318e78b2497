"""What the tests of grid solvers share: a solve, what the same bits are, a stop on the way."""

from __future__ import annotations

import numba
import numpy as np

from core.cancel import Cancel
from core.solver import Sources, Start
from core.trace import Event, Iteration, Trace
from raster.grid import VelocityGrid, grid_from_kmh
from raster.travel_times import TravelTimeGrid
from tests.raster.terrains import noise

ALL_THREADS: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]  # set at import

STARTS: Sources = (Start(0), Start(90 * 260 + 130, 40.0))
"""On `terrain`."""


def terrain() -> VelocityGrid:
    return grid_from_kmh(noise(180, 260, 1), 10.0)


def assert_same(found: TravelTimeGrid, expected: TravelTimeGrid) -> None:
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert found.tick_seconds == expected.tick_seconds
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert not found.partial


class StopAt(Trace):
    """A trace that asks for a stop after some iterations; also remembers what it saw."""

    def __init__(self, iterations: int) -> None:
        self.cancel = Cancel()
        self.events: list[Event] = []
        self._left = iterations

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self._left -= isinstance(event, Iteration)
        if self._left <= 0:
            self.cancel.set()
