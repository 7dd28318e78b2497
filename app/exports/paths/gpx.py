"""Paths as GPX 1.1: a track for each, with heights and times where there are any.

GPX knows no time but dates. Clocks begin at the first second of 1970, so that what is between two
points is right and nobody takes it for a drive of today.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from xml.sax.saxutils import escape

import numpy as np

from app.exports.paths.lines import layer_of_paths
from app.exports.paths.request import PathExport
from app.exports.plans.file_plan import PlannedLayer
from app.paths.pins import NamedPath
from app.settings import VERSION
from core.errors import ExportError
from core.files.atomic_write import atomic_write
from core.files.projections import globe_of

CLOCK_ZERO = datetime(1970, 1, 1, tzinfo=UTC)

MOST_SECONDS = 1e9
"""Seconds, 31 years, beyond which a track has no times: readers expect dates of their lifetime."""


def write_gpx(export: PathExport) -> tuple[str, ...]:
    """Write tracks; returns notes. Raises ExportError, CancelledError."""
    if export.plan is not None:
        size = sum(len(line.encode()) for line in _lines(export))
        export.plan.parts.append(PlannedLayer(layer_of_paths(export), size))
        return ()
    with atomic_write(export.path) as draft, draft.open("w", encoding="utf-8") as text:
        text.writelines(_lines(export))
    return ()


def _lines(export: PathExport) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<gpx version="1.1" creator="Isofront {VERSION}" '
    yield 'xmlns="http://www.topografix.com/GPX/1/1">\n'
    if any(_timed(each) for each in export.paths):
        words = "Times count from 1970-01-01T00:00:00Z, when clocks began."
        yield f"<metadata><desc>{words}</desc></metadata>\n"
    for each in export.paths:
        export.cancel.check("the export")
        yield from _track(each, export)
    yield "</gpx>\n"


def _timed(named: NamedPath) -> bool:
    return named.path.is_time and named.path.total < MOST_SECONDS


def _track(named: NamedPath, export: PathExport) -> Iterator[str]:
    path, globe = named.path, globe_of(named.path.crs_wkt)
    places = None if globe is None else globe.lon_lat(path.points)
    if places is None or not np.isfinite(places).all():
        raise ExportError(
            "GPX holds longitudes and latitudes, and it is not known where the map lies",
            where=str(export.path),
            advice="Write .gpkg, or open what names its CRS.",
        )
    words = f"{path.measure.text(path.total)}, {path.length_m:.0f} m"
    if path.climb is not None:
        words += f", {path.climb[0]:.0f} m up, {path.climb[1]:.0f} m down"
    yield f"<trk><name>{escape(named.pin.name)}</name><desc>{escape(words)}</desc><trkseg>\n"
    heights = path.heights if path.above_sea else None
    timed = _timed(named)
    for k, (longitude, latitude) in enumerate(places.tolist()):
        inner = ""
        if heights is not None and np.isfinite(heights[k]):
            inner = f"<ele>{heights[k]:.1f}</ele>"
        if timed:
            at = CLOCK_ZERO + timedelta(seconds=path.delay + float(path.amounts[k]))
            inner += f"<time>{at.isoformat(timespec='milliseconds').replace('+00:00', 'Z')}</time>"
        yield f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}">{inner}</trkpt>\n'
    yield "</trkseg></trk>\n"
