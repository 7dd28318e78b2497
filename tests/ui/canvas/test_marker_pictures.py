"""Discs of starts that are kept as pictures look as those that are drawn afresh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPicture

from tests.ui.driving import Driver
from ui.canvas import marker_pictures
from ui.canvas.marker_pictures import draw_scale_bar_kept, draw_start_kept
from ui.canvas.markers import StartLook, draw_start
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
