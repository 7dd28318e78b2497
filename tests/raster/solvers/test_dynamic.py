"""Times after changed cells are those of a solve from the beginning, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.cancel import Cancel
from core.solver import Start
from core.times import UNLIMITED
from raster.edits.apply import EditedGrid
from raster.edits.edit import EFFECTS, NO_EDITS, AreaShape, EditLayer, GroundEdit, LineShape
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import SlopeModel
from raster.slopes.slopes import GridSlopes
from raster.solvers import dynamic
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.dynamic import DynamicUpdate, SolvedBefore
from tests.raster.slopes.ground import MODELS

ROWS, COLS = 41, 53


def noise(random: np.random.Generator) -> NDArray[np.float64]:
    return random.integers(1, 90, (ROWS, COLS)).astype(np.float64)


def even(_random: np.random.Generator) -> NDArray[np.float64]:
    return np.full((ROWS, COLS), 36.0)


def maze(random: np.random.Generator) -> NDArray[np.float64]:
    kmh = np.full((ROWS, COLS), 20.0)
    kmh[2::4, :] = 0
    kmh[2::4][np.arange(len(kmh[2::4])), random.integers(0, COLS, len(kmh[2::4]))] = 5
    return kmh


def islands(random: np.random.Generator) -> NDArray[np.float64]:
    kmh = np.where(random.random((ROWS, COLS)) < 0.45, np.nan, 30.0)
    kmh[:, 20:23] = 0
    return kmh


def corridor(random: np.random.Generator) -> NDArray[np.float64]:
    kmh = np.full((ROWS, COLS), 3.0)
    for row in range(4, ROWS, 8):
        kmh[row] = 110.0
    kmh[:, [3, -4]] = 60.0
    return kmh


GROUNDS = (noise, even, maze, islands, corridor)


def drawn(grid: VelocityGrid, random: np.random.Generator) -> GroundEdit:
    middle = random.uniform((0, 0), (ROWS, COLS))
    places = [grid.centre_of(*(middle + random.normal(0, 4, 2))) for _ in range(3)]
    line = LineShape(tuple(places[:2]), float(random.choice([0.0, 25.0])))
    shape = line if random.random() < 0.7 else AreaShape(tuple(places))
    effect = EFFECTS[int(random.integers(4))]
    return GroundEdit(shape, effect, float(random.choice([0.5, 2.0, 7.0, 40.0])))


def changed(layer: EditLayer, grid: VelocityGrid, random: np.random.Generator) -> EditLayer:
    """One edit more, fewer or hidden; now and then two at once."""
    for _ in range(1 + int(random.random() < 0.3)):
        if layer and random.random() < 0.4:
            number = int(random.integers(len(layer.edits)))
            visible = not layer.edits[number].visible
            gone = random.random() < 0.6
            layer = layer.without(number) if gone else layer.changed(number, visible=visible)
        else:
            layer = layer.with_edit(drawn(grid, random))
    return layer


@pytest.mark.parametrize("model", [None, *MODELS], ids=lambda m: "level" if m is None else m.text)
@pytest.mark.parametrize("geometry", ["eight", "straight"])
def test_drawn_edits_give_the_bits_of_a_fresh_solve(
    geometry: str, model: SlopeModel | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic, "MOST_LOOKED_AT", 9.0)
    updated = 0
    for number, ground in enumerate(GROUNDS):
        random = np.random.default_rng(number)
        base = grid_from_kmh(ground(random), 10.0, left=100.0, top=900.0)
        way: Any = {"geometry": geometry, "slopes": slopes(random, model)}
        sources = tuple(
            Start(int(cell), float(delay))
            for cell, delay in zip(random.integers(0, ROWS * COLS, 3), (0, 40, 3), strict=True)
        )
        for limit in (UNLIMITED, 150.0):
            edited = EditedGrid.of(base, NO_EDITS)
            times = Dijkstra(base, **way).solve(sources, limit=limit)
            for _ in range(12 if model is None else 6):
                before = SolvedBefore(edited.grid, sources, limit, times)
                edited = edited.with_layer(changed(edited.layer, base, random))
                fresh = Dijkstra(edited.grid, **way)
                solver = DynamicUpdate(edited.grid, before, fresh, **way)
                times, expected = (s.solve(sources, limit=limit) for s in (solver, fresh))
                assert np.array_equal(times.labels, expected.labels), (ground, limit)
                assert (times.reached, times.max_ticks, times.tick_seconds) == (
                    expected.reached, expected.max_ticks, expected.tick_seconds,
                )  # fmt: skip
                updated += solver.settled is not None
    assert updated > (80 if model is None else 30), "most are not solved anew"


def slopes(random: np.random.Generator, model: SlopeModel | None) -> GridSlopes | None:
    """Hills with some cells of unknown height, there or back."""
    if model is None:
        return None
    metres = random.normal(0, 1.5, (ROWS, COLS)).cumsum(axis=1)
    metres[random.random(metres.shape) < 0.02] = np.nan
    return GridSlopes(
        heights_of(metres), model, direction="to" if random.random() < 0.5 else "from"
    )


def test_only_what_can_change_is_looked_at_and_the_times_before_stay() -> None:
    grid = grid_from_kmh(np.full((400, 400), 36.0), 10.0)
    start = (Start(200 * 400 + 20),)
    times = Dijkstra(grid).solve(start)
    kept = times.labels.copy()
    wall = LineShape((grid.centre_of(192, 380), grid.centre_of(208, 380)), 0.0)
    edited = EditedGrid.of(grid, EditLayer((GroundEdit(wall, "barrier"),))).grid
    fresh = Dijkstra(edited)
    solver = DynamicUpdate(edited, SolvedBefore(grid, start, UNLIMITED, times), fresh)
    assert np.array_equal(solver.solve(start).labels, fresh.solve(start).labels)
    assert solver.settled is not None
    assert solver.settled < 1600, "behind the wall, and around it"
    assert np.array_equal(times.labels, kept)
    solver.solve(start, limit=30.0)
    assert solver.settled is None, "another limit is another question"
    stopped = Cancel()
    stopped.set()
    assert solver.solve(start, cancel=stopped).partial


def test_what_changes_much_is_solved_anew() -> None:
    grid = grid_from_kmh(np.full((60, 60), 36.0), 10.0)
    start = (Start(30 * 60 + 1),)
    times = Dijkstra(grid).solve(start)
    wall = LineShape((grid.centre_of(1, 4), grid.centre_of(58, 4)), 0.0)
    edited = EditedGrid.of(grid, EditLayer((GroundEdit(wall, "barrier"),))).grid
    fresh = Dijkstra(edited)
    solver = DynamicUpdate(edited, SolvedBefore(grid, start, UNLIMITED, times), fresh)
    assert np.array_equal(solver.solve(start).labels, fresh.solve(start).labels)
    assert solver.settled is None
