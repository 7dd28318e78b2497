"""Names beside starts: none over another, nor over the disc of a start."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from ui.canvas import markers
from ui.canvas.markers import draw_start_names
from ui.pictures.theme import LIGHT


def drawn(
    monkeypatch: pytest.MonkeyPatch, *starts: tuple[QPointF, float, str, bool]
) -> dict[str, float]:
    """x of the left end of each name that is drawn."""
    found: dict[str, float] = {}
    monkeypatch.setattr(
        markers, "draw_name", lambda painter, at, name, theme: found.setdefault(name, at.x())
    )
    image = QImage(400, 300, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    draw_start_names(painter, starts, LIGHT)
    painter.end()
    return found


def test_names_stand_aside_or_are_left_out(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = ((QPointF(x, 100.0), 9.0) for x in (150.0, 175.0, 200.0))
    found = drawn(
        monkeypatch, (*one, "Mill", False), (*two, "Inn", False), (*three, "Harbour", False)
    )
    assert set(found) == {"Mill", "Harbour"}, "the one between has no room"
    assert found["Mill"] < 140 < 200 < found["Harbour"]
    found = drawn(
        monkeypatch, (*one, "Mill", False), (*two, "Inn", True), (*three, "Harbour", False)
    )
    assert found["Inn"] > 175, "one points at it"


def test_names_that_have_room_stand_on_the_right(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = drawn(
        monkeypatch,
        (QPointF(100.0, 50.0), 9.0, "Mill", False),
        (QPointF(100.0, 90.0), 9.0, "Inn", False),
        (QPointF(100.0, 130.0), 9.0, "", False),
    )
    assert found == {"Mill": 115.0, "Inn": 115.0}
