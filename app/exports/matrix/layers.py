"""The nearest origins of each destination as features: points, or lines from one to the other; and
streets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import shapely

from app.exports.matrix.request import MatrixExport
from app.exports.matrix.streets import CUT_SHARE, streets
from app.exports.vector import FeatureLayer, write_layer
from core.errors import ExportError
from core.numerals import counted
from core.parallel.nearest_rows import NOBODY

_EVERYWHERE: Mapping[str, tuple[Callable[[MatrixExport], FeatureLayer], ...]] = {
    "roads": (streets,)
}
"""Further layers where all places are destinations, by what the document shows."""


def features(export: MatrixExport) -> tuple[str, ...]:
    """A point for each destination that is reached, with its best origin; where more of the nearest
    are asked for, a straight line to each of them. Where all vertices of roads are destinations
    streets make another layer. Returns notes."""
    job, nearest = export.matrix.job, export.matrix.nearest
    document, ground = job.document, job.ground
    ends = ground.positions(document, job.destinations)
    starts = ground.positions(document, job.origins)
    if not (np.isfinite(ends).all() and np.isfinite(starts).all()):
        raise ExportError(
            "the roads have no positions", where=str(export.path), advice="Write .csv."
        )
    place, rank = np.nonzero(nearest.row.T != NOBODY)
    row = nearest.row[rank, place]
    several = len(nearest.row) > 1
    geometries = np.asarray(shapely.points(ends[place]))
    if several:
        pairs = np.stack((ends[place], starts[row]), axis=1)
        geometries = np.asarray(shapely.linestrings(pairs))
    costs = export.measure.shown(nearest.seconds[rank, place])
    fields = {
        "destination": np.array(export.destinations, np.object_)[place],
        "origin": np.array(export.origins, np.object_)[row],
        "rank": rank + 1,
        export.measure.field: costs,
        "count": nearest.count[place],
    }
    layer = FeatureLayer(
        "nearest",
        "MultiLineString" if several else "Point",
        geometries,
        fields,
        np.zeros((len(geometries), 4), np.uint8),
        document.crs_wkt or None,
        np.inf,
        document.shows,
    )
    others = [make(export) for make in _EVERYWHERE.get(document.shows, ()) if export.everywhere]
    export.writing(CUT_SHARE)
    notes = write_layer(export.path, layer, *others, cancel=export.cancel)
    left = job.count - int((nearest.row[0] != NOBODY).sum())
    some = counted(left, "destination is", "destinations are")
    words = f"{some} not reached and not in {export.path.name}."
    return (*notes, words) if left else notes
