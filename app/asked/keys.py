"""What rasters of times say of their question for programs: enough to tell two questions apart."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.document.edit_words import key_of
from app.roads.open_roads import OpenRoads
from app.solving.solved import Solved
from core.files.checksums import checksum_of
from road.costs.metric_records import record_of

ROWS_AT_ONCE = 256
"""Rows of a raster that are looked at together: it may lie in a file."""


def keys_of_cells(solved: Solved) -> dict[str, str]:
    """Tags of a raster of times on cells; also of the roads that are one graph with them."""
    grid, slopes, driven = solved.grid, solved.slopes, solved.driven
    keys = {"ISOFRONT_KEY_GROUND": _checksum(grid.values, grid.code_speed)}
    if slopes is not None:
        keys["ISOFRONT_KEY_HEIGHTS"] = _checksum(slopes.heights.high, slopes.heights.low)
    return keys if driven is None else keys | keys_of_roads(driven)


def keys_of_roads(roads: OpenRoads) -> dict[str, str]:
    """Tags of a raster of times on roads. ISOFRONT_KEY_METRIC is JSON, as projects keep metrics."""
    graph, costs = roads.graph, roads.costs
    arcs = graph.arcs
    keys = {
        "ISOFRONT_KEY_ROADS": _checksum(graph.first_out, graph.head, arcs.length_m, arcs.slope),
        "ISOFRONT_KEY_CLOSURES": key_of(sorted(map(repr, roads.closures.shapes))),
    }
    if costs.metric is not None:
        keys["ISOFRONT_KEY_METRIC"] = json.dumps(record_of(costs.metric), sort_keys=True)
        ways = costs.metric.ways
        if ways is not None:
            keys["ISOFRONT_KEY_WAYS"] = _checksum(ways.way, ways.kmh, ways.scale)
    return keys


def _checksum(*arrays: NDArray[Any] | None) -> str:
    """Of what several arrays hold; None is an array without entries."""
    found = 0
    for array in arrays:
        whole = np.empty(0) if array is None else array
        found = checksum_of(np.array(whole.shape), found)
        rows = ROWS_AT_ONCE if whole.ndim > 1 else max(len(whole), 1)
        for first in range(0, len(whole), rows):
            some = np.ascontiguousarray(whole[first : first + rows])
            found = checksum_of(some.view(np.uint8).reshape(-1), found)
    return f"{found:08x}"
