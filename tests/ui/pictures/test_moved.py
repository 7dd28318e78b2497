"""Pictures that are moved on: what is there already is copied, the rest is drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.roads.open_roads import OpenRoads
from app.solving.one_solve import solve_once
from road.files.read import open_roads
from road.maps import picture
from road.maps.drawing import draw_streets
from tests.app.asking import on_roads
from tests.ui.roads import Roads
from ui.pictures.moved import Strip
from ui.pictures.patch import Patch
from ui.pictures.scene import Frame, draw_frame
from ui.pictures.streets import RoadScene


@pytest.fixture
def scene(tmp_path: Path) -> RoadScene:
    made = RoadScene.of(OpenRoads.of(open_roads(Roads(tmp_path).town())))
    assert made is not None
    return made


def patch(scene: RoadScene, right: float, down: float, scale: float = 2e-5) -> Patch:
    """300 × 200 pixels, some to the right of and below the corner of the roads."""
    left, _, _, top = scene.ground.bounds
    x, y = left + right * scale, top - down * scale
    made = scene.ground.patch((x, y - 200 * scale, x + 300 * scale, y), scale)
    assert made is not None
    return made


def drawn(scene: RoadScene, where: Patch, before: Frame | None = None) -> Frame:
    frame = draw_frame(scene, where, before=before)
    assert frame is not None
    return frame


def pixels(frame: Frame) -> np.ndarray:
    layer = frame.layer("roads")
    assert layer is not None
    return layer.pixels


@pytest.mark.parametrize(("right", "down"), [(60, 0), (-45, 30), (0, -71), (13, 17)])
def test_a_picture_that_is_moved_on_is_as_one_drawn_afresh(
    scene: RoadScene, right: int, down: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = patch(scene, 40, 40), patch(scene, 40 + right, 40 + down)
    before = drawn(scene, here)
    whole = pixels(drawn(scene, there))
    painted: list[int] = []
    draw = draw_streets

    def count(image: np.ndarray, rows: tuple[int, int], *rest: object) -> None:
        painted.append(image.shape[1] * (rows[1] - rows[0]))
        draw(image, rows, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(picture, "draw_streets", count)
    moved = pixels(drawn(scene, there, before))
    assert np.array_equal(moved, whole)
    kept = (300 - abs(right)) * (200 - abs(down))
    assert abs(sum(painted) - (whole.size - kept)) <= 2 * sum(whole.shape)  # no more than is new


def test_a_picture_that_is_cut_down_is_as_one_drawn_afresh(scene: RoadScene) -> None:
    """As where the window gets smaller: all of it is there already, and light is laid only once."""
    times = solve_once(on_roads(scene.roads, 0))[0].times
    lit = replace(scene, times=times)
    whole = patch(lit, 40, 40)
    left, bottom, right, top = whole.bounds
    less = lit.ground.patch((left + 1e-4, bottom + 1e-4, right - 3e-4, top - 3e-4), 2e-5)
    assert less is not None
    cut = pixels(drawn(lit, less, drawn(lit, whole)))
    assert np.array_equal(cut, pixels(drawn(lit, less)))


def test_another_scale_or_another_look_is_drawn_whole(scene: RoadScene) -> None:
    before = drawn(scene, patch(scene, 40, 40))
    nearer = patch(scene, 40, 40, 1.7e-5)
    assert np.array_equal(pixels(drawn(scene, nearer, before)), pixels(drawn(scene, nearer)))
    other = replace(scene, style=replace(scene.style, opacity=0.2))
    there = patch(scene, 60, 40)
    assert np.array_equal(pixels(drawn(other, there, before)), pixels(drawn(other, there)))


def test_a_strip_knows_its_shape() -> None:
    assert Strip(2, 5, 10, 30).shape == (3, 20)
