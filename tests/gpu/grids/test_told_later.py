"""What a solve on a device leaves to be told, without a device."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import numpy as np

from core.errors import DeviceError
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.grids.solvers.tiled import Tiled
from gpu.grids.tile_queue import CONTROL, RECORD

STARTED = SolveStarted("tiled", "gpu", "GPU 0", 9, "tiles", 0.5, 1.0)


def told_by(result: Any) -> tuple[Ring, Any]:
    """What a ring hears, and times, of a solve whose report gives this when it is looked at."""
    ring, report = Ring(), SimpleNamespace(result=result)
    queue = SimpleNamespace(ask=lambda summary: report)
    solver: Any = SimpleNamespace(
        _stream=nullcontext(), _queue=queue, _device=SimpleNamespace(id=0)
    )
    kept: list[Any] = []
    times: Any = SimpleNamespace(count=lambda: None, await_count=kept.append, partial=False)
    ring.emit(STARTED)
    Tiled._tell(solver, ring, 0.5, times, 0.01, 7)
    return ring, kept[0]


def test_it_is_told_when_it_is_read() -> None:
    looked: list[str] = []
    control, records = np.zeros(1, CONTROL)[0], np.zeros(2, RECORD)
    control["steps"], control["finished"] = 2, 12
    records["reached"] = 3, 8

    def result() -> tuple[Any, Any, tuple[int, int]]:
        looked.append("now")
        return control, records, (8, 40)

    ring, counting = told_by(result)
    assert not looked
    first, *steps, last = ring.drain(newest=True)
    assert first == STARTED
    assert [step.settled for step in steps if isinstance(step, Iteration)] == [3, 8]
    moved = 7 + CONTROL.itemsize + records.nbytes
    assert last == SolveFinished(2, 8, 20.0, 0.01, False, 12, moved)
    assert counting() == (8, 40)


def test_a_device_that_fails_meanwhile_ends_no_window() -> None:
    """Events are read by the window's thread, which can do nothing about it."""

    def result() -> None:
        raise DeviceError("the device is lost", advice="Solve on the CPU.")

    ring, _ = told_by(result)
    assert ring.drain() == [STARTED]
