"""Starts to files that give them back: CSV, GeoPackage and GeoJSON."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import shapely

from app.document.document import Document
from app.exports.vector import FeatureLayer, write_layer
from app.starts import PlacedStart, coloured
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.files.atomic_write import atomic_write

FIELDS = ("name", "delay_s", "colour", "on")
"""Columns beside the place, as `app.matrix.start_files` reads them."""


def write_starts(
    path: Path, starts: Sequence[PlacedStart], document: Document, cancel: Cancel = NEVER
) -> tuple[str, ...]:
    """Write starts with names, colours, delays and whether they are on; returns notes.

    Places are in the CRS of the document, in GeoJSON longitude and latitude. In CSV starts that are
    all vertices are told by their ids. Raises ExportError, CancelledError.
    """
    shown = document.measure.shown
    told = [
        (start.name, shown(start.delay_seconds), start.colour, int(start.on))
        for start in coloured(starts)
    ]
    if path.suffix.lower() == ".csv":
        _write_csv(path, starts, told)
        return ()
    points = np.array([(start.x, start.y) for start in starts], np.float64).reshape(-1, 2)
    if not np.isfinite(points).all():
        raise ExportError(
            "a start has no place on a map", where=str(path), advice="Write .csv: it has vertices."
        )
    names, delays, colours, on = zip(*told, strict=True)
    fields = {
        "name": np.array(names, np.object_),
        "delay_s": np.array(delays, np.float64),
        "colour": np.array(colours, np.object_),
        "on": np.array(on, np.int32),
    }
    layer = FeatureLayer(
        "starts",
        "Point",
        np.asarray(shapely.points(points)),
        fields,
        np.zeros((len(starts), 4), np.uint8),
        document.crs_wkt or None,
        np.inf,
        document.shows,
    )
    return write_layer(path, layer, cancel=cancel)


def _write_csv(
    path: Path, starts: Sequence[PlacedStart], told: Sequence[tuple[str, float, str, int]]
) -> None:
    vertices = all(start.vertex is not None for start in starts)
    with atomic_write(path) as draft, draft.open("w", encoding="utf-8", newline="") as text:
        table = csv.writer(text, lineterminator="\n")
        table.writerow((*(("vertex",) if vertices else ("x", "y")), *FIELDS))
        for start, (name, delay, colour, on) in zip(starts, told, strict=True):
            place = (start.vertex,) if vertices else (repr(start.x), repr(start.y))
            table.writerow((*place, name, f"{delay:.15g}", colour, on))
