"""How a sweep shares the inner states of a level out in runs (sweep_runs.cu): how wide these are,
how much room they have, and what lies where. It follows from the overlay alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel

RUN = layout_of("SweepRun", "roads/crp/query/sweep_runs.cu")
CELL = layout_of("SweptCell", "include/crp/query.cuh")

WARP = 32


class RunRoom(NamedTuple):
    """What a warp has room for in shared memory, of a run: labels of `entries`, 255 at most, and
    `costs`, 65,536 at most."""

    entries: int
    costs: int

    @property
    def cost_words(self) -> int:
        """Words for costs, from the last piece of 16 bytes on that begins no later."""
        return -(-(self.costs + PIECE - 1) // PIECE) * PIECE

    @property
    def words(self) -> int:
        """Words in all, in pieces of 16 bytes."""
        return self.cost_words + -(-self.entries // PIECE) * PIECE


PIECE = 4
"""Words that are copied to shared memory at once."""

ROOMS = (
    RunRoom(192, 576), RunRoom(192, 688), RunRoom(224, 832), RunRoom(224, 1024), RunRoom(255, 1536),
)  # fmt: skip
"""Rooms for a run, from the one that lets most warps be at work on. A level has the first in which
hardly any of its runs lacks room; those that do read labels and costs where they lie."""

MOST_WITHOUT = 0.001
"""Share of a level's runs that may lack room where the next larger one would do."""

COSTS_A_LANE = 8
"""Entries of a cell per thread of an inner state."""

ENOUGH_LANES = 1 << 17
"""Threads that keep a device busy. Where inner states are so few that there would be less, each has
more threads, down to two costs for each."""

FEWEST_COSTS = 2
"""Entries of a cell per thread of an inner state, where these are few."""

DOUBLE_FROM = 8 << 20
"""Inner states of a level from which on a thread has two of them: warps wait for memory half as
often, and there are enough of them still. On fewer it takes longer."""


class RunLevel(NamedTuple):
    """How a level is swept.

    width : threads for an inner state; a power of two. each : inner states of a group of so many
    threads, 1 or 2. room : of each warp.
    """

    width: int
    each: int
    room: RunRoom

    @property
    def states(self) -> int:
        """Inner states of a run."""
        return WARP // self.width * self.each


def levels_in_runs(
    overlay: Overlay, swept: set[int], of_few_cells: set[int]
) -> Mapping[int, RunLevel]:
    """Those of the swept levels whose cells are many, or such that a warp has room for each.

    of_few_cells : levels that others sweep where cells are too large.
    """
    found = {}
    for number in sorted(swept):
        level = overlay.levels[number]
        largest = int(np.diff(level.first_entry).max(initial=0))
        if number not in of_few_cells or largest <= ROOMS[0].entries:
            found[number] = _run_level(level)
    return found


def _run_level(level: OverlayLevel) -> RunLevel:
    entries, inner = len(level.entering) / level.cells, len(level.inner)
    width, most = width_of(entries / COSTS_A_LANE), width_of(entries / FEWEST_COSTS)
    while width < most and inner * width < ENOUGH_LANES:
        width *= 2
    each = 2 if width == 1 and inner >= DOUBLE_FROM else 1
    return RunLevel(width, each, _room_for(_sizes_of_runs(level, WARP // width * each)))


def _room_for(sizes: tuple[NDArray[np.int64], NDArray[np.int64]]) -> RunRoom:
    """The first of the rooms in which runs of such sizes fit, but for a few."""
    for room in ROOMS[:-1]:
        if np.mean(~_fits(sizes, room)) <= MOST_WITHOUT:
            return room
    return ROOMS[-1]


def _fits(sizes: tuple[NDArray[np.int64], NDArray[np.int64]], room: RunRoom) -> NDArray[np.bool_]:
    entries, costs = sizes
    return (entries <= room.entries) & (costs <= room.costs)


def _sizes_of_runs(level: OverlayLevel, states: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each run of so many inner states, how many entries its cells have, and how many costs."""
    first, last = cells_of_runs(level, states)
    begins = np.arange(0, len(level.inner), states)
    before = _costs_before(level, begins, first)
    costs = np.diff(before, append=int(level.first_down[-1]))
    return level.first_entry[last + 1] - level.first_entry[first], costs


def cells_of_runs(level: OverlayLevel, states: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last cell in which each run of so many inner states lies."""
    ends = np.minimum(np.arange(states, len(level.inner) + states, states), len(level.inner))
    first, last = (
        np.searchsorted(level.first_inner, at, side="right") - 1
        for at in (np.append(0, ends[:-1]), ends - 1)
    )
    return first, last


def _costs_before(
    level: OverlayLevel, inner: NDArray[np.int64], cell: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Costs from entries to the inner states before one, which lies in this cell."""
    entries = level.first_entry[cell + 1] - level.first_entry[cell]
    return level.first_down[cell] + (inner - level.first_inner[cell]) * entries


def width_of(lanes: float) -> int:
    """The nearest power of two, upwards; at most a warp."""
    return min(1 << int(np.ceil(np.log2(max(lanes, 1.0)))), WARP)


def runs_of(level: OverlayLevel, states: int, room: RunRoom) -> tuple[NDArray[np.uint32], ...]:
    """Runs of so many inner states, as three arrays of uint32.

    RUN of each run. Of each state in a run that there is room for, the first entry of its cell,
    counted from that of the run, how many entries it has, and its first cost, counted from that of
    the run, in 8, 8 and 16 bits from the lowest on; of another, the place of its cell in the third
    array. There, CELL of such cells.
    """
    entries = np.diff(level.first_entry)
    cell = np.repeat(np.arange(level.cells), np.diff(level.first_inner))
    begins = np.arange(0, len(cell), states)
    of_run = np.diff(begins, append=len(cell))
    costs = np.append(0, np.cumsum(entries[cell]))  # before each state
    sizes = _sizes_of_runs(level, states)
    runs: NDArray[np.void] = np.zeros(len(begins), RUN)
    runs["entry"], runs["down"] = level.first_entry[cell[begins]], costs[begins]
    runs["entries"], runs["costs"] = sizes
    words = level.first_entry[cell] - np.repeat(runs["entry"], of_run)
    words |= entries[cell] << 8 | (costs[:-1] - np.repeat(runs["down"], of_run)) << 16
    others = np.repeat(~_fits(sizes, room), of_run)
    large, words[others] = np.unique(cell[others], return_inverse=True)
    return runs.view(np.uint32), words.astype(np.uint32), cells_of(level)[large].view(np.uint32)


def cells_of(level: OverlayLevel) -> NDArray[np.void]:
    """CELL of each cell."""
    cells: NDArray[np.void] = np.zeros(level.cells, CELL)
    cells["entry"], cells["entries"] = level.first_entry[:-1], np.diff(level.first_entry)
    cells["inner"], cells["down"] = level.first_inner[:-1], level.first_down[:-1]
    return cells
