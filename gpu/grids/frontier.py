"""Solvers that work in rounds on the device: what near-far and bellman-ford have in common.

The counterpart of gpu/include/frontier.cuh. One kernel runs round after round; the host launches
it, waits some milliseconds until it pauses or ends, looks at its control block, and launches it
again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.rounds import RoundLog
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks, ticks_from_seconds
from core.trace import SILENT, Silent, Trace
from gpu.buffers import Lender, require
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, TILE, DeviceGrid, address
from gpu.grids.travel_times import DeviceTravelTimes
from gpu.module import Module
from raster.attempts import first_that_fits
from raster.grid import VelocityGrid
from raster.steps import BARRIER, StepCosts

STEP, RELAX, DONE = 0, 1, 2
"""Kinds of rounds."""

TURN = np.dtype(
    [
        ("count", "u8"), ("kind", "u4"), ("near", "u4"), ("following", "u4"), ("far", "u4"),
        ("parity", "u4"), ("settled_below", "u4"), ("threshold", "u4"), ("paused", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct Turn of frontier.cuh."""

CONTROL = np.dtype(
    [
        ("arrived", "u4"), ("pad0", "u4", (31,)), ("serial", "u4"), ("pad1", "u4", (31,)),
        ("counts", "u8", (3,)), ("visits", "u8"), ("reached", "u8"), ("visits_before", "u8"),
        ("settled_before", "u8"), ("queued", "u8"), ("steps", "u8"), ("clock", "u8"),
        ("nearest", "u4"), ("delta", "u4"), ("rounds", "u4"), ("records", "u4"), ("turn", TURN),
    ],
    align=True,
)  # fmt: skip
"""struct Control of frontier.cuh."""

RECORD = np.dtype(
    [
        ("nanoseconds", "u8"), ("active", "u8"), ("waiting", "u8"), ("reached", "u8"),
        ("threshold", "u4"), ("kind", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct Record of frontier.cuh."""

RECORD_PLACES = 1 << 15
"""The kernel pauses when they are full."""

SLICE_SECONDS = 0.03
"""A launch pauses after this long: a cancel is seen then, and no display waits for the device."""

USUAL_CLOCK = 1_500_000
"""kHz, where the device does not tell."""

THREADS = 512
"""Of a block."""


NARROW = 1 << 32
"""Cells of all tiles up to which the address of a cell fits 32 bits."""


class Rounds:
    """The kernel of a solver, its blocks, its control block and the records of its rounds."""

    def __init__(self, module: Module, kernels: tuple[str, ...], device: int) -> None:
        import cupy

        self._module, self._names = module, kernels
        self.blocks = module.resident_blocks("solve", THREADS, device)
        clock = cupy.cuda.Device(device).attributes.get("ClockRate", USUAL_CLOCK)
        self.slice_cycles = int(clock * 1000 * SLICE_SECONDS)
        self.control = cupy.zeros(CONTROL.itemsize, cupy.uint8)
        self.records = cupy.empty(RECORD_PLACES * RECORD.itemsize, cupy.uint8)

    @staticmethod
    def bytes_needed() -> int:
        return CONTROL.itemsize + RECORD_PLACES * RECORD.itemsize

    def run(self, solve: np.void, control: NDArray[Any], log: RoundLog, cancel: Cancel) -> np.void:
        """Rounds from a control block to the end or a cancel; the control block then."""
        silent = isinstance(log.trace, Silent)
        solve["control"], solve["slice"] = address(self.control), self.slice_cycles
        solve["records"] = 0 if silent else address(self.records)
        solve["record_places"] = RECORD_PLACES
        self._write(control, log)
        state, heard = np.void(control[0]), Heard.nothing()
        while state["turn"]["kind"] != DONE and not cancel.requested:
            began = time.perf_counter() - log.began
            self._module.launch_together("solve", self.blocks, THREADS, solve)
            heard.tell(log, self._names)  # of the launch before, while the device works
            state = self._read(log)
            heard = Heard.nothing() if silent else self._listen(state, began, log)
        heard.tell(log, self._names)
        log.rounds, log.visits = int(state["rounds"]), int(state["visits"])
        return state

    def _write(self, control: NDArray[Any], log: RoundLog) -> None:
        self.control.set(control.view(np.uint8))
        log.bytes_moved += CONTROL.itemsize

    def _read(self, log: RoundLog) -> np.void:
        log.bytes_moved += CONTROL.itemsize
        return np.void(self.control.get().view(CONTROL)[0])

    def _listen(self, state: np.void, began: float, log: RoundLog) -> Heard:
        count, size = int(state["records"]), RECORD.itemsize
        records = self.records[: count * size].get().view(RECORD)
        index = CONTROL.fields["records"][1]  # type: ignore[index]  # a structured dtype
        self.control[index : index + 4].fill(0)
        log.bytes_moved += count * size
        return Heard(records, int(state["clock"]), began)


@dataclass(frozen=True)
class Heard:
    """Records of one launch.

    clock : of the device at the launch, nanoseconds. began : seconds of the solve then.
    """

    records: NDArray[Any]
    clock: int
    began: float

    @classmethod
    def nothing(cls) -> Heard:
        return cls(np.zeros(0, RECORD), 0, 0.0)

    def tell(self, log: RoundLog, names: tuple[str, ...]) -> None:
        """Note the rounds, those of one event together."""
        if not len(self.records):
            return
        records = self.records
        over = records["nanoseconds"].astype(np.int64) - self.clock
        lasted = np.diff(over, prepend=0) * 1e-3
        last = np.array(log.ends(len(records))) - 1
        seconds = (self.began + over[last] * 1e-9).tolist()
        waiting, reached, threshold = (
            records[name][last].tolist() for name in ("waiting", "reached", "threshold")
        )
        shares = [self._shares(kind, lasted, last) for kind in range(len(names))]
        for event, second in enumerate(seconds):
            for name, (rounds, active, microseconds) in zip(names, shares, strict=True):
                if rounds[event]:
                    log.round(
                        name,
                        active[event],
                        waiting[event],
                        reached[event],
                        threshold[event],
                        second,
                        microseconds[event],
                        rounds[event],
                    )

    def _shares(self, kind: int, lasted: NDArray[Any], last: NDArray[Any]) -> list[list[Any]]:
        """Rounds of a kind, what they worked on and how long they took, by event."""
        of_kind = self.records["kind"] == kind
        active = self.records["active"].astype(np.int64)
        summed = (of_kind, of_kind * active, of_kind * lasted)
        return [np.diff(np.cumsum(values)[last], prepend=0).tolist() for values in summed]


class RoundSolver:
    """Base of the solvers: attempts with ever coarser ticks, labels that are lent, starts.

    A subclass has `algorithm`, its kernel's name in the table, and says what a solve is.
    """

    algorithm: str
    kernels: tuple[str, ...]

    def __init__(
        self, grid: VelocityGrid, zero_speed_kmh: float, device: int, own_bytes: int
    ) -> None:
        import cupy

        self._grid, self._zero_speed = grid, zero_speed_kmh
        self._device = cupy.cuda.Device(device)
        places = self.places(grid)
        with device_errors(device), self._device:
            needed = DeviceGrid.bytes_needed(grid) + 4 * places + own_bytes + Rounds.bytes_needed()
            require(needed, device, "solving this raster on the GPU")
            self._on_device = DeviceGrid(grid, device)
            module = self._on_device.module(
                f"grids/{self.algorithm.replace('-', '_')}",
                THREADS=THREADS,
                WIDE=int(places > NARROW),
            )
            self._rounds = Rounds(module, self.kernels, device)
            self._labels = Lender(places, device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            self._lost = cupy.zeros(1, cupy.uint32)
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    @staticmethod
    def places(grid: VelocityGrid) -> int:
        """Cells of all tiles, those past the edge of the grid included."""
        return -(-grid.rows // TILE) * -(-grid.cols // TILE) * CELLS

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> DeviceTravelTimes:
        """Travel times from `sources`; sources on barriers or no data reach nothing."""

        def attempt(costs: StepCosts, tick: float) -> DeviceTravelTimes:
            return self._attempt(costs, sources, tick, limit, trace, cancel)

        with device_errors(self._device.id), self._device:
            return first_that_fits(
                self._grid, sources, limit, self._zero_speed, attempt, self._outgrown
            )

    def _attempt(
        self,
        costs: StepCosts,
        sources: Sources,
        tick: float,
        limit: float,
        trace: Trace,
        cancel: Cancel,
    ) -> DeviceTravelTimes:
        limit_ticks = limit_in_ticks(limit, tick)
        log = RoundLog(trace, tick)
        labels = self._labels.lend()
        delta = self._first_delta(tick)
        device = f"GPU {self._device.id}"
        log.start(self.algorithm, "gpu", device, self._grid.values.size, delta * tick)
        with self._stream:
            starts = self._start_labels(sources, tick, limit_ticks)
            self._enter(labels, starts, log)
            solve = self._solve_struct()
            solve["grid"] = self._on_device.priced(costs)
            solve["labels"], solve["limit"] = address(labels), limit_ticks
            control = self._begin(starts, delta)
            state = self._rounds.run(solve, control, log, cancel)
            self._stream.synchronize()  # without a launch nobody has waited for the labels
        partial = bool(state["turn"]["kind"] != DONE)
        self._end(partial)
        times = DeviceTravelTimes(self._on_device, labels, tick, limit, partial)
        self._labels.returned_by(times, labels)
        if not isinstance(trace, Silent):
            log.finish(times.reached, times.max_ticks, partial)
        return times

    # -- what a subclass says

    def _first_delta(self, tick: float) -> int:
        """Ticks; 0 where there is no Δ."""
        return 0

    def _solve_struct(self) -> np.void:
        """The kernel's argument, without what all solvers have."""
        raise NotImplementedError

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        """The control block before the first round; one CONTROL."""
        raise NotImplementedError

    def _end(self, partial: bool) -> None:
        """After the last round, or after a cancel."""

    # -- starts, and what a tick cannot count

    def _start_labels(self, sources: Sources, tick: float, limit_ticks: int) -> dict[int, int]:
        """Labels of the usable starts by their address in the tiled layout."""
        at: dict[int, int] = {}
        for start in sources:
            row, col = divmod(start.element, self._grid.cols)
            label = ticks_from_seconds(start.head_start_seconds, tick)
            inside = row < self._grid.rows and label <= limit_ticks
            if inside and self._grid.passable(row, col, self._zero_speed):
                cell = self._on_device.label_address(row, col)
                at[cell] = min(at.get(cell, BARRIER), label)
        return at

    def _enter(self, labels: Any, starts: dict[int, int], log: RoundLog) -> None:
        import cupy

        labels.fill(UNREACHED)
        if starts:
            cells = cupy.asarray(np.fromiter(starts.keys(), np.int64))
            labels[cells] = cupy.asarray(np.fromiter(starts.values(), np.uint32))
            log.bytes_moved += 12 * len(starts)

    def _outgrown(self, costs: StepCosts, times: DeviceTravelTimes) -> bool:
        """Whether cells were lost because a path reached UNREACHED ticks."""
        if costs.table.size:
            passable = costs.table[costs.table < BARRIER]
            longest = int(passable.max()) if passable.size else 0
            if times.max_ticks + 2 * longest < BARRIER:
                return False
        with self._stream:
            self._lost.fill(0)
            self._on_device.layout.launch(
                "outgrown",
                self._on_device.tiles,
                256,
                self._on_device.priced(costs),
                times.labels,
                self._lost,
            )
            return bool(self._lost.get()[0])
