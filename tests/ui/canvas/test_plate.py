"""What a licence asks for is read whole, whatever else stands at the foot of the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from tests.ui.driving import Driver
from tests.ui.roads import Roads
from ui.canvas import painting
from ui.canvas.plate import attribution_corner, fine_print_plate, smaller

TEXT = "© OpenStreetMap contributors"
BAR, ROOM = QRectF(14, 550, 120, 36), QRectF(14, 14, 900, 572)
GAP = 7.0


@pytest.mark.usefixtures("qapp")
def test_it_stands_beside_the_scale_bar_or_above_it() -> None:
    free = attribution_corner(QFont(), TEXT, BAR, QRectF(), ROOM, GAP)
    assert free == QPointF(BAR.right() + GAP, BAR.bottom())
    plate = fine_print_plate(QFont(), free, TEXT)
    beside = QRectF(plate.right() + GAP + 1, 400, 200, 186)
    assert attribution_corner(QFont(), TEXT, BAR, beside, ROOM, GAP) == free
    over = beside.translated(-9, 0)
    above = attribution_corner(QFont(), TEXT, BAR, over, ROOM, GAP)
    assert above == QPointF(BAR.left(), BAR.top() - GAP)
    assert not fine_print_plate(QFont(), above, TEXT).intersects(BAR)
    narrow = ROOM.adjusted(0, 0, plate.right() - 1 - ROOM.right(), 0)
    assert attribution_corner(QFont(), TEXT, BAR, QRectF(), narrow, GAP) == above
    wide = QRectF(above.x() + 20, 500, 300, 86)
    highest = attribution_corner(QFont(), TEXT, BAR, wide, ROOM, GAP)
    assert highest == QPointF(BAR.left(), wide.top() - GAP)


@pytest.mark.usefixtures("qapp")
def test_small_letters_keep_the_unit_of_those_around_them() -> None:
    font = QFont()
    font.setPointSizeF(10.0)
    assert smaller(font, 0.8).pointSizeF() == 8.0
    font.setPixelSize(15)  # as a report asks for them, on paper and in pictures
    assert smaller(font, 0.8).pixelSize() == 12
    corner = QPointF(0, 100)
    plate = fine_print_plate(font, corner, TEXT)
    font.setPixelSize(30)
    assert fine_print_plate(font, corner, TEXT).width() > 1.7 * plate.width()


@pytest.mark.parametrize("width", [1200, 760, 640])
def test_nothing_lies_over_it_in_a_narrow_window(
    user: Driver, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    plates: dict[str, QRectF] = {}

    def told(name: str) -> None:
        draw: Callable[..., QRectF] = getattr(painting, name)

        def drawn(*of: Any) -> QRectF:
            plates[name] = draw(*of)
            return plates[name]

        monkeypatch.setattr(painting, name, drawn)

    user.open(Roads(tmp_path).town())
    user.click(*user.window.map.centre())
    view = user.window.map
    monkeypatch.setattr(view, "_attribution", TEXT)
    for name in ("paint_legend", "draw_scale_bar_kept", "draw_fine_print"):
        told(name)
    user.window.resize(width, 600)
    user.bot.wait(20)
    plates.clear()
    view.repaint()
    print_ = plates["draw_fine_print"]
    assert not print_.intersects(plates["paint_legend"])
    assert not print_.intersects(plates["draw_scale_bar_kept"])
    assert view.rect().contains(print_.toAlignedRect())
