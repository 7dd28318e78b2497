"""Travel times that stay on the device: windows are sampled there, the whole comes for export."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.geometry.isochrone_picture import TimeTables
from core.times import UNREACHED, limit_in_ticks
from gpu.compiling import compiled
from gpu.failures import device_errors
from gpu.grids.device_grid import TILE, DeviceGrid
from gpu.grids.pictures import KERNELS, FieldOfTimes, painter_of
from gpu.module import reading_stream
from gpu.sources import layout_of
from raster.geometry import EIGHT
from raster.grid import Window

VIEW = layout_of("View", "grids/tile_layout.cu")


COUNTING_BLOCKS, COUNTING_THREADS = 512, 256
"""Most blocks that count, and threads of each: half of what an H200 holds at once, and memory is
what they wait for. So a picture of the same times is made beside them."""


@dataclass(eq=False)
class DeviceTravelTimes:
    """What raster.travel_times.TravelTimes promises, from labels in device memory.

    May be read from any thread, also while the next solve runs. Raises DeviceError where the
    device fails.

    labels : uint32 on the device, tiles × 1024; past the limit they count as unreached.
    """

    device_grid: DeviceGrid
    labels: Any
    tick_seconds: float
    limit_seconds: float
    partial: bool = False
    geometry: str = EIGHT
    _summary: tuple[int, int] | None = field(default=None, repr=False)
    _counting: Callable[[], tuple[int, int]] | None = field(default=None, repr=False)
    _ticks: NDArray[np.uint32] | None = field(default=None, repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        return self.device_grid.grid.shape

    @property
    def reached(self) -> int:
        return self._summarised()[0]

    @property
    def max_ticks(self) -> int:
        return self._summarised()[1]

    @property
    def max_seconds(self) -> float:
        return self.max_ticks * self.tick_seconds

    def _summarised(self) -> tuple[int, int]:
        """Reached cells and largest label, counted when first asked for."""
        if self._summary is None and self._counting is not None:
            with device_errors(self.device_grid.device):
                self._summary = self._counting()
        if self._summary is None:
            with self._reading():
                reached, largest = self.count().get()
            self._summary = int(reached), int(largest)
        return self._summary

    def count(self) -> Any:
        """Have reached cells and the largest label counted, on the current stream and the device:
        uint64, (2,), there."""
        import cupy

        summary = cupy.zeros(2, cupy.uint64)
        chunks, limit = np.uint64(self.labels.size // 4), np.uint32(self._limit)
        layout = self.device_grid.layout
        blocks = min(COUNTING_BLOCKS, -(-self.labels.size // (4 * COUNTING_THREADS)))
        layout.launch("summarise", blocks, COUNTING_THREADS, self.labels, chunks, limit, summary)
        return summary

    def await_count(self, counting: Callable[[], tuple[int, int]]) -> None:
        """Have what `count` found, so that nobody has to count again, when it is asked for."""
        self._counting = counting

    @property
    def _limit(self) -> int:
        return limit_in_ticks(self.limit_seconds, self.tick_seconds)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """On the device and a stream that no solve uses."""
        import cupy

        device = self.device_grid.device
        with device_errors(device), cupy.cuda.Device(device), reading_stream(device):
            yield

    def _view(
        self,
        kernel: str,
        dtype: Any,
        window: Window,
        shape: tuple[int, int],
        *args: Any,
        rows: tuple[int, int] | None = None,
    ) -> NDArray[Any]:
        """What a kernel tells of the pixels of a window. rows : which of them, by default all."""
        import cupy

        first, end = rows or (0, shape[0])
        view = np.zeros(1, VIEW)[0]
        view["labels"] = self.labels.data.ptr
        view["tile_cols"] = self.device_grid.tile_cols
        view["row"], view["col"], view["height"], view["width"] = window
        view["first"], view["out_rows"], view["out_cols"] = first, end - first, shape[1]
        view["row_step"], view["col_step"] = window.height / shape[0], window.width / shape[1]
        view["limit"] = self._limit
        with self._reading():
            out = cupy.empty((end - first, shape[1]), dtype)
            on_device = [cupy.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
            self.device_grid.layout.launch(
                kernel, (end - first, -(-shape[1] // 256)), 256, view, *on_device, out
            )
            found: NDArray[Any] = out.get()
        return found

    def seconds(
        self, window: Window, shape: tuple[int, int], rows: tuple[int, int] | None = None
    ) -> NDArray[np.float32]:
        tick = np.float64(self.tick_seconds)
        return self._view("view_seconds", np.float32, window, shape, tick, rows=rows)

    @property
    def paints_at_once(self) -> bool:
        """Whether `painted` compiles nothing first; that goes on meanwhile."""
        return compiled(KERNELS, self.device_grid.device)

    def painted(
        self,
        window: Window,
        shape: tuple[int, int],
        tables: TimeTables,
        width: float,
        samples: int,
    ) -> NDArray[np.uint32] | None:
        """A window as pixels, coloured where the labels are: to the bit what
        `core.geometry.isochrone_picture` draws. Only pixels come to the host.

        Returns premultiplied words, (rows, cols) as `shape`, of `samples` × `samples` times each;
        None where the device draws no such picture. width : of lines, in samples.
        """
        with self._reading():
            painter = painter_of(self.device_grid.device)
            return painter.paint(
                FieldOfTimes(
                    self.labels, self.device_grid.tile_cols, self.shape, self.tick_seconds,
                    self._limit,
                ),
                window, shape, tables, width, samples,
            )  # fmt: skip

    def classes(
        self, window: Window, shape: tuple[int, int], limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        edges = np.array([limit_in_ticks(x, self.tick_seconds) for x in limits], np.uint32)
        return self._view("view_classes", np.uint8, window, shape, edges, np.int32(len(edges)))

    def seconds_at(self, row: int, col: int) -> float:
        label = int(self.ticks_in(Window(row, col, 1, 1))[0, 0])
        return label * self.tick_seconds if label < UNREACHED else float("inf")

    def ticks(self) -> NDArray[np.uint32]:
        """The whole field, copied to the host once and kept."""
        if self._ticks is None:
            self._ticks = self._copy_to_host()
        return self._ticks

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        if self._ticks is not None:
            row, col, height, width = window
            return self._ticks[row : row + height, col : col + width]
        return self._view("view_labels", np.uint32, window, (window.height, window.width))

    def ticks_at(self, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> NDArray[np.uint32]:
        if self._ticks is not None:
            return self._ticks[np.ix_(rows, cols)]
        import cupy

        with self._reading():
            out = cupy.empty((len(rows), len(cols)), cupy.uint32)
            self.device_grid.layout.launch(
                "labels_at",
                (len(rows), -(-len(cols) // 256)),
                256,
                self.labels,
                np.int32(self.device_grid.tile_cols),
                np.uint32(self._limit),
                cupy.asarray(rows.astype(np.int32)),
                cupy.asarray(cols.astype(np.int32)),
                np.int32(len(cols)),
                out,
            )
            found: NDArray[np.uint32] = out.get()
        return found

    def _copy_to_host(self) -> NDArray[np.uint32]:
        import cupy

        grid = self.device_grid
        rows, cols = self.shape
        ticks = np.empty((rows, cols), np.uint32)
        with self._reading():
            for top, height in grid.bands():
                band = cupy.empty((height, cols), cupy.uint32)
                grid.layout.launch(
                    "labels_to_rows",
                    -(-height // TILE) * grid.tile_cols,
                    256,
                    self.labels,
                    band,
                    np.int32(top),
                    np.int32(height),
                    np.int32(cols),
                    np.int32(grid.tile_cols),
                    np.uint32(self._limit),
                )
                band.get(out=ticks[top : top + height])
        return ticks
