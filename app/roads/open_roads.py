"""An open road graph: with its costs, the direction of travel, and the way from clicks to roads."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from app.coordinates import DEGREES_A_METRE, short, short_place
from app.measure import Measure, measure_of
from app.roads.attribution import attribution_of
from app.roads.closures import OPEN_EVERYWHERE, Closures
from app.roads.costs import RoadCosts, default_costs
from app.roads.decoding import decoded_weights
from app.starts import PlacedStart
from core.errors import InputError
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import F64, U32, RoadGraph
from road.places.leading import LeadingWays
from road.places.snap import SnapIndex, Snapped
from road.search.search_graph import Direction
from road.search.starts import RoadStart

if TYPE_CHECKING:
    from road.files.vector.fields import FieldChoice

MARGIN = 0.1
"""Share of the extent by which a place may lie outside; further off, something is mistaken."""

DETOUR_M = 250.0
"""Metres further off that a road which leads on may lie and still be preferred to a yard; an island
stays one."""

MOST_KEPT = 256
"""Most places of starts whose meeting with the roads is kept: more than there are starts, not all
steps of a day's drags."""


@dataclass(frozen=True)
class RoadFileOptions:
    """How a road file was read: beside what files, and what its fields mean."""

    coordinates: str | Path | None = None
    elevation: str | Path | Sequence[str | Path] | None = None
    fields: FieldChoice | None = None


AS_THEY_ARE = RoadFileOptions()

End = Literal["start", "destination"]
"""End of a search at which the starts lie: times *to* the starts have them at the destination."""

Source = Start | RoadStart

_INDEXES: weakref.WeakKeyDictionary[RoadGraph, SnapIndex] = weakref.WeakKeyDictionary()
_INDEXING = threading.Lock()


class OutsideRoadsError(InputError):
    """A place far from all roads."""


@dataclass(frozen=True, eq=False)
class _Streets:
    """What is open, and where starts met it.

    closed_by : classes, vehicles and drawings, for metrics that close the same; None where that is
    not known. costs : as `OpenRoads.passable`. met : of starts, by place and direction.
    """

    closed_by: tuple[object, ...] | None
    costs: U32
    met: dict[tuple[float, float, Direction], Snapped]


@dataclass(frozen=True, eq=False)
class OpenRoads:
    """Roads and how they are driven; another metric or direction makes another of these.

    direction : "from" the starts, or "to" them.
    closures : roads closed by drawing, whatever they cost.
    gpu : index of the GPU that may decode the metric; None for the CPU.
    reading : how the file was read, so that it can be read again.
    """

    graph: RoadGraph
    costs: RoadCosts
    direction: Direction = "from"
    path: Path | None = None
    closures: Closures = OPEN_EVERYWHERE
    gpu: int | None = None
    reading: RoadFileOptions = AS_THEY_ARE

    @classmethod
    def of(
        cls, graph: RoadGraph, path: Path | None = None, reading: RoadFileOptions = AS_THEY_ARE
    ) -> OpenRoads:
        """With the costs that are usual for such a graph."""
        return cls(graph, default_costs(graph), path=path, reading=reading)

    @classmethod
    def weighing(cls, graph: RoadGraph, like: OpenRoads, weights: Weights) -> OpenRoads:
        """Another graph, by weights that need no decoding; costs and direction are `like` those."""
        other = cls(graph, like.costs, like.direction, like.path)
        other.__dict__["weights"] = weights
        return other

    def weighed(self, weights: Weights) -> OpenRoads:
        """The same roads by other weights that close the same; starts meet them where they did."""
        _ = self._streets
        other = self._like(replace(self), "closed_arcs", "_streets", "_leading")
        other.__dict__["weights"] = weights
        return other

    @property
    def attribution(self) -> str:
        """What a map of them has to say of their source."""
        return attribution_of(self.path)

    def driven(self, costs: RoadCosts, gpu: int | None = None) -> OpenRoads:
        """The same roads by other costs, decoded by that GPU; what they have in common is kept."""
        return self._like(replace(self, costs=costs, gpu=gpu), "closed_arcs")

    def closed_by(self, closures: Closures) -> OpenRoads:
        """The same roads with other drawings over them."""
        return self._like(replace(self, closures=closures), "decoded")

    def turned(self, direction: Direction) -> OpenRoads:
        """The same roads in a direction; what was decoded is kept."""
        known = ("decoded", "closed_arcs", "weights", "_leading")
        return self._like(replace(self, direction=direction), *known)

    def laid(self, graph: RoadGraph, move: Callable[[F64], F64]) -> OpenRoads:
        """The same roads in the coordinates of another graph; costs, and what is closed, stay.

        move : points, float64, (n, 2), of these coordinates to those. Raises what it raises.
        """
        _ = self.weights
        closures = self.closures.moved(move)
        if closures:  # a straight line is straight in one of the two alone
            arcs = self.closures.arcs_of_each(self.graph, lambda: self.snap_index)
            closures.take_over(graph, arcs)
        other = replace(self, graph=graph, closures=closures)
        for name in ("decoded", "closed_arcs", "weights"):
            if name in self.__dict__:
                other.__dict__[name] = self.__dict__[name]
        return other

    def _like(self, other: OpenRoads, *names: str) -> OpenRoads:
        """Roads that need not find out again what holds for them too."""
        for name in (*names, "bounds", "_vertices", "_known_ways", "_known_streets"):
            if name in self.__dict__:
                other.__dict__[name] = self.__dict__[name]
        return other

    @cached_property
    def weights(self) -> Weights:
        """Costs of arcs and turns, decoded when first asked for: milliseconds for a million arcs.

        Raises InputError where the graph lacks what the costs are made of.
        """
        return self.decoded.closing(self.closed_arcs) if self.closures else self.decoded

    @cached_property
    def decoded(self) -> Weights:
        """The weights without regard to drawings."""
        return decoded_weights(self.costs, self.graph, self.gpu)

    @cached_property
    def closed_arcs(self) -> U32:
        """uint32, rising; arcs closed by drawing. Raises InputError without positions."""
        return self.closures.arcs(self.graph, lambda: self.snap_index)

    @property
    def closure_tags(self) -> dict[str, str]:
        """What files of results say of the drawings that close some of them; nothing where none
        does."""
        if not self.closures:
            return {}
        drawn, arcs = len(self.closures.shapes), len(self.closed_arcs)
        return {"ISOFRONT_CLOSURES": str(drawn), "ISOFRONT_CLOSED_ARCS": str(arcs)}

    @property
    def passable(self) -> U32:
        """uint32, arcs; UNREACHED where closed, and what is open costs something.

        The same for all metrics that close the same, so that a slider's step, which moves no start
        off a road, asks for no costs: a device may have them, and the window does not wait for it.
        """
        return self._streets.costs

    @cached_property
    def _streets(self) -> _Streets:
        metric = self.costs.metric
        kinds = None if metric is None else metric.closed_kinds(self.graph)
        closed_by = None if kinds is None else (*kinds, self.closures)
        known: _Streets | None = self.__dict__.get("_known_streets")
        if closed_by is None or known is None or known.closed_by != closed_by:
            here = self if self.gpu is None else self._like(replace(self, gpu=None), "closed_arcs")
            known = _Streets(closed_by, here.weights.arc_costs, {})
            self.__dict__["_known_streets"] = known
        return known

    @property
    def measure(self) -> Measure:
        """What the costs count."""
        return measure_of(self.weights)

    def unit_of(self, weights: Weights) -> str:
        """What a tick of these roads' costs is, in words; weights : those, or in coarser ticks."""
        tick = weights.tick_seconds
        coarser = tick != self.weights.tick_seconds
        return f"{tick * 1e3:g} ms" if coarser else weights.unit or self.costs.name

    @cached_property
    def bounds(self) -> tuple[float, float, float, float] | None:
        """(left, bottom, right, top) in the graph's CRS; None without positions."""
        x, y = self.graph.x, self.graph.y
        if x is None or y is None or not len(x):
            return None
        return float(x.min()), float(y.min()), float(x.max()), float(y.max())

    @property
    def snap_index(self) -> SnapIndex:
        """Built once for a graph: half a second for a million arcs. Raises InputError without
        positions."""
        with _INDEXING:
            if self.graph not in _INDEXES:
                _INDEXES[self.graph] = SnapIndex(self.graph)
            return _INDEXES[self.graph]

    def leading(self, end: End) -> U32:
        """uint32, arcs: `passable` where a start (a destination) on them is of use, else
        UNREACHED; see `road.places.leading`."""
        costs, leaving = self.passable, (end == "start") == (self.direction == "from")
        made = self._leading.get(leaving)
        if made is None:
            ways = self._ways(costs < UNREACHED)
            useful = ways.leaving if leaving else ways.arriving
            made = self._leading[leaving] = np.where(useful, costs, np.uint32(UNREACHED))
            made.flags.writeable = False
        return made

    @cached_property
    def _leading(self) -> dict[bool, U32]:
        return {}

    def _ways(self, is_open: NDArray[np.bool_]) -> LeadingWays:
        """What leads on changes with what is open alone, and not with every step of a slider."""
        known: LeadingWays | None = self.__dict__.get("_known_ways")
        if known is None or not np.array_equal(known.is_open, is_open):
            known = self.__dict__["_known_ways"] = LeadingWays(self.graph, is_open)
        return known

    def met(self, start: PlacedStart) -> tuple[Source, Snapped | None]:
        """What a solver starts from, and where a place met a road; None for a vertex. Looked for
        once, whoever asks, as long as the same roads are open. Raises InputError."""
        if start.vertex is not None:
            return Start(self.vertex(start.vertex), start.delay_seconds), None
        met, place = self._streets.met, (start.x, start.y, self.direction)
        snapped = met.get(place)
        if snapped is None:
            if len(met) >= MOST_KEPT:
                met.clear()
            snapped = met[place] = self.snapped(start.x, start.y)
        return snapped.source(start.delay_seconds), snapped

    @property
    def resolution(self) -> float:
        """A metre, in the units that places are given in."""
        return DEGREES_A_METRE if self.graph.geographic else 1.0

    def snapped(self, x: float, y: float, end: End = "start") -> Snapped:
        """The nearest point on a road that is open, or on one that leads on if the nearest does not
        and the other is about as near.

        A start (whatever the direction, what a search sets out from) leads on where one comes from
        it to a part of the roads in which one drives about, a destination where one comes to it
        from there. Raises InputError far outside the roads, and where all are closed.
        """
        where = short_place(x, y, self.resolution)
        index = self.snap_index
        self._expect_within(x, y, where)
        found = index.nearest(x, y, self.passable)
        if found is not None:
            leading = self.leading(end)
            if not any(leading[place.arc] < UNREACHED for place in found.places):
                other = index.nearest(x, y, self.passable, leading)
                if other is not None and other.distance_m <= found.distance_m + DETOUR_M:
                    found = other
        if found is None:
            raise InputError(
                f"no road is open with the metric '{self.costs.name}'",
                where=where,
                advice="Choose another profile, or open classes of roads.",
            )
        return found

    def destinations(self, x: float, y: float) -> tuple[Snapped, ...]:
        """Where a place on the map meets the roads, the best first, of which the first that is
        reached counts: the nearest that is open, then as `snapped` has it, with its errors."""
        snapped = self.snapped(x, y, "destination")
        nearest = self.snap_index.nearest(x, y, self.passable)
        return (snapped,) if nearest is None else (nearest, snapped)

    def vertex(self, vertex_id: int) -> int:
        """The vertex that the file calls so; raises InputError where none is."""
        if vertex_id in self._vertices:
            return self._vertices[vertex_id]
        ids = self.graph.vertex_ids
        guess = vertex_id - int(ids[0]) if len(ids) else 0  # most files count through them
        whole = not (0 <= guess < len(ids) and ids[guess] == vertex_id)
        found = np.flatnonzero(ids == vertex_id) if whole else [guess]
        if len(found):
            return self._vertices.setdefault(vertex_id, int(found[0]))
        span = f"Its ids run from {ids.min()} to {ids.max()}." if len(ids) else "It has none."
        raise InputError(
            f"the graph has no vertex {vertex_id}", where=f"vertex:{vertex_id}", advice=span
        )

    @cached_property
    def _vertices(self) -> dict[int, int]:
        """Those that were asked for, by id."""
        return {}

    def placed(self, start: PlacedStart) -> PlacedStart:
        """The start with the place of the vertex that it names. Raises InputError."""
        if start.vertex is None:
            return start
        x, y = self.position(self.vertex(start.vertex))
        return replace(start, x=x, y=y)

    def position(self, vertex: int) -> tuple[float, float]:
        """Where a vertex lies; NaN without positions."""
        if self.graph.x is None or self.graph.y is None:
            return float("nan"), float("nan")
        return float(self.graph.x[vertex]), float(self.graph.y[vertex])

    def _expect_within(self, x: float, y: float, where: str) -> None:
        left, bottom, right, top = self.bounds or (-np.inf, -np.inf, np.inf, np.inf)
        margin = MARGIN * max(right - left, top - bottom)
        if left - margin <= x <= right + margin and bottom - margin <= y <= top + margin:
            return
        names = "LON,LAT" if self.graph.geographic else "X,Y"
        west, south, east, north = (
            short(edge, self.resolution) for edge in (left, bottom, right, top)
        )
        raise OutsideRoadsError(
            "outside the roads",
            where=where,
            advice=f"Their x runs from {west} to {east}, their y from {south} to {north}; check "
            f"the order {names} and the CRS.",
        )
