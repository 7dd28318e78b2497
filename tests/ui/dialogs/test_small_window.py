"""A window of 1024 × 600 pixels: whatever is open, nothing is cut off and panels scroll."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QWidget

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
