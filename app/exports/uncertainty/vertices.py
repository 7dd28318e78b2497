"""Vertices of roads as points, with their times at all certainties."""

from __future__ import annotations

from typing import cast

import numpy as np
import shapely

from app.exports.layers import write_features
from app.exports.roads import layer_of, no_positions
from app.exports.uncertainty.request import SummaryExport
from app.exports.uncertainty.summary import columns_of
from app.solving.road_solved import RoadSolved


def as_points(export: SummaryExport) -> tuple[str, ...]:
    """A point for each vertex that is reached, with fields as those of `summary.as_csv`; returns
    notes. Raises ExportError for roads without positions."""
    graph = cast(RoadSolved, export.found.times[50]).graph
    if graph.x is None or graph.y is None:
        raise no_positions(export.asked)
    there, fields = columns_of(export.found)
    points = np.asarray(shapely.points(graph.x[there], graph.y[there]))
    layer = layer_of(export.asked, "certainty", "Point", points, fields)
    return write_features(export.asked, layer)
