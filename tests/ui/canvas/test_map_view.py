"""What the map shows: pixels of a real widget."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bands import Bands
from raster.grid import grid_from_kmh
from raster.travel_times import TravelTimeGrid
from tests.ui.canvas.worlds import (
    BARE,
    LEFT,
    MINUTE,
    ROWS,
    TOP,
    colour,
    pixel,
    rgb,
    solved,
    split_world,
)  # fmt: skip
from ui import theme
from ui.canvas import painting
from ui.canvas.film import rgb_of
from ui.canvas.map_view import MapView
from ui.pictures.front import flattened as laid
from ui.pictures.pixels import parts
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import DARK, LIGHT


def table() -> list[tuple[int, ...]]:
    """Colours of the bands."""
    return [tuple(int(part) for part in row[:3]) for row in MINUTE.colours(BARE.colormap)]


def show(view: MapView, times: TravelTimeGrid | None, zero_speed_kmh: float = 0.0) -> None:
    view.show_scene(TerrainScene.of(split_world(), times, zero_speed_kmh))


def test_no_picture_of_a_new_ground_is_asked_for_where_the_old_one_lay(
    world: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = grid_from_kmh(np.full((9, 9), 20.0), 10.0, left=1e6, top=1e6)
    seen: list[object] = []

    def asked(*_: object) -> bool:
        seen.append(world.viewport.bounds)
        return True

    monkeypatch.setattr(world.frames, "show", asked)
    world.enter(TerrainScene.of(far))
    assert len(seen) > 1
    assert set(seen) == {world.viewport.bounds}


def test_what_covers_the_map_as_before_paints_nothing(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[object, ...]] = []
    monkeypatch.setattr(view, "update", lambda *given: painted.append(given))
    for times in (1, 1, 2):
        view.keep_free(30 * times)
        view.lie_under(QRect(0, 0, 100 * times, 40))
    assert len(painted) == 4


def test_the_empty_map_invites(view: MapView) -> None:
    image = view.snapshot()
    assert image.pixelColor(5, 5) == QColor(LIGHT.canvas)
    assert image.pixelColor(300, 140) == QColor(LIGHT.panel)


def test_band_barrier_no_data_and_outside_look_different(world: MapView) -> None:
    image = world.snapshot()
    band = colour(world, image, 30, 25)
    assert band == table()[0]
    barrier = colour(world, image, 30, 60)
    assert barrier in (rgb(LIGHT.barrier), rgb(LIGHT.barrier_hatch))
    empty = colour(world, image, 30, 85)
    assert empty == rgb(LIGHT.sea)
    assert colour(world, image, -3, 30) == rgb(LIGHT.sea)
    behind = colour(world, image, 30, 72)  # open ground that is not reached
    assert len({band, barrier, empty, behind}) == 4


def test_what_is_not_reached_looks_like_without_travel_times(world: MapView) -> None:
    solved_image = world.snapshot()
    show(world, None)
    bare = world.snapshot()
    assert colour(world, bare, 30, 72) == colour(world, solved_image, 30, 72)
    assert colour(world, bare, 30, 25) != colour(world, solved_image, 30, 25)


def test_later_is_another_band(world: MapView) -> None:
    image = world.snapshot()
    # 20 km/h is 1.8 s a cell: 8 cells away is in the first band, 17 in the second
    assert colour(world, image, 30, 28) == table()[0]
    assert colour(world, image, 30, 37) == table()[1]


def test_speeds_can_be_switched_off(world: MapView) -> None:
    world.set_style(replace(BARE, velocity=False))
    assert colour(world, world.snapshot(), 30, 72) == rgb(LIGHT.sea)


def test_opacity_lets_the_ground_through(world: MapView) -> None:
    solid = np.array(colour(world, world.snapshot(), 30, 25), float)
    world.set_style(replace(BARE, opacity=0.5))
    half = np.array(colour(world, world.snapshot(), 30, 25), float)
    ground = np.array(colour(world, world.snapshot(), 30, 72), float)
    assert np.allclose(half, (solid + ground) / 2, atol=2)


def test_continuous_colours_change_within_a_band(world: MapView) -> None:
    world.set_style(replace(BARE, continuous=True))
    image = world.snapshot()
    assert colour(world, image, 30, 23) != colour(world, image, 30, 28)


def test_a_cheap_barrier_is_drawn_as_a_speed(world: MapView) -> None:
    show(world, solved(split_world()), zero_speed_kmh=3.0)
    tone = colour(world, world.snapshot(), 30, 60)
    assert tone not in (rgb(LIGHT.barrier), rgb(LIGHT.barrier_hatch))


def test_the_start_is_drawn_where_it_is(world: MapView) -> None:
    image = world.snapshot()
    at = pixel(world, 30, 20)
    ring = image.pixelColor(at + QPoint(0, -5))
    assert ring == QColor(LIGHT.start)


def test_the_path_is_drawn(world: MapView) -> None:
    before = world.snapshot()
    grid = split_world()
    world.set_path(np.array([grid.centre_of(30, col) for col in range(45, 19, -1)]))
    after = world.snapshot()
    assert colour(world, after, 30, 40) == rgb(LIGHT.path)
    at = pixel(world, 30, 40)
    column = [after.pixelColor(at.x(), at.y() + down) for down in range(-5, 6)]
    inside = [down for down, seen in enumerate(column) if seen.name() == LIGHT.path]
    for side in (column[: inside[0]], column[inside[-1] + 1 :]):
        lightest = max(min(seen.red(), seen.green(), seen.blue()) for seen in side)
        assert lightest > 200, "a casing on either side, whatever lies beneath"
    world.set_path(None)
    assert world.snapshot() == before


@pytest.mark.parametrize(
    "style", [replace(BARE, legend=True), replace(BARE, scale_bar=True)], ids=["legend", "bar"]
)
def test_what_stands_on_the_map_can_be_switched_off(world: MapView, style: OverlayStyle) -> None:
    bare = world.snapshot()
    world.set_style(style)
    assert world.snapshot() != bare


def test_a_frame_in_one_piece_looks_like_its_layers(world: MapView, qtbot: QtBot) -> None:
    world.set_style(OverlayStyle(opacity=0.6))
    qtbot.waitUntil(lambda: world.frames.frame is not None and world.frames.frame.flat is not None)
    frame = world.frames.frame
    assert frame is not None
    assert frame.flat is not None
    assert len(frame.layers) > 1
    layered = parts(laid(replace(frame, flat=None)))
    assert np.abs(parts(frame.flat.pixels) - layered).max() <= len(frame.layers)


def test_the_picture_of_the_whole_lies_where_the_frame_ends(
    world: MapView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[object] = []
    paint_frame = painting._paint_frame

    def noted(painter: object, frame: object, *how: object) -> None:
        painted.append(frame)
        paint_frame(painter, frame, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(painting, "_paint_frame", noted)
    frames = world.frames
    qtbot.waitUntil(lambda: frames.frame is not None and frames.overview is not None)
    qtbot.waitUntil(lambda: not frames.busy)
    painted.clear()
    world.repaint()
    assert painted == [frames.frame], "the frame covers all ground that is seen"
    for _ in range(3):
        world.zoom_in()
    qtbot.waitUntil(lambda: not frames.busy and frames.frame is not painted[0])
    near = frames.frame
    monkeypatch.setattr(frames, "ask", lambda: False)  # nothing else is drawn
    world.zoom_to_fit()
    painted.clear()
    world.repaint()
    assert painted == [frames.overview, near]
    seen = world.grab().toImage()
    assert colour(world, seen, 30, 60) != rgb(LIGHT.canvas), "there is ground beyond the frame"


def test_the_legend_is_drawn_anew_where_it_is_another(world: MapView) -> None:
    world.set_style(replace(BARE, legend=True))
    first = world.grab().toImage()
    assert world.grab().toImage() == first, "the one at hand"
    world.set_bands(Bands.even(60.0, 5))
    corner = np.s_[first.height() // 2 :, first.width() * 2 // 3 :]
    assert (rgb_of(world.grab().toImage())[corner] != rgb_of(first)[corner]).any()


def test_a_preview_says_so(world: MapView) -> None:
    exact = world.snapshot()
    world.set_preview(True)
    assert world.snapshot() != exact


def test_dark_is_dark(world: MapView) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")
    image = world.snapshot()
    assert colour(world, image, -3, 30) == rgb(DARK.sea)
    assert colour(world, image, 30, 60) in (rgb(DARK.barrier), rgb(DARK.barrier_hatch))


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_snapshot_of_another_size_shows_the_same(world: MapView, ratio: float) -> None:
    world.resize(600, 448)
    image = world.snapshot(round(600 * ratio), round(448 * ratio))
    assert (image.width(), image.height()) == (round(600 * ratio), round(448 * ratio))
    assert image.devicePixelRatio() == ratio
    assert colour(world, image, 30, 60) != colour(world, image, 30, 30)
    assert colour(world, image, 30, 85) == rgb(LIGHT.sea)


def test_the_window_shows_what_the_snapshot_shows(world: MapView, qtbot: QtBot) -> None:
    expected = world.snapshot()

    def same() -> None:
        shown = world.grab().toImage()
        for row, col in ((30, 25), (30, 40), (30, 60), (30, 72), (30, 85)):
            assert colour(world, shown, row, col) == colour(world, expected, row, col)

    qtbot.waitUntil(lambda: _holds(same))


def _holds(claim: object) -> bool:
    try:
        claim()  # type: ignore[operator]
    except AssertionError:
        return False
    return True


def painters() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "map-painter"]


def test_a_hidden_map_keeps_no_thread(world: MapView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(painters()))
    world.hide()
    assert not painters()
    world.show()
    qtbot.waitUntil(lambda: bool(painters()))
    world.close()
    assert not painters()


def test_another_raster_takes_nothing_of_the_old_along(world: MapView) -> None:
    world.set_path(np.array([[LEFT, TOP], [LEFT + 50, TOP - 50]]))
    world.enter(TerrainScene.of(split_world()))
    image = world.snapshot()
    assert world.start_pixels == []
    assert colour(world, image, 30, 25) == colour(world, image, 30, 72)
    world.enter(None)
    assert world.is_empty


def test_the_newest_travel_times_end_up_on_the_screen(world: MapView, qtbot: QtBot) -> None:
    show(world, solved(split_world(), row=10, col=10))
    qtbot.wait(5)
    show(world, solved(split_world(), row=ROWS - 5, col=10))
    expected = colour(world, world.snapshot(), ROWS - 6, 12)
    qtbot.waitUntil(lambda: colour(world, world.grab().toImage(), ROWS - 6, 12) == expected)
