"""Places and streets of a road graph by letters of their names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from road.graph import RoadGraph
from road.names import MapNames

MOST_FOUND = 60
"""Names that are listed: more letters find fewer."""


class PlaceOrStreet(NamedTuple):
    """name : in full. kind : what it is. x, y : in CRS units; of a street its middle."""

    name: str
    kind: Literal["place", "street"]
    x: float
    y: float


def places_named(letters: str, graph: RoadGraph) -> Iterator[PlaceOrStreet]:
    """What has these casefolded letters in its name, the shortest first; nothing where the graph
    has no names or no coordinates."""
    names = graph.names
    if names is None or graph.x is None:
        return
    folded = _folded(names)
    fitting = [k for k, name in enumerate(folded) if letters in name]
    fitting.sort(key=lambda k: (not folded[k].startswith(letters), len(folded[k]), folded[k]))
    for number in fitting[:MOST_FOUND]:
        yield from _called(number, names, graph)


@lru_cache(maxsize=2)
def _folded(names: MapNames) -> tuple[str, ...]:
    return tuple(text.casefold() for text in names.texts)


def _called(number: int, names: MapNames, graph: RoadGraph) -> Iterator[PlaceOrStreet]:
    """The places of a name, and the middle of a street that has it."""
    text = names.texts[number]
    for k in np.flatnonzero(names.place_name == number).tolist():
        yield PlaceOrStreet(text, "place", float(names.place_x[k]), float(names.place_y[k]))
    arcs = np.flatnonzero(np.isin(graph.arcs.way, names.way[names.name == number]))
    if len(arcs) and graph.x is not None and graph.y is not None:
        vertices = graph.head[arcs]
        x, y = graph.x[vertices], graph.y[vertices]
        middle = int(np.hypot(x - np.median(x), y - np.median(y)).argmin())
        yield PlaceOrStreet(text, "street", float(x[middle]), float(y[middle]))
