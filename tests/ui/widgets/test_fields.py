"""What is typed into fields: what it means, what is refused, and how it is taken back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.bands import Bands
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.isochrones import IsochronesPanel
from ui.panels.starts import StartsPanel
from ui.widgets.starts_model import DELAY, X

CTRL = Qt.KeyboardModifier.ControlModifier
MINUTES = Bands((600.0, 1200.0, 1800.0))


@pytest.fixture
def panel(user: Driver, rasters: Rasters) -> IsochronesPanel:
    """Bands of ten minutes on a terrain that is solved."""
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.window.editor.set_bands(MINUTES)
    user.window.activateWindow()
    return user.window.docks.panel(IsochronesPanel)


def _type(field: QWidget, text: str, key: Qt.Key = Qt.Key.Key_Return) -> None:
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, key)


def test_bare_numbers_are_in_the_unit_that_the_panel_shows(
    user: Driver, panel: IsochronesPanel
) -> None:
    for text, limits in (
        ("10, 25", (600, 1500)),
        ("30, 90 s", (30, 90)),
        ("90 s, 4", (90, 240)),
        ("1 h, 2 h", (3600, 7200)),
    ):
        user.window.editor.set_bands(MINUTES)
        assert panel.limits.text() == "10, 20, 30 min"
        _type(panel.limits, text)
        assert user.window.session.bands.limits == limits, text


@pytest.mark.parametrize(
    ("text", "why"), [("10, 2o", "'2o' is not a time"), ("20, 10", "ascend"), (",", "limit")]
)
def test_a_mistyped_list_keeps_bands_and_areas_and_says_why(
    user: Driver, panel: IsochronesPanel, text: str, why: str
) -> None:
    user.wait(lambda: panel.table.item(0, 1).text() != "–")
    areas = [panel.table.item(row, 1).text() for row in range(3)]
    tip = panel.limits.toolTip()
    _type(panel.limits, text)
    assert user.window.session.bands == MINUTES
    assert [panel.table.item(row, 1).text() for row in range(3)] == areas
    assert panel.limits.text() == "10, 20, 30 min"
    assert why in user.message
    assert why in panel.limits.toolTip()
    assert "border" in panel.limits.styleSheet()
    QTest.keyClicks(panel.limits, "5")
    assert panel.limits.styleSheet() == ""
    assert panel.limits.toolTip() == tip


@pytest.mark.parametrize("field", ["limits", "count", "top", "limit"])
def test_undo_after_return_takes_back_the_edit(
    user: Driver, panel: IsochronesPanel, field: str
) -> None:
    session = user.window.session
    if field == "limit":
        user.window.editor.set_limit(3600.0)
        user.window.editor.history.clear()  # edits of one knob are one step
    before = session.bands, session.limit_seconds
    control = getattr(panel, field)
    control = getattr(control, "number", control)
    text = {"limits": "10, 20", "count": "2", "top": "40.0", "limit": "20.0"}[field]
    _type(control, text)
    user.rest()
    assert (session.bands, session.limit_seconds) != before
    assert control.hasFocus()
    QTest.keyClick(control, Qt.Key.Key_Z, CTRL)
    user.rest()
    assert (session.bands, session.limit_seconds) == before
    QTest.keyClick(control, Qt.Key.Key_Y, CTRL)
    user.rest()
    assert (session.bands, session.limit_seconds) != before


def test_undo_before_return_takes_back_what_was_typed(user: Driver, panel: IsochronesPanel) -> None:
    panel.limits.setFocus()
    QTest.keyClicks(panel.limits, "7")
    QTest.keyClick(panel.limits, Qt.Key.Key_Z, CTRL)
    assert panel.limits.text() == "10, 20, 30 min"
    assert user.window.session.bands == MINUTES


def test_a_mistyped_start_stays_where_it_is_and_says_why(
    user: Driver, panel: IsochronesPanel
) -> None:
    starts = user.window.session.starts
    model = user.window.docks.panel(StartsPanel).model
    for column, text, why in (
        (X, "", "is not a number"),
        (X, "5o0300", "'5o0300' is not a number"),
        (DELAY, "nan", "'nan' is not a number"),
        (DELAY, "-2", "A delay of -2"),
    ):
        assert not model.setData(model.index(0, column), text)
        assert why in user.message
        assert user.window.session.starts == starts


def test_a_delay_that_is_emptied_is_none(user: Driver, panel: IsochronesPanel) -> None:
    model = user.window.docks.panel(StartsPanel).model
    assert model.setData(model.index(0, DELAY), "1,5")
    assert user.window.session.starts[0].delay_seconds == 90
    assert model.setData(model.index(0, DELAY), "")
    assert user.window.session.starts[0].delay_seconds == 0
