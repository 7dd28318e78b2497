"""Rounds on the device: one kernel runs round after round, and the host only looks in.

The counterpart of gpu/include/rounds.cuh. The host launches the kernel, waits some milliseconds
until it pauses or ends, looks at its control block, and launches it again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import Cancel
from core.parallel.rounds import RoundLog
from core.times import UNREACHED
from gpu.buffers import address
from gpu.module import Module
from gpu.sources import layout_of

STEP, ADVANCE, DONE = 0, 1, 2
"""Kinds of rounds."""

CONTROL = layout_of("Control", "include/rounds.cuh")
RECORD = layout_of("RoundRecord", "include/rounds.cuh")

NEAR, FOLLOWING, FAR = 0, 1, 2
"""Queues, in the roles that they begin with."""

RECORD_PLACES = 1 << 15
"""Records after which the kernel pauses for the host to fetch them."""

SLICE_SECONDS = 0.03
"""Seconds after which a launch pauses: a cancel is seen then, and no display waits for the
device."""

USUAL_CLOCK = 1_500_000
"""Clock of a device in kHz, where the device does not tell."""

THREADS = 512
"""Threads of a block."""


def first_control(starts: int) -> NDArray[Any]:
    """The control block before the first round; one CONTROL. Without starts there is none."""
    control = np.zeros(1, CONTROL)
    control["reached"] = starts
    control["turn"]["kind"] = STEP if starts else DONE
    return control


def queued_control(starts: int, earliest: int, delta: int) -> NDArray[Any]:
    """That of near and far queues: all starts are far, and the first round sorts them.

    earliest : smallest label of a start, ticks; 0 without starts.
    """
    control = first_control(starts)
    control["counts"][0, FAR] = starts
    control["delta"], control["nearest"] = delta, UNREACHED
    turn = control["turn"]
    turn["kind"], turn["count"] = ADVANCE if starts else DONE, starts
    turn["near"], turn["following"], turn["far"] = NEAR, FOLLOWING, FAR
    turn["threshold"] = min(earliest + delta, UNREACHED)
    return control


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
        silent = not log.trace.wants_events
        solve["control"], solve["slice"] = address(self.control), self.slice_cycles
        solve["records"] = 0 if silent else address(self.records)
        solve["record_places"] = RECORD_PLACES
        self.control.set(control.view(np.uint8))
        log.bytes_moved += CONTROL.itemsize
        state, heard = np.void(control[0]), Heard.nothing()
        while state["turn"]["kind"] != DONE and not cancel.requested:
            began = time.perf_counter() - log.began
            self._module.launch_together("solve", self.blocks, THREADS, solve)
            heard.tell(log, self._names)  # of the launch before, while the device works
            state = np.void(self.control.get().view(CONTROL)[0])
            log.bytes_moved += CONTROL.itemsize
            heard = Heard.nothing() if silent else self._listen(state, began, log)
        heard.tell(log, self._names)
        log.rounds, log.visits = int(state["rounds"]), int(state["visits"])
        return state

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
        over = self.records["nanoseconds"].astype(np.int64) - self.clock
        lasted = np.diff(over, prepend=0) * 1e-3
        last = np.array(log.ends(len(self.records))) - 1
        seconds = (self.began + over[last] * 1e-9).tolist()
        waiting, reached, threshold = (
            self.records[name][last].tolist() for name in ("waiting", "reached", "threshold")
        )
        shares = [self._shares(kind, lasted, last) for kind in range(len(names))]
        for event, second in enumerate(seconds):
            for name, (rounds, active, microseconds) in zip(names, shares, strict=True):
                if rounds[event]:
                    log.round(
                        name, active[event], waiting[event], reached[event], threshold[event],
                        second, microseconds[event], rounds[event],
                    )  # fmt: skip

    def _shares(self, kind: int, lasted: NDArray[Any], last: NDArray[Any]) -> list[list[Any]]:
        """Rounds of a kind, what they worked on and how long they took, by event."""
        of_kind = self.records["kind"] == kind
        active = self.records["active"].astype(np.int64)
        summed = (of_kind, of_kind * active, of_kind * lasted)
        return [np.diff(np.cumsum(values)[last], prepend=0).tolist() for values in summed]
