"""Wedges: what they offer never falls when a label rises, and the labels do not know an order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import njit

from core.errors import ParameterError
from core.geometry.wedge import LARGEST, NO_OFFER, isqrt, offer
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra, DijkstraSearch
from raster.starts import starts_on
from raster.steps import (
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    SLOWEST,
    half_cost,
    most_aslant,
    step_costs,
)
from raster.ticks import lost_by_floors, precision
from raster.wedges import best_of_wedges
from tests.raster.terrains import noise


def drawn(seed: int) -> tuple[VelocityGrid, tuple[Start, ...]]:
    """Few cells, with barriers and plateaus, and one to three starts, some later than others."""
    rng = np.random.default_rng(seed)
    rows, cols = (int(n) for n in rng.integers(1, 22, 2))
    kmh = noise(rows, cols, seed, float(rng.choice([0.0, 0.15, 0.35])))
    if seed % 3 == 0:
        kmh[rows // 3 :, cols // 4 :] = 36
    starts = tuple(
        Start(int(rng.integers(rows * cols)), float(rng.choice([0.0, 7.3])))
        for _ in range(int(rng.integers(1, 4)))
    )
    return grid_from_kmh(kmh, 10.0), starts


def expected(axis: int, aslant: int, cost: int) -> int:
    """What a wedge offers, by Python's whole numbers."""
    apart = axis - aslant
    if apart >= 0 and 2 * apart * apart <= cost * cost:
        return axis + math.isqrt(cost * cost - apart * apart)
    return NO_OFFER


def test_roots_are_floored_exactly_on_both_sides_of_every_square() -> None:
    rng = np.random.default_rng(1)
    roots = [*range(3000), *rng.integers(0, LARGEST, 5000).tolist(), LARGEST - 1]
    for root in roots:
        assert isqrt(root * root) == root
        assert isqrt(root * root + 2 * root) == root
    assert isqrt(LARGEST**2) == LARGEST


@njit(nogil=True)
def _through(axis: Any, aslant: Any, near: Any, far: Any, own: Any) -> Any:
    """The least that A, D and the wedge between them give a cell, by straight half costs, with the
    longest diagonal step there may be."""
    diagonal = np.int64(most_aslant(far)) + np.int64(most_aslant(own))
    return min(axis + near + own, aslant + diagonal, offer(axis, aslant, max(near, far) + own))


@njit(nogil=True)
def _first_fall(near: int, far: int, own: int) -> Any:
    """The first distance between two labels, from below zero to past the seam, at which what is
    given falls though the one label or the other rises; or -9 where none does."""
    base = np.int64(1) << 20
    for apart in range(-3, 2 * (max(near, far) + own)):
        here = _through(base + apart, base, near, far, own)
        if (
            _through(base + apart + 1, base, near, far, own) < here
            or _through(base + apart, base + 1, near, far, own) < here
        ):
            return apart
    return -9


def test_nothing_given_falls_when_a_label_rises_for_every_small_cost() -> None:
    # A wedge knows only the sum of its half costs: D's own tells how long the step from it is.
    for cost in range(2, 1000):
        for own in {own for own in (1, 2, 3, cost // 3, cost // 2, cost - 1) if 0 < own < cost}:
            assert _first_fall(cost - own, cost - own, own) == -9
        assert _first_fall(max(cost // 3, 1), cost // 2, cost - cost // 2) == -9


def test_nothing_given_falls_at_the_seam_of_any_cost_up_to_the_largest() -> None:
    # Where the root ends and the diagonal step begins, to a few ticks, and at drawn places between.
    rng = np.random.default_rng(2)
    costs = [LARGEST, UNREACHED, *(int(c) for c in 2 ** rng.uniform(1, 31, 1500))]
    for cost in costs:
        seam, own = math.isqrt(cost * cost // 2), min(int(rng.integers(1, cost)), SLOWEST)
        half = min(cost - own, SLOWEST)
        for apart in (-1, 0, 1, *range(seam - 3, seam + 4), int(rng.integers(0, seam + 1))):
            below = 5
            assert offer(below + apart, below, cost) == expected(below + apart, below, cost)
            here = _through(below + apart, below, half, half, own)
            assert _through(below + apart + 1, below, half, half, own) >= here
            assert _through(below + apart, below + 1, half, half, own) >= here


def test_an_offer_is_later_than_the_labels_it_is_made_of() -> None:
    # So a heap settles for good.
    for cost in range(2, 300):
        for apart in range(2 * cost):
            assert offer(100 + apart, 100, cost) > 100 + apart


def test_names_that_nobody_knows_are_refused_in_a_line() -> None:
    oblong = grid_from_kmh(np.full((3, 3), 30.0), 10.0, 7.0)
    with pytest.raises(ParameterError, match="geometry = round"):
        Dijkstra(oblong, geometry="round")


def test_beside_a_barrier_nothing_is_offered() -> None:
    for axis, aslant in ((UNREACHED, 0), (0, UNREACHED), (UNREACHED, UNREACHED), (5, 4)):
        for other in (1, 1000, UNREACHED - 1, UNREACHED):
            assert offer(axis, aslant, UNREACHED + other) >= UNREACHED


FIRST: Any = np.int64(0)


@njit(nogil=True)
def _updated(costs: Any, labels: Any, row: int, col: int) -> Any:
    best = np.int64(labels[row, col])
    for k in range(8):
        r, c, kind = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k], NEIGHBOUR_KIND[k]
        if 0 <= r < labels.shape[0] and 0 <= c < labels.shape[1]:
            step = np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)
            best = min(best, labels[r, c] + step)
    return min(best, best_of_wedges(costs, labels, FIRST, row, col))


@pytest.mark.parametrize("seed", range(40))
def test_any_order_of_work_ends_in_the_labels_of_dijkstra(seed: int) -> None:
    grid, starts = drawn(seed)
    found = Dijkstra(grid, geometry="straight").solve(starts)
    costs = step_costs(grid, found.tick_seconds, geometry="straight")
    rng = np.random.default_rng(seed)
    cells = [(row, col) for row in range(grid.rows) for col in range(grid.cols)]
    labels, tick = np.full(grid.shape, UNREACHED, np.uint32), found.tick_seconds
    for cell, label in starts_on(costs, starts, tick, UNREACHED - 1).items():
        labels.flat[cell] = label
    fell = True
    while fell:
        fell = False
        for at in rng.permutation(len(cells)):
            label = _updated(costs, labels, *cells[at])
            if label < labels[cells[at]]:
                labels[cells[at]], fell = label, True
    np.testing.assert_array_equal(labels, found.labels)


def test_on_even_ground_the_octagon_becomes_a_circle() -> None:
    grid = grid_from_kmh(np.full((201, 201), 36.0), 10.0)
    start = (Start(100 * 201 + 100),)
    down, right = np.mgrid[-100:101, -100:101]
    true = np.hypot(down, right)
    far = true > 20
    worst = {}
    for geometry in ("eight", "straight"):
        found = Dijkstra(grid, geometry=geometry).solve(start)
        off = found.labels[far] * found.tick_seconds / true[far] - 1
        worst[geometry] = off.max()
        assert off.min() > -1e-6
    assert worst["eight"] > 0.08
    assert worst["straight"] < 0.003


def test_floors_lose_no_more_than_is_told() -> None:
    # Few ticks a step, against many.
    grid = grid_from_kmh(noise(60, 60, 5, 0.1) * 2.8, 10.0)
    seconds = []
    for tick in (2.0**-8, 2.0**-18):
        costs = step_costs(grid, tick, geometry="straight")
        search = DijkstraSearch(costs, (Start(0),), tick, UNLIMITED)
        while not search.finished:
            search.step(1000)
        seconds.append(search.labels[search.labels < UNREACHED] * tick)
    off = np.abs(seconds[0][1:] / seconds[1][1:] - 1).max()
    tick = 2.0**-8
    assert precision(grid, tick) / 4 < off < precision(grid, tick) + lost_by_floors(grid, tick)
