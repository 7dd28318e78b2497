"""Straight lines on the device, run on the processor: tiles, and what they tell one another.

`near-far` has its own in tests/emulation/test_near_far.py.
"""

from __future__ import annotations

import math
from pathlib import Path

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
from gpu.grids.solvers.tiled_launch import CROSSED_TEAM, LEVEL_BYTES, TEAM
from gpu.module import Module
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.oblong import wedge_shapes
from raster.solvers.dijkstra import Dijkstra
from raster.steps import step_costs
from tests.emulation import fake_cupy
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")


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
    if kind in ("lakes", "oblong, lakes"):
        # Barriers side by side, as A, D and the cell itself; and, by an island that is begun late,
        # labels near UNREACHED and ticks so long that roots are short.
        kmh[25:50, 3:20] = kmh[10:40, 28:41] = kmh[60:, 20:] = 0
        kmh[30, 30] = 9.0
        starts = (Start(0), Start(30 * cols + 30, 200_000.0))
    return grid_from_kmh(kmh, *SIDES.get(kind, (10.0,))), starts


SIDES = {"oblong": (10.0, 14.1), "oblong, real": (70.0, 10.0), "oblong, lakes": (10.0, 7.3)}
"""Of the cells of some grounds, in metres."""


@pytest.mark.parametrize(
    ("kind", "team"),
    [
        *((kind, team) for kind in ("noise", "even", "plates", "lakes") for team in LEVEL_BYTES),
        *((kind, CROSSED_TEAM) for kind in SIDES),
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
extern "C" __global__ void settle_one(const u32* labels, const u32* straight, const u32*,
                                      const u32* diagonal, const u32*, u32* settled, u32* keys) {
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
#include "teams/keys.cuh"
#define AROUND 34 // cells of the tile and its halo across
using namespace in_shared;
extern "C" __global__ void settle_one(const u32* labels, const u32* vertical, const u32* horizontal,
                                      const u32* diagonal, const u32* shapes, u32* settled,
                                      u32* keys) {
  extern __shared__ uint2 shared[];
  int lane = threadIdx.x & 31;
  TileAtWork work;
  work.ground = (ground_t*)shared, work.label = (u32*)(shared + GROUND_PAIRS);
  work.words = (TeamWords*)(shared + GROUND_PAIRS + PLACES / 2);
  place_in_team(work, threadIdx.x / 32, 0);
  Grid grid;
#if !SQUARE
  for (int kind = 0; kind < 2; kind++, shapes += 3)
    grid.share[kind] = shapes[0], grid.reach[kind] = shapes[1], grid.along[kind] = shapes[2];
  work.grid = &grid;
#endif
  u32 most = 0;
  for (int i = threadIdx.x; i < AROUND * AROUND; i += 32 * TEAM) {
    int place = place_of(i / AROUND - 1, i % AROUND - 1);
    HalfCost half;
    half.vertical = vertical[i], half.diagonal = diagonal[i];
#if !SQUARE
    half.horizontal = horizontal[i];
#endif
    put_cell(work, place, half, 0);
    work.label[place] = labels[i];
    if (vertical[i] < BARRIER) most = max(most, longest_half(half));
  }
  bool wide = __any_sync(ALL_LANES, most >= SHORT_COST / 2) || too_slim(grid);
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

    def __init__(self, seed: int, high: float) -> None:
        """high : sides of its cells, in metres, of which they are 10 m wide."""
        rng = np.random.default_rng(seed)
        shape = AROUND, AROUND
        kmh = rng.choice([6.0, 7.0, 9.0], shape) if seed % 2 else rng.integers(3, 60, shape)
        kmh = np.where(rng.random(shape) < (0.4 if seed % 3 == 1 else 0.05), 0.0, kmh)
        # Somewhere, or just above or below a corner of the tile, whose cell falls first of all.
        start = int(rng.integers(AROUND**2))
        if seed % 4 > 1:
            start = int(rng.choice([0, 33])) * AROUND + int(rng.choice([1, 32]))
        kmh.flat[start] = 9.0
        grid = grid_from_kmh(kmh.astype(float), 10.0, high)
        found = Dijkstra(grid, geometry=STRAIGHT).solve((Start(start),))
        coarser = 1 if seed % 2 else 64  # then roots are short
        costs = step_costs(grid, coarser * found.tick_seconds, geometry=STRAIGHT)
        self.horizontal, self.vertical, self.diagonal = costs.table[:, grid.values]
        self.shapes = wedge_shapes(10.0, high).astype(np.uint32)
        self.square = high == 10.0
        reached = found.labels < UNREACHED
        self.labels = np.where(reached, found.labels // np.uint32(coarser), found.labels)
        late = (rng.random(shape) < 0.5) & reached
        self.labels[late] += (rng.uniform(0, 0.8, shape) * self.vertical)[late].astype(np.uint32)
        inner = rng.random((32, 32)) < 0.9
        self.labels[1:-1, 1:-1][inner] = UNREACHED
        self.labels.flat[start] = 0

    def settle(self, folder: Path, code: str, shared: int, warps: int) -> NDArray[np.uint32]:
        """The keys of the neighbours; the labels are the settled ones from now on.

        shared : bytes of memory for the warps.
        """
        path = folder / "one_tile.cu"
        path.write_text(code, encoding="utf-8")
        square = int(self.square)
        constants = {"VALUE": 1, "SQUARE": square, "STRAIGHT": 1, "TEAM": warps}
        module = Module(str(path.with_suffix("")), tuple(sorted(constants.items())))
        settled = fake_cupy.asarray(self.labels)
        keys = fake_cupy.empty(32, np.uint32)
        shapes = np.ascontiguousarray(self.shapes[:, :3])
        halves = self.vertical, self.horizontal, self.diagonal
        given = (fake_cupy.asarray(a) for a in (self.labels, *halves, shapes))
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
            half = self.vertical if c == col else self.horizontal if r == row else self.diagonal
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
                half = self.horizontal if right else self.vertical
                cost = int(max(half[axis], half[aslant]) + half[row, col])
                a, d = int(self.labels[axis]), int(self.labels[aslant])
                if axis in ours and aslant in ours:
                    best = min(best, self._offer(a, d, cost, right))
                elif hidden and aslant in ours and d < self.before[aslant]:
                    best = min(best, d + cost)
                elif hidden and axis in ours and a < self.before[axis] and cost < UNREACHED:
                    seam = math.isqrt(cost * cost // 2)
                    if not self.square:
                        seam = cost * int(self.shapes[int(right == 0), 1]) >> PART_BITS
                    best = min(best, self._offer(a, a - seam, cost, right)) if a >= seam else best
        return best

    def _offer(self, axis: int, aslant: int, cost: int, right: int) -> int:
        if self.square:
            return int(offer(axis, aslant, cost))
        share, reach = self.shapes[int(right == 0), :2].tolist()
        return int(offer_over_oblong(axis, aslant, cost, share, reach))


def _inside(row: int, col: int) -> list[tuple[int, int]]:
    """Cells of the tile beside a cell of the halo."""
    beside = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
    return [(r, c) for r, c in beside if 1 <= r <= 32 and 1 <= c <= 32]


@pytest.mark.parametrize(
    ("code", "high", "warps"),
    [
        (IN_REGISTERS, 10.0, 1),
        *((IN_SHARED, high, warps) for high in (10.0, 14.1, 0.7) for warps in (TEAM, CROSSED_TEAM)),
    ],
)
def test_who_could_gain_by_a_label_that_fell_is_told_and_nobody_twice(
    tmp_path: Path, code: str, high: float, warps: int
) -> None:
    shared = THROUGH_BYTES if warps == 1 else LEVEL_BYTES[warps][high != 10.0]
    alone = 0
    for seed in range(12):
        one = TileAndHalo(seed, high)
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
