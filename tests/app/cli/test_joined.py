"""`solve TERRAIN --roads ROADS`: ground and roads together, both ways, and what is refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyproj
import pytest
import rasterio
import shapely

from tests.app.cli.report.pdf import words_of
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.exports.web.test_page import data_of, places
from tests.shared_data import needs_shared, shared

LEFT, TOP, CELL = 500_000, 5_000_000, 30


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_terrain(tmp_path / "ground.tif")


@pytest.fixture
def roads(tmp_path: Path) -> Path:
    return write_roads(tmp_path / "roads.gpkg")


def write_terrain(path: Path, crs: str | None = "EPSG:32633") -> Path:
    """Ground of 5 km/h, nine rows and 41 columns; column 20 is a river that nobody wades."""
    kmh = np.full((9, 41), 5, np.uint8)
    kmh[:, 20] = 0
    place = rasterio.Affine(CELL, 0, LEFT, 0, -CELL, TOP)
    size = {"width": 41, "height": 9, "count": 1, "dtype": "uint8"}
    with rasterio.open(path, "w", driver="GTiff", crs=crs, transform=place, **size) as dataset:
        dataset.write(kmh, 1)
    return path


def at(row: int, col: int) -> str:
    """The middle of a cell."""
    return f"{LEFT + (col + 0.5) * CELL},{TOP - (row + 0.5) * CELL}"


def write_roads(path: Path, shift: float = 0.0, crs: str = "EPSG:32633") -> Path:
    """A road along row 4, with a bridge over the river, from column 5 to 35."""
    cols = [5, 18, 22, 35]
    places = [(LEFT + shift + (c + 0.5) * CELL, TOP - 4.5 * CELL) for c in cols]
    lines = [shapely.LineString(pair) for pair in pairwise(places)]
    pyogrio.raw.write(
        path,
        np.array([shapely.to_wkb(line) for line in lines]),
        field_data=[np.array(v, object) for v in (["primary"] * 3, ["no", "yes", "no"])],
        fields=["highway", "bridge"],
        crs=crs,
        geometry_type="LineString",
        driver="GPKG",
    )
    return path


def times_in(path: Path) -> tuple[Any, dict[str, str]]:
    with rasterio.open(path) as dataset:
        return dataset.read(1, masked=True), dataset.tags()


def test_a_bridge_is_driven_over_and_the_field_beside_it_walked(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    out = tmp_path / "times.tif"
    words = ("solve", terrain, "--roads", roads, "--start", at(4, 5), "--out", out, "--validate")
    record = isofront.json(*words)
    expected = {
        "join": "combined", "roads": "roads", "metric": "car", "direction": "from",
        "cells_reached": 9 * 40, "road_vertices": 4, "road_vertices_reached": 4,
        "road_arcs": 6, "arcs_on_bridges": 2, "arcs_in_tunnels": 0, "validated": True,
        "outputs": [str(out)], "rows": 9, "cols": 41, "algorithm": "dijkstra",
    }  # fmt: skip
    assert expected.items() <= record.items()
    seconds, tags = times_in(out)
    assert seconds.mask[:, 20].all()  # nobody can leave the bridge into the river
    assert not np.delete(seconds.mask, 20, axis=1).any()
    by_road = 30 * CELL / (68 / 3.6)
    assert seconds[4, 35] == pytest.approx(by_road, rel=0.02)
    assert seconds[0, 35] == pytest.approx(by_road + 4 * CELL / (5 / 3.6), rel=0.02)
    assert tags["ISOFRONT_JOIN"] == "combined"
    assert (tags["ISOFRONT_ROADS"], tags["ISOFRONT_METRIC"]) == ("roads", "car")


def test_burned_roads_are_solved_as_terrain(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    out = tmp_path / "times.tif"
    words = ("solve", terrain, "--roads", roads, "--start", at(4, 5), "--out", out, "--validate")
    record = isofront.json(*words, "--join", "burned", "--algorithm", "dijkstra")
    # The river's cell under the bridge is ground now, and it counts as reached.
    expected = {
        "join": "burned", "cells_burned": 31, "cells_reached": 9 * 40 + 1, "validated": True,
        "road_vertices_reached": None, "arcs_on_bridges": 2, "algorithm": "dijkstra",
    }  # fmt: skip
    assert expected.items() <= record.items()
    seconds, tags = times_in(out)
    assert seconds[4, 35] == pytest.approx(30 * CELL / (68 / 3.6), rel=0.02)
    assert tags["ISOFRONT_JOIN"] == "burned"


def test_every_road_solver_gives_the_same(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    found = []
    for algorithm in ("dijkstra", "near-far"):
        out = tmp_path / f"{algorithm}.tif"
        words = ("--start", at(0, 0), "--algorithm", algorithm, "--out", out, "--limit", "600")
        record = isofront.json("solve", terrain, "--roads", roads, *words)
        assert (record["algorithm"], record["limit_seconds"]) == (algorithm, 600.0)
        found.append(times_in(out)[0].filled(-1))
    np.testing.assert_array_equal(*found)
    assert found[0].max() <= 600


def test_all_files_of_terrain_are_written(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    names = {
        "--out": "times.asc", "--bands-out": "bands.tif", "--polygons": "areas.geojson",
        "--isolines": "lines.geojson", "--trace": "trace.jsonl",
    }  # fmt: skip
    words = [word for option, name in names.items() for word in (option, tmp_path / name)]
    words += ["--start", at(4, 5), "--bands", "60,300"]
    record = isofront.json("solve", terrain, "--roads", roads, *words)
    assert set(record["outputs"]) == {str(tmp_path / name) for name in names.values()}


def test_reached_roads_and_their_vertices_are_written_too(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    lines, vertices, raster = (tmp_path / name for name in ("t.gpkg", "v.csv", "t.tif"))
    words = ("solve", terrain, "--roads", roads, "--start", at(0, 5), "--bands", "120,600")
    isofront.json(*words, "--out", lines, "--vertices", vertices)
    record = isofront.json(*words, "--out", raster)
    meta, _, shapes, columns = pyogrio.raw.read(lines, layer=0)
    fields = dict(zip(meta["fields"], columns, strict=True))
    assert "32633" in meta["crs"]
    assert set(fields["class"]) == {"primary"}
    assert set(fields["label"]) == {"0–2 min", "2–10 min"}
    assert fields["length_m"].sum() == pytest.approx(30 * CELL, rel=1e-3)
    assert shapely.length(shapely.from_wkb(shapes)).sum() == pytest.approx(30 * CELL)
    seconds = times_in(raster)[0]
    heads = [line.split(",") for line in vertices.read_text().splitlines()]
    assert heads[0] == ["vertex", "x", "y", "time_s"]
    assert len(heads) == 1 + record["road_vertices_reached"] == 5
    for _, x, _, time_s in heads[1:]:  # the road passes the middles of its cells
        col = int((float(x) - LEFT) / CELL)
        assert float(time_s) == pytest.approx(seconds[4, col], abs=0.01)
    earliest = fields["time_from"].min()
    assert earliest == pytest.approx(float(heads[1][3]), abs=0.01), "one comes from the ground"


def test_a_web_map_has_the_ground_and_the_roads(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    page = tmp_path / "map.html"
    told = isofront.json(
        *("solve", terrain, "--roads", roads, "--start", at(4, 2), "--html", page),
    )
    assert told["outputs"] == [str(page)]
    data = data_of(page)
    assert any(data["areas"])
    assert data["source"] == ""
    assert data["lines"]


def test_closures_of_roads_in_degrees_lie_where_they_were_drawn(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    degrees, closures, page = (tmp_path / name for name in ("d.gpkg", "c.geojson", "map.html"))
    lines = shapely.from_wkb(pyogrio.raw.read(roads)[2])
    into = pyproj.Transformer.from_crs("EPSG:32633", "EPSG:4326", always_xy=True)
    pyogrio.raw.write(
        degrees,
        shapely.to_wkb(shapely.transform(lines, lambda xy: np.stack(into.transform(*xy.T), 1))),
        field_data=pyogrio.raw.read(roads)[3],
        fields=["highway", "bridge"],
        crs="EPSG:4326",
        geometry_type="LineString",
        driver="GPKG",
    )
    over = [(LEFT + 20.5 * CELL, TOP - row * CELL) for row in (3.0, 6.0)]  # the bridge
    shape = {"type": "LineString", "coordinates": [into.transform(*place) for place in over]}
    closures.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": shape}))
    report = tmp_path / "report.pdf"
    asked = ("solve", terrain, "--roads", degrees, "--start", at(4, 2), "--html", page)
    record = isofront.json(*asked, "--closures", closures)
    assert record["cells_reached"] == 9 * 20
    assert record["closed_arcs"] == 2
    assert not [note for note in record["notes"] if "over no road" in note]
    [drawn] = data_of(page)["drawn"]
    assert drawn["kind"] == "closed"
    np.testing.assert_allclose(
        places(drawn["lines"][0], data_of(page)), shape["coordinates"], atol=1e-6
    )
    out = tmp_path / "times.tif"
    for words in (("--join", "burned"), ()):
        isofront.json(*asked, *words, "--out", out, "--report", report, "--closures", closures)
        assert {"Closures", "Closed arcs"} <= set(words_of(report).splitlines())
        tags = times_in(out)[1]
        assert (tags["ISOFRONT_CLOSURES"], tags["ISOFRONT_CLOSED_ARCS"]) == ("1", "2")
    assert "4 vertices, 6 arcs" in words_of(report).splitlines(), "of the file, not of the cells"


@pytest.mark.parametrize("start", ["auto", "vertex:1"])
def test_starts_may_be_looked_for_and_named(
    isofront: CommandLine, terrain: Path, roads: Path, start: str
) -> None:
    words = ("--start", start, "--direction", "to")
    record = isofront.json("solve", terrain, "--roads", roads, *words)
    assert record["direction"] == "to"
    assert record["cells_reached"] == 9 * 40
    ((x, y, _),) = record["starts"]
    assert LEFT < x < LEFT + 41 * CELL
    assert TOP - 9 * CELL < y < TOP


def test_people_read_what_was_joined(isofront: CommandLine, terrain: Path, roads: Path) -> None:
    status, out, err = isofront("solve", terrain, "--roads", roads, "--start", at(4, 5))
    assert (status, err) == (0, "")
    assert "4 of 4 vertices reached, car" in out
    assert "departure" not in out


@pytest.mark.parametrize("file", [(), ("--metric", "mine.json")])
def test_files_say_what_was_set_of_the_vehicle(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path, file: tuple[str, ...]
) -> None:
    out, own = tmp_path / "times.tif", tmp_path / "mine.json"
    own.write_text('{"name": "mine", "based_on": "car"}', encoding="utf-8")
    more = [str(own) if word == own.name else word for word in file]
    words = ("solve", terrain, "--roads", roads, "--start", at(4, 5), "--out", out, *more)
    assert isofront.json(*words)["metric_changes"] is None
    assert "ISOFRONT_METRIC_CHANGES" not in times_in(out)[1]
    slower = "speeds_kmh.residential=20"
    set_otherwise = "--set", slower, "--set", "quantity=time"
    assert isofront.json(*words, *set_otherwise)["metric_changes"] == slower
    tags = times_in(out)[1]
    assert tags["ISOFRONT_METRIC_CHANGES"] == slower
    assert f"changed    {slower}\n" in isofront(*words, *set_otherwise)[1]
    assert tags["ISOFRONT_METRIC"] == ("mine" if file else "car")


@pytest.mark.parametrize("join", ["combined", "burned"])
def test_the_departure_of_joined_roads_is_told(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path, join: str
) -> None:
    asked = "--roads", roads, "--join", join
    chosen = "--departure", "2026-11-23T08:30"
    solved = "solve", terrain, *asked, "--start", at(4, 5)
    assert isofront.json(*solved)["departure"] is None
    assert isofront.json(*solved, *chosen)["departure"] == "2026-11-23T08:30"
    assert "departure  2026-11-23 08:30\n" in isofront(*solved, *chosen)[1]
    algorithm = {"combined": "dijkstra", "burned": "tiled"}[join]
    timed = "bench", terrain, *solved[2:], "--algorithms", algorithm, "--repeat", "1", *chosen
    assert "\ndeparture: 2026-11-23 08:30\n" in isofront(*timed)[1]


def test_straight_lines_lead_over_joined_ground_and_back_to_the_road(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    fields, both = {}, ("solve", terrain, "--roads", roads, "--start", at(4, 5))
    for geometry in ("eight", "straight"):
        out = tmp_path / f"{geometry}.tif"
        words = ("--param", f"geometry={geometry}", "--out", out, "--validate")
        record = isofront.json(*both, *words)
        assert record["validated"]
        assert record["geometry"] == geometry
        fields[geometry], tags = times_in(out)
        assert tags["ISOFRONT_GEOMETRY"] == geometry
    assert any("straight" in said["text"] for said in record["statements"])
    eight, straight = fields["eight"], fields["straight"]
    assert (straight <= eight + 1e-3).all()
    walk = CELL / (5 / 3.6)
    assert straight[0, 2] == pytest.approx(5 * walk, rel=1e-3)  # four up and three to the left
    assert eight[0, 2] == pytest.approx((1 + 3 * 2**0.5) * walk, rel=1e-3)
    ends = "--from", at(4, 5), "--to", at(0, 38)
    way = isofront.json("route", terrain, "--roads", roads, *ends, "--param", "geometry=straight")
    assert way["seconds"] == pytest.approx(straight[0, 38], abs=0.01)
    assert way["length_m"] == pytest.approx(30 * CELL + 5 * CELL, rel=0.003)  # by road, and on
    lines = tmp_path / "places.csv"
    lines.write_text(f"x,y\n{at(4, 5)}\n")
    asked = ("--roads", roads, "--origins", lines, "--destinations", lines)
    told = ("--param", "geometry=straight", "--out", tmp_path / "m.csv")
    record = isofront.json("matrix", terrain, *asked, *told)
    assert record["algorithm"] == "dijkstra"


@pytest.mark.parametrize("join", ["combined", "burned"])
def test_roads_elsewhere_are_refused_with_both_extents(
    isofront: CommandLine, terrain: Path, tmp_path: Path, join: str
) -> None:
    far = write_roads(tmp_path / "far.gpkg", 100_000)
    words = ("solve", terrain, "--roads", far, "--join", join, "--start", at(4, 5))
    line = isofront.refused(*words)
    assert "far: the roads lie outside the raster ground" in line
    assert "those of the raster from 500000 to 501230" in line


@pytest.mark.parametrize("join", ["combined", "burned"])
def test_a_raster_without_crs_is_refused(
    isofront: CommandLine, roads: Path, tmp_path: Path, join: str
) -> None:
    bare = write_ascii(tmp_path / "bare.asc", np.full((3, 3), 36))
    words = ("solve", bare, "--roads", roads, "--join", join, "--start", "1005,2005")
    assert "bare: names no CRS" in isofront.refused(*words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--metric", "distance"], "cannot be joined with speeds on the ground"),
        (["--join", "burned", "--metric", "distance"], "have no speed"),
        (["--join", "burned", "--direction", "to"], "--direction: a raster with roads burned in"),
        (["--join", "burned", "--vertices", "v.csv"], "--vertices: is for road graphs"),
        (["--slope-model", "tobler"], "--slope-model: does not count where terrain and roads are"),
        (["--surface-length"], "or give --join burned"),
        (["--algorithm", "tiled"], "no algorithm 'tiled' for terrain and roads as one graph"),
        (
            ["--algorithm", "phast", "--param", "geometry=straight"],
            "'phast' has no straight lines on the CPU. It adds up arcs beforehand, and a straight "
            "line over ground is made of none. Choose dijkstra or near-far, or geometry=eight.",
        ),
        (["--start", "1,2"], "outside the raster"),
        (["--start", "vertex:99"], "the graph has no vertex 99"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    isofront: CommandLine, terrain: Path, roads: Path, words: list[str], line: str
) -> None:
    given = ("solve", terrain, "--roads", roads, "--start", at(4, 5), *words)
    assert line in isofront.refused(*given)


def test_the_files_must_be_what_they_are_named_as(
    isofront: CommandLine, terrain: Path, roads: Path, tmp_path: Path
) -> None:
    start = ("--start", at(4, 5))
    line = isofront.refused("solve", terrain, "--roads", terrain, *start)
    assert "is not a road graph" in line
    assert "is for rasters" in isofront.refused("solve", roads, "--roads", roads, *start)
    assert "no such file" in isofront.refused("solve", terrain, "--roads", "x.gpkg", *start)
    assert "--join: there are no roads" in isofront.refused(
        "solve", terrain, "--join", "burned", *start
    )
    line = isofront.refused("solve", terrain, "--roads", roads, "--polygons", roads, *start)
    assert "is the file that is read" in line


def test_too_many_cells_are_refused_before_they_are_joined(
    isofront: CommandLine, terrain: Path, roads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.document.joining.MOST_CELLS", 100)
    line = isofront.refused("solve", terrain, "--roads", roads, "--start", at(4, 5))
    assert "ground: 369 cells are too many to be joined with roads" in line
    assert "burn the roads into it" in line


@needs_shared
def test_roads_on_grande_comore_reach_no_cell_that_ground_does_not(isofront: CommandLine) -> None:
    terrain = shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif")
    roads = shared("terrain/comoros/roads.gpkg")
    words = ("solve", terrain, "--start", "320745,8710305")
    alone = isofront.json(*words)
    together = isofront.json(*words, "--roads", roads, "--profile", "4x4", "--validate")
    assert together["validated"]
    assert together["cells_reached"] >= alone["cells_reached"]
    assert together["max_seconds"] <= alone["max_seconds"] + 0.01
    assert together["road_vertices_reached"] > 3000
    assert together["join"] == "combined"
