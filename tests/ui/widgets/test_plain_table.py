"""Texts that are written again into a table."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from ui.widgets.plain_table import RIGHT, PlainTable


def test_a_row_written_again_changes_where_its_texts_do(qtbot: QtBot) -> None:
    table = PlainTable(3)
    qtbot.addWidget(table)
    table.setRowCount(2)
    written = table.write(1, ("name", "1", "2"))
    changed: list[int] = []
    table.model().dataChanged.connect(lambda first, _last: changed.append(first.column()))
    assert table.write(1, ("name", "1", "3")) == written
    assert changed == [2], "each change has all columns measured anew"
    assert [item.text() for item in written] == ["name", "1", "3"]
    assert [item.textAlignment() == RIGHT for item in written] == [False, True, True]
    assert [item.text() for item in table.write(1, ("4",), first=2)] == ["4"]
    assert [[item.text() for item in line] for line in table.lines()] == [[], ["name", "1", "4"]]
