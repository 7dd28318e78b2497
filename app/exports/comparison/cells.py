"""The difference of two fields of cells as a raster, and fields of times out of rasters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np

from app.asked.in_files import differing_files, is_partial, is_told
from app.exports.comparison.cells_of_both import around_both, carried, is_of_roads
from app.exports.comparison.difference import F64, KINDS, ComparableCells
from app.exports.comparison.request import ComparisonExport, told_apart
from app.exports.comparison.results import ComparedCells, expect_same_cells
from app.exports.tags import program
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.times import UNREACHED
from raster.files.opening import check_band, open_reader, tags_of
from raster.files.source import resolve
from raster.files.write import CellField, write_fields
from raster.grid import VelocityGrid, Window
from raster.travel_times import TravelTimeGrid

MINUTE = 60.0


def difference_tiff(export: ComparisonExport) -> tuple[str, ...]:
    """Bands: B − A in minutes, no data where either does not reach; and what became of each cell,
    1 sooner, 2 the same, 3 later, 4 won, 5 lost, no data where neither does. Returns notes."""
    both = cast(ComparedCells, export.comparison)
    a, b = both.names
    found = both.difference

    def minutes(window: Window) -> F64:
        return found.of(window).seconds / MINUTE

    def kinds(window: Window) -> F64:
        kind = found.of(window).kind.astype(np.float64)
        kind[kind == 0] = np.nan
        return kind

    codes = ", ".join(f"{code} {word}" for code, word in enumerate(KINDS) if code)
    fields = (
        CellField(f"{b} minus {a}", "min", minutes),
        CellField(f"from {a} to {b}: {codes}", "", kinds),
    )
    tags = {
        **program(),
        "ISOFRONT_A": a,
        "ISOFRONT_B": b,
        "ISOFRONT_CLASSES": codes,
        **told_apart(both),
        **both.tags,
    }
    write_fields(
        export.path, both.grid, fields, tags, progress=export.progress, cancel=export.cancel
    )
    if both.grid.crs_wkt is None:
        return (f"{export.path.name} names no CRS, because the terrain names none.",)
    return ()


class FileCells:
    """Times that a raster holds, in seconds, as `isofront solve --out` writes them."""

    tick_seconds = 0.0

    def __init__(self, seconds: F64, tags: Mapping[str, str] | None = None) -> None:
        """tags : what the file says of its own making."""
        self._seconds = seconds
        self.tags: Mapping[str, str] = tags or {}
        self.shape = int(seconds.shape[0]), int(seconds.shape[1])

    def seconds_in(self, window: Window) -> F64:
        row, col, height, width = window
        return self._seconds[row : row + height, col : col + width]


def read_times(
    path: Path, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[VelocityGrid, FileCells]:
    """Band 1 of a raster as times, and a grid that says where its cells lie. Raises InputError for
    a file that cannot be read or holds no times, CancelledError."""
    with open_reader(resolve(path, None)) as reader:
        check_band(reader, 1)
        place, reference, where = reader.placement, reader.reference, reader.source.where
        tags = tags_of(reader)
        if tags.get("ISOFRONT_UNIT", "s") != "s":
            raise InputError(
                f"counts in {tags['ISOFRONT_UNIT']}",
                where=where,
                advice="Compare times with times.",
            )
        if place.rotated:
            raise InputError(
                "its rows lean", where=where, advice="Give times as `isofront solve` writes them."
            )
        seconds = np.empty((place.rows, place.cols))
        for block in reader.blocks(1, cancel):
            progress(block.row / place.rows, f"reading {path.name}")
            rows = seconds[block.row :][: len(block.values)]
            rows[:] = np.where(block.valid, block.values, np.inf)
    rows_up, cols_up = place.south_up, place.mirrored
    seconds = seconds[:: -1 if rows_up else 1, :: -1 if cols_up else 1]
    seconds[np.isnan(seconds)] = np.inf
    if (seconds < 0).any():
        raise InputError(
            f"holds {float(seconds.min()):g}, and no time is below 0",
            where=where,
            advice="Give times as `isofront solve --out` writes them.",
        )
    upright = place.upright()
    grid = VelocityGrid(
        np.broadcast_to(np.uint8(0), (place.rows, place.cols)),
        np.ones(256),
        upright.cell_x,
        upright.cell_y,
        upright.left,
        upright.top,
        reference.metres_per_unit or METRES_UNKNOWN,
        reference.wkt,
        path.stem,
    )
    return grid, FileCells(seconds, tags)


def on_cells_of_both(
    a: tuple[VelocityGrid, FileCells], b: tuple[VelocityGrid, FileCells], names: tuple[str, str]
) -> tuple[tuple[VelocityGrid, FileCells], tuple[VelocityGrid, FileCells]]:
    """The same times on the same cells: beyond the edge of a raster of roads nothing is reached.
    Raises InputError where there are no such cells."""
    grid = around_both(a[0], b[0], names)
    first, second = (
        FileCells(carried(cells.seconds_in(of.whole()), of, grid), cells.tags)
        for of, cells in (a, b)
    )
    return (grid, first), (grid, second)


def as_solved(grid: VelocityGrid, cells: ComparableCells) -> Solved:
    """Times of a file as a result, to be drawn: no better than to a 4096th of a second."""
    seconds = cells.seconds_in(grid.whole())
    there = np.isfinite(seconds)
    ticks = np.where(there, np.minimum(seconds, MOST_DRAWN) / DRAWN_TICK, UNREACHED)
    labels = ticks.astype(np.uint32)
    largest = int(labels.max(initial=0, where=there))
    times = TravelTimeGrid(labels, DRAWN_TICK, reached=int(there.sum()), max_ticks=largest)
    return Solved(grid, times, (), "", "cpu", "")


DRAWN_TICK = 2.0**-12
"""Seconds of a tick of times that are drawn out of a file."""

MOST_DRAWN = (UNREACHED - 1) * DRAWN_TICK
"""The longest time that is drawn out of a file: three days."""

METRES_UNKNOWN = 1.0
"""Metres of a unit of coordinates that are no lengths, as degrees are not."""


def compared_files(
    a: tuple[VelocityGrid, FileCells],
    b: tuple[VelocityGrid, FileCells],
    names: tuple[str, str],
    tags: Mapping[str, str],
) -> ComparedCells:
    """Two that were read. Those of roads may reach differently far. Raises InputError where their
    cells differ."""
    told = a[1].tags, b[1].tags
    if all(map(is_of_roads, told)):
        a, b = on_cells_of_both(a, b, names)
    else:
        expect_same_cells(a[0], b[0], names)
    resolution = min(b[0].cell_x, b[0].cell_y)
    asked = differing_files(*told, resolution)
    notes = [
        f"{name} was stopped before its end"
        for name, of in zip(names, told, strict=True)
        if is_partial(of)
    ]
    silent = [name for name, of in zip(names, told, strict=True) if not is_told(of)]
    if asked is None and len(silent) == 1:
        notes.append(f"{silent[0]} does not say what was asked, so what differs is not known")
    elif asked is None:
        notes.append(
            f"{silent[0]} and {silent[1]} do not say what was asked, so what differs is not known"
        )
    return ComparedCells(b[0], a[1], b[1], names, tuple(notes), tags, asked)
