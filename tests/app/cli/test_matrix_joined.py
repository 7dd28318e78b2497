"""`isofront matrix TERRAIN --roads ROADS`: many starts on ground and roads together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio

from tests.app.cli.test_joined import CELL, LEFT, TOP, at, write_roads, write_terrain
from tests.app.cli.test_matrix import rows_of, write_rows
from tests.app.cli.test_matrix_maps import bands_of, write_counts
from tests.app.cli_runs import CommandLine

STARTS = {"corner": at(0, 0), "road": at(4, 5), "far": at(8, 40)}


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_terrain(tmp_path / "ground.tif")


@pytest.fixture
def roads(tmp_path: Path) -> Path:
    return write_roads(tmp_path / "roads.gpkg")


@pytest.fixture
def origins(tmp_path: Path) -> Path:
    rows = [f"{name},{place}" for name, place in STARTS.items()]
    return write_rows(tmp_path / "o.csv", "id,x,y", rows)


def solved(isofront: CommandLine, terrain: Path, roads: Path, *more: object) -> np.ndarray:
    """Seconds of each start by itself, (starts, rows, cols); infinite where it does not come."""
    found, out = [], terrain.parent / "single.tif"
    for place in STARTS.values():
        words = ("solve", terrain, "--roads", roads, "--start", place, "--out", out)
        isofront.json(*words, *more)
        found.append(np.nan_to_num(bands_of(out)[0], nan=np.inf))
    return np.stack(found)


@pytest.mark.parametrize("how", [(), ("--direction", "to"), ("--join", "burned")])
def test_the_best_origin_of_each_cell(
    isofront: CommandLine, terrain: Path, roads: Path, origins: Path, how: tuple[str, ...]
) -> None:
    out, table = terrain.parent / "best.tif", terrain.parent / "near.csv"
    words = ("matrix", terrain, "--roads", roads, "--origins", origins, "--destinations", "all")
    record = isofront.json(*words, "--out", out, "--limit", "300", *how)
    assert (record["destinations"], record["unit"]) == (9 * 41, "s")
    each = solved(isofront, terrain, roads, "--limit", "300", *how)
    least, number, count = bands_of(out)
    best = np.where(np.isfinite(each.min(axis=0)), each.min(axis=0), np.nan)
    np.testing.assert_array_equal(least, best.astype(np.float32))
    np.testing.assert_array_equal(number, np.where(np.isnan(best), np.nan, each.argmin(axis=0) + 1))
    np.testing.assert_array_equal(count, np.isfinite(each).sum(axis=0))
    with rasterio.open(out) as dataset:
        assert dataset.tags()["ISOFRONT_ORIGINS"] == "1: corner; 2: road; 3: far"
        assert dataset.tags()["ISOFRONT_JOIN"] == ("burned" if "burned" in how else "combined")
    isofront.json(*words, "--out", table, "--nearest", "2", *how)
    nearest = np.sort(solved(isofront, terrain, roads, *how), axis=0)[:2].reshape(2, -1)
    for row in rows_of(table):
        expected = nearest[int(row["rank"]) - 1, int(row["destination"])]
        assert float(row["time_s"]) == pytest.approx(expected, rel=1e-6)


def test_places_are_cells_and_vertices_of_the_roads(
    isofront: CommandLine, terrain: Path, roads: Path, origins: Path
) -> None:
    folder = terrain.parent
    ends = write_rows(folder / "d.csv", "id,vertex", ["first,0", "last,3"])
    out, cells = folder / "out.csv", folder / "cells.csv"
    words = ("matrix", terrain, "--roads", roads, "--origins", origins, "--destinations")
    isofront.json(*words, ends, "--out", out)
    times: dict[str, dict[str, str]] = {}
    for name, place in STARTS.items():
        file = folder / "v.csv"
        isofront.json("solve", terrain, "--roads", roads, "--start", place, "--vertices", file)
        times[name] = {row["vertex"]: row["time_s"] for row in rows_of(file)}
    for row in rows_of(out):
        vertex = {"first": "0", "last": "3"}[row["destination"]]
        assert float(row["time_s"]) == pytest.approx(float(times[row["origin"]][vertex]))
    record = isofront.json(*words, origins, "--out", cells, "--out", folder / "best.gpkg")
    assert record["reason"].startswith("3 origins to 3 destinations: ")
    points = pyogrio.raw.read(folder / "best.gpkg")[2]
    assert len(points) == 3
    costs = {(r["origin"], r["destination"]): float(r["time_s"]) for r in rows_of(cells)}
    assert costs["road", "road"] == 0.0
    assert costs["road", "far"] == pytest.approx(costs["far", "road"], abs=0.01)


def test_people_and_area_in_each_band(
    isofront: CommandLine, terrain: Path, roads: Path, origins: Path
) -> None:
    people = write_counts(
        terrain.parent / "p.tif", np.full((9, 41), 2.0), LEFT, TOP, CELL, "EPSG:32633"
    )
    words = ("matrix", terrain, "--roads", roads, "--origins", origins, "--destinations", "all")
    bands = isofront.json(*words, "--bands", "60,9999", "--population", people)["bands"]
    seconds = solved(isofront, terrain, roads).min(axis=0)
    for band, held in zip(bands, [seconds <= 60, (seconds > 60) & (seconds < 9999)], strict=True):
        assert band["destinations"] == held.sum() > 0
        assert band["area_m2"] == pytest.approx(CELL**2 * held.sum())
        assert band["people"] == pytest.approx(2 * held.sum())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--farthest", "10"), "--farthest: is for road graphs"),
        (("--cell-size", "10"), "--cell-size: is for road graphs"),
        (("--out", "roads.gpkg"), "is the file that is read"),
        (("--join", "burned", "--direction", "to"), "a raster with roads burned in has no"),
        (("--origins", "lost.csv"), "none of its 2 origins can be used"),
        (("--origins", "none.csv"), "the graph has no vertex 99"),
        (("--metric", "distance"), "cannot be joined with speeds"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    isofront: CommandLine, terrain: Path, roads: Path, origins: Path,
    more: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(terrain.parent)
    write_rows(terrain.parent / "lost.csv", "x,y", ["0,0", at(0, 20)])
    write_rows(terrain.parent / "none.csv", "vertex", [99])
    words = ("matrix", terrain, "--roads", roads, "--destinations", "all", "--out", "x.csv")
    given = () if "--origins" in more else ("--origins", origins)
    assert said in isofront.refused(*words, *given, *more)
    assert not list(terrain.parent.glob("*x.csv*"))
