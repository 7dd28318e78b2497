"""Many to many on an overlay on the device: the twin of road/crp/query/many_to_many.py.

The queries of 32 sources side by side. Upward, each has a block of threads of its own; downward, a
warp has a lane for each source, so that one look at a cost serves all of them. Cells without a
destination are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from core.cancel import Cancel
from core.solver import Start
from core.times import UNREACHED
from gpu.buffers import require
from gpu.failures import device_errors
from gpu.host_memory import StagedRows
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric, LevelCosts
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.upward import AskedQuery, alarm_of
from road.crp.overlay.overlay import OverlayLevel
from road.graph import U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.search.starts import RoadStart, Seeds, seeds_of

BATCH = 32
"""Sources solved at once, BATCH of many_to_many.cu: the lanes of a warp."""

THREADS = 256
"""Threads of a block."""

ENOUGH_WARPS = 1 << 13
"""Warps that keep a device busy; where cells are fewer, several warps share one."""

FEWEST_INNER = 4
"""Fewest inner states of a cell for each warp that shares it."""


class ManyToMany(TablesInBatches):
    """Tables of times on a GPU, which keeps 32 labels for each state. Raises DeviceMemoryError."""

    batch = BATCH

    def __init__(self, crp: Crp) -> None:
        import cupy

        super().__init__(crp.search)
        self._crp, self._queries = crp, crp.queries
        self.staged = StagedRows()
        self._device = cupy.cuda.Device(crp.queries.device)
        overlay = crp.overlay
        with device_errors(self._device.id), self._device:
            require(4 * BATCH * overlay.states, self._device.id, "a table of times")
            self._module = load(
                "roads/crp/query/many_to_many", {"THREADS": THREADS}, self._device.id
            )
            self._labels = cupy.empty(BATCH * overlay.states, cupy.uint32)

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        queries = self._queries
        with device_errors(self._device.id), self._device, queries.lock, queries.stream:
            metric = self._crp.metric_of(self._search)
            wanted = _Destinations(self, asked)

            def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
                self._solve(batch, limit, wanted, metric)
                wanted.collect(self._labels, rows)

            yield answer

    def _solve(
        self,
        batch: Sequence[Start | RoadStart],
        limit: int,
        wanted: _Destinations,
        metric: DeviceMetric,
    ) -> None:
        """Labels of a batch, all columns from their own source."""
        queries, search = self._queries, self._search
        each = [seeds_of(search, (source,), limit) for source in batch]
        columns = np.repeat(np.arange(len(batch)), [len(seeds.states) for seeds in each])
        seeds = Seeds(
            np.concatenate([seeds.states for seeds in each]),
            np.concatenate([seeds.ticks for seeds in each]),
        )
        self._labels.fill(UNREACHED)
        if not len(columns):
            return
        told = queries.upward.tell(
            seeds, columns, self._labels, AskedQuery(limit, alarm_of(search))
        )
        queries.upward.send(told)
        queries.upward.sent()
        queries.upward.launch(told, metric, told.opened.lowest, BATCH)
        for number in reversed(range(len(wanted.cells))):
            self._sweep(metric.levels[number], wanted, limit)

    def _sweep(self, level: LevelCosts, wanted: _Destinations, limit: int) -> None:
        count, cells = wanted.cells[level.number]
        if not count or not int(level.host.first_down[-1]):
            return
        slices = _slices(level.host, count)
        self._module.launch(
            "sweep_batch", _blocks(count * slices), THREADS, level.struct,
            np.uint64(0 if cells is None else cells.data.ptr), np.uint32(count),
            np.uint32(slices), self._labels, np.uint32(limit),
        )  # fmt: skip

    def look_up(self, first: Any, states: Any, count: int, labels: Any, times: Any) -> None:
        """The least label of each destination's states. states : as where labels lie."""
        arrays = first, states, np.uint32(count), labels, times
        self._module.launch("collect", _blocks(count), THREADS, *arrays)


class _Destinations:
    """The destinations of a table on the device.

    cells : for each level how many cells hold one, and these, uint32; None for all.
    """

    def __init__(self, tables: ManyToMany, asked: AskedStates) -> None:
        import cupy

        self._tables, self._count = tables, len(asked)
        first, states = asked.first, asked.states
        overlay = tables._queries.overlay
        needed = 4 * (len(first) + len(states) + BATCH * len(asked))
        require(needed, tables._device.id, "so many destinations")
        self.cells: list[tuple[int, Any]] = [(level.cells, None) for level in overlay.levels]
        if not asked.everything:
            around = overlay.cells_around(states.astype(np.int64))
            self.cells = [(len(cells), cupy.asarray(cells)) for cells in around]
        self._first = cupy.asarray(first.astype(np.uint32))
        self._states = cupy.asarray(tables._queries.on_device.labels.places.of(states))
        self._times = cupy.empty((BATCH, len(asked)), cupy.uint32)

    def collect(self, labels: Any, rows: Any) -> None:
        """Write times of a batch to rows of NumPy's or CuPy's, (sources, destinations)."""
        import cupy

        self._tables.look_up(self._first, self._states, self._count, labels, self._times)
        if isinstance(rows, cupy.ndarray):
            rows[...] = self._times[: len(rows)]
        else:
            self._tables.staged.copy(self._times[: len(rows)], rows)


def _blocks(warps: int) -> int:
    return -(-warps * BATCH // THREADS)


def _slices(level: OverlayLevel, cells: int) -> int:
    """Warps that share a cell of which so many are swept."""
    inner = len(level.inner) // level.cells
    return max(min(ENOUGH_WARPS // cells, inner // FEWEST_INNER), 1)
