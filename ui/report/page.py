"""Lays a report out on a sheet and draws it; what it is drawn on, paper or picture, is alike."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.canvas.painting import Painting
from ui.pictures.theme import LIGHT
from ui.report.column import PageColumn
from ui.report.contents import ReportContents
from ui.report.letters import Letters
from ui.report.map_part import draw_map
from ui.report.paper import Paper

_GAP = 26.0
"""Pixels between columns, and between the map and what lies below it."""

_HEAD, _FOOT = 58.0, 24.0
"""Pixels that title and foot of a sheet take."""

_MAP_SHARE = 0.455
"""Most of a sheet's height that its map takes above its tables."""

_MAP_ACROSS = 0.60
"""Share of a sheet's width that the map has beside its tables."""

_LEFT = 0.56
"""Share of the width below a map that tables take; the rest is what is known of its making."""


@dataclass(frozen=True)
class PagePlan:
    """Where what lies on a sheet, in its pixels. columns : for tables, and for facts; where both
    are the same, one below the other."""

    paper: Paper
    head: QRectF
    map: QRectF
    columns: tuple[QRectF, QRectF]
    foot: QRectF

    @classmethod
    def of(cls, paper: Paper, aspect: float) -> PagePlan:
        """aspect : height of the ground by its width."""
        inside = paper.inside
        head = QRectF(inside.left(), inside.top(), inside.width(), _HEAD)
        foot = QRectF(inside.left(), inside.bottom() - _FOOT, inside.width(), _FOOT)
        top, bottom = head.bottom(), foot.top() - 8
        if paper.landscape:
            wide = inside.width() * _MAP_ACROSS
            area = QRectF(inside.left(), top, wide, bottom - top)
            side = QRectF(area.right() + _GAP, top, inside.right() - area.right() - _GAP, 0)
            side.setHeight(bottom - top)
            return cls(paper, head, area, (side, side), foot)
        most = paper.size.height() * _MAP_SHARE
        high = min(max(inside.width() * aspect, 0.75 * most), most)
        area = QRectF(inside.left(), top, inside.width(), high)
        below = area.bottom() + _GAP
        wide = (inside.width() - _GAP) * _LEFT
        left = QRectF(inside.left(), below, wide, bottom - below)
        right = QRectF(left.right() + _GAP, below, inside.width() - wide - _GAP, bottom - below)
        return cls(paper, head, area, (left, right), foot)


def draw_page(
    painter: QPainter,
    plan: PagePlan,
    contents: ReportContents,
    painting: Painting,
    letters: Letters,
) -> None:
    """Draw all of it, in pixels of the sheet; light, whatever the desktop is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = plan.paper.size
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor("#ffffff"))
    _draw_head(painter, plan.head, contents, letters)
    draw_map(painter, plan.map, painting, letters)
    tables, facts = (PageColumn(painter, box, letters) for box in plan.columns)
    if plan.paper.landscape:
        facts = tables
    height = facts.room_for_facts(contents) if facts is tables else 0.0
    tables.draw_tables(contents.tables, keep=height)
    facts.draw_facts(contents)
    _draw_foot(painter, plan.foot, contents, letters)


def _draw_head(painter: QPainter, box: QRectF, contents: ReportContents, letters: Letters) -> None:
    font = letters.font(25, QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor(LIGHT.text))
    metrics = QFontMetricsF(font)
    title = metrics.elidedText(contents.title, Qt.TextElideMode.ElideMiddle, box.width())
    painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), title)
    quiet = letters.font(13)
    painter.setFont(quiet)
    painter.setPen(QColor(LIGHT.muted))
    line = box.top() + metrics.height() + QFontMetricsF(quiet).ascent()
    words = QFontMetricsF(quiet).elidedText(
        contents.subtitle, Qt.TextElideMode.ElideRight, box.width()
    )
    painter.drawText(QPointF(box.left(), line), words)


def _draw_foot(painter: QPainter, box: QRectF, contents: ReportContents, letters: Letters) -> None:
    painter.setPen(QPen(QColor(LIGHT.border), 1))
    painter.drawLine(box.topLeft(), box.topRight())
    painter.setFont(letters.font(10))
    painter.setPen(QColor(LIGHT.muted))
    text = box.adjusted(0, 6, 0, 0)
    painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, contents.made)
    painter.drawText(text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, contents.source)
