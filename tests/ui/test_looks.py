"""Looks: colours, relief, and what is remembered of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.bands import BEYOND_COLOUR, Bands
from tests.ui.driving import Driver
from tests.ui.rasters import COLS, ROWS, Rasters
from ui import preferences
from ui.main_window import MainWindow
from ui.panels.isochrones import IsochronesPanel
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import DARK, LIGHT, Theme


def dome(height: float = 60.0) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    row, col = np.mgrid[:ROWS, :COLS]
    away = np.hypot(row - 30, col - 18)
    return np.maximum(height * (1 - away / 9), 0.5).astype(np.float32)


def _colour(
    user: Driver, picture: QImage, row: float, col: float
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    grid = user.window.session.required.grid
    assert grid is not None
    at = user.pixel(*grid.centre_of(row, col)).toPointF() * picture.devicePixelRatio()
    colour = picture.pixelColor(at.toPoint())
    return np.array([colour.red(), colour.green(), colour.blue()], float)


def _start(user: Driver, rasters: Rasters, row: int = 5, col: int = 10) -> None:
    user.open(rasters.geotiff())
    grid = user.window.session.required.grid
    assert grid is not None
    user.click(*grid.centre_of(row, col))
    user.window.editor.set_bands(Bands((10.0, 20.0, 30.0)))
    for name in ("legend", "isolines"):
        user.window.link.set_style(name, False)


def test_the_map_is_bright_at_the_start_dark_far_away_and_else_beyond(
    user: Driver, rasters: Rasters
) -> None:
    _start(user, rasters)
    link = user.window.link
    link.set_style("relief", "none")
    link.set_style("opacity", 1.0)
    picture = user.window.map.snapshot()
    near, middle, far = (_colour(user, picture, 5, 10 + away) for away in (6, 15, 25))
    assert near.mean() > middle.mean() + 15 > far.mean() + 30
    assert tuple(_colour(user, picture, 5, 48)) == BEYOND_COLOUR
    link.set_style("reversed", True)
    turned = user.window.map.snapshot()
    assert _colour(user, turned, 5, 16).mean() < _colour(user, turned, 5, 35).mean()
    assert user.window.docks.panel(IsochronesPanel).reversed.isChecked()


def test_heights_beside_a_raster_are_its_relief(user: Driver, rasters: Rasters) -> None:
    rasters.geotiff("plain_dem.tif", dome())
    _start(user, rasters)
    assert user.window.link.style.elevation is not None
    picture = user.window.map.snapshot()
    user.window.link.set_style("relief", "none")
    plain = user.window.map.snapshot()
    for row, col, sign in ((26, 14, 1), (34, 22, -1)):
        lit, unlit = (_colour(user, p, row, col).mean() for p in (picture, plain))
        assert sign * (lit - unlit) > 3, "the light comes from the north-west"
    level, unlit_level = (_colour(user, p, 5, 30) for p in (picture, plain))
    np.testing.assert_allclose(level, unlit_level, atol=1)


def test_heights_are_chosen_from_the_menu_and_go_with_the_terrain(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    _start(user, rasters)
    looks, link = user.window.looks, user.window.link
    assert link.style.elevation is None
    assert looks.file_action.isEnabled()
    looks.read(rasters.geotiff("hills.tif", dome()))
    user.rest()
    first = link.style.elevation
    assert first is not None
    assert first.name == "hills.tif"
    looks.read(tmp_path / "missing.tif")
    user.rest()
    assert "missing.tif" in user.message
    assert link.style.elevation is first
    user.open(rasters.geotiff("other.tif"))
    assert link.style.elevation is None


def test_every_kind_of_relief_is_in_the_menu(user: Driver, rasters: Rasters) -> None:
    _start(user, rasters)
    looks = user.window.looks
    for kind in ("times", "none", "speeds", "auto"):
        looks.reliefs[kind].trigger()
        assert user.window.link.style.relief == kind


def test_looks_are_remembered(user: Driver) -> None:
    window = user.window
    window.link.set_style("colormap", "lagoon")
    window.link.set_style("reversed", True)
    window.link.set_style("opacity", 0.5)
    window.link.set_style("relief", "times")
    again = MainWindow()
    again.show()
    assert again.link.style == OverlayStyle(
        colormap="lagoon", reversed=True, opacity=0.5, relief="times"
    )
    assert again.docks.panel(IsochronesPanel).colormap.currentData() == "lagoon"
    again.close()


def test_what_a_hand_spoiled_of_looks_is_left_out() -> None:
    preferences.remember_look({"colormap": "jet", "opacity": 7, "isolines": "no", "relief": "none"})
    assert OverlayStyle.of_kept(preferences.look()) == OverlayStyle(relief="none")
    preferences.settings().setValue("map/look", "{")
    assert OverlayStyle.of_kept(preferences.look()) == OverlayStyle()


def test_the_table_has_the_colours_of_the_legend(user: Driver, rasters: Rasters) -> None:
    _start(user, rasters)
    link, window = user.window.link, user.window
    table = window.docks.panel(IsochronesPanel).table

    def shown() -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        for row in range(table.rowCount()):
            item = table.item(row, 0)
            assert item is not None
            colour = item.icon().pixmap(14, 14).toImage().pixelColor(7, 7)
            found.append((colour.red(), colour.green(), colour.blue()))
        return found

    def wanted() -> list[tuple[int, ...]]:
        told = window.session.bands.with_beyond(1e9)
        seen = window.map.seen(told.colours(link.style.palette)[:, :3])
        return [tuple(map(int, colour)) for colour in seen]

    assert shown() == wanted()
    link.set_style("opacity", 0.4)
    assert shown() == wanted()
    link.set_style("colormap", "cividis")
    assert shown() == wanted()


def test_no_data_is_a_sea_in_both_themes(user: Driver, rasters: Rasters) -> None:
    _start(user, rasters)
    for worn in (LIGHT, DARK):
        user.window.map._theme = worn
        user.window.map._refresh()
        corner = user.window.map.snapshot().pixelColor(1, 1)
        assert corner.name() == worn.sea


@pytest.mark.parametrize("worn", [LIGHT, DARK], ids=lambda worn: worn.name)
def test_no_edge_of_the_raster_is_seen_in_the_sea(user: Driver, worn: Theme) -> None:
    user.window.open_sample("terrain")
    user.wait(lambda: user.window.link.style.elevation is not None)
    user.window.map._theme = worn
    user.window.map._refresh()
    view = user.window.map
    assert view.ground is not None
    left, _, _, top = view.ground.bounds
    x, y = view.viewport.to_pixel(left, top)
    picture = view.snapshot()
    for out in (-8, 8):
        assert picture.pixelColor(round(x) + out, round(y) + out).name() == worn.sea
