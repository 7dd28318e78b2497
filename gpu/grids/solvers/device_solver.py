"""What all solvers of grids on the device have in common: the grid there, labels that are lent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gpu.buffers import Lender, require
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, TILE, DeviceGrid
from gpu.grids.travel_times import DeviceTravelTimes
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid
from raster.slopes.costs import longest_step
from raster.slopes.slopes import GridSlopes
from raster.solvers.attempts import SolvesInAttempts
from raster.steps import BARRIER, StepCosts


class DeviceSolver(SolvesInAttempts[DeviceTravelTimes]):
    """Base of the solvers. A subclass has `algorithm`, its name and that of its kernels.

    own_bytes : that it allocates for itself, in all. constants : of its kernels.
    """

    algorithm: str

    def __init__(
        self,
        grid: VelocityGrid,
        zero_speed_kmh: float,
        device: int,
        own_bytes: int,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
        **constants: int,
    ) -> None:
        import cupy

        how: Any = {"zero_speed_kmh": zero_speed_kmh, "geometry": geometry, "slopes": slopes}
        super().__init__(grid, **how)
        constants["STRAIGHT"] = int(geometry == STRAIGHT)
        if slopes is not None:
            constants["SLOPES"] = 1
        self._device = cupy.cuda.Device(device)
        places = self.places(grid)
        with self._place():
            needed = DeviceGrid.bytes_needed(grid) + 4 * places + own_bytes
            require(needed, device, "solving this raster on the GPU")
            self._on_device = DeviceGrid(grid, device)
            stem = self.algorithm.replace("-", "_")
            self._module = self._on_device.module(f"grids/solvers/{stem}", **constants)
            self._labels = Lender(places, device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            self._allocate()
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    @staticmethod
    def places(grid: VelocityGrid) -> int:
        """Cells of all tiles, those past the edge of the grid included."""
        return -(-grid.rows // TILE) * -(-grid.cols // TILE) * CELLS

    @contextmanager
    def _place(self) -> Iterator[None]:
        with device_errors(self._device.id), self._device:
            yield

    def _allocate(self) -> None:
        """What is kept from solve to solve."""

    def _lost(self, costs: StepCosts, found: DeviceTravelTimes) -> bool:
        step = longest_step(costs)
        # To count reads less than to look for them, and others want to know it anyway.
        if self._longest(found) + step < BARRIER or found.max_ticks + step < BARRIER:
            return False
        with self._stream:
            return self._loses_cells(costs, found.labels)

    def _loses_cells(self, costs: StepCosts, labels: object) -> bool:
        """Whether a cell has no label only as its path reached UNREACHED; on the current stream."""
        return self._on_device.loses_cells(costs, labels)
