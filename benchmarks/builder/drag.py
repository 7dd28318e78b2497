"""How long a step of a dragged rule takes in the dialog of new terrain, until it is painted.

    python -m benchmarks.builder.drag [--side N] [--steps N] [--picture FILE] [--out FILE]

The window itself: elevation and land cover of side² cells are chosen in its dialog, a start is set
by a click in the picture, and the first point of the curve of speed by slope is dragged up and
down. A step is measured from the event of the mouse until the picture of speeds and isochrones by
that very curve has been painted; the next step waits for it. `fine` is from the last step until
the picture is painted that has the cells of the result. Without QT_QPA_PLATFORM no screen is.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.builder.preview import LOOK_CELLS, FirstLook
from benchmarks.builder.inputs import write_inputs
from benchmarks.measuring.timings import summary
from benchmarks.records import ResultFile, results_file
from ui.application import application
from ui.dialogs.builder.dialog import BuilderDialog
from ui.main_window import MainWindow

RESULTS = results_file("builder_drag")
PATIENCE_S = 600.0
UNMEASURED = 5
TURN = 24
"""Pixels that the point is dragged, to and fro."""

LEFT = Qt.MouseButton.LeftButton


class CurveHand(QObject):
    """A dialog with a recipe and a start, and a hand on the curve."""

    def __init__(self, folder: Path, side: int) -> None:
        application(["isofront"], scheme="light", on_screen="QT_QPA_PLATFORM" in os.environ)
        super().__init__()
        self.window = MainWindow(remember=False)
        self.window.resize(1400, 900)
        self.window.show()
        self.window.commands["new_terrain"].trigger()
        dialog = self.window.building.dialog
        assert dialog is not None
        self.dialog: BuilderDialog = dialog
        began = time.perf_counter()
        dialog.show_tables(write_inputs(folder, side))
        self.picture = dialog.picture
        self.painted: object = None
        self.until(lambda: self.picture.look is not None)
        self.first_s = time.perf_counter() - began
        self.picture.installEventFilter(self)
        QTest.mouseClick(self.picture, LEFT, pos=self.picture.frame().center())
        self.until(lambda: self._look().times is not None)
        dialog.form.setCurrentIndex(1)
        self.until(lambda: self._look().fine)
        self.curve = dialog.form.rules.curve
        self.until(self.curve.isVisible)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.Paint:
            self.painted = self.picture.look
        return False

    def _look(self) -> FirstLook:
        look = self.picture.look
        assert look is not None
        return look

    def until(self, there: Callable[[], bool]) -> None:
        """Serve events until something is there; TimeoutError."""
        end = time.monotonic() + PATIENCE_S
        while not there():
            if time.monotonic() > end:
                raise TimeoutError(self.dialog.facts.text())
            loop = QEventLoop()
            QTimer.singleShot(20, loop.quit)
            loop.exec()

    def drag(self, steps: int) -> tuple[list[float], float]:
        """Milliseconds of each step, and of the fine picture at the end."""
        at = self.curve.place(*self.curve.points[0]).toPoint()
        QTest.mousePress(self.curve, LEFT, pos=at)
        taken = []
        for step in range(1, steps + UNMEASURED + 1):
            down = step % (2 * TURN)
            began = time.perf_counter()
            QTest.mouseMove(self.curve, at + QPoint(0, min(down, 2 * TURN - down)))
            self._paint(lambda: True)
            taken.append((time.perf_counter() - began) * 1e3)
        began = time.perf_counter()
        QTest.mouseRelease(self.curve, LEFT, pos=at)
        self._paint(lambda: self._look().fine)
        return taken[UNMEASURED:], (time.perf_counter() - began) * 1e3

    def _paint(self, enough: Callable[[], bool]) -> None:
        """Wait until the picture of the curve as it is now is painted, with its times."""
        end = time.monotonic() + PATIENCE_S
        while True:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
            look = self.picture.look
            wanted = self.curve.curve
            shown = look is not None and look.rules.slope == wanted and self.painted is look
            if shown and self._look().times is not None and enough():
                return
            if time.monotonic() > end:
                raise TimeoutError(self.dialog.facts.text())
            time.sleep(0.0005)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.builder.drag")
    parser.add_argument("--side", type=int, default=2000, help="cells a side of the inputs")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--picture", type=Path, help="where the dialog's picture goes")
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    results = ResultFile(chosen.out)
    with tempfile.TemporaryDirectory() as folder:
        hand = CurveHand(Path(folder), chosen.side)
        steps, fine = hand.drag(chosen.steps)
        record = {
            "side": chosen.side, "coarse_cells": LOOK_CELLS, "n": chosen.steps,
            "cores": os.cpu_count(), "step_ms": summary(steps), "fine_ms": round(fine, 1),
            "first_s": round(hand.first_s, 2),
        }  # fmt: skip
        if chosen.picture:
            hand.dialog.grab().save(str(chosen.picture))
        hand.dialog.reject()
        hand.window.close()
    print(json.dumps(results.add(record)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
