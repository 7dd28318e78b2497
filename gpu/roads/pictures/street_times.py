"""Times of streets on a device, from the labels of a result that lie there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from core.times import UNREACHED
from gpu.buffers import require
from gpu.module import Module, load
from gpu.roads.costs.weights import costs_for
from gpu.roads.state_places import state_places
from gpu.roads.travel_times import DeviceRoadTimes
from gpu.sources import layout_of
from road.graph import U32, RoadGraph
from road.maps.drawing_layout import StreetLines
from road.maps.drawing_times import REACHED, SHUT, STARTED, rays_of
from road.search.search_graph import SearchGraph
from road.streets import streets_of

STATES = layout_of("ArcStates", "roads/pictures/street_times.cu")
CLOCKS = layout_of("Clocks", "roads/pictures/streets.cu")

THREADS = 256


class OnDevice(NamedTuple):
    """Arrays on a device as kernels read them: a structure of their addresses, and what keeps them.

    record : an array of one.
    """

    record: Any
    arrays: tuple[Any, ...]


def on_device(layout: Any, values: dict[str, Any]) -> OnDevice:
    """A structure with these fields; arrays on a device become their addresses."""
    record = np.zeros(1, layout)[0]
    kept = []
    for name, value in values.items():
        if hasattr(value, "data") and hasattr(value, "get"):
            kept.append(value)
            record[name] = value.data.ptr
        else:
            record[name] = value
    return OnDevice(record, tuple(kept))


@dataclass(eq=False)
class _Steps:
    """Steps of a search by arcs; made of `head`, which searches by any weights share."""

    head: U32
    states: OnDevice


class StreetClocks:
    """Finds the times of the streets of one graph on the current device."""

    def __init__(self, graph: RoadGraph, lines: StreetLines, device: int) -> None:
        import cupy

        streets = streets_of(graph)
        require(16 * len(lines.street), device, "a picture of roads")
        self._graph, self._lines, self._device = graph, lines, device
        self._arcs = cupy.asarray(streets.arc[lines.street])
        self._backs = cupy.asarray(streets.back[lines.street])
        self._steps: list[_Steps] = []
        self._module: Module = load("roads/pictures/street_times", {}, device)

    def _launch(self, name: str, count: int, *args: Any) -> None:
        if count:
            self._module.launch(name, -(-count // THREADS), THREADS, *args)

    def clocks(self, times: DeviceRoadTimes, shut: U32) -> OnDevice:
        """`Clocks` of all streets. shut : uint32, arcs closed by hand. On the current stream."""
        import cupy

        search, count = times.search, len(self._lines.street)
        own = cupy.empty(search.graph.arc_count, cupy.uint32)
        costs = cupy.asarray(costs_for(search.weights, self._device, own))
        entered = self._entered(times, costs)
        kind = cupy.empty(count, cupy.uint8)
        held = [cupy.empty(count, cupy.float32) for _ in range(4)]
        self._launch(
            "time_streets", count, self._arcs, self._backs, np.uint32(count), entered, costs,
            np.float64(search.scale), np.int32(search.direction == "from"), kind, *held,
        )  # fmt: skip
        where, rays = rays_of(self._graph, self._lines, times)
        self._mark(where.astype(np.uint32), REACHED | STARTED, kind)
        if len(shut):
            closed = np.zeros(search.graph.arc_count, np.bool_)
            closed[shut] = True
            closed_arcs = closed[streets_of(self._graph).arc[self._lines.street]]
            self._mark(np.flatnonzero(closed_arcs).astype(np.uint32), SHUT, kind)
        fields = "kind", "up", "up_cost", "down", "down_cost", "ray_street", "rays", "ray_count"
        beams = cupy.asarray(where.astype(np.uint32)), cupy.asarray(rays)
        values = dict(zip(fields, (kind, *held, *beams, len(where)), strict=True))
        return on_device(CLOCKS, values)

    def _mark(self, streets: U32, bits: int, kind: Any) -> None:
        import cupy

        count = len(streets)
        if count:
            arrays = cupy.asarray(np.unique(streets))
            self._launch(
                "mark_streets", len(arrays), arrays, np.uint32(len(arrays)), np.uint32(bits), kind
            )

    def _entered(self, times: DeviceRoadTimes, costs: Any) -> Any:
        """As `RoadTimes.entered`, on the device."""
        import cupy

        search, arcs = times.search, times.search.graph.arc_count
        if search.arc_of_state is None:
            entered = cupy.empty(arcs, cupy.uint32)
            near = self._near(search)
            self._launch(
                "enter_from_vertices", arcs, times.device_labels, near, costs, np.uint32(arcs),
                entered,
            )  # fmt: skip
            return entered
        states = self._states(search)
        entered = cupy.full(arcs, UNREACHED, cupy.uint32)
        begun, before = cupy.zeros(arcs, cupy.uint8), cupy.zeros(search.graph.vertices, cupy.uint8)
        started = np.array([arc for arc, _, _ in times.starts_on_arcs()], np.uint32)
        vertices = search.near_vertex[started]
        if len(started):
            self._launch(
                "mark_starts", len(started), cupy.asarray(started), cupy.asarray(vertices),
                np.uint32(len(started)), begun, before,
            )  # fmt: skip
        limit = times.limit_ticks
        turn_costs = cupy.asarray(search.weights.turn_costs)
        record = states.record.copy()
        record["turn_costs"] = turn_costs.data.ptr
        self._launch(
            "enter_arcs", search.states, record, times.device_labels, costs, begun, before,
            np.int32(limit - search.longest_step), np.uint32(limit), entered,
        )  # fmt: skip
        out = [
            (arc, ticks)
            for vertex, ticks in times.vertex_starts()
            for arc in search.arcs_out_of(vertex)
            if search.weights.cost_of(arc) < UNREACHED
        ]
        if out:
            into, ticks = np.array(out, np.uint32).T.copy()
            self._launch(
                "enter_at_starts", len(into), cupy.asarray(into), cupy.asarray(ticks),
                np.uint32(len(into)), entered,
            )  # fmt: skip
        return entered

    def _near(self, search: SearchGraph) -> Any:
        import cupy

        known = next((made for made in self._steps if made.head is search.near_vertex), None)
        if known is None:
            near = search.near_vertex
            known = _Steps(near, OnDevice(None, (cupy.asarray(near),)))
            self._keep(known)
        return known.states.arrays[0]

    def _states(self, search: SearchGraph) -> OnDevice:
        import cupy

        known = next((made for made in self._steps if made.head is search.head), None)
        if known is None:
            steps = len(search.head)
            places = state_places(search, self._device)
            require(5 * steps + 4 * search.states, self._device, "a picture of roads")
            values: dict[str, Any] = {
                "arc": places.arc, "far": places.far,
                "first": cupy.asarray(search.first_out.astype(np.uint32)),
                "head": cupy.asarray(search.head), "turn": cupy.asarray(search.turns),
            }  # fmt: skip
            values["states"], values["arcs"] = search.states, search.graph.arc_count
            known = _Steps(search.head, on_device(STATES, values))
            self._keep(known)
        return known.states

    def _keep(self, made: _Steps) -> None:
        self._steps = [*self._steps[-1:], made]
