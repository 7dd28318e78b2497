"""Streets by the origin that is first there, cut where two come at once."""

from __future__ import annotations

from typing import cast

import numpy as np

from app.exports.matrix.cells import named_origins
from app.exports.matrix.request import MatrixExport
from app.exports.owned_streets import owned_streets
from app.exports.tags import road_tags
from app.exports.vector import FeatureLayer
from app.exports.warm_up import warm_cells
from app.matrix.union import union_of
from app.solving.road_solved import RoadSolved
from core.progress import part_of

CUT_SHARE = 0.3
"""Share of the export's progress that goes to one more solve and to cutting streets."""


def streets(export: MatrixExport) -> FeatureLayer:
    """A line for each part of a street that one origin reaches first, with the least and the
    largest time on it; of a matrix to all vertices of roads that have positions. Raises
    CancelledError."""
    matrix = export.matrix
    progress = part_of(export.progress, 0.0, CUT_SHARE)
    solved = cast(RoadSolved, union_of(matrix.job, progress, export.cancel).on_graph)
    warm_cells(solved, progress, export.cancel)
    export.cancel.check("the export")
    progress(-1.0, "cutting roads")
    cut = owned_streets(solved, matrix.nearest.row[0])
    origin = np.array(export.origins, np.object_)[cut.source]
    return FeatureLayer(
        "streets",
        "MultiLineString",
        cut.geometries,
        {"origin": origin, **cut.fields},
        np.zeros((len(origin), 4), np.uint8),
        matrix.job.document.crs_wkt or None,
        np.inf,
        matrix.job.document.shows,
        road_tags(solved) | {"ISOFRONT_ORIGINS": named_origins(export.origins)},
    )
