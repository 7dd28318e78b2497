"""Drags over many kinds of terrain, on a clock of ours: what is shown is near, or exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from app.solving.preview_pace import MOST_OFF
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from benchmarks.instances.terrains import checkerboard, fractal_terrain, islands, maze, uniform
from core.cancel import NEVER
from raster.coarse import Magnified, off_by
from raster.grid import VelocityGrid, grid_from_kmh
from tests.app.solving.test_previews import SIDE, Clock, asked
from tests.app.solving.test_previews import clock as clock  # a fixture

STEPS = [(300, 290), (280, 310), (250, 340), (190, 400), (120, 500), (560, 40)]
"""Rows and columns of a drag, the last two leaps."""


def _roads() -> VelocityGrid:
    return fractal_terrain(SIDE, SIDE, 3, lakes=0.0, roads=80)


def _oblong() -> VelocityGrid:
    """Cells higher than wide, and twice as many across as down."""
    return replace(fractal_terrain(SIDE, SIDE * 2, 5), cell_x=8.0, cell_y=12.0)


def _narrow(seed: int) -> VelocityGrid:
    """Cells twice as high as wide, and four times as many across as down."""
    return replace(fractal_terrain(SIDE // 2, SIDE * 2, seed), cell_x=8.0, cell_y=16.0)


def _degrees() -> VelocityGrid:
    """Cells of as many degrees as those of 50° north, in metres by the degree."""
    grid = fractal_terrain(SIDE, SIDE, 7)
    return replace(grid, cell_x=6e-5, cell_y=9e-5, left=13.0, top=50.0, metres_per_unit=111_195.0)


def _noise() -> VelocityGrid:
    """Real numbers, each of its own."""
    random = np.random.default_rng(2)
    return grid_from_kmh(np.float32(5.0) + 90 * random.random((SIDE, SIDE), np.float32), 10.0)


def _walls() -> VelocityGrid:
    """One cell thick with a gate one cell wide, which no coarser cell keeps."""
    kmh = np.full((SIDE, SIDE), 30.0)
    kmh[5::11] = 0
    kmh[5::22, 3] = 30
    kmh[16::22, -4] = 30
    return grid_from_kmh(kmh, 10.0)


NEAR: dict[str, Callable[[], VelocityGrid]] = {
    "even ground": partial(uniform, SIDE, SIDE),
    "ground, lakes and roads": partial(fractal_terrain, SIDE, SIDE, 5),
    "roads": _roads,
    "islands": partial(islands, SIDE, SIDE, 2),
    "oblong": _oblong,
    "degrees": _degrees,
}
FAR: dict[str, Callable[[], VelocityGrid]] = {
    "noise": _noise,
    "maze": partial(maze, SIDE, SIDE, 1),
    "walls": _walls,
    "checkerboard of single cells": partial(checkerboard, SIDE, SIDE, square=1),
}
BETWEEN: dict[str, Callable[[], VelocityGrid]] = {
    "islands with corners": partial(islands, SIDE, SIDE, 11),
    "narrow": partial(_narrow, 5),
}
GROUNDS = NEAR | FAR | BETWEEN
"""Terrains by name, of which a coarser grid is near the exact one, of which it is not, and of which
it depends on the start."""


def _step(grid: VelocityGrid, row: int, col: int, **named: bool) -> SolveRequest:
    """A question at a share of the ground's rows and columns."""
    return asked(grid, row * grid.rows // SIDE, col * grid.cols // SIDE, **named)


@pytest.mark.parametrize("foreseen", [True, False], ids=["foreseen", "at once"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_every_step_is_near_the_exact_times_or_has_them(
    ground: str, foreseen: bool, clock: Clock
) -> None:
    grid, exactly, solving = GROUNDS[ground](), Solving(), Solving(clock)
    shown = [solving.run(_step(grid, 300, 300))]
    while foreseen and solving.foresee(NEVER):
        pass
    coarse, off = 0, []
    for row, col in STEPS:
        step = solving.run(_step(grid, row, col, preview=True))
        exact = exactly.run(_step(grid, row, col))
        assert step.preview == isinstance(step.times, Magnified)
        coarse += step.preview
        off.append(off_by(step.times, exact.times))
        if not step.preview:
            np.testing.assert_array_equal(step.ticks[0], exact.ticks[0])
    assert max(off) <= MOST_OFF, off
    if ground not in BETWEEN:
        assert (coarse > 0) == (ground in NEAR), "a drag on large ground is fluent where it can be"
    assert shown


@pytest.mark.parametrize("seed", range(4))
def test_a_leap_to_another_island_is_exact_until_that_is_tried(seed: int, clock: Clock) -> None:
    grid, exactly, solving = islands(SIDE, SIDE, seed), Solving(), Solving(clock)
    random, shown = np.random.default_rng(seed), []
    middle = random.integers(0, SIDE, 2)
    shown.append(solving.run(_step(grid, *middle.tolist())))
    off = []
    for far in (400, 15, 400, 80, 400, 15, 400):
        row, col = np.clip(middle + random.integers(-far, far, 2), 0, SIDE - 1).tolist()
        step = solving.run(_step(grid, row, col, preview=True))
        off.append(off_by(step.times, exactly.run(_step(grid, row, col)).times))
    assert max(off) <= MOST_OFF, off
    assert shown


def _starts(grid: VelocityGrid, random: np.random.Generator) -> list[tuple[int, int]]:
    """Rows and columns of cells to start from, half of them any, half where little around is
    passable: in corners of islands, between lakes."""
    open_ = np.asarray(grid.kmh_of(grid.values)) > 0
    around = np.zeros(grid.shape)
    for down in range(-12, 13, 4):
        for right in range(-12, 13, 4):
            around += np.roll(open_, (down, right), (0, 1))
    cells = np.flatnonzero(open_)
    narrow = cells[around.ravel()[cells] <= np.quantile(around.ravel()[cells], 0.1)]
    drawn = np.concatenate((random.choice(cells, 3), random.choice(narrow, 3)))
    return [divmod(int(cell), grid.cols) for cell in random.permutation(drawn)]


DRAWN: dict[str, tuple[Callable[[int], VelocityGrid], int]] = {
    "islands": (partial(islands, SIDE, SIDE), 12),
    "lakes": (partial(fractal_terrain, SIDE, SIDE, lakes=0.3), 4),
    "narrow": (_narrow, 8),
}
"""Terrains by name, drawn by a seed, of which a coarser grid is near from most starts only; and how
many of them are."""


def _share(of: int, cells: int) -> float:
    return cells / of


@pytest.mark.parametrize("ground", DRAWN)
def test_no_preview_is_off_wherever_a_start_is_dropped(ground: str, clock: Clock) -> None:
    make, seeds = DRAWN[ground]
    off, coarse = {}, 0
    for seed in range(seeds):
        grid, exactly, solving = make(seed), Solving(), Solving(clock)
        first, *drops = _starts(grid, np.random.default_rng(seed))
        clock.seconds = partial(_share, grid.values.size)
        shown = solving.run(asked(grid, *first))
        for place in drops:
            step = solving.run(asked(grid, *place, preview=True))
            if step.preview:
                off[seed, place] = off_by(step.times, exactly.run(asked(grid, *place)).times)
                coarse += 1
        assert shown
    assert coarse, "most starts are no corners"
    assert max(off.values()) <= MOST_OFF, off


@pytest.mark.parametrize("ground", NEAR)
def test_no_step_is_coarse_where_exact_ones_take_no_longer(ground: str, clock: Clock) -> None:
    grid = GROUNDS[ground]()
    clock.seconds = lambda solved: 0.25
    solving, exactly = Solving(clock), Solving()
    shown = [solving.run(_step(grid, 300, 300))]
    for row, col in STEPS:
        step = solving.run(_step(grid, row, col, preview=True))
        assert not step.preview
        exact = exactly.run(_step(grid, row, col))
        np.testing.assert_array_equal(step.ticks[0], exact.ticks[0])
    assert shown


@pytest.mark.parametrize("ground", NEAR)
def test_a_coarse_step_took_less_than_the_exact_answer(ground: str, clock: Clock) -> None:
    grid, solving = GROUNDS[ground](), Solving(clock)
    exact = solving.run(_step(grid, 300, 300))
    steps = [solving.run(_step(grid, *place, preview=True)) for place in STEPS[:4]]
    coarse = [step for step in steps if step.preview]
    assert coarse
    assert all(step.answer_ms < exact.answer_ms for step in coarse)
