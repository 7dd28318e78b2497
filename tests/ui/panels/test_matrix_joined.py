"""Times between many places on terrain and roads together, in the window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.matrix.spec import Keeping
from app.measure import duration
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.cli.test_matrix import rows_of
from tests.ui.driving import Driver
from tests.ui.many_places import Hand


def at(row: int, col: int) -> tuple[float, float]:
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL


WEST, EAST, RIVER = (0, 2), (8, 38), (0, 20)


@pytest.fixture
def hand(user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Two origins on either side of a river, with a road over it."""
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.do("open_joined")
    dialog = user.window.opener.dialog
    assert dialog is not None
    dialog.terrain.setText(str(terrain))
    dialog.roads.setText(str(roads))
    dialog.accept()
    user.rest()
    user.window.docks.show_panel("matrix")
    hand = Hand(user, tmp_path, monkeypatch)
    hand.press(hand.panel.origins_pick)
    for place in (WEST, EAST):
        hand.click(*at(*place))
    hand.press(hand.panel.origins_pick)
    return hand


def test_cells_have_the_colour_of_who_is_first_over_ground_and_roads(hand: Hand) -> None:
    hand.press(hand.panel.run)
    shown = hand.shown
    assert (shown.finished.job.count, shown.request.keeping) == (9 * 41, Keeping(False, 1))
    assert "km²" in hand.panel.answer.headline.text()
    assert "origins to all 369 cells: dijkstra" in hand.panel.answer.method.text()
    hand.show_on_map("best")
    assert hand.legend() == ["1", "2"]
    assert [hand.named_at(*at(row, col)) for row, col in ((2, 5), (6, 36))] == ["1", "2"]
    union = shown.union.times
    np.testing.assert_array_equal(
        shown.nearest.seconds[0].reshape(9, 41),
        [[union.seconds_at(row, col) for col in range(41)] for row in range(9)],
    )
    assert hand.told_at(*at(6, 36)) == f"2 · {duration(union.seconds_at(6, 36))}"
    assert hand.told_at(*at(*RIVER)) == ""
    for what in ("least", "count"):
        hand.show_on_map(what)
        assert hand.user.window.link.shows_instead == what


def test_pairs_are_listed_and_written_and_follow_the_vehicle(hand: Hand, tmp_path: Path) -> None:
    ends = tmp_path / "d.csv"
    ends.write_text("id,vertex\nfirst,0\nlast,3\n")
    hand.choose(hand.panel.destinations_file, ends)
    hand.press(hand.panel.run)
    pairs = hand.shown.pairs
    assert pairs is not None
    assert [row[:2] for row in hand.table()] == [
        [origin, end] for origin in "12" for end in ("first", "last")
    ]
    hand.choose(hand.panel.answer.save, tmp_path / "out.csv")
    rows = rows_of(tmp_path / "out.csv")
    assert [float(row["time_s"]) for row in rows] == pairs.seconds.tolist()
    hand.show_on_map("best")  # of all places, which are worked out for it
    assert hand.named_at(*at(2, 5)) == "1"
    direction = hand.panel.direction
    direction.setCurrentIndex(direction.findData("to"))
    direction.activated.emit(direction.currentIndex())
    hand.user.rest()
    assert hand.user.window.matrices.answer is None
    hand.press(hand.panel.run)
    assert hand.shown.finished.job.spec.direction == "to"


def test_a_place_in_the_river_is_refused_in_a_line(hand: Hand) -> None:
    hand.press(hand.panel.origins_pick)
    hand.click(*at(*RIVER))
    assert "impassable" in hand.user.message
    assert len(hand.user.window.session.matrix.origins) == 2
