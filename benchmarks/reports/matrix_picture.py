"""Draws *Matrix* for the documents: `python -m benchmarks.reports.matrix_picture ROADS OUT.png`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest

from app.bands import Bands
from benchmarks.reports.waiting import rest
from ui.application import application, save_picture
from ui.main_window import MainWindow
from ui.panels.matrix import MatrixPanel
from ui.showing import PICTURE_SIZE

HOSPITALS = (
    ("São João", -8.6012, 41.1810),
    ("Santo António", -8.6197, 41.1472),
    ("Pedro Hispano", -8.6636, 41.1825),
    ("Santos Silva", -8.5925, 41.1066),
    ("Prelada", -8.6322, 41.1712),
)
"""Names and about the places, in degrees, of hospitals in Porto and around."""

BANDS = "2, 4, 6, 8, 10 min"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roads", type=Path, help="Porto as an OSM PBF")
    parser.add_argument("out", type=Path)
    parser.add_argument("--scheme", choices=("light", "dark"), default="light")
    parser.add_argument("--size", type=int, nargs=2, default=PICTURE_SIZE)
    asked = parser.parse_args()
    application([], scheme=asked.scheme, on_screen=False)
    window = MainWindow(remember=False)
    window.resize(*asked.size)
    window.show()
    try:
        _ask(window, asked.roads)
        picture = window.grab().toImage()
        painter = QPainter(picture)
        painter.drawImage(window.map.mapTo(window, QPoint()), window.map.snapshot())
        painter.end()
        save_picture(picture, asked.out)
    finally:
        window.close()


def _ask(window: MainWindow, roads: Path) -> None:
    """Whose each street is, of the hospitals."""
    window.open_path(roads)
    rest(window)
    with tempfile.TemporaryDirectory() as folder:
        origins = Path(folder) / "hospitals.csv"
        rows = [f"{name},{lon},{lat}" for name, lon, lat in HOSPITALS]
        origins.write_text("\n".join(("id,lon,lat", *rows, "")), encoding="utf-8")
        window.matrices.read("origins", origins)
        rest(window)
    bands = window.session.bands
    window.editor.matrix.wish("bands", bands=Bands.parse(BANDS, bands.measure, bands.unit))
    window.docks.show_panel("matrix")
    rest(window)
    window.matrices.run()
    rest(window)
    panel = window.docks.panel(MatrixPanel)
    assert panel.answer.isVisible(), window.stage.messages.text()
    docks = [window.docks.dock("matrix"), window.docks.dock("performance")]
    window.resizeDocks(docks, [window.height(), 120], Qt.Orientation.Vertical)
    window.stage.messages.dismiss()
    here = QPoint(window.map.width() * 45 // 100, window.map.height() * 55 // 100)
    QTest.mouseMove(window.map, here)
    rest(window)


if __name__ == "__main__":
    main()
