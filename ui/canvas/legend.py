"""The legend: what it says, and its drawing. It is part of the map and of its pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen

from app.bands import BEYOND_COLOUR, Bands, as_read
from app.units import units
from resources.colormaps import colormap
from ui.canvas.plate import draw_plate
from ui.canvas.wording import round_amounts, speed_text, tr
from ui.pictures.pixels import between, rgb
from ui.pictures.scene import Named, Scene
from ui.pictures.terrain import VEIL
from ui.pictures.theme import Theme
from ui.pictures.time_layer import continuous_top
from ui.texts import amount, translatable
from ui.told import told

Colour = tuple[int, int, int]

_PAD = 12.0
_SWATCH = 20.0
_GAP = 9.0
_BAR_HEIGHT = 132.0

MOST_ROWS = 12
"""Bands that have a row each; of more a ramp is drawn."""

CAPTION_LETTERS = 24
"""Letters in a line of a caption, where no label is longer: a column that is read at a glance."""

_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

RAMP_TICKS = 6
"""Most labels beside a ramp of bands, without that of 0."""


@dataclass(frozen=True)
class Legend:
    """What the legend says.

    bands : colour and label of each band, the soonest first; empty where there is a ramp.
    ramp : colours from time 0 to the top, of a continuous scale or of more bands than are read row
        by row, which are `stepped`; `ticks` are its labels at shares 0..1.
    speeds : texts of the slowest, the middle and the fastest tone; None where speeds are not drawn.
    ground : (kind, label) of what else is on the map; kinds are "unreached", "barrier", "no data",
        "sea", and of roads "rest", "closed", "shut".
    title : what bands or ramp count.
    beyond : colour and label of what is reached later than all of them; None where nothing is.
    caption : a sentence below the title, in as many lines as it takes.
    """

    bands: tuple[tuple[Colour, str], ...] = ()
    ramp: tuple[Colour, ...] = ()
    ticks: tuple[tuple[float, str], ...] = ()
    speeds: tuple[str, str, str] | None = None
    ground: tuple[tuple[str, str], ...] = ()
    title: str = ""
    beyond: tuple[Colour, str] | None = None
    stepped: bool = False
    caption: str = ""

    @staticmethod
    def of(scene: Scene) -> Legend:
        bands, ramp, ticks = _times(scene)
        title = _title(scene) if bands or ramp else ""
        if scene.named is not None:
            bands, title = _named(scene.named, scene), scene.named.title
        ground = tuple((kind, _remark(kind, scene)) for kind in scene.remarks)
        stepped = bool(ramp) and not scene.style.continuous
        legend = Legend(bands, ramp, ticks, _speeds(scene), ground, title, _beyond(scene), stepped)
        return replace(legend, caption=scene.named.caption) if scene.named else legend

    def of_times(self) -> Legend:
        """What it says of times; all of it where it says nothing of these."""
        return replace(self, speeds=None, ground=()) if self.bands or self.ramp else self


def _named(named: Named, scene: Scene) -> tuple[tuple[Colour, str], ...]:
    """Classes as they look, and how many more there are."""
    colours = _seen(np.array([colour for colour, _ in named.entries], np.uint8), scene)
    lines = tuple(zip(colours, (label for _, label in named.entries), strict=True))
    if not named.more:
        return lines
    [plain] = _seen(np.array([BEYOND_COLOUR], np.uint8), scene)
    return (*lines, (plain, named.more))


def _speeds(scene: Scene) -> tuple[str, str, str] | None:
    if scene.speeds is None:
        return None
    slow, middle, fast = map(speed_text, scene.speeds)
    return (slow, middle, fast) if slow != fast else ("", slow, "")


def _title(scene: Scene) -> str:
    quantity = scene.bands.measure.quantity
    title = {"time": tr("Travel time"), "length": tr("Distance")}.get(quantity, tr("Cost"))
    sure = scene.bands.certainty
    return tr("{title}, {n} % certain").format(title=title, n=sure) if sure else title


def _beyond(scene: Scene) -> tuple[Colour, str] | None:
    if scene.times is None:
        return None
    bands, smooth = scene.bands, scene.style.continuous
    top = continuous_top(scene.times) if smooth else bands.limits[-1]
    if not scene.times.max_seconds > top:
        return None
    label = tr("Beyond {amount}").format(amount=amount(top, bands.measure))
    [colour] = _seen(np.array([BEYOND_COLOUR], np.uint8), scene)
    return colour, label if smooth else told(as_read(bands).beyond_label())


def _not_reached(scene: Scene) -> str:
    """What is not reached, and within what: a limit, or the bands where a preview ends there."""
    limit = np.inf
    if scene.named is not None:
        limit = scene.named.limit_seconds
    elif scene.times is not None:
        limit = scene.times.limit_seconds
    if not np.isfinite(limit):
        return tr("Not reached")
    return tr("Not reached within {amount}").format(amount=amount(limit, scene.bands.measure))


_REMARKS = {
    "barrier": translatable("Map", "Barrier, 0 {unit}"),
    "no data": translatable("Map", "No data"),
    "sea": translatable("Map", "Sea, by its height"),
    "closed": translatable("Map", "Not for this vehicle"),
    "shut": translatable("Map", "Closed by drawing"),
}


def _remark(kind: str, scene: Scene) -> str:
    """What is said of a kind of ground; of others than these, that it is not reached."""
    if kind not in _REMARKS:
        return _not_reached(scene)
    return tr(_REMARKS[kind]).format(unit=units().speed[0])


def _times(
    scene: Scene,
) -> tuple[tuple[tuple[Colour, str], ...], tuple[Colour, ...], tuple[tuple[float, str], ...]]:
    style = scene.style
    if scene.times is None:
        return (), (), ()
    if style.continuous:
        top = continuous_top(scene.times)
        measure = scene.bands.measure
        steps = round_amounts(top, measure)
        ticks = tuple((at / top, amount(at, measure) if at else "0") for at in steps)
        return (), _seen(colormap(style.palette)[::4], scene), ticks
    colours = _seen(scene.bands.colours(style.palette)[:, :3], scene)
    if len(colours) > MOST_ROWS:
        return (), colours, _limit_ticks(scene.bands)
    return tuple(zip(colours, map(told, as_read(scene.bands).labels()), strict=True)), (), ()


def _limit_ticks(bands: Bands) -> tuple[tuple[float, str], ...]:
    """Labels of some limits, evenly spread over bands that are all drawn equally high."""
    count, labels = len(bands.limits), as_read(bands).limit_labels()
    every = -(-count // RAMP_TICKS)
    places = [place for place in range(every, count + 1, every) if count - place >= every / 2]
    return (
        (0.0, "0"),
        *((place / count, labels[place - 1]) for place in (*places, count)),
    )


def _seen(colours: NDArray[np.uint8], scene: Scene) -> tuple[Colour, ...]:
    return tuple((int(r), int(g), int(b)) for r, g, b in scene.seen(colours))


class LegendPainter:
    """Lays a legend out from top to bottom and draws it; asks the font for every size."""

    def __init__(self, legend: Legend, theme: Theme, font: QFont, tallest: float) -> None:
        self.legend, self.theme = legend, theme
        self.font = QFont(font)
        self.title_font = QFont(font)
        self.title_font.setWeight(QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self.font)
        self._line = self._metrics.height() + 3
        self._caption = self._wrapped_caption()
        self._band = self._band_height(tallest)

    def _band_height(self, tallest: float) -> float:
        """Height of a band's swatch; many bands share what room there is."""
        count = max(len(self.legend.bands), 1)
        room = max(tallest - self._height_but_bands(), 4.0 * count)
        return min(self._line + 1, room / count)

    def _height_but_bands(self) -> float:
        legend, height = self.legend, 2 * _PAD
        timed = bool(legend.bands or legend.ramp)
        if timed:
            height += self._line + 4 + (_BAR_HEIGHT + 12 if legend.ramp else 0)
            height += self._line + 3 if legend.beyond is not None else 0
            height += self._caption.height() + 4 if legend.caption else 0
        if legend.speeds is not None:
            height += (10 if timed else 0) + 2 * self._line + 14
        if legend.ground:
            height += 8 + len(legend.ground) * (self._line + 3)
        return height

    def size(self) -> tuple[float, float]:
        width = max(self._width_but_caption(), self._caption.width())
        return width + 2 * _PAD, self._height_but_bands() + len(self.legend.bands) * self._band

    def _wrapped_caption(self) -> QRectF:
        """The room that the caption takes in lines as long as the longest label, or as is read
        easily."""
        if not self.legend.caption:
            return QRectF()
        wide = max(self._width_but_caption(), CAPTION_LETTERS * self._metrics.averageCharWidth())
        room = QRectF(0, 0, wide, 1e6)
        return self._metrics.boundingRect(room, _WRAPPED, self.legend.caption)

    def _width_but_caption(self) -> float:
        legend, wide = self.legend, self._metrics.horizontalAdvance
        more = () if legend.beyond is None else (legend.beyond,)
        labels = [label for _, label in legend.bands + more + legend.ticks + legend.ground]
        widest = max((wide(label) for label in labels), default=0.0)
        titles = (self._speed_title(), legend.title)
        title = max(map(QFontMetricsF(self.title_font).horizontalAdvance, titles))
        return float(max(_SWATCH + _GAP + widest, title, 104.0))

    def _speed_title(self) -> str:
        return tr("Speed, {unit}").format(unit=units().speed[0])

    def draw(self, painter: QPainter, corner: QPointF) -> QRectF:
        """Draw with the lower right corner at `corner`; returns the plate."""
        width, height = self.size()
        plate = QRectF(corner.x() - width, corner.y() - height, width, height)
        draw_plate(painter, plate, self.theme)
        painter.save()
        self._inner = plate.adjusted(_PAD, _PAD, -_PAD, -_PAD)
        self._y = self._inner.top()
        if self.legend.bands or self.legend.ramp:
            self._draw_title(painter, self.legend.title)
            self._draw_caption(painter)
            self._draw_bands(painter)
            self._draw_ramp(painter)
            self._draw_beyond(painter)
        if self.legend.speeds is not None:
            self._y += 10 if self.legend.bands or self.legend.ramp else 0
            self._draw_title(painter, self._speed_title())
            self._draw_speeds(painter, self.legend.speeds)
        self._draw_ground(painter)
        painter.restore()
        return plate

    def _draw_title(self, painter: QPainter, text: str) -> None:
        painter.setFont(self.title_font)
        painter.setPen(QColor(self.theme.text))
        box = QRectF(self._inner.left(), self._y, self._inner.width(), self._line)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setFont(self.font)
        self._y += self._line + 4

    def _draw_label(self, painter: QPainter, middle: float, text: str) -> None:
        left = self._inner.left() + _SWATCH + _GAP
        box = QRectF(left, middle - self._line / 2, self._inner.right() - left + 2, self._line)
        painter.setPen(QColor(self.theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_caption(self, painter: QPainter) -> None:
        if self.legend.caption:
            painter.setPen(QColor(self.theme.muted))
            room = QRectF(self._inner.left(), self._y, *self._caption.size().toTuple())
            painter.drawText(room.adjusted(0, 0, 1, 1), _WRAPPED, self.legend.caption)
            self._y += self._caption.height() + 4

    def _draw_bands(self, painter: QPainter) -> None:
        every = max(1, int(np.ceil(self._metrics.height() / self._band)))
        for index, (colour, label) in enumerate(self.legend.bands):
            box = QRectF(self._inner.left(), self._y, _SWATCH, self._band)
            painter.fillRect(box, QColor(*colour))
            if index % every == 0:
                self._draw_label(painter, box.center().y(), label)
            self._y += self._band

    def _draw_ramp(self, painter: QPainter) -> None:
        if not self.legend.ramp:
            return
        self._y += 6
        box = QRectF(self._inner.left(), self._y, _SWATCH, _BAR_HEIGHT)
        self._fill_ramp(painter, box)
        for share, text in self.legend.ticks:
            at = box.top() + share * box.height()
            painter.setPen(QPen(QColor(self.theme.muted), 1))
            painter.drawLine(QPointF(box.right() + 1, at), QPointF(box.right() + 5, at))
            self._draw_label(painter, at, text)
        self._y += _BAR_HEIGHT + 6

    def _fill_ramp(self, painter: QPainter, box: QRectF) -> None:
        ramp = self.legend.ramp
        if self.legend.stepped:
            edges = [box.top() + box.height() * k / len(ramp) for k in range(len(ramp) + 1)]
            for colour, top, bottom in zip(ramp, edges, edges[1:], strict=False):
                painter.fillRect(QRectF(box.left(), top, _SWATCH, bottom - top), QColor(*colour))
            return
        gradient = QLinearGradient(box.topLeft(), box.bottomLeft())
        for index, colour in enumerate(ramp):
            gradient.setColorAt(index / (len(ramp) - 1), QColor(*colour))
        painter.fillRect(box, QBrush(gradient))

    def _draw_beyond(self, painter: QPainter) -> None:
        if self.legend.beyond is None:
            return
        colour, label = self.legend.beyond
        box = QRectF(self._inner.left(), self._y + 3, _SWATCH, self._line)
        painter.fillRect(box, QColor(*colour))
        self._draw_label(painter, box.center().y(), label)
        self._y += self._line + 3

    def _draw_speeds(self, painter: QPainter, texts: tuple[str, str, str]) -> None:
        box = QRectF(self._inner.left(), self._y, self._inner.width(), 10)
        gradient = QLinearGradient(box.topLeft(), box.topRight())
        gradient.setColorAt(0, QColor(self.theme.slow))
        gradient.setColorAt(1, QColor(self.theme.fast))
        painter.setPen(QPen(QColor(self.theme.border), 1))
        painter.setBrush(QBrush(gradient))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        self._y += 12
        row = QRectF(self._inner.left(), self._y, self._inner.width(), self._line)
        painter.setPen(QColor(self.theme.muted))
        sides = (
            Qt.AlignmentFlag.AlignLeft,
            Qt.AlignmentFlag.AlignHCenter,
            Qt.AlignmentFlag.AlignRight,
        )
        for side, text in zip(sides, texts, strict=True):
            painter.drawText(row, side, text)
        self._y += self._line - 2

    def _draw_ground(self, painter: QPainter) -> None:
        self._y += 8
        theme = self.theme
        tones = {
            "rest": theme.rest_major, "closed": theme.road_closed, "shut": theme.road_shut,
        }  # fmt: skip
        for kind, label in self.legend.ground:
            box = QRectF(self._inner.left(), self._y + 2, _SWATCH, self._line - 3)
            if kind in tones:
                middle = box.center().y()
                bar = QRectF(box.left(), middle - 1.5, box.width(), 3)
                painter.fillRect(bar, QColor(tones[kind]))
                self._draw_label(painter, middle, label)
                self._y += self._line + 3
                continue
            painter.setPen(QPen(QColor(self.theme.border), 1))
            painter.setBrush(self._ground_brush(kind, box))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
            if kind == "barrier":
                self._hatch(painter, box.adjusted(1, 1, -1, -1))
            self._draw_label(painter, box.center().y(), label)
            self._y += self._line + 3

    def _ground_brush(self, kind: str, box: QRectF) -> QBrush:
        theme = self.theme
        if kind == "barrier":
            return QBrush(QColor(theme.barrier))
        if kind == "no data":
            return QBrush(QColor(theme.sea))
        if kind == "sea":
            return QBrush(self._pale_gradient(box))
        gradient = QLinearGradient(box.topLeft(), box.topRight())
        gradient.setColorAt(0, QColor(theme.slow))
        gradient.setColorAt(1, QColor(theme.fast))
        return QBrush(gradient) if self.legend.speeds is not None else QBrush(QColor(theme.canvas))

    def _pale_gradient(self, box: QRectF) -> QLinearGradient:
        """The colours of times under the veil of the sea."""
        colours = self.legend.ramp or tuple(colour for colour, _ in self.legend.bands)
        gradient = QLinearGradient(box.topLeft(), box.topRight())
        for place, colour in enumerate(colours):
            seen = between(colour, rgb(self.theme.sea), VEIL)
            gradient.setColorAt(place / max(len(colours) - 1, 1), QColor(*seen.tolist()))
        return gradient

    def _hatch(self, painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.setClipRect(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.barrier_hatch), 1.4))
        for shift in np.arange(-box.height(), box.width() + box.height(), 5.0):
            foot = QPointF(box.left() + float(shift), box.bottom())
            painter.drawLine(foot, foot + QPointF(box.height(), -box.height()))
        painter.restore()
