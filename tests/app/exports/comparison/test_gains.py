"""What is won and lost, sooner and later, counted by hand and against plain sums."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from app.exports.comparison.difference import (
    KINDS,
    LATER,
    LOST,
    NOWHERE,
    SAME,
    SOONER,
    WON,
    CellDifference,
    SolvedCells,
    difference,
    rounding_of,
)
from app.exports.comparison.gains import MOST_LIMITS, gains_on_cells, people_on_cells, told_limits
from app.exports.comparison.on_roads import ComparedRoads, kinds_of
from app.exports.comparison.results import compared
from app.exports.comparison.steps import (
    NO_STEP,
    SIDE,
    STEP_LOST,
    STEP_SAME,
    STEP_WON,
    DifferenceSteps,
)
from app.solving.one_solve import solve_once
from core.cancel import Cancel
from core.errors import CancelledError, InputError
from core.times import UNREACHED
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.travel_times import TravelTimeGrid
from tests.app.asking import on_cells, on_roads
from tests.app.drawn_roads import opened

INF = np.inf

# Seconds in A and in B, and what became of each cell; cells of 2 m by 3 m.
A = np.array([[0.0, 4.0, 8.0, INF, 9.0], [2.0, 6.0, INF, INF, 1.0]])
B = np.array([[4.0, 4.0, 5.0, 7.0, INF], [INF, 3.0, INF, 2.5, 1.0]])
BECAME = [[LATER, SAME, SOONER, WON, LOST], [LOST, SOONER, NOWHERE, WON, SAME]]


def field(seconds: np.ndarray, tick: float) -> SolvedCells:
    ticks = np.where(np.isfinite(seconds), seconds / tick, UNREACHED).astype(np.uint32)
    return SolvedCells(TravelTimeGrid(ticks, tick))


def grid() -> VelocityGrid:
    return VelocityGrid(np.ones((2, 5), np.float32), None, 2.0, 3.0, 100.0, 206.0)


def test_the_difference_is_exact_also_of_other_ticks() -> None:
    """A sixteenth of a power of two is a tick, too: 9/16 of 2⁻¹⁰ s."""
    ticks = np.array([[(1 << 30) - 1, 7]], np.uint32)
    tick = 9 / 16 * 2.0**-10
    a, b = TravelTimeGrid(ticks, tick), TravelTimeGrid(ticks - np.uint32(1), tick)
    found = CellDifference(SolvedCells(a), SolvedCells(b)).of(Window(0, 0, 1, 2))
    np.testing.assert_array_equal(found.seconds, [[-tick, -tick]])


def test_a_place_is_sooner_later_won_lost_the_same_or_nowhere() -> None:
    found = difference(A, B)
    np.testing.assert_array_equal(found.kind, BECAME)
    expected = [[4.0, 0.0, -3.0, np.nan, np.nan], [np.nan, -3.0, np.nan, np.nan, 0.0]]
    np.testing.assert_array_equal(found.seconds, expected)


def test_roundings_to_other_ticks_are_no_difference() -> None:
    a, b = np.array([1000.0, 1000.0]), np.array([1000.1, 1001.0])
    assert difference(a, b).kind.tolist() == [LATER, LATER]
    assert difference(a, b, rounding_of(0.5, 0.5)).kind.tolist() == [LATER, LATER]
    found = difference(a, b, rounding_of(0.5, 0.25))
    assert found.kind.tolist() == [SAME, LATER]
    np.testing.assert_allclose(found.seconds, [0.1, 1.0])


@pytest.mark.parametrize("ticks", [(0.5, 0.5), (0.5, 0.25)])
def test_areas_within_each_limit_are_counted(ticks: tuple[float, float]) -> None:
    a, b = field(A, ticks[0]), field(B, ticks[1])
    gains = gains_on_cells(grid(), a, b, (1.0, 4.0, 100.0))
    cells = [(r.a / 6, r.b / 6, r.won / 6, r.lost / 6) for r in gains.rows]
    assert [row.limit for row in gains.rows] == [1.0, 4.0, 100.0, INF]
    # Within 1 s: A has two cells, B one; within 4 s: A four, B five, of which three are A's.
    assert cells == [(2, 1, 0, 1), (4, 5, 2, 1), (7, 7, 2, 2), (7, 7, 2, 2)]
    assert dict(zip(KINDS, np.array(gains.kinds) / 6, strict=True)) == {
        "nowhere": 0, "sooner": 2, "same": 2, "later": 1, "won": 2, "lost": 2,
    }  # fmt: skip
    assert (gains.least, gains.most) == (-3.0, 4.0)
    assert gains.mean == pytest.approx(-2 / 5)


def test_won_less_lost_is_what_b_has_more() -> None:
    draws = np.random.default_rng(1)
    a, b = (np.where(draws.random((40, 30)) < 0.2, INF, draws.random((40, 30))) for _ in "ab")
    cells = grid_from_kmh(np.ones((40, 30)))
    gains = gains_on_cells(cells, field(a, 2.0**-20), field(b, 2.0**-20), (0.2, 0.5))
    for row in gains.rows:
        assert row.b - row.a == pytest.approx(row.won - row.lost)


def test_people_are_counted_where_they_live(tmp_path: Path) -> None:
    path = tmp_path / "people.tif"
    people = np.arange(10.0, dtype=np.float32).reshape(2, 5)
    profile = {
        "driver": "GTiff", "height": 2, "width": 5, "count": 1, "dtype": "float32",
        "transform": Affine(2.0, 0, 100.0, 0, -3.0, 206.0),
    }  # fmt: skip
    with rasterio.open(path, "w", **profile) as dataset:
        dataset.write(people, 1)
    a, b = field(A, 0.5), field(B, 0.5)
    gains = people_on_cells(gains_on_cells(grid(), a, b, (4.0,)), path, grid(), a, b)
    within, at_all = gains.people
    assert (within.a, within.b, within.won, within.lost) == (
        0 + 1 + 5 + 9,
        0 + 1 + 6 + 8 + 9,
        14,
        5,
    )
    assert (at_all.won, at_all.lost) == (3 + 8, 4 + 5)
    assert gains.record()[0]["won_people"] == 14


def test_many_limits_are_thinned_and_the_last_stays() -> None:
    kept = told_limits([float(n) for n in range(1, 41)])
    assert len(kept) == MOST_LIMITS
    assert kept[-1] == 40.0
    assert told_limits((1.0, INF)) == (1.0,)


def test_a_comparison_is_cancelled() -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        gains_on_cells(grid(), field(A, 0.5), field(B, 0.5), (1.0,), cancel=cancel)


def test_steps_are_centred_on_zero_and_round() -> None:
    steps = DifferenceSteps.fitted(np.linspace(-3000.0, 1000.0, 999))
    assert steps.edges == (1200.0, 2400.0, 3600.0)
    found = difference(
        np.array([5000.0, 1300.0, 1300.0, 10.0, 0.0, INF, 7.0, INF]),
        np.array([0.0, 100.0, 99.0, 10.0, 1200.0, 3.0, INF, INF]),
    )
    expected = [0, SIDE - 1, SIDE - 2, STEP_SAME, SIDE + 1, STEP_WON, STEP_LOST, NO_STEP]
    assert steps.of(found).tolist() == expected


def test_steps_of_no_difference_are_steps_still() -> None:
    assert DifferenceSteps.fitted(np.array([0.0, np.nan])).width > 0


def test_streets_won_and_lost_are_lengths() -> None:
    roads = opened()
    a, _ = solve_once(on_roads(roads, 0))
    b, _ = solve_once(on_roads(roads, 2))
    both = compared(a, b, ("near", "far"))
    assert isinstance(both, ComparedRoads)
    gains = both.gains((10.0,))
    assert gains.lengths
    within, at_all = gains.rows
    for result, told in ((a, within.a), (b, within.b)):
        assert told == pytest.approx(sum(result.amounts((10.0,))))
    assert within.b - within.a == pytest.approx(within.won - within.lost)
    assert (at_all.won, at_all.lost) == (0.0, 0.0)
    # The nearer halves of the two streets between the starts are later and sooner.
    kinds = kinds_of(both.streets)
    metres = np.bincount(kinds, both.streets.length_m, len(KINDS))
    assert metres[SOONER] > 0
    assert metres[LATER] > 0
    np.testing.assert_allclose(gains.kinds, metres)


def test_what_is_not_of_one_ground_is_refused() -> None:
    a, _ = solve_once(on_cells(grid_from_kmh(np.ones((3, 4))), 0))
    b, _ = solve_once(on_cells(grid_from_kmh(np.ones((4, 4))), 0))
    with pytest.raises(InputError, match="3 × 4 cells and B 4 × 4"):
        compared(a, b)
    on_streets, _ = solve_once(on_roads(opened(), 0))
    with pytest.raises(InputError, match="cells and the other on roads"):
        compared(a, on_streets)
