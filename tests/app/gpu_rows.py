"""Rows for the table of algorithms whose "GPU" solvers run anywhere and fail as told.

They are Dijkstra's on the CPU in truth, so that results can be compared; what is tested is what
becomes of their errors.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from app.catalog.algorithms import ALGORITHMS, Algorithm, find
from core.errors import DeviceError, DeviceMemoryError
from gpu.device import Device
from raster.grid import VelocityGrid
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid

GIB = 1 << 30

TWO_GPUS = (
    Device("gpu", 0, "Imaginary 9000", 8 * GIB, capability="9.0"),
    Device("gpu", 1, "Imaginary 9100", 24 * GIB, capability="9.0"),
)


class Working(Dijkstra):
    """A device solver without a fault. `made` counts the solvers, `devices` says where."""

    made: ClassVar[int] = 0
    devices: ClassVar[list[int]] = []
    cells: ClassVar[list[int]] = []

    def __init__(self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0, device: int = 0) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh)
        type(self).made += 1
        type(self).devices.append(device)
        type(self).cells.append(grid.values.size)


class Full(Working):
    """Finds no memory when it is made."""

    made = 0

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        device: int = 0,
        delta_seconds: float = 0.0,
    ) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh, device=device)
        raise DeviceMemoryError("the raster needs 9.0 GiB, 7.5 GiB may be used", where="GPU 0")


class FullOnce(Working):
    """Finds no memory the first time, as if an older solver still held it."""

    made = 0

    def __init__(self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0, device: int = 0) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh, device=device)
        if type(self).made == 1:
            raise DeviceMemoryError("another solver holds the memory")


class Broken(Working):
    """Fails while it solves."""

    made = 0

    def solve(self, *_: object, **__: object) -> TravelTimeGrid:
        raise DeviceError("the kernels do not compile here", where="GPU 0", advice="Update it.")


def row(id_: str, solver: type[Working], **others: object) -> Algorithm:
    """A row with Dijkstra on the CPU and `solver` on the GPU."""
    cpu = find("dijkstra")
    return replace(cpu, id=id_, gpu=f"{__name__}:{solver.__name__}", **others)  # type: ignore[arg-type]


def use_rows(monkeypatch: pytest.MonkeyPatch, *rows: Algorithm, out_of_core: bool = False) -> None:
    """Put rows into the table beside the shipped ones; those that count begin anew."""
    kept = tuple(a for a in ALGORITHMS if out_of_core or a.id != "out-of-core")
    added = {(row.id, row.domain) for row in rows}
    table = (*(a for a in kept if (a.id, a.domain) not in added), *rows)
    monkeypatch.setattr("app.catalog.algorithms.ALGORITHMS", table)
    for solver in (Working, Full, FullOnce, Broken):
        monkeypatch.setattr(solver, "made", 0)
        monkeypatch.setattr(solver, "devices", [])
        monkeypatch.setattr(solver, "cells", [])


def use_gpus(monkeypatch: pytest.MonkeyPatch, *gpus: Device) -> None:
    """Let the table of devices hold these GPUs."""
    monkeypatch.setattr("gpu.device._gpus", lambda: gpus)
    monkeypatch.setattr("gpu.failures._lost", [])
    monkeypatch.delenv("ISOFRONT_GPU_DEVICE", raising=False)
    monkeypatch.delenv("ISOFRONT_GPU_MEMORY_MIB", raising=False)
