"""Lengths of roads on maps that stretch, against pyproj's geodesics."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyogrio
import pyproj
import pytest
import shapely

from app.bands import Bands
from app.exports.request import Export, ExportOptions
from app.exports.road_areas import polygons
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.starts import PlacedStart
from road.files.source.projection import plane_around, utm_plane
from road.files.vector.importer import read_vector
from road.graph import RoadGraph
from road.places.snap import SnapIndex
from road.solvers.dijkstra import Dijkstra
from tests.road.files.graphml.test_importer import edge, read_graphml, write

GEOD = pyproj.Geod(ellps="WGS84")
STRETCHED = ["EPSG:3857", "EPSG:3395", "+proj=merc +datum=WGS84 +units=us-ft"]
UNEVEN = ["EPSG:4087", "+proj=sinu +datum=WGS84"]
LON, LAT = 8.0, 47.0
EAST, NORTH = 0.0131, 0.009  # about a kilometre each


def cross(folder: Path, crs: str) -> RoadGraph:
    """Four streets of about a kilometre from a place in the middle, in a CRS."""
    to_map = pyproj.Transformer.from_crs(4326, crs, always_xy=True)
    ends = [(LON + EAST, LAT), (LON - EAST, LAT), (LON, LAT + NORTH), (LON, LAT - NORTH)]
    lines = [
        shapely.LineString([to_map.transform(LON, LAT), to_map.transform(*end)]) for end in ends
    ]
    pyogrio.raw.write(
        folder / "cross.gpkg",
        shapely.to_wkb(lines),
        [np.array(["residential"] * 4, object)],
        ["highway"],
        geometry_type="LineString",
        crs=pyproj.CRS.from_user_input(crs).to_wkt(),
    )
    return read_vector(folder / "cross.gpkg")


@pytest.mark.parametrize("crs", STRETCHED + UNEVEN)
def test_lengths_are_those_of_the_ground(tmp_path: Path, crs: str) -> None:
    graph = cross(tmp_path, crs)
    east = GEOD.inv(LON, LAT, LON + EAST, LAT)[2]
    north = GEOD.inv(LON, LAT, LON, LAT + NORTH)[2]
    expected = sorted([east] * 4 + [north] * 4)
    np.testing.assert_allclose(np.sort(graph.arcs.length_m), expected, rtol=1e-4)


@pytest.mark.parametrize("crs", STRETCHED + UNEVEN)
def test_the_lengths_of_graphml_are_those_of_the_ground(tmp_path: Path, crs: str) -> None:
    to_map = pyproj.Transformer.from_crs(4326, crs, always_xy=True)
    places = [to_map.transform(LON, LAT), to_map.transform(LON + EAST, LAT)]
    nodes = "".join(
        f'<node id="{i}"><data key="x">{x!r}</data><data key="y">{y!r}</data></node>'
        for i, (x, y) in enumerate(places, start=11)
    )
    wkt = pyproj.CRS.from_user_input(crs).to_wkt().replace("&", "&amp;").replace("<", "&lt;")
    graph = read_graphml(write(tmp_path, edge(11, 12), crs=wkt, nodes=nodes))
    expected = GEOD.inv(LON, LAT, LON + EAST, LAT)[2]
    np.testing.assert_allclose(graph.arcs.length_m, expected, rtol=1e-4)


@pytest.mark.parametrize("crs", STRETCHED)
def test_the_way_to_a_street_is_measured_on_the_ground(tmp_path: Path, crs: str) -> None:
    graph = cross(tmp_path, crs)
    to_map = pyproj.Transformer.from_crs(4326, crs, always_xy=True)
    beside = LON + EAST / 2, LAT + 0.001
    found = SnapIndex(graph).nearest(*to_map.transform(*beside))
    assert found is not None
    expected = GEOD.inv(*beside, beside[0], LAT)[2]
    assert found.distance_m == pytest.approx(expected, rel=0.005)


@pytest.mark.parametrize("crs", STRETCHED + UNEVEN)
def test_areas_and_their_field_are_those_of_the_ground(tmp_path: Path, crs: str) -> None:
    graph = cross(tmp_path, crs)
    roads = OpenRoads.of(graph).driven(RoadCosts.of_profile("foot"))
    to_map = pyproj.Transformer.from_crs(4326, crs, always_xy=True)
    x, y = to_map.transform(LON, LAT)
    snapped = roads.snapped(x, y)
    times = Dijkstra(graph, roads.weights).solve((snapped.source(),))
    solved = RoadSolved(
        roads, times, (PlacedStart(x, y, 0.0),), (snapped,), "dijkstra", "cpu", "a processor"
    )
    path = tmp_path / "areas.gpkg"
    polygons(Export(path, solved, Bands((10_000.0,)), options=ExportOptions(tolerance_m=50.0)))
    _, _, (geometry,), _ = pyogrio.raw.read(path)
    meta, _, _, fields = pyogrio.raw.read(path)
    (area,) = fields[list(meta["fields"]).index("area_m2")]
    back = pyproj.Transformer.from_crs(crs, 4326, always_xy=True)
    (part,) = shapely.get_parts(shapely.from_wkb(geometry))
    on_globe = shapely.transform(part, lambda points: np.stack(back.transform(*points.T), axis=1))
    expected = abs(GEOD.geometry_area_perimeter(on_globe)[0])
    assert area == pytest.approx(expected, rel=0.01)
    # Four strips a kilometre long and 100 m wide, with half circles at their ends.
    metres = GEOD.inv(LON - EAST, LAT, LON + EAST, LAT)[2]
    metres += GEOD.inv(LON, LAT - NORTH, LON, LAT + NORTH)[2]
    assert expected == pytest.approx(100 * metres + 2 * np.pi * 50**2 - 100**2, rel=0.02)


def test_a_plane_is_the_roads_own_where_one_factor_makes_it_right(tmp_path: Path) -> None:
    graph = cross(tmp_path, "EPSG:3857")
    for plane in (plane_around(graph), utm_plane(graph)):
        assert plane.wkt == graph.crs_wkt
        assert plane.metres_per_unit == pytest.approx(1 / 1.466, rel=0.003)
    graph = cross(tmp_path, "EPSG:4087")
    assert "32632" in utm_plane(graph).wkt
    assert "Transverse" in plane_around(graph).wkt
