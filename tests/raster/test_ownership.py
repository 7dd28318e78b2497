"""Each cell belongs to the start whose own solve is there first, the first of the list on ties."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError
from core.solver import Sources, Start
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.grid import grid_from_kmh as grid_of
from raster.ownership import NOBODY, count_owners, numbers_dtype, owners_on_cells
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from raster.travel_times import TravelTimeGrid


def by_argmin(grid: VelocityGrid, times: TravelTimeGrid, sources: Sources) -> np.ndarray:
    """The rule itself: single solves, counted in the same ticks, and the first of the least."""
    alone = []
    for source in sources:
        solved = Dijkstra(grid).solve((source,), limit=times.limit_seconds)
        assert solved.tick_seconds == times.tick_seconds
        alone.append(solved.ticks())
    labels = np.stack(alone)
    return np.where(labels.min(axis=0) < UNREACHED, labels.argmin(axis=0), NOBODY)


@pytest.mark.parametrize("seed", range(8))
def test_owners_are_those_of_single_solves(seed: int) -> None:
    random = np.random.default_rng(seed)
    # Few speeds, so that many cells are reached by two starts at once; a third are barriers.
    speeds = random.choice([0.0, 0.0, 5.0, 10.0, 20.0, 40.0], (37, 41))
    grid = grid_of(speeds, 1.0)
    passable = np.flatnonzero(speeds.ravel() > 0)
    cells = random.choice(passable, 5, replace=False).tolist()
    sources = tuple(
        Start(int(cell), delay) for cell, delay in zip(cells, (0, 0, 30.0, 7.5, 1e4), strict=True)
    )
    times = Tiled(grid).solve(sources, limit=1000.0)
    found = owners_on_cells(grid, times, sources)
    np.testing.assert_array_equal(found, by_argmin(grid, times, sources))
    counts = count_owners(found, len(sources))
    assert counts.tolist() == [int((found == number).sum()) for number in range(len(sources))]
    assert counts[0] > 0


def test_of_starts_that_come_at_once_the_first_of_the_list_has_the_cell() -> None:
    # Two starts at the ends of an even row: the middle is reached by both at once.
    grid = grid_of(np.full((1, 9), 10.0), 1.0)
    for cells, middle in (((0, 8), 0), ((8, 0), 0)):
        sources = tuple(Start(cell) for cell in cells)
        found = owners_on_cells(grid, Tiled(grid).solve(sources), sources)
        assert found[0, 4] == middle
        assert found[0, cells[0]] == 0
        assert found[0, cells[1]] == 1


def test_starts_in_one_cell_and_those_that_come_too_late_own_nothing_of_it() -> None:
    grid = grid_of(np.full((5, 5), 10.0), 1.0)
    sources = (Start(12, 9.0), Start(12), Start(12), Start(0, 3600.0))
    found = owners_on_cells(grid, Tiled(grid).solve(sources), sources)
    assert np.unique(found).tolist() == [1]


def test_many_starts_are_counted_in_wider_numbers() -> None:
    assert numbers_dtype(2) is np.int8
    assert numbers_dtype(200) is np.int16
    assert numbers_dtype(40_000) is np.int32
    grid = grid_of(np.full((20, 20), 10.0), 1.0)
    sources = tuple(Start(cell) for cell in range(0, 400, 2))
    found = owners_on_cells(grid, Tiled(grid).solve(sources), sources)
    np.testing.assert_array_equal(found.ravel()[::2], range(200))


def test_within_a_limit_nobody_owns_what_is_not_reached() -> None:
    grid = grid_of(np.full((3, 40), 10.0), 1.0)
    sources = (Start(40), Start(79))
    times = Tiled(grid).solve(sources, limit=4.0)
    found = owners_on_cells(grid, times, sources)
    np.testing.assert_array_equal(found == NOBODY, times.ticks() >= UNREACHED)
    assert (found == NOBODY).any()


def test_looking_for_owners_can_be_cancelled() -> None:
    grid = grid_of(np.full((3, 4), 10.0), 1.0)
    sources, cancel = (Start(0), Start(11)), Cancel()
    times = Tiled(grid).solve(sources)
    cancel.set()
    with pytest.raises(CancelledError):
        owners_on_cells(grid, times, sources, cancel=cancel)


@pytest.mark.parametrize("seed", range(4))
def test_along_straight_lines_owners_are_those_of_single_solves_but_for_the_border(
    seed: int,
) -> None:
    # Only where a wedge spans two territories may a cell go to the other one.
    random = np.random.default_rng(seed)
    speeds = random.choice([0.0, 20.0, 30.0, 40.0], (60, 70))
    grid = grid_of(speeds, 1.0)
    cells = random.choice(np.flatnonzero(speeds.ravel() > 0), 3, replace=False).tolist()
    sources = tuple(Start(int(c), delay) for c, delay in zip(cells, (0, 0, 2.5), strict=True))
    times = Dijkstra(grid, geometry="straight").solve(sources)
    found = owners_on_cells(grid, times, sources)
    alone = [Dijkstra(grid, geometry="straight").solve((source,)).ticks() for source in sources]
    labels = np.stack(alone).astype(np.int64)
    least = np.where(labels.min(axis=0) < UNREACHED, labels.argmin(axis=0), NOBODY)
    np.testing.assert_array_equal(found == NOBODY, least == NOBODY)
    other = found != least
    assert other.mean() < 0.01
    theirs = np.take_along_axis(labels, np.maximum(found, 0)[None], axis=0)[0]
    assert np.all(theirs[other] <= 1.02 * labels.min(axis=0)[other])
