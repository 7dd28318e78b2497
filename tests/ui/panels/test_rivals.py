"""Several starts: from files and typed in, named, coloured, on or off, and who is first where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio.warp
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFileDialog

from app.document.joined import JoinRequest, open_joined
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.ui.canvas.worlds import rgb
from tests.ui.driving import SHIFT, Driver
from tests.ui.rasters import CELL as RASTER_CELL
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui.panels.starts import StartsPanel
from ui.pictures.classes import TerrainClassScene
from ui.pictures.scene import Named
from ui.widgets.starts_model import FIRST, NAME, NUMBER

WEST, EAST = centre(20, 5), centre(20, 55)
BLUE, ORANGE = "#2f7de1", "#f08a1d"
CHECKED, UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


@pytest.fixture
def opened(user: Driver, rasters: Rasters) -> Driver:
    user.open(rasters.geotiff())
    return user


@pytest.fixture
def rivals(opened: Driver) -> Driver:
    """West and east of the barrier, each place in the colour of the first."""
    opened.click(*WEST)
    opened.click(*EAST, keys=SHIFT)
    opened.do("owners")
    opened.rest()
    return opened


@pytest.fixture
def roads(tmp_path: Path) -> Roads:
    return Roads(tmp_path)


def panel_of(user: Driver) -> StartsPanel:
    return user.window.docks.panel(StartsPanel)


def cell(user: Driver, row: int, column: int) -> str:
    model = panel_of(user).model
    return str(model.data(model.index(row, column)))


def amounts_of(user: Driver) -> list[float]:
    """What two starts are first at, which is found beside other work."""
    user.wait(lambda: cell(user, 1, FIRST) != "…")
    return [float(cell(user, row, FIRST)) for row in (0, 1)]


def legend_of(user: Driver) -> Named:
    scene = user.window.map._scene
    assert scene.named is not None
    return scene.named


def colour_at(user: Driver, row: int, col: float) -> NDArray[np.generic]:
    """Of the map, without light and shade."""
    user.window.link.set_style("relief", "none")
    picture = user.window.map.snapshot()
    x, y = centre(row, 0)
    at = user.pixel(x + col * RASTER_CELL, y)
    return np.array(rgb(picture.pixelColor(at.x(), at.y())))


def test_each_place_has_the_colour_of_the_start_that_is_first(rivals: Driver) -> None:
    user = rivals
    for col, tone in ((15, BLUE), (25, BLUE), (35, ORANGE), (50, ORANGE)):
        seen, wanted = colour_at(user, 35, col), np.array(rgb(tone))
        assert np.abs(seen - wanted).max() < 20, col
    between = [colour_at(user, 35, col) for col in np.arange(28.5, 31.5, 0.02)]
    dark = min(int(colour.sum()) for colour in between)
    assert dark < sum(rgb(BLUE)), "a border lies between them"
    assert isinstance(user.window.map._scene, TerrainClassScene)
    assert [name for _, name in legend_of(user).entries] == ["Start 1", "Start 2"]


def test_the_table_tells_the_area_of_each(rivals: Driver) -> None:
    grid = rivals.window.session.required.grid
    areas = amounts_of(rivals)
    whole = (40 * 60 - 100) * grid.step_x * grid.step_y / 1e6
    assert sum(areas) == pytest.approx(whole, rel=5e-3)
    rivals.do("owners")
    rivals.rest()
    assert panel_of(rivals).table.isColumnHidden(FIRST)


def test_the_pointer_tells_whose_place_it_is(rivals: Driver) -> None:
    told: list[str] = []
    rivals.window.hover.place.connect(lambda position, words, time: told.append(time))
    rivals.move(*centre(35, 10))
    rivals.wait(lambda: told)
    assert told[-1].startswith("Start 1 · ")
    rivals.move(*centre(35, 50))
    rivals.wait(lambda: told[-1].startswith("Start 2 · "))


def test_rivals_are_dragged_and_the_owners_follow(
    rivals: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    owners = rivals.solved.owners
    assert owners.of[35, 15] == 0
    rivals.press(*EAST)
    for col in range(53, 22, -2):
        rivals.move(*centre(35, col))
    rivals.rest()
    assert rivals.solved.owners.of[35, 20] == 1, "while the button is down"
    rivals.release(*centre(35, 22))
    rivals.rest()
    found = rivals.solved.owners
    assert (found.of[35, 20], found.of[20, 5]) == (1, 0)
    rivals.do("undo")
    rivals.rest()
    assert rivals.solved.owners.of[35, 20] == 0


def test_a_coarse_preview_has_owners_too(rivals: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.solving.preview_pace.PreviewPace.factor", lambda *_: 2)
    monkeypatch.setattr("app.solving.solve.Solving._is_trusted", lambda *_: True)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 10**7)
    factors: list[int] = []
    rivals.window.editor.preview_ready.connect(
        lambda done: factors.append(done.solved.owners.factor)
    )
    rivals.press(*EAST)
    rivals.move_until(lambda: factors, [centre(35, col) for col in range(53, 22, -2)])
    rivals.rest()
    assert factors[-1] > 1
    assert np.abs(colour_at(rivals, 30, 40) - np.array(rgb(ORANGE))).max() < 20
    rivals.release(*centre(35, 22))
    rivals.rest()
    assert rivals.solved.owners.factor == 1


def test_one_that_is_off_stays_and_is_not_solved_from(rivals: Driver) -> None:
    model = panel_of(rivals).model
    assert model.setData(model.index(1, NUMBER), UNCHECKED, Qt.ItemDataRole.CheckStateRole)
    rivals.rest()
    assert len(rivals.solved.starts) == 1
    assert rivals.seconds(20, 55) > 0
    assert len(rivals.window.map.start_pixels) == 2
    assert model.setData(model.index(0, NUMBER), UNCHECKED, Qt.ItemDataRole.CheckStateRole)
    rivals.rest()
    assert rivals.window.session.result is None
    rivals.do("undo")
    rivals.do("undo")
    rivals.rest()
    assert len(rivals.solved.starts) == 2
    assert model.data(model.index(1, NUMBER), Qt.ItemDataRole.CheckStateRole) == CHECKED


def test_names_and_colours_are_edited_without_another_solve(rivals: Driver) -> None:
    begun: list[object] = []
    rivals.window.bridge.solve_started.connect(begun.append)
    model, panel = panel_of(rivals).model, panel_of(rivals)
    assert model.setData(model.index(0, NAME), "Harbour")
    panel._double_clicked(model.index(0, NUMBER))
    panel.colour_dialog.colorSelected.emit(QColor("#112233"))
    rivals.rest()
    assert not begun
    assert rivals.solved.starts[0].name == "Harbour"
    named = legend_of(rivals).entries
    assert named[0] == ((0x11, 0x22, 0x33), "Harbour")
    rivals.do("undo")
    rivals.do("undo")
    rivals.rest()
    assert not begun
    assert legend_of(rivals).entries[0][1] == "Start 1"


def test_starts_come_from_a_file_and_are_added(opened: Driver, tmp_path: Path) -> None:
    opened.click(*WEST)
    rows = tmp_path / "rivals.csv"
    inside, outside = centre(20, 45), (0.0, 0.0)
    rows.write_text(
        "name,x,y,head_start,colour,on\n"
        f"Inn,{EAST[0]},{EAST[1]},90,#abcdef,1\n"
        f"Mill,{inside[0]},{inside[1] + 120},,,no\n"
        f"Far,{outside[0]},{outside[1]},,,1\n"
    )
    opened.window.start_files.read(rows)
    opened.rest()
    first, inn, mill = opened.window.session.starts
    assert (inn.name, inn.delay_seconds, inn.colour, inn.on) == ("Inn", 90, "#abcdef", True)
    assert (mill.name, mill.on) == ("Mill", False)
    assert first.colour == BLUE
    assert "1 of 3 starts of rivals.csv are left out: Far (outside the raster)" in opened.message
    assert len(opened.solved.starts) == 2
    opened.do("undo")
    opened.rest()
    assert len(opened.window.session.starts) == 1


def test_a_file_that_is_none_of_points_is_told(opened: Driver, rasters: Rasters) -> None:
    opened.window.start_files.read(rasters.not_a_raster())
    opened.rest()
    assert "cannot be read as points" in opened.message
    assert opened.window.session.starts == ()


@pytest.mark.parametrize("suffix", [".csv", ".gpkg", ".geojson"])
def test_what_is_saved_comes_back_as_it_was(
    rivals: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    model, target = panel_of(rivals).model, tmp_path / f"kept{suffix}"
    assert model.setData(model.index(0, NAME), "West, by the sea")
    assert model.setData(model.index(1, NUMBER), UNCHECKED, Qt.ItemDataRole.CheckStateRole)
    rivals.rest()
    before = rivals.window.session.starts
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(target), ""))
    rivals.do("save_starts")
    rivals.rest()
    assert f"Saved kept{suffix}" in rivals.message
    rivals.do("remove_starts")
    rivals.do("starts_from_file")
    rivals.rest()
    after = rivals.window.session.starts
    if suffix == ".geojson":  # longitude and latitude, to nine digits
        assert [s.name for s in after] == [s.name for s in before]
        for one, other in zip(after, before, strict=True):
            assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=0.01)
        return
    assert after == before


COORDINATES = (
    ("{x}, {y}", "Map"),
    ("{x} {y}", "Map"),
    ("{lon}, {lat}", "Map"),
    ("{lat}, {lon}", "Map"),  # as telephones tell it
    ("{lon};{lat}", "Lon, lat"),
    ("{lon} {lat}", "EPSG:4326"),
    ("{degrees}°{minutes}'N {lon}E", "Map"),
    ("{mx}, {my}", "EPSG:3857"),
)


def test_coordinates_are_typed_in_several_crs(opened: Driver) -> None:
    here, grid = opened.window.session.required, opened.window.session.required.grid
    x, y = grid.centre_of(20, 10)
    told = {"x": x, "y": y}
    for epsg, names in ((4326, ("lon", "lat")), (3857, ("mx", "my"))):
        (across,), (along,) = rasterio.warp.transform(here.crs_wkt, f"EPSG:{epsg}", [x], [y])
        told |= dict(zip(names, (f"{across:.9f}", f"{along:.9f}"), strict=True))
    north = float(told["lat"])
    told |= {"degrees": int(north), "minutes": f"{(north % 1) * 60:.7f}"}
    panel = panel_of(opened)
    for pattern, crs in COORDINATES:
        panel.place.setText(pattern.format(**told))
        panel.crs.setCurrentText(crs)
        panel.add.click()
        opened.rest()
        assert opened.message == "", pattern
        (start,) = opened.window.session.starts
        assert grid.cell_at(*start.told[:2]) == (20, 10), pattern
        assert panel.place.text() == ""
        opened.do("undo")
        opened.rest()
        assert opened.window.session.starts == ()


NO_PLACES = (
    ("here", "Map", "'here' is not a place"),
    ("1", "Map", "'1' is not a place"),
    ("12 N, 13 N", "Map", "Name a side of both numbers"),
    ("1, 2", "EPSG:nothing", "EPSG:nothing is not understood"),
    ("170, 89", "Lon, lat", "outside the raster"),
)


def test_what_is_no_place_is_told_and_stays_to_be_mended(opened: Driver) -> None:
    panel = panel_of(opened)
    for text, crs, words in NO_PLACES:
        panel.place.setText(text)
        panel.crs.setCurrentText(crs)
        panel.add.click()
        opened.rest()
        assert words in opened.message
        assert panel.place.text() == text
        assert opened.window.session.starts == ()


def test_owners_are_exported_from_the_menu(
    rivals: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "owners.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    rivals.export("export_owners")
    rivals.rest()
    assert target.read_text().splitlines()[0].startswith("number,name,x,y,delay_s,colour,area_m2")


def test_streets_have_the_colour_of_the_start_that_is_first(user: Driver, roads: Roads) -> None:
    user.open(roads.town())
    user.window.editor.place(*corner(0, 0))
    user.window.editor.place(*corner(2, 2), add=True)
    user.do("owners")
    user.rest()
    result = user.on_roads
    assert result.owners is not None
    lengths = amounts_of(user)
    assert all(length > 0 for length in lengths)
    assert sum(lengths) == pytest.approx(sum(result.amounts((np.inf,))) / 1e3, rel=1e-2)
    told: list[str] = []
    user.window.hover.place.connect(lambda position, words, time: told.append(time))
    user.window.hover.move(*corner(0, 0))
    user.wait(lambda: told and told[-1].startswith("Start 1 · "))


def test_ground_and_roads_together_have_owners(user: Driver, tmp_path: Path) -> None:
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.editor.open(open_joined(JoinRequest(*files)))
    user.rest()
    for col in (2, 38):
        user.click(LEFT + (col + 0.5) * CELL, TOP - 2.5 * CELL, keys=SHIFT)
    user.do("owners")
    user.rest()
    of = user.solved.owners.of
    assert (of[2, 2], of[2, 38], of[2, 20]) == (0, 1, -1)
    assert legend_of(user).title == "First start"
