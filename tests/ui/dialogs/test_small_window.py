"""A window of 1024 × 600 pixels: whatever is open, nothing is cut off and panels scroll."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from tests.ui.driving import Driver
from tests.ui.roads import open_kind
from ui.panels.catalog import PANELS
from ui.widgets.form import Scrolling

SMALL = (1024, 600)
LEAST_MAP = 480
"""Least width in pixels of the map that panels have to leave."""

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)


def _cut_off(scrolling: Scrolling) -> list[str]:
    """Controls of a panel that reach beyond its sides or have less room than their words take."""
    page = scrolling.widget()
    assert page is not None
    found = [part for kind in CONTROLS for part in page.findChildren(kind) if part.isVisible()]
    wide = scrolling.viewport().width()
    cut = []
    for part in found:
        left = part.mapTo(page, QPoint(0, 0)).x()
        words = part.text() if isinstance(part, QAbstractButton) else ""
        cramped = part.fontMetrics().horizontalAdvance(words) > part.width()
        if left < 0 or left + part.width() > wide or cramped:
            cut.append(words or part.accessibleName())
    return cut


def _is_in_sight(part: QWidget) -> bool:
    return not part.visibleRegion().isEmpty()


def test_parts_of_panels_do_not_lie_over_each_other(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user.window.placing, "_bring_in", lambda: None)
    window, docks = user.window, user.window.docks
    window.resize(911, 499)
    open_kind(user, "terrain", tmp_path)
    user.do("good_start")
    user.rest()
    window.comparing.keep()
    start = window.session.starts[0]
    window.reading.pinning.pin(start.x + 20, start.y)
    for id_ in ("paths", "comparison", "zones", "uncertainty", "scenarios", "slopes"):
        docks.show_panel(id_)
        user.wait(partial(_is_in_sight, docks.dock(id_)))
        user.rest()
        scrolling = docks.dock(id_).widget()
        assert isinstance(scrolling, Scrolling)
        page = scrolling.widget()
        layout = None if page is None else page.layout()
        assert layout is not None
        items = [layout.itemAt(k) for k in range(layout.count())]
        places = [i.geometry() for i in items if i is not None and not i.isEmpty()]
        for above, below in pairwise(places):
            assert above.bottom() < below.top(), (id_, places)


@pytest.mark.parametrize("kind", ["nothing", "terrain", "roads", "joined"])
def test_a_small_window_cuts_nothing_off(
    user: Driver, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The screen of no screen is smaller still, and a window that has settled comes within it.
    monkeypatch.setattr(user.window.placing, "_bring_in", lambda: None)
    window, docks = user.window, user.window.docks
    window.resize(*SMALL)
    open_kind(user, kind, tmp_path)
    if kind != "nothing":
        user.do("good_start")
        user.rest()
    user.bot.wait(30)
    assert (window.width(), window.height()) == SMALL
    assert window.stage.width() >= LEAST_MAP
    shown = 0
    for row in PANELS:
        dock = docks.dock(row.id)
        if dock.isHidden() or not row.fits(docks._open):
            continue
        docks.show_panel(row.id)
        user.wait(partial(_is_in_sight, dock))
        scrolling = dock.widget()
        assert isinstance(scrolling, Scrolling)
        assert _cut_off(scrolling) == [], row.id
        page = scrolling.widget()
        assert page is not None
        hidden = page.height() - scrolling.viewport().height()
        assert scrolling.verticalScrollBar().maximum() >= hidden, row.id
        assert (window.width(), window.height()) == SMALL, row.id
        shown += 1
    assert shown >= 5


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_a_map_on_a_small_screen_is_whole_and_messages_can_be_read(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    """A screen of 1366 × 768 at a scale factor, less the frame of the window."""
    monkeypatch.setattr(user.window.placing, "_bring_in", lambda: None)
    window, stage = user.window, user.window.stage
    window.resize(round(1366 / scale) - 16, round(768 / scale) - 48)
    window.first_steps.begin()
    open_kind(user, "terrain", tmp_path)
    user.bot.wait(30)
    assert stage.rect().contains(window.map.geometry()), "else the scale bar is cut off below"
    assert window.map.height() >= 150
    steps = window.first_steps
    told = [label for label in steps.labels if label.isVisible()]
    assert len(told) == (1 if scale == 2 else 3)
    assert "Click the map" in told[-1 if scale == 2 else 1].text()
    bar = stage.messages
    for sentences in (2, 90):
        advice = "Look at it again. " * sentences
        label = "Use the nearest passable cell"
        bar.say("error", "Start 496721,5394130: outside the raster", advice, label, lambda: None)
        user.bot.wait(10)
        assert stage.rect().contains(bar.geometry())
        assert (bar.title.shown(), bar.advice.shown()) == (bar.title.text(), bar.advice.text())
        assert bar.title.width() >= 200
        buttons = [part for part in bar.findChildren(QAbstractButton) if part.isVisible()]
        assert {bar.button, bar.log} <= set(buttons)
        for button in buttons:
            place = QRect(button.mapTo(bar, QPoint(0, 0)), button.size())
            assert bar.rect().contains(place)
            assert place.width() >= button.fontMetrics().horizontalAdvance(button.text())
            below = bar.title.mapTo(bar, QPoint(0, bar.title.height())).y()
            assert place.top() >= below
        scrolled = bar.findChildren(QScrollArea)[0].verticalScrollBar()
        assert scrolled.isVisible() == (sentences > 2)


def test_a_map_is_never_higher_than_its_room(user: Driver, tmp_path: Path) -> None:
    open_kind(user, "terrain", tmp_path)
    stage = user.window.stage
    stage.setFixedHeight(130)  # as where other bars take more lines in another language
    user.wait(lambda: stage.height() == 130)
    assert stage.rect().contains(user.window.map.geometry()), "the scale bar stands at its foot"
