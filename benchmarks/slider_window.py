"""How long a step of a slider takes in the window, until the new picture is painted.

    python -m benchmarks.slider_window ROADS [--backend auto|cpu|gpu] [--steps N] [--size W,H]
                                       [--picture FILE] [--out FILE]

The window itself, without a screen: opens ROADS, chooses customizable route planning, sets a good
start, and takes the slider of the class with most streets by the handle. A step is measured from
the event of a mouse that moves it by 1 km/h until the map has painted a picture of times at that
speed: decoding, customization, the solve, drawing, and all the ways between threads. A step waits
until the last one has come to rest. The slider's panel is in front of the others; where the slider
has fewer pixels than values, panel and window are made wider, and the map stays as it is.

Told of each part are median, 95 and 99 % quantile, least and most: what the program says of its
customization, solve and drawing; on the clock when the window had been `told` of the answer, and
when it was `drawn`; and the parts that a step is made of (`benchmarks.window.step_parts`), which
add up to it. So is the size of a picture. The slowest steps are kept with their parts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer

from app.roads.costs import choices_for
from app.solving.jobs import SolveDone
from app.solving.road_solved import RoadSolved
from benchmarks.measuring.timings import summary
from benchmarks.records import ResultFile, results_file
from benchmarks.window.slider_hand import SliderHand
from benchmarks.window.step_parts import StepParts
from road.properties import RoadClass
from ui.application import application
from ui.main_window import MainWindow
from ui.panels.vehicle import VehiclePanel
from ui.running.garbage import GarbageAtRest
from ui.widgets.message_bar import ERROR

RESULTS = results_file("slider_window")
PATIENCE_MS = 400_000
REST_MS = 250
"""Milliseconds between two steps, in which finer pictures are drawn and nothing runs."""

CALM_MS = 5_000
"""Milliseconds before the first step, in which what opening the roads left is cleared away."""

FRAME_MS = 33.0
"""Milliseconds of two pictures of a screen, which no step should take longer than."""

SLOWEST = 5
"""Steps that are kept one by one."""

UNMEASURED = 5
SPEEDS = (40, 90)
"""Least and greatest speed in km/h of the steps, which rise and fall by turns."""


class SliderWindow:
    """The window with roads open, solved by `crp`, and a hand on a slider."""

    def __init__(self, roads: Path, backend: str, size: tuple[int, int]) -> None:
        app = application(["isofront"], scheme="light", on_screen=False)
        self.garbage = GarbageAtRest(app)  # as in the window of users
        self.window = MainWindow(remember=False)
        self.window.resize(*size)
        self.window.show()
        self.window.open_path(roads)
        self.until(lambda: self.window.session.document is not None)
        editor, session = self.window.editor, self.window.session
        assert session.document is not None
        assert session.document.roads is not None
        choices = choices_for(session.document.roads.graph)
        driven = next(costs for costs in choices if costs.metric is not None)
        editor.edit_roads(lambda edits: edits.set_costs(driven))
        editor.set_options(replace(session.options, algorithm="crp", backend=backend))
        editor.find_good_start()
        self.until(lambda: self.solved is not None)
        streets = np.bincount(session.document.roads.graph.arcs.road_class)
        panel = self.window.docks.panel(VehiclePanel)
        self.road_class = RoadClass(int(streets.argmax()))
        self.hand = SliderHand(panel.speeds[self.road_class].slider)
        self.parts = StepParts()
        self.picture_bytes: list[int] = []  # of each step
        self._show_slider()
        self.rest(CALM_MS)

    def _show_slider(self) -> None:
        """Have the slider's panel in front of the others, as who takes it has, and the slider long
        enough for a mouse to reach each of its values."""
        window = self.window
        window.docks.show_panel("vehicle")
        self.rest(REST_MS)  # it has its place once it was shown
        missing = self.hand.missing
        if missing:
            dock = window.docks.dock("vehicle")
            width = dock.width() + missing
            window.resize(window.width() + missing, window.height())
            window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
            self.rest(REST_MS)

    @property
    def solved(self) -> RoadSolved | None:
        result = self.window.session.result
        return None if result is None else result.on_graph

    def until(self, there: Callable[[], bool]) -> None:
        """Work off events until something is there and nothing runs; TimeoutError, or RuntimeError
        as soon as the window tells of an error."""
        patience = time.monotonic() + PATIENCE_MS / 1e3
        messages = self.window.stage.messages
        while not there() or self.window.bridge.busy:
            if messages.kind == ERROR and messages.text():
                raise RuntimeError(messages.text())
            if time.monotonic() > patience:
                raise TimeoutError(messages.text())
            self.rest(20)

    def rest(self, ms: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def step(self, kmh: int) -> dict[str, float]:
        """One step of the held slider, milliseconds of it and of its parts."""
        drawn: list[tuple[float, float]] = []

        def hear(ms: float) -> None:
            drawn.append((ms, time.perf_counter()))

        frames = self.window.map.frames
        frames.drawn.connect(hear)
        painted = _Painted(self.window)
        began = self.parts.begin()
        self.hand.move(kmh)
        at = painted.at()
        frames.drawn.disconnect(hear)
        solved = painted.solved
        assert solved is not None
        found = self.parts.end(solved.times, at)
        self.picture_bytes.append(found.picture_bytes)
        parts = {"customize": solved.customize_ms or 0.0, "solve": solved.solve_ms}
        ms, drawn_at = drawn[-1]
        clock = {"told": painted.told_at, "drawn": drawn_at, "step": at}
        self.rest(REST_MS)
        told = {what: (when - began) * 1e3 for what, when in clock.items()}
        return parts | {"draw": ms} | told | found.ms


class _Painted(QObject):
    """Sees when the map paints a picture of the times that are solved from now on, which may be
    before anybody is told of them."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.solved: RoadSolved | None = None
        self.told_at = self._at = 0.0
        self._window, self._loop = window, QEventLoop()
        self._before = self._times_of_the_map()
        self._patience = QTimer()
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._loop.quit)
        window.editor.preview_ready.connect(self._hear)
        window.map.installEventFilter(self)

    def _hear(self, done: SolveDone) -> None:
        if isinstance(done.solved, RoadSolved):
            self.solved, self.told_at = done.solved, time.perf_counter()
            if self._at:
                self._loop.quit()

    def at(self) -> float:
        """The time when it was painted; TimeoutError."""
        self._patience.start(PATIENCE_MS)
        self._loop.exec()
        self._window.map.removeEventFilter(self)
        self._window.editor.preview_ready.disconnect(self._hear)
        if not self._patience.isActive():
            raise TimeoutError(self._window.stage.messages.text())
        self._patience.stop()
        assert self.solved is not None
        assert self._times_of_the_map() is self.solved.times
        return self._at

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        painted = event.type() == QEvent.Type.Paint and not self._at
        if painted and self._times_of_the_map() is not self._before:
            QTimer.singleShot(0, self._after)  # after the event, which paints
        return False

    def _after(self) -> None:
        self._at = self._at or time.perf_counter()
        if self.solved is not None:
            self._loop.quit()

    def _times_of_the_map(self) -> object:
        frame = self._window.map.frames.frame
        return None if frame is None else frame.scene.times


def turned(steps: int) -> list[int]:
    """Speeds of steps that a hand might take, each another than the one before."""
    low, high = SPEEDS
    span = high - low
    return [low + min(k % (2 * span), 2 * span - k % (2 * span)) for k in range(1, steps + 1)]


def measure(window: SliderWindow, steps: int) -> dict[str, object]:
    window.hand.press()
    with window.parts:
        timings = [window.step(kmh) for kmh in turned(UNMEASURED + steps)][UNMEASURED:]
    window.hand.release()
    window.until(lambda: window.solved is not None)
    solved, session = window.solved, window.window.session
    assert solved is not None
    assert session.document is not None
    assert session.document.roads is not None
    graph = session.document.roads.graph
    return {
        "graph": graph.name,
        "vertices": graph.vertices,
        "arcs": graph.arc_count,
        "size": [window.window.map.width(), window.window.map.height()],
        "slider": window.road_class.name.lower(),
        "backend": solved.backend,
        "gpu": solved.device if solved.backend == "gpu" else None,
        "n": steps,
        "longer": sum(timing["step"] > FRAME_MS for timing in timings),
        "picture_bytes": _told(window.picture_bytes[UNMEASURED:]),
        "ms": {name: _told([timing[name] for timing in timings]) for name in timings[0]},
        "slowest": _slowest(timings),
    }


def _told(values: Sequence[float]) -> dict[str, float]:
    p95, p99 = np.quantile(np.array(values), (0.95, 0.99)).round(3).tolist()
    return summary(list(values)) | {"p95": p95, "p99": p99}


def _slowest(timings: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """The slowest steps, with the number of each."""
    order = sorted(range(len(timings)), key=lambda k: -timings[k]["step"])[:SLOWEST]
    return [{"k": k, **{name: round(ms, 2) for name, ms in timings[k].items()}} for k in order]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slider_window")
    parser.add_argument("roads", type=Path)
    parser.add_argument("--backend", choices=("auto", "cpu", "gpu"), default="auto")
    parser.add_argument("--steps", type=int, default=101)
    parser.add_argument("--size", default="1600,1000", help="of the window, in pixels")
    parser.add_argument("--picture", type=Path, help="where the window's picture goes")
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    width, height = map(int, chosen.size.split(","))
    results = ResultFile(chosen.out)
    window = SliderWindow(chosen.roads, chosen.backend, (width, height))
    record = results.add(measure(window, chosen.steps))
    print(json.dumps(record["ms"]), flush=True)
    if chosen.picture:
        window.window.grab().save(str(chosen.picture))
    window.window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
