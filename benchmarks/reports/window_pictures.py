"""Draws the window for the documents: `python -m benchmarks.reports.window_pictures FOLDER`.

`--roads FILE` adds roads of a place, `--only NAME` leaves out all others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from benchmarks.reports.waiting import pause, rest
from ui import theme
from ui.application import application, save_picture
from ui.main_window import MainWindow
from ui.tour.acts import KELPORT

SIZE = 1180, 710
"""Pixels of a picture: few, so that the documents load quickly."""

WIDE = 1366, 768
"""The same of a picture whose legend is so large that it would lie over the ground."""

SETTLED_MS = 1000
"""Milliseconds in which areas and histograms of a result are there."""

Draw = Callable[[MainWindow], None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--roads", type=Path, help="roads of a place: draws roads.png, too")
    parser.add_argument("--only", help="the name of one picture")
    asked = parser.parse_args()
    pictures: dict[str, tuple[str, Draw]] = {
        "window": ("dark", _terrain),
        "joined": ("light", _joined),
        "comparison": ("light", _comparison),
    }
    if asked.roads is not None:
        pictures["roads"] = "dark", lambda window: _roads(window, asked.roads)
    for name, (scheme, draw) in pictures.items():
        if asked.only in (None, name):
            size = WIDE if draw is _comparison else SIZE
            save_picture(_picture(scheme, draw, size), asked.folder / f"{name}.png")


def _picture(scheme: str, draw: Draw, size: tuple[int, int] = SIZE) -> QImage:
    app = application([], scheme=scheme, on_screen=False)
    assert isinstance(app, QApplication)
    theme.apply(app, scheme)
    window = MainWindow(remember=False)
    window.resize(*size)
    window.show()
    try:
        draw(window)
        window.stage.messages.dismiss()
        window.first_steps.finish()
        rest(window)
        pause(SETTLED_MS)
        return whole(window)
    finally:
        window.close()


def whole(window: MainWindow) -> QImage:
    """The window; its map is drawn in a thread, and a snapshot of it is sure to be complete."""
    picture = window.grab().toImage()
    if window.session.document is not None:
        painter = QPainter(picture)
        painter.drawImage(window.map.mapTo(window, QPoint()), window.map.snapshot())
        painter.end()
    return picture


def _terrain(window: MainWindow) -> None:
    window.open_sample("terrain")
    rest(window)
    _point(window, 0.69, 0.21)


def _joined(window: MainWindow) -> None:
    window.open_sample("joined")
    rest(window)
    _point(window, 0.60, 0.66)


def _comparison(window: MainWindow) -> None:
    """What a second start wins."""
    window.open_sample("terrain")
    rest(window)
    window.comparing.keep()
    window.editor.place(*KELPORT, add=True)
    rest(window)
    window.comparing.call("One start", "Two")
    window.comparing.look("difference")
    window.docks.show_panel("comparison")


def _roads(window: MainWindow, roads: Path) -> None:
    window.open_path(roads)
    rest(window)
    window.editor.find_good_start()
    rest(window)
    window.docks.show_panel("route")
    _point(window, 0.30, 0.36)


def _point(window: MainWindow, right: float, down: float) -> None:
    """Move the pointer there: shares of the map."""
    window.stage.messages.dismiss()
    pause(SETTLED_MS)
    here = QPoint(round(window.map.width() * right), round(window.map.height() * down))
    QTest.mouseMove(window.map, here)


if __name__ == "__main__":
    main()
