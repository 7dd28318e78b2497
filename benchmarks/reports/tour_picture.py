"""Draws a step of the demo tour: `python -m benchmarks.reports.tour_picture OUT.png`."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path

from benchmarks.reports.waiting import pause
from ui.application import application, save_picture
from ui.main_window import MainWindow
from ui.tour.acts import STEPS
from ui.tour.tour import Tour

SCREEN = {"name": "none", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "dpr": 1}
"""A screen that is not there: the tour fills all of it."""

PACE = 0.5
"""A pace at which pictures keep up on two busy cores."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--step", choices=[step.id for step in STEPS], default="rivals")
    parser.add_argument("--seconds", type=float, default=8.0, help="into the step")
    parser.add_argument("--scheme", choices=("light", "dark"), default="dark")
    asked = parser.parse_args()
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as told:
        json.dump({"screens": [SCREEN]}, told)
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={told.name}"
    application([], scheme=asked.scheme, on_screen=False)
    os.unlink(told.name)
    window = MainWindow(remember=False)
    tour = Tour(window, pace=PACE)
    try:
        tour.begin()
        while tour.running and tour.step != asked.step:
            pause(20)
        pause(round(asked.seconds * 1000))
        save_picture(window.grab().toImage(), asked.out)
    finally:
        window.close()


if __name__ == "__main__":
    main()
