"""Races as files: all runs as CSV, the newest as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from app.timing.race import Finish, write_race_csv
from core.files.atomic_write import atomic_write
from ui import theme
from ui.application import save_picture
from ui.plots.race_bars import RaceBars
from ui.plots.race_maps import RaceMaps

SUFFIXES = (".csv", ".png", ".svg")

PICTURE_WIDTH, PICTURE_EDGE = 900, 16
"""Width of a saved picture and the empty space around and between its parts, in pixels."""


def write_race(target: Path, rows: Sequence[Finish], bars: RaceBars, maps: RaceMaps) -> None:
    """Write all runs as CSV, or maps and bars of the newest as a picture; by the suffix, one of
    SUFFIXES. Raises ExportError where that cannot be."""
    picture = _RacePicture(bars, maps)
    writers: dict[str, Callable[[Path], None]] = {
        ".csv": lambda path: write_race_csv(path, rows),
        ".png": picture.write_png,
        ".svg": picture.write_svg,
    }
    writers[target.suffix.lower()](target)


class _RacePicture:
    """The maps at the moment at which the first has finished, and the bars beneath."""

    def __init__(self, bars: RaceBars, maps: RaceMaps) -> None:
        self._bars, self._maps = bars, maps
        self._wide = PICTURE_WIDTH - 2 * PICTURE_EDGE
        high = maps.heightForWidth(self._wide) + bars.sizeHint().height()
        self._size = QSize(PICTURE_WIDTH, high + 3 * PICTURE_EDGE)

    def write_png(self, target: Path) -> None:
        image = QImage(self._size * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2.0)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        save_picture(image, target)

    def write_svg(self, target: Path) -> None:
        from PySide6.QtSvg import QSvgGenerator

        drawn = QBuffer()  # Qt says of no file that it could not be written to its end
        svg = QSvgGenerator()
        svg.setOutputDevice(drawn)
        svg.setSize(self._size)
        svg.setViewBox(QRect(QPoint(), self._size))
        painter = QPainter(svg)
        self._paint(painter)
        painter.end()
        with atomic_write(target) as beside:
            beside.write_bytes(drawn.data().data())

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(QRect(QPoint(), self._size), QColor(theme.current().window))
        painter.setFont(self._bars.font())
        painter.translate(PICTURE_EDGE, PICTURE_EDGE)
        first = min((row.measured.median for row in self._bars.rows), default=0.0)
        self._maps.paint(painter, self._wide, first)
        painter.translate(0, self._maps.heightForWidth(self._wide) + PICTURE_EDGE)
        self._bars.paint(painter, self._wide)
