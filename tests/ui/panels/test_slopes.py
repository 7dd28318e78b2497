"""The *Slopes* panel: heights, a model, its curve, and which way times run."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.document.joined import JoinRequest
from raster.slopes.models import FactorTable, Naismith, Tobler
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.ground.slopes import SlopesPanel
from ui.plots.point_curve import PointCurve, Points
from ui.plots.point_entry import PointEntry
from ui.plots.slope_curve import SlopeCurve


def chosen(panel: SlopesPanel, word: str) -> None:
    panel.model.setCurrentIndex(panel.model.findData(word))
    panel.model.activated.emit(panel.model.currentIndex())


@pytest.fixture
def heights(rasters: Rasters, tmp_path: Path) -> Path:
    """A ground that rises to the east by a metre a cell."""
    path = tmp_path / "rise.tif"
    with rasterio.open(rasters.geotiff()) as file:
        place = {"crs": file.crs, "transform": file.transform}
        rows, cols = file.shape
    rise = np.tile(np.arange(cols, dtype=np.float32), (rows, 1))
    with rasterio.open(
        path, "w", driver="GTiff", height=rows, width=cols, count=1, dtype="float32", **place
    ) as file:
        file.write(rise, 1)
    return path


def test_heights_beside_the_file_are_offered_and_taken_by_a_model(
    user: Driver, rasters: Rasters, heights: Path
) -> None:
    panel = user.window.docks.panel(SlopesPanel)
    path = rasters.geotiff()
    user.open(path)
    assert panel.heights.text() == "no elevation raster was read"
    beside = heights.rename(path.with_name(f"{path.stem}_dem.tif"))
    user.open(path)
    assert panel.heights.text() == f"{beside.name} lies beside it; choose a model"
    chosen(panel, "tobler")
    user.rest()
    assert user.window.session.options.slopes is not None
    assert panel.heights.text().startswith(f"{beside.name}, heights rounded to 0.24 mm")


def test_the_values_of_the_curve_have_a_title(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ink() -> int:
        curve = SlopeCurve()
        qtbot.addWidget(curve)
        curve.show_model(Tobler())
        curve.resize(320, 150)
        image = curve.grab().toImage()
        ground = image.pixel(1, 1)
        beside = range(1, QFontMetrics(curve.font()).height())
        return sum(image.pixel(x, y) != ground for x in beside for y in range(150))

    assert ink() > 100
    monkeypatch.setattr(PointCurve, "_write", lambda *_: None)
    assert ink() == 0


def _table(qtbot: QtBot) -> SlopeCurve:
    curve = SlopeCurve()
    qtbot.addWidget(curve)
    curve.resize(320, 170)
    curve.show_model(FactorTable(((-20.0, 1.5), (0.0, 1.0), (20.0, 2.0))))
    curve.show()
    return curve


def _entry(curve: PointCurve) -> PointEntry:
    return next(entry for entry in curve.findChildren(PointEntry) if entry.isVisible())


def test_numbers_of_a_point_are_typed(qtbot: QtBot) -> None:
    told: list[Points] = []
    curve = _table(qtbot)
    curve.dragged.connect(told.append)
    QTest.mouseDClick(
        curve, Qt.MouseButton.LeftButton, pos=curve.place(20.0, 2.0).toPoint() + QPoint(2, 2)
    )
    entry = _entry(curve)
    assert (entry.angle.value(), entry.value.value()) == (20.0, 2.0)
    assert entry.angle.minimum() == pytest.approx(0.1), "behind the point before it"
    entry.value.clear()
    QTest.keyClicks(entry.value, entry.locale().toString(3.25, "f", 2))
    QTest.keyClick(entry.value, Qt.Key.Key_Return)
    assert told == [((-20.0, 1.5), (0.0, 1.0), (20.0, 3.25))]
    assert not entry.isVisible()
    QTest.mouseMove(curve, curve.place(0.0, 1.0).toPoint() + QPoint(30, 0))
    assert len(told) == 1, "a point that was typed does not hang on the pointer"


def test_what_is_not_typed_keeps_all_its_digits(qtbot: QtBot) -> None:
    # As read from a file: finer than a hand, and a point without room between its neighbours.
    told: list[Points] = []
    curve = SlopeCurve()
    qtbot.addWidget(curve)
    curve.resize(320, 170)
    curve.show_model(FactorTable(((0.0, 1.0), (10.02, 0.015), (10.06, 2.345), (10.1, 3.0))))
    curve.show()
    curve.dragged.connect(told.append)
    curve.type_in(2)
    entry = _entry(curve)
    assert not entry.angle.isEnabled()
    entry.value.setValue(2.5)
    assert told[-1][2] == (10.06, 2.5)
    curve.type_in(1)
    assert entry.angle.isEnabled()
    assert entry.value.value() < 0.05, "not what a hand may go to"
    entry.angle.setValue(7.5)
    assert told[-1][1] == (7.5, 0.015)
    entry.close()
    curve.show_model(FactorTable(((0.0, 1.0), (10.02, 2.0), (10.06, 2.5), (10.1, 3.0))))
    curve.resize(2000, 170)
    at = curve.place(10.06, 2.5).toPoint()
    QTest.mousePress(curve, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(curve, at + QPoint(15, 12))
    QTest.mouseRelease(curve, Qt.MouseButton.LeftButton, pos=at)
    assert [angle for angle, _ in told[-1]] == [0.0, 10.02, 10.06, 10.1], "none passes another"


def test_points_are_chosen_by_the_keyboard(qtbot: QtBot) -> None:
    told: list[Points] = []
    curve = _table(qtbot)
    curve.dragged.connect(told.append)
    curve.setFocus()
    QTest.keyClick(curve, Qt.Key.Key_Return)
    assert not curve.findChildren(PointEntry), "none is chosen yet"
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(curve, key)
    entry = _entry(curve)
    assert entry.angle.value() == 0.0
    entry.angle.setValue(-3.5)
    entry.close()
    QTest.keyClick(curve, Qt.Key.Key_Delete)
    QTest.keyClick(curve, Qt.Key.Key_Delete)
    assert told == [((-20.0, 1.5), (-3.5, 1.0), (20.0, 2.0)), ((-20.0, 1.5), (20.0, 2.0))]


def test_the_point_beneath_the_pointer_tells_its_numbers(qtbot: QtBot) -> None:
    curve = _table(qtbot)
    before = curve.grab().toImage()
    QTest.mouseMove(curve, curve.place(0.0, 1.0).toPoint())
    beneath = curve.grab().toImage()
    assert beneath != before
    QTest.mouseMove(curve, QPoint(2, 2))
    assert curve.grab().toImage() == before


def test_a_curve_leaves_the_picture_at_its_top(qtbot: QtBot) -> None:
    """A line along the top would say that steeper slopes cost no more."""
    curve = SlopeCurve()
    qtbot.addWidget(curve)
    curve.resize(320, 150)
    curve.show_model(Tobler())
    image, top = curve.grab().toImage(), curve.place(0.0, math.inf).toPoint()
    beyond = [curve.place(angle, math.inf).toPoint().x() for angle in (-44.0, -38.0, 37.0, 44.0)]
    ground = image.pixel(top + QPoint(20, 1))
    assert {image.pixel(x, top.y()) for x in beyond} == {ground}


def test_slopes_are_chosen_drawn_and_undone(
    user: Driver, rasters: Rasters, heights: Path, tmp_path: Path
) -> None:
    user.open(rasters.geotiff())
    user.window.docks.show_panel("slopes")
    panel, session = user.window.docks.panel(SlopesPanel), user.window.session
    user.click(*centre(5, 5))
    level = user.seconds(5, 30)
    panel.take(heights)  # what the button reads
    user.rest()
    slopes = session.options.slopes
    assert slopes is not None
    assert slopes.model == Tobler()
    assert "rise.tif" in panel.heights.text()
    uphill = user.seconds(5, 30)

    # Straight lines go with them, and nobody has to choose another algorithm.
    eight = user.seconds(16, 30)
    user.window.commands["straight_lines"].trigger()
    user.rest()
    both = session.result
    assert both is not None
    assert (both.algorithm, both.times.geometry) == ("tiled", "straight")
    assert both.validate().passed
    assert user.seconds(16, 30) < eight
    user.do("undo")
    user.rest()
    panel.direction.setCurrentIndex(1)
    panel.direction.activated.emit(1)
    user.rest()
    assert level < user.seconds(5, 30) < uphill  # Tobler's speed is that downhill
    chosen(panel, "naismith")
    user.rest()
    panel.coefficients["b"].setValue(9.0)
    panel.coefficients["b"].editingFinished.emit()
    user.rest()
    assert session.options.slopes is not None
    assert session.options.slopes.model == Naismith(b=9.0)
    panel.coefficients["a"].setValue(-1.0)
    panel.coefficients["a"].editingFinished.emit()
    assert "a = -1" in panel.failed.text()
    user.do("undo")
    user.do("undo")
    assert panel.failed.isHidden()
    assert session.options.slopes is not None
    assert session.options.slopes.model == Tobler()
    assert session.options.slopes.direction == "to"

    # Each drag of a table is one step; it is read from a file; a broken one says its line.
    chosen(panel, "table")
    before = session.options.slopes
    assert before is not None
    assert isinstance(before.model, FactorTable)
    curve, (angle, factor) = panel.curve, before.model.points[3]
    at = curve.place(angle, factor).toPoint()
    QTest.mousePress(curve, Qt.MouseButton.LeftButton, pos=at)
    for lower in (4, 9, 15):
        QTest.mouseMove(curve, at + QPoint(0, lower))
    QTest.mouseRelease(curve, Qt.MouseButton.LeftButton, pos=at)
    now = session.options.slopes
    assert now is not None
    assert isinstance(now.model, FactorTable)
    assert now.model.points[3][1] < factor
    at, up = curve.place(*now.model.points[1]).toPoint(), QPoint(0, 9)
    QTest.mousePress(curve, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(curve, at - up)
    QTest.mouseRelease(curve, Qt.MouseButton.LeftButton, pos=at - up)
    second = session.options.slopes
    QTest.mouseClick(curve, Qt.MouseButton.RightButton, pos=at - up)
    assert len(curve.points) == len(now.model.points) - 1
    for earlier in (second, now):
        user.do("undo")
        assert session.options.slopes == earlier
    assert second != now
    user.do("undo")
    assert session.options.slopes == before
    table = tmp_path / "factors.csv"
    table.write_text("0,1\n20,3\n10,2\n")
    panel.take_table(table)
    assert "line 3" in panel.failed.text()
    chosen(panel, "none")
    assert panel.failed.isHidden()  # it was said of the table
    user.rest()
    assert user.seconds(5, 30) == pytest.approx(level)

    # Where slopes cannot count, they are not dropped in silence.
    chosen(panel, "tobler")
    user.rest()
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.opener.open_joined(JoinRequest(*files))
    user.rest()
    assert session.options.slopes is None
    assert "Slopes do not count here" in user.message


def test_heights_of_no_use_are_told_in_sight(
    user: Driver, rasters: Rasters, heights: Path, tmp_path: Path
) -> None:
    user.open(rasters.geotiff())
    user.window.docks.show_panel("slopes")
    panel = user.window.docks.panel(SlopesPanel)
    with rasterio.open(heights) as file:
        metres, profile = file.read(1), file.profile
    long = tmp_path / f"{'heights_of_the_island_' * 4}.tif"  # no line of a panel is as long

    def told(unit: str = "", **otherwise: object) -> str:
        with rasterio.open(long, "w", **(profile | otherwise)) as file:
            file.write(metres, 1)
            file.units = (unit,)
        panel.take(long)
        user.rest()
        page = panel.failed.parentWidget()
        assert page.width() <= panel.width()
        assert panel.failed.height() >= panel.failed.heightForWidth(panel.failed.width())
        return panel.failed.text()

    assert f"{long}: the elevation raster lies elsewhere" in told(
        transform=rasterio.transform.from_origin(0, 0, 10, 10)
    )
    assert "its heights are in 'fathom'" in told("fathom")
    assert user.window.session.options.slopes is None
    assert told("ft", nodata=5.0) == ""
    assert "mm. Heights are in feet" in panel.heights.text()  # two sentences
    assert "have no height" in panel.heights.text()
    assert panel.heights.parentWidget().width() <= panel.width()
