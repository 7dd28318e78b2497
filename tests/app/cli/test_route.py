"""`route`: the way between two places, and the ways of many pairs."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from rasterio.transform import Affine

from app.catalog.algorithms import PAIRS_WORTH_CELLS
from road.files.source import cache as source_cache
from tests.app.cli.road_files import at, write_planar
from tests.app.cli_runs import CommandLine
from tests.app.drawn_roads import write_large
from tests.raster.files.made import geotiff
from tests.road.files.osm_text import node, way, xml
from tests.shared_data import needs_shared, shared


def test_a_route_prints_its_cost_and_its_vertices(isofront: CommandLine, town: Path) -> None:
    words = ("route", town, "--from", "vertex:1", "--to", "vertex:3")
    far = isofront.json(*words, "--metric", "distance")
    expected = {"cost": 20, "unit": "0.1 m", "path_vertices": [1, 2, 3], "seconds": None}
    assert {**expected, "algorithm": "dijkstra", "backend": "cpu"}.items() <= far.items()
    assert far["length_m"] == pytest.approx(2.0)
    soon = isofront.json(*words, "--metric", "time")
    assert (soon["cost"], soon["path_vertices"]) == (50, [1, 3])


def test_lengths_are_printed_in_miles_where_that_is_asked_for(
    isofront: CommandLine, town: Path, tmp_path: Path
) -> None:
    words = ("route", town, "--from", "vertex:1", "--to", "vertex:3", "--metric", "distance")
    assert "2.0 m" in isofront(*words)[1]
    told = isofront(*words, "--show-in", "miles")[1]
    assert "6.6 ft" in told
    assert "metres" not in told
    assert isofront.json(*words, "--show-in", "miles")["length_m"] == pytest.approx(2.0)
    cells = np.full((1, 300), 36, np.uint8)
    wide = geotiff(tmp_path, cells, transform=Affine(10, 0, 0, 0, -10, 10))
    way = ("route", wide, "--from", "5,5", "--to", "2995,5")
    assert "2990.0 m" in isofront(*way)[1]
    assert "1.858 mi" in isofront(*way, "--show-in", "miles")[1]
    info = isofront("info", town, "--show-in", "miles")[1]
    assert " mi" in info
    assert " km" not in info
    assert "2.0 m" in isofront(*words)[1], "the next command is asked anew"


@pytest.mark.parametrize(
    "algorithm", ["near-far", "bellman-ford", "adaptive-threads", "crp", "phast"]
)
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
    by = {name: isofront.json(*words, "--algorithm", name) for name in ("near-far", "crp", "phast")}
    usual = isofront.json(*words)
    assert by["near-far"]["method"] == "times"
    assert (by["crp"]["method"], by["crp"]["algorithm"]) == ("cells", "crp")
    assert (by["phast"]["method"], by["phast"]["algorithm"]) == ("hierarchy", "phast")
    assert (usual["method"], usual["algorithm"]) == ("search", "dijkstra")
    assert usual["cost"] == by["phast"]["cost"]
    assert usual["cost"] == by["near-far"]["cost"] == by["crp"]["cost"] > 0
    out = isofront(*words, "--algorithm", "crp")[1]
    assert "from cell to cell" in out
    assert "in a hierarchy" in isofront(*words, "--algorithm", "phast")[1]


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


def test_many_pairs_take_a_hierarchy_that_is_kept_for_these_costs(
    isofront: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_cache, "WORTH_BYTES", 0)
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path / "kept"))
    city = write_large(tmp_path, 30)
    isofront.json("solve", city, "--start", "vertex:1", "--algorithm", "phast")
    pairs = [(u, 901 - u) for u in range(1, PAIRS_WORTH_CELLS + 1)]
    words = ("route", city, "--pairs", write_pairs(tmp_path / "pairs.csv", pairs))
    kept = isofront.json(*words)
    assert (kept["algorithm"], kept["method"]) == ("phast", "hierarchy")
    searched = isofront.json(*words, "--algorithm", "dijkstra")
    costs = [[route["cost"] for route in found["routes"]] for found in (kept, searched)]
    assert costs[0] == costs[1]


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
        ("from_vertex,to_vertex\n1,2\n1,99\n", "line 3: to vertex:99: the graph has no vertex"),
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
    refused = isofront.refused("route", town, "--from", "vertex:1", "--to", "vertex:99")
    assert "--to vertex:99: the graph has no vertex" in refused
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
    assert "departure" not in out
    ends = ("--from", "vertex:1", "--to", "vertex:4")
    out = isofront("route", crossing, *ends, "--departure", "2026-11-23T08:30")[1]
    assert "departure  2026-11-23 08:30\n" in out


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


def test_streets_are_told_by_their_names(isofront: CommandLine, tmp_path: Path) -> None:
    """Not by numbers of ways alone, which nobody has in his head."""
    path = tmp_path / "named.osm"
    nodes = [node(k, k - 1, 1) for k in (1, 2, 3)]
    streets = way(10, (1, 2), {"highway": "primary", "name": "Rua Nova"}), way(11, (2, 3))
    path.write_text(xml(*nodes, *streets), encoding="utf-8")
    ends = "--from", "vertex:1", "--to", "vertex:3"
    record = isofront.json("route", path, *ends)
    assert [(leg["way"], leg["name"]) for leg in record["legs"]] == [(10, "Rua Nova"), (11, None)]
    _, out, _ = isofront("route", path, *ends)
    assert any(" 10 " in line and line.endswith("Rua Nova") for line in out.splitlines())
