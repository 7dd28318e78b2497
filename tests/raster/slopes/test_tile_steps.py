"""What steps of a tile cost in vectors, beside what each costs by itself; and what prices that are
kept tell neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit

from core.parallel.spare import aligned_words
from core.solver import Start
from core.times import UNREACHED
from raster.geometry import EIGHT, STRAIGHT
from raster.slopes.costs import costs_on, step_cost
from raster.slopes.tile_borders import wake_beyond
from raster.slopes.tile_layout import (
    ASLANT_LEFT,
    ASLANT_RIGHT,
    CORNERS,
    OVER,
    STEP_WORDS,
    STEPS,
    WAY_WORDS,
    WEDGE_WORDS,
    sloped_buffers,
)
from raster.slopes.tile_layout import STRAIGHT as STRAIGHT_ON
from raster.slopes.tile_steps import load_sloped
from raster.slopes.tiles import settle_sloped
from raster.solvers.dijkstra import Dijkstra
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.schedule import IDLE, KEYS
from tests.raster.slopes.ground import MODELS, drawn_ground

SHAPE = (80, 75)
"""Tiles that are cut off below and to the right, and one that has neighbours all around."""

LANES = np.arange(TILE)


@njit
def costs_of_steps(costs: Any, steps: Any) -> Any:
    """Of steps from (row, col) to (row, col), where both lie on the grid; else BARRIER."""
    found = np.empty(len(steps), np.int64)
    rows, cols = costs.values.shape
    for k in range(len(steps)):
        a, b, r, c = steps[k]
        inside = min(a, b, r, c) >= 0 and max(a, r) < rows and max(b, c) < cols
        kind = EAST_WEST if a == r else NORTH_SOUTH if b == c else DIAGONAL
        found[k] = step_cost(costs, a, b, r, c, kind) if inside else BARRIER
    return found


def planes(top: int, left: int) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Where the costs of 32 steps begin, and the steps."""
    for way, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
        for plane, aside in ((STRAIGHT_ON, 0), (ASLANT_LEFT, -1), (ASLANT_RIGHT, 1)):
            for line in range(TILE):
                row, col = (line, LANES) if right == 0 else (LANES, line)
                row, col = np.broadcast_arrays(top + row, left + col)
                origin = (row + down, col + aside) if right == 0 else (row + aside, col + right)
                steps = np.stack([*origin, row, col], axis=1)
                yield way * WAY_WORDS + plane + line * TILE, steps
    for side in range(4):
        beyond = TILE if side % 2 else -1
        inner = TILE - 1 if side % 2 else 0
        for k, aside in enumerate((0, -1, 1)):
            if side < 2:
                places: list[Any] = [inner, LANES + aside, beyond, LANES]
            else:
                places = [LANES + aside, inner, LANES, beyond]
            steps = np.stack(np.broadcast_arrays(*places), axis=1)
            yield OVER + (3 * side + k) * TILE, steps + np.array([top, left, top, left])


@njit
def settle_and_tell(costs: Any, labels: Any, buffer: Any, tile: Any, keys: Any) -> None:
    """Settle a tile and give keys to all its neighbours, none of which has a turn of its own."""
    tile_cols = (labels.shape[1] + TILE - 1) // TILE
    load_sloped(costs, labels, buffer, tile // tile_cols * TILE, tile % tile_cols * TILE)
    fell = settle_sloped(costs, buffer, False)
    stages = np.full(len(keys), IDLE, np.int64)
    wake_beyond(costs, buffer, keys, stages, tile, tile_cols, UNREACHED - 1, fell)


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
def test_prices_that_are_kept_tell_neighbours_the_same(geometry: str) -> None:
    grid, slopes, _ = drawn_ground((96, 96), 7, MODELS[0])
    costs: Any = costs_on(grid, 0.01, 0.0, geometry, slopes)
    rng, buffer, told = np.random.default_rng(7), sloped_buffers(1)[0], 0
    kept = costs._replace(
        prices=aligned_words(9 * STEP_WORDS), priced=np.zeros(9, np.uint8),
        wedges=aligned_words(9 * WEDGE_WORDS if geometry == STRAIGHT else 0),
    )  # fmt: skip
    for _ in range(20):
        start = int(rng.choice(np.flatnonzero(grid.values.ravel())))
        labels = Dijkstra(grid, slopes=slopes, geometry=geometry).solve((Start(start),)).ticks()
        labels = labels // 8 + rng.integers(0, 3000, labels.shape).astype(np.uint32)
        labels[40:60, 40:60] = UNREACHED
        keys = [np.full((9, KEYS), UNREACHED, np.uint32) for _ in range(3)]
        settle_and_tell(costs, labels, buffer, 4, keys[0])
        for found in keys[1:]:  # where they are found first, and where they are found kept
            settle_and_tell(kept, labels, buffer, 4, found)
            np.testing.assert_array_equal(found, keys[0])
        told += int((keys[0] < UNREACHED).sum())
    assert told > 80  # of 160 neighbours


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
@pytest.mark.parametrize("reals", [False, True], ids=["square", "oblong"])
def test_steps_of_a_tile_cost_what_each_does(reals: bool, geometry: str) -> None:
    grid, slopes, _ = drawn_ground(SHAPE, 5, MODELS[-1], reals=reals)
    costs: Any = costs_on(grid, 0.01, 0.0, geometry, slopes)
    labels, buffer = np.zeros(SHAPE, np.uint32), sloped_buffers(1)[0]
    for top in range(0, SHAPE[0], TILE):
        for left in range(0, SHAPE[1], TILE):
            load_sloped(costs, labels, buffer, top, left)
            found = buffer[STEPS:].astype(np.int64)
            for at, steps in planes(top, left):
                expected = costs_of_steps(costs, steps)
                if at >= OVER:  # labels at either end are another tile's, and asked for by none
                    ours = steps[:, :2] - [top, left]
                    ends = ((ours < 0) | (ours >= TILE)).any(axis=1)
                    expected[ends] = found[at : at + TILE][ends]
                np.testing.assert_array_equal(found[at : at + TILE], expected)
            for corner in range(4):
                down, right = 2 * (corner // 2) - 1, 2 * (corner % 2) - 1
                row = top + (TILE - 1) * (corner // 2)
                col = left + (TILE - 1) * (corner % 2)
                step = np.array([[row, col, row + down, col + right]])
                assert found[CORNERS + corner] == costs_of_steps(costs, step)[0]
                across = row + down, col + right
                inside = all(0 <= at < size for at, size in zip(across, SHAPE, strict=True))
                closed = not inside or grid.kmh(grid.whole(), SHAPE)[across] == 0
                assert found[CORNERS + 4 + corner] == (BARRIER if closed else 0)
