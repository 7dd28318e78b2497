"""Travel times become bands, isolines and polygons.

The field is contoured as it is, between the centres of cells; see `segments` for what
happens at the edge of what is reached. Bands never overlap, holes stay holes, and nothing is drawn
where nothing is reached. The reasons are in docs/decisions/0002-contours.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.geometry.marching_squares import Segments
from core.geometry.nesting import NO_POLYGONS, Polygons, assembled, nested
from core.geometry.rings import cut_into_rings, lines_of, linked, touches_of
from core.progress import Progress, no_progress
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from raster.geometry import EIGHT
from raster.grid import VelocityGrid, Window
from raster.isochrones.limits import checked_limits
from raster.isochrones.segments import LATTICE, segments_of, strip_of
from raster.slopes.costs import costs_on
from raster.slopes.slopes import GridSlopes
from raster.travel_times import NO_CLASS, TravelTimeGrid, TravelTimes

STRIP_ROWS = 256
"""Rows contoured between two looks at `cancel`; a strip of 7000 columns takes 14 MB."""

MOST_SEGMENTS = 200_000_000
"""Most segments of a contour: they take 17 bytes each while they are gathered, and as much again
band by band."""

PER_CELL = 2 * LATTICE
"""Lattice steps along a side of a cell."""


@dataclass(frozen=True, slots=True)
class BandPolygons:
    """What is reached later than `limit_from` and within `limit_to` seconds.

    geometry : shapely MultiPolygon in CRS units, outer rings anticlockwise; may be empty.
    area_m2 : cells of the band × cell area, as in `band_areas`.
    """

    limit_from: float
    limit_to: float
    geometry: shapely.MultiPolygon
    area_m2: float


@dataclass(frozen=True, slots=True)
class Isoline:
    """Where the travel time is `limit` seconds.

    geometry : shapely MultiLineString in CRS units, earlier times on the left; may be empty.
    """

    limit: float
    geometry: shapely.MultiLineString


@njit(cache=True, nogil=True)
def _count(ticks: Any, edges: Any, counts: Any) -> None:
    """Add the cells of each band, and behind them those past the last. edges : uint32, the largest
    label of each. Cells beside each other are mostly of one band, which is looked at first."""
    first, last, band = np.int64(0), np.int64(-1), np.int64(0)
    for row in range(ticks.shape[0]):
        line = ticks[row]
        for col in range(len(line)):
            label = np.int64(line[col])
            if not first <= label <= last:
                band = np.int64(np.searchsorted(edges, np.uint32(label)))
                first = np.int64(edges[band - 1]) + 1 if band else np.int64(0)
                last = np.int64(edges[band]) if band < len(edges) else np.int64(1) << 32
            counts[band] += 1


def band_areas(
    times: TravelTimes, grid: VelocityGrid, limits: Sequence[float]
) -> NDArray[np.float64]:
    """Square metres of each band, float64, (limits,): its cells counted × the area of a cell."""
    limits = checked_limits(limits)
    counts = np.zeros(NO_CLASS + 1, np.int64)
    edges = np.array([limit_in_ticks(limit, times.tick_seconds) for limit in limits], np.uint32)
    for window in _strips(grid.rows, grid.cols):
        if isinstance(times, TravelTimeGrid):
            _count(times.ticks_in(window), edges, counts)
            continue
        classes = times.classes(window, (window.height, window.width), limits)
        counts += np.bincount(classes.ravel(), minlength=NO_CLASS + 1)
    areas: NDArray[np.float64] = counts[: len(limits)] * np.float64(grid.cell_area)
    return areas


def band_polygons(
    times: TravelTimes,
    grid: VelocityGrid,
    limits: Sequence[float],
    *,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    max_cells: int | None = None,
) -> list[BandPolygons]:
    """One MultiPolygon per limit, without overlaps or gaps between reached cells.

    limits : ascending seconds; the first band begins at 0.
    zero_speed_kmh : what the solver took 0 km/h for, so that it knows barriers.
    slopes : that counted.
    max_cells : contour a nearest-cell sample of at most so many cells, for the screen.
    Raises ParameterError for bad limits, CancelledError.
    """
    limits = checked_limits(limits)
    areas = band_areas(times, grid, limits)
    field = _field(times, grid, zero_speed_kmh, slopes, max_cells)
    segments = _gather(field, limits, False, progress, cancel)
    bands = []
    for band, limit in enumerate(limits):
        cancel.check("drawing isochrones")
        progress(0.6 + 0.4 * band / len(limits), "linking isochrones")
        polygons = _polygons(*segments[band], field.width)
        geometry = shapely.from_ragged_array(
            shapely.GeometryType.MULTIPOLYGON,
            field.coordinates(polygons.vertices),
            (
                polygons.ring_offsets,
                polygons.polygon_offsets,
                np.array([0, len(polygons.polygon_offsets) - 1]),
            ),
        )[0]
        start = limits[band - 1] if band else 0.0
        bands.append(BandPolygons(start, limit, geometry, float(areas[band])))
    progress(1.0, "linking isochrones")
    return bands


def isolines(
    times: TravelTimes,
    grid: VelocityGrid,
    limits: Sequence[float],
    *,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    max_cells: int | None = None,
) -> list[Isoline]:
    """One MultiLineString per limit; lines end where nothing is reached beside them.

    Parameters and errors as in `band_polygons`. A limit past the solve's own has no line.
    """
    limits = checked_limits(limits)
    field = _field(times, grid, zero_speed_kmh, slopes, max_cells)
    within = [limit for limit in limits if limit <= times.limit_seconds]
    segments = _gather(field, within, True, progress, cancel) if within else []
    found = []
    for i, limit in enumerate(limits):
        cancel.check("drawing isolines")
        progress(0.6 + 0.4 * i / len(limits), "linking isolines")
        pair = segments[i] if i < len(within) else _NOTHING
        vertices, offsets = lines_of(*pair, field.width)
        geometry = shapely.from_ragged_array(
            shapely.GeometryType.MULTILINESTRING,
            field.coordinates(vertices),
            (offsets, np.array([0, len(offsets) - 1])),
        )[0]
        found.append(Isoline(limit, geometry))
    progress(1.0, "linking isolines")
    return found


def _polygons(start: NDArray[np.int64], end: NDArray[np.int64], width: int) -> Polygons:
    """Polygons of the segments of one band; none for no segments."""
    if len(start) == 0:
        return NO_POLYGONS
    start, end, following = linked(start, end, width)
    rings = cut_into_rings(start, following, touches_of(start), width, False)
    return assembled(rings, nested(rings, start, end, width, LATTICE))


_Pair = tuple[NDArray[np.int64], NDArray[np.int64]]
_NOTHING: _Pair = (np.zeros(0, np.int64), np.zeros(0, np.int64))


@dataclass(frozen=True, eq=False)
class _Field:
    """Labels to contour, and the grid they lie on.

    labels : uint32 ticks, (rows, cols).   limit_ticks : -1 where no step past the limit is due.
    """

    labels: NDArray[np.uint32]
    grid: VelocityGrid
    tick_seconds: float
    limit_seconds: float
    limit_ticks: int
    zero_speed_kmh: float
    geometry: str
    slopes: GridSlopes | None

    @property
    def width(self) -> int:
        """Lattice vertices in a row."""
        return self.grid.cols * PER_CELL + 1

    def levels(self, limits: Sequence[float]) -> NDArray[np.float64]:
        """The limits in ticks, none past the limit of the solve; float64, ascending.

        Labels are whole and a node is the mean of at most four, so an eighth keeps a level apart
        from every node, above the labels that are within the limit.
        """
        capped = [min(limit, self.limit_seconds) for limit in limits]
        return np.array([limit_in_ticks(limit, self.tick_seconds) + 0.125 for limit in capped])

    def coordinates(self, vertices: NDArray[np.int64]) -> NDArray[np.float64]:
        """CRS points of lattice vertices, float64, (n, 2)."""
        y, x = np.divmod(vertices, self.width)
        points = np.empty((len(vertices), 2))
        points[:, 0] = self.grid.left + x / PER_CELL * self.grid.cell_x
        down = self.grid.rows - y / PER_CELL
        points[:, 1] = self.grid.top - down * self.grid.cell_y
        return points


def _field(
    times: TravelTimes,
    grid: VelocityGrid,
    zero_speed_kmh: float,
    slopes: GridSlopes | None,
    max_cells: int | None,
) -> _Field:
    if times.shape != grid.shape:
        raise InputError(
            f"travel times of {times.shape} on a grid of {grid.shape} cells",
            advice="Solve again on this grid.",
        )
    tick, limit = times.tick_seconds, times.limit_seconds
    # A partial solve leaves cells unreached that lie within the limit: nothing is known past them.
    one_more_step = limit < UNLIMITED and not times.partial
    limit_ticks = limit_in_ticks(limit, tick) if one_more_step else -1
    geometry = times.geometry
    if max_cells is None or grid.rows * grid.cols <= max_cells:
        labels = times.ticks()
    else:
        geometry = EIGHT  # a sample's cells need not be square
        shape = _shape_within(grid.shape, max_cells)
        labels = _sampled_ticks(times, grid.whole(), shape)
        grid = _sampled_grid(grid, shape)
        slopes = None if slopes is None else slopes.thinned(shape)
    return _Field(labels, grid, tick, limit, limit_ticks, zero_speed_kmh, geometry, slopes)


def _shape_within(shape: tuple[int, int], max_cells: int) -> tuple[int, int]:
    """The largest shape of about the same proportions with at most `max_cells` cells."""
    shrink = math.sqrt(max_cells / (shape[0] * shape[1]))
    rows = min(max(1, math.floor(shape[0] * shrink)), max(1, max_cells))
    return rows, max(1, min(math.floor(shape[1] * shrink), max_cells // rows))


def _sampled_ticks(
    times: TravelTimes, window: Window, shape: tuple[int, int]
) -> NDArray[np.uint32]:
    """Labels of a nearest-cell sample; float32 seconds are rounded, but never past the limit."""
    seconds = times.seconds(window, shape).astype(np.float64)
    last = limit_in_ticks(times.limit_seconds, times.tick_seconds)
    ticks = np.minimum(np.rint(seconds / times.tick_seconds), last)
    return np.where(np.isfinite(seconds), ticks, UNREACHED).astype(np.uint32)


def _sampled_grid(grid: VelocityGrid, shape: tuple[int, int]) -> VelocityGrid:
    return replace(
        grid,
        values=np.ascontiguousarray(grid.kmh(grid.whole(), shape)),
        code_speed=None,
        cell_x=grid.cell_x * grid.cols / shape[1],
        cell_y=grid.cell_y * grid.rows / shape[0],
    )


def _strips(rows: int, cols: int) -> Iterator[Window]:
    for row in range(0, rows, STRIP_ROWS):
        yield Window(row, 0, min(STRIP_ROWS, rows - row), cols)


def _gather(
    field: _Field, limits: Sequence[float], lines: bool, progress: Progress, cancel: Cancel
) -> list[_Pair]:
    """(start, end) vertices of the segments of each band or level."""
    told = field.grid, field.tick_seconds, field.zero_speed_kmh, field.geometry
    costs = costs_on(*told, field.slopes)
    levels = field.levels(limits)
    strips: list[Segments] = []
    total = 0
    for window in _strips(*field.grid.shape):
        cancel.check("drawing isochrones")
        progress(0.6 * window.row / field.grid.rows, "contouring")
        last = window.row + window.height
        strip = strip_of(field.labels, costs, window.row, last, field.limit_ticks)
        south = (field.grid.rows - last) * PER_CELL
        strips.append(segments_of(strip, levels, south, field.width, lines))
        total += len(strips[-1].start)
        if total > MOST_SEGMENTS:
            raise InputError(
                f"more than {MOST_SEGMENTS:,} pieces of outline", advice="Choose fewer limits."
            )
    return _by_band(strips, len(limits))


def _by_band(strips: list[Segments], count: int) -> list[_Pair]:
    band = np.concatenate([strip.band for strip in strips])
    order = np.argsort(band, kind="stable")  # radix sort, and rows stay in order
    ends = np.searchsorted(band[order], np.arange(count + 1))
    start = np.concatenate([strip.start for strip in strips])[order]
    end = np.concatenate([strip.end for strip in strips])[order]
    return [(start[first:last], end[first:last]) for first, last in pairwise(ends)]
