"""`info`, `solve` and `bench` on road graphs: what they print, write and refuse."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio

from tests.app.cli.road_files import at, write_planar
from tests.app.cli_runs import CommandLine, write_ascii
from tests.road.files.osm_text import node, way, xml


def costs_in(path: Path, *columns: str) -> dict[int, float]:
    """The last of these columns by the first; those of the tree follow."""
    with path.open(newline="") as file:
        rows = csv.DictReader(file)
        assert rows.fieldnames == [*columns, "parent", "at_parent", "way"]
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
    assert "turn restrictions  1 in the file\n" in isofront("info", crossing)[1]


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
    assert "--pairs: is for road graphs" in isofront.refused("route", grid, "--pairs", "x.csv")


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


@pytest.mark.parametrize("algorithm", ["dijkstra", "phast"])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_the_shortest_path_tree_is_written_beside_the_times(
    isofront: CommandLine,
    town: Path,
    crossing: Path,
    tmp_path: Path,
    algorithm: str,
    direction: str,
) -> None:
    out, how = tmp_path / "tree.csv", ("--algorithm", algorithm, "--direction", direction)
    isofront.json("solve", town, "--start", "vertex:1,2", *how, "--vertices", out)
    with out.open(newline="") as file:
        rows = {row["vertex"]: row for row in csv.DictReader(file)}
    assert len(rows) > 1
    for row in rows.values():
        before = rows[row["parent"]]
        assert row["at_parent"] == before["cost_m"]
        assert (before is row) == (row["vertex"] == "1")
    areas = tmp_path / "tree.gpkg"  # where turns count
    isofront.json("solve", crossing, "--start", "vertex:1", *how, "--vertices", areas)
    meta, _, _, columns = pyogrio.raw.read(areas)
    fields = dict(zip(meta["fields"], columns, strict=True))
    begins = fields["parent"] == fields["vertex"]
    assert fields["vertex"][begins].tolist() == [1]
    assert (fields["at_parent"] <= fields["time_s"]).all()
    assert (fields["at_parent"] < fields["time_s"])[~begins].all()
    assert (fields["way"] > 0).tolist() == (~begins).tolist()


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
    # Left is forbidden: on to the east, round there (27.5 s) and right.
    assert costs[4] > costs[3] + 27.5
    with out.open(newline="") as file:
        places = {row["vertex"]: (row["lon"], row["lat"]) for row in csv.DictReader(file)}
    assert [float(number) for number in places["1"]] == [
        float(number) for number in at(0, 1).split(",")
    ]


def test_a_limit_and_delays_count_seconds_or_metres(isofront: CommandLine, crossing: Path) -> None:
    start = f"{at(0, 1)},5"
    by_time = isofront.json("solve", crossing, "--start", start, "--limit", "21")
    assert (by_time["vertices_reached"], by_time["limit_seconds"]) == (2, 21.0)
    words = ("solve", crossing, "--start", "vertex:1,20", "--metric", "distance")
    far = isofront.json(*words, "--limit", "225")
    assert far["vertices_reached"] == 3
    assert far["max_cost"] == pytest.approx(22_000, rel=0.01)
    assert isofront.json(*words, "--time-limit", "215")["vertices_reached"] == 2


def test_directions_differ_where_turns_are_forbidden(isofront: CommandLine, crossing: Path) -> None:
    words = ("solve", crossing, "--start", "vertex:4", "--profile", "car")
    away = isofront.json(*words, "--direction", "from")
    towards = isofront.json(*words, "--direction", "to")
    assert away["max_seconds"] + 27.5 < towards["max_seconds"]
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
    paces = ("--set", "speeds_kmh.residential=7.2", "--set", "speeds_kmh.primary=7.2")
    quick = isofront.json("solve", crossing, "--start", "vertex:1", "--metric", metric, *paces)
    assert quick["max_seconds"] == pytest.approx(100, rel=0.01)


def test_rules_by_the_hour_and_by_figures_are_obeyed(isofront: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "rules.osm"
    tags = {"highway": "residential", "motor_vehicle:conditional": "no @ (Mo-Fr 07:00-09:00)"}
    low = {"highway": "residential", "maxheight": "2.5"}
    nodes = [node(k, k, 0) for k in (1, 2, 3)]
    file.write_text(xml(*nodes, way(10, [1, 2], low), way(11, [2, 3], tags)), encoding="utf-8")

    def reached(*words: str) -> int:
        record = isofront.json("solve", file, "--start", "vertex:1", *words)
        return int(record["vertices_reached"])

    assert reached() == 3
    assert reached("--departure", "2026-11-23T08:30") == 2
    assert reached("--departure", "2026-11-22 08:30") == 3
    assert reached("--figures", "height=2.6,weight=3") == 1
    assert reached("--profile", "truck") == 1
    assert reached("--profile", "truck", "--figures", "height=2.4") == 3
    for option, wrong in (("--departure", "soon"), ("--figures", "breadth=2")):
        said = isofront.refused("solve", file, "--start", "vertex:1", option, wrong)
        assert wrong in said
        assert "; Write" not in said, "one sentence has one capital"


def test_what_is_written_tells_the_departure(isofront: CommandLine, crossing: Path) -> None:
    out = crossing.with_name("times.csv")
    words = ("solve", crossing, "--start", "vertex:1", "--vertices", out)
    told = crossing.with_name("times.csv-metadata.json")
    assert isofront.json(*words)["departure"] is None
    assert "DEPARTURE" not in told.read_text(encoding="utf-8")
    status, said, _ = isofront(*words, "--departure", "2026-11-23T08:30")
    assert (status, "departure  2026-11-23 08:30" in said) == (0, True)
    notes = json.loads(told.read_text(encoding="utf-8"))["notes"]
    assert {"ISOFRONT_DEPARTURE": "2026-11-23T08:30"} in notes


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
        (
            ["--start", "vertex:1", "--profile", "car", "--set", "wait_seconds.lamps=3"],
            "there is no 'lamps'",
        ),
        (
            ["--start", "vertex:1", "--profile", "car", "--set", "color=3"],
            "--set color: there is no setting 'color'",
        ),
        (["--start", "vertex:1", "--set", "limit_factor"], "'limit_factor' is not KEY=VALUE"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    isofront: CommandLine, town: Path, words: list[str], line: str
) -> None:
    assert line in isofront.refused("solve", town, *words)


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
    assert "In the CRS of street it is 578815" in line
    assert isofront.refused("solve", path, "--start", "16,45").startswith(
        "isofront: start 16,45: out"
    )


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
    assert "departure" not in out
    assert record["departure"] is None


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


def test_algorithms_lists_all_domains(isofront: CommandLine) -> None:
    record = isofront.json("algorithms")
    assert {row["domain"] for row in record["algorithms"]} == {"terrain", "roads", "joined"}
    assert record["default_on_roads"] == "dijkstra"
