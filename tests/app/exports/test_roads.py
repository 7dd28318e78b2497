"""Exports of roads: every format read back by somebody else, and the old file safe."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyproj
import pytest
import rasterio
import shapely

from app.bands import Bands
from app.exports import request
from app.exports.request import AreaMethod, Export, ExportOptions, OffRoad
from app.exports.road_areas import polygons
from app.exports.road_cells import times_tiff
from app.exports.roads import lines, lines_csv, vertices, vertices_csv
from app.exports.table import export
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import CancelledError, ExportError, ParameterError
from core.times import UNREACHED
from road.files.read import open_roads
from road.files.source.projection import carried, plane_around, utm_plane, wkt_of
from road.graph import RoadGraph
from road.maps.areas import usual_tolerance
from road.solvers.dijkstra import Dijkstra
from tests.raster.fields import UTM_38S
from tests.raster.files.test_write import names
from tests.road.drawn import graph_of, grid_city
from tests.shared_data import needs_shared, shared

BANDS = Bands((20.0, 60.0, 90.0))
VECTORS = [".gpkg", ".geojson", ".shp", ".fgb"]


def city(crs: str = UTM_38S) -> RoadGraph:
    """Blocks of 300 m on Grande Comore, in UTM or, with an empty CRS, in degrees."""
    graph = grid_city(block=300.0)
    assert graph.x is not None
    assert graph.y is not None
    moved = replace(graph, x=graph.x + 305_000, y=graph.y + 8_700_000, shapes=None, crs_wkt=UTM_38S)
    if crs:
        return moved
    assert moved.x is not None
    assert moved.y is not None
    points = carried(np.stack((moved.x, moved.y), axis=1), UTM_38S, "EPSG:4326")
    return replace(moved, x=points[:, 0], y=points[:, 1], crs_wkt="", geographic=True)


def solve(graph: RoadGraph, metric: str = "car", limit: float = 90.0) -> RoadSolved:
    roads = OpenRoads.of(graph).driven(RoadCosts.of_profile(metric))
    if metric == "distance":
        raise AssertionError
    assert graph.x is not None
    assert graph.y is not None
    x, y = float(graph.x[7]), float(graph.y[7])
    snapped = roads.snapped(x, y)
    times = Dijkstra(graph, roads.weights).solve((snapped.source(),), limit=limit)
    return RoadSolved(
        roads, times, (PlacedStart(x, y, 0.0),), (snapped,), "dijkstra", "cpu", "a processor"
    )


def read(path: Path) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    """Metadata, shapely geometries and fields of the only layer."""
    meta, _, geometries, values = pyogrio.raw.read(path, layer=0)
    return meta, shapely.from_wkb(geometries), dict(zip(meta["fields"], values, strict=True))


@pytest.mark.parametrize("suffix", VECTORS)
@pytest.mark.parametrize("crs", [UTM_38S, ""])
def test_lines_hold_times_ways_and_classes(tmp_path: Path, suffix: str, crs: str) -> None:
    solved, path = solve(city(crs)), tmp_path / f"roads{suffix}"
    lines(Export(path, solved, BANDS))
    meta, geometries, fields = read(path)
    assert shapely.is_valid(geometries).all()
    assert set(fields["label"]) == {"0–20 s", "20–60 s", "60–90 s"}
    assert (fields["time_from"] >= fields["from_s"] - 1e-9).all()
    assert (fields["time_to"] <= fields["to_s"] + 1e-9).all()
    assert set(fields["class"]) <= {"primary", "residential", "tertiary"}
    assert set(fields["way"]) <= set(solved.graph.arcs.way.tolist())
    if crs and suffix != ".geojson":
        np.testing.assert_allclose(shapely.length(geometries), fields["length_m"], rtol=1e-4)
    else:
        assert meta["crs"] == "EPSG:4326"
        west, south, east, north = shapely.total_bounds(geometries)
        assert 43 < west < east < 43.3
        assert -11.8 < south < north < -11.7


def test_roads_beyond_the_bands_are_a_class_only_where_nobody_chose_these(tmp_path: Path) -> None:
    solved, path = solve(city()), tmp_path / "roads.gpkg"
    lines(Export(path, solved, Bands((20.0, 40.0))))
    assert set(read(path)[2]["label"]) == {"0–20 s", "20–40 s"}
    lines(Export(path, solved, Bands((20.0, 40.0), automatic=True)))
    fields = read(path)[2]
    assert set(fields["label"]) == {"0–20 s", "20–40 s", "Beyond 40 s"}
    lines(Export(path, solved, Bands((solved.times.limit_seconds,))))
    assert fields["length_m"].sum() == pytest.approx(read(path)[2]["length_m"].sum())
    polygons(Export(path, solved, Bands((20.0, 40.0), automatic=True)))
    assert list(read(path)[2]["label"]) == ["0–20 s", "20–40 s", "Beyond 40 s"]


@pytest.mark.parametrize("method", ["buffer", "walk"])
@pytest.mark.parametrize("kind", ["lines", "polygons"])
def test_bands_that_nobody_chose_are_made_once(
    tmp_path: Path, kind: str, method: AreaMethod, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("fitting_bands", "longest_of"):
        whole = getattr(request, name)
        counted = lambda *given, name=name, whole=whole: asked.append(name) or whole(*given)  # noqa: E731
        monkeypatch.setattr(request, name, counted)
    options = ExportOptions(method=method, cell_m=20.0)
    export(kind, tmp_path / "roads.gpkg", solve(city()), options=options)
    assert asked == ["fitting_bands", "longest_of"]


def test_lines_as_csv_are_well_known_text(tmp_path: Path) -> None:
    solved, path = solve(city()), tmp_path / "roads.csv"
    lines_csv(Export(path, solved, BANDS))
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    drawn = shapely.from_wkt([row["wkt"] for row in rows])
    np.testing.assert_allclose(
        shapely.length(drawn), [float(row["length_m"]) for row in rows], rtol=1e-3, atol=1e-3
    )
    assert {row["class"] for row in rows} <= {"primary", "residential", "tertiary"}


def test_vertices_as_csv_have_their_places_and_times_to_the_tick(tmp_path: Path) -> None:
    solved, path = solve(city()), tmp_path / "vertices.csv"
    vertices_csv(Export(path, solved))
    with path.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    tree = ["parent", "at_parent", "way"]
    assert list(rows[0]) == ["vertex", "x", "y", "time_s", *tree], "no degrees"
    ticks = solved.times.labels
    x, y = solved.graph.x, solved.graph.y
    assert x is not None
    assert y is not None
    for row in rows:
        vertex = int(row["vertex"]) - 100
        assert (float(row["x"]), float(row["y"])) == pytest.approx((x[vertex], y[vertex]), abs=1e-3)
        assert row["time_s"] == f"{ticks[vertex] / 1000:.3f}".rstrip("0").rstrip(".")
    assert len(rows) == np.count_nonzero(ticks < UNREACHED)


@pytest.mark.parametrize("suffix", VECTORS)
def test_vertices_are_points_with_their_ids_and_times(tmp_path: Path, suffix: str) -> None:
    solved, path = solve(city()), tmp_path / f"vertices{suffix}"
    notes = vertices(Export(path, solved))
    meta, geometries, fields = read(path)
    assert meta["geometry_type"] == "Point"
    labels = solved.times.labels
    reached = np.flatnonzero(labels < UNREACHED)
    assert fields["vertex"].tolist() == (100 + reached).tolist()
    np.testing.assert_allclose(fields["time_s"], labels[reached] * 0.001)
    graph = solved.graph
    assert graph.x is not None
    assert graph.y is not None
    places = np.stack((graph.x, graph.y), axis=1)[reached]
    if suffix == ".geojson":
        places = carried(places, UTM_38S, "EPSG:4326")
    np.testing.assert_allclose(shapely.get_coordinates(geometries), places, rtol=1e-9)
    assert any("not reached" in note for note in notes) == (len(reached) < len(labels))


@pytest.mark.parametrize("suffix", [*VECTORS, ".kml"])
@pytest.mark.parametrize("method", ["buffer", "walk"])
def test_areas_are_valid_apart_and_say_how_they_were_made(
    tmp_path: Path, suffix: str, method: Any
) -> None:
    solved, path = solve(city("")), tmp_path / f"areas{suffix}"
    off_road = OffRoad(100.0, 5.0)
    options = ExportOptions(method=method, tolerance_m=40.0, off_road=off_road)
    notes = polygons(Export(path, solved, BANDS, options=options))
    assert "40 m" in notes[-1] or "100 m" in notes[-1]
    _, geometries, fields = read(path)
    assert shapely.is_valid(geometries).all()
    for number, area in enumerate(geometries):
        for other in geometries[:number]:
            assert shapely.intersection(area, other).area < 1e-12  # square degrees: a square cm
    if suffix != ".kml":
        assert set(fields["method"]) == {method}
        assert set(fields["within_m"]) == {40.0 if method == "buffer" else 100.0}
        assert (fields["area_m2"] > 0).all()


def test_a_buffer_holds_the_ground_within_the_tolerance_in_metres(tmp_path: Path) -> None:
    # In degrees, a street of 1 km to the east at 60° N, where a degree is half as long.
    graph = graph_of([(10.0, 60.0), (10.018, 60.0)], [(0, 1)])
    metres = 1003.0
    arcs = replace(graph.arcs, length_m=np.full(graph.arc_count, metres, np.float32))
    graph = replace(graph, geographic=True, arcs=arcs, shapes=None)
    roads = OpenRoads.of(graph).driven(RoadCosts.of_profile("car"))
    snapped = roads.snapped(10.0, 60.0)
    times = Dijkstra(graph, roads.weights).solve((snapped.source(),))
    solved = RoadSolved(
        roads, times, (PlacedStart(10.0, 60.0, 0.0),), (snapped,), "dijkstra", "cpu", "cpu"
    )
    path = tmp_path / "area.gpkg"
    polygons(Export(path, solved, Bands((1e4,)), options=ExportOptions(tolerance_m=100.0)))
    _, (area,), fields = read(path)
    assert fields["area_m2"][0] == pytest.approx(metres * 200 + np.pi * 100**2, rel=0.01)
    west, south, east, north = area.bounds
    assert north - south == pytest.approx(200 / 111_400, rel=0.02)
    assert east - west == pytest.approx((metres + 200) / 55_800, rel=0.02)


def test_a_raster_of_times_walks_from_the_road_and_says_so(tmp_path: Path) -> None:
    solved, path = solve(city("")), tmp_path / "times.tif"
    off_road = OffRoad(60.0, 5.0)
    notes = times_tiff(Export(path, solved, options=ExportOptions(cell_m=10.0, off_road=off_road)))
    assert "walked at 5 km/h" in notes[0]
    with rasterio.open(path) as dataset:
        seconds, tags = dataset.read(1, masked=True), dataset.tags()
        assert dataset.crs.to_epsg() == 32738
        assert dataset.res == (10.0, 10.0)
        graph = solved.graph
        assert graph.x is not None
        assert graph.y is not None
        points = utm_plane(graph).from_roads(np.stack((graph.x, graph.y), axis=1))
        sampled = np.array(list(dataset.sample(points)))[:, 0]
    assert tags["ISOFRONT_OFF_ROAD"] == off_road.text()
    assert seconds.max() <= 90
    labels = solved.times.labels
    reached = labels < 80_000
    # A vertex lies within 7.1 m of its cell's middle, which is 5.1 s on foot.
    np.testing.assert_allclose(sampled[reached], labels[reached] * 0.001, atol=5.2)


def test_without_walking_cells_have_the_time_of_the_nearest_road(tmp_path: Path) -> None:
    solved, path = solve(city()), tmp_path / "times.tif"
    times_tiff(
        Export(path, solved, options=ExportOptions(cell_m=10.0, off_road=OffRoad(60.0, 0.0)))
    )
    with rasterio.open(path) as dataset:
        x, y, _ = solved.starts[0].told
        ((start,),) = dataset.sample([(x + 1, y + 1)])
        assert start < 2


def test_a_cancelled_or_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    solved, cancel = solve(city()), Cancel()
    cancel.set()
    for write, name in (
        (lines, "a.gpkg"),
        (lines_csv, "a.csv"),
        (vertices, "v.gpkg"),
        (polygons, "p.gpkg"),
        (times_tiff, "t.tif"),
    ):
        path = tmp_path / name
        path.write_text("old")
        with pytest.raises(CancelledError):
            write(Export(path, solved, BANDS, cancel=cancel))
        assert path.read_text() == "old"
    assert names(tmp_path) == ["a.csv", "a.gpkg", "p.gpkg", "t.tif", "v.gpkg"]


def test_progress_rises_to_one(tmp_path: Path) -> None:
    solved = solve(city())
    for write, name in ((lines, "a.gpkg"), (polygons, "p.gpkg"), (times_tiff, "t.tif")):
        told: list[float] = []

        def tell(fraction: float, label: str, told: list[float] = told) -> None:
            told.append(fraction)

        write(Export(tmp_path / name, solved, BANDS, progress=tell))
        assert told == sorted(told)
        assert told[-1] == 1.0


def test_distances_are_written_in_metres_and_not_as_seconds(tmp_path: Path) -> None:
    graph = city()
    costs = RoadCosts.of_profile("car").with_quantity("distance")
    roads = OpenRoads.of(graph).driven(costs)
    times = Dijkstra(graph, roads.weights).solve((roads.snapped(305_000, 8_700_000).source(),))
    solved = RoadSolved(
        roads, times, (PlacedStart(305_000, 8_700_000, 0.0),), (None,), "dijkstra", "cpu", ""
    )
    path = tmp_path / "roads.gpkg"
    lines(Export(path, solved))
    _, _, fields = read(path)
    assert fields["cost_to"].max() == pytest.approx(times.max_seconds / 100, abs=300)
    assert "to_m" in fields
    off_road = OffRoad(30.0)
    options = ExportOptions(cell_m=10.0, off_road=off_road)
    (note,) = times_tiff(Export(tmp_path / "t.tif", solved, options=options))
    assert "metres off the road counted" in note
    with rasterio.open(tmp_path / "t.tif") as dataset:
        assert dataset.units == ("m",)
        assert dataset.descriptions == ("travel cost, m",)
        tags = dataset.tags()
        assert (tags["ISOFRONT_UNIT"], tags["ISOFRONT_LIMIT"]) == ("m", "none")
        assert "ISOFRONT_TICK_S" not in tags
        metres = dataset.read(1, masked=True).max()
    assert metres == pytest.approx(fields["cost_to"].max() + 30, abs=15)


def test_what_cannot_be_written_is_refused_with_advice(tmp_path: Path) -> None:
    solved = solve(city())
    hull = ExportOptions(method="hull")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="buffer or walk"):
        polygons(Export(tmp_path / "p.gpkg", solved, BANDS, options=hull))
    with pytest.raises(ExportError, match=r"\.kml"):
        export("vertices", tmp_path / "v.kml", solved)
    bare = replace(solved.graph, x=None, y=None)
    nowhere = replace(solved, roads=replace(solved.roads, graph=bare))
    for write in (lines, vertices, times_tiff, polygons):
        with pytest.raises(Exception, match="no positions"):
            write(Export(tmp_path / "x.gpkg", nowhere, BANDS))


@pytest.mark.parametrize("kind", ["lines", "vertices", "polygons"])
def test_roads_without_a_crs_are_told_so_by_their_name(tmp_path: Path, kind: str) -> None:
    solved = solve(city())
    bare = replace(solved.roads, graph=replace(solved.graph, crs_wkt=""))
    nowhere = replace(solved, roads=bare)
    report = export(kind, tmp_path / "a.gpkg", nowhere, BANDS)
    assert "a.gpkg names no CRS, because the roads name none." in report.notes
    with pytest.raises(ExportError, match="the roads name no CRS"):
        export(kind, tmp_path / "a.geojson", nowhere, BANDS)


def test_planes_are_the_roads_own_where_these_are_planar() -> None:
    assert plane_around(city()).wkt == UTM_38S
    degrees = city("")
    plane = plane_around(degrees)
    assert degrees.x is not None
    assert degrees.y is not None
    points = np.stack((degrees.x, degrees.y), axis=1)
    np.testing.assert_allclose(plane.to_roads(plane.from_roads(points)), points, atol=1e-9)
    sides = np.hypot(*np.diff(plane.from_roads(points)[:5], axis=0).T)
    np.testing.assert_allclose(sides, 300.0, rtol=1e-3)
    assert wkt_of(degrees)


def test_a_large_area_gets_a_larger_tolerance() -> None:
    assert usual_tolerance(np.array([[0.0, 0.0], [3e4, 2e4]])) == 50.0
    assert usual_tolerance(np.array([[0.0, 0.0], [8e5, 6e5]])) > 200.0


@needs_shared
def test_andorra_in_all_its_forms(tmp_path: Path) -> None:
    graph = open_roads(shared("roads/osm-elevation/andorra.osm.pbf"), cache_dir=tmp_path / "cache")
    roads = OpenRoads.of(graph)
    snapped = roads.snapped(1.5218, 42.5075)
    times = Dijkstra(graph, roads.weights).solve((snapped.source(),), limit=1800)
    solved = RoadSolved(
        roads, times, (PlacedStart(1.5218, 42.5075, 0.0),), (snapped,), "dijkstra", "cpu", ""
    )
    bands = Bands((600.0, 1200.0, 1800.0))
    lines(Export(tmp_path / "roads.gpkg", solved, bands))
    polygons(Export(tmp_path / "areas.gpkg", solved, bands))
    times_tiff(Export(tmp_path / "times.tif", solved))
    _, drawn, _ = read(tmp_path / "roads.gpkg")
    _, areas, fields = read(tmp_path / "areas.gpkg")
    assert shapely.is_valid(areas).all()
    assert fields["within_m"].tolist() == [50.0] * 3
    whole = shapely.union_all(areas)
    shapely.prepare(whole)
    assert shapely.contains(whole, drawn).mean() > 0.99
    with rasterio.open(tmp_path / "times.tif") as dataset:
        assert dataset.crs.to_epsg() == 32631
        assert dataset.read(1, masked=True).max() <= 1800


def after_five_seconds() -> RoadSolved:
    """Roads of which none is reached within three."""
    graph = city()
    roads = OpenRoads.of(graph).driven(RoadCosts.of_profile("car"))
    assert graph.x is not None
    assert graph.y is not None
    x, y = float(graph.x[7]), float(graph.y[7])
    snapped = roads.snapped(x, y)
    times = Dijkstra(graph, roads.weights).solve((snapped.source(5.0),), limit=90.0)
    return RoadSolved(
        roads, times, (PlacedStart(x, y, 5.0),), (snapped,), "dijkstra", "cpu", "a processor"
    )


@pytest.mark.parametrize("suffix", [".gpkg", ".geojson", ".kml"])
@pytest.mark.parametrize(
    ("write", "method"), [(lines, "buffer"), (polygons, "buffer"), (polygons, "walk")]
)
def test_where_no_road_is_reached_the_layer_is_empty(
    tmp_path: Path, write: Callable[..., tuple[str, ...]], method: AreaMethod, suffix: str
) -> None:
    path, options = tmp_path / f"a{suffix}", ExportOptions(method=method)
    notes = write(Export(path, after_five_seconds(), Bands((1.0, 3.0)), options=options))
    assert f"No road is reached within the limits: {path.name} holds nothing." in notes
    if suffix == ".kml":
        assert "<Placemark>" not in path.read_text()
        return
    meta, geometries, fields = read(path)
    assert len(geometries) == 0
    crs = pyproj.CRS.from_user_input(meta["crs"])
    assert crs.equals(pyproj.CRS("EPSG:4326" if suffix == ".geojson" else UTM_38S))
    assert suffix == ".geojson" or "label" in fields


def test_where_no_road_is_reached_the_table_has_its_head_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    notes = lines_csv(Export(path, after_five_seconds(), Bands((1.0, 3.0))))
    assert "holds nothing" in notes[0]
    assert len(path.read_text().splitlines()) == 1
