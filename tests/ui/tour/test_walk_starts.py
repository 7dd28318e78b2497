"""The walk among several starts: from files and fields, named, late, off; who is first; and what
another start would win, at speeds that are not sure."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from tests.app.cli.test_joined import write_terrain
from tests.ui.driving import LEFT_BUTTON, SHIFT
from tests.ui.test_joining import middle_of as cell
from tests.ui.tour.walker import Walker
from ui.panels.comparison import ComparisonPanel
from ui.panels.performance import PerformancePanel
from ui.panels.starts import StartsPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.panels.zones import ZonesPanel
from ui.widgets.starts_model import DELAY, FIRST, NAME, NUMBER


def _starts_file(path: Path) -> Path:
    lines = [f"{name},{x},{y},{delay},{colour}" for name, (x, y), delay, colour in (
        ("West", cell(1, 3), 0, "#2060d0"), ("East", cell(7, 36), 30, "#d06020"),
    )]  # fmt: skip
    path.write_text("\n".join(("name,x,y,delay_s,colour", *lines)) + "\n")
    return path


def _switch(panel: StartsPanel, row: int) -> None:
    """Click the check mark of a start."""
    table = panel.table
    index = table.model().index(row, NUMBER)
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = table.visualRect(index)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    option.index = index
    part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
    box: QRect = table.style().subElementRect(part, option, table)
    QTest.mouseClick(table.viewport(), LEFT_BUTTON, pos=box.center())


def test_the_walk_among_starts(walker: Walker, tmp_path: Path) -> None:
    window, session = walker.window, walker.window.session

    # From a file, with their names, colours and delays; each place belongs to the first.
    walker.type_name(_starts_file(tmp_path / "starts.csv"))
    walker.key("Ctrl+Alt+O")
    walker.wait(lambda: len(session.starts) == 2)
    walker.rest()
    assert [start.name for start in session.starts] == ["West", "East"]
    assert session.starts[1].colour == "#d06020"
    assert (walker.seconds(1, 3), walker.seconds(7, 36)) == (0, 30)

    # Owners with what each is first at; another rival is dragged, and a border moves.
    walker.panel_shown("starts", "Ctrl+2")
    panel = window.docks.panel(StartsPanel)
    walker.click_on(panel.owners)
    first = [panel.model.index(row, FIRST) for row in range(2)]
    walker.wait(lambda: "…" not in {panel.model.data(index) for index in first})
    before = [panel.model.data(index) for index in first]
    walker.press(*cell(7, 36))
    walker.move(*cell(7, 30))
    walker.move(*cell(7, 26))
    walker.wait(lambda: window.map.pace.endswith("ms"))  # what a step took, beside the pin
    walker.move(*cell(7, 24))
    walker.release(*cell(7, 24))
    walker.rest()
    assert walker.seconds(7, 24) == 30
    walker.wait(lambda: "…" not in {panel.model.data(index) for index in first})
    assert [panel.model.data(index) for index in first] != before
    walker.key("Ctrl+Z")

    # A name, a delay, off and on in the table.
    walker.fill_cell(panel.table, 0, NAME, "Quay")
    assert session.starts[0].name == "Quay"
    walker.fill_cell(panel.table, 1, DELAY, "2")
    assert walker.seconds(7, 36) == 120
    _switch(panel, 1)
    walker.rest()
    assert not session.starts[1].on
    assert walker.seconds(7, 36) > 120
    _switch(panel, 1)
    walker.rest()
    assert walker.seconds(7, 36) == 120

    # Typed, in the map's numbers; a click adds, and says what else it might mean.
    x, y = cell(4, 12)
    walker.fill(panel.place, f"{x}, {y}")
    assert walker.seconds(4, 12) == 0
    walker.click(*cell(8, 8))
    assert len(session.starts) == 4
    assert "A start was added" in walker.message
    walker.click_on(window.stage.messages.button)
    assert len(session.starts) == 1
    walker.type_name(tmp_path / "mine.geojson")
    walker.key("Ctrl+Alt+S")
    walker.wait((tmp_path / "mine.geojson").exists)


def test_the_walk_to_what_is_won(walker: Walker, tmp_path: Path) -> None:
    window, comparing = walker.window, walker.window.comparing
    people = tmp_path / "people.tif"
    write_terrain(people)
    with rasterio.open(people, "r+") as file:
        file.write(np.full((9, 41), 2, np.uint8), 1)
    walker.click(*cell(2, 2))

    # In one sentence: how many places in how long.
    walker.panel_shown("performance", "Ctrl+5")
    assert "places in" in window.docks.panel(PerformancePanel).sentence.text()

    # Kept as A, another start beside it, both named, with people.
    walker.key("Shift+A")
    walker.click(*cell(7, 30), SHIFT)
    walker.wait(lambda: comparing.gains is not None)
    walker.panel_shown("comparison", "Ctrl+Shift+K")
    panel = window.docks.panel(ComparisonPanel)
    walker.fill(panel.a, "one")
    walker.fill(panel.b, "two")
    assert comparing.names == ("one", "two")
    walker.type_name(people)
    walker.click_on(panel.people_file)
    walker.wait(lambda: comparing.gains is not None and comparing.people == people)
    walker.wait(lambda: panel.table.columnCount() == 7)

    # Swiped by hand, blinking, and as a difference.
    walker.pick(panel.view, "swipe")
    swipe, view = window.map.swipe, window.map
    middle = QPoint(round(swipe.divider * view.width()), view.height() // 2)
    walker.drag(middle, middle + QPoint(60, 0))
    assert swipe.divider * view.width() == pytest.approx(middle.x() + 60, abs=2)
    walker.pick(panel.view, "blink")
    sides = {swipe.divider}
    walker.wait(lambda: sides.add(swipe.divider) or len(sides) > 1)
    walker.pick(panel.view, "difference")
    QTest.mouseMove(view, walker.pixel(*cell(7, 32)))
    walker.type_name(tmp_path / "won.tif")
    walker.key("Ctrl+Alt+K")
    walker.wait((tmp_path / "won.tif").exists)
    with rasterio.open(tmp_path / "won.tif") as file:
        assert file.read(1)[7, 30] < 0, "won"

    # How sure that is: the maps of 10, 50 and 90 %, by a seed.
    walker.panel_shown("uncertainty", "Ctrl+Shift+U")
    unsure = window.docks.panel(UncertaintyPanel)
    for box, text in ((unsure.runs, "5"), (unsure.seed, "7")):
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, text)
    walker.click_on(unsure.run)
    walker.wait(lambda: unsure.view.isEnabled())
    assert "5 runs with seed 7" in unsure.headline.text()
    pictures = []
    for certainty in ("10", "50", "90"):
        walker.pick(unsure.view, certainty)
        pictures.append(window.map.snapshot())
    assert pictures[0] != pictures[2]
    walker.pick(unsure.view, "usual")

    # What lies in each band of each start, and what a raster counts there.
    walker.panel_shown("zones", "Ctrl+Shift+T")
    zones = window.docks.panel(ZonesPanel)
    walker.type_name(people)
    walker.click_on(zones.add)
    walker.wait(lambda: zones.table.columnCount() == 4)
    QTest.mouseClick(
        zones.table.viewport(),
        LEFT_BUTTON,
        pos=zones.table.visualRect(zones.table.model().index(0, 1)).center(),
    )
    walker.click_on(zones.copy)
    assert QApplication.clipboard().text().count("\t") >= 6
    walker.type_name(tmp_path / "zones.csv")
    walker.click_on(zones.export)
    walker.wait((tmp_path / "zones.csv").exists)
