"""A machine that never compiled: what the window says meanwhile, and what is made ready before."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from app.document.joined import JoinedDocument
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.solving.request import Options
from app.solving.solved import Solved
from app.solving.warming import ahead
from core.cancel import NEVER
from core.compiling import compiling
from core.geometry import isochrone_picture, moving_front
from raster import paths, straight_paths
from raster.grid import VelocityGrid, grid_from_kmh
from raster.isochrones import contours
from road.components import strong_components
from road.places import leading
from road.places.snap import SnapIndex
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui.canvas import painter_thread
from ui.controllers.kinds import show_in_little
from ui.main_window import MainWindow
from ui.pictures.scene import draw_frame

WORDS = "Preparing the drawing"


def compile_one() -> None:
    """A kernel that nobody kept."""

    @njit
    def kernel(value: Any) -> Any:
        return np.sort(np.ones(3) * value).sum()

    kernel(1.0)


def test_it_is_known_whether_a_kernel_is_compiled() -> None:
    assert not compiling()
    thread = threading.Thread(target=compile_one)
    thread.start()
    seen = False
    while thread.is_alive():
        seen = compiling() or seen
    assert seen
    assert not compiling(), "and when it is no more"


class Compiling:
    """A painter that compiles until it is let go on; told : what the status line said then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on, self.now = threading.Event(), threading.Event(), False
        draw = draw_frame

        def drawn(*given: Any, **named: Any) -> Any:
            self.begun.set()
            assert self.go_on.wait(60)
            return draw(*given, **named)

        monkeypatch.setattr(painter_thread, "draw_frame", drawn)
        monkeypatch.setattr("ui.controllers.window_state.compiling", lambda: self.now)


def test_the_status_line_says_why_there_is_no_picture_yet(
    user: Driver, window: MainWindow, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff())
    user.wait(lambda: not window.map.drawing)
    painter, status = Compiling(monkeypatch), window.status
    try:
        painter.now = True
        user.press(*centre(5, 5))  # a click would wait until nothing is prepared any more
        user.release(*centre(5, 5))
        user.wait(lambda: painter.begun.is_set() and not window.bridge.busy)
        assert window.session.result is not None, "times are there"
        user.wait(lambda: status.state.text().startswith(WORDS))
        assert status.progress.isVisible()
        assert not status.cancel.isVisible(), "nothing could be cancelled"
        painter.now = False  # the next kernel follows
        user.bot.wait(300)
        assert status.state.text().startswith(WORDS), "until there is a picture"
        user.do("zoom_in")  # the window stays usable
    finally:
        painter.go_on.set()
    user.wait(lambda: "Solved" in status.state.text())
    assert not status.progress.isVisible()
    assert window.map.frames.frame is not None
    assert window.map.frames.frame.scene.times is not None


def test_a_picture_that_only_takes_long_is_no_first_start(
    user: Driver, window: MainWindow, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff())
    user.wait(lambda: not window.map.drawing)
    painter = Compiling(monkeypatch)
    try:
        user.click(*centre(5, 5))
        user.wait(painter.begun.is_set)
        user.bot.wait(400)
        assert "Solved" in window.status.state.text()
    finally:
        painter.go_on.set()


def kernels() -> list[Any]:
    """Those that draw times, the front and ways, and measure what a band holds."""
    return [
        isochrone_picture._draw, isochrone_picture._average,
        moving_front._measure, moving_front._spark, moving_front._spread, moving_front._compose,
        contours._count,
    ]  # fmt: skip


@pytest.mark.parametrize("geometry", ["eight", "straight", "unsolved"])
def test_what_draws_is_compiled_before_the_first_picture(
    user: Driver, window: MainWindow, geometry: str
) -> None:
    grid: VelocityGrid = grid_from_kmh(np.full((40, 50), 36), 10.0)
    options = Options(parameters=(("geometry", float(geometry == "straight")),))
    document = TerrainDocument(grid)
    unsolved = geometry == "unsolved"  # while the solver is compiled by another process
    solved = document.unsolved(options) if unsolved else document.warm_up(options, NEVER)
    assert solved is not None
    assert solved.elements == 9
    show_in_little(solved)
    ways = straight_paths._descend if geometry == "straight" else paths._descend
    known = {kernel: len(kernel.signatures) for kernel in (*kernels(), ways)}
    assert all(known.values())
    window.editor.set_options(options)
    window.editor.open(TerrainDocument(grid))
    window.editor.place(*grid.centre_of(20, 25))
    user.rest()
    user.wait(lambda: not window.map.drawing and window.bridge.at_rest)
    window.map.front.show(3.0, "")
    user.wait(lambda: window.map.front.layer is not None)
    assert isinstance(user.solved, Solved)
    assert len(user.solved.way(*grid.centre_of(3, 4)))
    assert known == {kernel: len(kernel.signatures) for kernel in known}


@pytest.mark.parametrize("name", ["terrain", "roads", "joined"])
def test_a_file_that_was_read_has_it_made_ready(
    user: Driver, window: MainWindow, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(
        "ui.controllers.opening.show_in_little", lambda found: shown.append(found.lies_on)
    )
    window.open_sample(name)
    user.rest()
    user.wait(lambda: window.bridge.at_rest)
    assert shown == ["roads" if name == "roads" else "cells"]


@pytest.mark.parametrize(("name", "times"), [("terrain", 2), ("roads", 1), ("joined", 1)])
def test_what_draws_terrain_does_not_wait_for_its_solver(
    user: Driver, window: MainWindow, name: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[float] = []
    monkeypatch.setattr(
        "ui.controllers.opening.show_in_little", lambda found: shown.append(found.solve_ms)
    )
    monkeypatch.setattr(ahead, "compiling", lambda: True)
    window.open_sample(name)
    user.rest()
    user.wait(lambda: window.bridge.at_rest)
    assert len(shown) == times
    if name == "terrain":
        assert shown[0] == 0.0 < shown[1], "no solver found the first one"


@pytest.mark.parametrize(("name", "times"), [("terrain", 0), ("roads", 1), ("joined", 1)])
def test_so_has_one_that_is_driven_on_what_goes_on_from_its_times(
    user: Driver, window: MainWindow, name: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of a vehicle may change few streets; who edits cells takes a tool first."""
    made: list[str] = []
    for kind in (TerrainDocument, RoadsDocument, JoinedDocument):
        monkeypatch.setattr(kind, "warm_up_edits", lambda *_: made.append(name))
    window.open_sample(name)
    user.rest()
    user.wait(lambda: window.bridge.at_rest)
    assert made == [name] * times


def test_so_has_a_project(
    user: Driver, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    user.open(Roads(tmp_path).town())
    user.click(*corner(1, 1))
    user.do("save_project")
    user.wait(lambda: user.window.bridge.at_rest)
    for method in ("warm_up", "warm_up_edits"):
        monkeypatch.setattr(RoadsDocument, method, lambda *_, name=method: made.append(name))
    user.open(project)
    user.wait(lambda: user.window.bridge.at_rest)
    assert made == ["warm_up", "warm_up_edits"]


def test_streets_are_found_by_place_before_they_are_shown(
    user: Driver, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, str]] = []

    def noted(name: str, work: Any) -> Any:
        def in_a_thread(*given: Any) -> Any:
            made.append((name, threading.current_thread().name))
            return work(*given)

        return in_a_thread

    monkeypatch.setattr(SnapIndex, "__init__", noted("index", SnapIndex.__init__))
    monkeypatch.setattr(leading, "strong_components", noted("parts", strong_components))
    user.open(Roads(tmp_path).town())
    assert {name for name, _ in made} == {"index", "parts"}
    assert threading.main_thread().name not in {thread for _, thread in made}
    before = len(made)
    user.move_until(
        lambda: "residential" in window.status.speed.text(), (corner(2.2, 2), corner(2.4, 2))
    )
    user.click(*corner(3.1, 3.0))
    assert user.solved.times.reached
    assert len(made) == before


def test_so_has_a_window_without_a_file(
    user: Driver, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(
        "ui.controllers.opening.show_in_little", lambda found: shown.append(found.elements)
    )
    window.opener.warm_up()
    assert not window.bridge.busy, "nobody waits for it"
    user.wait(lambda: window.bridge.at_rest)
    assert shown == [9]
    window.editor.open(TerrainDocument(grid_from_kmh(np.full((4, 5), 36), 10.0)))
    window.opener.warm_up()
    user.wait(lambda: window.bridge.at_rest)
    assert shown == [9], "what is open has had it done"
