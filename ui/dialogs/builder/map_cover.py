"""The picture of a recipe over the map of the window, as large as that: it follows the dialog, and
the map beneath is as it was once the dialog is gone."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QPainter, QPaintEvent

from app.bands import Bands
from ui import theme
from ui.dialogs.builder.looking import Seen
from ui.dialogs.builder.picture import SpeedPicture
from ui.dialogs.builder.words import tr
from ui.widgets.stage import Stage


class MapCover(SpeedPicture):
    """Lies on a stage while there is something to show."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self.setAccessibleName(tr("Preview of speeds on the map"))

    def show_seen(self, seen: Seen | None, bands: Bands | None = None) -> None:
        """Show this; the map itself for nothing."""
        super().show_seen(seen, bands)
        self._stage.cover(None if seen is None else self)

    def leave(self) -> None:
        """Uncover the map, for good."""
        self._stage.cover(None)
        self.deleteLater()

    def _places(self) -> tuple[QRect, QPointF]:
        """In the middle, with the legend."""
        frame, corner = super()._places()
        right, below = max(frame.right(), corner.x()), max(frame.bottom(), corner.y())
        off = QPoint(
            max(round((self.width() - right - min(frame.left(), 0)) / 2) - max(frame.left(), 0), 0),
            max(round((self.height() - below) / 2), 0),
        )
        return frame.translated(off), corner + QPointF(off)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.current().canvas))
        painter.end()
        super().paintEvent(event)
