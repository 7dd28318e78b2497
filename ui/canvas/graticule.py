"""Lines of longitude and latitude, or of the CRS's own coordinates, over the map, with labels at
its edges, and an arrow to true north."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from core.files.projections import Globe, globe_of
from core.numerals import round_step
from ui.canvas.plate import draw_plate, smaller
from ui.canvas.viewport import Viewport
from ui.pictures.ground import MapGround
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme
from ui.texts import coordinate

Floats = NDArray[np.float64]

APART = 130.0
"""Pixels between two lines, about."""

MOST_LINES = 40
"""Lines of one direction: more would meet at a pole."""

_ALONG = 17
"""Points of a line, which bends where the map does."""

_LOOKS = 9
"""Places along each side of the view at which longitudes and latitudes are looked at."""

_STEPS = (1, 2, 5, 10, 15, 30)
"""Minutes, and seconds, that divide what they are counted in."""

ARROW = 22.0
"""Radius in pixels of the plate that the arrow stands on."""


@dataclass(frozen=True, eq=False)
class MapLine:
    """pixels : float64, (n, 2). upright : whether it runs from foot to head. label : at its end."""

    pixels: Floats
    upright: bool
    label: str


def draw_lines(
    painter: QPainter, viewport: Viewport, ground: MapGround, style: OverlayStyle, theme: Theme
) -> None:
    """The lines that the style asks for, as far as it is known where the map lies."""
    lines: list[MapLine] = []
    if style.grid:
        lines += grid_lines(viewport, ground)
    globe = globe_of(ground.crs_wkt)
    if style.graticule and globe is not None:
        lines += graticule(viewport, ground, globe)  # type: ignore[arg-type]  # by identity
    if not lines:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dark, light = (theme.path_casing, theme.path) if theme.is_dark else (theme.path, "#ffffff")
    for colour, width, strength in ((light, 2.4, 0.30), (dark, 0.9, 0.55)):
        tone = QColor(colour)
        tone.setAlphaF(strength)
        painter.setPen(QPen(tone, width))
        for line in lines:
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line.pixels.tolist()]))
    _draw_labels(painter, lines, viewport, theme)
    painter.restore()


@lru_cache(maxsize=4)
def graticule(viewport: Viewport, ground: MapGround, globe: Globe) -> tuple[MapLine, ...]:
    """Meridians and parallels that are seen, at round degrees, minutes or seconds; kept for as long
    as the view rests."""
    seen = _seen(viewport, ground, globe)
    if seen is None:
        return ()
    west, east, south, north = seen
    step_x, step_y = (
        round_angle(degrees * APART) for degrees in _per_pixel(seen, viewport, ground, globe)
    )
    room_x, room_y = (east - west) * 0.05, (north - south) * 0.05
    across = np.linspace(west - room_x, east + room_x, _ALONG)
    along = np.linspace(max(south - room_y, -89.9), min(north + room_y, 89.9), _ALONG)
    lines = []
    for degrees in _round_values(west, east, step_x):
        ends = np.column_stack((np.full(_ALONG, degrees), along))
        side = (degrees + 180) % 360 - 180
        lines.append((ends, True, angle(side, step_x, "EW")))
    for degrees in _round_values(south, north, step_y):
        ends = np.column_stack((across, np.full(_ALONG, degrees)))
        lines.append((ends, False, angle(degrees, step_y, "NS")))
    made = (_line(globe.places(ends), u, t, viewport, ground) for ends, u, t in lines)
    return tuple(line for line in made if len(line.pixels) > 1)


def grid_lines(viewport: Viewport, ground: MapGround) -> Iterator[MapLine]:
    """Lines of round coordinates of the CRS: they are straight."""
    left, bottom, right, top = viewport.bounds
    (x0, y0), (x1, y1) = ground.to_crs(left, bottom), ground.to_crs(right, top)
    step = round_step(APART * min((x1 - x0) / viewport.width, (y1 - y0) / viewport.height))
    for x in _round_values(x0, x1, step):
        ends = np.array([[x, y0], [x, y1]])
        yield _line(ends, True, _number(x, step), viewport, ground)
    for y in _round_values(y0, y1, step):
        ends = np.array([[x0, y], [x1, y]])
        yield _line(ends, False, _number(y, step), viewport, ground)


def _line(
    places: Floats, upright: bool, label: str, viewport: Viewport, ground: MapGround
) -> MapLine:
    known = np.isfinite(places).all(axis=1)
    plane = ground.line(places[known])
    x = viewport.width / 2 + (plane[:, 0] - viewport.x) / viewport.scale
    y = viewport.height / 2 - (plane[:, 1] - viewport.y) / viewport.scale
    return MapLine(np.column_stack((x, y)), upright, label)


def _seen(
    viewport: Viewport, ground: MapGround, globe: Globe
) -> tuple[float, float, float, float] | None:
    """West, east, south and north of what is seen; None where nothing of it is on the globe."""
    left, bottom, right, top = viewport.bounds
    places = [
        ground.to_crs(x, y)
        for x in np.linspace(left, right, _LOOKS).tolist()
        for y in np.linspace(bottom, top, _LOOKS).tolist()
    ]
    found = globe.lon_lat(np.array(places))
    found = found[np.isfinite(found).all(axis=1)]
    if not len(found):
        return None
    middle = found[len(found) // 2, 0]
    longitudes = middle + (found[:, 0] - middle + 180) % 360 - 180
    west, east = float(longitudes.min()), float(longitudes.max())
    south, north = float(found[:, 1].min()), float(found[:, 1].max())
    return (west, east, south, north) if east > west and north > south else None


def _per_pixel(
    seen: tuple[float, float, float, float], viewport: Viewport, ground: MapGround, globe: Globe
) -> tuple[float, float]:
    """Degrees of longitude and of latitude by which a pixel in the middle of the view differs from
    the next, across the lines of each; of the whole view where that is not on the globe."""
    x, y, pixel = viewport.x, viewport.y, viewport.scale
    around = ((x + pixel, y), (x - pixel, y), (x, y + pixel), (x, y - pixel))
    found = globe.lon_lat(np.array([ground.to_crs(*place) for place in around]))
    apart = ((found[0::2] - found[1::2] + 180) % 360 - 180) / 2  # by right and up
    longitude, latitude = np.hypot(apart[0], apart[1]).tolist()
    if 0 < longitude < math.inf and 0 < latitude < math.inf:
        return longitude, latitude
    west, east, south, north = seen
    return (east - west) / viewport.width, (north - south) / viewport.height


def _round_values(least: float, most: float, step: float) -> list[float]:
    first, last = math.ceil(least / step), math.floor(most / step)
    last = min(last, first + MOST_LINES - 1)
    return [number * step for number in range(first, last + 1)]


def round_angle(wanted: float) -> float:
    """The same in degrees, minutes and seconds, in degrees."""
    for unit in (3600, 60, 1):
        if wanted * unit <= _STEPS[0] / 2:
            return round_step(wanted * unit) / unit
        for each in _STEPS:
            if each >= wanted * unit:
                return each / unit
    return 90.0


def angle(degrees: float, step: float, sides: str) -> str:
    """`41°09′ N`: as far as steps are told apart. sides : letters of above and below 0."""
    side = "" if degrees == 0 else f" {sides[degrees < 0]}"
    digits = max(0, math.ceil(-math.log10(step * 3600) - 1e-9))
    seconds = round(abs(degrees) * 3600, digits)
    whole, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    text = f"{whole:.0f}°"
    if step < 1:
        text += f"{minutes:02.0f}′"
    if step * 60 < 1:
        text += f"{rest:0{3 + digits if digits else 2}.{digits}f}″"
    return text + side


def _number(value: float, step: float) -> str:
    return coordinate(value, step * 10)


def _draw_labels(
    painter: QPainter, lines: Sequence[MapLine], viewport: Viewport, theme: Theme
) -> None:
    """At the foot of upright lines, at the left end of others."""
    font = smaller(painter.font(), 0.85)
    metrics = QFontMetricsF(font)
    foot = viewport.height - 6.0
    for line in lines:
        wide = metrics.horizontalAdvance(line.label)
        if line.upright:
            x = _crossing(line.pixels[:, ::-1], foot)
            at = None if x is None else QPointF(x + 4, foot)
            fits = x is not None and x + wide + 8 < viewport.width
        else:
            y = _crossing(line.pixels, 6.0)
            at = None if y is None else QPointF(6.0, y - 4)
            fits = y is not None and 20 < y < viewport.height - 24
        if at is not None and fits:
            _draw_label(painter, at, line.label, font, theme)


def _crossing(pixels: Floats, along: float) -> float | None:
    """The second coordinate where the first comes to a value; None where it does not."""
    first, second = pixels[:, 0], pixels[:, 1]
    order = np.argsort(first)
    if not first[order[0]] - 1e-6 <= along <= first[order[-1]] + 1e-6:
        return None
    return float(np.interp(along, first[order], second[order]))


def _draw_label(painter: QPainter, at: QPointF, text: str, font: QFont, theme: Theme) -> None:
    path = QPainterPath()
    path.addText(at, font, text)
    halo = QColor(theme.name_halo)
    halo.setAlphaF(0.8)
    pen = QPen(halo, 3.0)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
    painter.fillPath(path, QColor(theme.place_name))


# -- north


def north_of(viewport: Viewport, ground: MapGround) -> float | None:
    """Degrees clockwise from straight up to true north, in the middle of the view; None where it is
    not known."""
    globe = globe_of(ground.crs_wkt)
    found = None if globe is None else globe.northward(*ground.to_crs(viewport.x, viewport.y))
    if found is None:
        return None
    x, y = ground.to_plane(*found)
    across, up = x - viewport.x, y - viewport.y
    return math.degrees(math.atan2(across, up))


def draw_north(painter: QPainter, corner: QPointF, turned: float, theme: Theme) -> QRectF:
    """An arrow on a round plate with its upper right corner at `corner`; turned : degrees."""
    plate = QRectF(corner.x() - 2 * ARROW, corner.y(), 2 * ARROW, 2 * ARROW)
    draw_plate(painter, plate, theme, ARROW)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(plate.center())
    painter.rotate(turned)
    tip, foot = QPointF(0, -8.5), QPointF(0, 11)
    notch = QPointF(0, 7)
    painter.setPen(QPen(QColor(theme.text), 1.0))
    for side, fill in ((-7.5, theme.text), (7.5, theme.panel)):
        painter.setBrush(QColor(fill))
        painter.drawPolygon(QPolygonF([tip, QPointF(side, foot.y() + 3), notch]))
    font = QFont(painter.font())
    font.setPixelSize(10)
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(QRectF(-8, -20.5, 16, 12), Qt.AlignmentFlag.AlignCenter, "N")
    painter.restore()
    return plate
