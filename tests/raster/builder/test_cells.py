"""Cells under lines and in areas, and the nearest of some: against plain definitions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from raster.builder.burn import Lines, inside, ring_area, touched, within
from raster.builder.nearest import filled, nearest_marked
from raster.builder.target import windows
from raster.grid import Window

ROWS, COLS = 23, 31
WHOLE = Window(0, 0, ROWS, COLS)


def lines_of(*parts: np.ndarray) -> Lines:
    first = np.cumsum([0, *map(len, parts)]).astype(np.int64)
    values = np.arange(1, len(parts) + 1, dtype=np.float32)
    return Lines(np.concatenate(parts).astype(np.float64), first, values)


@pytest.fixture
def drawn() -> Lines:
    random = np.random.default_rng(3)
    return lines_of(*(random.uniform(-6, 34, (n, 2)) for n in (2, 5, 3, 9)))


def on(lines: Lines, window: Window) -> np.ndarray:
    found = np.zeros((window.height, window.width), np.float32)
    touched(lines, window, found)
    return found


def test_lines_touch_every_cell_that_they_cross(drawn: Lines) -> None:
    steps = np.linspace(0, 1, 20_001)[:, None]
    wanted = np.zeros((ROWS, COLS), np.float32)
    for n in range(drawn.count):
        points = drawn.points[drawn.first[n] : drawn.first[n + 1]]
        for a, b in itertools.pairwise(points):
            col, row = np.floor(a + steps * (b - a)).astype(int).T
            good = (row >= 0) & (row < ROWS) & (col >= 0) & (col < COLS)
            np.maximum.at(wanted, (row[good], col[good]), drawn.value[n])
    np.testing.assert_array_equal(on(drawn, WHOLE), wanted)


def test_whatever_the_window_the_cells_are_the_same(drawn: Lines) -> None:
    ring = np.concatenate((drawn.points[7:18], drawn.points[7:8]))
    rings = lines_of(ring if ring_area(ring) < 0 else ring[::-1])
    wanted = on(drawn, WHOLE), within(drawn, 1.5, 2.0, WHOLE), inside(rings, WHOLE)
    assert all(0 < each.astype(bool).mean() < 1 for each in wanted)
    for w in windows(ROWS, COLS, 7):
        part = np.s_[w.row : w.row + w.height, w.col : w.col + w.width]
        found = on(drawn, w), within(drawn, 1.5, 2.0, w), inside(rings, w)
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_array_equal(one, other[part])


def test_areas_have_holes_and_may_lie_over_each_other() -> None:
    def square(low: float, high: float) -> np.ndarray:
        ring = np.array([(low, low), (low, high), (high, high), (high, low), (low, low)])
        assert ring_area(ring) < 0
        return ring

    # A hole in the first; the third covers a corner of both.
    found = inside(
        lines_of(square(2, 12), square(4, 10)[::-1], square(8, 15)), Window(0, 0, 16, 16)
    )
    wanted = np.zeros((16, 16), bool)
    wanted[2:12, 2:12] = True
    wanted[4:10, 4:10] = False
    wanted[8:15, 8:15] = True
    np.testing.assert_array_equal(found, wanted)


def test_lines_with_a_width_cover_what_is_near_them() -> None:
    line = lines_of(np.array([(3.2, 4.1), (20.7, 15.3)]))
    found = within(line, 2.0, 3.0, WHOLE)
    row, col = np.mgrid[0:ROWS, 0:COLS] + 0.5
    a, b = line.points / (2.0, 3.0)
    p = np.stack((col / 2.0, row / 3.0), axis=-1)
    share = np.clip(((p - a) @ (b - a)) / ((b - a) @ (b - a)), 0, 1)
    near = np.linalg.norm(p - a - share[..., None] * (b - a), axis=-1) <= 1
    np.testing.assert_array_equal(found, near | (on(line, WHOLE) > 0))


def test_the_nearest_cell_is_found_up_to_its_distance() -> None:
    random = np.random.default_rng(5)
    marked = random.random((ROWS, COLS)) < 0.02
    asked = ~marked & (random.random((ROWS, COLS)) < 0.9)
    metres, index = nearest_marked(marked, 30.0, 20.0, 120.0, asked)
    at = np.argwhere(marked)
    cell = np.argwhere(np.ones_like(marked))
    far = np.hypot(*(np.moveaxis(cell[:, None] - at[None], -1, 0) * [[[20.0]], [[30.0]]]))
    least = far.min(axis=1).reshape(marked.shape)
    good = asked & (least <= 120)
    np.testing.assert_allclose(metres[good], least[good], rtol=1e-6)
    np.testing.assert_array_equal(index >= 0, good)
    order = far.argmin(axis=1)  # the first is the one farther north, then west
    wanted = (at[:, 0] * COLS + at[:, 1])[order].reshape(marked.shape)
    np.testing.assert_array_equal(index[good], wanted[good])
    values = np.arange(ROWS * COLS, dtype=np.float32).reshape(1, ROWS, COLS)
    taken = filled(values, index[asked])[0]
    np.testing.assert_array_equal(taken, np.where(index >= 0, index, np.nan)[asked])
