"""Pictures of the steps of a drag that are drawn before their times are told."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui.canvas.painter_thread import PainterThread
from ui.pictures.scene import draw_frame

Place = Callable[[int], tuple[float, float]]


@pytest.fixture
def drawn_by(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Frames that each thread drew, by its name."""
    counted: Counter[str] = Counter()
    draw = PainterThread._draw

    def drawn(self: PainterThread, *of: Any) -> Any:
        counted[threading.current_thread().name] += 1
        return draw(self, *of)

    monkeypatch.setattr(PainterThread, "_draw", drawn)
    return counted


def _drag(user: Driver, place: Place) -> None:
    """Take the start a few places on, waiting for the picture of each step."""
    view, session = user.window.map, user.window.session
    user.click(*place(0))
    user.wait(lambda: view.frames.frame is not None and not view.drawing)
    user.press(*place(0))
    for step in range(1, 5):
        user.move(*place(step))
        user.wait(lambda: session.result is not None and session.result.starts == session.starts)
        user.wait(lambda: view.frames.frame.scene.times is session.result.times)
    assert user.window.editor.dragging, "the hand took too long"


def _on_terrain(user: Driver, rasters: Rasters, _roads: Roads) -> Place:
    user.open(rasters.geotiff())
    return lambda step: centre(20, 10 + step)


def _on_roads(user: Driver, _rasters: Rasters, roads: Roads) -> Place:
    user.open(roads.town())
    return lambda step: corner(1 + step / 2, 2)


@pytest.mark.parametrize("opened", [_on_terrain, _on_roads])
def test_whoever_brings_the_times_of_a_step_draws_them(
    user: Driver, rasters: Rasters, tmp_path: Path, drawn_by: Counter[str],
    monkeypatch: pytest.MonkeyPatch, opened: Callable[[Driver, Rasters, Roads], Place],
) -> None:  # fmt: skip
    monkeypatch.setattr("ui.canvas.frames.AHEAD_MS", math.inf)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 60_000)
    place = opened(user, rasters, Roads(tmp_path))
    _drag(user, place)
    assert drawn_by["isofront-solver"] >= 3
    shown = user.window.map.frames.frame
    assert shown is not None
    # A finer layer may be among them: what lies still under the times is not drawn at each step.
    again = {fine: draw_frame(shown.scene, shown.patch, 1.0, fine) for fine in (False, True)}
    for layer in shown.layers:
        frame = again[layer.fine]
        assert frame is not None
        same = frame.layer(layer.name)
        assert same is not None
        assert np.array_equal(layer.pixels, same.pixels), layer.name
    user.release(*place(4))
    user.rest()


def test_what_takes_long_is_left_to_the_painter(
    user: Driver, rasters: Rasters, tmp_path: Path, drawn_by: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("ui.canvas.frames.AHEAD_MS", -1.0)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 60_000)
    _drag(user, _on_terrain(user, rasters, Roads(tmp_path)))
    assert drawn_by["isofront-solver"] == 0
    assert drawn_by["map-painter"] >= 4


def test_a_finer_picture_follows_one_drawn_ahead(
    user: Driver, rasters: Rasters, tmp_path: Path, drawn_by: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("ui.canvas.frames.AHEAD_MS", math.inf)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 60_000)
    _drag(user, _on_terrain(user, rasters, Roads(tmp_path)))
    assert drawn_by["isofront-solver"] > 0
    frames = user.window.map.frames

    def fine() -> bool:
        shown = frames.frame
        return shown is not None and all(layer.fine for layer in shown.layers)

    user.wait(fine)
    frame = frames.frame
    assert frame is not None
    assert frame.scene.times is user.solved.times


def test_a_picture_of_before_does_not_come_back(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that the painter made finer while the next was drawn ahead arrives after that."""
    monkeypatch.setattr("ui.canvas.frames.AHEAD_MS", math.inf)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 60_000)
    frames = user.window.map.frames
    place = _on_terrain(user, rasters, Roads(tmp_path))
    user.click(*place(0))
    user.wait(lambda: frames.frame is not None and frames.frame.scene.times is not None)
    before = frames.frame
    assert before is not None
    _drag(user, place)
    after = frames.frame
    assert after is not None
    assert after.scene.times is not before.scene.times
    frames._painter.drawn.emit(before)
    assert frames.frame is not before
    finer = replace(after, drawn_ms=1.0)
    frames._painter.drawn.emit(finer)
    assert frames.frame is finer
