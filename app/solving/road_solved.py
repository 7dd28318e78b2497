"""A finished solve on roads, and what can be asked of it: time at a place, the way there."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from app.catalog.algorithms import Prepared, RoadSolver
from app.measure import Measure
from app.owners import EnteredArcs, Owners
from app.roads.open_roads import OpenRoads, Source
from app.solving.preview_pace import EXACT_STEP_MS
from app.starts import PlacedStart
from app.verdict import Verdict
from core.cancel import NEVER, Cancel
from core.times import UNREACHED
from road.ch.report import ContractionReport
from road.costs.metric import Weights
from road.crp.customization.report import CustomizationReport
from road.graph import RoadGraph
from road.maps.ownership import owned_runs
from road.places.snap import Snapped
from road.results.entered_from import entered_from, first_at_vertices, first_of_states
from road.results.spans import lengths_by_band
from road.results.travel_times import RoadTimes, seconds_of
from road.results.tree import ShortestPathTree, tree_of
from road.results.validation import validate
from road.routes.route import Route, route_in
from road.search.starts import delay_ticks


@dataclass(frozen=True, slots=True)
class RoadReading:
    """What is known of a place on the map.

    snapped : the nearest point on an open road. amount : seconds to (or from) there, or the unit
    of the costs; infinite where it is not reached. arc : the arc that it lies on. way : its
    feature's id, -1 where unknown.
    """

    snapped: Snapped
    amount: float
    arc: int
    way: int

    @property
    def reached(self) -> bool:
        return math.isfinite(self.amount)


_PLANNING = threading.Lock()
"""A planner is not to be used by two threads at once."""


@dataclass(frozen=True, eq=False)
class RoadSolved:
    """Travel times and the roads they hold for; names as in `app.solving.result.Result`.

    starts : NaN without positions. snapped : where each met a road; None for a vertex that was
    named. prepared : what found the times, if it is to find single ways, too; it goes when the next
    solve has another, and takes memory of a GPU along. tags : (name, text) of what else its files
    should say.
    """

    roads: OpenRoads
    times: RoadTimes
    starts: tuple[PlacedStart, ...]
    snapped: tuple[Snapped | None, ...]
    algorithm: str
    backend: str
    device: str
    solve_ms: float = 0.0
    prepare_ms: float = 0.0
    validated: bool | None = None
    notes: tuple[str, ...] = ()
    customize_ms: float | None = None
    customization: CustomizationReport | None = None
    stale: str = ""
    contraction: ContractionReport | None = None
    preview: bool = False
    prepared: ref[Prepared[RoadSolver]] | None = None
    owners: Owners | None = None
    answer_ms: float = 0.0
    gone_on: bool = False
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def subject(self) -> object:
        return self.graph

    @property
    def lies_on(self) -> str:
        return "roads"

    @property
    def graph(self) -> RoadGraph:
        return self.roads.graph

    @property
    def met(self) -> tuple[tuple[float, float] | None, ...]:
        return tuple(None if s is None else (s.x, s.y) for s in self.snapped)

    @property
    def weights(self) -> Weights:
        """Those of the times: with coarser ticks than the roads' where paths were too long."""
        return self.times.search.weights

    @property
    def measure(self) -> Measure:
        return self.roads.measure

    @property
    def quick(self) -> bool:
        return self.answer_ms < EXACT_STEP_MS

    @property
    def arc_rounding(self) -> float:
        """The most by which rounding takes an arc of a way for cheaper or dearer, in the measure's
        base unit; 0 where costs are whole as they were given."""
        return self.measure.shown(self.times.search.scale) if self.weights.rounded else 0.0

    @property
    def exact_to(self) -> str:
        if not self.weights.rounded:
            return "the costs as given"
        unit = self.unit
        return f"{unit if unit[0].isdigit() else f'1 {unit}'} an arc"

    @property
    def elements(self) -> int:
        return self.graph.arc_count

    @property
    def ticks(self) -> tuple[NDArray[np.uint32], ...]:
        """Of states, of vertices, and where arcs begin."""
        return self.times.state_labels, self.times.labels, self.times.entered

    @property
    def on_cells(self) -> None:
        """Roads have none."""

    @property
    def on_graph(self) -> RoadSolved:
        return self

    def validate(self) -> Verdict:
        return validate(self.times)

    def checked(self, passed: bool) -> Self:
        return replace(self, validated=passed)

    def answered(self, answer_ms: float, gone_on: bool) -> Self:
        return replace(self, answer_ms=answer_ms, gone_on=gone_on)

    def amounts(self, limits: Sequence[float]) -> list[float]:
        lengths: list[float] = lengths_by_band(self.times, limits).tolist()
        return lengths

    def owned(self, cancel: Cancel = NEVER) -> Self:
        cancel.check("who is first where")
        of_states = first_of_states(self.times)
        cancel.check("who is first where")
        of, entered = first_at_vertices(self.times, of_states), entered_arcs(self, of_states)
        return replace(self, owners=Owners(of, 1, self.times.seconds(), entered))

    def owned_amounts(self) -> list[float]:
        owners = self.owners or self.owned().owners
        assert owners is not None
        by_arc = None if owners.entered is None else owners.entered.source
        runs = owned_runs(self.times, owners.of, by_arc)
        metres = self.graph.arcs.length_m[runs.arc] * (runs.end - runs.begin)
        lengths: list[float] = np.bincount(runs.source, metres, len(self.starts)).tolist()
        return lengths

    def called(self, starts: tuple[PlacedStart, ...]) -> Self:
        return replace(self, starts=starts)

    @property
    def unit(self) -> str:
        """What a tick of the times is, in words: "ms", "0.1 m"."""
        return self.roads.unit_of(self.weights)

    def at(self, x: float, y: float) -> RoadReading:
        """The time at a place on the map; raises InputError where there is no road."""
        snapped = self.destination(x, y)
        amount = self._amount(snapped)
        arc = snapped.places[0].arc
        return RoadReading(snapped, amount, arc, int(self.graph.arcs.way[arc]))

    def route_to(self, x: float, y: float) -> Route | None:
        """The way between the starts and a place, in the direction of travel; None where it is
        not reached."""
        return self.route_between(self.destination(x, y).source())

    def route_between(self, place: Source) -> Route | None:
        """The same to a place of the graph; for any thread."""
        prepared = None if self.prepared is None else self.prepared()
        search = self.times.search
        if prepared is None or search.scale != (self.roads.weights.tick_seconds or 1.0):
            return route_in(self.times, place)
        with _PLANNING:
            planner = prepared.planner
            assert planner is not None
            ways = [(start, planner.route(start, place)) for start in self.times.sources]
        found = [(delay_ticks(search, s) + way.ticks, way) for s, way in ways if way is not None]
        ticks, best = min(found, key=lambda each: each[0], default=(UNREACHED, None))
        return None if ticks > self.times.limit_ticks else best

    def tree(self) -> ShortestPathTree:
        """What comes before each vertex on a shortest way, found by the solver where it knows."""
        prepared = None if self.prepared is None else self.prepared()
        return tree_of(self.times, None if prepared is None else prepared.solver)

    def destination(self, x: float, y: float) -> Snapped:
        """Where a place on the map meets the roads; see `OpenRoads.destinations`."""
        *nearest, snapped = self.roads.destinations(x, y)
        return next((s for s in nearest if math.isfinite(self._amount(s))), snapped)

    def _amount(self, snapped: Snapped) -> float:
        """Seconds, or the weights' own unit; infinite where it is not reached."""
        if snapped.vertex < 0:
            return self.times.seconds_at(snapped.places)
        ticks = int(self.times.labels[snapped.vertex])  # by whatever road one comes there
        return ticks * self.times.search.scale if ticks < UNREACHED else math.inf


def entered_arcs(
    solved: RoadSolved, of_states: NDArray[np.int32] | None = None
) -> EnteredArcs | None:
    """Whose front enters each arc first; None where turns do not count, and vertices say it.

    of_states : of `first_of_states`, where it is known.
    """
    times = solved.times
    if not times.search.edge_based:
        return None
    begun = np.zeros(times.search.graph.arc_count, np.bool_)
    begun[[arc for arc, _, _ in times.starts_on_arcs()]] = True
    seconds = seconds_of(times.entered, times.search.scale)
    return EnteredArcs(entered_from(times, of_states), seconds, begun)
