"""Block by block on one or several GPUs: for rasters that exceed their memory, or the host's.

The twin of raster/solvers/out_of_core.py; `raster.blocks.solve` has the algorithm. Blocks of the
raster are copied to the device when a front comes near and leave it when they are finished, while
tiles of other blocks are settled. Labels end in pinned host memory, or in a file when that is
short.

Source: Fjellborg 2024, section 4.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.errors import DeviceError
from gpu.buffers import budget
from gpu.device import devices
from gpu.grids.blocks.memory import Sizes
from gpu.grids.blocks.worker import DeviceWorker
from gpu.grids.device_grid import VALUE_BYTES
from gpu.host_memory import pin
from raster.blocks.layout import BlockPartition, side_for
from raster.blocks.solve import Backend, BlockSolver
from raster.blocks.store import FieldLender, in_memory_or_file
from raster.geometry import EIGHT, GEOMETRIES, check_geometry
from raster.grid import VelocityGrid
from raster.solvers.out_of_core import stripes


class OutOfCore(BlockSolver):
    """Settles blocks of the grid that fit into the memory of GPUs; see the module's text."""

    geometries = GEOMETRIES

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        geometry: str = EIGHT,
        delta_seconds: float = 0.0,
        block_cells: float = 0,
        memory_mib: float = 0,
        workers: float = 1,
        device: int = 0,
        among: Sequence[int] | None = None,
        slots: int = 0,
    ) -> None:
        """Prepare: allocate and pin; blocks are copied by each solve.

        block_cells : cells along a side of a block, a power of two from 32; 0 chooses by memory.
        memory_mib : device memory for all of it; 0 takes what may be used.
        workers : how many GPUs share the blocks; `device` is the first of them.
        among : devices of the workers instead, the same one more than once if need be.
        slots : blocks that each may hold, instead of what memory allows.
        """
        check_geometry(geometry, grid, self.geometries)
        chosen = among or _devices(int(workers), device)
        value_bytes = VALUE_BYTES[grid.values.dtype.name]
        allowed = min(budget(index) // chosen.count(index) for index in chosen)
        if memory_mib:
            allowed = min(allowed, int(memory_mib) << 20)
        cells = int(allowed / (4 + value_bytes) * 0.9)  # the rest is for stages and edges
        side = int(block_cells) or side_for(grid.rows, grid.cols, cells)
        partition = BlockPartition(grid.rows, grid.cols, side)
        sizes = Sizes.within(allowed, partition, value_bytes, f"GPU {device}")
        if slots:
            sizes = replace(sizes, slots=min(slots, sizes.slots))
        owned = stripes(partition, len(chosen))
        lender = FieldLender(partition, in_memory_or_file, pin)
        lender.prepare()
        super().__init__(
            grid,
            partition,
            [
                DeviceWorker(grid, partition, own, sizes, index, geometry)
                for own, index in zip(owned, chosen, strict=True)
            ],
            owned,
            lender,
            Backend("gpu", ", ".join(f"GPU {index}" for index in chosen)),
            zero_speed_kmh,
            delta_seconds,
            geometry,
        )
        self.solve(())  # loads and compiles now what the first solve needs


def _devices(count: int, first: int) -> list[int]:
    """The first device and so many others."""
    if count == 1:
        return [first]
    usable = [d.index for d in devices() if d.backend == "gpu" and d.usable]
    ordered = [first, *(index for index in usable if index != first)]
    if count > len(ordered):
        raise DeviceError(
            f"{count} GPUs asked for, {len(ordered)} usable", advice="Give a smaller number."
        )
    return ordered[:count]
