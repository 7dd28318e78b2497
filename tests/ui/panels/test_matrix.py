"""Times between many places in the window, from two files to a table, a map and other files."""

from __future__ import annotations

import csv
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.matrix.spec import Arrays
from app.matrix.store import ChunkStore
from app.measure import duration
from app.solving.one_solve import solve_once
from app.solving.request import Options, SolveRequest
from app.starts import PlacedStart
from core.times import UNLIMITED
from road.search.search_graph import Direction
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS, Driver
from tests.ui.many_places import CLINICS, HOMES, Hand
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import corner

DIJKSTRA = Options("dijkstra")


def solved_times(hand: Hand) -> list[float]:
    """What a solve from each clinic says of each home."""
    document, found = hand.user.window.session.required, []
    for clinic in CLINICS.values():
        request = SolveRequest(document, (PlacedStart(*corner(*clinic)),), options=DIJKSTRA)
        roads = solve_once(request)[0].on_graph
        assert roads is not None
        found += [roads.at(*corner(*home)).amount for home in HOMES.values()]
    return found


def test_two_files_become_a_table_and_a_sentence(asked: Hand) -> None:
    asked.press(asked.panel.run)
    pairs = asked.shown.pairs
    assert pairs is not None
    assert pairs.seconds.tolist() == pytest.approx(solved_times(asked), rel=1e-9)
    assert [row[:2] for row in asked.table()] == [[o, d] for o in CLINICS for d in HOMES]
    assert "4 of 4 destinations" in asked.panel.answer.headline.text()
    assert "is reckoned at" in asked.panel.answer.method.text()  # the method, and why


def test_the_window_goes_down_to_small_screens_with_an_answer(asked: Hand) -> None:
    asked.press(asked.panel.run)
    assert not asked.panel.answer.isHidden()
    assert asked.user.window.minimumSizeHint().width() <= 683 - 8  # as in test_placing


def test_a_click_on_a_title_sorts(asked: Hand) -> None:
    asked.press(asked.panel.run)
    table, model = asked.panel.answer.table, asked.panel.answer.model
    header = table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(2) + header.sectionSize(2) // 2, 5)
    QTest.mouseClick(header.viewport(), LEFT_BUTTON, NO_KEY, at)
    pairs = asked.shown.pairs
    assert pairs is not None
    best = int(np.argmin(pairs.seconds))
    names = [list(CLINICS)[best // 4], list(HOMES)[best % 4]]
    assert [model.data(model.index(0, col)) for col in (0, 1)] == names


def test_the_nearest_origins_are_listed(asked: Hand) -> None:
    asked.press(asked.panel.run)
    assert asked.panel.stale.isHidden()
    asked.panel.nearest.setValue(2)
    assert not asked.panel.stale.isHidden()  # the answer is to another question
    asked.press(asked.panel.run)
    assert asked.panel.stale.isHidden()
    which = asked.panel.answer.which
    which.setCurrentIndex(which.findText("Nearest origins"))
    which.activated.emit(which.currentIndex())
    rows = asked.table()
    assert [row[:3] for row in rows if row[0] == "c"] == [
        ["c", "1", "south"],
        ["c", "2", "north"],
    ]


def test_a_limit_leaves_out_what_is_farther(asked: Hand) -> None:
    asked.panel.limit.set_seconds(120.0)
    asked.panel.limit.number.setValue(1.0)
    asked.press(asked.panel.run)
    assert asked.shown.request.limit_seconds == 60.0
    pairs = asked.shown.pairs
    assert pairs is not None
    assert 0 < len(pairs) < 8
    assert pairs.seconds.max() <= 60.0
    assert asked.shown.covered.bands.limits[-1] == 60.0


def test_bands_are_typed_and_nonsense_is_marked(asked: Hand) -> None:
    bands = asked.panel.bands
    QTest.keyClicks(bands, "30, 90 s")
    QTest.keyClick(bands, Qt.Key.Key_Return)
    asked.press(asked.panel.run)
    assert asked.shown.covered.bands.limits == (30.0, 90.0)
    assert asked.panel.answer.statistics.rowCount() == 2
    bands.selectAll()
    QTest.keyClicks(bands, "soon")
    QTest.keyClick(bands, Qt.Key.Key_Return)
    assert bands.styleSheet()
    assert "soon" in asked.user.message


def test_the_direction_is_that_of_the_vehicle(asked: Hand) -> None:
    direction = asked.panel.direction
    direction.setCurrentIndex(direction.findData("to"))
    direction.activated.emit(direction.currentIndex())
    asked.press(asked.panel.run)
    assert asked.shown.finished.job.spec.direction == "to"
    assert asked.user.window.session.driven.direction == "to"


def test_places_are_clicked_and_taken_back(hand: Hand) -> None:
    session = hand.user.window.session
    hand.panel.resize(hand.panel.width(), 700)
    place = hand.panel.run.y()
    hand.press(hand.panel.origins_pick)
    hand.click(*corner(1, 4))
    QApplication.processEvents()
    assert hand.panel.run.y() <= place, "it does not flee from the hand"
    hand.click(*corner(3, 1))
    hand.press(hand.panel.destinations_pick)
    assert not hand.panel.origins_pick.isChecked()
    hand.click(*corner(2, 1))
    assert session.matrix.origins.ids == ("1", "2")
    assert session.matrix.destinations is not None
    assert session.starts == ()
    QTest.keyClick(hand.user.window.map, Qt.Key.Key_Escape)
    assert not hand.panel.destinations_pick.isChecked()
    hand.user.do("undo")
    assert session.matrix.destinations is None
    hand.user.do("undo")
    assert session.matrix.origins.ids == ("1",)
    hand.user.do("redo")
    hand.press(hand.panel.run)
    assert len(hand.shown.finished.job.origins) == 2


def test_single_places_are_taken_away_by_the_right_button(hand: Hand) -> None:
    session = hand.user.window.session
    hand.press(hand.panel.origins_pick)
    for at in ((1, 4), (3, 1), (2, 2)):
        hand.click(*corner(*at))
    hand.press(hand.panel.destinations_pick)
    hand.click(*corner(4, 3))
    hand.take_away(*corner(3, 1), "origin")
    assert session.matrix.origins.ids == ("1", "3")
    hand.take_away(*corner(4, 3), "destination")
    assert session.matrix.destinations is None
    hand.user.do("undo")
    hand.user.do("undo")
    assert session.matrix.origins.ids == ("1", "2", "3")
    for at in ((1, 4), (3, 1), (2, 2)):
        hand.take_away(*corner(*at), "origin")
    assert len(session.matrix.origins) == 0
    assert not hand.panel.origins_none.isEnabled()


def test_a_click_sets_a_start_again_once_picking_ended(hand: Hand) -> None:
    hand.press(hand.panel.origins_pick)
    hand.press(hand.panel.origins_pick)
    hand.click(*corner(1, 4))
    assert len(hand.user.window.session.starts) == 1
    assert len(hand.user.window.session.matrix.origins) == 0


def test_the_map_shows_the_answer_until_a_start_is_set(asked: Hand) -> None:
    asked.press(asked.panel.run)
    box, view = asked.panel.answer.on_map, asked.user.window.map
    assert asked.user.window.link.shows_instead == box.currentData() == "least"
    asked.show_on_map("times")
    seen = [view.snapshot()]
    for what in ("least", "best", "count"):
        asked.show_on_map(what)
        assert asked.user.window.link.shows_instead == what
        picture = view.snapshot()
        assert all(picture != before for before in seen)
        seen.append(picture)
    asked.user.window.link.instead_changed.emit("zone")  # another panel has the map
    assert box.currentData() == "times"
    asked.show_on_map("count")
    asked.press(asked.panel.run)  # once more: as before
    assert asked.user.window.link.shows_instead == box.currentData() == "count"
    asked.click(*corner(0, 0))
    assert box.currentData() == "times"
    assert asked.user.window.link.shows_instead == ""
    asked.press(asked.panel.run)  # the times of the start stay
    assert asked.user.window.link.shows_instead == ""


def test_of_all_places_the_map_shows_whose_they_are_at_once(asked: Hand) -> None:
    asked.press(asked.panel.destinations_all)
    asked.press(asked.panel.run)
    assert asked.user.window.link.shows_instead == "best"
    assert asked.legend() == list(CLINICS)


def test_each_street_has_the_colour_of_its_first_origin(asked: Hand) -> None:
    asked.press(asked.panel.run)
    asked.show_on_map("best")
    assert asked.legend() == list(CLINICS)
    assert asked.named_at(*corner(1.5, 4)) == "north"
    assert asked.named_at(*corner(2.5, 1)) == "south"
    # Halfway between the two, at (2, 2.5), both come at once.
    assert asked.named_at(*corner(2, 2.7)) == "north"
    assert asked.named_at(*corner(2, 2.3)) == "south"


@pytest.mark.parametrize("direction", ["from", "to"])
def test_the_pointer_tells_who_is_first_and_when(asked: Hand, direction: Direction) -> None:
    asked.user.window.editor.edit_roads(lambda edits: edits.set_direction(direction))
    asked.user.rest()
    asked.press(asked.panel.run)
    asked.show_on_map("best")
    document = asked.user.window.session.required
    for place, first in (((1.4, 4), "north"), ((2, 2.7), "north"), ((2, 2.3), "south")):
        start = PlacedStart(*corner(*CLINICS[first]))
        roads = solve_once(SolveRequest(document, (start,), options=DIJKSTRA))[0].on_graph
        assert roads is not None
        time = duration(roads.at(*corner(*place)).amount)
        assert asked.told_at(*corner(*place)) == f"{first} · {time}"
    asked.show_on_map("count")
    assert asked.told_at(*corner(2, 2.3)) == f"2 of 2 origins · {time}"
    asked.show_on_map("times")
    assert asked.told_at(*corner(2, 2.3)) == ""


def test_who_lives_within_reach_of_any_clinic(
    asked: Hand, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ten people in each of 3 × 3 cells around the crossing of the southern clinic, as many near
    # the end of its street, too far away, and more than 500 m west of the town.
    side, (x, y) = 0.0001, corner(*CLINICS["south"])
    left, top = corner(-3, 1)[0], y + 1.5 * side
    cells = np.zeros((3, round((x - left) / side) + 2), np.float32)
    far = round((corner(0.2, 1)[0] - left) / side)
    cells[:, -3:] = cells[:, far - 1 : far + 2] = cells[:, :10] = 10.0
    people = rasters.geotiff("people.tif", cells, crs="EPSG:4326", cell=side, left=left, top=top)
    asked.choose(asked.panel.people_file, people)
    asked.panel.limit.set_seconds(120.0)
    asked.panel.limit.number.setValue(1.0)
    asked.press(asked.panel.run)
    assert asked.panel.answer.headline.text() == (
        "90 of 180 people, 50 %, live within 1 min of any of 2 origins."
    )
    assert asked.shown.covered.people is not None
    assert sum(asked.shown.covered.people) == pytest.approx(90.0)
    asked.press(asked.panel.people_none)
    assert asked.user.window.session.matrix.people is None


def test_a_map_of_listed_destinations_is_no_raster(asked: Hand, tmp_path: Path) -> None:
    asked.press(asked.panel.run)
    asked.choose(asked.panel.answer.save, tmp_path / "best.tif")
    assert asked.user.message
    assert not (tmp_path / "best.tif").exists()
    asked.choose(asked.panel.answer.save, tmp_path / "best.gpkg")
    assert (tmp_path / "best.gpkg").stat().st_size > 0


def test_statistics_are_copied_and_saved(asked: Hand, tmp_path: Path) -> None:
    asked.press(asked.panel.run)
    asked.press(asked.panel.answer.copy)
    head, *lines = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t") == ["Band", "Destinations", "km of streets", "km²", "Total"]
    covered, statistics = asked.shown.covered, asked.panel.answer.statistics
    assert len(lines) == statistics.rowCount()
    assert covered.lengths_m is not None
    assert covered.areas_m2 is not None
    told = [[float(number) for number in line.split("\t")[1:]] for line in lines]
    assert [row[1] for row in told] == pytest.approx([m / 1e3 for m in covered.lengths_m], rel=1e-5)
    ground = [a / 1e6 for a in covered.areas_m2]
    assert [row[2] for row in told] == pytest.approx(ground, rel=1e-5)
    assert told[-1][3] == pytest.approx(sum(ground), rel=1e-5)
    head_of_ground = statistics.horizontalHeaderItem(3)
    assert head_of_ground is not None
    assert "within 50 m of a reached road" in head_of_ground.toolTip()
    asked.choose(asked.panel.answer.save_statistics, tmp_path / "reach.csv")
    with (tmp_path / "reach.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["destinations"]) for row in rows) == 4
    written = [float(row["area_m2"]) for row in rows]
    assert written == pytest.approx(covered.areas_m2, rel=1e-9), "to ten digits"
    assert "within 50 m of a reached road" in asked.user.message


def test_the_matrix_is_saved_as_the_command_line_does(asked: Hand, tmp_path: Path) -> None:
    asked.press(asked.panel.run)
    for name in ("out.csv", "out.parquet", "out.npz"):
        asked.choose(asked.panel.answer.save, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 0
        assert name in asked.user.message
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0] == "origin,destination,time_s"
    assert len(lines) == 9


def test_a_run_that_is_cancelled_is_gone_on_with(asked: Hand) -> None:
    window = asked.user.window
    QTest.mouseClick(asked.panel.run, LEFT_BUTTON, NO_KEY)
    assert asked.panel.stop.isEnabled()
    QTest.mouseClick(asked.panel.stop, LEFT_BUTTON, NO_KEY)
    assert not asked.panel.stop.isEnabled()
    assert window.matrices.answer is None
    asked.press(asked.panel.run)  # at once: the thread of before may still hold its chunks
    assert window.matrices.answer is not None, asked.user.message


def test_finished_chunks_of_a_cancelled_run_are_used_again(
    asked: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matrix.request.MOST_ORIGINS", 1)  # a chunk
    keep, kept, stopped = ChunkStore.keep, Event(), Event()

    def keep_and_wait(store: ChunkStore, number: int, arrays: Arrays) -> None:
        keep(store, number, arrays)
        kept.set()
        assert stopped.wait(PATIENCE_MS / 1e3)

    monkeypatch.setattr(ChunkStore, "keep", keep_and_wait)
    QTest.mouseClick(asked.panel.run, LEFT_BUTTON, NO_KEY)
    asked.user.wait(kept.is_set)
    QTest.mouseClick(asked.panel.stop, LEFT_BUTTON, NO_KEY)
    stopped.set()
    asked.press(asked.panel.run)
    assert (asked.shown.finished.resumed, asked.shown.finished.chunks) == (1, 2)
    assert "1 of 2 chunks was there" in asked.panel.answer.method.text()
    pairs = asked.shown.pairs
    assert pairs is not None
    assert pairs.seconds.tolist() == pytest.approx(solved_times(asked), rel=1e-9)


def test_a_scheduler_of_its_own_works_it_out(asked: Hand) -> None:
    QTest.keyClicks(asked.panel.scheduler, "local:1")
    QTest.keyClick(asked.panel.scheduler, Qt.Key.Key_Return)
    asked.press(asked.panel.run)
    worked = asked.shown.finished.worked
    assert worked is not None
    assert worked.device == "1 worker"
    pairs = asked.shown.pairs
    assert pairs is not None
    assert pairs.seconds.tolist() == pytest.approx(solved_times(asked), rel=1e-9)


def test_a_cluster_that_does_not_answer_is_told_in_a_line(
    asked: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cluster.dask_crew.CONNECT_SECONDS", 0.2)
    QTest.keyClicks(asked.panel.scheduler, "127.0.0.1:9")
    QTest.keyClick(asked.panel.scheduler, Qt.Key.Key_Return)
    assert asked.user.window.session.matrix.scheduler == "127.0.0.1:9"
    asked.press(asked.panel.run)
    assert "127.0.0.1:9" in asked.user.message
    asked.user.do("undo")
    assert asked.panel.scheduler.text() == ""
    asked.press(asked.panel.run)
    assert len(asked.shown.finished.job.origins) == 2


@pytest.mark.parametrize("runs", [False, True])
def test_another_document_drops_the_run_the_places_and_the_answer(
    asked: Hand, rasters: Rasters, runs: bool
) -> None:
    window = asked.user.window
    asked.press(asked.panel.run)
    folder = asked.shown.finished.store.folder
    asked.press(asked.panel.run)
    if runs:
        QTest.mouseClick(asked.panel.run, LEFT_BUTTON, NO_KEY)
    asked.user.open(rasters.geotiff())
    assert window.matrices.answer is None
    assert len(window.session.matrix.origins) == 0
    assert asked.panel.answer.isHidden()
    assert runs or not folder.exists()  # finished chunks of a run that is stopped are kept


def test_other_costs_drop_the_answer(asked: Hand) -> None:
    asked.press(asked.panel.run)
    asked.user.window.editor.edit_roads(lambda edits: edits.set_quantity("distance"))
    asked.user.rest()
    assert asked.user.window.matrices.answer is None
    assert asked.user.window.session.matrix.limit_seconds == UNLIMITED


def test_a_file_of_nonsense_is_told_in_a_line(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "clinics.csv"
    path.write_text("name\nSt. Mary\n")
    hand.choose(hand.panel.origins_file, path)
    assert "clinics.csv" in hand.user.message
    assert len(hand.user.window.session.matrix.origins) == 0
    hand.press(hand.panel.run)
    assert "no origin" in hand.user.message.lower()


@pytest.mark.parametrize("end", ["close", "cancel"])
def test_the_window_closes_while_it_runs(asked: Hand, end: str) -> None:
    QTest.mouseClick(asked.panel.run, LEFT_BUTTON, NO_KEY)
    if end == "cancel":
        QTest.keyClick(asked.user.window, Qt.Key.Key_Escape)
    asked.user.window.close()
    assert asked.user.window.bridge.at_rest


def test_on_terrain_cells_have_the_colour_of_the_first_origin(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff())
    hand = Hand(user, tmp_path, monkeypatch)
    hand.show()
    hand.press(hand.panel.origins_pick)
    hand.click(*centre(30, 5))
    hand.click(*centre(30, 25))
    hand.press(hand.panel.run)
    assert hand.shown.finished.job.count == 40 * 60
    assert "km²" in hand.panel.answer.headline.text()
    assert hand.table()[0][0] == "1"
    hand.show_on_map("best")
    assert hand.named_at(*centre(30, 8)) == "1"
    assert hand.named_at(*centre(30, 22)) == "2"
    union = hand.shown.union.times.seconds_at(30, 22)
    assert hand.told_at(*centre(30, 22)) == f"2 · {duration(union)}"
    assert hand.told_at(*centre(15, 45)) == ""  # a barrier
    hand.show_on_map("count")
    assert hand.told_at(*centre(30, 22)) == f"2 of 2 origins · {duration(union)}"
