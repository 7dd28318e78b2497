"""Straight lines on slopes: the update is monotone, its one solution is found in any order, and how
true it is."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Sources, Start
from core.times import UNREACHED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.ownership import owners_on_cells
from raster.slopes.costs import costs_on
from raster.slopes.heights import UNKNOWN, heights_of
from raster.slopes.models import SlopeModel, Tobler
from raster.slopes.slopes import PARTS_BITS, SHARES, Direction, GridSlopes
from raster.slopes.wedges import offered
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled
from raster.starts import starts_on
from raster.steps import half_cost_ticks, step_lengths
from raster.straight_paths import straight_path
from raster.validation import validate
from tests.certificates import _most_aslant
from tests.raster.slopes.ground import MODELS, drawn_ground

I64 = NDArray[np.int64]
FAR = 1 << 40


def test_no_offer_falls_when_a_label_rises_and_each_exceeds_both() -> None:
    near, far, cost = np.ogrid[0:40, 0:40, 1:50]
    parts = np.array(SHARES)[:, None, None, None]
    reals = near + np.floor(parts / 2.0**PARTS_BITS * (far - near)).astype(np.int64) + cost
    found = np.moveaxis(np.maximum(reals, np.maximum(near, far) + 1), 0, 2)
    assert (np.diff(found, axis=0) >= 0).all()
    assert (np.diff(found, axis=1) >= 0).all()
    for a, b, k, c in ((0, 39, 0, 1), (39, 0, 4, 49), (17, 3, 2, 3)):
        assert offered(a, b, SHARES[k], c) == found[a, b, k, c - 1]
    rng = random.Random(1)
    for _ in range(20_000):
        a, b = rng.randrange(UNREACHED), rng.randrange(UNREACHED)
        e, c = rng.choice(SHARES), rng.randrange(1, UNREACHED)
        here = offered(a, b, e, c)
        assert here > max(a, b)
        assert offered(a + 1, b, e, c) >= here <= offered(a, b + 1, e, c)


class Update:
    """The definition once more, over all cells at once."""

    def __init__(self, grid: VelocityGrid, slopes: GridSlopes, tick: float) -> None:
        model, kmh = slopes.model, grid.kmh(grid.whole(), grid.shape).astype(np.float64)
        wide, high, aslant = step_lengths(grid)
        self.lines = [wide, high, aslant]
        self.lines += [math.hypot(wide, e * high / 128) for e in SHARES]
        self.lines += [math.hypot(high, e * wide / 128) for e in SHARES]
        self.factors = slopes.factors(grid, "straight")
        half = [
            half_cost_ticks(kmh, 1.8 * each / tick * (model.share or 1), 0.0).astype(np.int64)
            for each in (wide, high, aslant)
        ]
        for along, beside, kind in ((wide, high, 0), (high, wide, 1)):
            half[2] = np.minimum(half[2], _most_aslant(half[kind], along, beside))
        self.half, self.z = half, slopes.heights.units(slice(None), slice(None)).astype(np.int64)
        self.level = [max(round(each / tick), 1) * model.added for each in self.lines]
        self.kept = int(model.added and model.share > 0)

    def cost(self, halves: I64, rise: I64, line: int) -> I64:
        bins, scale, least, most = self.factors
        place = np.abs(rise) * scale[line]
        found = bins[(rise < 0).astype(np.int64), place >> 32]
        gain = found.astype(np.int32).astype(np.int64)
        factor = (found >> 32) + (gain * (place >> 16 & 0xFFFF) >> 16)
        priced = self.level[line] or halves
        cost = np.maximum(priced * factor + (1 << 19) >> 20, 1) + halves * self.kept
        can = (halves < UNREACHED) & (least[line] <= rise) & (rise <= most[line])
        return np.where(can, np.minimum(cost, UNREACHED), FAR)

    def __call__(self, labels: I64) -> I64:
        best = np.full(labels.shape, FAR)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            kind = 1 if down else 0
            a = _beside(labels, UNREACHED, down, right)
            best = np.minimum(best, a + self._step(kind, down, right))
            for side in (-1, 1):
                d = _beside(labels, UNREACHED, down or side, right or side)
                past = np.full(labels.shape, FAR)
                for e, cost in zip(SHARES, self._lines(kind, down, right, side), strict=True):
                    label = np.maximum(a + (e * (d - a) >> 7) + cost, np.maximum(a, d) + 1)
                    past = np.minimum(past, label)
                best = np.minimum(best, np.where(np.maximum(a, d) < UNREACHED, past, FAR))
        for down in (-1, 1):
            for right in (-1, 1):
                d = _beside(labels, UNREACHED, down, right)
                best = np.minimum(best, d + self._step(2, down, right))
        return best

    @cache  # noqa: B019  # no label has a part in it, and each is asked for at every update
    def _step(self, kind: int, down: int, right: int) -> I64:
        """What the step from the cell down and to the right costs."""
        half, z = self._ground(kind, down, right)
        rise = np.where((z != UNKNOWN) & (self.z != UNKNOWN), self.z - z, 0)
        return self.cost(half + self.half[kind], rise, kind)

    @cache  # noqa: B019
    def _lines(self, kind: int, down: int, right: int, side: int) -> list[I64]:
        """What the lines past there cost that end between it and the cell aslant of it."""
        half_a, z_a = self._ground(kind, down, right)
        half_d, z_d = self._ground(kind, down or side, right or side)
        halves = np.maximum(half_a, half_d) + self.half[kind]
        known = (self.z != UNKNOWN) & (z_a != UNKNOWN) & (z_d != UNKNOWN)
        costs = []
        for k, e in enumerate(SHARES):
            line = 3 + kind * len(SHARES) + k
            longer = round(self.lines[line] / self.lines[kind] * 65536)
            rise = np.where(known, (128 * (self.z - z_a) - e * (z_d - z_a) + 64) >> 7, 0)
            cost = self.cost(halves * longer + 32768 >> 16, rise, line)
            costs.append(np.where(halves < UNREACHED, cost, FAR))
        return costs

    def _ground(self, kind: int, down: int, right: int) -> tuple[I64, I64]:
        half = _beside(self.half[kind], UNREACHED, down, right)
        return half, _beside(self.z, UNKNOWN, down, right)


def _beside(values: I64, fill: int, down: int, right: int) -> I64:
    """Of the cells down and to the right."""
    rows, cols = values.shape
    cells = slice(1 + down, 1 + down + rows), slice(1 + right, 1 + right + cols)
    return np.pad(values, 1, constant_values=fill)[cells]


DIRECTIONS: tuple[Direction, ...] = ("from", "to")


def grounds(reals: bool) -> Iterator[tuple[VelocityGrid, GridSlopes, Sources]]:
    for seed, model in enumerate(MODELS):
        drawn = drawn_ground((18, 23), seed, model, DIRECTIONS[seed % 2], reals=reals)
        yield drawn[0], replace(drawn[1], surface=not model.added and seed % 3 == 0), drawn[2]


@pytest.mark.parametrize("reals", [False, True], ids=["codes", "reals on oblong cells"])
def test_any_order_of_work_gives_the_same_bits(reals: bool) -> None:
    rng = np.random.default_rng(5)
    for grid, slopes, sources in grounds(reals):
        how: Any = {"slopes": slopes, "geometry": "straight"}
        times = Dijkstra(grid, **how).solve(sources, limit=3e5)
        update = Update(grid, slopes, times.tick_seconds)
        labels = np.full(grid.shape, UNREACHED, np.int64)
        costs = costs_on(grid, times.tick_seconds, 0.0, "straight", slopes)
        given_by_starts = starts_on(costs, sources, times.tick_seconds, UNREACHED - 1)
        for cell, ticks in given_by_starts.items():
            labels.flat[cell] = ticks
        given = labels.copy()
        while True:  # of cells drawn each time some
            lowered = np.minimum(np.minimum(update(labels), given), UNREACHED)
            if (lowered == labels).all():
                break
            labels = np.where(rng.random(grid.shape) < 0.6, lowered, labels)
        np.testing.assert_array_equal(labels, times.labels)
        for limit in (3e5, 200.0):
            found = [
                solver(grid, **how).solve(sources, limit=limit)
                for solver in (Dijkstra, NearFar, Tiled)
            ]
            np.testing.assert_array_equal(found[0].labels, found[1].labels)
            np.testing.assert_array_equal(found[0].labels, found[2].labels)
            assert validate(grid, found[0], sources, slopes=slopes).passed
        eight = Dijkstra(grid, slopes=slopes).solve(sources, limit=3e5).labels
        assert (times.labels <= eight).all()
        assert ((times.labels < UNREACHED) == (eight < UNREACHED)).all()
        wrong = times.labels.copy()
        cell = int(np.argmax(np.where(wrong < UNREACHED, wrong, 0)))
        wrong.flat[cell] -= 1
        assert not validate(grid, replace(times, labels=wrong), sources, slopes=slopes).passed


def plane(
    model: SlopeModel, steep: float, angle: float, side: int
) -> tuple[VelocityGrid, GridSlopes]:
    """Even ground that rises evenly, in a direction anticlockwise from the east."""
    down, right = (np.mgrid[:side, :side] - side // 2) * 10.0
    metres = steep * (right * math.cos(angle) - down * math.sin(angle))
    return grid_from_kmh(np.full((side, side), 6.0), 10.0), GridSlopes(heights_of(metres), model)


def soonest(
    model: SlopeModel, steep: float, angle: float, to: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Seconds to places, metres east and north, on such a plane at 6 km/h: of all ways of two
    straight pieces the soonest, which none of more pieces betters."""
    ways = np.radians(np.arange(0, 360, 0.5))
    price = 0.6 * model.factor(steep * np.cos(ways - angle))
    one, other = np.cos(ways), np.sin(ways)
    cross = one[:, None] * other[None, :] - other[:, None] * one[None, :]
    np.fill_diagonal(cross, np.inf)
    best = np.full(len(to), np.inf)
    for k, (x, y) in enumerate(to):
        first = (x * other[None, :] - y * one[None, :]) / cross
        second = (one[:, None] * y - other[:, None] * x) / cross
        ahead = (first >= 0) & (second >= 0) & np.isfinite(cross)
        both = np.where(ahead, first * price[:, None] + second * price, np.inf)
        best[k] = both.min()
    return best


@pytest.mark.parametrize(("steep", "mean", "worst"), [(0.1, 0.003, 0.02), (0.3, 0.006, 0.07)])
def test_times_on_a_plane_are_nearly_those_of_straight_lines(
    steep: float, mean: float, worst: float
) -> None:
    side, angle = 121, math.radians(20)
    grid, slopes = plane(Tobler(), steep, angle, side)
    middle = (Start(side * side // 2, 0.0),)
    times = Dijkstra(grid, slopes=slopes, geometry="straight").solve(middle)
    around = np.radians(np.arange(0, 360, 4))
    right, down = (np.rint(55 * each(around)).astype(int) for each in (np.cos, np.sin))
    found = times.labels[side // 2 - down, side // 2 + right] * times.tick_seconds
    off = found / soonest(Tobler(), steep, angle, np.column_stack((right, down)) * 10.0) - 1
    assert off.min() > -2e-3  # what is tried above are half degrees
    assert off.mean() < mean
    assert off.max() < worst
    eight = Dijkstra(grid, slopes=slopes).solve(middle).labels
    eight_off = eight[side // 2 - down, side // 2 + right] * times.tick_seconds
    assert (eight_off / found).mean() > 1.04


def seconds_along(
    kmh: NDArray[np.float64], metres: NDArray[np.float64], turned: int, points: NDArray[np.float64]
) -> float:
    """What the lines of a way take with Tobler's function over cells of 10 m, half costs as wedges
    have them, heights between those of centres. turned : -1 on ways *to* the start."""

    def between(values: NDArray[np.float64], point: NDArray[np.float64]) -> tuple[float, ...]:
        (top, left), (down, right) = np.floor(point).astype(int), point % 1
        found, most = 0.0, 0.0
        for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
            share = abs(1 - i - down) * abs(1 - j - right)
            if share > 0:
                found += share * float(values[top + i, left + j])
                most = max(most, float(values[top + i, left + j]))
        return found, most

    half, total = np.full(kmh.shape, np.inf), 0.0
    np.divide(1.8, kmh, out=half, where=kmh > 0)
    for a, b in pairwise(points):
        run = 10 * math.hypot(*(b - a))
        slowness = between(half, a)[0] + between(half, b)[1]
        slope = turned * (between(metres, a)[0] - between(metres, b)[0]) / run
        total += run * slowness * float(Tobler().factor(np.array(slope)))
    return total


def test_ways_and_owners_follow_straight_lines_on_slopes() -> None:
    rng = np.random.default_rng(3)
    lake = np.full((97, 97), 5.0)
    lake[30:50, 20:60] = 0
    rounds = 15 * np.sin(np.hypot(*np.mgrid[:97, :97] / 9.0))
    east = 10.0 * np.mgrid[:97, :97][1]
    grounds = [(lake, rounds), *((np.full((97, 97), 6.0), steep * east) for steep in (0.1, 0.3))]
    for speeds, metres in grounds:
        sources = tuple(Start(int(cell), 2.0 * k) for k, cell in enumerate((20, 60 * 97 + 70)))
        grid = grid_from_kmh(speeds, 10.0)
        for turned, direction in ((1, "from"), (-1, "to")):
            way = GridSlopes(heights_of(metres), Tobler(), direction=cast(Direction, direction))
            times = NearFar(grid, slopes=way, geometry="straight").solve(sources)
            owners = owners_on_cells(grid, times, sources, slopes=way)
            assert (owners[times.labels < UNREACHED] >= 0).all()
            for row, col in rng.choice(np.argwhere(times.labels < UNREACHED), 30).tolist():
                points, ticks = straight_path(grid, times, row, col, slopes=way)
                assert (np.diff(ticks) < 0).all()
                begun = {source.element: source.delay_seconds for source in sources}
                said = ticks[0] * times.tick_seconds - begun[int(points[-1] @ (97, 1))]
                took = seconds_along(speeds, metres, turned, points)
                far = math.hypot(*(points[0] - points[-1])) > 20
                assert took == pytest.approx(said, rel=0.01 if far else 0.04)


@pytest.mark.parametrize("reals", [False, True], ids=["codes", "reals on oblong cells"])
def test_tiles_have_the_bits_of_dijkstra(reals: bool) -> None:
    """Over many tiles, with cells of one row and column, and delays that cross borders."""
    shapes = (97, 130), (33, 65), (64, 64), (31, 200), (1, 50), (50, 1), (130, 97)
    for seed, (shape, model) in enumerate(zip(shapes, (*MODELS, *MODELS), strict=False)):
        for direction in DIRECTIONS:
            drawn = drawn_ground(shape, 30 + seed, model, direction, reals=reals)
            grid, slopes, sources = drawn
            how: Any = {"slopes": slopes, "geometry": "straight", "zero_speed_kmh": seed % 2}
            one = Dijkstra(grid, **how).solve(sources)
            for limit in (math.inf, one.max_seconds / 3):
                one = Dijkstra(grid, **how).solve(sources, limit=limit)
                other = Tiled(grid, **how).solve(sources, limit=limit)
                np.testing.assert_array_equal(one.labels, other.labels)
                assert (one.reached, one.max_ticks) == (other.reached, other.max_ticks)


def test_a_cell_beyond_the_corner_of_a_tile_is_told_of_labels_that_fell() -> None:
    """Ground on which the last label to fall is aslant from a cell of another tile."""
    for seed in (568, 839, 973, 1029):
        rng = np.random.default_rng(seed)
        shape = (34, 34) if seed % 2 else (64, 40)
        kmh = np.full(shape, 10.0) if seed % 4 < 2 else rng.integers(2, 30, shape).astype(float)
        kmh[rng.random(shape) < 0.15] = 0
        metres = rng.normal(0, 1, shape) * (2 if seed % 3 else 6)
        cells = rng.choice(np.flatnonzero(kmh > 0), 3, replace=False)
        sources = tuple(Start(int(cell), 5.0 * k) for k, cell in enumerate(cells))
        grid, slopes = grid_from_kmh(kmh, 10.0), GridSlopes(heights_of(metres), Tobler())
        how: Any = {"slopes": slopes, "geometry": "straight"}
        one = Dijkstra(grid, **how).solve(sources)
        other = Tiled(grid, delta_seconds=0.01, **how).solve(sources)
        np.testing.assert_array_equal(one.labels, other.labels)
