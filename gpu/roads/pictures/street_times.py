"""Times of streets on a device, from the labels of a result that lie there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from core.times import UNLIMITED, UNREACHED
from gpu.buffers import address, require
from gpu.module import Module, load
from gpu.roads.costs.weights import costs_for
from gpu.roads.state_places import state_places
from gpu.roads.travel_times import DeviceRoadTimes
from gpu.sources import layout_of
from road.graph import U32, RoadGraph
from road.maps.drawing_layout import StreetLines
from road.maps.drawing_times import REACHED, SHUT, STARTED, beams_of
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


@dataclass(eq=False)
class _Starts:
    """Where starts lie, whatever it costs there: all that a step of a slider leaves as it is.

    begun, before : uint8, arcs with a start on them, and vertices where these are entered. beams :
    arrays of as many rays; see `time_rays`. arcs, ticks : uint32, arcs out of starts at vertices.
    """

    key: object
    begun: Any
    before: Any
    streets: Any
    beams: tuple[Any, ...]
    count: int
    arcs: Any
    ticks: Any


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
        self._known_starts: _Starts | None = None
        self._turns: tuple[U32 | None, Any] = (None, None)
        self._shut: tuple[U32 | None, Any] = (None, None)
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
        starts = self._starts_of(times)
        entered = self._entered(times, costs, starts)
        kind, clocks = cupy.empty(count, cupy.uint8), cupy.empty((4, count), cupy.float32)
        held = tuple(clocks)
        scale = np.float64(search.scale)
        self._launch(
            "time_streets", count, self._arcs, self._backs, np.uint32(count), entered, costs,
            scale, np.int32(search.direction == "from"), kind, *held,
        )  # fmt: skip
        rays = cupy.empty((starts.count, 4), cupy.float64)
        self._launch(
            "time_rays", starts.count, np.uint32(starts.count), *starts.beams, costs, scale,
            starts.streets, np.uint32(REACHED | STARTED), kind, rays,
        )  # fmt: skip
        closed = self._closed(shut)
        self._launch(
            "mark_streets", closed.size, closed, np.uint32(closed.size), np.uint32(SHUT), kind
        )
        fields = "kind", "up", "up_cost", "down", "down_cost", "ray_street", "rays", "ray_count"
        values = (kind, *held, starts.streets, rays, starts.count)
        return on_device(CLOCKS, dict(zip(fields, values, strict=True)))

    def _closed(self, shut: U32) -> Any:
        """Streets that are closed by hand, on the device."""
        import cupy

        known, streets = self._shut
        if known is not shut:
            closed = np.zeros(self._graph.arc_count, np.bool_)
            closed[shut] = True
            of_street = closed[streets_of(self._graph).arc[self._lines.street]]
            streets = cupy.asarray(np.flatnonzero(of_street).astype(np.uint32))
            self._shut = shut, streets
        return streets

    def _starts_of(self, times: DeviceRoadTimes) -> _Starts:
        import cupy

        search = times.search
        key = times.sources, search.direction, search.scale, times.limit_seconds
        if self._known_starts is not None and self._known_starts.key == key:
            return self._known_starts
        begun = np.zeros(search.graph.arc_count, np.uint8)
        before = np.zeros(search.graph.vertices, np.uint8)
        arcs, where, beams = beams_of(self._graph, self._lines, times)
        begun[arcs] = 1
        before[search.near_vertex[arcs]] = 1
        out = [
            (arc, ticks)
            for vertex, ticks in times.vertex_starts()
            for arc in search.arcs_out_of(vertex)
        ]
        into, ticks = np.array(out, np.uint32).reshape(-1, 2).T.copy()
        arrays = begun, before, where.astype(np.uint32), arcs, beams, into, ticks
        held = [cupy.asarray(np.ascontiguousarray(each)) for each in arrays]
        made = _Starts(
            key, held[0], held[1], held[2], (held[3], held[4]), len(arcs), held[5], held[6]
        )
        self._known_starts = made
        return made

    def _entered(self, times: DeviceRoadTimes, costs: Any, starts: _Starts) -> Any:
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
        entered = cupy.full(arcs, UNREACHED, cupy.uint32)
        record = self._states(search).record.copy()
        record["turn_costs"] = self._turn_costs(search.weights.turn_costs).data.ptr
        limit = times.limit_ticks
        # Without a limit nothing ends on the way: no time is lost for being too long to count.
        sure = limit - search.longest_step if times.limit_seconds < UNLIMITED else limit
        self._launch(
            "enter_arcs", search.states, record, times.device_labels,
            np.uint64(address(times.label_order)), costs, starts.begun, starts.before,
            np.int32(sure), np.uint32(limit), entered,
        )  # fmt: skip
        count = starts.arcs.size
        self._launch(
            "enter_at_starts", count, starts.arcs, starts.ticks, np.uint32(count), costs, entered
        )
        return entered

    def _turn_costs(self, turn_costs: U32) -> Any:
        import cupy

        known, there = self._turns
        if known is None or not np.array_equal(known, turn_costs):
            there = cupy.asarray(turn_costs)
            self._turns = turn_costs, there
        return there

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
