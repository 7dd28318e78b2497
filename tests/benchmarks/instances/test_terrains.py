"""The synthetic terrains: same for the same seed, and as hard as they claim."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from benchmarks.instances.terrains import INSTANCES, fractal_terrain, islands, maze, spiral

SHAPES = [(1, 1), (1, 9), (9, 1), (2, 3), (64, 65), (131, 70)]
FOUR = ndimage.generate_binary_structure(2, 1)
EIGHT = ndimage.generate_binary_structure(2, 2)


def passable(values: NDArray[Any]) -> NDArray[np.bool_]:
    return np.asarray(values > 0)


@pytest.mark.parametrize("name", INSTANCES)
@pytest.mark.parametrize("shape", SHAPES)
def test_any_shape_can_be_drawn(name: str, shape: tuple[int, int]) -> None:
    grid = INSTANCES[name](*shape, 5)
    assert grid.shape == shape
    assert grid.values.dtype == np.uint8


@pytest.mark.parametrize("name", INSTANCES)
def test_the_same_seed_draws_the_same_terrain(name: str) -> None:
    first, again = (INSTANCES[name](200, 150, 7).values for _ in range(2))
    np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize("name", ["fractal", "maze", "islands"])
def test_another_seed_draws_another_terrain(name: str) -> None:
    assert (INSTANCES[name](200, 150, 7).values != INSTANCES[name](200, 150, 8).values).any()


@pytest.mark.parametrize("lakes", [0.0, 0.12, 0.4])
def test_fractal_ground_has_the_lakes_asked_for(lakes: float) -> None:
    values = np.asarray(fractal_terrain(600, 700, 3, lakes=lakes, roads=0).values)
    assert (values == 0).mean() == pytest.approx(lakes, abs=0.02)
    assert values[values > 0].min() >= 5
    assert values.max() <= 60


def test_a_road_crosses_fractal_ground_without_a_gap() -> None:
    values = np.asarray(fractal_terrain(500, 800, 11, roads=1).values)
    labels, parts = ndimage.label(values >= 80, FOUR)
    assert parts == 1
    rows, cols = np.nonzero(labels)
    assert np.ptp(rows) == 499 or np.ptp(cols) == 799


def test_a_maze_has_one_way_between_any_two_places() -> None:
    # A connected graph without a circle has one edge fewer than nodes.
    ways = passable(maze(61, 81, 2).values)
    assert ndimage.label(ways, FOUR)[1] == 1
    edges = (ways[1:] & ways[:-1]).sum() + (ways[:, 1:] & ways[:, :-1]).sum()
    assert edges == ways.sum() - 1


@pytest.mark.parametrize("shape", [(40, 40), (41, 57), (58, 40)])
def test_a_spiral_is_one_path_from_the_corner(shape: tuple[int, int]) -> None:
    # Every cell of a path has two neighbours, its two ends have one.
    path = passable(spiral(*shape).values)
    assert ndimage.label(path, FOUR)[1] == 1
    assert ndimage.label(~path, EIGHT)[1] == 1
    neighbours = ndimage.convolve(path.astype(int), FOUR.astype(int), mode="constant") - 1
    ends = np.argwhere(path & (neighbours == 1))
    assert len(ends) == 2
    assert ends[0].tolist() == [0, 0]
    assert neighbours[path].max() == 2
    assert path.sum() > path.size * 0.45


def test_islands_are_apart_and_hold_the_start() -> None:
    land = passable(islands(400, 400, 4).values)
    assert land[0, 0]
    assert ndimage.label(land, EIGHT)[1] > 5
    assert 0.25 < land.mean() < 0.45
