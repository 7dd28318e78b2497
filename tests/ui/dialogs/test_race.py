"""A race of solvers, from the button of the panel to its files."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.catalog.algorithms import Runner
from app.document.joined import JoinRequest
from app.timing.bench import Measurement
from app.timing.plain_words import times_as
from app.timing.race import HEADS, finishes
from core.errors import ExportError
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui.dialogs.race import FEWEST_RACERS, RaceDialog
from ui.dialogs.race_files import write_race
from ui.panels.performance import PerformancePanel
from ui.plots.race_bars import RaceBars
from ui.plots.race_maps import MAP_SIZE, SHAPE, Lane, RaceMaps
from ui.texts import milliseconds, runner_name
from ui.widgets import form


def opened(user: Driver) -> RaceDialog:
    user.window.docks.panel(PerformancePanel).race.click()
    dialog = user.window.racing.open()
    assert user.window.findChildren(RaceDialog) == [dialog]
    dialog.repeat.setValue(1)
    return dialog


def tick(dialog: RaceDialog, *ids: str) -> None:
    for runner, box in dialog.boxes.items():
        box.setChecked(runner.algorithm in ids and runner.backend == "cpu")


def test_a_race_is_run_shown_kept_and_written(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    dialog = opened(user)
    tick(dialog, "tiled", "dijkstra")
    for _ in range(2):
        dialog.start.click()
        assert not dialog.start.isEnabled()
        user.rest()
    assert dialog.start.isEnabled()
    assert [(row.run, row.place) for row in dialog.rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    first, last = dialog.rows[2:]
    assert first.measured.median <= last.measured.median
    assert (last.factor, dialog.bars.rows) == (1.0, (first, last))
    assert all(row.measured.equal and row.measured.validated for row in dialog.rows)
    assert dialog.table.rowCount() == 4
    texts = [dialog.table.item(3, column).text() for column in range(8)]
    assert texts[:3] == ["2", "plain", "2"]
    assert texts[6:] == ["✓", "✓"]
    tied = times_as(first.factor) == "1"  # two whose medians are as good as the same
    assert (" took " if tied else " is first in ") in dialog.said.text()
    assert "Dijkstra" in user.window.docks.panel(PerformancePanel).sentence.text()
    for name in ("race.csv", "race.png", "race.svg"):
        dialog.write(tmp_path / name)
    with (tmp_path / "race.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert tuple(rows[0]) == HEADS
    assert [row[:3] for row in rows[1:]] == [
        [run, "plain", place] for run in "12" for place in "12"
    ]
    assert QImage(str(tmp_path / "race.png")).width() == 1800
    assert "Tiled delta-stepping" in (tmp_path / "race.svg").read_text()
    offered: list[str] = []
    monkeypatch.setattr(
        "PySide6.QtWidgets.QFileDialog.getSaveFileName",
        lambda *asked: (offered.append(asked[2]), ("", ""))[1],
    )
    dialog.save.click()
    assert offered == [str(tmp_path / "plain_race.csv")], "beside what is open"
    dialog.write(tmp_path / "missing" / "race.csv")
    assert "missing" in dialog.said.text()
    dialog.close()
    assert opened(user) is dialog, "the runs are kept"
    user.open(rasters.geotiff("other.tif"))
    assert not dialog.maps.lanes
    assert not dialog.bars.rows, "of the document before"
    assert dialog.table.rowCount() == 4
    assert dialog.start.isEnabled(), "it is offered anew"
    dialog.close()


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_picture_that_the_disk_has_no_room_for_leaves_the_old_one(
    qtbot: QtBot, tmp_path: Path, suffix: str
) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no limit for sizes of files")
    bars, maps, target = RaceBars(), RaceMaps(), tmp_path / f"race{suffix}"
    for widget in (bars, maps):
        qtbot.addWidget(widget)
    one = Measurement(Runner("tiled", "cpu"), "", (5.0,), 9, 9, 1.0, 1.0, True)
    rows = finishes(1, "plain", [one])
    bars.show_rows(rows)
    maps.show_lanes([Lane(finish, None) for finish in rows])
    target.write_text("old")
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(ExportError) as caught:
            write_race(target, rows, bars, maps)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    assert caught.value.one_line().startswith(f"{target}: the file grows too large")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(target.name, "old")]


def test_each_map_of_a_race_fills_in_the_time_that_its_solver_took(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.plots.race_maps.REPLAY_S", 3600.0)  # not over before it is looked at
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.opener.open_joined(JoinRequest(*files))
    user.rest()
    user.do("good_start")
    user.rest()
    dialog = opened(user)
    tick(dialog, "dijkstra", "crp")
    dialog.start.click()
    user.rest()
    maps = dialog.maps
    assert [lane.finish.measured.runner.algorithm for lane in maps.lanes] == ["dijkstra", "crp"]
    assert all(row.measured.equal and row.measured.validated for row in dialog.rows)
    assert maps.playing
    assert "slower than real time" in dialog.pace.text()
    assert maps.slowest_ms == max(row.measured.median for row in dialog.rows)
    for lane in maps.lanes:
        front = lane.front
        assert front is not None
        assert np.array_equal(front.at(1.0), front.after)
        grown = [np.count_nonzero(front.at(share) != front.before) for share in (0.0, 0.5, 1.0)]
        assert grown[0] == 0
        assert abs(grown[1] - grown[2] / 2) < 0.1 * grown[2]
    dialog.close()
    assert not maps.playing, "nothing ticks unseen"


def test_the_menu_opens_the_race(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.do("race")
    (dialog,) = user.window.findChildren(RaceDialog)
    assert dialog.isVisible()
    dialog.close()


def test_a_race_without_runners_or_starts_says_so(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    dialog = opened(user)
    dialog.start.click()
    assert "no start" in dialog.said.text().lower()
    user.click(*centre(20, 10))
    assert dialog.said.text() == "", "there is one now"
    tick(dialog)
    dialog.start.click()
    assert dialog.said.text() == "Nobody is chosen: tick a solver."
    tick(dialog, "dijkstra")
    dialog.repeat.setValue(99)
    dialog.start.click()
    dialog.stop.click()
    assert dialog.start.isEnabled()
    user.rest()
    assert not dialog.rows
    dialog.close()


def test_nobody_races_alone_where_the_usual_solver_is_dijkstra(
    user: Driver, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    dialog = opened(user)
    ticked = [runner.algorithm for runner, box in dialog.boxes.items() if box.isChecked()]
    assert "dijkstra" in ticked
    assert len(ticked) == FEWEST_RACERS
    dialog.close()


def test_maps_of_many_runners_have_room_in_a_window_of_any_size(qtbot: QtBot) -> None:
    """A bar that scrolls takes width off the maps, which then need less height: it would come and
    go, each within the other, until the stack is full."""
    maps, page, resized = RaceMaps(), QWidget(), Counter[QSize]()
    column = QVBoxLayout(page)
    column.addWidget(form.Hint("words that are broken where the page is narrow " * 3))
    column.addWidget(maps)
    column.addStretch(1)
    scrolling = form.Scrolling(page)
    qtbot.addWidget(scrolling)

    def count(event: QResizeEvent) -> None:
        resized[scrolling.size()] += 1
        assert sum(resized.values()) < 1e4

    maps.resizeEvent = count  # type: ignore[method-assign]
    times = [
        Measurement(Runner("tiled", "cpu"), "", (ms,), 9, 9, 1.0, 1.0, True) for ms in range(1, 7)
    ]
    scrolling.show()
    maps.show_lanes([Lane(finish, None) for finish in finishes(1, "plain", times)])
    for high in range(200, 700, 7):
        for wide in (480, 620, 633):
            scrolling.resize(wide, high)
            QApplication.processEvents()
            assert maps.height() == maps.heightForWidth(maps.width()), (wide, high)
            assert maps.geometry().bottom() < page.height()
            assert page.width() <= scrolling.viewport().width()
            assert resized[scrolling.size()] < 8, "a few, and not without an end"


def test_a_name_is_broken_beneath_its_map_and_not_cut(qtbot: QtBot) -> None:
    maps = RaceMaps()
    qtbot.addWidget(maps)
    runner = Runner("adaptive-threads", "cpu")
    finish = finishes(1, "plain", [Measurement(runner, "", (5.0,), 9, 9, 1.0, 1.0, True)])[0]
    maps.show_lanes([Lane(finish, None)])
    maps.finish()
    name = f"1. {runner_name(runner)}"
    side = maps.fontMetrics().horizontalAdvance(name) // 2
    plain = maps.heightForWidth(4 * side) - round(min(4 * side, MAP_SIZE[0]) * SHAPE)
    broken = maps.heightForWidth(side) - round(side * SHAPE)
    assert broken >= plain + maps.fontMetrics().lineSpacing() - 2
    drawn: list[str] = []

    class Painter(QPainter):
        def drawText(self, *asked: object) -> None:  # type: ignore[override]  # noqa: N802
            drawn.append(str(asked[-1]))

    picture = QImage(side, maps.heightForWidth(side), QImage.Format.Format_RGB32)
    painter = Painter(picture)
    maps.paint(painter, side, maps.clock_ms)
    painter.end()
    assert drawn[0] == "no map"
    assert drawn[1:3] == [name, milliseconds(5.0)], "whole, and its time beneath"
