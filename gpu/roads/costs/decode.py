"""The metric decoder on a device: the properties stay there, and a table of 12 kB makes them costs.

The twin of `road.costs.decode`. Source: the metric decoder of Delling, Kobitzsch, Werneck,
"Customizing driving directions with GPUs", Euro-Par 2014. Ours keeps five small tables in shared
memory and multiplies, as `road.costs.metric` says, where theirs looks up combined codes; all costs
are bit by bit those of the CPU. Speeds of single ways are decoded anew from a short list of arcs,
which is kept for as long as the ways are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address, require
from gpu.failures import device_errors
from gpu.host_memory import PinnedLender
from gpu.module import load
from gpu.sources import layout_of
from road.costs.checks import require_lengths
from road.costs.metric import DecoderTable, Metric, Weights
from road.costs.way_speeds import WaySpeeds
from road.graph import U32, RoadGraph

DECODER = layout_of("Decoder", "roads/costs/decode.cu")

COLUMNS = (
    *("length_m", "road_class", "speed_limit", "surface", "vehicles", "flags"),
    *("slope", "arc_end"),
)
"""Columns of `ArcProperties` that a cost depends on."""

THREADS = 256
"""Threads of a block: with a table each, eight blocks fit on a multiprocessor."""

COST_BYTES = 4


class DeviceDecoder:
    """Decodes any metric for one graph, on one device.

    nbytes : device memory that it holds, 9 bytes an arc, one more each with slopes and with
    what stands at ends of arcs; a field of costs takes 4
    more. Raises InputError for a graph without lengths, DeviceMemoryError where memory is short.
    May be used from several threads.
    """

    def __init__(self, graph: RoadGraph, device: int = 0) -> None:
        import cupy

        require_lengths(graph)
        self.device, self.arcs = device, graph.arc_count
        self.nbytes = self.bytes_needed(graph)
        self._way, self._left_hand = graph.arcs.way, graph.left_hand
        self._listed: tuple[WaySpeeds, Any, Any] | None = None
        self._host = PinnedLender(self.arcs, np.uint32)
        with device_errors(device), cupy.cuda.Device(device):
            needed = self.nbytes + COST_BYTES * self.arcs
            require(needed, device, "decoding metrics of these roads on the GPU")
            self._module = load("roads/costs/decode", {}, device)
            self._blocks = self._module.resident_blocks("decode", THREADS, device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            self._columns = {name: _uploaded(column) for name, column in _columns(graph)}

    @staticmethod
    def bytes_needed(graph: RoadGraph) -> int:
        """Bytes of the properties on the device."""
        return sum(column.nbytes for _, column in _columns(graph))

    def decode(self, metric: Metric, out: Any = None, *, stream: Any = None) -> Any:
        """cupy uint32, arcs: their costs on the device; only the table travels.

        out : written and returned, a new array where there is none.
        stream : that the kernels run on, the current one where there is none; the caller waits.
        """
        import cupy

        with device_errors(self.device), cupy.cuda.Device(self.device), stream or nullcontext():
            costs, table = self._field(out), metric.table()
            values = cupy.asarray(table.values)
            decoder = self._struct(table, values)
            self._launch("decode", self.arcs, decoder, costs)
            if metric.ways is not None and len(metric.ways.way):
                listed, entry = self._listed_arcs(metric.ways)
                fixed, factor = (cupy.asarray(paces) for paces in metric.way_paces())
                given = (listed, entry, np.uint64(len(listed)), fixed, factor)
                self._launch("override_ways", len(listed), decoder, *given, costs)
            return costs

    def close(self, costs: Any, arcs: U32) -> None:
        """Close these arcs; on the current stream."""
        if len(arcs):
            count, no_costs = np.uint64(len(arcs)), np.uint64(0)
            self._launch("put_costs", len(arcs), _uploaded(arcs), count, no_costs, costs)

    def put(self, costs: Any, arcs: U32, each: U32) -> None:
        """Give these arcs these costs, uint32; on the current stream."""
        if len(arcs):
            count, given = np.uint64(len(arcs)), _uploaded(each)
            self._launch("put_costs", len(arcs), _uploaded(arcs), count, given, costs)

    def double_tick(self, costs: Any) -> None:
        """The costs in ticks twice as long; on the current stream."""
        self._launch("double_tick", self.arcs, np.uint64(self.arcs), costs)

    def longest(self, costs: Any) -> Callable[[], int]:
        """The largest cost of an open arc, 0 where none is: found on the current stream, for which
        the answer waits."""
        import cupy

        found, stream = cupy.zeros(1, cupy.uint32), cupy.cuda.get_current_stream()
        self._launch("longest_open", self.arcs, costs, np.uint64(self.arcs), found)
        return lambda: int(found.get(stream=stream)[0])

    def weights(self, metric: Metric) -> Weights:
        """`metric.weights(graph)`, decoded on the device and copied to the host."""
        with device_errors(self.device):
            costs = self.decode(metric, stream=self._stream)
            host = self._host.lend()
            if self.arcs:
                costs.get(stream=self._stream, out=host)
                self._stream.synchronize()
        return metric.weights_of(host, self._left_hand)

    def _field(self, out: Any) -> Any:
        """Where costs are written to; ValueError for an array of another kind or size."""
        import cupy

        if out is None:
            require(COST_BYTES * self.arcs, self.device, "another field of costs")
            return cupy.empty(self.arcs, cupy.uint32)
        if out.shape != (self.arcs,) or out.dtype != np.uint32 or not out.flags.c_contiguous:
            raise ValueError(f"{out.dtype} {out.shape} cannot hold the costs of {self.arcs} arcs")
        return out

    def _struct(self, table: DecoderTable, values: Any) -> np.void:
        """struct Decoder. values : the table's, on the device, alive until all is launched."""
        record: np.void = np.zeros(1, DECODER)[0]
        for name, column in self._columns.items():
            record[name] = address(column)
        record["table"], record["arcs"] = address(values), self.arcs
        record["mask"], record["pushed"], record["follow"] = table.mask, table.pushed, table.follow
        return record

    def _listed_arcs(self, ways: WaySpeeds) -> tuple[Any, Any]:
        """cupy uint32: the arcs of the ways, and the entry of each; kept for the same ways."""
        known = self._listed
        if known is None or known[0] is not ways:
            arcs, entry = ways.arcs(self._way)
            known = self._listed = ways, _uploaded(arcs), _uploaded(entry.astype(np.uint32))
        return known[1], known[2]

    def _launch(self, name: str, count: int, *arguments: Any) -> None:
        if count:
            blocks = min(self._blocks, -(-count // THREADS))
            self._module.launch(name, blocks, THREADS, *arguments)


def _columns(graph: RoadGraph) -> list[tuple[str, NDArray[Any]]]:
    """The columns that there are, by name."""
    columns = ((name, getattr(graph.arcs, name)) for name in COLUMNS)
    return [(name, column) for name, column in columns if column is not None]


def _uploaded(column: NDArray[Any]) -> Any:
    """A copy on the device, complete whichever stream reads it."""
    import cupy

    array, stream = cupy.empty(column.shape, column.dtype), cupy.cuda.get_current_stream()
    if column.size:
        array.set(np.ascontiguousarray(column), stream=stream)
        stream.synchronize()
    return array
