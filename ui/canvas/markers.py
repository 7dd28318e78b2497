"""Starts, the path to the pointer and the note beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.starts import PlacedStart, coloured
from ui.canvas.plate import draw_plate
from ui.canvas.viewport import Viewport
from ui.pictures.theme import Theme
from ui.texts import one_line

RADIUS = 7.5
"""Radius in pixels of a start's disc; its ring lies around it."""

NAME_LETTERS = 24
"""Letters up to which the name of a start is written whole beside it."""

_CLOCK = 1.35
"""Size of the letters of the front's clock, by that of others on the map."""

_SMOOTH = 5  # points
_SMALL_STEP = 7.0  # pixels
_CONNECTED = 3.0  # pixels between a click and its start that need no line


@dataclass(frozen=True, slots=True)
class StartLook:
    """colour : as CSS writes it, "" for that of the theme. name : beside it. on : solved from."""

    colour: str = ""
    name: str = ""
    on: bool = True


PLAIN = StartLook()
"""Look of a start that nobody named or coloured."""


def looks_of(starts: Sequence[PlacedStart]) -> tuple[StartLook, ...]:
    """Several starts have colours of their own, as the map of who is first."""
    shown = coloured(starts) if len(starts) > 1 else starts
    letters = NAME_LETTERS
    return tuple(StartLook(s.colour, one_line(s.name, letters), s.on) for s in shown)


def draw_start(
    painter: QPainter,
    at: QPointF,
    text: str,
    theme: Theme,
    hovered: bool,
    held: bool,
    look: StartLook = PLAIN,
) -> None:
    """A disc in a white ring, with its number where there are several.

    One that is off is a ring alone.
    """
    tone = QColor(look.colour or theme.start)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = start_radius(text, hovered or held)
    if hovered or held:
        halo = QColor(tone)
        halo.setAlphaF(0.32 if held else 0.24)
        painter.setBrush(halo)
        painter.drawEllipse(at, radius + 9, radius + 9)
    for spread, strength in ((5.0, 0.10), (4.0, 0.16), (3.2, 0.30)):
        shade = QColor(theme.shadow)
        shade.setAlphaF(strength)
        painter.setBrush(shade)
        painter.drawEllipse(at + QPointF(0, 1), radius + spread, radius + spread)
    painter.setBrush(QColor(theme.start_ring))
    painter.drawEllipse(at, radius + 2.6, radius + 2.6)
    painter.setBrush(tone)
    painter.drawEllipse(at, radius, radius)
    if not look.on:
        painter.setBrush(QColor(theme.start_ring))
        painter.drawEllipse(at, radius - 2.2, radius - 2.2)
    if text:
        _draw_number(painter, at, text, tone if not look.on else _on_top(tone))
    else:
        painter.setBrush(QColor(theme.start_ring))
        painter.drawEllipse(at, 2.2, 2.2)
    painter.restore()


def start_radius(text: str, lifted: bool) -> float:
    """Radius in pixels of a start's disc. text : its number, "" for none. lifted : under the
    pointer, or held."""
    return RADIUS + (1.5 if lifted else 0.0) + (1.5 if text else 0.0)


def draw_start_names(
    painter: QPainter, starts: Sequence[tuple[QPointF, float, str, bool]], theme: Theme
) -> None:
    """Names beside discs: on the right, else on the left, none over another or over a disc; for
    those there is no room for, one points at the start.

    starts : place and radius of each disc, its name, "" for none, and whether it is lifted.
    """
    metrics = QFontMetricsF(_name_font(painter.font()))
    taken = [QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r) for at, r, *_ in starts]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for at, radius, name, lifted in sorted(starts, key=lambda start: not start[3]):
        if not name:
            continue
        width, height, off = metrics.horizontalAdvance(name), metrics.height(), radius + 6.0
        places = [QRectF(x, at.y() - height / 2, width, height)
                  for x in (at.x() + off, at.x() - off - width)]  # fmt: skip
        free = [place for place in places if not any(map(place.intersects, taken))]
        if free or lifted:
            place = (free or places)[0]
            taken.append(place)
            draw_name(painter, QPointF(place.left(), at.y()), name, theme)
    painter.restore()


def _on_top(tone: QColor) -> QColor:
    """Black or white, whichever is read more easily on a colour."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (tone.redF(), tone.greenF(), tone.blueF())
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return QColor("#111111") if light > 0.179 else QColor("#ffffff")


PACE_BELOW = RADIUS + 20.0
"""Pixels from the middle of a start down to that of the words beneath it."""


def draw_pace(painter: QPainter, at: QPointF, words: str, theme: Theme) -> None:
    """Words beneath a start that is held, beside which a name may stand."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = pace_width(painter.font(), words)
    draw_name(painter, at + QPointF(-width / 2, PACE_BELOW), words, theme)
    painter.restore()


def pace_width(font: QFont, words: str) -> float:
    """Pixels that these words take; font : of the painter."""
    return QFontMetricsF(_name_font(font)).horizontalAdvance(words)


def _name_font(of: QFont) -> QFont:
    font = QFont(of)
    font.setWeight(QFont.Weight.DemiBold)
    font.setPixelSize(12)
    return font


def draw_name(painter: QPainter, at: QPointF, name: str, theme: Theme) -> None:
    """Text with a halo, its middle as high as a point."""
    font = _name_font(painter.font())
    path = QPainterPath()
    path.addText(at + QPointF(0.0, QFontMetricsF(font).capHeight() / 2), font, name)
    halo = QPen(QColor(theme.panel), 3.2)
    halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, halo)
    painter.fillPath(path, QColor(theme.text))


def _draw_number(painter: QPainter, at: QPointF, text: str, colour: QColor) -> None:
    font = QFont(painter.font())
    font.setWeight(QFont.Weight.Bold)
    font.setPixelSize(11 if len(text) < 2 else 9)
    painter.setFont(font)
    painter.setPen(colour)
    box = QRectF(at.x() - 12, at.y() - 12, 24, 24)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def path_pixels(
    points: NDArray[np.float64], viewport: Viewport, smooth: bool = True
) -> NDArray[np.float64]:
    """Pixels of a line in the plane, (n, 2), without those that come within a pixel of the last.

    Where its steps are too small to be seen one by one, their stairs are smoothed, if `smooth`.
    """
    if not len(points):
        return points.reshape(0, 2)
    x = viewport.width / 2 + (points[:, 0] - viewport.x) / viewport.scale
    y = viewport.height / 2 - (points[:, 1] - viewport.y) / viewport.scale
    if smooth and len(x) > 2 * _SMOOTH and np.hypot(np.diff(x), np.diff(y)).max() < _SMALL_STEP:
        x, y = _smoothed(x), _smoothed(y)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    keep = np.concatenate([[True], np.diff(np.floor(way / 1.5)) > 0])
    keep[-1] = True
    return np.stack([x[keep], y[keep]], axis=1)


def _smoothed(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means of `_SMOOTH` neighbours; the ends stay."""
    half = _SMOOTH // 2
    means = values.copy()
    means[half:-half] = np.convolve(values, np.full(_SMOOTH, 1 / _SMOOTH), "valid")
    return means


def path_length(points: NDArray[np.float64], metres_per_unit: float) -> float:
    """Metres along a line in CRS units."""
    steps = np.diff(points, axis=0)
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum() * metres_per_unit)


def draw_connector(painter: QPainter, clicked: QPointF, start: QPointF, theme: Theme) -> None:
    """From where the pointer was to where the start stands."""
    if math.hypot(start.x() - clicked.x(), start.y() - clicked.y()) < _CONNECTED:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, width in ((theme.start_ring, 3.6), (theme.start, 1.4)):
        painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(clicked, start)
    painter.setPen(QPen(QColor(theme.start), 1.6))
    painter.setBrush(QColor(theme.start_ring))
    painter.drawEllipse(clicked, 3.4, 3.4)
    painter.restore()


def draw_path(
    painter: QPainter,
    points: NDArray[np.float64],
    viewport: Viewport,
    theme: Theme,
    smooth: bool = True,
) -> None:
    """A cased line along the points, which are in the plane."""
    pixels = path_pixels(points, viewport, smooth)
    if len(pixels) < 2:
        return
    line = QPolygonF([QPointF(x, y) for x, y in pixels.tolist()])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    join, cap = Qt.PenJoinStyle.RoundJoin, Qt.PenCapStyle.RoundCap
    casing = QColor(theme.path_casing)
    casing.setAlphaF(0.9)
    for colour, width in ((casing, 4.6), (QColor(theme.path), 2.2)):
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, cap, join))
        painter.drawPolyline(line)
    end = QPointF(*pixels[0].tolist())
    painter.setPen(QPen(QColor(theme.path), 2))
    painter.setBrush(QColor(theme.path_casing))
    painter.drawEllipse(end, 4, 4)
    painter.restore()


NOWHERE = QRectF()
"""Rectangle without a size, which lies over nothing."""


def draw_note(
    painter: QPainter,
    at: QPointF,
    area: QRectF,
    lines: Sequence[str],
    theme: Theme,
    taken: QRectF = NOWHERE,
) -> QRectF:
    """Two lines of text beside the pointer, on the side where there is room. taken : where
    something else lies on the map."""
    bold = QFont(painter.font())
    bold.setWeight(QFont.Weight.DemiBold)
    fonts = [bold, *[QFont(painter.font())] * (len(lines) - 1)]
    metrics = [QFontMetricsF(font) for font in fonts]
    width = max(m.horizontalAdvance(t) for m, t in zip(metrics, lines, strict=True)) + 20
    height = sum(math.ceil(m.height()) for m in metrics) + 10
    left = at.x() + 16 if at.x() + 20 + width < area.right() else at.x() - 16 - width
    plate = QRectF(left, at.y() - 12 - height, width, height)
    if plate.top() - 4 <= area.top() or plate.intersects(taken):
        plate.moveTop(at.y() + 16)
        if plate.intersects(taken):  # the pointer is on it, or close above
            plate.moveTop(taken.bottom() + 4)
    top = plate.top()
    draw_plate(painter, plate, theme, 7)
    y = top + 5
    painter.save()
    for index, (font, metric, text) in enumerate(zip(fonts, metrics, lines, strict=True)):
        painter.setFont(font)
        painter.setPen(QColor(theme.text if index == 0 else theme.muted))
        box = QRectF(left + 10, y, width - 20, math.ceil(metric.height()))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        y += math.ceil(metric.height())
    painter.restore()
    return plate


PILL_ROOM = 28
"""Pixels that a pill is wider than its text."""


def draw_divider(painter: QPainter, x: float, height: float, theme: Theme) -> None:
    """The line between two maps, with a handle in its middle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for colour, width in ((theme.start_ring, 4.0), (theme.text, 1.5)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawLine(QPointF(x, 0), QPointF(x, height))
    middle = QPointF(x, height / 2)
    draw_plate(painter, QRectF(middle.x() - 14, middle.y() - 14, 28, 28), theme, 14)
    painter.setPen(QPen(QColor(theme.text), 1.8))
    for side in (-1, 1):
        tip = QPointF(x + 9 * side, middle.y())
        for end in (-4, 4):
            painter.drawLine(tip, QPointF(x + 4 * side, middle.y() + end))
    painter.restore()


def draw_pill(painter: QPainter, corner: QPointF, text: str, theme: Theme) -> QRectF:
    """A short remark on a round plate with its upper left corner at `corner`."""
    metrics = QFontMetricsF(painter.font())
    width, height = metrics.horizontalAdvance(text) + PILL_ROOM, metrics.height() + 10
    plate = QRectF(corner.x(), corner.y(), width, height)
    draw_plate(painter, plate, theme, height / 2)
    painter.setPen(QColor(theme.text))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
    return plate


def draw_clock(painter: QPainter, corner: QPointF, text: str, theme: Theme) -> QRectF:
    """The same in letters that are read from the back of a room."""
    painter.save()
    font = QFont(painter.font())
    font.setPointSizeF(font.pointSizeF() * _CLOCK)
    font.setBold(True)
    painter.setFont(font)
    plate = draw_pill(painter, corner, text, theme)
    painter.restore()
    return plate


def draw_welcome(painter: QPainter, area: QRectF, title: str, advice: str, theme: Theme) -> None:
    """What an empty map says, in a dashed frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width, height = min(460.0, area.width() - 40), min(230.0, area.height() - 40)
    box = QRectF(area.center().x() - width / 2, area.center().y() - height / 2, width, height)
    frame = QPainterPath()
    frame.addRoundedRect(box, 14, 14)
    pen = QPen(QColor(theme.border), 1.6, Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([5, 4])
    painter.setPen(pen)
    painter.setBrush(QColor(theme.panel))
    painter.drawPath(frame)
    _draw_rings(painter, QPointF(box.center().x(), box.top() + height * 0.33), theme)
    large = QFont(painter.font())
    large.setPointSizeF(painter.font().pointSizeF() * 1.35)
    large.setWeight(QFont.Weight.DemiBold)
    painter.setFont(large)
    painter.setPen(QColor(theme.text))
    line = QRectF(box.left() + 20, box.top() + height * 0.62, width - 40, 28)
    painter.drawText(line, Qt.AlignmentFlag.AlignCenter, title)
    large.setPointSizeF(large.pointSizeF() / 1.35)
    large.setWeight(QFont.Weight.Normal)
    painter.setFont(large)
    painter.setPen(QColor(theme.muted))
    centred = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(line.adjusted(0, 32, 0, 60), centred, advice)
    painter.restore()


def _draw_rings(painter: QPainter, middle: QPointF, theme: Theme) -> None:
    """A front that spreads: the sign of an empty map."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for index, radius in enumerate((34.0, 23.0, 12.0)):
        colour = QColor(theme.accent)
        colour.setAlphaF(0.28 + 0.26 * index)
        painter.setPen(QPen(colour, 2.4))
        painter.drawEllipse(middle, radius, radius * 0.86)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.start))
    painter.drawEllipse(middle, 4.5, 4.5)
