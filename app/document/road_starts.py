"""A good place to start from on roads that nobody has looked at yet."""

from __future__ import annotations

import numpy as np

from app.roads.open_roads import OpenRoads
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.times import UNREACHED
from road.components import strong_components


def good_start(roads: OpenRoads, cancel: Cancel = NEVER) -> PlacedStart:
    """The vertex nearest the middle of the largest part from which one also comes back.

    It is named as a vertex; its place is NaN in a graph without positions. For any thread. Raises
    InputError where no road is open, and CancelledError.
    """
    graph = roads.graph
    is_open = (roads.weights.arc_costs < UNREACHED).astype(np.uint8)
    if not is_open.any():
        raise InputError(
            f"no road is open with the metric '{roads.costs.name}'",
            where=graph.name,
            advice="Choose another profile, or open classes of roads.",
        )
    labels, _ = strong_components(graph, is_open)
    members = np.flatnonzero(labels == 0)
    cancel.check("the search for a good start")
    vertex = int(members[0])
    if graph.x is not None and graph.y is not None:
        x, y = graph.x[members], graph.y[members]
        away = np.hypot(x - np.median(x), y - np.median(y))
        vertex = int(members[np.argmin(away)])
    return PlacedStart(*roads.position(vertex), 0.0, int(graph.vertex_ids[vertex]))
