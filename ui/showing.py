"""Shows the window by itself: as a tour, and for a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QPainter

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.solving.solved import Solved
from core.trace import Event
from resources.paths import SAMPLE
from ui.application import application, finish_events, save_picture
from ui.main_window import MainWindow
from ui.panels.performance import PerformancePanel
from ui.tour.tour import Tour

PICTURE_SIZE = (1600, 1000)
"""Pixels of a picture of the whole window."""


def render_sample(out_png: Path, solved: Solved, bands: Bands, events: Sequence[Event]) -> None:
    """Write a picture of the whole window with a result and the trace of its solve."""
    application([], scheme="light", on_screen=False)
    window = MainWindow(remember=False)
    try:
        window.resize(*PICTURE_SIZE)

        def ask(session: Session) -> None:
            session.set_starts(solved.starts)
            session.set_bands(bands)
            session.set_result(solved)

        window.editor.open_with(TerrainDocument(solved.grid, SAMPLE), ask, True)
        window.docks.panel(PerformancePanel).add_events(events)
        window.state.show_solve_time(solved)
        window.show()
        finish_events(lambda: window.bridge.at_rest)
        picture = window.grab().toImage()
        painter = QPainter(picture)
        # The map on the screen is drawn in a thread; its snapshot is sure to be complete.
        painter.drawImage(window.map.mapTo(window, QPoint()), window.map.snapshot())
        painter.end()
        save_picture(picture, out_png)
    finally:
        window.close()


class TourDoor(QObject):
    """Shows the tour, in a window of its own, when a window asks for it.

    tour : the one that was shown last, None for none.
    """

    def __init__(self, window: MainWindow, tour: Tour | None = None) -> None:
        super().__init__(window)
        self.tour = tour
        window.tour_wanted.connect(self.open)

    def open(self) -> None:
        """Begin the tour, where its window is still there in that one."""
        if self.tour is not None and self.tour.window.isVisible():
            self.tour.begin()
            return
        if self.tour is not None:  # its window was closed
            self.tour.window.deleteLater()
        self.tour = begin_tour()


def begin_tour(*, loop: bool = False) -> Tour:
    """The tour in a window of its own, of which nothing is remembered."""
    window = MainWindow(remember=False)
    room = window.screen().availableGeometry().size()
    window.resize(window.size().boundedTo(room))
    tour = Tour(window, loop=loop)
    TourDoor(window, tour)  # asked for there, it begins anew there
    tour.begin()
    return tour
