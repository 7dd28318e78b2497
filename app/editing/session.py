"""The open document: terrain or roads, starts, limit, bands, options and the newest result. No Qt.

Views subscribe and are told what changed; edits go through `app.editing.commands` so that they can
be undone.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.bands import Bands, usual_bands
from app.catalog.algorithms import DEFAULT, OUT_OF_CORE, default_of, has
from app.catalog.rows import ROADS, TERRAIN
from app.document.large_grids import NOTE, default_for
from app.measure import TIME
from app.roads.closures import Closures
from app.roads.costs import RoadCosts
from app.roads.decoding import gpu_at_work
from app.roads.open_roads import OpenRoads, Source
from app.solving.jobs import SolveRequest
from app.solving.road_jobs import RoadRequest
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.errors import InputError
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import VelocityGrid
from raster.starts import nearest_passable
from road.places.snap import Snapped
from road.search.search_graph import Direction

if TYPE_CHECKING:  # what joins is dear to load
    from app.document.joined import Joined


class Change(enum.Flag):
    """What changed in a session."""

    GRID = enum.auto()
    STARTS = enum.auto()
    LIMIT = enum.auto()
    BANDS = enum.auto()
    OPTIONS = enum.auto()
    RESULT = enum.auto()
    ROADS = enum.auto()
    METRIC = enum.auto()  # what roads cost, what is closed, or the direction of travel


@dataclass(frozen=True, slots=True)
class Options:
    """How to solve; the fields are those of a SolveRequest."""

    algorithm: str = DEFAULT
    backend: str = "auto"
    zero_speed_kmh: float = 0.0
    parameters: tuple[tuple[str, float], ...] = ()
    device: int | None = None
    gpu_memory_mib: int = 0


Listener = Callable[[Change], None]


@dataclass(eq=False)
class Session:
    """One terrain, or one road graph, and all that is asked of it.

    solved, road_solved : the newest result, of whichever is open.
    joined : roads on the terrain, if there are any. both_solved : where they are one graph with its
        cells, the result on that graph; `solved` is what it says of the cells.
    large : whether memory does not hold the terrain, so that out-of-core was chosen for it.
    """

    grid: VelocityGrid | None = None
    roads: OpenRoads | None = None
    path: Path | None = None
    starts: tuple[PlacedStart, ...] = ()
    limit_seconds: float = UNLIMITED
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    options: Options = field(default_factory=Options)
    solved: Solved | None = None
    road_solved: RoadSolved | None = None
    large: bool = False
    joined: Joined | None = None
    both_solved: RoadSolved | None = None
    _listeners: list[Listener] = field(default_factory=list, repr=False)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change, in the thread that makes it; returns the way out."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    @property
    def kind(self) -> str:
        """What is open: "terrain", "roads", or "" for nothing."""
        if self.grid is not None:
            return TERRAIN
        return ROADS if self.roads is not None else ""

    @property
    def domain(self) -> str:
        """Whose solvers answer: "terrain" or "roads", which cells and roads in one graph are too;
        "" where nothing is open."""
        return ROADS if self._as_one is not None else self.kind

    @property
    def _as_one(self) -> Joined | None:
        """Terrain and roads that are one graph."""
        joined = self.joined
        return joined if joined is not None and joined.terrain is not None else None

    def open_grid(
        self, grid: VelocityGrid, path: Path | None = None, joined: Joined | None = None
    ) -> None:
        """Replace the document; starts and result go, and where memory is short the algorithm.

        joined : roads on the terrain.
        """
        gone = Change.ROADS if self.roads is not None else Change(0)
        before, domain = self.options, self.domain
        self.grid, self.roads, self.path, self.joined = grid, None, path, joined
        if self._as_one is not None:
            assert joined is not None
            assert joined.terrain is not None
            self._choose(default_of(ROADS, joined.terrain.joined.graph.arc_count))
        elif domain == ROADS:
            self._choose(DEFAULT)
        self._suit_algorithm(default_for(grid) == OUT_OF_CORE)
        others = Change.OPTIONS if self.options != before else Change(0)
        self._begin_anew(Change.GRID | gone | others)

    def open_roads(self, roads: OpenRoads) -> None:
        """Replace the document by roads; starts and result go, and an algorithm for terrain."""
        _ = roads.weights  # what cannot be decoded is refused before anything changes
        gone = Change.GRID if self.grid is not None else Change(0)
        keeps = self.roads is not None and has(self.options.algorithm, ROADS)
        self.grid, self.roads, self.path, self.large = None, roads, roads.path, False
        self.joined = None
        before = self.options
        if not keeps:
            self._choose(default_of(ROADS, roads.graph.arc_count))
        gone |= Change.OPTIONS if self.options != before else Change(0)
        self._begin_anew(Change.ROADS | gone)

    def _begin_anew(self, change: Change) -> None:
        self.starts, self.solved, self.road_solved, self.both_solved = (), None, None, None
        change |= self._suit_measure()
        self._tell(change | Change.STARTS | Change.RESULT)

    def _suit_algorithm(self, large: bool) -> None:
        """Choose out-of-core for a large grid, and after it the usual algorithm again."""
        if large:
            algorithm = OUT_OF_CORE
        elif self.large and self.options.algorithm == OUT_OF_CORE:
            algorithm = DEFAULT
        else:
            algorithm = self.options.algorithm
        self.large = large
        self._choose(algorithm)

    def _choose(self, algorithm: str) -> None:
        """Another algorithm, without the parameters of the one before."""
        if algorithm != self.options.algorithm:
            self.options = replace(self.options, algorithm=algorithm, parameters=())

    def _suit_measure(self) -> Change:
        """Bands and limit of another kind of cost mean nothing: they begin anew."""
        measure = TIME if self.roads is None else self.roads.measure
        if measure == self.bands.measure:
            return Change(0)
        self.limit_seconds = UNLIMITED
        self.bands = usual_bands(measure)
        return Change.LIMIT | Change.BANDS

    def set_road_costs(self, costs: RoadCosts) -> None:
        """Drive by another metric; the graph stays as it is. Raises InputError where it lacks what
        the costs are made of."""
        last = "" if self.road_solved is None else self.road_solved.backend
        gpu = gpu_at_work(last, self.options.backend, self.options.device)
        self._set_roads(self._require_roads().driven(costs, gpu))

    def set_direction(self, direction: Direction) -> None:
        """Ask for times "from" the starts, or "to" them."""
        self._set_roads(self._require_roads().turned(direction))

    def set_closures(self, closures: Closures) -> None:
        """Close roads by drawing, and open those of drawings that are gone."""
        self._set_roads(self._require_roads().closed_by(closures))

    def _set_roads(self, roads: OpenRoads) -> None:
        _ = roads.weights  # what cannot be decoded is refused before anything changes
        self.roads = roads
        self._tell(Change.METRIC | self._suit_measure())

    def set_starts(self, starts: tuple[PlacedStart, ...]) -> None:
        self.starts = starts
        if not starts:
            self.solved = self.road_solved = self.both_solved = None
        self._tell(Change.STARTS if starts else Change.STARTS | Change.RESULT)

    def set_limit(self, seconds: float) -> None:
        if not seconds > 0:
            raise InputError(f"a time limit of {seconds} s", advice="Give more than 0.")
        self.limit_seconds = seconds
        self._tell(Change.LIMIT)

    def set_bands(self, bands: Bands) -> None:
        self.bands = bands
        self._tell(Change.BANDS)

    def set_options(self, options: Options) -> None:
        self.options = options
        self._tell(Change.OPTIONS)

    def set_solved(
        self, solved: Solved | RoadSolved | None, both: RoadSolved | None = None
    ) -> None:
        """The newest result; both : on the graph of cells and roads, where there is one."""
        self.both_solved = both
        self.solved = solved if isinstance(solved, Solved) else None
        self.road_solved = solved if isinstance(solved, RoadSolved) else None
        self._tell(Change.RESULT)

    def start_at(self, x: float, y: float, delay_seconds: float = 0.0) -> PlacedStart:
        """A start at a CRS point; raises InputError with the nearest passable cell as advice, or
        where there are no roads."""
        start = PlacedStart(x, y, delay_seconds)
        if self._as_one is not None:
            self._as_one.source(x, y)
        elif self.roads is None:
            self.element_of(start)
        else:
            self.source_of(start)
        return start

    def start_at_vertex(self, vertex_id: int, delay_seconds: float = 0.0) -> PlacedStart:
        """A start at the vertex that the road file calls so."""
        roads = self._require_roads()
        vertex = roads.vertex(vertex_id)
        return PlacedStart(*roads.position(vertex), delay_seconds, vertex)

    def source_of(self, start: PlacedStart) -> tuple[Source, Snapped | None]:
        """What a road solver starts from, and where a place met a road."""
        roads = self._require_roads()
        if start.vertex >= 0:
            return Start(start.vertex, start.delay_seconds), None
        snapped = roads.snapped(start.x, start.y)
        return snapped.source(start.delay_seconds), snapped

    def element_of(self, start: PlacedStart) -> int:
        """Flat cell index of a start; raises InputError outside the grid or on a barrier."""
        grid = self._require_grid()
        where = f"start {start.x:.10g},{start.y:.10g}"
        cell = grid.cell_at(start.x, start.y)
        if cell is None:
            left, bottom, right, top = grid.bounds
            raise InputError(
                "outside the raster",
                where=where,
                advice=f"Its x runs from {left:.10g} to {right:.10g}, its y from {bottom:.10g} to "
                f"{top:.10g}; check the order X,Y and the CRS of the start.",
            )
        if grid.passable(*cell, self.options.zero_speed_kmh):
            return cell[0] * grid.cols + cell[1]
        kind = "on a barrier (0 km/h)" if grid.kmh_at(*cell) <= 0 else "on a cell without data"
        fix = nearest_passable(grid, *cell, self.options.zero_speed_kmh)
        if fix is None:
            raise InputError(kind, where=where, advice="No cell of this raster can be entered.")
        x, y = grid.centre_of(*fix)
        raise InputError(
            kind, where=where, advice=f"The nearest passable cell is {x:.10g},{y:.10g}."
        )

    def request(self, preview: bool = False) -> SolveRequest:
        """What to solve now; raises InputError where a start cannot be used."""
        grid = self._require_grid()
        if not self.starts:
            raise InputError("no start", advice="Click the map, or give --start X,Y.")
        sources = tuple(Start(self.element_of(s), s.delay_seconds) for s in self.starts)
        return SolveRequest(
            grid=grid,
            sources=sources,
            places=tuple((s.x, s.y, s.delay_seconds) for s in self.starts),
            limit_seconds=self.limit_seconds,
            algorithm=self.options.algorithm,
            backend=self.options.backend,
            zero_speed_kmh=self.options.zero_speed_kmh,
            parameters=self.options.parameters,
            preview=preview,
            notes=(NOTE,) if self.large and self.options.algorithm == OUT_OF_CORE else (),
            device=self.options.device,
            gpu_memory_mib=self.options.gpu_memory_mib,
        )

    def road_request(self, preview: bool = False) -> RoadRequest:
        """The same for roads, also for those that are one graph with a terrain. A preview goes no
        further than the bands."""
        both = self._as_one
        roads = self._require_roads() if both is None else None
        if not self.starts:
            raise InputError("no start", advice="Click the map, or give --start vertex:ID.")
        places = tuple((s.x, s.y, s.delay_seconds) for s in self.starts)
        if both is not None:
            return both.request(places, **self._how(preview))
        assert roads is not None
        met = [self.source_of(start) for start in self.starts]
        return RoadRequest(
            roads=roads,
            sources=tuple(source for source, _ in met),
            places=places,
            snapped=tuple(snapped for _, snapped in met),
            **self._how(preview),
        )

    def _how(self, preview: bool) -> dict[str, Any]:
        """The fields of a RoadRequest that do not depend on what is open."""
        limit = min(self.limit_seconds, self.bands.limits[-1]) if preview else self.limit_seconds
        return {
            "limit_seconds": limit,
            "algorithm": self.options.algorithm,
            "backend": self.options.backend,
            "parameters": self.options.parameters,
            "preview": preview,
            "device": self.options.device,
            "gpu_memory_mib": self.options.gpu_memory_mib,
        }

    def _require_roads(self) -> OpenRoads:
        if self.roads is None:
            raise InputError("no roads are open", advice="Open a road graph first.")
        return self.roads

    def _require_grid(self) -> VelocityGrid:
        if self.grid is None:
            raise InputError("no terrain is open", advice="Open a velocity raster first.")
        return self.grid
