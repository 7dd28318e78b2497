"""Which start is first where: cells as a raster or polygons, streets as lines, and a table."""

from __future__ import annotations

import csv
import io
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.exports.layers import write_features
from app.exports.owned_streets import owned_streets
from app.exports.plans.cells import class_cells
from app.exports.raster import tags_of
from app.exports.request import Export
from app.exports.roads import NOTHING_REACHED, layer_of, no_positions
from app.exports.shares import OwnedShare, shares_of
from app.exports.vector import FeatureLayer
from app.exports.warm_up import warm_cells
from app.owners import Owners
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.errors import ExportError
from core.files.atomic_write import atomic_write
from raster.files.category_table import Category
from raster.files.class_shapes import class_polygons
from raster.files.write import write_classes
from raster.grid import Window
from resources.start_colours import rgb_of

MOST_CLASSES = 255
"""Owners that a raster of bytes tells apart."""

WORK_SHARE = 0.5
"""Share of the progress that goes to finding owners and outlines; the rest is writing."""

OPAQUE = 255

R = TypeVar("R", bound=Result)


def owners_csv(export: Export[Any]) -> tuple[str, ...]:
    """A line for each start: number, name, place, delay, colour, what it is first at and which
    share of all that is reached; returns no notes."""
    result, _ = _owned(export)
    measure = result.measure
    unit = {"time": "_s", "length": "_m", "count": ""}[measure.quantity]
    amount = "length_m" if result.on_cells is None else "area_m2"
    heads = ("number", "name", "x", "y", f"delay{unit}", "colour", amount, "share")
    rows = shares_of(result)

    def lines(some: slice) -> list[str]:
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        for number, row in enumerate(rows[some], start=some.start + 1):
            start, delay = row.start, measure.shown(row.start.delay_seconds)
            place = (f"{start.x:.12g}", f"{start.y:.12g}", f"{delay:.10g}")
            told = (f"{row.amount:.10g}", f"{row.share:.6g}")
            table.writerow((number, row.name, *place, start.colour, *told))
        return [text.getvalue()]

    if export.plan is not None:
        export.plan.add_table(heads, len(rows), lines)
        return ()
    with atomic_write(export.path) as draft:
        body = "".join(lines(slice(0, len(rows))))
        draft.write_text(f"{','.join(heads)}\n{body}", encoding="utf-8", newline="\n")
        export.cancel.check("the export")
    export.writing(1.0)
    return ()


def owners_tiff(export: Export[Solved]) -> tuple[str, ...]:
    """The number of the first start of each cell, the first being 1, with a colour table and their
    names; returns notes."""
    solved, owners = _owned(export)
    if len(solved.starts) > MOST_CLASSES:
        raise ExportError(
            f"{len(solved.starts):,} starts are more than a raster tells apart",
            where=str(export.path),
            advice=f"Write .gpkg, or give {MOST_CLASSES} starts at most.",
        )

    def read(window: Window) -> NDArray[np.uint8]:
        row, col, height, width = window
        some = owners.of[row : row + height, col : col + width]
        return (some + np.int16(1)).astype(np.uint8)

    rows = shares_of(solved)
    categories = [
        Category(row.name, None, None, row.amount, (*rgb_of(row.start.colour), OPAQUE))
        for row in rows
    ]
    if export.plan is not None:
        tones = np.array([c.colour for c in categories], np.uint8)
        export.plan.parts.append(class_cells(export, solved.grid, read, tones))
        return ()
    classes = "; ".join(f"{n}: {row.name}" for n, row in enumerate(rows, start=1))
    write_classes(
        export.path,
        solved.grid,
        read,
        "number of the first start",
        categories,
        tags_of(solved) | {"ISOFRONT_CLASSES": classes},
        compression=export.options.compression,
        progress=export.progress,
        cancel=export.cancel,
    )
    if solved.grid.crs_wkt is None:
        return (f"{export.path.name} names no CRS, because the terrain names none.",)
    return ()


def polygons(export: Export[Solved]) -> tuple[str, ...]:
    """The ground of each start along the edges of its cells; returns notes."""
    solved, owners = _owned(export)
    grid, count = solved.grid, len(solved.starts)
    export.progress(-1.0, "outlines")
    geometries = class_polygons(grid, owners.of, count, export.cancel)
    rows = shares_of(solved)
    fields = {**_fields(rows, solved), "area_m2": np.array([row.amount for row in rows])}
    cell = min(grid.cell_x, grid.cell_y)
    layer = FeatureLayer(
        "owners",
        "MultiPolygon",
        geometries,
        fields,
        _colours(rows),
        grid.crs_wkt,
        cell,
        tags=tags_of(solved),
    )
    there = np.array([row.amount > 0 for row in rows])
    notes = write_features(export, layer.only(there), WORK_SHARE)
    none = ", ".join(row.name for row, is_there in zip(rows, there, strict=True) if not is_there)
    return (
        (*notes, f"{export.path.name} leaves out who is first nowhere: {none}") if none else notes
    )


def streets(export: Export[RoadSolved]) -> tuple[str, ...]:
    """A line for each part of a street that one start reaches first, cut where two come at once;
    returns notes."""
    if export.result.graph.x is None:
        raise no_positions(export)
    solved, owners = _owned(export)
    warm_cells(solved, export.progress, export.cancel)
    export.progress(-1.0, "cutting roads")
    by_arc = None if owners.entered is None else owners.entered.source
    cut = owned_streets(solved, np.asarray(owners.of, np.int32), by_arc)
    rows = shares_of(solved)
    fields = {name: kept[cut.source] for name, kept in _fields(rows, solved).items()}
    layer = layer_of(
        export,
        "owners",
        "MultiLineString",
        cut.geometries,
        {**fields, **cut.fields},
        _colours(rows)[cut.source],
    )
    notes = write_features(export, layer, WORK_SHARE)
    return notes if len(cut.source) else (*notes, NOTHING_REACHED.format(file=export.path.name))


def _owned(export: Export[R]) -> tuple[R, Owners]:
    """The result with its owners, found now where nobody asked before."""
    result = export.result
    if result.owners is None:
        export.progress(-1.0, "who is first where")
        result = result.owned(export.cancel)
    assert result.owners is not None
    return result, result.owners


def _fields(rows: tuple[OwnedShare, ...], result: Result) -> dict[str, NDArray[Any]]:
    delays = np.array([row.start.delay_seconds for row in rows])
    return {
        "number": np.arange(1, len(rows) + 1),
        "label": np.array([row.name for row in rows], np.object_),
        "delay": result.measure.shown(delays),
        "colour": np.array([row.start.colour for row in rows], np.object_),
    }


def _colours(rows: tuple[OwnedShare, ...]) -> NDArray[np.uint8]:
    tones = [(*rgb_of(row.start.colour), OPAQUE) for row in rows]
    return np.array(tones, np.uint8).reshape(-1, 4)
