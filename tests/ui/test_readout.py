"""The pointer: position, speed, travel time and the quickest way."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from app.roads.open_roads import OpenRoads
from app.solving.one_solve import solve_once
from app.solving.road_solved import RoadSolved
from road.costs.metric import Quantity
from road.files.read import open_roads
from tests.app.asking import on_roads
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre, plain
from tests.ui.roads import Roads, corner
from ui.canvas import painting
from ui.canvas.markers import draw_note
from ui.controllers.reading.readers import RoadReader
from ui.pictures.theme import LIGHT


@pytest.fixture
def solved(user: Driver, rasters: Rasters) -> Driver:
    speeds = plain()
    speeds[0:3, 0:3] = 255  # no data once the file says so
    ring = np.s_[28:33, 28:33]
    speeds[ring] = 0
    speeds[30, 30] = 20  # shut in
    path = rasters.geotiff("spots.tif", speeds)
    with __import__("rasterio").open(path, "r+") as file:
        file.nodata = 255
    user.open(path)
    user.click(*centre(20, 10))
    return user


def _read(user: Driver, row: int, col: int) -> tuple[str, str]:
    user.move(*centre(row, col))
    return user.window.status.speed.text(), user.window.status.time.text()


def test_words_for_every_kind_of_cell(solved: Driver) -> None:
    assert _read(solved, 20, 15) == ("36 km/h", "5.0 s")
    assert _read(solved, 15, 45) == ("barrier", "")
    assert _read(solved, 1, 1) == ("no data", "")
    assert _read(solved, 30, 30) == ("20 km/h", "not reached")
    assert solved.window.status.position.text() == "500305, 4599695"


def test_while_a_start_is_dragged_the_place_is_read_a_few_times_a_second(
    solved: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 600_000)
    status, hover = solved.window.status, solved.window.hover
    read: list[float] = []
    hover.place.connect(lambda *_: read.append(time.monotonic()))
    drawn: list[Any] = []
    hover.path.connect(lambda line, note: drawn.append(line))
    solved.press(*centre(20, 10))
    solved.move(*centre(20, 12))
    before = status.position.text()
    read.clear()
    began = time.monotonic()
    for k in range(30):
        solved.move(*centre(20, 13 + k % 3))
        solved.bot.wait(5)
    solved.wait(lambda: read)
    took = time.monotonic() - began
    assert len(read) <= 1 + took / 0.14, "each reading may look at the whole of a new result"
    solved.wait(lambda: status.position.text() != before)
    assert not [line for line in drawn if line is not None], "the way there is no way"
    solved.release(*centre(20, 15))
    solved.wait(lambda: _read(solved, 20, 20) == ("36 km/h", "5.0 s"))


def test_the_quickest_way_is_drawn_to_the_pointer_until_it_is_switched_off(
    solved: Driver,
) -> None:
    drawn: list[Any] = []
    solved.window.hover.path.connect(lambda line, note: drawn.append(line))
    solved.move(*centre(20, 15))
    solved.wait(lambda: drawn and drawn[-1] is not None)
    points = drawn[-1]
    assert tuple(points[0]) == centre(20, 15)
    assert tuple(points[-1]) == centre(20, 10)
    assert len(points) == 6
    solved.do("path")
    assert drawn[-1] is None


def test_coordinates_have_the_digits_of_their_cells() -> None:
    from ui.texts import coordinate

    assert coordinate(123.456, 10) == "123"
    assert coordinate(123.456, 0.5) == "123.46"


def test_no_note_stands_on_the_start_itself(
    solved: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        painting, "draw_note", lambda painter, end, area, note, *_: told.append(note)
    )
    view = solved.window.map

    def seen(row: int, col: int) -> int:
        solved.move(*centre(row, col))
        solved.rest()
        told.clear()
        view.grab()
        return len(told)

    solved.wait(lambda: seen(20, 30))
    solved.wait(lambda: not seen(20, 10))


def test_a_way_that_is_to_be_short_tells_its_length_once(tmp_path: Path) -> None:
    town = OpenRoads.of(open_roads(Roads(tmp_path).town()))
    asked: tuple[tuple[Quantity, int], ...] = ("time", 2), ("distance", 1)
    for quantity, lines in asked:
        roads = town.driven(town.costs.with_quantity(quantity))
        solved = solve_once(on_roads(roads, 0))[0]
        assert isinstance(solved, RoadSolved)
        way = RoadReader(roads, solved).way(*corner(3, 2))
        assert way is not None
        assert len(way.note) == lines, way.note


def test_no_note_lies_under_a_message(solved: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[QRectF] = []
    monkeypatch.setattr(painting, "draw_note", lambda *given: taken.append(given[-1]))
    messages, view = solved.window.stage.messages, solved.window.map
    messages.say("note", "Something was done", "And this is what to do next.", stays=True)
    bar = QRectF(messages.geometry())
    solved.move(*centre(20, 30))
    solved.wait(lambda: view.grab() and taken)
    assert taken[-1] == bar
    messages.dismiss()
    solved.wait(lambda: view.grab() and taken[-1].isEmpty())

    image, area = QImage(900, 600, QImage.Format.Format_RGB32), QRectF(0, 0, 900, 600)
    painter = QPainter(image)
    try:
        lies = {
            y: draw_note(
                painter, QPointF(450, y), area, ("5 min", "3 km"), LIGHT, QRectF(90, 12, 720, 60)
            )
            for y in (2.0, 15.0, 40.0, 80.0, 100.0, 140.0, 400.0)
        }
    finally:
        painter.end()
    assert all(plate.top() > 72 for plate in lies.values()), lies
    assert lies[140.0].bottom() < 140, "above the pointer, where there is room"
