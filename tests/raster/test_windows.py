"""A field read by windows gives what it gives whole: paths, validation, magnified fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNREACHED
from raster import paths, validation
from raster.coarse import coarsen
from raster.grid import Window, grid_from_kmh
from raster.paths import least_cost_path
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from raster.validation import validate
from tests.raster.terrains import noise


@dataclass(eq=False)
class Elsewhere:
    """A field that lies on a device or a disk: windows come at a price, the whole not at all."""

    here: TravelTimeGrid
    windows: list[Window] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.here, name)

    def ticks(self) -> NDArray[np.uint32]:
        raise AssertionError("the whole field was copied")

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        rows, cols = self.here.shape
        assert window.row >= 0 <= window.col
        assert window.row + window.height <= rows
        assert window.col + window.width <= cols
        self.windows.append(window)
        return self.here.ticks_in(window).copy()


def serpentine(rows: int, cols: int) -> NDArray[np.float64]:
    """Corridors joined at alternating ends: a path that leaves every window again and again."""
    kmh = np.zeros((rows, cols))
    kmh[::2] = 10
    kmh[1::4, -1] = 10
    kmh[3::4, 0] = 10
    return kmh


@pytest.mark.parametrize("side", [3, 8, 256])
@pytest.mark.parametrize(
    "kmh",
    [noise(61, 90, 7, 0.3), noise(1, 70, 2), noise(50, 2, 4), serpentine(21, 33)],
    ids=["noise", "one row", "two columns", "serpentine"],
)
def test_paths_by_windows_equal_paths_in_the_whole_field(
    monkeypatch: pytest.MonkeyPatch, kmh: NDArray[np.float64], side: int
) -> None:
    monkeypatch.setattr(paths, "WINDOW_SIDE", side)
    grid = grid_from_kmh(kmh, 10.0)
    start = int(np.flatnonzero(kmh)[0])
    here = Dijkstra(grid).solve((Start(start),))
    reached = np.argwhere(here.labels < UNREACHED)
    chosen = np.random.default_rng(3).choice(reached, 30)
    for row, col in [*chosen.tolist(), reached[-1].tolist()]:
        found = least_cost_path(grid, Elsewhere(here), row, col)
        np.testing.assert_array_equal(found, least_cost_path(grid, here, row, col))
        assert found[-1].tolist() == [*divmod(start, grid.cols)]


def test_a_path_reads_no_more_windows_than_it_has_to() -> None:
    grid = grid_from_kmh(np.full((4, 2000), 36.0), 10.0)
    there = Elsewhere(Dijkstra(grid).solve((Start(0),)))
    assert len(least_cost_path(grid, there, 3, 1999)) == 2000
    assert len(there.windows) <= 2000 / 127 + 1
    assert all(max(w.height, w.width) <= paths.WINDOW_SIDE for w in there.windows)


def test_an_unreached_cell_of_a_field_elsewhere_has_no_path() -> None:
    grid = grid_from_kmh(np.array([[9.0, 0.0, 9.0]]), 10.0)
    there = Elsewhere(Dijkstra(grid).solve((Start(0),)))
    assert least_cost_path(grid, there, 0, 2).shape == (0, 2)


@pytest.mark.parametrize("cells", [1, 200, 333, 1 << 24])
def test_validation_by_bands_counts_what_it_counts_in_one(
    monkeypatch: pytest.MonkeyPatch, cells: int
) -> None:
    grid = grid_from_kmh(noise(40, 37, 9, 0.3), 10.0)
    sources = (Start(5), Start(39 * 37, 2.0), Start(20 * 37 + 3, 4.0))
    here = Dijkstra(grid).solve(sources)
    assert validate(grid, here, sources).passed
    rng = np.random.default_rng(8)
    for row, col in rng.choice(np.argwhere(here.labels < UNREACHED), 25).tolist():
        here.labels[row, col] = rng.choice([0, here.labels[row, col] + 1, UNREACHED])
    whole = validate(grid, here, sources)
    assert not whole.passed
    monkeypatch.setattr(validation, "BAND_CELLS", cells)
    assert validate(grid, Elsewhere(here), sources) == whole


def test_a_window_of_a_magnified_field_is_that_of_the_whole() -> None:
    grid = grid_from_kmh(noise(83, 101, 5, 0.2), 10.0)
    coarse = coarsen(grid, 3)
    times = coarse.magnified(Dijkstra(coarse.grid).solve((Start(0),)))
    whole = times.ticks()
    assert whole.shape == grid.shape
    for window in (Window(0, 0, 83, 101), Window(17, 40, 30, 61), Window(82, 100, 1, 1)):
        row, col, height, width = window
        part = whole[row : row + height, col : col + width]
        np.testing.assert_array_equal(times.ticks_in(window), part)
