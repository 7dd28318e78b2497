"""Closures out of files: what they close, in whose coordinates, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import rasterio

from app.roads.closure_files import beside_roads, over_roads, read_closures, write_closures
from app.roads.closures import Closure, Closures, Corner
from app.roads.open_roads import OpenRoads
from core.errors import ExportError, InputError
from road.files.vector import drawings_write
from road.files.vector.drawings import read_drawings
from road.graph import RoadGraph
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import opened, write_dimacs, write_osm
from tests.road.files.osm_text import DEGREES_PER_100_M

# Streets of 100 m; 1 to 4 is one-way.
#
#   3 --- 4
#   |     ^
#   0 --- 1 --- 2
ACROSS_0_1 = {"type": "LineString", "coordinates": [[50, 10], [50, -10]]}
AROUND_2 = {"type": "Polygon", "coordinates": [[[190, -9], [210, -9], [200, 9], [190, -9]]]}
BESIDE_0_3 = {"type": "Point", "coordinates": [-20, 50]}
ON_1 = {"type": "Point", "coordinates": [100, -3]}
FAR_OFF = {"type": "Point", "coordinates": [500, 500]}
UTM = "EPSG:32629"
METRES_NORTH = 4_550_000.0


def geojson(folder: Path, *geometries: dict[str, Any] | None) -> Path:
    path = folder / "closed.geojson"
    features = [{"type": "Feature", "properties": {}, "geometry": g} for g in geometries]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def read(path: Path, roads: OpenRoads) -> Closures:
    return read_closures(path, roads.graph, lambda: roads.snap_index)


def streets(path: Path, roads: OpenRoads) -> set[tuple[int, int]]:
    """Pairs of vertices between which all is closed."""
    arcs, graph = roads.closed_by(read(path, roads)).closed_arcs, roads.graph
    ends = zip(graph.tail[arcs].tolist(), graph.head[arcs].tolist(), strict=True)
    return {(min(pair), max(pair)) for pair in ends}


@pytest.mark.parametrize(
    ("geometries", "closed"),
    [
        ([ACROSS_0_1], {(0, 1)}),
        ([AROUND_2], {(1, 2)}),
        ([BESIDE_0_3], {(0, 3)}),
        ([ON_1], {(0, 1), (1, 2), (1, 4)}),
        ([ACROSS_0_1, None, FAR_OFF, ACROSS_0_1], {(0, 1)}),
        ([{"type": "GeometryCollection", "geometries": [ACROSS_0_1, BESIDE_0_3]}],
         {(0, 1), (0, 3)}),
        ([{"type": "MultiPoint", "coordinates": [[50, 1], [-1, 50]]}], {(0, 1), (0, 3)}),
        ([{"type": "MultiPolygon", "coordinates": [AROUND_2["coordinates"]]}], {(1, 2)}),
    ],
)  # fmt: skip
def test_lines_areas_and_points_close_the_streets_under_them(
    tmp_path: Path, geometries: list[Any], closed: set[tuple[int, int]]
) -> None:
    roads = opened()
    assert streets(geojson(tmp_path, *geometries), roads) == closed


def test_drawings_beside_the_roads_are_counted(tmp_path: Path) -> None:
    roads = opened()
    closures = read(geojson(tmp_path, ACROSS_0_1, FAR_OFF), roads)
    assert beside_roads(closures, roads.graph, lambda: roads.snap_index) == 1
    over = over_roads(closures, roads.graph, lambda: roads.snap_index)
    assert over.shapes == closures.shapes[:1]


def in_utm(roads: OpenRoads) -> OpenRoads:
    """The streets near Porto, in metres of the zone there."""
    import pyproj

    graph: RoadGraph = roads.graph
    assert graph.x is not None
    assert graph.y is not None
    crs = pyproj.CRS.from_user_input(UTM).to_wkt()
    moved = replace(graph, x=graph.x + 530_000.0, y=graph.y + METRES_NORTH, crs_wkt=crs)
    return OpenRoads(moved, roads.costs)


def test_other_coordinates_become_those_of_the_roads(tmp_path: Path) -> None:
    import pyproj

    roads = in_utm(opened())
    to_globe = pyproj.Transformer.from_crs(UTM, "EPSG:4326", always_xy=True)
    corners = [to_globe.transform(530_050.0, METRES_NORTH + y) for y in (10.0, -10.0)]
    line = {"type": "LineString", "coordinates": corners}
    assert streets(geojson(tmp_path, line), roads) == {(0, 1)}
    own = [[530_050.0, METRES_NORTH + y] for y in (10.0, -10.0)]
    planar = {"type": "LineString", "coordinates": own}
    assert streets(geojson(tmp_path, planar), roads) == {(0, 1)}, "no degrees: those of the roads"


def test_other_formats_are_read_too(tmp_path: Path) -> None:
    roads, path = in_utm(opened()), tmp_path / "closed.gpkg"
    corners = np.array([[530_050.0, METRES_NORTH + 10], [530_050.0, METRES_NORTH - 10]])
    wkb = b"\x01\x02\x00\x00\x00\x02\x00\x00\x00" + corners.astype("<f8").tobytes()
    pyogrio.raw.write(
        path, np.array([wkb], object), field_data=[], fields=[], geometry_type="LineString", crs=UTM
    )
    assert streets(path, roads) == {(0, 1)}


def ring(left: float, bottom: float, right: float, top: float) -> list[list[float]]:
    return [[left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]]


def polygon(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


ALL_OF_IT = ring(-50, -50, 250, 150)
SPECK = [[40.0, 50.0], [40.0, 50.0], [41.0, 50.0], [40.0, 50.0]]


@pytest.mark.parametrize(
    ("geometries", "closed"),
    [
        ([polygon(ALL_OF_IT)], {(0, 1), (1, 2), (0, 3), (3, 4), (1, 4)}),
        ([polygon(ALL_OF_IT, ring(-9, 1, 109, 109))], {(0, 1), (1, 2), (0, 3), (1, 4)}),
        ([polygon(ALL_OF_IT, ring(-9, -9, 109, 109))], {(1, 2)}),
        ([polygon(ALL_OF_IT, ring(-9, -9, 90, 9), ring(110, -9, 209, 9))],
         {(0, 1), (1, 2), (0, 3), (3, 4), (1, 4)}),
        ([polygon(ALL_OF_IT, ring(-40, -40, 240, 50), ring(-40, 60, 240, 140))],
         {(0, 3), (1, 4)}),
        ([polygon(ALL_OF_IT, SPECK)], {(0, 1), (1, 2), (0, 3), (3, 4), (1, 4)}),
        ([{"type": "MultiPolygon", "coordinates": [
            [ring(-50, -50, 250, 50), ring(-9, -40, 240, 40)], [ring(50, 90, 60, 110)]]}],
         {(0, 3), (1, 4), (3, 4)}),
    ],
)  # fmt: skip
def test_streets_in_holes_of_areas_stay_open_and_those_that_cross_them_do_not(
    tmp_path: Path, geometries: list[Any], closed: set[tuple[int, int]]
) -> None:
    roads = opened()
    assert streets(geojson(tmp_path, *geometries), roads) == closed


def test_holes_are_carried_to_the_coordinates_of_the_roads(tmp_path: Path) -> None:
    import pyproj

    roads = in_utm(opened())
    to_globe = pyproj.Transformer.from_crs(UTM, "EPSG:4326", always_xy=True)

    def on_globe(*corners: float) -> list[list[float]]:
        places = [(530_000.0 + x, METRES_NORTH + y) for x, y in ring(*corners)]
        return [list(to_globe.transform(*place)) for place in places]

    holed = polygon(on_globe(-50, -50, 250, 150), on_globe(-9, -9, 109, 109))
    line = {"type": "LineString", "coordinates": on_globe(40, 90, 60, 110)[1:3]}
    assert streets(geojson(tmp_path, holed), roads) == {(1, 2)}
    first, second = read(geojson(tmp_path, holed, line), roads).shapes
    assert first.holes[0][0] == pytest.approx((529_991.0, METRES_NORTH - 9), abs=0.01)
    assert second.corners[0] == pytest.approx((530_060.0, METRES_NORTH + 90), abs=0.01)


@pytest.mark.parametrize(
    ("geometries", "line"),
    [
        ([FAR_OFF], "no road lies under its drawing. The roads' x runs from 0 to 200"),
        ([], "there are no lines, areas or points in it"),
        ([None], "there are no lines, areas or points in it"),
        ([{"type": "LineString", "coordinates": [[5, 5], [5, 5]]}], "a drawing without length"),
    ],
)
def test_what_closes_nothing_is_refused(tmp_path: Path, geometries: list[Any], line: str) -> None:
    with pytest.raises(InputError) as refusal:
        read(geojson(tmp_path, *geometries), opened())
    assert line in refusal.value.one_line()
    assert "closed.geojson" in refusal.value.one_line()


def test_roads_without_positions_have_nothing_under_a_drawing(tmp_path: Path) -> None:
    roads = opened()
    nowhere = OpenRoads(replace(roads.graph, x=None, y=None, shapes=None), roads.costs)
    with pytest.raises(InputError, match="the roads have no positions"):
        read(geojson(tmp_path, ACROSS_0_1), nowhere)


# -- written

DRAWN = Closures(
    (
        Closure(((50.1, 10.0), (50.0, -10.0 / 3), (49.0, -41.150999999999996))),
        Closure(((190.0, -9.0), (210.0, -9.0), (200.0, 9.0), (205.0, 1e-7)), area=True),
        Closure(
            ((-50.0, -50.0), (250.0, -50.0), (250.0, 150.0)),
            area=True,
            holes=(
                ((0.0, -40.0), (240.0, -40.0), (240.0, 90.0)),
                ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)),
            ),
        ),
    )
)


def moved(closures: Closures, dx: float, dy: float) -> Closures:
    def by(corners: tuple[Corner, ...]) -> tuple[Corner, ...]:
        return tuple((x + dx, y + dy) for x, y in corners)

    return Closures(
        tuple(Closure(by(s.corners), s.area, tuple(map(by, s.holes))) for s in closures.shapes)
    )


@pytest.mark.parametrize("suffix", [".geojson", ".JSON", ".gpkg"])
@pytest.mark.parametrize("crs", ["", UTM])
def test_what_is_written_is_read_as_it_was(tmp_path: Path, suffix: str, crs: str) -> None:
    roads, closures = opened(), DRAWN
    if crs:
        roads, closures = in_utm(roads), moved(DRAWN, 530_000.0, METRES_NORTH)
    path = tmp_path / f"saved{suffix}"
    notes = write_closures(path, closures, roads.graph)
    assert read(path, roads) == closures
    assert list(tmp_path.iterdir()) == [path]
    assert notes == (() if crs else (f"saved{suffix} names no CRS, because the roads name none.",))
    assert (pyogrio.read_info(path)["crs"] == crs) == bool(crs)
    assert path.read_bytes().startswith(b"SQLite" if suffix == ".gpkg" else b"{")


def test_on_the_globe_geojson_holds_longitude_and_latitude(tmp_path: Path) -> None:
    graph = opened().graph
    assert graph.x is not None
    assert graph.y is not None
    graph = replace(graph, x=graph.x / 1e5, y=41 + graph.y / 1e5, geographic=True)
    line = Closures((Closure(((5e-4, 41.0001), (5e-4, 40.9999))),))
    path = tmp_path / "saved.geojson"
    write_closures(path, line, graph)
    text = json.loads(path.read_text())
    assert text["features"][0]["geometry"]["coordinates"] == [[5e-4, 41.0001], [5e-4, 40.9999]]
    assert "CRS84" in text["crs"]["properties"]["name"]


def test_a_crs_without_a_number_goes_into_a_geopackage_alone(tmp_path: Path) -> None:
    import pyproj

    crs = pyproj.CRS.from_proj4("+proj=tmerc +lat_0=41 +lon_0=-8.6 +ellps=WGS84").to_wkt()
    roads = OpenRoads(replace(opened().graph, crs_wkt=crs), opened().costs)
    with pytest.raises(ExportError, match=r"cannot name the CRS .* Write \.gpkg"):
        write_closures(tmp_path / "saved.geojson", DRAWN, roads.graph)
    assert not list(tmp_path.iterdir())
    path = tmp_path / "saved.gpkg"
    write_closures(path, DRAWN, roads.graph)
    assert read(path, roads) == DRAWN


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, path = opened().graph, tmp_path / "saved.gpkg"
    write_closures(path, DRAWN, graph)
    before = path.read_bytes()
    with pytest.raises(ExportError, match="nothing is closed"):
        write_closures(path, Closures(), graph)
    with pytest.raises(ExportError, match=r"Use \.geojson or \.gpkg"):
        write_closures(tmp_path / "saved.shp", DRAWN, graph)
    with pytest.raises(ExportError, match="there is no folder"):
        write_closures(tmp_path / "absent" / "saved.gpkg", DRAWN, graph)

    def lose(*args: Any, **how: Any) -> tuple[Any, ...]:
        return read_drawings(*args, **how)[:-1]

    monkeypatch.setattr(drawings_write, "read_drawings", lose)
    with pytest.raises(ExportError, match="does not hold what was written"):
        write_closures(path, DRAWN, graph)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# -- the command line


def degrees(*places: tuple[float, float]) -> list[list[float]]:
    """Places of the crossing, in hundreds of metres."""
    return [[x * DEGREES_PER_100_M, y * DEGREES_PER_100_M] for x, y in places]


@pytest.mark.parametrize("algorithm", ["dijkstra", "crp"])
def test_a_solve_keeps_off_closed_roads(
    isofront: CommandLine, tmp_path: Path, algorithm: str
) -> None:
    crossing = write_osm(tmp_path)
    line = {"type": "LineString", "coordinates": degrees((1.5, 0.9), (1.5, 1.1))}
    closed = geojson(tmp_path, line, {"type": "Point", "coordinates": [9.0, 9.0]})
    words = (
        *("solve", crossing, "--start", "vertex:1"),
        *("--algorithm", algorithm, "--backend", "cpu"),
    )
    free = isofront.json(*words)
    assert (free["closures"], free["closed_arcs"]) == (0, 0)
    times = tmp_path / "times.tif"
    record = isofront.json(*words, "--closures", closed, "--out", times)
    assert (record["closures"], record["closed_arcs"]) == (2, 2)
    with rasterio.open(times) as dataset:
        tags = dataset.tags()
    assert (tags["ISOFRONT_CLOSURES"], tags["ISOFRONT_CLOSED_ARCS"]) == ("2", "2")
    assert free["vertices_reached"] == 4, "north by turning round in the east"
    assert record["vertices_reached"] == 2
    assert "1 of 2 closures lies over no road" in record["notes"]
    status, out, _ = isofront(*words, "--closures", closed)
    assert status == 0
    assert "2 arcs by 2 closures" in out


def test_customize_route_and_bench_take_closures(isofront: CommandLine, tmp_path: Path) -> None:
    crossing = write_osm(tmp_path)
    line = {"type": "LineString", "coordinates": degrees((1.5, 0.9), (1.5, 1.1))}
    closed = geojson(tmp_path, line)
    record = isofront.json(
        "customize", crossing, "--closures", closed, "--repeat", "1", "--backend", "cpu"
    )
    assert record["closed_arcs"] == 2
    ends = ("--from", "vertex:1", "--to", "vertex:3")
    assert isofront.json("route", crossing, *ends)["closed_arcs"] == 0
    refusal = isofront.refused("route", crossing, *ends, "--closures", closed)
    assert "there is no way from one to the other" in refusal
    words = ("--start", "vertex:1", "--algorithms", "dijkstra", "--backend", "cpu")
    status, out, _ = isofront(
        "bench", crossing, *words, "--repeat", "1", "--json", "-", "--closures", closed
    )
    assert status == 0
    assert json.loads(out)["closed_arcs"] == 2


def test_files_that_are_no_closures_are_refused_in_a_line(
    isofront: CommandLine, tmp_path: Path
) -> None:
    crossing, words = write_osm(tmp_path), ("--start", "vertex:1", "--closures")
    nonsense = tmp_path / "nonsense.geojson"
    nonsense.write_text("{]")
    assert "cannot be read as drawings" in isofront.refused("solve", crossing, *words, nonsense)
    absent = tmp_path / "absent.geojson"
    assert "there is no such file" in isofront.refused("solve", crossing, *words, absent)
    assert "Name a file of drawings" in isofront.refused("solve", crossing, *words, tmp_path)
    table = tmp_path / "table.csv"
    table.write_text("a,b\n1,2\n")
    assert "table.csv" in isofront.refused("solve", crossing, *words, table)
    beside = geojson(tmp_path, {"type": "Point", "coordinates": [9.0, 9.0]})
    assert "no road lies under its drawing" in isofront.refused("solve", crossing, *words, beside)


def test_rasters_and_graphs_without_positions_have_no_closures(
    isofront: CommandLine, tmp_path: Path
) -> None:
    grid = write_ascii(tmp_path / "terrain.asc", np.full((3, 3), 36))
    closed = geojson(tmp_path, ACROSS_0_1)
    line = isofront.refused("solve", grid, "--start", "1005,2005", "--closures", closed)
    assert "--closures: is for road graphs" in line
    folder = tmp_path / "bare"
    folder.mkdir()
    town = write_dimacs(folder)
    (folder / "USA-road-d.town.co").unlink()
    line = isofront.refused("solve", town, "--start", "vertex:1", "--closures", closed)
    assert "the roads have no positions" in line
