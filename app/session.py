"""The open document: terrain, starts, limit, bands, options and the newest result. No Qt.

Views subscribe and are told what changed; edits go through `app.commands` so that they can be
undone.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.bands import Bands
from app.catalog import DEFAULT, OUT_OF_CORE
from app.jobs import SolveRequest
from app.large_grids import NOTE, default_for
from app.solved import Solved
from core.errors import InputError
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import VelocityGrid
from raster.starts import nearest_passable


class Change(enum.Flag):
    """What changed in a session."""

    GRID = enum.auto()
    STARTS = enum.auto()
    LIMIT = enum.auto()
    BANDS = enum.auto()
    OPTIONS = enum.auto()
    RESULT = enum.auto()


@dataclass(frozen=True, slots=True)
class PlacedStart:
    """A start on the map, in CRS units; `head_start_seconds` is time already on the clock."""

    x: float
    y: float
    head_start_seconds: float = 0.0


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
    """One terrain and all that is asked of it.

    large : whether memory does not hold the terrain, so that out-of-core was chosen for it.
    """

    grid: VelocityGrid | None = None
    path: Path | None = None
    starts: tuple[PlacedStart, ...] = ()
    limit_seconds: float = UNLIMITED
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    options: Options = field(default_factory=Options)
    solved: Solved | None = None
    large: bool = False
    _listeners: list[Listener] = field(default_factory=list, repr=False)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change, in the thread that makes it; returns the way out."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    def open_grid(self, grid: VelocityGrid, path: Path | None = None) -> None:
        """Replace the document; starts and result go, and where memory is short the algorithm."""
        self.grid, self.path = grid, path
        self.starts, self.solved = (), None
        before = self.options
        self._suit_algorithm(default_for(grid) == OUT_OF_CORE)
        others = Change.OPTIONS if self.options != before else Change(0)
        self._tell(Change.GRID | Change.STARTS | Change.RESULT | others)

    def _suit_algorithm(self, large: bool) -> None:
        """Choose out-of-core for a large grid, and after it the usual algorithm again."""
        if large:
            algorithm = OUT_OF_CORE
        elif self.large and self.options.algorithm == OUT_OF_CORE:
            algorithm = DEFAULT
        else:
            algorithm = self.options.algorithm
        self.large = large
        if algorithm != self.options.algorithm:
            self.options = replace(self.options, algorithm=algorithm, parameters=())

    def set_starts(self, starts: tuple[PlacedStart, ...]) -> None:
        self.starts = starts
        if not starts:
            self.solved = None
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

    def set_solved(self, solved: Solved | None) -> None:
        self.solved = solved
        self._tell(Change.RESULT)

    def start_at(self, x: float, y: float, head_start_seconds: float = 0.0) -> PlacedStart:
        """A start at a CRS point; raises InputError with the nearest passable cell as advice."""
        start = PlacedStart(x, y, head_start_seconds)
        self.element_of(start)
        return start

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
        sources = tuple(Start(self.element_of(s), s.head_start_seconds) for s in self.starts)
        return SolveRequest(
            grid=grid,
            sources=sources,
            places=tuple((s.x, s.y, s.head_start_seconds) for s in self.starts),
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

    def _require_grid(self) -> VelocityGrid:
        if self.grid is None:
            raise InputError("no terrain is open", advice="Open a velocity raster first.")
        return self.grid
