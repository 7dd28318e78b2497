"""A velocity raster as the open document, perhaps with roads burned into its cells."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Never, Self

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.catalog.algorithms import OUT_OF_CORE, choose_backend, find
from app.catalog.rows import TERRAIN
from app.document.document import Bounds, no_roads
from app.document.edit_words import tags_of_edits
from app.document.large_grids import NOTE, default_for, lies_in_a_file
from app.document.reading import RasterReading, RoadSource, Sources
from app.measure import TIME, Measure
from app.roads.closures import OPEN_EVERYWHERE
from app.roads.open_roads import OpenRoads
from app.solving.cells import CellProblem, cell_of
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.solving.warm_up import around, times_of_nobody
from app.solving.warming.updates import warm_updates
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from raster.coarse import coarsen
from raster.edits.apply import EditedGrid
from raster.edits.edit import NO_EDITS, EditLayer
from raster.elevation import Elevation
from raster.files.elevation import read_elevation
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.starts import good_start, nearest_passable


@dataclass(frozen=True, eq=False)
class OnCells:
    """Where starts stand on cells: what every document with a raster has in common.

    edited : the raster as it was read, and the edits that `grid` has of it; None where there were
    none yet.
    """

    grid: VelocityGrid
    path: Path | None = None
    edited: EditedGrid | None = field(default=None, kw_only=True)
    reading: RasterReading = field(default_factory=RasterReading, kw_only=True)

    nearest_words = "Use the nearest passable cell"
    counts_lengths = customizes = False
    takes_elevation = True

    @property
    def prepared_in_minutes(self) -> bool:
        return False

    def elevation(self, path: Path, *, progress: Progress, cancel: Cancel) -> Elevation:
        return read_elevation(path, self.grid, progress=progress, cancel=cancel)

    @property
    def edits(self) -> EditLayer:
        return NO_EDITS if self.edited is None else self.edited.layer

    @property
    def shown_edits(self) -> EditLayer:
        return NO_EDITS if self.edited is None else self.edited.shown

    def with_edits(self, layer: EditLayer) -> Self:
        before = self.edited or EditedGrid(self.grid, NO_EDITS, self.grid)
        edited = before.with_layer(layer)
        return replace(self, grid=edited.grid, edited=edited)

    @property
    def read_grid(self) -> VelocityGrid:
        """The raster without edits."""
        return self.grid if self.edited is None else self.edited.base

    @property
    def files(self) -> dict[str, Path]:
        return {"terrain": self.path} if self.path else {}

    @property
    def sources(self) -> Sources:
        return Sources(self.path, self.reading)

    @property
    def over_cells(self) -> str:
        return "no roads"

    @property
    def inclines(self) -> NDArray[np.int8] | None:
        return None

    def side(self, options: Options) -> str:
        slopes = options.counted_slopes
        return "" if slopes is None else str(slopes.direction)

    @property
    def name(self) -> str:
        return self.grid.name

    @property
    def crs_wkt(self) -> str:
        return self.grid.crs_wkt or ""

    @property
    def notes(self) -> tuple[str, ...]:
        return self.grid.notes

    @property
    def bounds(self) -> Bounds:
        return self.grid.bounds

    @property
    def measure(self) -> Measure:
        return TIME

    @property
    def resolution(self) -> float:
        return min(self.grid.cell_x, self.grid.cell_y)

    @property
    def none_good(self) -> InputError:
        advice = "Let 0 km/h count as 1 km/h (Solver panel), or check the file."
        return InputError("No cell of this raster can be entered", advice=advice)

    def nearest(self, start: PlacedStart, options: Options) -> tuple[float, float] | None:
        grid = self.grid
        if not (math.isfinite(start.x) and math.isfinite(start.y)):
            return None
        row = min(max(math.floor((grid.top - start.y) / grid.cell_y), 0), grid.rows - 1)
        col = min(max(math.floor((start.x - grid.left) / grid.cell_x), 0), grid.cols - 1)
        cell = nearest_passable(grid, row, col, options.zero_speed_kmh)
        return None if cell is None else grid.centre_of(*cell)

    def met(self, start: PlacedStart) -> None:
        """On cells starts stand as they were placed."""

    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        return self.grid.cell_at(one.x, one.y) == self.grid.cell_at(other.x, other.y)

    def good_start(self, options: Options, cancel: Cancel) -> PlacedStart:
        cell = good_start(self.grid, options.zero_speed_kmh)
        if cell is None:
            raise InputError(
                "no cell of this raster can be entered",
                where=self.grid.name,
                advice="Give --zero-speed-kmh, or another --band or --units.",
            )
        return PlacedStart(*self.grid.centre_of(*cell))


@dataclass(frozen=True, eq=False)
class CellsAlone(OnCells):
    """What documents have in common that have cells and no roads to drive on."""

    roads = groundwork = None
    closures = OPEN_EVERYWHERE
    attribution = ""
    shows = "cells"
    has_vertices = False

    @property
    def subject(self) -> object:
        return self.read_grid

    def places_named(self, letters: str) -> tuple[()]:
        """A raster names no places."""
        return ()

    def preview_limit(self, limit_seconds: float, bands: Bands) -> float:
        return limit_seconds

    def driven(self, roads: OpenRoads) -> Never:
        raise no_roads()


@dataclass(frozen=True, eq=False)
class TerrainDocument(CellsAlone):
    """A raster; names as in `app.document.document.Document`.

    tags : (name, text) of what files of its results should say beside, as of roads burned into it.
    burned : the name of those roads. cells_burned : how many cells they touch. burned_roads : what
    they were read from, and how they were driven.
    """

    tags: tuple[tuple[str, str], ...] = ()
    burned: str = ""
    cells_burned: int = 0
    burned_roads: RoadSource | None = None

    kind = domain = TERRAIN
    panels = frozenset(("edits", "matrix", "slopes", "terrain"))
    takes_zero_speed = True

    @property
    def sources(self) -> Sources:
        join = "burned" if self.burned else ""
        return replace(super().sources, roads=self.burned_roads, join=join)

    @property
    def over_cells(self) -> str:
        return f"{self.burned} burned into the cells" if self.burned else super().over_cells

    @property
    def title(self) -> str:
        return f"{self.name} + {self.burned}" if self.burned else self.name

    @cached_property
    def usual_algorithm(self) -> str:
        return default_for(self.grid)

    def placed(self, start: PlacedStart, options: Options) -> PlacedStart:
        cell_of(self.grid, start, options.zero_speed_kmh)
        return start

    def problem(self, request: SolveRequest, progress: Progress, cancel: Cancel) -> CellProblem:
        tags = (*self.tags, *tags_of_edits(self.edited))
        return CellProblem(request, self.grid, tags, lies_in_a_file(self.grid))

    def remarks(self, options: Options) -> tuple[str, ...]:
        large = self.usual_algorithm == OUT_OF_CORE
        return (NOTE,) if large and options.algorithm == OUT_OF_CORE else ()

    def warm_up(self, options: Options, cancel: Cancel) -> Result | None:
        """Solve a few cells; and on the CPU a coarser grid, which is of another kind and has other
        code to compile. The GPU solves previews as they are."""
        grid, zero = self.grid, options.zero_speed_kmh
        cell = nearest_passable(grid, grid.rows // 2, grid.cols // 2, zero)
        if cell is None:
            return None
        options = replace(options, slopes=None)  # heights of other cells
        small, start = around(grid, cell[0] * grid.cols + cell[1])
        solved = _solve_alone(small, start.element, options)
        if choose_backend(find(options.algorithm), options.backend, options.device) == "cpu":
            coarse = coarsen(small, 2)
            (moved,) = coarse.sources((start,), zero)
            cancel.check("the preview")
            _solve_alone(coarse.grid, moved.element, options)
        return solved

    def unsolved(self, options: Options) -> Result | None:
        grid, zero = self.grid, options.zero_speed_kmh
        cell = nearest_passable(grid, grid.rows // 2, grid.cols // 2, zero)
        if cell is None:
            return None
        small, start = around(grid, cell[0] * grid.cols + cell[1])
        starts = (PlacedStart(*small.centre_of(*divmod(start.element, small.cols))),)
        times = times_of_nobody(small, EIGHT)
        return Solved(small, times, starts, options.algorithm, "cpu", "", zero)

    def warm_up_edits(self, options: Options) -> None:
        warm_updates(self.grid, options)


def _solve_alone(grid: VelocityGrid, cell: int, options: Options) -> Result:
    start = PlacedStart(*grid.centre_of(*divmod(cell, grid.cols)))
    return Solving().run(SolveRequest(TerrainDocument(grid), (start,), options=replace(options)))
