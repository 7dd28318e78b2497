"""Discs of starts that are kept as pictures look as those that are drawn afresh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPicture

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre, plain
from ui.canvas import marker_pictures
from ui.canvas.marker_pictures import draw_pace_kept, draw_scale_bar_kept, draw_start_kept
from ui.canvas.markers import StartLook, draw_pace, draw_start
from ui.canvas.scale_bar import draw_scale_bar, round_length
from ui.pictures.theme import LIGHT

LOOK = StartLook("#d03050", "a name", True)


def drawn(draw: Callable[..., None], at: QPointF, text: str, ratio: float) -> np.ndarray:
    image = QImage(round(100 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFF8090A0)
    painter = QPainter(image)
    draw(painter, at, text, LIGHT, True, False, LOOK)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).astype(int)


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("text", ["", "3"])
def test_a_kept_disc_lies_where_the_disc_lies(text: str, ratio: float) -> None:
    bare = drawn(lambda *_: None, QPointF(), "", ratio)
    for k in range(12):
        at = QPointF(40 + k * 0.37, 41 + k * 0.53)
        expected = drawn(draw_start, at, text, ratio)
        off = np.abs(drawn(draw_start_kept, at, text, ratio) - expected).sum()
        share = 0.15 if text else 0.05  # letters begin at whole pixels
        assert off < share * np.abs(bare - expected).sum()
        if k:
            aside = drawn(draw_start_kept, at + QPointF(1, 0), text, ratio)
            assert np.abs(aside - expected).sum() > off


def test_on_a_page_it_is_lines(user: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no pixels are drawn on, and where what is drawn on is turned."""
    afresh: list[Any] = []
    monkeypatch.setattr(marker_pictures, "draw_start", lambda *args: afresh.append(args))
    page = QPicture()
    painter = QPainter(page)
    draw_start_kept(painter, QPointF(10, 10), "", LIGHT, False, False, LOOK)
    painter.end()
    assert len(afresh) == 1
    image = QImage(50, 50, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.rotate(30)
    draw_start_kept(painter, QPointF(10, 10), "", LIGHT, False, False, LOOK)
    painter.end()
    assert len(afresh) == 2
    assert user.window.map is not None


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_kept_scale_bar_is_the_scale_bar(ratio: float) -> None:
    for k, metres in enumerate((3.0, 170.0)):
        found = []
        for draw in (draw_scale_bar, draw_scale_bar_kept):
            image = QImage(round(300 * ratio), round(99 * ratio), QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(ratio)
            image.fill(0xFF8090A0)
            painter = QPainter(image)
            plate = draw(painter, QPointF(14, 80), round_length(metres + k), LIGHT)
            painter.end()
            found.append((plate, np.frombuffer(image.constBits(), np.uint8).astype(int)))
        assert found[0][0] == found[1][0]
        off = np.abs(found[0][1] - found[1][1])
        assert off.mean() < 1.5  # letters and lines begin at whole pixels


def test_in_a_window_it_lies_where_the_map_says(user: Driver, rasters: Rasters) -> None:
    """The map is not at the window's corner, where a picture of the map alone begins."""
    user.open(rasters.geotiff("plain.tif", plain()))
    user.click(*centre(20, 10))
    user.move(*centre(40, 40))
    user.rest()
    view, seen = user.window.map, user.window.grab().toImage()
    corner = view.mapTo(user.window, QPoint(0, 0))
    assert corner.y() > 20
    [at] = view.start_pixels
    ratio = seen.devicePixelRatio()
    tone, ring = QColor(LIGHT.start), QColor(LIGHT.start_ring)
    for aside, colour in ((0.0, ring), (4.5, tone), (-4.5, tone)):
        x, y = (round(v * ratio) for v in (at[0] + corner.x() + aside, at[1] + corner.y()))
        found = seen.pixelColor(x, y)
        off = abs(found.red() - colour.red()) + abs(found.green() - colour.green())
        assert off + abs(found.blue() - colour.blue()) < 40, (aside, found.name(), colour.name())


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_kept_words_lie_beneath_the_start(ratio: float) -> None:
    """Half a pixel off at most, since a picture begins at a whole one."""
    for words in ("23.4 ms", "≈ 1.02 s"):
        bare, expected, kept, aside = (
            drawn(lambda painter, at, *_, draw=draw, words=words: draw(painter, at, words, LIGHT),
                  QPointF(45 + off, 40), "", ratio)
            for draw, off in ((lambda *_: None, 0), (draw_pace, 0), (draw_pace_kept, 0),
                              (draw_pace_kept, 2))
        )  # fmt: skip
        there = np.abs(bare - expected).sum()
        assert np.abs(kept - expected).sum() < 0.7 * there
        assert np.abs(aside - expected).sum() > there
