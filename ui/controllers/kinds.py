"""THE table of what the window makes of a document: its picture, what reads it out, its words.

It goes by what a document shows and not by its kind: another kind that shows cells, roads or both
needs no row here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import Any, cast

from app.document.document import Document
from app.document.joined import JoinedDocument
from app.document.joined_solved import JoinedSolved
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.roads.open_roads import OpenRoads
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from raster.grid import VelocityGrid
from ui.canvas.lettering import LETTERING
from ui.canvas.painter_thread import flattened
from ui.controllers.reading.origin_reader import ClassAt, class_of_cell, class_of_street
from ui.controllers.reading.readers import CellReader, JoinedReader, PlaceReader, RoadReader
from ui.pictures.classes import Classes, RoadClassScene, TerrainClassScene
from ui.pictures.front import FrontStage
from ui.pictures.joined import JoinedScene
from ui.pictures.scene import Scene, draw_frame
from ui.pictures.streets import RoadScene
from ui.pictures.terrain import TerrainScene
from ui.road_commands import ON_BOTH, ON_ROADS


@dataclass(frozen=True)
class Shown:
    """What is made of a document, and of its result if it has one.

    scene : with what 0 km/h counts as; None where there is no place on a map.
    reader : with the same.
    words : text and tip of commands that do something else here, by their id.
    off : ids of commands that cannot be had.
    """

    scene: Callable[[Document, Result | None, float], Scene | None]
    reader: Callable[[Document, Result | None, float], PlaceReader]
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    off: tuple[str, ...] = ()


def _cells(document: Document, result: Result | None, zero_speed_kmh: float) -> TerrainScene:
    solved = cast(Solved | None, result)
    times = None if solved is None else solved.times
    grid = cast(VelocityGrid, document.grid)
    return TerrainScene.of(grid, times, zero_speed_kmh, document.subject)


def _roads(document: Document, result: Result | None, zero_speed_kmh: float) -> RoadScene | None:
    if result is None:
        return RoadScene.of(cast(OpenRoads, document.roads), lettering=LETTERING)
    solved = cast(RoadSolved, result)
    return RoadScene.of(solved.roads, solved.times, LETTERING)


def _both(document: Document, result: Result | None, zero_speed_kmh: float) -> Scene:
    streets = RoadScene.of(cast(OpenRoads, document.roads), lettering=LETTERING)
    terrain = _cells(document, result, zero_speed_kmh)
    return terrain if streets is None else JoinedScene.of(terrain, streets)


def _read_cells(document: Document, result: Result | None, zero_speed_kmh: float) -> CellReader:
    grid = cast(VelocityGrid, document.grid)
    return CellReader(grid, cast(Solved | None, result), zero_speed_kmh)


def _read_roads(document: Document, result: Result | None, zero_speed_kmh: float) -> RoadReader:
    return RoadReader(cast(OpenRoads, document.roads), cast(RoadSolved | None, result))


def _read_both(document: Document, result: Result | None, zero_speed_kmh: float) -> JoinedReader:
    grid, roads = cast(VelocityGrid, document.grid), cast(OpenRoads, document.roads)
    return JoinedReader(grid, cast(Solved | None, result), zero_speed_kmh, roads)


def _cells_alone(solved: Solved) -> tuple[Document, float]:
    return TerrainDocument(solved.grid), solved.zero_speed_kmh


def _joined_alone(solved: JoinedSolved) -> tuple[Document, float]:
    zero_speed_kmh = solved.zero_speed_kmh
    document = JoinedDocument(solved.grid, roads=solved.roads, zero_speed_kmh=zero_speed_kmh)
    return document, zero_speed_kmh


ALONE: dict[str, Callable[[Any], tuple[Document, float]]] = {
    "cells": _cells_alone,
    "cells and roads": _joined_alone,
    "roads": lambda solved: (RoadsDocument(solved.roads), 0.0),
}
"""Documents of results without theirs, and what 0 km/h counts as, by what they lie on."""


def draw_in_little(document: Document, result: Result | None = None) -> None:
    """Lay out and compile what draws it, for a thread: the first picture then comes at once."""
    scene = SHOWN[document.shows].scene(document, result, 0.0)
    if scene is not None:
        left, bottom, right, top = bounds = scene.ground.bounds
        patch = scene.ground.patch(bounds, max(right - left, top - bottom))
        frame = None if patch is None else draw_frame(scene, patch)
        if frame is not None and scene.times is not None:
            flattened(frame)
            draw_frame(scene, frame.patch, fine=True, before=frame)
            FrontStage.of(frame, 1.0).at(0.0)


def read_in_little(document: Document) -> None:
    """The same of what reads out the pointer, and says where a click meets a road: streets are
    found by their places from then on."""
    if document.bounds is not None:
        left, bottom, right, top = document.bounds
        reader = SHOWN[document.shows].reader(document, None, 0.0)
        reader.place((left + right) / 2, (bottom + top) / 2)


def show_in_little(result: Result) -> None:
    """Have drawn a result of a few cells or streets, with all else that is shown of it: what it
    reaches, and the way to a place."""
    document, zero_speed_kmh = ALONE[result.lies_on](result)
    draw_in_little(document, result)
    result.amounts((1.0,))
    reader = SHOWN[document.shows].reader(document, result, zero_speed_kmh)
    for start in result.starts:
        if not isnan(start.x):  # as of a vertex
            reader.way(start.x, start.y)


SHOWN: dict[str, Shown] = {
    "cells": Shown(_cells, _read_cells, off=("areas", "glow")),
    "roads": Shown(_roads, _read_roads, ON_ROADS, ("isolines",)),
    "cells and roads": Shown(_both, _read_both, ON_BOTH, ("areas", "glow")),
}

CLASSED: dict[str, Callable[[Any, Classes], Scene]] = {
    "cells": TerrainClassScene.over,
    "roads": RoadClassScene.over,
    "cells and roads": lambda scene, classes: JoinedScene(
        TerrainClassScene.over(scene.terrain, classes), scene.streets
    ),
}
"""The scenes of `SHOWN` without times, with their places in the colours of classes instead."""

CLASS_AT: dict[str, Callable[[Any, Classes], ClassAt]] = {
    "cells": class_of_cell,
    "roads": class_of_street,
    "cells and roads": class_of_cell,
}
"""Functions that tell, by a result and classes, which class those scenes show at a place."""
