"""The runners of a race as small maps side by side, each filling in the time that it took."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QHideEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.timing.plain_words import times_as
from app.timing.race import Finish
from ui import theme
from ui.pictures.pixels import Pixels
from ui.pictures.small_front import SmallFront
from ui.texts import milliseconds, runner_name

REPLAY_S = 6.0
"""Seconds that a replay takes for the slowest runner."""

TICK_MS = 40
"""Milliseconds between two pictures of a replay."""

LEAST_WIDTH, GAP, LINE, TRACK = 150, 10, 20, 4
"""Pixels: the least width of a small map, the gap between two, the height of a line of words
beneath it and of the bar that tells how far a runner is."""

SHAPE = 0.62
"""Height of a small map by its width."""

MAP_SIZE = 300, 186
"""Width and height in pixels that small maps are drawn for."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BROKEN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, eq=False)
class Lane:
    """A runner. front : its map; None where its places are on none."""

    finish: Finish
    front: SmallFront | None


class RaceMaps(QWidget):
    """One map for each runner of a race, in the order in which they were asked, on one clock.

    A solver's own order of places is not known from outside and is none that could be compared;
    what grows is the finished result, evenly over the time that the solver was measured to take.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lanes: tuple[Lane, ...] = ()
        self.clock_ms = 0.0
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        room = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        room.setHeightForWidth(True)
        self.setSizePolicy(room)
        self.setAccessibleName(self.tr("Maps of the runners"))

    def show_lanes(self, lanes: Sequence[Lane]) -> None:
        """Show these, and play their race."""
        self.lanes = tuple(lanes)
        self.setAccessibleDescription("; ".join(self.told(lane) for lane in lanes))
        self.updateGeometry()
        if self.lanes:
            self.play()
        else:
            self.finish()

    # -- the clock

    @property
    def slowest_ms(self) -> float:
        return max((lane.finish.measured.median for lane in self.lanes), default=0.0)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def play(self) -> None:
        """From the start."""
        self._began = time.perf_counter()
        self.clock_ms = 0.0
        self._timer.start()
        self.update()

    def finish(self) -> None:
        """Show all runners at the end."""
        self._timer.stop()
        self.clock_ms = self.slowest_ms
        self.update()

    def _tick(self) -> None:
        share = (time.perf_counter() - self._began) / REPLAY_S
        if share >= 1.0:
            self.finish()
        else:
            self.clock_ms = share * self.slowest_ms
            self.update()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's name
        self.finish()

    # -- words

    def told(self, lane: Lane) -> str:
        """ "2. dijkstra, CPU, 640 ms, ✓ equal bits, ✓ validated"."""
        took = milliseconds(lane.finish.measured.median)
        return f"{lane.finish.place}. {_name(lane)}, {took}, {self.badges(lane.finish)}"

    def badges(self, finish: Finish) -> str:
        """ "✓ equal bits, ✓ validated"."""
        m = finish.measured
        badges = [self.tr("✓ equal bits") if m.equal else self.tr("✗ other bits")]
        if m.validated is not None:
            badges.append(self.tr("✓ validated") if m.validated else self.tr("✗ not valid"))
        return ", ".join(badges)

    def pace_words(self) -> str:
        """How the clock of the replay goes, and what grows in it."""
        slowest = self.slowest_ms
        if slowest <= 0:
            return ""
        slower = REPLAY_S * 1e3 / slowest
        words = self.tr(
            "A replay on one clock, {factor} times slower than real time: each map fills evenly "
            "in the time its solver took."
        )
        if slower < 1:
            words = self.tr(
                "A replay on one clock, {factor} times faster than real time: each map fills "
                "evenly in the time its solver took."
            )
        return words.format(factor=times_as(slower if slower >= 1 else 1 / slower))

    # -- painting

    def _columns(self, width: float) -> int:
        """As many side by side as leaves the fewest rows, and no smaller than can be read."""
        most = max(int((width + GAP) // (LEAST_WIDTH + GAP)), 1)
        rows = math.ceil(len(self.lanes) / most)
        return math.ceil(len(self.lanes) / rows) if rows else 1

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        """Pixels that the maps of the newest race take."""
        if not self.lanes:
            return 0
        columns = self._columns(width)
        rows = math.ceil(len(self.lanes) / columns)
        side = min((width + GAP) / columns - GAP, MAP_SIZE[0])
        return round(rows * self._step(side))

    def _step(self, side: float) -> float:
        """Pixels from one row of maps to the next, with the words beneath them."""
        return side * SHAPE + TRACK + self._names_height(side) + 2 * LINE + GAP

    def _names_height(self, side: float) -> float:
        """Pixels of the highest name."""
        return max((self._name_height(lane, side) for lane in self.lanes), default=LINE)

    def _name_height(self, lane: Lane, side: float) -> float:
        """Pixels of a name, which is broken where it is longer than its map is wide."""
        metrics, room = QFontMetricsF(self.font()), QRectF(0, 0, side, side)
        words = metrics.boundingRect(room, _BROKEN, f"{lane.finish.place}. {_name(lane)}")
        return max(words.height() + LINE - metrics.lineSpacing(), LINE)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Of no width that it has: the bar of a page would come and go with it without an end."""
        return QSize(LEAST_WIDTH, self.heightForWidth(LEAST_WIDTH))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(LEAST_WIDTH, 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            self.paint(painter, self.width(), self.clock_ms)
        finally:
            painter.end()

    def paint(self, painter: QPainter, width: float, clock_ms: float) -> None:
        """Paint the maps at a moment on whatever is painted on: screen, PNG or SVG."""
        columns = self._columns(width)
        side = min((width + GAP) / columns - GAP, MAP_SIZE[0])
        step = self._step(side)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number, lane in enumerate(self.lanes):
            row, column = divmod(number, columns)
            at = QPointF(column * (side + GAP), row * step)
            self._paint_lane(painter, lane, at, side, clock_ms)

    def _paint_lane(
        self, painter: QPainter, lane: Lane, at: QPointF, side: float, clock_ms: float
    ) -> None:
        colours, m = theme.current(), lane.finish.measured
        share = min(clock_ms / max(m.median, 1e-6), 1.0)
        frame = QRectF(at.x(), at.y(), side, side * SHAPE)
        painter.fillRect(frame, QColor(lane.front.backdrop if lane.front else colours.field))
        if lane.front is None:
            painter.setPen(QColor(colours.muted))
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self.tr("no map"))
        else:
            _paint_pixels(painter, lane.front.at(share), frame)
        track = QRectF(frame.left(), frame.bottom(), side, TRACK)
        painter.fillRect(track, QColor(colours.border))
        track.setWidth(side * share)
        over = share >= 1.0
        painter.fillRect(track, QColor(colours.good if over else colours.series[0]))
        line = QRectF(frame.left(), track.bottom(), side, self._name_height(lane, side))
        painter.setPen(QColor(colours.text))
        air = (LINE - QFontMetricsF(self.font()).lineSpacing()) / 2
        name = f"{lane.finish.place}. {_name(lane)}" if over else _name(lane)
        painter.drawText(line.adjusted(0, air, 0, 0), _BROKEN, name)
        line = QRectF(frame.left(), line.bottom(), side, LINE)
        painter.drawText(line, _LEFT, milliseconds(min(clock_ms, m.median)))
        if not over:
            painter.setPen(QColor(colours.muted))
            painter.drawText(line, _RIGHT, f"{share * 100:.0f} %")
            return
        holds = m.equal and m.validated is not False
        painter.setPen(QColor(colours.good if holds else colours.error))
        line.translate(0, LINE)
        words, elided = self.badges(lane.finish), Qt.TextElideMode.ElideRight
        painter.drawText(line, _LEFT, QFontMetricsF(self.font()).elidedText(words, elided, side))


def _name(lane: Lane) -> str:
    return runner_name(lane.finish.measured.runner)


def _paint_pixels(painter: QPainter, pixels: Pixels, frame: QRectF) -> None:
    """A picture in the middle of a frame, as large as it goes."""
    rows, cols = pixels.shape
    image = QImage(pixels.data, cols, rows, 4 * cols, QImage.Format.Format_RGB32)
    scale = min(frame.width() / cols, frame.height() / rows)
    room = QRectF(0, 0, cols * scale, rows * scale)
    room.moveCenter(frame.center())
    painter.drawImage(room, image, QRectF(image.rect()))
