"""Time limit and bands: the panel, the map and the history agree."""

from __future__ import annotations

import math

import pytest

from app.bands import Bands
from app.fitting import fitting_bands, held_seconds
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.isochrones import IsochronesPanel


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
    first = bands.colours(solved.window.link.style.colormap)[0][:3]
    assert (swatch.red(), swatch.green(), swatch.blue()) == tuple(map(int, first))
