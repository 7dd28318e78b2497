"""Large numbers, which take as much room however long they are."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ui.texts import milliseconds
from ui.widgets.figures import NOTHING, Figures, LargeNumber

CAPTIONS = {"costs": "Prepared", "solve": "Solved", "draw": "Drawn", "total": "Total"}


@pytest.fixture
def figures(qtbot: QtBot) -> Figures:
    made = Figures(CAPTIONS)
    qtbot.addWidget(made)
    made.resize(342, 40)
    made.show()
    qtbot.wait(10)
    return made


def _numbers(figures: Figures) -> list[LargeNumber]:
    return figures.findChildren(LargeNumber)


def test_a_long_number_makes_nothing_wider(figures: Figures, qtbot: QtBot) -> None:
    least, wanted = figures.minimumSizeHint(), figures.sizeHint()
    widths = [number.width() for number in _numbers(figures)]
    for ms in (0.001, 14.5, 12_345.0, 1.2e6):
        figures.show_numbers(**dict.fromkeys(CAPTIONS, milliseconds(ms)))
        qtbot.wait(10)
        assert (figures.minimumSizeHint(), figures.sizeHint()) == (least, wanted)
        assert [number.width() for number in _numbers(figures)] == widths


def test_it_is_written_smaller_where_it_has_no_room(figures: Figures) -> None:
    first = _numbers(figures)[0]
    large = first.font().pointSizeF()
    for ms in (0.001, 12_345.0):
        figures.show_numbers(costs=milliseconds(ms))
        assert first.shown() == milliseconds(ms)
    figures.show_numbers(costs=milliseconds(0.001))
    assert first.font().pointSizeF() < large
    figures.show_numbers(costs=NOTHING)
    assert first.font().pointSizeF() == large
    assert first.toolTip() == ""


def test_what_fits_in_no_size_is_told_whole_by_its_tip(figures: Figures) -> None:
    first = _numbers(figures)[0]
    figures.show_numbers(costs="1 234 567 890.12 s")
    assert first.text() == figures.text("costs") == first.toolTip() == "1 234 567 890.12 s"
    assert "…" in first.shown()
