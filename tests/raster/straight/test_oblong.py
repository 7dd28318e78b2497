"""Wedges over cells that are not square: their shapes, and that none falls when a label rises."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numba import njit

from core.errors import ParameterError
from core.geometry.wedge import LARGEST, NO_OFFER, SHORTEST_COST, offer_over_oblong
from core.geometry.wedge_units import PART_BITS, SHARE_BITS
from core.solver import Start
from core.times import UNREACHED
from raster.grid import grid_from_kmh
from raster.oblong import LONGEST_SIDE, REACH, SHARE, wedge_shapes
from raster.solvers.dijkstra import Dijkstra

SIDES = (
    *((1.0, 1 + 2.0**-k) for k in range(4, 53, 8)),
    *((10.0, wide) for wide in (10.3, 12.0, 14.1421356, 17.0, 20.0, 33.3, 50.0, 87.0, 100.0)),
    (1.0, float(LONGEST_SIDE)),
)
SHAPES = [tuple(shape) for sides in SIDES for shape in wedge_shapes(*sides).tolist()]
Shape = tuple[int, int, int, int]


def expected(axis: int, aslant: int, cost: int, shape: Shape) -> int:
    """What a wedge offers, by Python's whole numbers."""
    apart, share = axis - aslant, Fraction(shape[SHARE], 1 << SHARE_BITS)
    if cost <= SHORTEST_COST or apart < 0 or apart > cost * shape[REACH] >> PART_BITS:
        return NO_OFFER
    return axis + math.isqrt(math.floor(cost * cost - share * apart * apart))


def test_shapes_are_cut_off_where_the_slope_of_the_offer_is_one() -> None:
    # 1/√(R + R²), √(1 + 1/R) and one by that, by exact fractions; one axis has R, the other 1/R.
    for share, reach, least, aslant in SHAPES:
        assert 0 < share <= 1 << 32
        assert 0 < reach < 1 << 32
        part, unit = Fraction(share, 1 << SHARE_BITS), 1 << PART_BITS
        for number, square in (
            (reach, 1 / (part + part**2)),
            (least, part / (1 + part)),
            (aslant, 1 + 1 / part),
        ):
            assert Fraction(number, unit) ** 2 <= square < Fraction(number + 1, unit) ** 2
    row, column = wedge_shapes(30.0, 10.0)[:, SHARE]
    assert row == 9 << SHARE_BITS
    assert column == pytest.approx((1 << SHARE_BITS) / 9, abs=0.5)
    assert not wedge_shapes(12.5, 12.5).any()


@njit(nogil=True)
def _first_fall(cost: int, shape: Any, first: int, last: int) -> Any:
    """The first distance between two labels at which the least of what a wedge and the dearest
    steps from A and D offer falls though one label or the other rises; `last` where none does."""
    base = np.int64(1) << 20
    share, reach, _, aslant = shape
    past = cost * aslant >> PART_BITS
    for apart in range(first, last):
        least = [np.int64(0)] * 3
        for k in range(3):  # as it is, label(A) one more, label(D) one more
            axis, beside = base + apart + (k == 1), base + (k == 2)
            offer = offer_over_oblong(axis, beside, cost, share, reach)
            least[k] = min(offer, axis + cost, beside + past)
            if offer <= max(axis, beside):
                return apart  # it has to be later than both
        if least[1] < least[0] or least[2] < least[0]:
            return apart
    return last


def test_no_label_falls_when_another_rises_for_every_small_cost() -> None:
    for shape in SHAPES:
        for cost in (*range(2, 180), 600, 601):
            last = (cost * shape[REACH] >> PART_BITS) + 3
            assert _first_fall(cost, shape, -3, last) == last, (shape, cost)


def test_no_label_falls_at_the_seams_of_any_cost_up_to_the_largest() -> None:
    rng = np.random.default_rng(2)
    costs = [LARGEST, UNREACHED, *(int(c) for c in 2 ** rng.uniform(1, 31, 150))]
    for shape in SHAPES:
        for cost in costs:
            seam = min(cost * shape[REACH] >> PART_BITS, UNREACHED)
            for near in (0, seam, int(rng.integers(0, seam + 1))):
                assert _first_fall(cost, shape, near - 3, near + 4) == near + 4, (shape, cost)
            for apart in (0, 1, seam - 1, seam, int(rng.integers(0, seam + 1))):
                offer = offer_over_oblong(5 + apart, 5, cost, shape[SHARE], shape[REACH])
                assert offer == expected(5 + apart, 5, cost, shape)


@pytest.mark.parametrize("sides", [(10.0, 160.0), (80.0, 10.0)])
def test_on_even_ground_an_isochrone_is_a_circle_whatever_the_cells(
    sides: tuple[float, float],
) -> None:
    grid = grid_from_kmh(np.full((201, 201), 36.0), *sides)
    down, right = np.mgrid[-100:101, -100:101]
    true = np.hypot(sides[1] * down, sides[0] * right) / 10
    far = np.hypot(down, right) > 20
    worst = {}
    for geometry in ("eight", "straight"):
        found = Dijkstra(grid, geometry=geometry).solve((Start(100 * 201 + 100),))
        off = found.labels[far] * found.tick_seconds / true[far] - 1
        worst[geometry] = off.max()
        assert off.min() > -1e-5
    assert worst["eight"] > 0.12
    assert worst["straight"] < 0.008
    assert worst["straight"] < worst["eight"] / 40


def test_cells_too_far_from_square_are_refused_in_a_line() -> None:
    grid = grid_from_kmh(np.full((3, 3), 30.0), 10.0, 10.0 * LONGEST_SIDE + 1)
    with pytest.raises(ParameterError, match=r"straight lines over cells of 10 × 161 m") as told:
        Dijkstra(grid, geometry="straight")
    assert "16 times" in told.value.advice
    assert Dijkstra(grid, geometry="eight").solve((Start(4),)).reached == 9
