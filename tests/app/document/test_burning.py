"""Roads burned into velocity rasters."""

from __future__ import annotations

import numpy as np
import pytest

from app.document.burning import arc_speeds, burn_roads
from core.errors import InputError
from core.solver import Start
from raster.files.read import open_velocity
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from road.costs.metric import hop_weights
from road.costs.profiles import CAR, OFFROAD
from road.files.read import open_roads
from road.properties import RoadClass
from tests.road.drawn import graph_of
from tests.shared_data import SHARED, needs_shared

KMH = 68.0
"""What a car drives on a primary road outside towns."""

ROAD = graph_of([(15, -15), (285, -15)], [(0, 1)], classes=(RoadClass.PRIMARY,))


def ground(dtype: str) -> VelocityGrid:
    """Ten columns and four rows of 5 km/h (5.5 in float32), a barrier in the middle of the road."""
    kmh = np.full((4, 10), 5.5 if dtype == "float32" else 5.0)
    kmh[0, 5] = 0
    grid = grid_from_kmh(kmh, 30.0)
    assert grid.values.dtype == dtype
    return grid


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_touched_cells_take_the_speed_of_the_road_and_others_keep_theirs(dtype: str) -> None:
    grid = ground(dtype)
    burned = burn_roads(grid, ROAD, CAR.weights(ROAD))
    assert burned.cells == 10
    assert burned.grid.values.dtype == dtype
    kmh = burned.grid.kmh(grid.whole(), grid.shape)
    np.testing.assert_allclose(kmh[0], KMH)
    np.testing.assert_array_equal(kmh[1:], grid.kmh(grid.whole(), grid.shape)[1:])
    assert grid.kmh_at(0, 5) == 0  # the old raster is as it was
    assert Dijkstra(burned.grid).solve((Start(0),)).seconds_at(0, 9) == pytest.approx(
        270 / (KMH / 3.6), rel=1e-6
    )


def test_a_raster_of_codes_without_room_for_more_speeds_gets_wider_codes() -> None:
    values = np.arange(256, dtype=np.uint8).reshape(4, 64)
    grid = VelocityGrid(values, np.linspace(1, 60, 256), 30.0, 30.0)
    burned = burn_roads(grid, ROAD, CAR.weights(ROAD)).grid
    assert burned.values.dtype == np.uint16
    assert burned.kmh_at(0, 3) == pytest.approx(KMH)
    assert burned.kmh_at(3, 63) == grid.kmh_at(3, 63)


def test_where_codes_are_all_taken_the_speeds_become_real_numbers() -> None:
    values = np.arange(65536, dtype=np.uint16).reshape(4, 16384)
    grid = VelocityGrid(values, np.linspace(1, 60, 65536), 30.0, 30.0)
    burned = burn_roads(grid, ROAD, CAR.weights(ROAD)).grid
    assert burned.values.dtype == np.float32
    assert burned.kmh_at(0, 3) == pytest.approx(KMH)
    np.testing.assert_array_equal(burned.kmh_of(burned.values)[1:], grid.kmh_of(values)[1:])


def test_closed_roads_are_not_burned_and_speeds_come_from_the_metric() -> None:
    path = graph_of([(15, -15), (285, -15)], [(0, 1)], classes=(RoadClass.STEPS,))
    assert burn_roads(ground("uint8"), path, CAR.weights(path)).cells == 0
    np.testing.assert_allclose(arc_speeds(ROAD, CAR.weights(ROAD)), KMH, rtol=1e-4)


def test_costs_that_are_no_times_are_refused() -> None:
    with pytest.raises(InputError, match="no speed"):
        burn_roads(ground("uint8"), ROAD, hop_weights(ROAD))


@needs_shared
def test_roads_in_degrees_fall_on_the_cells_of_a_projected_raster() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "terrain"
    if not folder.is_dir():
        folder = SHARED / "terrain"
    grid = open_velocity(folder / "velocity-grande-comore" / "velocity_grande_comore_30m.tif")
    roads = open_roads(folder / "comoros" / "roads.gpkg")
    burned = burn_roads(grid, roads, OFFROAD.weights(roads))
    # The raster was derived from these roads: most cells that they touch are no slower than 12.
    touched = burned.grid.values != grid.values
    assert 20_000 < burned.cells < 80_000
    assert touched.sum() <= burned.cells
