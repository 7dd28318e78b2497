"""A road graph as the open document."""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from app.bands import Bands
from app.catalog.algorithms import DEFAULT_ON_ROADS, default_of, preprocessing_of
from app.catalog.rows import ROADS
from app.document.document import Bounds, Work
from app.document.road_starts import good_start
from app.measure import Measure
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem, met_by
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress

DEGREES_A_METRE = 1 / 111_195
"""Degrees of latitude in a metre on the ground."""

_SHORT = 1e-9
"""Seconds, a limit at which nothing but the start itself is reached."""


@dataclass(frozen=True, eq=False)
class RoadsDocument:
    """Roads as they are driven; names as in `app.document.document.Document`.

    moved : whether their costs have changed since they were opened.
    """

    roads: OpenRoads
    moved: bool = False
    while_costs_move: str = ""

    kind = domain = ROADS
    grid = None
    panels = frozenset(("vehicle", "roads", "route", "customization"))
    shows = "roads"
    counts_lengths = has_vertices = True
    takes_zero_speed = False
    nearest_words = "Use the nearest road"

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
        return DEGREES_A_METRE if self.roads.graph.geographic else 1.0

    @property
    def usual_algorithm(self) -> str:
        return default_of(ROADS, self.roads.graph.arc_count)

    @property
    def groundwork(self) -> Work | None:
        graph, phase = self.roads.graph, None
        if self._follower:
            phase = preprocessing_of(self._follower, {})
        if phase is None or phase.at_hand(graph):
            return None
        return lambda progress, cancel: phase.build(
            graph, progress=progress, cancel=cancel, on_disk=nullcontext
        )

    @property
    def _follower(self) -> str:
        """What solves while costs move, if they do and it is not what solves anyway."""
        moving = default_of(ROADS, self.roads.graph.arc_count, costs_move=self.moved)
        return moving if moving != self.usual_algorithm else ""

    @property
    def none_good(self) -> InputError:
        advice = "Choose another profile, or open classes of roads (Vehicle panel)."
        return InputError("No road is open to this vehicle", advice=advice)

    def check(self, start: PlacedStart, options: Options) -> None:
        met_by(self.roads, start)

    def met(self, start: PlacedStart) -> tuple[float, float] | None:
        try:
            _, snapped = met_by(self.roads, start)
        except IsofrontError:
            return None
        return None if snapped is None else (snapped.x, snapped.y)

    def at_vertex(self, vertex_id: int, delay_seconds: float = 0.0) -> PlacedStart:
        vertex = self.roads.vertex(vertex_id)
        return PlacedStart(*self.roads.position(vertex), delay_seconds, vertex)

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

    def preview_limit(self, limit_seconds: float, bands: Bands) -> float:
        """No further than the bands."""
        return min(limit_seconds, bands.limits[-1])

    def remarks(self, options: Options) -> tuple[str, ...]:
        return ()

    def warm_up(self, options: Options, cancel: Cancel) -> Result | None:
        """Nothing but the start itself is reached."""
        if not self.roads.graph.vertices:
            return None
        start, usual = PlacedStart(math.nan, math.nan, 0.0, 0), Options(DEFAULT_ON_ROADS)
        return Solving().run(SolveRequest(self, (start,), _SHORT, usual))

    def driven(self, roads: OpenRoads) -> RoadsDocument:
        moved = RoadsDocument(roads, self.moved or roads.direction == self.roads.direction)
        return moved if moved.groundwork else replace(moved, while_costs_move=moved._follower)
