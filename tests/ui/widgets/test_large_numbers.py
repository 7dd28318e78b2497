"""Large numbers, which take as much room however long they are."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ui.panels.performance import _rate
from ui.texts import figure, in_short, milliseconds
from ui.told import THIN_SPACE
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


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0.00 ms"), (0.004, "< 0.01 ms"), (9.994, "9.99 ms"), (9.996, "10.0 ms"),
     (99.94, "99.9 ms"), (99.96, "100 ms"), (999.4, "999 ms"), (999.6, "1.00 s")],
)  # fmt: skip
def test_milliseconds_have_three_digits_on_either_side_of_a_step(ms: float, text: str) -> None:
    assert milliseconds(ms) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0421, "0.0421"), (3.176, "3.18"), (999.4, "999"), (999.6, "1 000"), (40_404, "40 404"),
     (-12_345.6, "-12 346")],
)  # fmt: skip
def test_figures_have_no_exponent(value: float, text: str) -> None:
    assert figure(value) == text.replace(" ", THIN_SPACE)


def test_what_a_solve_settled_is_as_wide_as_its_place() -> None:
    assert [in_short(n) for n in (0.42, 999, 1000, 45_123, 999_499, 999_600, 4e8)] == [
        "0.42", "999", "1 k", "45.1 k", "999 k", "1 M", "400 M",
    ]  # fmt: skip
    assert _rate(400_000_000, 9.9) == f"40{THIN_SPACE}404"
    assert _rate(36, 10_000.0) == "< 0.01"
    assert _rate(0, 1.0) == "0"
