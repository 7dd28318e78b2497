"""Solving a grid block by block: the loop that drives one or several workers.

A worker holds some blocks and settles their tiles in rounds, those with the smallest keys first,
across all blocks that it holds. Between rounds blocks leave and others come. A tile may be given a
key while its block is away; the key waits for it, and says how urgently the block is wanted.

Nothing is lost on the way: a step between two tiles is tight, or leads past the limit, or the tile
it enters has a key (docs/algorithms/out-of-core.md). When no tile has a key the solve is over,
whichever blocks were where, so the result is Dijkstra's.

Source: Fjellborg 2024, section 4.6. Ours differs in many blocks at a time, so that a front is
served as a whole, in blocks that leave when they are finished, and in copies while others work.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.parallel.rounds import RoundLog
from core.times import UNLIMITED, UNREACHED
from raster.blocks.layout import BlockPartition
from raster.blocks.paging import Pager, Swap
from raster.blocks.store import FieldLender
from raster.blocks.worker import (
    Attempt,
    BlockEdge,
    Starts,
    Worker,
    WorkerReport,
    WorkerTurn,
    starts_by_block,
)
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.solvers.attempts import GridAttempt, SolvesInAttempts
from raster.steps import StepCosts, mean_speed_kmh, outgrown
from raster.tiles.cells import TILE
from raster.travel_times import TravelTimeGrid

PARTIAL_SECONDS = 0.05
"""Seconds after a cancel in which blocks are still taken out for the partial result."""


class Backend(NamedTuple):
    """What a trace says of the processors."""

    name: str
    device: str


class BlockSolver(SolvesInAttempts[TravelTimeGrid]):
    """A grid with the workers that share its blocks; solves again and again.

    owned : for each worker the blocks that are its own, bool, (blocks,).
    delta_seconds : step width Δ; 0 lets it follow the work.
    """

    gives_up = True

    def __init__(
        self,
        grid: VelocityGrid,
        partition: BlockPartition,
        workers: Sequence[Worker],
        owned: Sequence[NDArray[np.bool_]],
        lender: FieldLender,
        backend: Backend,
        zero_speed_kmh: float = 0.0,
        delta_seconds: float = 0.0,
        geometry: str = EIGHT,
    ) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh, geometry=geometry)
        mean_speed_kmh(grid, zero_speed_kmh)  # samples the grid now, not in a solve
        self.partition, self.workers, self.owned = partition, workers, owned
        self.lender, self._backend, self._delta = lender, backend, delta_seconds

    def _without_those_lost(self, found: TravelTimeGrid) -> TravelTimeGrid:
        return replace(found, partial=True)

    def _lost(self, costs: StepCosts, found: TravelTimeGrid) -> bool:
        """Whether cells were lost because a path reached UNREACHED ticks."""
        longest = max(worker.longest_half for worker in self.workers)
        if found.max_ticks + 2 * longest < UNREACHED:
            return False
        return outgrown(costs, found.labels, found.max_ticks)

    def _attempt(self, asked: GridAttempt) -> TravelTimeGrid:
        tick, limit_ticks, cancel = asked.tick, asked.limit_ticks, asked.cancel
        starts = starts_by_block(asked.costs, self.partition, asked.sources, tick, limit_ticks)
        labels = self.lender.lend()
        log = RoundLog(asked.trace, tick, one_by_one=True)
        delta, bounds = self._step_width(tick)
        cells = self.partition.rows * self.partition.cols
        log.start("out-of-core", *self._backend, cells, delta * tick, "tiles")
        wants_events = asked.trace.wants_events
        attempt = Attempt(
            asked.costs, limit_ticks, starts, labels, delta, bounds, wants_events, cancel
        )
        journey = _Journey(self, starts, tick)
        for worker in self.workers:
            worker.begin(attempt)
        while not journey.over and not cancel.requested:
            journey.advance(log)
        partial = not journey.over
        journey.bring_home(log, PARTIAL_SECONDS if partial else UNLIMITED)
        times = labels.times(tick, asked.limit, partial, asked.geometry)
        log.finish(times.reached, times.max_ticks, partial)
        return times

    def _step_width(self, tick: float) -> tuple[int, tuple[int, int]]:
        """Δ at the beginning and its bounds: from a quarter of a tile's crossing to eight."""
        if self._delta > 0:
            given = max(round(min(self._delta / tick, UNREACHED)), 1)
            return given, (given, given)
        crossing = self.crossing(TILE, tick)
        return max(crossing // 2, 1), (max(crossing // 4, 1), min(8 * crossing, UNREACHED - 1))

    def crossing(self, cells: int, tick: float) -> int:
        """Ticks to cross so many cells at mean speed."""
        metres = cells * max(self._grid.step_x, self._grid.step_y)
        ticks = 3.6 * metres / mean_speed_kmh(self._grid, self._zero_speed) / tick
        return round(min(ticks, UNREACHED))


class _Journey:
    """One attempt on its way: who holds what, what is reported, what is due."""

    def __init__(self, solver: BlockSolver, starts: Starts, tick: float) -> None:
        self._workers = solver.workers
        partition = solver.partition
        crossing = solver.crossing(partition.side, tick)
        self._ahead = max(crossing // 2, 1)
        self._pagers = [
            Pager(partition, owned, worker.slots, crossing)
            for worker, owned in zip(solver.workers, solver.owned, strict=True)
        ]
        keys = np.full(partition.count, UNREACHED, np.uint32)
        for block, cells in starts.items():
            keys[block] = min(cell.label for cell in cells)
        nothing = np.zeros(partition.count, np.uint32)
        self._reports = [WorkerReport(keys, nothing) for _ in solver.workers]
        self._posts = _PostOffice(partition, solver.owned)
        self._turn = 0
        self._reported = -1
        self._last_mail = -1  # turn with which edges were last sent

    @property
    def over(self) -> bool:
        """Whether no tile has a key and no edge is on its way."""
        return min(self._least()) >= UNREACHED and self._reported >= self._last_mail

    def _least(self) -> list[int]:
        """Smallest key of each worker's own blocks."""
        return [
            int(report.keys[pager.owned].min(initial=UNREACHED))
            for report, pager in zip(self._reports, self._pagers, strict=True)
        ]

    def advance(self, log: RoundLog) -> None:
        """Ask for one more turn; once enough of them are on their way, hear of the earliest."""
        least = self._least()
        swaps = [
            pager.plan(
                report.keys,
                report.largest,
                min(least),
                self._turn,
                self._reported,
                worker.swap_capacity(),
            )
            for worker, pager, report in zip(
                self._workers, self._pagers, self._reports, strict=True
            )
        ]
        outside = [
            pager.waiting_outside(report.keys)
            for pager, report in zip(self._pagers, self._reports, strict=True)
        ]
        for index, (worker, swap) in enumerate(zip(self._workers, swaps, strict=True)):
            others = least[:index] + least[index + 1 :]
            ceiling = min([*outside, *others]) + self._ahead
            edges = self._posts.fetch(index)
            if edges:
                self._last_mail = self._turn
            worker.turn(WorkerTurn(swap, worker.rounds, min(ceiling, UNREACHED - 1), edges))
        self._turn += 1
        if self._turn - self._reported > self._workers[0].depth:
            self._hear(log)

    def _hear(self, log: RoundLog) -> None:
        self._reports = [worker.report() for worker in self._workers]
        self._reported += 1
        for index, report in enumerate(self._reports):
            if report.edges:
                self._posts.post(index, report.edges)
                self._last_mail = self._turn  # they go out with the next turn
        self._tell(log)

    def _tell(self, log: RoundLog) -> None:
        reports = self._reports
        log.bytes_moved += sum(report.bytes_moved for report in reports)
        log.record(
            "tiles",
            sum(report.active for report in reports),
            sum(report.waiting for report in reports),
            sum(report.settled for report in reports),
            max(report.threshold for report in reports),
        )
        log.visits = sum(report.visits for report in reports)

    def bring_home(self, log: RoundLog, seconds: float) -> None:
        """Take out every block that is still held, or as many as there is time for."""
        while self._reported < self._turn - 1:
            self._hear(log)
        began = time.perf_counter()
        for worker, pager in zip(self._workers, self._pagers, strict=True):
            while pager.held and time.perf_counter() - began < seconds:
                capacity = worker.swap_capacity().out
                # In haste one by one, to see the time pass.
                leaving = pager.give_up(capacity if seconds == UNLIMITED else min(capacity, 1))
                if not leaving:
                    time.sleep(1e-4)
                    continue
                worker.turn(WorkerTurn(Swap(leaving, ()), 0, 0))
                log.bytes_moved += worker.report().bytes_moved
            worker.finish()


class _PostOffice:
    """Edges on their way from the worker that owns a block to those that own its neighbours."""

    def __init__(self, partition: BlockPartition, owned: Sequence[NDArray[np.bool_]]) -> None:
        self._boxes: list[dict[int, BlockEdge]] = [{} for _ in owned]
        self._readers = [partition.least_around(np.where(own, 0, 1)) == 0 for own in owned]

    def post(self, sender: int, edges: Sequence[BlockEdge]) -> None:
        for edge in edges:
            for reader, box in enumerate(self._boxes):
                if reader != sender and self._readers[reader][edge.block]:
                    box[edge.block] = edge  # the newer one holds all that the older one did

    def fetch(self, reader: int) -> tuple[BlockEdge, ...]:
        edges = tuple(self._boxes[reader].values())
        self._boxes[reader].clear()
        return edges
