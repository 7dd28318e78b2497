"""Zones by band and start: sums are those of bands and of owners, values are counted once."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from app.bands import Bands
from app.document.joined import JoinRequest, open_joined
from app.exports.csv import statistics_csv
from app.exports.request import Export, ValueRaster
from app.exports.zonal.table import zonal_csv, zonal_table
from app.roads.open_roads import OpenRoads
from app.solving.one_solve import solve_once
from app.solving.request import SolveRequest
from app.starts import PlacedStart
from core.errors import InputError
from raster.grid import grid_from_kmh
from tests.app.asking import on_cells, on_roads, otherwise
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import opened
from tests.app.exports.test_roads import city, solve
from tests.road.drawn import graph_of

BANDS = Bands((20.0, 50.0, 400.0))


def raster_of(path: Path, values: np.ndarray, left: float, top: float, cell: float) -> Path:
    profile: Any = {"driver": "GTiff", "dtype": "float32", "count": 1, "crs": None}
    rows, cols = values.shape
    place = Affine(cell, 0.0, left, 0.0, -cell, top)
    with rasterio.open(path, "w", height=rows, width=cols, transform=place, **profile) as dataset:
        dataset.write(values.astype(np.float32), 1)
    return path


def test_on_terrain_cell_by_cell(tmp_path: Path) -> None:
    speeds = np.random.default_rng(1).integers(1, 40, (12, 15)).astype(np.float32)
    speeds[4, 2:] = 0.0
    grid = grid_from_kmh(speeds, 10.0, left=100.0, top=500.0)
    request = on_cells(grid, 16, 150, 31)
    first, second, third = request.starts
    request = replace(request, starts=(first, replace(second, name="B", delay_seconds=4.0), third))
    result = solve_once(replace(request, limit_seconds=300.0))[0]
    values = np.random.default_rng(2).integers(0, 9, (12, 15))
    heat = ValueRaster(raster_of(tmp_path / "h.tif", values, 100.0, 500.0, 10.0), "heat", "MWh")
    table = zonal_table(result, BANDS, (heat,))
    owner = result.owned().owners.of
    seconds = result.times.seconds(grid.whole(), grid.shape)
    band = np.searchsorted(BANDS.limits, seconds, "left")
    for start in range(3):
        for k in range(3):
            here = (owner == start) & (band == k)
            assert table.amounts[start, k] == here.sum() * 100.0
            assert table.values[0][start, k] == values[here].sum()
    assert table.everything == (values.sum(),)
    assert table.names[1] == "B"
    rows = table.record()
    assert len(rows) == 9
    assert list(rows[0]) == ["start", "from", "to", "area_m2", "heat_MWh"]
    np.testing.assert_array_equal(table.amounts.sum(axis=1), result.owned().owned_amounts())


@pytest.mark.parametrize("direction", ["from", "to"])
def test_on_roads_parts_of_streets(direction: Any) -> None:
    roads = opened().turned(direction)
    result = solve_once(on_roads(roads, 0, 4, 2))[0]
    bands = Bands((3.0, 8.0, 100.0))
    table = zonal_table(result, bands)
    assert table.lengths
    np.testing.assert_allclose(table.amounts.sum(axis=0), result.amounts(bands.limits))
    np.testing.assert_allclose(table.amounts.sum(axis=1), result.owned().owned_amounts())
    assert (table.amounts > 0).sum() > 3


def test_values_beside_roads_belong_to_whose_road_is_nearest(tmp_path: Path) -> None:
    """A street of 1 km from west to east; a start at either end, people at the quarters."""
    graph = graph_of([(500_000.0, 0.0), (501_000.0, 0.0)], [(0, 1)])
    roads = OpenRoads.of(graph)
    result = solve_once(on_roads(roads, 0, 1))[0]
    people = np.zeros((4, 11))
    people[1, 2], people[2, 8], people[2, 9] = 10, 20, 7
    path = raster_of(tmp_path / "p.tif", people, 499_950.0, 200.0, 100.0)
    bands = Bands((60.0, 100_000.0))
    table = zonal_table(result, bands, (ValueRaster(path, "people"),))
    np.testing.assert_allclose(table.values[0].sum(axis=1), [10, 27])
    assert table.everything == (37.0,)


def test_ground_and_roads_together(tmp_path: Path) -> None:
    terrain, lines = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    document = open_joined(JoinRequest(terrain, lines))
    starts = tuple(PlacedStart(LEFT + c * CELL, TOP - 2.5 * CELL) for c in (2.5, 38.5))
    request = otherwise(SolveRequest(document, starts), algorithm="dijkstra")
    result: Any = solve_once(request)[0]
    bands = Bands((60.0, 1e6))
    table = zonal_table(result, bands)
    reached = np.isfinite(result.times.seconds(result.grid.whole(), result.grid.shape)).sum()
    assert table.amounts.sum() == pytest.approx(reached * result.grid.cell_area)
    assert (table.amounts[:, 1] > 0).all()


def test_files_have_the_digits_of_statistics(tmp_path: Path) -> None:
    """One start alone has all that lies in each band."""
    solved = solve(city())
    zones, statistics = tmp_path / "zones.csv", tmp_path / "statistics.csv"
    zonal_csv(Export(zones, solved, BANDS))
    statistics_csv(Export(statistics, solved, BANDS))
    told = []
    for path in (zones, statistics):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        suffix = "" if path == zones else "_s"
        told.append([(r[f"from{suffix}"], r[f"to{suffix}"], r["length_m"]) for r in rows])
    assert told[0] == told[1]


def test_a_raster_that_is_none_is_named() -> None:
    result = solve_once(on_cells(grid_from_kmh(np.ones((3, 3)), 1.0), 0))[0]
    with pytest.raises(InputError) as caught:
        zonal_table(result, BANDS, (ValueRaster(Path("nowhere.tif"), "heat"),))
    assert caught.value.found == "heat: there is no such file"
