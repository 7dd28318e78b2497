"""`tiled` along straight lines on slopes on the device, run on the processor: all models, both
directions, cells of any shape, and who is told of labels that fell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Sources, Start
from core.times import UNLIMITED, UNREACHED
from gpu.grids import device_slopes
from gpu.grids.solvers import tiled
from gpu.grids.solvers.tiled import Tiled
from gpu.grids.solvers.tiled_launch import (
    CROSSED_TEAM,
    KEPT_BYTES,
    STRAIGHT_SLOPED_BYTES,
    TEAM,
    kept_launch_on,
)
from gpu.module import Module
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.costs import SlopedCosts, costs_on, on_slopes
from raster.slopes.heights import heights_of
from raster.slopes.models import SlopeModel, Tobler
from raster.slopes.slopes import Direction, GridSlopes
from raster.solvers.dijkstra import Dijkstra
from raster.validation import validate
from tests.emulation import fake_cupy
from tests.emulation.straight.test_tiles import NEIGHBOURS
from tests.emulation.test_tiled import expect_each_ticket_once, launches_of
from tests.parity.drawn import DRAWN, Instance, _maze
from tests.raster.slopes.ground import MODELS, drawn_ground
from tests.raster.slopes.test_wedges import Update

pytestmark = pytest.mark.usefixtures("device")

ROOM = 88 << 10
"""Bytes of shared memory of a device that has some left for bins, and not for all."""

MORE_ROOM = 128 << 10
"""Of one that has enough for all bins of gentle ground, or for three teams of four where prices are
kept."""

LESS_ROOM = 64 << 10
"""Of one that keeps prices for teams of two warps."""

LITTLE_ROOM = 52 << 10
"""Of one whose blocks have room for visits that price tiles, and not for prices by the row."""

AROUND = 34
"""Cells of a tile and its halo across."""

INNER = slice(1, -1), slice(1, -1)

CORNERS = [
    (across, along) if turn else (along, across)
    for across in (0, 33)
    for along in (1, 2, 31, 32)
    for turn in (False, True)
]
"""Cells of the halo beside the tile's corners."""


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    attributes = fake_cupy.Device.attributes
    monkeypatch.setitem(attributes, "MaxSharedMemoryPerBlockOptin", ROOM)


def rolling(
    shape: tuple[int, int], model: SlopeModel, direction: Direction, step_y: float = 10.0
) -> tuple[VelocityGrid, GridSlopes, Sources]:
    """Hills all of whose heights are known, even ground and rough in turn, and two starts."""
    rng = np.random.default_rng(len(model.text))
    down, right = np.mgrid[: shape[0], : shape[1]]
    kmh = np.where((down // 20 + right // 23) % 2, 12.0, rng.integers(3, 30, shape))
    kmh[rng.random(shape) < 0.05] = 0
    metres = 12 * np.sin(down / 11.0) * np.cos(right / 9.0) + rng.normal(0, 0.1, shape)
    starts = tuple(Start(int(cell), 4.0) for cell in rng.choice(np.flatnonzero(kmh > 0), 2))
    grid = grid_from_kmh(kmh, 10.0, step_y)
    return grid, GridSlopes(heights_of(metres), model, direction=direction), starts


def compared(solver: Tiled, grid: VelocityGrid, slopes: GridSlopes, starts: Sources) -> int:
    """Solves with a limit and without; the times that a tile was taken up."""
    oracle, limit, visits = Dijkstra(grid, geometry=STRAIGHT, slopes=slopes), UNLIMITED, 0
    for _ in range(2):
        expected = oracle.solve(starts, limit=limit)
        times = solver.solve(starts, limit=limit)
        assert times.tick_seconds == expected.tick_seconds
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), slopes.text)
        assert times.geometry == STRAIGHT
        limit = max(expected.max_seconds / 3, 0.01)
        control = solver._queue.read_control()
        assert control["finished"] == control["tail"] + control["direct"]
        visits += int(control["finished"])
    assert validate(grid, times, starts, slopes=slopes).passed
    return visits


@pytest.fixture(params=["kept", "kept, two warps", "at each visit"])
def keeps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether prices are kept; two warps settle a tile then, or four."""
    if request.param == "at each visit":
        monkeypatch.setattr(device_slopes, "PRICES_SHARE", 0.0)
        return False
    four, attributes = request.param == "kept", fake_cupy.Device.attributes
    room = MORE_ROOM if four else LESS_ROOM
    monkeypatch.setitem(attributes, "MaxSharedMemoryPerBlockOptin", room)
    launch = kept_launch_on(0)
    assert launch is not None
    assert launch.team == (CROSSED_TEAM if four else TEAM)
    return True


@pytest.mark.parametrize("direction", ["from", "to"])
def test_tiles_equal_dijkstra_by_every_model(
    direction: Direction, keeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every model in one of the directions: how they turn a rise is a table that the host makes.
    beyond, half = 0, list(enumerate(MODELS))[direction == "to" :: 2]
    for place, (seed, model) in enumerate(half):
        reals = place % 2 == 1
        grid, slopes, starts = drawn_ground((70, 45), seed, model, direction, reals=reals)
        slopes = replace(slopes, surface=not model.added and seed % 3 == 0)
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
        compared(solver, grid, slopes, starts)
        assert solver._heights is not None
        assert solver._heights.keeps_prices == keeps
        beyond += solver._heights.near < solver._heights.count
    assert beyond or keeps  # bins are for visits that price tiles


@pytest.mark.parametrize("step_y", [10.0, 17.0])
def test_ground_of_which_all_bins_are_at_hand(
    step_y: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    attributes = fake_cupy.Device.attributes
    monkeypatch.setitem(attributes, "MaxSharedMemoryPerBlockOptin", MORE_ROOM)
    monkeypatch.setattr(device_slopes, "PRICES_SHARE", 0.0)  # bins are asked for at visits
    plain, half = 0, list(enumerate(MODELS))[step_y > 10 :: 2]
    for place, (seed, model) in enumerate(half):
        direction: Direction = "from" if place % 2 else "to"
        grid, slopes, starts = rolling((70, 45), model, direction, step_y)
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
        compared(solver, grid, slopes, starts)
        costs = costs_on(grid, 0.01, geometry=STRAIGHT, slopes=slopes)
        assert on_slopes(costs)
        assert solver._heights is not None
        plain += (solver._heights.lines(costs)["plain"] >= slopes.heights.most_rise).all()
    assert plain > len(half) // 2


@pytest.mark.parametrize(
    "name", ["single cell", "2 x 2", "corridor", "islands", "four tiles and a cell", "small maze"]
)
def test_grounds_on_which_solvers_go_wrong(name: str) -> None:
    maze = Instance(grid_from_kmh(_maze(20, 10), 10.0), ((1, 1, 0.0),))
    drawn = maze if name == "small maze" else DRAWN[name]()
    grid, zero = drawn.grid, drawn.zero_speed_kmh
    down, right = np.mgrid[: grid.rows, : grid.cols]
    metres = 9 * np.sin(down / 7.0) * np.cos(right / 5.0)
    slopes = GridSlopes(heights_of(metres), Tobler(), direction="to")
    starts = tuple(Start(r * grid.cols + c, delay) for r, c, delay in drawn.starts)
    assert zero == 0.0
    compared(Tiled(grid, geometry=STRAIGHT, slopes=slopes), grid, slopes, starts)


@pytest.mark.parametrize("step_y", [10.0, 17.0])
def test_ways_that_lead_aslant_alone(step_y: float, keeps: bool) -> None:
    """Both diagonals, between cells that nobody can enter."""
    side = 75
    down, right = np.mgrid[:side, :side]
    open_cells = (down == right) | (down + right == side - 1)
    grid = grid_from_kmh(np.where(open_cells, 12.0, 0.0), 10.0, step_y)
    slopes = GridSlopes(heights_of(6 * np.sin(down / 9.0) * np.cos(right / 7.0)), Tobler())
    solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
    compared(solver, grid, slopes, (Start(0, 0.0),))
    assert solver.solve((Start(0, 0.0),)).reached == open_cells.sum()
    assert solver._heights is not None
    assert solver._heights.keeps_prices == keeps


def test_a_solve_in_slices(keeps: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    grid, slopes, starts = drawn_ground((97, 66), 3, MODELS[0], "from")
    expected = Dijkstra(grid, geometry=STRAIGHT, slopes=slopes).solve(starts)
    solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
    names = launches_of(solver, monkeypatch)
    for seed, seconds in enumerate((3e-5, 3e-4)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        times = solver.solve(starts)
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")
        assert not times.partial
        assert len(names) > 2
        names.clear()
        control = solver._queue.read_control()
        assert control["finished"] == control["tail"]
        expect_each_ticket_once(solver)
        assert solver._heights is not None
        assert solver._heights.keeps_prices == keeps


def test_a_device_with_little_shared_memory_keeps_no_prices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attributes = fake_cupy.Device.attributes
    monkeypatch.setitem(attributes, "MaxSharedMemoryPerBlockOptin", LITTLE_ROOM)
    grid, slopes, starts = drawn_ground((40, 66), 2, MODELS[0], "from")
    solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
    assert solver._heights is not None
    assert not solver._heights.keeps
    compared(solver, grid, slopes, starts)


ONE_TILE = """
#include "teams/keys.cuh"
#define AROUND 34 // cells of the tile and its halo across
#define PART (AROUND * AROUND)
using namespace in_shared;
static_assert(8 * SHARED_PAIRS == BYTES, "as the driver has it");
#define MIDDLE_TILE 4 // of three by three
// ground: heights, then half costs by kind of step. prices: of all tiles, where they are kept.
extern "C" __global__ void settle_one(const __grid_constant__ Slopes slopes,
                                      const __grid_constant__ WedgeLines lines, const u32* labels,
                                      const u32* ground, const u32* prices, u32* settled,
                                      u32* keys) {
  extern __shared__ uint2 shared[];
  int lane = threadIdx.x & 31;
#if !KEPT
  uint4* near = (uint4*)(shared + SHARED_PAIRS);
#endif
  TileAtWork work;
  work.ground = (ground_t*)shared, work.label = (u32*)(shared + GROUND_PAIRS);
  work.words = (TeamWords*)(shared + GROUND_PAIRS + PLACES / 2);
  place_in_team(work, threadIdx.x / 32, 0);
#if KEPT
  work.ring = (u32*)shared + work.member * RING_ROWS * ROW_PRICES;
  work.prices = prices + MIDDLE_TILE * LINE_PRICE_WORDS;
  work.upright_prices = work.prices + (work.warp ? 3 : -3) * LINE_PRICE_WORDS;
  work.aside_prices = work.prices + (work.warp ? 1 : -1) * LINE_PRICE_WORDS;
  fetch_border(work, lane);
  work.least_aslant = work.prices[LEAST_ASLANT_AT];
#else
  work.slopes = &slopes, work.lines = &lines, work.near = near;
  for (int bin = threadIdx.x; bin < slopes.near; bin += 32 * TEAM) near[bin] = slopes.bins[bin];
#endif
  for (int i = threadIdx.x; i < PART; i += 32 * TEAM) {
    int place = place_of(i / AROUND - 1, i % AROUND - 1);
    work.label[place] = labels[i];
#if !KEPT
    HalfCost half;
#if !SQUARE
    half.horizontal = ground[PART + i];
#endif
    half.vertical = ground[2 * PART + i], half.diagonal = ground[3 * PART + i];
    put_cell(work, place, half, ground[i]);
#endif
  }
  meet_team(work);
  in_shared::settle(work, false, true, ALL_TURNS, lane);
  put_keys(work, lane);
  meet_team(work);
  if (threadIdx.x < 8) keys[lane] = work.words->keys[lane];
  for (int k = work.member; k < TILE; k += TEAM)
    settled[(k + 1) * AROUND + lane + 1] = work.label[place_of(k, lane)];
}
"""


class TileAndHalo:
    """A tile and its halo on slopes, and what the tile's labels offer, reckoned slowly."""

    def __init__(self, seed: int, keeps: bool, team: int) -> None:
        rng = np.random.default_rng(seed)
        shape, model = (AROUND, AROUND), MODELS[seed % len(MODELS)]
        direction: Direction = "from" if seed % 2 else "to"
        drawn = drawn_ground(shape, seed, model, direction, reals=seed % 4 > 1)
        self.grid, slopes, starts = drawn
        how: Any = {"geometry": STRAIGHT, "slopes": slopes}
        found = Dijkstra(self.grid, **how).solve(starts)
        costs = costs_on(self.grid, found.tick_seconds, 0.0, STRAIGHT, slopes)
        assert on_slopes(costs)
        self.costs: SlopedCosts = costs
        self.update = Update(self.grid, slopes, found.tick_seconds)
        heights = Tiled(self.grid, **how)._heights
        assert heights is not None
        self.heights, self.prices = heights, fake_cupy.empty(1, np.uint32)
        self.keeps, self.team = keeps, team
        if keeps:
            self.prices = self._kept(slopes, found.tick_seconds)
        self.labels = found.labels.astype(np.int64)
        reached = self.labels < UNREACHED
        late = (rng.random(shape) < 0.5) & reached
        self.labels[late] += (rng.uniform(0, 0.8, shape) * self.update.half[0])[late].astype(int)
        inner = rng.random((32, 32)) < 0.9
        self.labels[INNER][inner] = UNREACHED

    def _kept(self, slopes: GridSlopes, tick: float) -> Any:
        """Prices of nine tiles, of which the one in the middle has this ground with its halo."""

        def padded(cells: NDArray[Any]) -> NDArray[Any]:
            return np.pad(cells, 31)

        heights = slopes.heights
        heights = replace(heights, high=padded(heights.high), low=padded(heights.low))
        grid = replace(self.grid, values=padded(self.grid.values))
        slopes = replace(slopes, heights=heights)
        assert grid.shape == (96, 96)
        solver = Tiled(grid, geometry=STRAIGHT, slopes=slopes)
        costs = costs_on(grid, tick, 0.0, STRAIGHT, slopes)
        told = solver._on_device.priced(costs)
        assert on_slopes(costs)
        assert solver._heights is not None
        return solver._heights.prices(costs, told)

    def settle(self, folder: Path) -> NDArray[np.int64]:
        """The keys of the neighbours; the labels are the settled ones from now on."""
        path = folder / "one_tile.cu"
        path.write_text(ONE_TILE, encoding="utf-8")
        square = self.grid.step_x == self.grid.step_y
        shared = KEPT_BYTES[self.team] if self.keeps else STRAIGHT_SLOPED_BYTES[not square]
        constants = {"BYTES": shared, "SLOPES": 1, "SQUARE": int(square), "STRAIGHT": 1}
        constants |= {"KEPT": int(self.keeps), "TEAM": self.team}
        module = Module(str(path.with_suffix("")), tuple({**constants, "VALUE": 1}.items()))
        ground = np.stack([self.update.z, *self.update.half]).astype(np.uint32)
        labels = fake_cupy.asarray(self.labels.astype(np.uint32))
        settled, keys = fake_cupy.asarray(labels), fake_cupy.empty(8, np.uint32)
        told = self.heights.priced(self.costs), self.heights.lines(self.costs), labels
        shared += 16 * self.heights.near
        module.launch(
            "settle_one", 1, 32 * self.team, *told, fake_cupy.asarray(ground), self.prices, settled,
            keys, shared=shared,
        )  # fmt: skip
        self.before, self.labels = self.labels, np.asarray(settled.get()).astype(np.int64)
        return np.asarray(keys.get()).astype(np.int64)

    def lower(self, cell: tuple[int, int], halves: float) -> None:
        """Let a cell of the halo fall to so many half costs before that of the tile beside it."""
        beside = tuple(np.clip(cell, 1, 32))
        label = int(self.labels[beside]) - int(halves * self.update.half[0][beside])
        self.labels[cell] = min(self.labels[cell], max(label, 0))

    @property
    def fell(self) -> NDArray[np.bool_]:
        """Whose labels fell when the tile was last settled."""
        return self.labels < self.before

    def offered(self) -> list[int]:
        """The least that each neighbour's cells are offered by labels of the tile; UNREACHED where
        nothing."""
        return self._least(self._ours(), self.labels)

    def through_others(self) -> Iterator[list[int]]:
        """The same by labels that fell, together with those of all cells around, which may have
        fallen to whatever labels: where no cell around offers as much."""
        fell = np.where(self.fell, self._ours(), UNREACHED)
        border = fell.copy()
        border[2:-2, 2:-2] = UNREACHED
        labels, half = border[border < UNREACHED], int(np.median(self.update.half[0]))
        rng = np.random.default_rng(len(labels))
        for _ in range(20 if len(labels) else 0):
            label = rng.choice(labels) + rng.uniform(-4, 1) * half
            around = np.full(self.labels.shape, max(int(label), 0))
            around[INNER] = UNREACHED
            alone = np.minimum(self.update(around), self.labels)
            yield self._least(np.where(around < UNREACHED, around, fell), alone)

    def _ours(self) -> NDArray[np.int64]:
        ours = np.full(self.labels.shape, UNREACHED)
        ours[INNER] = self.labels[INNER]
        return ours

    def _least(self, labels: NDArray[np.int64], known: NDArray[np.int64]) -> list[int]:
        found = self.update(labels)
        found = np.where(found < known, found, UNREACHED)
        sides = {-1: slice(0, 1), 0: slice(1, 33), 1: slice(33, 34)}
        return [int(found[sides[down], sides[right]].min()) for down, right in NEIGHBOURS]


@pytest.mark.parametrize(
    ("kept", "team"),
    [(False, CROSSED_TEAM), (True, TEAM), (True, CROSSED_TEAM)],
    ids=["at each visit", "kept, two warps", "kept"],
)
def test_who_could_gain_by_a_label_that_fell_is_told_and_nobody_twice(
    kept: bool, team: int, tmp_path: Path
) -> None:
    mixed = 0
    for seed in range(len(MODELS)):
        one, rng = TileAndHalo(seed, kept, team), np.random.default_rng(seed)
        for turn in range(7):
            if turn:  # then a cell of the halo beside a corner falls, and few of the tile with it
                one.lower(CORNERS[rng.integers(len(CORNERS))], rng.uniform(2.0, 12.0))
            told = one.settle(tmp_path)
            offered = one.update(one.labels)[INNER]
            np.testing.assert_array_equal(
                one.labels[INNER], np.minimum(one.before[INNER], offered), f"seed {seed}"
            )
            due = one.offered()
            assert (told <= due).all(), seed
            for through in one.through_others():
                mixed += sum(a < b for a, b in zip(through, due, strict=True))
                assert (told <= through).all(), seed
            if not one.fell.any():
                assert told.tolist() == due, seed
        told = one.settle(tmp_path)
        assert not one.fell.any()
        assert told.tolist() == one.offered(), seed
    assert mixed > 30
