"""Rounds of `raster.solvers.tiled`, in compiled code: tiles are chosen, settled, and told on.

All threads run one kernel. A helper settles tiles of the round that is open. The leader does, too,
and between rounds it chooses the tiles of the next one. It goes back to Python only to tell what
rounds there were, and to let others run where a round does not end: on the grids that people have
on their screens a round is 50 µs, and calling two kernels from Python took as long again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from core.parallel.atomics import fence, publish
from core.parallel.in_place import in_place
from core.parallel.processor import cycles
from core.parallel.rounds import RoundLog
from core.parallel.team import (
    LOOKS,
    deal,
    hand_in,
    open_round,
    round_is_over,
    take_dealt,
    tasks_of_round,
)
from core.times import UNREACHED
from raster.slopes.tile_borders import wake_beyond
from raster.slopes.tile_steps import load_sloped, prefetch_sloped
from raster.slopes.tiles import settle_sloped
from raster.tiles.cells import TILE, store_tile
from raster.tiles.layout import load_tile, prefetch_tile
from raster.tiles.schedule import (
    AT_WORK,
    IDLE,
    BucketWidth,
    WaitingTiles,
    end_of_share,
    followed,
    select,
    wake_neighbours,
)
from raster.tiles.sweeps import settle_tile

GAINED, SKIPPED = 0, 1
"""Indices of what a thread counts: cells reached first, and tiles left out by a cancel."""

ALL_DONE, CUT_SHORT, TOLD, WAITS, GOES_ON = range(5)
"""Why a thread returns: no tile has a key; there was a cancel; as many rounds as are kept are to be
told; others have the last tiles of the round. It does not while it goes on."""

ACTIVE, WAITING, SETTLED, THRESHOLD, ENDED = range(5)
"""Columns of the rounds that are kept: tiles worked on, and tiles that wait; cells reached so far;
the largest key served, ticks; what the counter showed when it was over."""

ROUNDS_KEPT = 64
"""Most rounds that are told together, some milliseconds of work."""

FIRST_ROUNDS_KEPT = 16
"""Rounds that are told together first, then twice as many: each return to Python waits for whoever
has the interpreter, and while a start is dragged the window has it just then."""


KEPT, TOGETHER, OPEN, SERVED, BEGAN, RETURNED = range(6)
"""Indices of what the leader goes by: rounds kept since it was called, and how many are told
together; 1 while one is open, and the largest key that is served in it, ticks; what the counter
showed when it was called and when it returned."""


class TileRounds(NamedTuple):
    """What the leader goes by, and what it keeps.

    width : float64, (4,): Δ, its least and its largest value, ticks; tiles wanted a round.
    sizes : int64, (6,), see KEPT. kept : int64, (ROUNDS_KEPT, 5), see ACTIVE.
    """

    width: NDArray[np.float64]
    sizes: NDArray[np.int64]
    kept: NDArray[np.int64]

    @classmethod
    def of(cls, width: BucketWidth, tick: float) -> TileRounds:
        """Before the first; tick : seconds."""
        bounds = width.seconds / tick, width.smallest / tick, width.largest / tick, width.wanted
        kept = np.zeros((ROUNDS_KEPT, ENDED + 1), np.int64)
        sizes = np.zeros(RETURNED + 1, np.int64)
        sizes[TOGETHER] = FIRST_ROUNDS_KEPT
        return cls(np.array(bounds, np.float64), sizes, kept)

    def tell(self, log: RoundLog, began: float) -> None:
        """Tell of the rounds kept by a call that is over; `log.clock` is when the last one told
        ended. began : when the call did, seconds of the same clock."""
        kept, now = self.kept[: self.sizes[KEPT]].copy(), time.perf_counter()
        first, last = self.sizes[BEGAN], self.sizes[RETURNED]
        # Where the counter cannot be read, all took as long.
        shares = np.arange(1, len(kept) + 1) / max(len(kept), 1)
        if last > first:
            shares = (kept[:, ENDED] - first) / (last - first)
        log.one_each("tiles", kept, began + shares * (now - began))
        if len(kept) == self.sizes[TOGETHER]:
            self.sizes[TOGETHER] = min(2 * len(kept), ROUNDS_KEPT)


class Settling(NamedTuple):
    """What all threads of an attempt share.

    labels : uint32, (rows, cols). last : uint32, (tiles,), the largest label set in each.
    counts : int64, (threads, 8), see GAINED. stop : uint8, (1,), of the cancel.
    """

    tiles: WaitingTiles
    labels: NDArray[np.uint32]
    last: NDArray[np.uint32]
    counts: NDArray[np.int64]
    stop: NDArray[np.uint8]


def _load(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Load a tile with its halo; for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_load)
def _load_by(costs: Any, labels: Any, buffer: Any, top: Any, left: Any) -> Callable[..., Any]:
    def level(costs: Any, labels: Any, buffer: Any, top: Any, left: Any) -> None:
        load_tile(costs, labels, buffer, top, left)

    def sloped(costs: Any, labels: Any, buffer: Any, top: Any, left: Any) -> None:
        load_sloped(costs, labels, buffer, top, left)

    return sloped if _on_slopes(costs) else level


def _prefetch(costs: Any, labels: Any, tile: int, top: int, left: int) -> None:
    """Have a tile that is loaded soon brought into the cache; for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_prefetch)
def _prefetch_by(costs: Any, labels: Any, tile: Any, top: Any, left: Any) -> Callable[..., Any]:
    def level(costs: Any, labels: Any, tile: Any, top: Any, left: Any) -> None:
        prefetch_tile(costs, labels, top, left)

    def sloped(costs: Any, labels: Any, tile: Any, top: Any, left: Any) -> None:
        prefetch_sloped(costs, labels, tile, top, left)

    return sloped if _on_slopes(costs) else level


def _settle(costs: Any, buffer: Any, as_settled: bool) -> Any:
    """Settle the tile that is loaded; returns rows and columns with labels that fell; for compiled
    code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_settle)
def _settle_by(costs: Any, buffer: Any, as_settled: Any) -> Callable[..., Any]:
    def level(costs: Any, buffer: Any, as_settled: Any) -> Any:
        return settle_tile(buffer, as_settled, costs.straight)

    def sloped(costs: Any, buffer: Any, as_settled: Any) -> Any:
        return settle_sloped(costs, buffer, as_settled)

    return sloped if _on_slopes(costs) else level


def _tell(
    costs: Any, buffer: Any, tiles: Any, tile: int, tile_cols: int, limit_ticks: int, fell: Any
) -> None:
    """Give keys to the neighbours of the tile that is loaded; for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_tell)
def _tell_by(
    costs: Any, buffer: Any, tiles: Any, tile: Any, tile_cols: Any, limit_ticks: Any, fell: Any
) -> Callable[..., Any]:
    def level(
        costs: Any, buffer: Any, tiles: Any, tile: Any, tile_cols: Any, limit_ticks: Any, fell: Any
    ) -> None:
        whom = tiles.keys, tiles.stages, tile, tile_cols
        wake_neighbours(buffer, *whom, limit_ticks, fell, costs.straight)

    def sloped(
        costs: Any, buffer: Any, tiles: Any, tile: Any, tile_cols: Any, limit_ticks: Any, fell: Any
    ) -> None:
        whom = tiles.keys, tiles.stages, tile, tile_cols
        wake_beyond(costs, buffer, *whom, limit_ticks, fell)

    return sloped if _on_slopes(costs) else level


def _on_slopes(costs: Any) -> bool:
    """The same question as `raster.slopes.costs.on_slopes` of a type of compiled code."""
    return "bins" in costs.fields


@in_place
def _first_cell(tile: int, tile_cols: int) -> Any:
    return tile // tile_cols * TILE, tile % tile_cols * TILE


@in_place
def _open(tickets: Any, shared: Any, rounds: Any, tile_cols: int, members: int) -> int:
    """Choose the tiles of the next round, where none is open, and deal them."""
    if rounds.sizes[OPEN] != 0:
        return GOES_ON
    delta = round(min(rounds.width[0], float(UNREACHED)))
    rounds.sizes[SERVED] = select(shared.tiles, tile_cols, delta, members)
    tasks = shared.tiles.sizes[1]
    if tasks == 0:
        return ALL_DONE
    if shared.stop[0] != 0:
        return CUT_SHORT
    rounds.sizes[OPEN] = 1
    open_round(tickets, tasks)
    first = 0
    for member in range(members):
        end = int(end_of_share(shared.tiles, first, member))
        deal(tickets, member, first, end - first)
        first = end
    return GOES_ON


@in_place
def _close(tickets: Any, shared: Any, rounds: Any) -> int:
    """Note the round that is open, if it is over, and have Δ follow it."""
    if not round_is_over(tickets, LOOKS):
        return WAITS
    rounds.sizes[OPEN] = 0
    waits, active = shared.tiles.sizes
    reached = skipped = np.int64(0)
    for member in range(len(shared.counts)):
        reached += shared.counts[member, GAINED]
        skipped += shared.counts[member, SKIPPED]
    row = rounds.kept[rounds.sizes[KEPT]]
    row[ACTIVE], row[WAITING], row[SETTLED] = active, waits, reached
    row[THRESHOLD], row[ENDED] = rounds.sizes[SERVED], cycles()
    rounds.sizes[KEPT] += 1
    width = rounds.width
    width[0] = followed(width[0], width[1], width[2], int(width[3]), active, waits)
    if skipped != 0:
        return CUT_SHORT
    return TOLD if rounds.sizes[KEPT] == rounds.sizes[TOGETHER] else GOES_ON


@in_place
def _serve(
    tickets: Any,
    member: int,
    looks: int,
    members: int,
    costs: Any,
    shared: Any,
    buffer: Any,
    tile_cols: int,
    limit_ticks: int,
) -> None:
    """Settle tiles of the round that is open, one after the other, until none was left so many
    times. Where `stop` is set, they are handed in as they are.

    Allowed race: a tile's halo is read while its neighbour is stored. Either value is the length
    of a path, and the neighbour wakes this tile for the next round if the newer one matters.
    """
    tiles, labels = shared.tiles, shared.labels
    while True:
        place = take_dealt(tickets, member, members, looks)
        if place < 0:
            return
        if shared.stop[0] != 0:
            shared.counts[member, SKIPPED] += 1
            hand_in(tickets)
            continue
        tile = tiles.active[place]
        top, left = _first_cell(tile, tile_cols)
        publish(tiles.stages, tile, AT_WORK)
        fence()  # who does not see this before it looks has stored what is loaded now
        _load(costs, labels, buffer, top, left)
        if place + 1 < tasks_of_round(tickets):  # likely this thread's next one
            following = tiles.active[place + 1]
            _prefetch(costs, labels, following, *_first_cell(following, tile_cols))
        fell = _settle(costs, buffer, tiles.as_settled[tile])
        tiles.as_settled[tile] = True
        gained, shared.last[tile] = store_tile(buffer, labels, top, left, limit_ticks)
        shared.counts[member, GAINED] += gained
        fence()  # who is not at work by now will load what was stored
        _tell(costs, buffer, tiles, tile, tile_cols, limit_ticks, fell)
        publish(tiles.stages, tile, IDLE)
        hand_in(tickets)


@in_place
def work(
    tickets: Any,
    member: int,
    looks: int,
    members: int,
    costs: Any,
    shared: Any,
    rounds: Any,
    buffer: Any,
    tile_cols: int,
    limit_ticks: int,
) -> int:
    """Serve the round that is open; as the leader, who is member 0, round after round. Returns why
    it ends: see ALL_DONE.

    looks : how many times to look for a tile in vain. buffer : of this thread alone.
    """
    leads = member == 0
    if leads:
        rounds.sizes[KEPT], rounds.sizes[BEGAN] = 0, cycles()
    reason = WAITS
    while True:
        if leads:
            reason = _open(tickets, shared, rounds, tile_cols, members)
            if reason != GOES_ON:
                break
        _serve(tickets, member, looks, members, costs, shared, buffer, tile_cols, limit_ticks)
        if leads:
            reason = _close(tickets, shared, rounds)
        if reason != GOES_ON:
            break
    if leads:
        rounds.sizes[RETURNED] = cycles()
    return reason
