"""Straight lines on the device, run on the processor: wedges, tiles that tell one another, blocks.

`near-far` has its own in test_near_far.py.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.geometry.wedge import offer, offer_over_oblong
from core.geometry.wedge_units import PART_BITS
from core.solver import Sources, Start
from core.times import UNREACHED
from gpu.grids.device_grid import THROUGH_BYTES
from gpu.grids.solvers import tiled_launch
from gpu.grids.solvers.tiled import Tiled
from gpu.grids.solvers.tiled_launch import CROSSED_TEAM, STRAIGHT_BYTES, TEAM
from gpu.module import Module
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.oblong import wedge_shapes
from raster.solvers.dijkstra import Dijkstra
from raster.steps import step_costs
from tests.emulation import fake_cupy
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")

WEDGES = """
#include "straight/wedges.cuh"
extern "C" __global__ void past(const u32* best, const u32* axis, const u32* aslant,
                                const u32* cost, u32 share, u32 reach, u32 count, u32* found) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  WedgeShape shape;
#if OBLONG
  shape.share = share, shape.reach = reach;
#endif
  if (i < count) found[i] = past_wedge(best[i], axis[i], aslant[i], cost[i], shape);
}
"""


def through_wedges(
    folder: Path, *given: NDArray[Any], shape: tuple[int, int] = (0, 0)
) -> NDArray[np.uint32]:
    """What a device makes of labels and costs. given : best, and labels of A and D, and F. shape :
    SHARE and REACH where cells are not square."""
    path = folder / "wedges.cu"
    path.write_text(WEDGES, encoding="utf-8")
    arrays = [fake_cupy.asarray(np.asarray(array, np.uint32)) for array in given]
    found = fake_cupy.empty(len(given[0]), np.uint32)
    count = np.uint32(len(given[0]))
    blocks = -(-int(count) // 128)
    module = Module(str(path.with_suffix("")), (("SQUARE", int(shape[0] == 0)),))
    module.launch("past", blocks, 128, *arrays, *map(np.uint32, shape), count, found)
    return np.asarray(found.get())


def test_wedges_offer_what_they_do_on_the_processor(tmp_path: Path) -> None:
    # All of small costs; of large ones at the seam, where roots are squares or one less, and drawn;
    # and `best` just above the offer and at it, so that a root off by one shows, too.
    rng = np.random.default_rng(1)
    wedges = [(100 + apart, 100, cost) for cost in range(2, 60) for apart in range(-2, 2 * cost)]
    for cost in (2.0 ** rng.uniform(6, 30, 1500)).astype(np.int64).tolist():
        seam = math.isqrt(cost * cost // 2)
        drawn_apart = int(rng.integers(1, seam))
        square = math.isqrt(cost * cost - drawn_apart**2)
        of_square = math.isqrt(cost * cost - square * square)
        for apart in (1, drawn_apart, of_square, seam - 1, seam, seam + 1):
            wedges.append((min(7 + apart, UNREACHED), 7, cost))
    wedges += [(UNREACHED, 5, 77), (UNREACHED, 0, UNREACHED + 1)]
    expected = np.array([offer(*wedge) for wedge in wedges])
    axis, aslant, cost = np.array(wedges).T
    for more in (0, 1, 1000):
        best = np.minimum(expected + more, UNREACHED)
        found = through_wedges(tmp_path, best, axis, aslant, cost)
        # Where D is no earlier than A, the step from A gives as much.
        np.testing.assert_array_equal(
            found, np.where(axis > aslant, np.minimum(best, expected), best)
        )


@pytest.mark.parametrize("sides", [(10.0, 14.1), (16.0, 1.0), (1.0, 5.0)])
def test_wedges_over_oblong_cells_offer_what_they_do_on_the_processor(
    sides: tuple[float, float], tmp_path: Path
) -> None:
    rng = np.random.default_rng(2)
    share, reach = wedge_shapes(*sides)[0, :2].tolist()
    wedges = [(100 + apart, 100, cost) for cost in range(2, 60) for apart in range(-2, 3 * cost)]
    for cost in (2.0 ** rng.uniform(5, 30, 1500)).astype(np.int64).tolist():
        seam = min(cost * reach >> PART_BITS, UNREACHED - 9)
        for apart in (1, int(rng.integers(0, seam + 1)), seam - 1, seam, seam + 1):
            wedges.append((7 + apart, 7, cost))
    wedges += [(UNREACHED, 5, 77), (UNREACHED, 0, UNREACHED + 1)]
    expected = np.array([offer_over_oblong(*wedge, share, reach) for wedge in wedges])
    axis, aslant, cost = np.array(wedges).T
    for more in (0, 1, 1000):
        best = np.minimum(expected + more, UNREACHED)
        found = through_wedges(tmp_path, best, axis, aslant, cost, shape=(share, reach))
        np.testing.assert_array_equal(
            found, np.where(axis > aslant, np.minimum(best, expected), best)
        )


def drawn(kind: str) -> tuple[VelocityGrid, Sources]:
    rows, cols = 70, 45  # six tiles, of which four stick out
    kmh = noise(rows, cols, 3)
    starts: Sources = (Start(0), Start(40 * cols + 33, 2.0))
    if kind == "even":
        kmh = np.full((rows, cols), 36.0)
    if kind == "plates":
        down, right = np.mgrid[:rows, :cols]
        kmh = np.where((down // 20 + right // 23) % 2, 30.0, 9.0)
        starts = (Start(5 * cols + 3), Start(63 * cols + 31), Start(64 * cols + 44, 30.0))
    if kind == "oblong, real":
        kmh = kmh * 1.01
    return grid_from_kmh(kmh, *SIDES.get(kind, (10.0,))), starts


SIDES = {"oblong": (10.0, 14.1), "oblong, real": (70.0, 10.0)}
"""Of the cells of some grounds, in metres."""


@pytest.mark.parametrize(
    ("kind", "team"),
    [
        *((kind, team) for kind in ("noise", "even", "plates") for team in STRAIGHT_BYTES),
        *((kind, 1) for kind in SIDES),
    ],
)
def test_tiles_equal_dijkstra_in_any_order_of_work(
    kind: str, team: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, starts = drawn(kind)
    expected = Dijkstra(grid, geometry=STRAIGHT).solve(starts)
    monkeypatch.setattr(tiled_launch, "MOST_CROSSED", math.inf if team == CROSSED_TEAM else 0.0)
    solver = Tiled(grid, geometry=STRAIGHT)
    assert solver._launch.team == team
    for seed in range(2):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        times = solver.solve(starts)
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")
        assert times.geometry == STRAIGHT
    limit = expected.max_seconds / 3
    np.testing.assert_array_equal(
        solver.solve(starts, limit=limit).ticks(),
        Dijkstra(grid, geometry=STRAIGHT).solve(starts, limit=limit).ticks(),
    )


IN_REGISTERS = """
#include "tile_settle.cuh"
#define AROUND 34 // cells of the tile and its halo across
extern "C" __global__ void settle_one(const u32* labels, const u32* straight, const u32* diagonal,
                                      u32* settled, u32* keys) {
  extern __shared__ uint2 shared[];
  int lane = threadIdx.x;
  u32 own[TILE], first, last;
  LaneCosts column, line;
  for (int k = 0; k < TILE; k++) {
    int down = (k + 1) * AROUND + lane + 1, right = (lane + 1) * AROUND + k + 1;
    own[k] = labels[down];
    column.straight[k] = straight[down], column.diagonal[k] = diagonal[down];
    line.straight[k] = straight[right], line.diagonal[k] = diagonal[right];
  }
  int at[4] = {lane + 1, 33 * AROUND + lane + 1, (lane + 1) * AROUND, (lane + 1) * AROUND + 33};
  Side side[4];
  for (int k = 0; k < 4; k++)
    side[k].label = labels[at[k]], side[k].half = make_uint2(straight[at[k]], diagonal[at[k]]);
  int corner = (lane & 2 ? 33 * AROUND : 0) + (lane & 1 ? 33 : 0);
  Corner cell = {labels[corner], diagonal[corner], straight[corner]};
  Halo halo = {side[0], side[1], side[2], side[3], cell};
  settle(own, column, line, (u32*)shared, halo, true, lane, first, last);
  keys[lane] = offers(own, column, line, halo, first, last, lane, (u32*)shared, 0);
  for (int k = 0; k < TILE; k++) settled[(k + 1) * AROUND + lane + 1] = own[k];
}
"""

IN_SHARED = """
#include "tile_settle.cuh"
#include "straight/tile_shared_keys.cuh"
#define AROUND 34 // cells of the tile and its halo across
using namespace in_shared;
extern "C" __global__ void settle_one(const u32* labels, const u32* straight, const u32* diagonal,
                                      u32* settled, u32* keys) {
  extern __shared__ uint2 shared[];
  int lane = threadIdx.x & 31;
  u32 most = 0;
  TileAtWork work;
  work.ground = shared, work.label = (u32*)(shared + GROUND_PAIRS);
  work.words = (TeamWords*)(shared + GROUND_PAIRS + PLACES / 2);
  place_in_team(work, threadIdx.x / 32, 0);
  for (int i = threadIdx.x; i < AROUND * AROUND; i += 32 * TEAM) {
    int place = place_of(i / AROUND - 1, i % AROUND - 1);
    work.ground[place] = make_uint2(straight[i], diagonal[i]), work.label[place] = labels[i];
    if (straight[i] < BARRIER) most = max(most, straight[i]);
  }
  bool wide = __any_sync(ALL_LANES, most >= SHORT_COST / 2);
  if (lane == 0) work.words->wide[work.member] = wide;
  meet_team(work);
  in_shared::settle(work, false, true, ALL_TURNS, lane);
  put_keys(work, lane);
  meet_team(work);
  if (threadIdx.x < 8) keys[lane] = work.words->keys[lane];
  for (int k = work.member; k < TILE; k += TEAM) {
    settled[(k + 1) * AROUND + lane + 1] = work.label[place_of(k, lane)];
  }
}
"""

AROUND = 34
NEIGHBOURS = ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1))
"""Tiles in the order of the keys, seen from the one in the middle."""


class TileAndHalo:
    """A tile and its halo: what the tile's labels offer the cells of the halo, reckoned slowly."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        shape = AROUND, AROUND
        kmh = rng.choice([6.0, 7.0, 9.0], shape) if seed % 2 else rng.integers(3, 60, shape)
        kmh = np.where(rng.random(shape) < (0.4 if seed % 3 == 1 else 0.05), 0.0, kmh)
        # Somewhere, or just above or below a corner of the tile, whose cell falls first of all.
        start = int(rng.integers(AROUND**2))
        if seed % 4 > 1:
            start = int(rng.choice([0, 33])) * AROUND + int(rng.choice([1, 32]))
        kmh.flat[start] = 9.0
        grid = grid_from_kmh(kmh.astype(float), 10.0)
        found = Dijkstra(grid, geometry=STRAIGHT).solve((Start(start),))
        coarser = 1 if seed % 2 else 64  # then roots are short
        costs = step_costs(grid, coarser * found.tick_seconds, geometry=STRAIGHT)
        self.straight, self.diagonal = (costs.table[kind][grid.values] for kind in (0, 2))
        reached = found.labels < UNREACHED
        self.labels = np.where(reached, found.labels // np.uint32(coarser), found.labels)
        late = (rng.random(shape) < 0.5) & reached
        self.labels[late] += (rng.uniform(0, 0.8, shape) * self.straight)[late].astype(np.uint32)
        inner = rng.random((32, 32)) < 0.9
        self.labels[1:-1, 1:-1][inner] = UNREACHED
        self.labels.flat[start] = 0

    def settle(self, folder: Path, code: str, shared: int, warps: int) -> NDArray[np.uint32]:
        """The keys of the neighbours; the labels are the settled ones from now on.

        shared : bytes of memory for the warps.
        """
        path = folder / "one_tile.cu"
        path.write_text(code, encoding="utf-8")
        constants = {"VALUE": 1, "SQUARE": 1, "STRAIGHT": 1, "TEAM": warps}
        module = Module(str(path.with_suffix("")), tuple(sorted(constants.items())))
        settled = fake_cupy.asarray(self.labels)
        keys = fake_cupy.empty(32, np.uint32)
        given = (fake_cupy.asarray(a) for a in (self.labels, self.straight, self.diagonal))
        module.launch("settle_one", 1, 32 * warps, *given, settled, keys, shared=shared)
        self.before, self.labels = self.labels, np.asarray(settled.get())
        return np.asarray(keys.get())[:8]

    def offers(self, hidden: bool) -> tuple[list[int], int]:
        """The least that each neighbour's cells are offered, UNREACHED where nothing; and how often
        a wedge alone made it. hidden : what they might be offered at most, through labels that
        fell, if labels of others have fallen as well."""
        least, by_wedge = [UNREACHED] * 8, 0
        for tile, (down, right) in enumerate(NEIGHBOURS):
            rows = range(1, 33) if down == 0 else [0 if down < 0 else 33]
            cols = range(1, 33) if right == 0 else [0 if right < 0 else 33]
            for cell in ((r, c) for r in rows for c in cols):
                steps, wedges = self._steps(*cell), self._wedges(*cell, hidden)
                offered = min(steps, wedges)
                if offered < self.labels[cell]:
                    by_wedge += wedges < self.labels[cell] <= steps
                    least[tile] = min(least[tile], offered)
        return least, by_wedge

    def _steps(self, row: int, col: int) -> int:
        best = 4 * UNREACHED
        for r, c in _inside(row, col):
            half = self.straight if r == row or c == col else self.diagonal
            best = min(best, int(self.labels[r, c]) + int(half[r, c]) + int(half[row, col]))
        return best

    def _wedges(self, row: int, col: int, hidden: bool) -> int:
        best = 4 * UNREACHED
        ours = set(_inside(row, col))
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            for side in (-1, 1):
                axis, aslant = (
                    (row + down, col + right),
                    (row + (down or side), col + (right or side)),
                )
                if not all(0 <= n < AROUND for n in (*axis, *aslant)):
                    continue
                cost = int(
                    max(self.straight[axis], self.straight[aslant]) + self.straight[row, col]
                )
                a, d = int(self.labels[axis]), int(self.labels[aslant])
                if axis in ours and aslant in ours:
                    best = min(best, offer(a, d, cost))
                elif hidden and aslant in ours and d < self.before[aslant]:
                    best = min(best, d + cost)
                elif hidden and axis in ours and a < self.before[axis] and cost < UNREACHED:
                    seam = math.isqrt(cost * cost // 2)
                    best = min(best, offer(a, a - seam, cost)) if a >= seam else best
        return best


def _inside(row: int, col: int) -> list[tuple[int, int]]:
    """Cells of the tile beside a cell of the halo."""
    beside = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
    return [(r, c) for r, c in beside if 1 <= r <= 32 and 1 <= c <= 32]


@pytest.mark.parametrize(
    ("code", "shared", "warps"),
    [
        (IN_REGISTERS, THROUGH_BYTES, 1),
        (IN_SHARED, STRAIGHT_BYTES[TEAM], TEAM),
        (IN_SHARED, STRAIGHT_BYTES[CROSSED_TEAM], CROSSED_TEAM),
    ],
    ids=["one warp", "two", "four"],
)
def test_who_could_gain_by_a_label_that_fell_is_told_and_nobody_twice(
    tmp_path: Path, code: str, shared: int, warps: int
) -> None:
    alone = 0
    for seed in range(12):
        one = TileAndHalo(seed)
        told = one.settle(tmp_path, code, shared, warps)
        due, by_wedge = one.offers(hidden=True)
        assert all(key <= offered for key, offered in zip(told, due, strict=True)), seed
        alone += by_wedge
        told = one.settle(tmp_path, code, shared, warps)
        np.testing.assert_array_equal(one.before, one.labels)
        due, by_wedge = one.offers(hidden=False)
        assert told.tolist() == due, seed
        alone += by_wedge
    assert alone > 50
