"""`info`, `solve`, `route` and `bench` on road graphs: what they print, write and refuse."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import rasterio

from app.catalog.algorithms import PAIRS_WORTH_CELLS
from road.files.source import cache as source_cache
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_dimacs, write_large, write_osm
from tests.road.files.osm_text import DEGREES_PER_100_M
from tests.shared_data import needs_shared, shared


@pytest.fixture
def isofront(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def town(tmp_path: Path) -> Path:
    return write_dimacs(tmp_path)


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_osm(tmp_path)


def at(x: float, y: float) -> str:
    """A place of the crossing, in hundreds of metres."""
    return f"{x * DEGREES_PER_100_M:.7f},{y * DEGREES_PER_100_M:.7f}"


def costs_in(path: Path, *columns: str) -> dict[int, float]:
    """The last column by the first."""
    with path.open(newline="") as file:
        rows = csv.DictReader(file)
        assert rows.fieldnames == list(columns)
        return {int(row["vertex"]): float(row[columns[-1]]) for row in rows}


# -- info


def test_info_says_what_a_graph_holds(isofront: CommandLine, crossing: Path) -> None:
    record = isofront.json("info", crossing)
    expected = {
        "kind": "osm", "vertices": 4, "arcs": 6, "restrictions": 1, "skipped": 0,
        "crs": "EPSG:4326", "components": 1, "largest_component": 4, "metrics": [],
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert record["length_m"] == pytest.approx(600, rel=0.01)
    assert {name: c["arcs"] for name, c in record["classes"].items()} == {
        "primary": 2,
        "residential": 4,
    }
    assert record["choices"][0] == "car"
    assert record["notes"]


def test_people_read_the_same(isofront: CommandLine, town: Path) -> None:
    status, out, err = isofront("info", town)
    assert (status, err) == (0, "")
    for words in ("dimacs", "4 vertices", "distance in 0.1 m, time in 3.6 ms", "EPSG:4326"):
        assert words in out.replace("vertices           4", "4 vertices")


def test_options_of_the_other_kind_of_file_are_refused(
    isofront: CommandLine, town: Path, tmp_path: Path
) -> None:
    grid = write_ascii(tmp_path / "terrain.asc", np.full((3, 3), 36))
    assert "--band: is for rasters" in isofront.refused("info", town, "--band", "2")
    line = isofront.refused("solve", grid, "--start", "1005,2005", "--profile", "car")
    assert "--profile: is for road graphs" in line
    line = isofront.refused("solve", grid, "--start", "vertex:1")
    assert "a raster has no vertices" in line
    assert "is not a road graph" in isofront.refused("route", grid, "--from", "1,2", "--to", "3,4")


def test_a_broken_graph_is_refused_by_the_reader_of_graphs(
    isofront: CommandLine, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.gr"
    broken.write_text("p sp 2 1\na 1 9 5\n")
    line = isofront.refused("info", broken)
    assert "line 2" in line
    (tmp_path / "not.gr").write_text("nothing of the kind\n")
    assert "is not a road graph" in isofront.refused("solve", tmp_path / "not.gr", "--start", "1,2")


# -- solve


def test_costs_are_written_by_the_ids_of_the_file(
    isofront: CommandLine, town: Path, tmp_path: Path
) -> None:
    out = tmp_path / "costs.csv"
    record = isofront.json(
        "solve", town, "--start", "vertex:1", "--metric", "distance", "--out", out, "--validate"
    )
    expected = {
        "algorithm": "dijkstra", "backend": "cpu", "vertices": 4, "arcs": 6,
        "vertices_reached": 3, "max_cost": 20, "unit": "0.1 m", "metric": "distance",
        "direction": "from", "max_seconds": None, "validated": True, "outputs": [str(out)],
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert record["solve_ms"] > 0
    assert costs_in(out, "vertex", "lon", "lat", "cost_m") == {1: 0, 2: 1, 3: 2}
    isofront.json("solve", town, "--start", "vertex:1", "--metric", "time", "--out", out)
    assert costs_in(out, "vertex", "lon", "lat", "time_s")[3] == 0.18  # 50 of 3.6 ms


def test_the_file_that_is_named_decides_what_is_counted(isofront: CommandLine, town: Path) -> None:
    record = isofront.json("solve", town, "--start", "vertex:1")
    assert (record["metric"], record["max_cost"], record["unit"]) == ("distance", 20, "0.1 m")
    times = town.with_name(town.name.replace("road-d", "road-t"))
    record = isofront.json("solve", times, "--start", "vertex:1")
    assert (record["metric"], record["max_cost"], record["unit"]) == ("time", 50, "3.6 ms")
    assert record["max_seconds"] == pytest.approx(0.18)
    record = isofront.json("solve", town, "--start", "vertex:1", "--metric", "time")
    assert (record["metric"], record["max_cost"]) == ("time", 50)


@pytest.mark.parametrize(
    "algorithm", ["dijkstra", "near-far", "bellman-ford", "adaptive-threads", "crp"]
)
def test_every_algorithm_writes_the_same(
    isofront: CommandLine, crossing: Path, tmp_path: Path, algorithm: str
) -> None:
    out = tmp_path / "costs.csv"
    isofront.json("solve", crossing, "--start", "vertex:1", "--algorithm", algorithm, "--out", out)
    costs = costs_in(out, "vertex", "lon", "lat", "time_s")
    assert costs[1] == 0
    # Left is forbidden: on to the east, round there (100 s) and right.
    assert costs[4] > 100 > costs[3]
    with out.open(newline="") as file:
        places = {row["vertex"]: (row["lon"], row["lat"]) for row in csv.DictReader(file)}
    assert [float(number) for number in places["1"]] == [
        float(number) for number in at(0, 1).split(",")
    ]


def test_a_limit_and_delays_count_seconds_or_metres(isofront: CommandLine, crossing: Path) -> None:
    start = f"{at(0, 1)},5"
    by_time = isofront.json("solve", crossing, "--start", start, "--limit", "18")
    assert (by_time["vertices_reached"], by_time["limit_seconds"]) == (2, 18.0)
    words = ("solve", crossing, "--start", "vertex:1,20", "--metric", "distance")
    far = isofront.json(*words, "--limit", "225")
    assert far["vertices_reached"] == 3
    assert far["max_cost"] == pytest.approx(22_000, rel=0.01)
    assert isofront.json(*words, "--time-limit", "215")["vertices_reached"] == 2


def test_directions_differ_where_turns_are_forbidden(isofront: CommandLine, crossing: Path) -> None:
    words = ("solve", crossing, "--start", "vertex:4", "--profile", "car")
    away = isofront.json(*words, "--direction", "from")
    towards = isofront.json(*words, "--direction", "to")
    assert away["max_seconds"] < 100 < towards["max_seconds"]
    assert (away["turns"], towards["direction"]) == (True, "to")


def test_a_metric_file_and_speeds_of_ways_are_obeyed(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    metric = tmp_path / "slow.json"
    metric.write_text(
        json.dumps(
            {"name": "slow", "based_on": "foot", "speeds_kmh": {"residential": 3.6, "primary": 3.6}}
        )
    )
    slow = isofront.json("solve", crossing, "--start", "vertex:1", "--metric", metric)
    assert slow["metric"] == "slow"
    assert slow["max_seconds"] == pytest.approx(200, rel=0.01)
    overrides = tmp_path / "jam.csv"
    overrides.write_text("osm_id,max_speed,speed_type\n20,0.5,scale\n")
    words = ("solve", crossing, "--start", "vertex:1", "--metric", metric)
    jam = isofront.json(*words, "--overrides", overrides)
    assert jam["max_seconds"] == pytest.approx(300, rel=0.01)


def test_files_of_roads_are_written(isofront: CommandLine, crossing: Path, tmp_path: Path) -> None:
    names = {
        "--out": tmp_path / "lines.geojson",
        "--vertices": tmp_path / "vertices.csv",
        "--polygons": tmp_path / "areas.geojson",
        "--trace": tmp_path / "trace.jsonl",
    }
    words = [str(word) for pair in names.items() for word in pair]
    record = isofront.json(
        "solve", crossing, "--start", at(0.5, 1.05), "--bands", "5, 10, 200", *words
    )
    assert set(record["outputs"]) == {str(path) for path in names.values()}
    assert record["snapped"][0]["distance_m"] == pytest.approx(5, abs=0.1)
    lines = json.loads(names["--out"].read_text())["features"]
    assert {line["geometry"]["type"] for line in lines} <= {"LineString", "MultiLineString"}
    assert len(json.loads(names["--polygons"].read_text())["features"]) == 3
    assert set(costs_in(names["--vertices"], "vertex", "lon", "lat", "time_s")) == {1, 2, 3, 4}


def test_a_raster_of_roads_says_how_one_left_them(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    out = tmp_path / "times.tif"
    words = ("--start", at(0.5, 1), "--out", out, "--off-road", "4,60", "--cell-size", "10")
    notes = isofront.json("solve", crossing, *words)["notes"]
    assert "Cells of 10 m: walked at 4 km/h, up to 60 m from a road." in notes
    far = isofront.json("solve", crossing, *words, "--metric", "hops")["notes"]
    assert "Cells of 10 m: cost of the nearest road within 60 m." in far


def test_a_picture_of_roads_is_drawn(isofront: CommandLine, crossing: Path, tmp_path: Path) -> None:
    picture = tmp_path / "roads.png"
    words = ("--start", at(0.5, 1), "--png", picture, "--png-size", "320x240")
    assert isofront.json("solve", crossing, *words)["outputs"] == [str(picture)]
    header = picture.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert header[16:24] == (320).to_bytes(4, "big") + (240).to_bytes(4, "big")


def test_a_good_start_lies_in_the_largest_part(isofront: CommandLine, town: Path) -> None:
    assert isofront.json("solve", town, "--start", "auto")["vertices_reached"] == 3


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--start", "vertex:9"], "vertex:9: the graph has no vertex 9. Its ids run from 1 to 4"),
        (["--start", "2,1"], "outside the roads. Their x runs from 1 to"),
        (["--start", "vertex:1", "--out", "x.xyz"], "files of type '.xyz' are not written here"),
        (["--start", "vertex:1", "--profile", "plane"], "there is no profile 'plane'"),
        (["--start", "vertex:1", "--metric", "joy"], "there is no such metric and no such file"),
        (["--start", "vertex:1", "--algorithm", "tiled"], "no algorithm 'tiled' for roads"),
        (["--start", "vertex:1", "--param", "delta_seconds=1"], "no parameter delta_seconds"),
        (["--start", "vertex:x"], "'vertex:x' is not a vertex"),
        (["--start", "vertex:1", "--off-road", "5"], "'5' is not KMH,METRES"),
        (["--start", "vertex:1", "--vertices", "x.kml"], "files of type '.kml' are not written"),
        (["--start", "vertex:1", "--cog"], "--cog: is for rasters"),
        (["--start", "vertex:1", "--metric", "time", "--bands", "5 kg"], "'5 kg' is not a time"),
        (["--start", "vertex:1", "--metric", "time", "--overrides", "x.csv"], "do not apply to"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    isofront: CommandLine, town: Path, words: list[str], line: str
) -> None:
    assert line in isofront.refused("solve", town, *words)


# -- route


def test_a_route_prints_its_cost_and_its_vertices(isofront: CommandLine, town: Path) -> None:
    words = ("route", town, "--from", "vertex:1", "--to", "vertex:3")
    far = isofront.json(*words, "--metric", "distance")
    expected = {"cost": 20, "unit": "0.1 m", "path_vertices": [1, 2, 3], "seconds": None}
    assert {**expected, "algorithm": "dijkstra", "backend": "cpu"}.items() <= far.items()
    assert far["length_m"] == pytest.approx(2.0)
    soon = isofront.json(*words, "--metric", "time")
    assert (soon["cost"], soon["path_vertices"]) == (50, [1, 3])


@pytest.mark.parametrize("algorithm", ["near-far", "bellman-ford", "adaptive-threads", "crp"])
def test_a_route_is_found_by_any_algorithm(
    isofront: CommandLine, town: Path, algorithm: str
) -> None:
    words = ("route", town, "--from", "vertex:3", "--to", "vertex:1", "--algorithm", algorithm)
    record = isofront.json(*words, "--metric", "time")
    assert (record["cost"], record["algorithm"]) == (50, algorithm)


def test_a_route_is_searched_between_its_two_places_and_says_how(
    isofront: CommandLine, tmp_path: Path
) -> None:
    city = write_large(tmp_path, 30)
    words = ("route", city, "--from", "vertex:1", "--to", "vertex:777")
    by = {name: isofront.json(*words, "--algorithm", name) for name in ("near-far", "crp")}
    usual = isofront.json(*words)
    assert by["near-far"]["method"] == "times"
    assert (by["crp"]["method"], by["crp"]["algorithm"]) == ("cells", "crp")
    assert (usual["method"], usual["algorithm"]) == ("search", "dijkstra")
    assert usual["cost"] == by["near-far"]["cost"] == by["crp"]["cost"] > 0
    out = isofront(*words, "--algorithm", "crp")[1]
    assert "from cell to cell" in out


@pytest.fixture
def city_with_cells(isofront: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """30 by 30 crossings, ids from 1, and one place that no road leads to; its cells are kept."""
    monkeypatch.setattr(source_cache, "WORTH_BYTES", 0)
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path / "kept"))
    city = write_large(tmp_path, 30)
    city.write_text(city.read_text().replace("p sp 900 ", "p sp 901 "))
    isofront.json("customize", city, "--repeat", "1", "--backend", "cpu")
    return city


def write_pairs(path: Path, pairs: Sequence[tuple[int, int]]) -> Path:
    lines = ("from_vertex,name,to_vertex", *(f"{u},x,{v}" for u, v in pairs))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_many_pairs_are_searched_from_cell_to_cell_and_a_few_are_not(
    isofront: CommandLine, city_with_cells: Path, tmp_path: Path
) -> None:
    starts = range(1, 900, 900 // (PAIRS_WORTH_CELLS - 3))
    pairs = [*((u, 901 - u) for u in starts), (5, 5), (7, 901), (901, 7)]
    table, out = write_pairs(tmp_path / "pairs.csv", pairs), tmp_path / "ways.csv"
    words = ("route", city_with_cells, "--pairs", table)
    by = {name: isofront.json(*words, "--algorithm", name) for name in ("dijkstra", "near-far")}
    many = isofront.json(*words, "--out", out)
    assert (many["algorithm"], many["method"]) == ("crp", "cells")
    assert [by[name]["method"] for name in by] == ["search", "times"]
    costs = [route["cost"] for route in many["routes"]]
    for other in by.values():
        assert [route["cost"] for route in other["routes"]] == costs
    assert costs[-3:] == [0, None, None]
    assert (many["pairs"], many["pairs_with_a_way"]) == (len(pairs), len(pairs) - 2)
    assert costs_of_pairs(out) == list(zip(pairs, costs, strict=True))
    assert many["outputs"] == [str(out)]
    few = write_pairs(table, pairs[: PAIRS_WORTH_CELLS - 1])
    assert isofront.json("route", city_with_cells, "--pairs", few)["method"] == "search"
    one = isofront.json("route", city_with_cells, "--from", "vertex:1", "--to", "vertex:900")
    assert (one["method"], one["cost"]) == ("search", costs[0])
    status, text, err = isofront(*words)
    assert (status, err) == (0, "")
    assert f"{len(pairs[: PAIRS_WORTH_CELLS - 1])} pairs" in text


def costs_of_pairs(path: Path) -> list[tuple[tuple[int, int], float | None]]:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["from_vertex", "to_vertex", "cost", "length_m"]
    costs = [float(row["cost"]) if row["cost"] else None for row in rows]
    pairs = [(int(row["from_vertex"]), int(row["to_vertex"])) for row in rows]
    return list(zip(pairs, costs, strict=True))


def test_pairs_of_places_obey_restrictions(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    table, out = tmp_path / "pairs.csv", tmp_path / "ways.csv"
    ends = (at(0.5, 1), at(1.01, 1.5)), (at(0.5, 1), at(0.5, 1))
    table.write_text("\n".join(("from_x,from_y,to_x,to_y", *(",".join(pair) for pair in ends))))
    words = ("--pairs", table, "--out", out)
    for algorithm in ("crp", "dijkstra"):
        record = isofront.json("route", crossing, *words, "--algorithm", algorithm)
        there, nowhere = record["routes"]
        assert there["path_vertices"] == [2, 3, 2]
        assert there["to"]["snapped"]["distance_m"] == pytest.approx(1, abs=0.1)
        assert nowhere["cost"] == 0
        assert out.read_text().startswith("from_x,from_y,to_x,to_y,time_s,length_m\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("from_vertex,to_vertex\n1,2\n1,none\n", "line 3"),
        ("from_vertex,to_vertex\n1,2\n1,99\n", "line 3"),
        ("from_x,from_y,to_x\n1,2,3\n", "no column to_y"),
        ("from_vertex,to_vertex\n", "has no pairs"),
    ],
)
def test_pairs_that_cannot_be_used_are_refused_with_their_line(
    isofront: CommandLine, town: Path, tmp_path: Path, text: str, words: str
) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(text)
    assert words in isofront.refused("route", town, "--pairs", table)
    assert "--from" in isofront.refused("route", town, "--to", "vertex:1")
    ends = ("--from", "vertex:1", "--to", "vertex:2")
    assert "--pairs" in isofront.refused("route", town, "--pairs", table, *ends)
    assert "--out" in isofront.refused("route", town, *ends, "--out", tmp_path / "x.csv")
    write_pairs(table, [(1, 2)])
    for out in (table, tmp_path / "x.txt"):
        assert f"--out {out}" in isofront.refused("route", town, "--pairs", table, "--out", out)


def test_a_route_obeys_restrictions_and_lists_its_turns(
    isofront: CommandLine, crossing: Path
) -> None:
    record = isofront.json("route", crossing, "--from", at(0.5, 1), "--to", at(1.01, 1.5))
    assert record["path_vertices"] == [2, 3, 2]
    assert record["turns"] == {"straight": 1, "left": 0, "right": 1, "u_turn": 1}
    assert record["length_m"] == pytest.approx(300, rel=0.01)
    assert [leg["way"] for leg in record["legs"]] == [10, 11, 11, 20]
    assert record["to"]["snapped"]["distance_m"] == pytest.approx(1, abs=0.1)
    on_foot = isofront.json(
        "route", crossing, "--from", at(0.5, 1), "--to", at(1, 1.5), "--profile", "foot"
    )
    assert on_foot["path_vertices"] == [2]


def test_people_read_the_turns(isofront: CommandLine, crossing: Path) -> None:
    status, out, err = isofront("route", crossing, "--from", "vertex:1", "--to", "vertex:4")
    assert (status, err) == (0, "")
    assert "u-turn" in out
    assert "metric" in out


def test_where_there_is_no_way_one_line_says_so(isofront: CommandLine, town: Path) -> None:
    line = isofront.refused("route", town, "--from", "vertex:1", "--to", "vertex:4")
    assert "there is no way from one to the other with the metric 'distance'" in line


def test_degrees_are_understood_in_planar_roads_too(isofront: CommandLine, tmp_path: Path) -> None:
    pytest.importorskip("pyogrio")
    path = write_planar(tmp_path)
    by_metres = isofront.json("route", path, "--from", "500000,5000000", "--to", "500900,5000000")
    there = ("--from", "15.0,45.1534", "--to", "15.0114,45.1534")
    by_degrees = isofront.json("route", path, *there)
    assert by_degrees["length_m"] == pytest.approx(by_metres["length_m"], rel=0.02)
    named = isofront.json("route", path, *there, "--start-crs", "EPSG:4326")
    assert named["length_m"] == by_degrees["length_m"]


def test_a_start_in_another_crs_needs_roads_with_one(isofront: CommandLine, tmp_path: Path) -> None:
    bare = tmp_path / "bare.gr"
    bare.write_text("p sp 2 2\na 1 2 5\na 2 1 5\n")
    line = isofront.refused("solve", bare, "--start", "15,45", "--start-crs", "EPSG:4326")
    assert "bare: names no CRS, so starts cannot be transformed. Give the starts in its" in line


def test_a_start_far_from_all_roads_is_told_in_both_crs(
    isofront: CommandLine, tmp_path: Path
) -> None:
    pytest.importorskip("pyogrio")
    path = write_planar(tmp_path)
    line = isofront.refused("solve", path, "--start", "16,45", "--start-crs", "EPSG:4326")
    assert "start 16,45 of EPSG:4326: outside the roads" in line
    assert "In the CRS of street the start is 578815" in line
    assert isofront.refused("solve", path, "--start", "16,45").startswith("isofront: 16,45: out")


def write_planar(folder: Path) -> Path:
    """A street of 1 km in UTM zone 33N, at 15° E, where x is 500 km."""
    import pyogrio
    import shapely

    path = folder / "street.gpkg"
    line = shapely.LineString([(500_000, 5_000_000), (501_000, 5_000_000)])
    pyogrio.raw.write(
        path,
        np.array([shapely.to_wkb(line)]),
        field_data=[np.array(["residential"], object)],
        fields=["highway"],
        crs="EPSG:32633",
        geometry_type="LineString",
        driver="GPKG",
    )
    return path


# -- bench and tables


def test_solvers_are_timed_and_agree(isofront: CommandLine, crossing: Path) -> None:
    words = ("bench", crossing, "--start", "vertex:1", "--repeat", "2", "--algorithms")
    status, out, _ = isofront(*words, "dijkstra,near-far", "--json", "-")
    record = json.loads(out)
    assert (status, record["equal_bits"]) == (0, True)
    assert (record["vertices"], record["arcs"], record["metric"]) == (4, 6, "car")
    assert [row["vertices_reached"] for row in record["results"]] == [4, 4]
    status, out, _ = isofront(*words, "dijkstra")
    assert "Marc/s" in out


def test_customizing_is_timed_on_a_line_of_its_own(isofront: CommandLine, crossing: Path) -> None:
    words = (
        "bench",
        crossing,
        "--start",
        "vertex:1",
        "--repeat",
        "2",
        "--backend",
        "cpu",
        "--algorithms",
    )
    status, out, _ = isofront(*words, "dijkstra,crp")
    lines = [line.split()[:2] for line in out.splitlines()]
    assert status == 0
    assert lines[1:4] == [["dijkstra", "cpu"], ["crp", "cpu"], ["crp,", "customizing"]]
    _, out, _ = isofront(*words, "dijkstra,crp", "--json", "-")
    dijkstra, crp = json.loads(out)["results"]
    assert (dijkstra["customize_ms"], dijkstra["median_customize_ms"]) == ([], None)
    assert len(crp["customize_ms"]) == 2
    assert crp["median_customize_ms"] > 0


def test_solvers_with_other_states_agree(isofront: CommandLine, crossing: Path) -> None:
    words = ("--start", at(0.5, 1), "--profile", "foot", "--repeat", "1", "--json", "-")
    status, out, _ = isofront("bench", crossing, "--algorithms", "dijkstra,crp", *words)
    assert (status, json.loads(out)["equal_bits"]) == (0, True)


def test_algorithms_lists_both_domains(isofront: CommandLine) -> None:
    record = isofront.json("algorithms")
    assert {row["domain"] for row in record["algorithms"]} == {"terrain", "roads"}
    assert record["default_on_roads"] == "dijkstra"


# -- real roads


@needs_shared
@pytest.mark.parametrize(("metric", "cost"), [("distance", 28939), ("time", 61253)])
def test_the_known_route_in_new_york(isofront: CommandLine, metric: str, cost: int) -> None:
    graph = shared("roads/dimacs/USA-road-d.NY.gr.gz")
    words = ("route", graph, "--from", "vertex:1", "--to", "vertex:1000", "--metric", metric)
    record = isofront.json(*words)
    assert record["cost"] == cost
    assert (record["path_vertices"][0], record["path_vertices"][-1]) == (1, 1000)


@needs_shared
def test_the_known_routes_in_moscow(isofront: CommandLine) -> None:
    # GraphHopper's tests give these lengths with turn restrictions.
    graph = shared("roads/osm/moscow.osm.gz")
    for origin, destination, metres in (
        ("37.5958585,55.813357", "37.594689,55.811042", 1043.99),
        ("37.593884,55.813159", "37.594217,55.811278", 1048.0),
    ):
        record = isofront.json("route", graph, "--from", origin, "--to", destination)
        assert record["length_m"] == pytest.approx(metres, abs=1.0)


def test_results_say_how_far_an_arc_is_rounded(
    isofront: CommandLine, crossing: Path, town: Path, tmp_path: Path
) -> None:
    driven = "solve", crossing, "--start", at(0, 1)
    assert isofront.json(*driven)["arc_rounding"] == 0.001
    _, out, _ = isofront(*driven, "--out", tmp_path / "times.tif")
    assert re.search("exact to +1 ms an arc", out)
    with rasterio.open(tmp_path / "times.tif") as dataset:
        assert dataset.tags()["ISOFRONT_PRECISION"] == "1 ms an arc"
    given = "solve", town, "--start", "vertex:1"
    assert isofront.json(*given)["arc_rounding"] == 0
    _, out, _ = isofront(*given)
    assert re.search("exact to +the costs as given", out)
