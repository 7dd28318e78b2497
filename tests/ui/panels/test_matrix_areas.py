"""The answer of a matrix is shown before the areas of its bands are drawn."""

from __future__ import annotations

import csv
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.exports.matrix import coverage
from app.exports.road_areas import square_metres
from core.errors import InputError
from tests.ui.driving import Driver
from tests.ui.many_places import CLINICS, Hand, places
from tests.ui.roads import Roads
from ui.widgets.matrix.answer import AWAITED


@pytest.fixture
def hand(user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    user.open(Roads(tmp_path).town())
    hand = Hand(user, tmp_path, monkeypatch)
    hand.show()
    hand.choose(hand.panel.origins_file, places(tmp_path, "clinics.csv", CLINICS))
    return hand


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Areas are drawn once this is set, as where their code is compiled first."""
    go_on, drawn = threading.Event(), square_metres

    def wait(export: object) -> object:
        while not go_on.wait(0.01):
            export.cancel.check("the areas")  # type: ignore[attr-defined]
        return drawn(export)  # type: ignore[arg-type]

    monkeypatch.setattr(coverage, "square_metres", wait)
    return go_on


def _heads(hand: Hand) -> list[str]:
    table = hand.panel.answer.statistics
    heads = [table.horizontalHeaderItem(k) for k in range(table.columnCount())]
    return [head.text() for head in heads if head is not None]


def _cell(hand: Hand, col: int = 3) -> str:
    item = hand.panel.answer.statistics.item(0, col)
    assert item is not None
    return item.text()


def _answered(hand: Hand) -> None:
    QTest.mouseClick(hand.panel.run, Qt.MouseButton.LeftButton)
    hand.user.wait(lambda: hand.panel.answer.isVisible())


def test_the_answer_comes_first_and_the_areas_after_it(hand: Hand, slow: threading.Event) -> None:
    _answered(hand)
    assert _heads(hand) == ["Band", "Destinations", "km of streets", "km²", "Total"]
    assert _cell(hand) == AWAITED != _cell(hand, 2)
    assert hand.user.window.bridge.busy
    assert hand.panel.run.isEnabled()
    row = hand.panel.answer.statistics_text().splitlines()[1].split(",")
    assert row[3] == "" != row[2]
    slow.set()
    hand.user.rest()
    assert float(_cell(hand)) > 0
    assert hand.shown.covered.areas_m2 is not None


def test_esc_does_without_the_areas(hand: Hand, slow: threading.Event, tmp_path: Path) -> None:
    _answered(hand)
    QTest.keyClick(hand.user.window, Qt.Key.Key_Escape)
    hand.user.rest()
    assert _heads(hand) == ["Band", "Destinations", "km of streets", "Total"]
    assert hand.panel.answer.isVisible()
    slow.set()
    hand.choose(hand.panel.answer.save_statistics, tmp_path / "reach.csv")  # these have all
    with (tmp_path / "reach.csv").open(encoding="utf-8", newline="") as file:
        assert all(float(row["area_m2"]) >= 0 for row in csv.DictReader(file))


def test_areas_that_cannot_be_drawn_leave_the_answer(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_export: object) -> None:
        raise InputError("too large an area", advice="Ask for less.")

    monkeypatch.setattr(coverage, "square_metres", refuse)
    _answered(hand)
    hand.user.rest()
    assert "Too large an area" in hand.user.message
    assert "km²" not in _heads(hand)
    assert hand.panel.answer.isVisible()


def test_another_run_gives_up_the_areas_of_before(hand: Hand, slow: threading.Event) -> None:
    _answered(hand)
    first = hand.shown
    QTest.mouseClick(hand.panel.run, Qt.MouseButton.LeftButton)
    slow.set()
    hand.user.rest()
    assert hand.shown is not first
    assert hand.shown.covered.areas_m2 is not None
