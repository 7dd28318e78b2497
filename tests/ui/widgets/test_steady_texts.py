"""Texts that change under the hand, and what they leave where it is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.widgets.fitted import Steady
from ui.widgets.status_line import WIDE


class Layouts(QObject):
    """Counts how often a widget is laid out anew."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def _in_a_row(qtbot: QtBot, text: Steady) -> QWidget:
    row = QWidget()
    qtbot.addWidget(row)
    layout = QHBoxLayout(row)
    layout.addWidget(text)
    layout.addWidget(QLabel("beside it"), 1)
    row.resize(900, 40)
    row.show()
    qtbot.wait(10)
    return row


def test_a_text_stays_as_wide_as_its_longest(qtbot: QtBot) -> None:
    text = Steady(40)
    row = _in_a_row(qtbot, text)
    layouts = Layouts(row)
    assert text.width() == 40
    text.setText("12.345 and more that is longer")
    qtbot.wait(10)
    wide, laid_out = text.width(), layouts.count
    assert wide > 40
    assert laid_out > 0
    assert text.shown() == text.text()
    text.setText("12.345 and that is shorter")
    qtbot.wait(10)
    assert (text.width(), layouts.count) == (wide, laid_out)
    text.setText("short")
    qtbot.wait(10)
    assert 40 <= text.width() < wide, "much shorter, it lets go of the room"


def test_a_loose_text_takes_no_more_room_than_there_is(qtbot: QtBot) -> None:
    text = Steady(40)
    row = _in_a_row(qtbot, text)
    text.keep(20, loose=True)
    text.setText("a text that is longer than its row " * 9)
    row.resize(300, 40)
    qtbot.wait(10)
    assert text.width() < 300
    assert text.shown() != text.text()
    assert text.toolTip() == text.text()


def test_a_larger_font_is_given_its_room(qtbot: QtBot) -> None:
    text = Steady()
    row = _in_a_row(qtbot, text)
    text.setText("some letters")
    small = text.width()
    font = text.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    text.setFont(font)
    qtbot.wait(10)
    assert row.width() > text.width() > 1.5 * small


def test_a_pointer_that_moves_lays_no_window_out(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    window = user.window
    window.resize(WIDE + 100, 700)
    user.move(*centre(20, 12))
    user.rest()
    user.bot.wait(50)
    status, layouts = window.status, Layouts(window)
    places = set()
    for col in range(13, 19):
        user.move(*centre(20, col))
        places.add(status.position.text())
        user.bot.wait(10)
    assert len(places) == 6
    assert layouts.count == 0
