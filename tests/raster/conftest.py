"""Fixtures of the tests of grid solvers."""

from __future__ import annotations

from collections.abc import Iterator

import numba
import pytest

from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from tests.raster.solves import STARTS, terrain


@pytest.fixture(scope="session")
def expected() -> TravelTimeGrid:
    """What every solver finds on `terrain` from `STARTS`."""
    found = Dijkstra(terrain()).solve(STARTS)
    found.labels.flags.writeable = False
    return found


@pytest.fixture
def all_threads_afterwards() -> Iterator[None]:
    threads = numba.get_num_threads()
    yield
    numba.set_num_threads(threads)
