"""A terrain with roads on it as the open document: cells and roads as one graph."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

from app.catalog.algorithms import OUT_OF_CORE
from app.catalog.rows import JOINED
from app.document.combined import CombinedTerrain, CombinedTimes, expect_times, ground_at
from app.document.document import Document
from app.document.edit_words import tags_of_edits
from app.document.edited_combined import edited_to
from app.document.joined_solved import JoinedSolved
from app.document.joining import Join, burned, combined, laid_over, tags_of_join
from app.document.large_grids import default_for
from app.document.out_of_core_files import large_velocity_of
from app.document.reading import RasterReading, RoadSource, Sources
from app.document.roads import OnRoads
from app.document.terrain import OnCells, TerrainDocument
from app.roads.costs import RoadCosts
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads, Source
from app.solving.arcs import ArcProblem
from app.solving.problem import Run
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.solving.solved import at_once
from app.solving.warm_up import around
from app.solving.warming.updates import warm_drawing
from app.solving.warming.updates_of_roads import warm_updates_of_roads
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.solver import Start
from raster.files.opening import open_reader
from raster.files.read import UTM, LengthsError, ReadOptions
from raster.files.source import resolve
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.places.snap import Snapped
from road.search.search_graph import Direction

QUICKLY_PREPARED_CELLS = 500_000
"""Cells of joined ground up to which partitioning or contracting it takes less than a minute: of
50,000, 202,500 and 490,000 cells of Grande Comore with its roads (0.5, 1.2 and 1.9 million arcs)
contracting took 6, 23 and 44 s of processor, partitioning of the first two 3 and 8."""


AS_IT_IS = RasterReading()


@dataclass(eq=False)
class _Newest:
    """The newest graph of cells and roads, for all documents of one subject."""

    graph: CombinedTerrain | None = None
    weights: Weights | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def for_weights(
        self,
        weights: Weights,
        geometry: str,
        grid: VelocityGrid,
        join: Callable[[], CombinedTerrain],
    ) -> CombinedTerrain:
        """That for the costs of the roads: the same graph where no road opens, and no cell that has
        no steps; else joined anew, as in another geometry."""
        with self.lock:
            if self.graph is not None and self.graph.geometry != geometry:
                self.graph = None
            if self.graph is not None and self.graph.grid.values is not grid.values:
                self.graph = edited_to(self.graph, grid)
            if self.graph is None or self.weights is not weights:
                known = None if self.graph is None else self.graph.weighing(weights)
                self.graph, self.weights = known or join(), weights
            return self.graph


@dataclass(frozen=True, eq=False)
class JoinedDocument(OnRoads, OnCells):
    """Cells and roads in one graph; names as in `app.document.document.Document`.

    customizes : never by itself. Cells of a graph that holds a raster have borders so long that one
    customization takes as long as 200 solves (`docs/experiments.md`).
    roads : laid over the raster, in its coordinates. zero_speed_kmh : what cells of 0 km/h count as
    in the graph; 0 keeps them barriers.
    """

    roads: OpenRoads = field(kw_only=True)
    zero_speed_kmh: float = 0.0
    newest: _Newest = field(default_factory=_Newest)

    kind = domain = JOINED
    panels = frozenset(
        (
            "edits",
            "vehicle",
            "terrain",
            "roads",
            "route",
            "matrix",
            "customization",
            "contraction",
        )
    )
    shows = "cells and roads"
    customizes = False

    @property
    def prepared_in_minutes(self) -> bool:
        return bool(self.grid.values.size > QUICKLY_PREPARED_CELLS)

    @property
    def subject(self) -> object:
        return self.newest

    @property
    def files(self) -> dict[str, Path]:
        roads = {"roads": self.roads.path} if self.roads.path else {}
        return super().files | roads

    @property
    def sources(self) -> Sources:
        raster = self.path, self.reading
        return Sources(*raster, RoadSource.of(self.roads), "combined", self.zero_speed_kmh)

    @property
    def title(self) -> str:
        return f"{self.name} + {self.roads.graph.name}"

    @property
    def ground(self) -> RoadGraph:
        """The newest graph of both, whatever roads cost there."""
        return (self.newest.graph or self.terrain()).joined.graph

    def terrain(self, cancel: Cancel = NEVER, geometry: str = EIGHT) -> CombinedTerrain:
        """Cells and roads as one graph, joined when first asked for. Raises CancelledError, and
        ParameterError for cells that the geometry does not fit."""
        return self.newest.for_weights(
            self.roads.weights,
            geometry,
            self.grid,
            lambda: combined(self.grid, self.roads, self.zero_speed_kmh, cancel, geometry),
        )

    def placed(self, start: PlacedStart, options: Options) -> PlacedStart:
        """On passable ground, or on a road; without the graph, which may be joined meanwhile."""
        if start.vertex is not None:
            return self.roads.placed(start)

        def to_road() -> float:
            found = self.roads.snap_index.nearest(start.x, start.y, self.roads.passable)
            return inf if found is None else max(abs(found.x - start.x), abs(found.y - start.y))

        ground_at(self.grid, start.x, start.y, self.zero_speed_kmh, to_road)
        return start

    def source(self, start: PlacedStart, terrain: CombinedTerrain) -> Start:
        """The vertex of the graph that a place is. Raises InputError where there is neither ground
        nor road, and for a vertex that the roads do not have."""
        if start.vertex is None:
            return terrain.start_at(start.x, start.y, start.delay_seconds)
        vertex = self.roads.vertex(start.vertex)
        return Start(terrain.joined.cells + vertex, start.delay_seconds)

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> JoinedProblem:
        progress(-1.0, "joining roads and terrain")
        terrain = self.terrain(cancel, request.options.geometry)
        progress(-1.0, "")
        both = OpenRoads.weighing(terrain.joined.graph, self.roads, terrain.joined.weights)
        return JoinedProblem(request, both, self, terrain)

    def warm_up(self, options: Options, cancel: Cancel) -> Result | None:
        """Nothing is solved: what joins has loaded it. A few cells are there to be drawn."""
        return at_once(self.grid)

    def unsolved(self, options: Options) -> Result | None:
        return None

    def warm_up_edits(self, options: Options) -> None:
        graph, straight = self.newest.graph, options.geometry == STRAIGHT
        warm_drawing(around(self.grid, self.grid.values.size // 2)[0])
        if graph is not None:
            edited_to(graph, graph.grid)
        warm_updates_of_roads(False, straight, self.roads.direction)

    def driven(self, roads: OpenRoads) -> JoinedDocument:
        expect_times(roads.weights, roads.graph.name)
        return super().driven(roads)


@dataclass(frozen=True, eq=False)
class JoinedProblem(ArcProblem):
    """A request on cells and roads: solved on their graph, told on the cells.

    document : what was asked of. terrain : the graph.
    """

    document: JoinedDocument
    terrain: CombinedTerrain

    domain = JOINED

    @property
    def edge_based(self) -> None:
        """Turns are free: who may leave the road can turn beside it."""

    @cached_property
    def met(self) -> tuple[tuple[Source, Snapped | None], ...]:
        return tuple((self.document.source(s, self.terrain), None) for s in self.request.starts)

    def result(self, run: Run) -> JoinedSolved:
        both = self.on_arcs(run)
        return JoinedSolved(
            self.document.grid,
            CombinedTimes(self.terrain, both.times).cells,
            both.starts,
            both.algorithm,
            both.backend,
            both.device,
            zero_speed_kmh=self.document.zero_speed_kmh,
            solve_ms=both.solve_ms,
            prepare_ms=both.prepare_ms,
            notes=both.notes,
            tags=(
                *tags_of_join("combined", self.document.roads),
                ("ISOFRONT_PRECISION", both.exact_to),
                *tags_of_edits(self.document.edited),
            ),
            preview=both.preview,
            both=both,
            terrain=self.terrain,
            roads=self.document.roads,
            subject_=self.document.subject,
        )


# -- opening


@dataclass(frozen=True)
class JoinRequest:
    """What to join and how.

    profile : who drives, "" for whoever does in `before`. direction : of "combined" alone.
    before : a document of one of the files or of both, which are read, driven, closed and edited
        as there.
    """

    terrain: Path
    roads: Path
    join: Join = "combined"
    profile: str = "car"
    direction: Direction = "from"
    before: Document | None = field(default=None, compare=False)

    def opened(self, path: Path) -> Document | None:
        """The document before, if it is of that file."""
        before = self.before
        return before if before is not None and path in before.files.values() else None


def join_documents(
    grid: VelocityGrid,
    roads: OpenRoads,
    join: Join = "combined",
    path: Path | None = None,
    *,
    reading: RasterReading = AS_IT_IS,
    zero_speed_kmh: float = 0.0,
    to_click: bool = False,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> TerrainDocument | JoinedDocument:
    """A raster and roads as one document: "combined" keeps the roads as a graph over the cells,
    "burned" writes their speeds into the cells, which then are all there is.

    reading : how the raster was read. to_click : make ready for clicks, and note where the two
        meet.
    Raises InputError where they cannot be joined, CancelledError.
    """
    if default_for(grid) == OUT_OF_CORE:
        raise InputError(
            "the raster does not fit into memory, where roads are joined",
            where=grid.name,
            advice="Cut the raster to a smaller part.",
        )
    progress(-1.0, "joining roads and terrain")
    how: dict[Join, Callable[[], TerrainDocument | JoinedDocument]] = {
        "combined": lambda: _as_graph(
            JoinedDocument(
                grid,
                path,
                reading=reading,
                roads=laid_over(grid, roads),
                zero_speed_kmh=zero_speed_kmh,
            ),
            to_click,
            progress,
            cancel,
        ),
        "burned": lambda: _as_cells(grid, roads, path, reading),
    }
    return how[join]()


def _as_graph(
    document: JoinedDocument, to_click: bool, progress: Progress, cancel: Cancel
) -> JoinedDocument:
    meet, grid = document.terrain(cancel).joined.transfers, document.grid
    if not to_click:
        return document
    progress(-1.0, "indexing roads")
    _ = document.roads.snap_index  # for clicks beside the ground, and closures
    note = f"The roads of {document.roads.graph.name} meet the ground at {meet:,} places."
    return replace(document, grid=replace(grid, notes=(*grid.notes, note)))


def _as_cells(
    grid: VelocityGrid, roads: OpenRoads, path: Path | None, reading: RasterReading
) -> TerrainDocument:
    touched, tags = burned(grid, roads), tags_of_join("burned", roads)
    given = touched.grid, path, tags, roads.graph.name, touched.cells, RoadSource.of(roads)
    return TerrainDocument(*given, reading=reading)


def open_joined(
    request: JoinRequest, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> TerrainDocument | JoinedDocument:
    """Read a raster and roads and join them, for a thread of its own.

    A raster in degrees is re-projected to its UTM zone. Raises InputError where they cannot be
    joined, CancelledError.
    """
    ground, drawn = request.opened(request.terrain), request.opened(request.roads)
    grid, reading = _terrain(request.terrain, ground, progress, cancel)
    roads = None if drawn is None else drawn.roads
    roads = roads or open_road_file(request.roads, to_click=False, progress=progress, cancel=cancel)
    known = None if request.before is None else request.before.roads
    chosen = RoadCosts.of_profile(request.profile) if request.profile else None
    costs = chosen or (known or roads).costs
    if costs != roads.costs:
        roads = roads.driven(costs)
    roads = roads.turned(request.direction)
    cancel.check("joining")
    told: Any = {"reading": reading, "to_click": True, "progress": progress, "cancel": cancel}
    document = join_documents(grid, roads, request.join, request.terrain, **told)
    return document.with_edits(ground.edits) if ground and ground.edits else document


def _terrain(
    path: Path, before: Document | None, progress: Progress, cancel: Cancel
) -> tuple[VelocityGrid, RasterReading]:
    """before : a document of the raster, which is read as it was there."""
    known = AS_IT_IS if before is None else before.sources.raster
    with open_reader(resolve(path, known.member)) as reader:
        try:
            return large_velocity_of(reader, known.options, progress=progress, cancel=cancel), known
        except LengthsError as error:
            if error.utm_epsg is None or known.options != AS_IT_IS.options:
                raise
            to_utm = replace(known, options=ReadOptions(reproject=UTM))
            grid = large_velocity_of(reader, to_utm.options, progress=progress, cancel=cancel)
            return grid, to_utm
