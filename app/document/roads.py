"""A road graph as the open document, and what all documents with roads have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Never, Self

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.catalog.algorithms import DEFAULT_ON_ROADS, default_of, preprocessing_of
from app.catalog.rows import ROADS
from app.document.document import Bounds, Work
from app.document.reading import RoadSource, Sources
from app.document.road_starts import good_start
from app.measure import Measure
from app.roads.closures import Closure, Closures
from app.roads.named_places import PlaceOrStreet, places_named
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.solving.warming.updates_of_roads import warm_updates_of_roads
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress
from raster.edits.edit import NO_EDITS, EditLayer
from road.graph import RoadGraph
from road.search.edge_expanded import needs_turns

BESIDE = 1e-6
"""Metres or degrees, whatever the roads count, to a place beside another."""

_SHORT = 1e-9
"""Seconds, a limit at which nothing but the start itself is reached."""


@dataclass(frozen=True, eq=False)
class OnRoads:
    """What every document has in common that has roads, and solves on arcs.

    moved : whether their costs have changed since they were opened. while_costs_move : what solves
    then; "" where that is what solves anyway, or where what it sets out from is not at hand.
    """

    roads: OpenRoads
    moved: bool = field(default=False, kw_only=True)
    while_costs_move: str = field(default="", kw_only=True)

    domain = ROADS
    has_vertices = customizes = True
    takes_zero_speed = False

    @property
    def ground(self) -> RoadGraph:
        """The graph that is solved on."""
        return self.roads.graph

    @property
    def closures(self) -> Closures:
        return self.roads.closures

    @property
    def over_cells(self) -> str:
        return self.roads.graph.name

    @property
    def inclines(self) -> NDArray[np.int8] | None:
        return self.roads.graph.arcs.slope

    def side(self, options: Options) -> str:
        return str(self.roads.direction)

    @property
    def attribution(self) -> str:
        return self.roads.attribution

    @property
    def usual_algorithm(self) -> str:
        return self.while_costs_move or self._for_a_single_solve

    @property
    def _for_a_single_solve(self) -> str:
        return default_of(ROADS, self.ground.arc_count)

    @property
    def _follower(self) -> str:
        """What solves while costs move, if they do and it is not what solves anyway."""
        follows = self.moved and self.customizes
        moving = default_of(ROADS, self.ground.arc_count, costs_move=follows)
        return moving if moving != self._for_a_single_solve else ""

    @property
    def groundwork(self) -> Work | None:
        graph, phase = self.ground, None
        if self._follower:
            phase = preprocessing_of(self._follower, {})
        if phase is None or phase.at_hand(graph):
            return None
        return lambda progress, cancel: phase.build(
            graph, progress=progress, cancel=cancel, on_disk=nullcontext
        )

    def places_named(self, letters: str) -> Iterable[PlaceOrStreet]:
        return places_named(letters, self.roads.graph)

    def preview_limit(self, limit_seconds: float, bands: Bands) -> float:
        """No further than the bands."""
        return min(limit_seconds, bands.limits[-1])

    def remarks(self, options: Options) -> tuple[str, ...]:
        return ()

    def driven(self, roads: OpenRoads) -> Self:
        moved = self.moved or roads.direction == self.roads.direction
        other = replace(self, roads=roads, moved=moved, while_costs_move="")
        return other if other.groundwork else replace(other, while_costs_move=other._follower)


@dataclass(frozen=True, eq=False)
class RoadsDocument(OnRoads):
    """Roads alone; names as in `app.document.document.Document`."""

    kind = ROADS
    grid = None
    edits = shown_edits = NO_EDITS
    panels = frozenset(("matrix", "vehicle", "roads", "route", "customization", "contraction"))
    shows = "roads"
    counts_lengths = True
    nearest_words = "Use the nearest road"
    takes_elevation = prepared_in_minutes = False

    def with_edits(self, layer: EditLayer) -> Never:
        raise InputError(
            "roads alone have no cells to edit", advice="Close roads by drawing, or open a raster."
        )

    def elevation(self, path: Path, *, progress: Progress, cancel: Cancel) -> Never:
        raise InputError(f"{self.name}: a map of roads has no relief", advice="Open a terrain.")

    @property
    def subject(self) -> object:
        return self.roads.graph

    @property
    def path(self) -> Path | None:
        return self.roads.path

    @property
    def files(self) -> dict[str, Path]:
        return {"roads": self.path} if self.path else {}

    @property
    def sources(self) -> Sources:
        return Sources(roads=RoadSource.of(self.roads))

    @property
    def name(self) -> str:
        return self.roads.graph.name

    @property
    def title(self) -> str:
        return self.name

    @property
    def crs_wkt(self) -> str:
        return self.roads.graph.crs_wkt

    @property
    def notes(self) -> tuple[str, ...]:
        return self.roads.graph.notes

    @property
    def bounds(self) -> Bounds | None:
        return self.roads.bounds

    @property
    def measure(self) -> Measure:
        return self.roads.measure

    @property
    def resolution(self) -> float:
        return self.roads.resolution

    @property
    def none_good(self) -> InputError:
        advice = "Choose another profile, or open classes of roads (Vehicle panel)."
        return InputError("No road is open to this vehicle", advice=advice)

    def placed(self, start: PlacedStart, options: Options) -> PlacedStart:
        self.roads.met(start)
        return self.roads.placed(start)

    def met(self, start: PlacedStart) -> tuple[float, float] | None:
        try:
            _, snapped = self.roads.met(start)
        except IsofrontError:
            return None
        return None if snapped is None else (snapped.x, snapped.y)

    def nearest(self, start: PlacedStart, options: Options) -> tuple[float, float] | None:
        if not (math.isfinite(start.x) and math.isfinite(start.y)):
            return None
        try:
            found = self.roads.snap_index.nearest(start.x, start.y, self.roads.passable)
        except IsofrontError:
            return None
        return None if found is None else (found.x, found.y)

    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        """On the same point of a road; a start that is merely named anew is not moved."""
        here, there = self.met(one), self.met(other)
        if here is None or there is None:
            return False
        near = 1e-12 * max(abs(here[0]), abs(here[1]), 1.0)
        return abs(here[0] - there[0]) <= near and abs(here[1] - there[1]) <= near

    def good_start(self, options: Options, cancel: Cancel) -> PlacedStart:
        """The vertex in the middle of the largest part from which one also comes back."""
        return good_start(self.roads, cancel)

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> ArcProblem:
        return ArcProblem(request, self.roads)

    def unsolved(self, options: Options) -> Result | None:
        return None

    def warm_up_edits(self, options: Options) -> None:
        roads = self.roads
        turns = needs_turns(roads.graph, roads.weights)
        graph = roads.graph
        if graph.x is not None and graph.y is not None and graph.vertices:
            x, y = float(graph.x[0]), float(graph.y[0])
            at, east, north = (x, y), (x + BESIDE, y), (x, y + BESIDE)
            drawn = Closure((at, east)), Closure((at, east, north), area=True)
            Closures(drawn).arcs_of_each(graph, lambda: roads.snap_index)
        warm_updates_of_roads(turns, straight=False, direction=roads.direction)

    def warm_up(self, options: Options, cancel: Cancel) -> Result | None:
        """Nothing but the start itself is reached."""
        if not self.roads.graph.vertices:
            return None
        first, usual = int(self.roads.graph.vertex_ids[0]), Options(DEFAULT_ON_ROADS)
        return Solving().run(SolveRequest(self, (PlacedStart(vertex=first),), _SHORT, usual))
