"""Lines over the map at round coordinates, their labels, and the arrow to true north."""

from __future__ import annotations

import numpy as np
import pytest

from core.files.projections import globe_of
from raster.grid import VelocityGrid
from ui.canvas.graticule import angle, graticule, grid_lines, north_of, round_angle
from ui.canvas.viewport import Viewport
from ui.pictures.ground import RoadGround, TerrainGround

ZONE = "EPSG:32633"


POLAR = "EPSG:32661"


def ground_at(longitude: float, latitude: float, crs: str = ZONE) -> tuple[TerrainGround, Viewport]:
    """10 km around a place, usually in UTM zone 33, whose middle is 15° E."""
    globe = globe_of(crs)
    assert globe is not None
    ((x, y),) = globe.places(np.array([[longitude, latitude]])).tolist()
    speeds = np.full((100, 100), 5, np.float32)
    grid = VelocityGrid(speeds, None, 100.0, 100.0, x - 5000, y + 5000, crs_wkt=crs)
    return TerrainGround(grid), Viewport(x, y, 20.0, 500, 500)


def test_each_line_of_the_graticule_lies_on_the_degrees_that_it_names() -> None:
    ground, view = ground_at(17.0, 45.0)
    globe = globe_of(ZONE)
    assert globe is not None
    lines = {line.label: line for line in graticule(view, ground, globe)}
    assert {"17°00′ E", "45°00′ N"} <= lines.keys()
    for label, column, degrees in (("17°00′ E", 0, 17.0), ("45°00′ N", 1, 45.0)):
        plane = np.array([view.to_map(x, y) for x, y in lines[label].pixels.tolist()])
        assert globe.lon_lat(plane)[:, column] == pytest.approx(degrees, abs=1e-7)
    assert lines["17°00′ E"].upright
    assert not lines["45°00′ N"].upright


@pytest.mark.parametrize(("latitude", "crs"), [(45.0, ZONE), (60.0, ZONE), (85.0, POLAR)])
def test_lines_stand_apart_where_meridians_are_close_and_where_north_is_not_up(
    latitude: float, crs: str
) -> None:
    ground, view = ground_at(15.0 if crs == ZONE else 45.0, latitude, crs)
    globe = globe_of(crs)
    assert globe is not None
    lines = graticule(view, ground, globe)
    for upright in (True, False):
        some = [line.pixels for line in lines if line.upright == upright]
        assert len(some) >= 2
        middles = np.array([line[len(line) // 2] for line in some])
        along = some[0][-1] - some[0][0]
        across = np.array([-along[1], along[0]]) / np.hypot(*along)
        gaps = np.abs(np.diff(middles @ across))
        assert gaps.min() > 100, "there is room for a label"
        assert gaps.max() < 400


def test_lines_of_the_coordinates_stand_at_round_ones() -> None:
    ground, view = ground_at(15.0, 45.0)
    labels = {line.label: line for line in grid_lines(view, ground)}
    assert {"500000", "505000"} <= labels.keys()
    assert labels["500000"].pixels[:, 0] == pytest.approx([250.0, 250.0])


def test_steps_are_round_and_labels_say_no_more_than_they_need() -> None:
    assert [round_angle(d) * 3600 for d in (50.0, 11.0, 0.6, 0.02, 0.01, 1e-5)] == pytest.approx(
        [90 * 3600, 15 * 3600, 3600, 120, 60, 0.05]
    )
    told = [angle(-8.5, step, "EW") for step in (0.5, 1 / 60, 1 / 3600)]
    assert told == ["8°30′ W", "8°30′ W", "8°30′00″ W"]
    assert angle(-10.0, 5.0, "NS") == "10° S"
    assert angle(0.0, 5.0, "NS") == "0°"
    assert angle(59.99999 / 60, 1 / 60, "NS") == "1°00′ N"
    assert angle(41 + 1 / 3, 0.05 / 3600, "NS") == "41°20′00.00″ N"


def test_north_is_true_north_wherever_the_map_lies() -> None:
    ground, view = ground_at(17.0, 45.0)
    assert north_of(view, ground) == pytest.approx(-1.414, abs=0.01)
    roads = RoadGround((8.0, 50.0, 9.0, 51.0), True, crs_wkt="EPSG:4326")
    assert north_of(Viewport(8.5, roads.to_plane(8.5, 50.5)[1]), roads) == pytest.approx(0)
    nowhere = RoadGround((8.0, 50.0, 9.0, 51.0), False)
    assert north_of(Viewport(8.5, 50.5), nowhere) is None
