"""One file in one window at one magnification, measured; prints a line of JSON.

    python -m benchmarks.window.pictures FILE [--size W,H] [--pictures N] [--steps N]
                                         [--relief WORD]

Run by `benchmarks.window`, which sets QT_SCALE_FACTOR; Qt reads it once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QGuiApplication

from benchmarks.window.hand import WindowWatch, told

VIEWS = (("far", 0), ("near", 6))
"""Names of views, and how many times closer each is than the one before, by the key that zooms."""


def measure(watch: WindowWatch, pictures: int, steps: int) -> dict[str, object]:
    """Milliseconds of pictures while panned, zoomed and played, far and near, and of drags, over
    terrain in a corner, too."""
    map_, document = watch.map, watch.window.session.document
    result = watch.window.session.result
    assert document is not None
    assert result is not None
    found: dict[str, object] = {
        "file": document.name,
        "elements": result.elements,
        "cells": result.on_cells is not None,
        "size": [map_.width(), map_.height()],
        "ratio": map_.devicePixelRatioF(),
        "platform": QGuiApplication.platformName(),
        "font_families": len(QFontDatabase.families()),
        "backend": result.backend,
        "open_s": round(watch.open_s, 2),
        "drag": watch.drag(steps),
    }
    if result.on_cells is not None and watch.to_a_corner():
        found["drag, corner"] = watch.drag(steps)
        watch.to_the_middle()
    for name, closer in VIEWS:
        for _ in range(closer):
            map_.zoom_in()
            watch.rest(0.3)
        watch.rest(1.0)
        found[f"pan, {name}"] = told(watch.pan(pictures))
        found[f"zoom, {name}"] = told(watch.zoom())
        found[f"front, {name}"] = told(watch.front())
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.window.pictures")
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", default="1366,768")
    parser.add_argument("--pictures", type=int, default=240)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--relief", default="")
    chosen = parser.parse_args(argv)
    width, height = map(int, chosen.size.split(","))
    watch = WindowWatch(chosen.file, (width, height), chosen.relief)
    print(json.dumps(measure(watch, chosen.pictures, chosen.steps)), flush=True)
    os._exit(0)  # the end is measured by another


if __name__ == "__main__":
    sys.exit(main())
