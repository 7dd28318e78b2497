"""Rounds in compiled code: how they end, and what is told of them."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

from core.cancel import Cancel
from core.parallel.rounds import RoundLog
from core.parallel.team import deal, new_tickets, open_round, round_is_over
from core.solver import Start
from core.times import UNREACHED
from core.trace import Event, Iteration, SolveFinished, Trace
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tile_rounds import (
    ACTIVE,
    ALL_DONE,
    BEGAN,
    CUT_SHORT,
    ENDED,
    FIRST_ROUNDS_KEPT,
    GAINED,
    KEPT,
    RETURNED,
    ROUNDS_KEPT,
    SETTLED,
    SKIPPED,
    THRESHOLD,
    TOGETHER,
    TOLD,
    WAITING,
    WAITS,
    Settling,
    TileRounds,
    work,
)
from raster.solvers.tiled import Tiled
from raster.steps import step_costs
from raster.tiles.cells import TILE
from raster.tiles.layout import tile_buffers, tile_costs
from raster.tiles.schedule import IDLE, BucketWidth, WaitingTiles, enter_starts, followed, select
from tests.raster.terrains import noise

TICK = 2.0**-10
COLS = 7
"""Tiles of a row."""


class Heard(Trace):
    """Keeps the events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


def terrain() -> VelocityGrid:
    return grid_from_kmh(noise(COLS * TILE - 3, COLS * TILE - 3, 4, 0.0), 10.0)


class Attempt:
    """All that a solve from a corner hands to its threads."""

    def __init__(
        self,
        grid: VelocityGrid,
        cancel: Cancel,
        delta: float,
        members: int = 2,
        cols: int = COLS,
        tick: float = TICK,
    ) -> None:
        self.cols, self.members = cols, members
        self.labels = np.full(grid.shape, UNREACHED, np.uint32)
        self.tiles = WaitingTiles.of(cols * cols)
        self.costs = tile_costs(step_costs(grid, tick))
        self.buffers, self.counts = tile_buffers(members), np.zeros((members, 8), np.int64)
        last = np.zeros(cols * cols, np.uint32)
        enter_starts(self.tiles, self.labels, np.zeros(1, np.int64), np.zeros(1, np.uint32))
        self.shared = Settling(self.tiles, self.labels, last, self.counts, cancel.flag)
        self.rounds = TileRounds.of(BucketWidth.of(grid, 0.0, delta), tick)
        self.tickets = new_tickets(members)

    def serve(self, member: int) -> int:
        how = self.tickets, member, 1, self.members, self.costs, self.shared, self.rounds
        return int(work(*how, self.buffers[member], self.cols, UNREACHED - 1))


def test_tiles_of_a_round_are_handed_in_as_they_are_once_somebody_cancels() -> None:
    cancel = Cancel()
    attempt = Attempt(terrain(), cancel, 1e6)
    for _ in range(2):  # of the second round a helper has the tiles, after the cancel
        select(attempt.tiles, COLS, 10**9, 1)
        open_round(attempt.tickets, attempt.tiles.actives)
        deal(attempt.tickets, 0, 0, attempt.tiles.actives)
        before, served = attempt.labels.copy(), attempt.tiles.actives
        assert attempt.serve(1) == WAITS
        cancel.set()
    assert round_is_over(attempt.tickets, 1)
    assert served > 1
    assert attempt.counts[1, SKIPPED] == served
    np.testing.assert_array_equal(attempt.labels, before)


def test_a_leader_is_cut_short_between_rounds() -> None:
    cancel = Cancel()
    attempt = Attempt(terrain(), cancel, 1.0)
    assert attempt.serve(0) == TOLD
    assert attempt.rounds.sizes[KEPT] == FIRST_ROUNDS_KEPT
    cancel.set()
    assert attempt.serve(0) == CUT_SHORT
    assert attempt.rounds.sizes[KEPT] == 0


def test_the_step_width_follows_every_round_and_is_used_in_the_next() -> None:
    attempt = Attempt(terrain(), Cancel(), 0.0)
    rounds = attempt.rounds
    rounds.width[3] = 4.0  # tiles wanted
    widths = [rounds.width[0]]
    while True:
        rounds.sizes[TOGETHER] = 1
        smallest = attempt.tiles.keys.min()
        if attempt.serve(0) == ALL_DONE:
            break
        _, least, most, wanted = rounds.width.tolist()
        active, waits, _, threshold, _ = rounds.kept[0].tolist()
        assert threshold == smallest + round(widths[-1])
        widths.append(followed(widths[-1], least, most, int(wanted), active, waits))
        assert rounds.width[0] == widths[-1]
    assert len(set(widths)) > 2, "it grew and shrank"


def test_a_round_that_others_have_tiles_of_is_waited_for_and_told_once() -> None:
    attempt = Attempt(terrain(), Cancel(), 1e6)
    select(attempt.tiles, COLS, 10**9, 1)
    attempt.tiles.stages[:] = IDLE
    rounds, tasks = attempt.rounds, attempt.tiles.actives
    rounds.sizes[TOGETHER] = 1
    rounds.sizes[2] = 1  # open
    open_round(attempt.tickets, tasks + 1)  # one more than there are: the helper has it
    deal(attempt.tickets, 0, 1, tasks)
    attempt.tiles.active[: tasks + 1] = np.append(0, attempt.tiles.active[:tasks])
    assert attempt.serve(0) == WAITS
    assert rounds.sizes[KEPT] == 0
    attempt.tickets[16] += 1  # handed in
    assert attempt.serve(0) == TOLD
    assert rounds.sizes[KEPT] == 1
    assert rounds.kept[0, ACTIVE] == tasks


def test_all_rounds_are_told_with_their_times() -> None:
    heard = Heard()
    before = time.perf_counter()
    found = Tiled(terrain(), delta_seconds=0.01).solve((Start(0),), trace=heard)
    took = time.perf_counter() - before
    rounds = [event for event in heard.events if isinstance(event, Iteration)]
    last = heard.events[-1]
    assert isinstance(last, SolveFinished)
    assert last.iterations == len(rounds) == rounds[-1].index + 1
    assert len(rounds) > ROUNDS_KEPT, "more than are told together"
    assert last.visits == sum(event.active for event in rounds)
    assert rounds[-1].waiting == 0
    assert rounds[-1].settled == found.reached == last.reached
    for name in ("seconds", "threshold_seconds", "settled"):
        values = [getattr(event, name) for event in rounds]
        assert values == sorted(values), name
    assert all(event.microseconds >= 0 for event in rounds)
    assert 0 < sum(event.microseconds for event in rounds) * 1e-6 <= took


@pytest.mark.parametrize("counter", [(1000, 5000), (0, 0)], ids=["a counter", "none"])
def test_times_of_rounds_are_shared_out_by_the_counter(counter: tuple[int, int]) -> None:
    heard = Heard()
    rounds = TileRounds.of(BucketWidth(1.0, 1.0, 1.0, 0), TICK)
    log = RoundLog(heard, TICK, one_by_one=True)
    rounds.sizes[[KEPT, TOGETHER, BEGAN, RETURNED]] = 2, 2, *counter
    for k, at in enumerate((2000, 5000) if counter[1] else (0, 0)):
        kept = rounds.kept[k]
        kept[[ACTIVE, WAITING, SETTLED, THRESHOLD, ENDED]] = 10 + k, 20 + k, 30 + k, 40 + k, at
    began = log.clock = time.perf_counter() - 8.0
    rounds.tell(log, began)
    first, second = heard.events
    assert isinstance(first, Iteration)
    assert isinstance(second, Iteration)
    assert (first.active, first.waiting, first.settled) == (10, 20, 30)
    assert (second.active, second.threshold_seconds) == (11, 41 * TICK)
    share = 0.25 if counter[1] else 0.5
    whole = first.microseconds + second.microseconds
    assert whole == pytest.approx((log.clock - began) * 1e6)
    assert first.microseconds == pytest.approx(share * whole)
    assert rounds.sizes[TOGETHER] == 4


def test_threads_know_of_all_that_was_reached() -> None:
    attempt = Attempt(terrain(), Cancel(), 1e6)
    while (reason := attempt.serve(0)) != ALL_DONE:
        assert reason == TOLD
    assert attempt.counts[0, GAINED] + 1 == (attempt.labels < UNREACHED).sum()
    assert np.all(attempt.tiles.stages == IDLE)


def test_many_threads_that_take_each_other_s_tiles_find_the_labels_of_dijkstra() -> None:
    side, members = 23, 5  # three blocks a side, more threads than cores
    grid = grid_from_kmh(noise(side * TILE - 5, side * TILE - 9, 4, 0.1), 10.0)
    exact = Dijkstra(grid).solve((Start(0),))
    shared = 0
    for _ in range(200):  # on a busy machine one thread may have done all before another wakes
        attempt = Attempt(grid, Cancel(), 0.0, members, side, exact.tick_seconds)
        ended = threading.Event()

        def help_out(member: int, attempt: Attempt = attempt, ended: Any = ended) -> None:
            while not ended.is_set():
                attempt.serve(member)

        helping = [threading.Thread(target=help_out, args=(k,)) for k in range(1, members)]
        for thread in helping:
            thread.start()
        while attempt.serve(0) != ALL_DONE:
            time.sleep(0)
        ended.set()
        for thread in helping:
            thread.join(240)
        np.testing.assert_array_equal(attempt.labels, exact.labels)
        shared += int(np.count_nonzero(attempt.counts[:, GAINED]) > 1)
        if shared == 3:
            break
    assert shared == 3
