"""A result on cells and roads: found on their graph, told on the cells and on the roads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self, cast

import numpy as np

from app.document.combined import CombinedTerrain, CombinedTimes
from app.document.straight_ways import places_along
from app.owners import Owners
from app.roads.open_roads import OpenRoads
from app.solving.preview_pace import EXACT_STEP_MS
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.starts import PlacedStart
from app.verdict import Verdict
from core.cancel import NEVER, Cancel
from core.errors import InputError
from raster.geometry import EIGHT
from raster.travel_times import TravelTimeGrid
from road.ch.report import ContractionReport
from road.costs.metric import Weights
from road.crp.customization.report import CustomizationReport
from road.graph import F64, RoadGraph
from road.results.by_steps import told_by_steps
from road.routes.route import Route
from road.routes.route_line import line_of
from road.routes.route_stations import Stations, stations_of


@dataclass(frozen=True, eq=False)
class JoinedSolved(Solved):
    """A result on cells and roads, as one on cells.

    both : the same on their graph. terrain : that graph. roads : those that were joined.
    """

    both: RoadSolved = field(kw_only=True)
    terrain: CombinedTerrain = field(kw_only=True)
    roads: OpenRoads = field(kw_only=True)

    @property
    def subject(self) -> object:
        return self.subject_

    @property
    def quick(self) -> bool:
        return self.answer_ms < EXACT_STEP_MS

    @property
    def on_graph(self) -> RoadSolved:
        return self.both

    @property
    def driven(self) -> OpenRoads:
        return self.roads

    @property
    def exact_to(self) -> str:
        return self.both.exact_to

    @property
    def customize_ms(self) -> float | None:
        return self.both.customize_ms

    @property
    def customization(self) -> CustomizationReport | None:
        return self.both.customization

    @property
    def contraction(self) -> ContractionReport | None:
        return self.both.contraction

    @property
    def stale(self) -> str:
        return self.both.stale

    @property
    def lies_on(self) -> str:
        return "cells and roads"

    @cached_property
    def on_pieces(self) -> RoadSolved:
        """The same on the roads, divided as they are in the graph: exact everywhere."""
        split = self.terrain.joined.roads
        return self._on_roads(split.graph, split.weights)

    @cached_property
    def on_vertices(self) -> RoadSolved:
        """The same on the roads as their file has them: exact at their vertices."""
        return self._on_roads(self.roads.graph, self.roads.weights)

    def _on_roads(self, graph: RoadGraph, weights: Weights) -> RoadSolved:
        times = CombinedTimes(self.terrain, self.both.times).on_roads(graph, weights)
        roads = OpenRoads.weighing(graph, self.both.roads, weights)
        return replace(self.both, roads=roads, times=times, prepared=None)

    @cached_property
    def by_steps(self) -> RoadSolved:
        """The same, whose times are explained by steps alone: for ways, and for who is first."""
        return replace(self.both, times=told_by_steps(self.both.times))

    def validate(self) -> Verdict:
        return self.both.validate()

    def owned(self, cancel: Cancel = NEVER) -> Self:
        both = self.by_steps.owned(cancel)
        assert both.owners is not None
        cells = both.owners.of[: self.terrain.joined.cells].reshape(self.grid.shape)
        both = replace(both, times=self.both.times)
        return replace(self, both=both, owners=Owners(cells))

    def called(self, starts: tuple[PlacedStart, ...]) -> Self:
        return replace(self, starts=starts, both=self.both.called(starts))

    def way(self, x: float, y: float) -> F64:
        return self.route_to(x, y)[0]

    def route_to(self, x: float, y: float) -> tuple[F64, Route | None]:
        """The line from a place to the start that serves it, and the way as it is driven, street by
        street; empty and None where the place is not reached. For any thread."""
        try:
            route = self.by_steps.route_between(self.terrain.start_at(x, y))
        except InputError:
            route = None
        if route is None:
            return np.empty((0, 2)), None
        places = self._places(route)
        line = line_of(route) if places is None else places
        outward = self.both.times.search.direction == "from"
        return line[::-1] if outward else line, self.terrain.told(route, places)

    def _places(self, route: Route) -> F64 | None:
        """Where a way passes its cells and vertices, along straight lines; None along steps."""
        if self.terrain.geometry == EIGHT or not route.parts:
            return None
        return places_along(self.terrain, cast(TravelTimeGrid, self.times), route)

    def stretches_to(self, x: float, y: float) -> tuple[Route, Stations, float] | None:
        """The way step by step on the graph, its points, and the time at the place."""
        try:
            place = self.terrain.start_at(x, y)
        except InputError:
            return None
        route = self.by_steps.route_between(place)
        if route is None:
            return None
        seconds = float(self.both.times.labels[place.element]) * self.both.times.search.scale
        places = self._places(route)
        metres = self.terrain.metres_along(route, places)
        return route, stations_of(route, metres, places), seconds
