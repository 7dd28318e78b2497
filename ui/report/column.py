"""A column of a report: tables, facts and lines below each other, as many as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.pictures.theme import LIGHT
from ui.report.contents import ReportContents, ReportTable
from ui.report.letters import Letters

translate = QCoreApplication.translate

_ROW = 18.0
"""Pixels from one line of a table to the next."""

_SPACINGS = (_ROW, 17.0, 16.0, 15.0, 14.0)
"""Pixels from one fact to the next, the least of them as high as letters are."""

_SWATCH = 11.0
"""Side in pixels of the colour before a line."""

_BETWEEN = 16.0
"""Pixels between a table and what follows it."""

_FEWEST = 3
"""Lines of a table that are kept free for it by those above, where it has as many."""

_MOST = 12
"""Lines of a table for which the facts below move closer to one another."""

_NAMES = 0.34
"""Share of a column that names of facts take."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PageColumn:
    """Draws from the top of a box downwards."""

    def __init__(self, painter: QPainter, box: QRectF, letters: Letters) -> None:
        self._painter, self._box = painter, box
        self._y = box.top()
        self._title = letters.font(14, QFont.Weight.DemiBold)
        self._body = letters.font(11)
        self._bold = letters.font(11, QFont.Weight.DemiBold)
        self._row, self._whole = _ROW, True  # of facts; whether these may take several lines

    # Tables

    def draw_tables(self, tables: Sequence[ReportTable], keep: float = 0.0) -> None:
        """Each with as many lines as there is room for; keep : pixels that stay free below."""
        for place, table in enumerate(tables):
            later = tables[place + 1 :]
            needed = sum(self._height_of(min(len(other.rows), _FEWEST)) for other in later)
            room = self._box.bottom() - keep - needed - self._y
            self._draw_table(table, max(int((room - self._height_of(0)) / _ROW), 1))

    @staticmethod
    def _height_of(rows: int) -> float:
        """Pixels of a table of some lines, with its title and heads."""
        return 2 * _ROW + 6 + rows * _ROW + _BETWEEN

    def _draw_table(self, table: ReportTable, most: int) -> None:
        rows = table.rows if len(table.rows) <= most else table.rows[: max(most - 1, 0)]
        self._heading(table.title)
        ends = self._ends_of(table)
        self._line(table.heads, ends, self._body, LIGHT.muted)
        self._rule()
        for row in rows:
            if row.colour:
                middle = self._y + _ROW / 2
                swatch = QRectF(self._box.left(), middle - _SWATCH / 2, _SWATCH, _SWATCH)
                self._painter.fillRect(swatch, QColor(row.colour))
            self._line(row.cells, ends, self._body, LIGHT.text, bool(row.colour))
        if len(rows) < len(table.rows):
            words = translate("Report", "… and {count} more")
            more = words.format(count=len(table.rows) - len(rows))
            self._line((more,), ends[:1], self._body, LIGHT.muted)
        self._y += _BETWEEN

    def _ends_of(self, table: ReportTable) -> list[float]:
        """Where the columns after the first end, from the left; each as wide as its widest text."""
        wide = QFontMetricsF(self._body).horizontalAdvance
        columns = list(zip(table.heads, *(row.cells for row in table.rows), strict=True))
        widths = [max(wide(text) for text in column) + 14 for column in columns[1:]]
        ends = [self._box.right()]
        for width in reversed(widths):
            ends.append(ends[-1] - width)
        return ends[::-1]

    def _line(
        self,
        cells: Sequence[str],
        ends: Sequence[float],
        font: QFont,
        tone: str,
        mark: bool = False,
    ) -> None:
        painter, metrics = self._painter, QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(tone))
        left = self._box.left() + (_SWATCH + 7 if mark else 0)
        for place, (text, end) in enumerate(zip(cells, ends, strict=False)):
            cell = QRectF(left, self._y, max(end - left, 1.0), _ROW)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, cell.width() + 1)
            painter.drawText(cell, _RIGHT if place else _LEFT, shown)
            left = end
        self._y += _ROW

    # Facts

    def height_of_facts(self, contents: ReportContents) -> float:
        """Pixels that `draw_facts` takes."""
        checks = (f"✓ {text}" for text, _ in contents.checks)
        return self._least_height(contents) + sum(map(self._height_said, checks))

    def _least_height(self, contents: ReportContents) -> float:
        """The same without the checks, which are left out where there is no room."""
        made = sum(self._fact_height(value) for _, value in contents.facts)
        said = sum(map(self._height_said, (f"✓ {contents.verdict}", contents.speed)))
        return 2 * (_ROW + 8) + made + _BETWEEN + said + 8

    def _height_said(self, text: str) -> float:
        return self._height_of_words(text, self._bold) + 4

    def room_for_facts(self, contents: ReportContents) -> float:
        """Pixels that `draw_facts` takes below the tables, which come first: facts are as close to
        one another as it takes, and checks left out."""
        lines = (min(len(table.rows), _MOST) for table in contents.tables)
        top = self._y + sum(map(self._height_of, lines))
        self._make_fit(contents, top)
        with_checks = self.height_of_facts(contents)
        fits = top + with_checks <= self._box.bottom()
        return with_checks if fits else self._least_height(contents)

    def _make_fit(self, contents: ReportContents, top: float) -> None:
        """Facts closer to one another where there are many, and as a last resort a line each."""
        for self._whole in (True, False):
            for self._row in _SPACINGS:
                if top + self._least_height(contents) <= self._box.bottom():
                    return

    def draw_facts(self, contents: ReportContents) -> None:
        """How it was made, whether it was checked, and how fast it was."""
        self._make_fit(contents, self._y)
        self._heading(translate("Report", "How it was made"))
        self._rule()
        for name, value in contents.facts:
            self._fact(name, value)
        self._y += _BETWEEN
        self._heading(translate("Report", "Checked, and how fast"))
        self._rule()
        self._y += 4
        tone = {True: LIGHT.good, False: LIGHT.error, None: LIGHT.muted}[contents.passed]
        sign = {True: "✓ ", False: "✗ ", None: ""}[contents.passed]
        self._words(sign + contents.verdict, self._bold, tone)
        self._words(contents.speed, self._body, LIGHT.text)
        for text, holds in contents.checks:
            words = f"{'✓' if holds else '✗'} {text}"
            if self._y + self._height_of_words(words, self._body) <= self._box.bottom():
                self._words(words, self._body, LIGHT.muted)

    def _fact(self, name: str, value: str) -> None:
        painter, metrics = self._painter, QFontMetricsF(self._body)
        split = self._box.width() * _NAMES
        painter.setFont(self._body)
        painter.setPen(QColor(LIGHT.muted))
        cell = QRectF(self._box.left(), self._y, split - 6, self._row)
        painter.drawText(
            cell, _LEFT, metrics.elidedText(name, Qt.TextElideMode.ElideRight, cell.width())
        )
        painter.setPen(QColor(LIGHT.text))
        high = self._fact_height(value)
        box = QRectF(self._box.left() + split, self._y, self._box.width() - split, high)
        if self._whole:
            painter.drawText(box, _LEFT | Qt.TextFlag.TextWordWrap, value)
        else:
            shown = metrics.elidedText(value, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, _LEFT, shown)
        self._y += high

    def _fact_height(self, value: str) -> float:
        if not self._whole:
            return self._row
        high = self._height_of_words(value, self._body, self._box.width() * (1 - _NAMES))
        return max(high + self._row - _SPACINGS[-1], self._row)

    def _height_of_words(self, text: str, font: QFont, wide: float | None = None) -> float:
        room = QRectF(0, 0, wide or self._box.width(), 10_000)
        metrics = QFontMetricsF(font)
        return metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), text).height()

    def _words(self, text: str, font: QFont, tone: str) -> None:
        self._painter.setFont(font)
        self._painter.setPen(QColor(tone))
        high = self._height_of_words(text, font)
        box = QRectF(self._box.left(), self._y, self._box.width(), high)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        self._painter.drawText(box, flags | Qt.TextFlag.TextWordWrap, text)
        self._y += high + 4

    def _heading(self, text: str) -> None:
        painter = self._painter
        painter.setFont(self._title)
        painter.setPen(QColor(LIGHT.text))
        box = QRectF(self._box.left(), self._y, self._box.width(), _ROW + 2)
        painter.drawText(box, _LEFT, text)
        self._y += _ROW + 2

    def _rule(self) -> None:
        self._y += 2
        self._painter.setPen(QPen(QColor(LIGHT.border), 1))
        left, right = self._box.left(), self._box.right()
        self._painter.drawLine(QPointF(left, self._y), QPointF(right, self._y))
        self._y += 2
