"""Time limit and bands: the panel, the map and the history agree."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.bands import Bands
from app.fitting import fitting_bands, held_seconds
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.isochrones import AREAS_MS, IsochronesPanel
from ui.panels.matrix import MatrixPanel
from ui.plots.time_histogram import TimeHistogram


@pytest.fixture
def solved(user: Driver, rasters: Rasters) -> Driver:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    return user


def _panel(user: Driver) -> IsochronesPanel:
    return user.window.docks.panel(IsochronesPanel)


def test_the_first_result_gets_bands_of_round_numbers(solved: Driver) -> None:
    bands = solved.window.session.bands
    assert bands.limits == Bands.nice(held_seconds(solved.solved.times)).limits
    assert bands.limits == fitting_bands(solved.solved.times).limits


def test_bands_of_the_user_stay_when_a_start_moves(solved: Driver) -> None:
    _panel(solved).limits.setText("10, 20 s")
    _panel(solved).limits.setModified(True)
    _panel(solved).limits.editingFinished.emit()
    solved.click(*centre(5, 5))
    assert solved.window.session.bands.limits == (10, 20)


def test_bands_that_nobody_chose_are_fitted_anew_once_they_suit_no_longer(solved: Driver) -> None:
    first, editor = solved.window.session.bands, solved.window.editor
    solved.click(*centre(21, 11))
    assert solved.window.session.bands is first, "a start a cell further keeps its colours"
    editor.set_limit(first.last / 5)
    solved.rest()
    fitted = solved.window.session.bands
    assert fitted.automatic
    assert fitted.last <= first.last / 4
    editor.set_bands(Bands((1.0, 2.0)))
    editor.set_limit(math.inf)
    solved.rest()
    assert solved.window.session.bands.limits == (1, 2), "chosen by hand"
    _panel(solved).fit.click()
    assert solved.window.session.bands.limits == first.limits
    editor.set_limit(first.last / 5)
    solved.rest()
    assert solved.window.session.bands.limits == fitted.limits, "who has them fitted chose none"


def test_count_and_end_make_even_bands_and_undo_as_steps(solved: Driver) -> None:
    before = solved.window.session.bands
    panel = _panel(solved)
    panel.top.set_seconds(60)
    panel.count.setValue(3)
    assert solved.window.session.bands.limits == (20, 40, 60)
    assert panel.limits.text() == "20, 40, 60 s"
    panel.count.setValue(4)
    panel.count.setValue(6)
    assert len(solved.window.session.bands.limits) == 6
    solved.do("undo")
    assert solved.window.session.bands == before, "a run of the same knob is one step"
    assert panel.count.value() == len(before.limits)


def test_bare_numbers_are_in_the_unit_that_stands_beside_the_field(solved: Driver) -> None:
    panel = _panel(solved)
    solved.window.editor.set_bands(Bands((300.0, 600.0)))
    assert "Limits, min" in [label.text() for label in panel.findChildren(QLabel)]
    assert panel.histogram.step == 30, "dragged, they stay in minutes"
    panel.limits.setText("7, 9")
    panel.limits.setModified(True)
    panel.limits.editingFinished.emit()
    assert solved.window.session.bands.limits == (420, 540)
    matrix = solved.window.docks.panel(MatrixPanel)
    solved.window.editor.matrix.wish("", bands=Bands((10.0, 25.0)))
    assert "Bands, s" in [label.text() for label in matrix.findChildren(QLabel)]
    matrix.bands.setText("30, 45")
    matrix.bands.setModified(True)
    matrix.bands.editingFinished.emit()
    assert solved.window.session.matrix.bands == Bands((30.0, 45.0)), "not in those of the map"


def test_a_list_that_makes_no_sense_is_explained_and_changes_nothing(solved: Driver) -> None:
    before = solved.window.session.bands
    _panel(solved).limits.setText("soon, later")
    _panel(solved).limits.setModified(True)
    _panel(solved).limits.editingFinished.emit()
    assert "is not a time" in solved.message
    assert solved.window.session.bands == before
    assert _panel(solved).limits.text() == before.text()


def test_the_table_holds_the_area_of_each_band(solved: Driver) -> None:
    solved.window.editor.set_bands(Bands((10.0, 1000.0)))
    table = _panel(solved).table
    solved.wait(lambda: table.item(1, 2).text() != "–")
    reached = 40 * 60 - 100
    assert float(table.item(1, 2).text()) == pytest.approx(reached * 100 / 1e6, rel=0.01)
    assert 0 < float(table.item(0, 1).text()) < float(table.item(1, 1).text())


def test_the_table_has_a_row_of_what_lies_beyond_the_last_band(solved: Driver) -> None:
    solved.window.editor.set_bands(Bands((5.0, 10.0)))
    table = _panel(solved).table
    assert table.rowCount() == 3
    assert table.item(2, 0).text() == "Beyond 10 s"
    solved.wait(lambda: table.item(2, 2).text() != "–")
    reached = 40 * 60 - 100
    assert float(table.item(2, 2).text()) == pytest.approx(reached * 100 / 1e6, rel=0.01)
    solved.window.editor.set_bands(Bands((5.0, 1000.0)))
    assert table.rowCount() == 2
    solved.window.editor.set_bands(Bands((5.0, 10.0)))
    solved.window.editor.set_limit(9.0)
    solved.rest()
    assert table.rowCount() == 2, "the result ends before the last band does"


def test_a_time_limit_is_solved_again_and_can_be_undone(solved: Driver) -> None:
    limit = _panel(solved).limit
    assert not limit.number.isEnabled(), "there is none at first"
    limit.set_seconds(10)
    limit.edited.emit(10.0)
    solved.rest()
    assert solved.seconds(20, 19) == pytest.approx(9, abs=1e-2)
    assert math.isinf(solved.seconds(20, 30))
    solved.do("undo")
    solved.rest()
    assert math.isfinite(solved.seconds(20, 30))
    assert math.isinf(limit.seconds)


def test_the_look_is_the_same_in_panel_menu_and_map(solved: Driver) -> None:
    panel, window = _panel(solved), solved.window
    panel.continuous.setChecked(True)
    assert window.link.style.continuous
    assert window.commands["continuous"].isChecked()
    solved.do("continuous")
    assert not window.link.style.continuous
    assert panel.stepped.isChecked()
    assert not panel.continuous.isChecked()
    solved.do("isolines")
    assert not window.link.style.isolines
    assert not panel.isolines.isChecked()
    panel.opacity.setValue(40)
    assert window.link.style.opacity == pytest.approx(0.4)
    panel.colormap.setCurrentIndex(1)
    panel.colormap.activated.emit(1)
    assert window.link.style.colormap == panel.colormap.currentData()


def test_colours_of_the_table_are_those_of_the_map(solved: Driver) -> None:
    bands, panel = solved.window.session.bands, _panel(solved)
    swatch = panel.table.item(0, 0).icon().pixmap(14, 14).toImage().pixelColor(7, 7)
    first = solved.window.map.seen(bands.colours(solved.window.link.style.palette)[:1, :3])[0]
    assert (swatch.red(), swatch.green(), swatch.blue()) == tuple(map(int, first))


def _drag(plot: TimeHistogram, start: float, end: float) -> None:
    """From one time to another, in a few steps."""
    middle = plot.height() // 2
    points = [QPoint(round(plot.at(start + (end - start) * k / 4)), middle) for k in range(5)]
    QTest.mousePress(plot, LEFT_BUTTON, NO_KEY, points[0])
    for point in points[1:]:
        QTest.mouseMove(plot, point)
    QTest.mouseRelease(plot, LEFT_BUTTON, NO_KEY, points[-1])


def test_a_limit_is_dragged_on_the_histogram_and_undone_in_one_step(solved: Driver) -> None:
    panel, session = _panel(solved), solved.window.session
    plot, before = panel.histogram, session.bands
    solved.wait(lambda: plot.spread is not None)
    assert plot.spread is not None
    assert plot.spread.amounts.sum() == pytest.approx((40 * 60 - 100) * 100, rel=0.05)
    _drag(plot, before.limits[1], before.limits[1] * 1.3)
    moved = session.bands
    assert moved.limits[1] == pytest.approx(before.limits[1] * 1.3, abs=2 * plot.step)
    assert moved.limits[1] / plot.step == pytest.approx(round(moved.limits[1] / plot.step))
    assert moved.limits[:1] + moved.limits[2:] == before.limits[:1] + before.limits[2:]
    assert panel.limits.text() == moved.text()
    solved.wait(lambda: solved.window.map.frames.frame.scene.bands == moved)
    _drag(plot, moved.limits[1], moved.limits[1] - 5 * plot.step)
    assert session.bands != moved
    solved.do("undo")
    assert session.bands == moved
    solved.do("undo")
    assert session.bands == before


def test_a_limit_is_moved_on_the_histogram_by_keys(solved: Driver) -> None:
    plot, session = _panel(solved).histogram, solved.window.session
    before = session.bands
    plot.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(plot, key)
    assert session.bands.limits[1] == pytest.approx(before.limits[1] + 2 * plot.step)
    assert "2 of" in plot.accessibleDescription()
    QTest.keyClick(plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert session.bands.limits[1] < before.limits[1]
    solved.do("undo")
    assert session.bands == before, "keys pressed for one limit are one step"


def test_areas_of_many_cells_wait_until_a_dragged_start_rests(
    solved: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.panels.isochrones.DRAGGED_CELLS", 10)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 600_000)
    measured: list[object] = []
    monkeypatch.setattr(
        "ui.panels.isochrones.amounts_and_spread",
        lambda result, limits: measured.append(result) or ([0.0] * len(limits), None),
    )
    solved.press(*centre(20, 10))
    for col in (12, 14):
        solved.move(*centre(20, col))
        solved.bot.wait(2 * AREAS_MS)
    assert not measured
    solved.release(*centre(20, 14))
    solved.wait(lambda: solved.solved in measured)
