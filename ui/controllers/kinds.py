"""THE table of what the window makes of a kind of document: its picture, and what reads it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.catalog.rows import ROADS, TERRAIN
from app.editing.session import Session
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from ui.controllers.readers import CellReader, PlaceReader, RoadReader
from ui.pictures.scene import Scene
from ui.pictures.streets import RoadScene
from ui.pictures.terrain import TerrainScene


@dataclass(frozen=True)
class Kind:
    """scene, reader : of a session that holds such a document, and of a result; a scene is None
    where there is no place on a map. The last argument tells whether the result is a preview."""

    scene: Callable[[Session, Result | None], Scene | None]
    reader: Callable[[Session, Result | None, bool], PlaceReader]


def _terrain_scene(session: Session, result: Result | None) -> Scene:
    assert session.grid is not None
    times = None if result is None else result.times
    return TerrainScene.of(session.grid, times, session.options.zero_speed_kmh)


def _terrain_reader(session: Session, result: Result | None, preview: bool) -> PlaceReader:
    assert session.grid is not None
    times = None if result is None else result.times
    way = None
    if result is not None and result.on_cells is not None and not preview:
        way = None if result.on_graph is None else result.on_cells.way
    return CellReader(session.grid, times, session.options.zero_speed_kmh, preview, way)


def _road_scene(session: Session, result: Result | None) -> Scene | None:
    assert session.roads is not None
    if isinstance(result, RoadSolved):
        return RoadScene.of(result.roads, result.times)
    return RoadScene.of(session.roads)


def _road_reader(session: Session, result: Result | None, preview: bool) -> PlaceReader:
    assert session.roads is not None
    if isinstance(result, RoadSolved):
        return RoadReader(result.roads, result, preview)
    return RoadReader(session.roads, None, preview)


KINDS: dict[str, Kind] = {
    TERRAIN: Kind(_terrain_scene, _terrain_reader),
    ROADS: Kind(_road_scene, _road_reader),
}
