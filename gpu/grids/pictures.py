"""Pictures of travel times, made where these lie, to the bit those of the processor.

The twin of core/geometry/isochrone_picture.py, and where cells are shown large of
core/geometry/between_cells.py. One launch reads labels and writes pixels; only these come to the
host, in one copy. Tables of colours are on the device once and stay there: while something is
dragged they are the same ones.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.geometry.isochrone_picture import STEPS, TimeTables, pen_of
from gpu.buffers import address
from gpu.compiling import Wanted
from gpu.host_memory import PinnedPictures
from gpu.module import load
from gpu.sources import layout_of
from raster.grid import Window, between, each_in_a_cell

PICTURE = layout_of("TimePicture", "grids/pictures.cu")

SIDE = 32
"""Samples of a block along either axis, at most; as in pictures.cu."""

MOST_REACH = 16
"""Samples that a line and its light may reach from an edge, at most; as in pictures.cu."""

THREADS = 256
"""Threads of a block."""

KERNELS = (Wanted("grids/pictures", "paint_times"),)
"""All that a picture takes."""

AXES_BYTES = 2 * (SIDE + 2 * MOST_REACH) * (8 + 16)
"""Shared memory of a block for a word a row, twice, and for where rows and columns lie."""

KEPT = 8
"""Tables that stay on a device: no fewer than the window keeps at hand."""


class FieldOfTimes(NamedTuple):
    """Labels as they lie on a device, tiles × 1024. limit : in ticks; what is past it counts as
    unreached."""

    labels: Any
    tile_cols: int
    shape: tuple[int, int]
    tick_seconds: float
    limit: int


class _OnDevice(NamedTuple):
    """Tables there. of : those of the host, which live as long, so that no others take their place
    in memory."""

    of: tuple[NDArray[Any], ...]
    fill: Any
    line: Any
    halo: Any
    bands: Any
    limits: Any
    middles: Any


class TimePainter:
    """Paints on one device. Any thread may, on the current stream."""

    def __init__(self, device: int) -> None:
        self._device = device
        self._lock = threading.Lock()
        self._tables: OrderedDict[tuple[object, ...], _OnDevice] = OrderedDict()
        self._host = PinnedPictures()

    def paint(
        self,
        field: FieldOfTimes,
        window: Window,
        shape: tuple[int, int],
        tables: TimeTables,
        width: float,
        samples: int,
    ) -> NDArray[np.uint32] | None:
        """See `DeviceTravelTimes.painted`. None where lines are too wide for a block."""
        if pen_of(width, tables.lines).reach > MOST_REACH or samples > SIDE:
            return None
        import cupy

        there = self._there(tables)
        record = _record(field, window, shape, tables, there, width, samples)
        side = SIDE // samples * samples
        places = side + 2 * int(record["reach"])
        shared = AXES_BYTES + 5 * places**2 + (4 * side**2 if samples > 1 else 0)
        image = cupy.empty(shape, np.uint32)
        blocks = -(-int(record["rows"]) // side), -(-int(record["cols"]) // side)
        module = load("grids/pictures", {}, self._device, exact=True)
        module.launch("paint_times", blocks, THREADS, record, image, shared=shared)
        pixels = self._host.lend(shape)
        image.get(out=pixels)
        return pixels

    def _there(self, tables: TimeTables) -> _OnDevice:
        """The tables on the device, sent there when they are first seen.

        The large ones are told by where they are, since the window hands on the same ones until
        colours or limits change.
        """
        import cupy

        large = tables.fill, tables.line, tables.halo, tables.bands
        key = (*map(id, large), tables.limits.tobytes())
        with self._lock:
            found = self._tables.get(key)
            if found is None:
                small = tables.limits_32, tables.middles
                sent = [cupy.asarray(table) for table in (*large, *small)]
                found = self._tables[key] = _OnDevice(large, *sent)
            self._tables.move_to_end(key)
            if len(self._tables) > KEPT:
                self._tables.popitem(last=False)
            return found


@cache
def painter_of(device: int) -> TimePainter:
    """The one of a device, whose tables stay."""
    return TimePainter(device)


def _record(
    field: FieldOfTimes,
    window: Window,
    shape: tuple[int, int],
    tables: TimeTables,
    there: _OnDevice,
    width: float,
    samples: int,
) -> np.void:
    """struct TimePicture."""
    record: np.void = np.zeros(1, PICTURE)[0]
    record["labels"], record["tile_cols"] = address(field.labels), field.tile_cols
    record["tick"], record["limit"] = field.tick_seconds, field.limit
    for name in ("fill", "line", "halo", "bands", "limits", "middles"):
        record[name] = address(getattr(there, name))
    record["count"], record["latest"] = len(tables.limits), tables.limits[-1]
    record["stopped"], record["late"] = tables.stopped, tables.late
    record["per_second"] = np.float32(STEPS / (tables.top * (1 + 1e-6)))
    record["nudge"] = np.float32(tables.top / STEPS)
    pen = pen_of(width, tables.lines)
    record["lined"], record["reach"] = tables.lines, pen.reach
    record["line_half"], record["halo_half"] = pen.line, pen.halo
    rows, cols = shape[0] * samples, shape[1] * samples
    record["rows"], record["cols"], record["samples"] = rows, cols, samples
    record["row_step"], record["col_step"] = window.height / rows, window.width / cols
    straight = not each_in_a_cell(window, (rows, cols))
    read = between(window, field.shape) if straight else window
    record["straight"] = straight
    record["row"], record["col"], record["height"], record["width"] = read
    record["down"], record["across"] = window.row - read.row, window.col - read.col
    return record
