"""Order statistics of many solves, against the same solves sorted one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.document.joined import JoinRequest, open_joined
from app.document.joined_solved import JoinedSolved
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart
from app.uncertainty.certainty import (
    CERTAINTIES,
    certainty_of,
    order_statistics,
    ranks,
    runs_within,
)
from app.uncertainty.noise import MIDDLE, STEPS, NoiseField, SpeedNoise, drawn_levels
from app.uncertainty.perturbed import perturbed, settled
from app.uncertainty.runs import KeptRuns
from core.cancel import Cancel
from core.errors import CancelledError, InputError, ParameterError
from core.times import UNREACHED
from raster.grid import grid_from_kmh
from tests.app.asking import on_cells, on_roads, otherwise
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import opened

RUNS = 7
NOISE = SpeedNoise(RUNS, 0.4, seed=11, correlation_m=30.0)


def kmh(seed: int = 3) -> np.ndarray:
    """Ground with walls and holes, 14 by 17."""
    speeds = np.random.default_rng(seed).integers(1, 60, (14, 17)).astype(np.float32)
    speeds[5, 3:] = 0.0
    speeds[9, :4] = np.nan
    return speeds


def found_by(request: SolveRequest, noise: SpeedNoise = NOISE, limit: float = 20.0) -> Any:
    document: Any = request.document
    return certainty_of(request, document, noise, lambda _: limit)


def one_by_one(request: SolveRequest, noise: SpeedNoise = NOISE) -> list[Any]:
    document: Any = request.document
    drawn = settled(document, noise)
    requests = [
        replace(request, document=perturbed(document, drawn, run)) for run in range(drawn.runs)
    ]
    return [Solving().run(each) for each in requests]


def in_order(seconds: list[np.ndarray]) -> np.ndarray:
    return np.sort(np.array(seconds), axis=0)[list(ranks(len(seconds)))]


def test_factors_are_drawn_alike_everywhere_and_correlate_as_far_as_asked() -> None:
    noise, x = SpeedNoise(correlation_m=100.0), np.array([500.0, 600.0, 503.0, 900.0])
    # What is drawn from a seed is for good: files tell the seed.
    assert (drawn_levels(SpeedNoise(seed=5), 2, 0, 8).astype(int) - MIDDLE).tolist() == DRAWN
    fields = [NoiseField.of(noise, run, 1000.0, 900.0) for run in range(400)]
    drawn = np.array([field.of_cells(x, np.array([420.0]))[0] for field in fields])
    deviations = (drawn.astype(float) - MIDDLE) / STEPS
    np.testing.assert_allclose(deviations.mean(axis=0), 0.0, atol=0.15)
    np.testing.assert_allclose(deviations.std(axis=0), 1.0, atol=0.1)
    alike = np.atleast_2d(np.corrcoef(deviations.T))[0]
    assert alike[1] == pytest.approx(np.exp(-1), abs=0.12)
    assert alike[2] > 0.97
    assert abs(alike[3]) < 0.15
    points = fields[7].of_points(np.repeat(x, 2), np.tile([420.0, 90.0], 4)).reshape(4, 2)
    np.testing.assert_array_equal(points.T, fields[7].of_cells(x, np.array([420.0, 90.0])))


DRAWN = [40, -7, 23, -14, -12, 20, -21, 31]


def test_ranks_are_the_least_times_within_which_so_many_runs_are_there() -> None:
    assert [ranks(n) for n in (1, 2, 10, 50)] == [(0, 0, 0), (0, 0, 1), (0, 4, 8), (4, 24, 44)]


def test_runs_in_other_ticks_are_sorted_by_time_and_counted_exactly() -> None:
    ticks = np.array([[8, UNREACHED, 5], [3, 2, UNREACHED], [9, 1, UNREACHED]], np.uint32)
    kept = KeptRuns(ticks, np.array([0.25, 0.5, 0.25]))  # seconds 2 – 1.25, 1.5 1 –, 2.25 0.25 –
    found, tick = order_statistics(kept)
    assert tick == 0.5
    np.testing.assert_array_equal(found[0], [3, 0, 2])  # 0.25 s and 1.25 s are half a tick off
    np.testing.assert_array_equal(found[2], [4, UNREACHED, UNREACHED])
    np.testing.assert_array_equal(runs_within(kept, 2.0), [2, 2, 1])


@pytest.mark.parametrize("alike", ["place", "class"])
def test_on_terrain_by_any_solver(alike: Any) -> None:
    grid = grid_from_kmh(kmh(), 10.0, 15.0)
    request = on_cells(grid, 20, 230, limit_seconds=40.0, algorithm="dijkstra")
    first, second = request.starts
    request = replace(request, starts=(first, replace(second, delay_seconds=3.0)))
    noise = replace(NOISE, alike=alike)
    found, runs = found_by(request, noise), one_by_one(request, noise)
    seconds = [run.times.seconds(grid.whole(), grid.shape).astype(float) for run in runs]
    assert len({tuple(each.ravel()) for each in seconds}) == RUNS, "each is another"
    for percent, expected in zip(CERTAINTIES, in_order(seconds), strict=True):
        times = found.times[percent].times
        np.testing.assert_array_equal(times.seconds(grid.whole(), grid.shape), expected)
        assert times.reached == np.isfinite(expected).sum()
    here = np.array(seconds) <= 20.0
    np.testing.assert_array_equal(found.probability, here.mean(axis=0).ravel())
    assert not here[:, np.nan_to_num(kmh()) <= 0].any(), "walls stay"
    other = found_by(otherwise(request, algorithm="tiled"), noise)
    for percent in CERTAINTIES:
        there = found.times[percent].times.ticks()
        np.testing.assert_array_equal(other.times[percent].times.ticks(), there)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("alike", ["place", "street", "class"])
def test_on_roads_where_turns_count(alike: Any, direction: Any) -> None:
    roads = opened().turned(direction)
    request, noise = on_roads(roads, 0), replace(NOISE, alike=alike)
    found, runs = found_by(request, noise), one_by_one(request, noise)
    vertices = in_order([run.times.seconds() for run in runs])
    entered = [np.where(r.times.entered < UNREACHED, r.times.entered, np.inf) for r in runs]
    left = [e + r.times.search.weights.arc_costs for e, r in zip(entered, runs, strict=True)]
    assert runs[0].times.search.edge_based
    for percent, at, begin, end in zip(
        CERTAINTIES, vertices, in_order(entered), in_order(left), strict=True
    ):
        times = found.times[percent].times
        np.testing.assert_array_equal(times.seconds(), at)
        there = np.isfinite(begin)
        np.testing.assert_array_equal(times.entered[there], begin[there])
        ends = times.entered[there] + times.search.weights.arc_costs[there]
        np.testing.assert_array_equal(ends, end[there])
        assert found.times[percent].amounts((1e9,))[0] == runs[0].amounts((1e9,))[0]
    other = found_by(otherwise(request, algorithm="near-far"), noise)
    np.testing.assert_array_equal(other.times[90].times.labels, found.times[90].times.labels)


def test_without_spread_all_is_as_a_solve_has_it_and_shut_roads_stay_shut() -> None:
    roads = opened()
    closed = roads.weighed(roads.weights.closing(np.array([4], np.uint32)))
    request = on_roads(closed, 0)
    found = found_by(request, SpeedNoise(3, 0.0, alike="street"))
    for percent in CERTAINTIES:
        np.testing.assert_array_equal(found.times[percent].times.labels, found.usual.times.labels)
        assert found.times[percent].weights.arc_costs[4] >= UNREACHED
    assert set(found.within.tolist()) <= {0, 3}


def test_ground_and_roads_by_one_field(tmp_path: Path) -> None:
    terrain, lines = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    document = open_joined(JoinRequest(terrain, lines))
    start = PlacedStart(LEFT + 2.5 * CELL, TOP - 2.5 * CELL)
    request = otherwise(SolveRequest(document, (start,)), algorithm="dijkstra")
    found, runs = found_by(request), one_by_one(request)
    assert isinstance(runs[0], JoinedSolved)
    grid = runs[0].grid
    seconds = [run.times.ticks() * run.times.tick_seconds for run in runs]
    for percent, expected in zip(CERTAINTIES, in_order(seconds), strict=True):
        times = found.times[percent].times
        np.testing.assert_array_equal(times.ticks() * times.tick_seconds, expected)
    assert found.lies_on == "cells"
    assert np.isinf(found.times[10].times.seconds(grid.whole(), grid.shape)[2, 20]), "nobody wades"


def test_what_cannot_be_drawn_is_refused_and_a_cancel_ends_it() -> None:
    fine = on_cells(grid_from_kmh(kmh() + np.float32(0.5), 10.0), 20)
    with pytest.raises(InputError, match="has no classes"):
        found_by(fine, replace(NOISE, alike="class"))
    with pytest.raises(InputError, match="has no streets"):
        found_by(fine, replace(NOISE, alike="street"))
    roads = opened()
    lengths = replace(roads, costs=roads.costs.with_quantity("distance"))
    with pytest.raises(InputError, match="no times"):
        found_by(on_roads(lengths, 0))
    for wrong in ({"runs": 0}, {"spread": 2.0}, {"seed": -1}, {"correlation_m": -1.0}):
        with pytest.raises(ParameterError):
            SpeedNoise(**wrong)  # type: ignore[arg-type]
    cancel = Cancel()
    document: Any = fine.document

    def stop(_fraction: float, label: str) -> None:
        if label.startswith("run 3"):
            cancel.set()

    with pytest.raises(CancelledError):
        certainty_of(fine, document, NOISE, lambda _: 1.0, stop, cancel)
