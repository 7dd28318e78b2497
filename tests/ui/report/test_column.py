"""Columns of a report: whatever there is to say stays within its box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from ui.report.column import PageColumn
from ui.report.contents import ColouredRow, ReportContents, ReportTable
from ui.report.letters import Letters

WIDTH, HEIGHT = 320, 420
LONG = "speed 5 km/h (mud); barrier (the old mill); open 12 km/h (ford); factor 0.25 (thicket)"


def contents(facts: int, value: str = "said", checks: int = 3) -> ReportContents:
    rows = tuple((f"Fact {number}", value) for number in range(facts))
    said = tuple((f"Statement {number} holds", True) for number in range(checks))
    return ReportContents(
        "Title", "", (), rows, True, "Validated", said, "12 places in 3 ms.", "", ""
    )


def drawn(told: ReportContents) -> tuple[NDArray[np.bool_], float]:
    """Rows of a sheet, twice as high as the box, that anything is drawn on; and how far facts are
    apart."""
    image = QImage(WIDTH, 2 * HEIGHT, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    column = PageColumn(painter, QRectF(0, 0, WIDTH, HEIGHT), Letters.of(QFont()))
    column.draw_facts(told)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(2 * HEIGHT, image.bytesPerLine())
    seen: NDArray[np.bool_] = np.any(pixels[:, :WIDTH] < 250, axis=1)
    return seen, column._row


def ends(told: ReportContents) -> int:
    """The last row that anything is drawn on."""
    return int(np.flatnonzero(drawn(told)[0])[-1])


@pytest.mark.parametrize(("facts", "value"), [(17, "said"), (20, "said"), (7, LONG), (20, LONG)])
def test_many_or_long_facts_stay_within_their_column(
    qapp: QApplication, facts: int, value: str
) -> None:
    assert ends(contents(facts, value)) < HEIGHT


def test_few_facts_are_as_far_apart_as_lines_of_tables(qapp: QApplication) -> None:
    assert drawn(contents(8))[1] == 18
    assert 14 <= drawn(contents(20))[1] < 18


def test_facts_below_tables_leave_these_their_lines(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_Grayscale8)
    painter = QPainter(image)
    rows = tuple(ColouredRow("", (f"Line {number}", "1")) for number in range(4))
    told = replace(contents(14), tables=(ReportTable("Bands", ("Band", "km²"), rows),))
    column = PageColumn(painter, QRectF(0, 0, WIDTH, HEIGHT + 60), Letters.of(QFont()))
    lines: list[str] = []
    draw = column._line

    def noted(cells: Sequence[str], *how: Any) -> None:
        lines.append(cells[0])
        draw(cells, *how)

    monkeypatch.setattr(column, "_line", noted)
    column.draw_tables(told.tables, keep=column.room_for_facts(told))
    painter.end()
    assert lines == ["Band", *(row.cells[0] for row in rows)]
    assert column._row < 18


def test_checks_fill_what_room_there_is(qapp: QApplication) -> None:
    none, three, many = (ends(contents(8, checks=number)) for number in (0, 3, 60))
    assert none < three < many < HEIGHT
    assert many > HEIGHT - 20
