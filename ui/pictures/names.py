"""Names of streets and places on a map, none over another: which are shown, and where. No Qt.

Greater places and roads come first, and what finds no room is left out. Where a name may stand
depends on the line and the scale alone and not on what is seen, so that names stay where they are
while the ground is panned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from road.graph import RoadGraph
from road.maps.name_lines import NameLines, name_lines_of
from road.names import MapNames, PlaceKind
from ui.pictures.ground import Floats, MapGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.theme import Theme


class Lettering(Protocol):
    """What measures and draws text; sizes in pixels."""

    def width(self, text: str, size: float, strong: bool) -> float: ...
    def draw(self, shape: tuple[int, int], labels: Sequence[Label], theme: Theme) -> Pixels: ...


class Label(NamedTuple):
    """A name where it is drawn: x, y of its middle in pixels, the angle clockwise in degrees, the
    size of its letters in pixels. kind : "place" or "street"."""

    text: str
    x: float
    y: float
    angle: float
    size: float
    kind: str
    strong: bool


_STREET_SIZES = (10.5, 11.0, 11.5, 12.0)
"""Pixels of the letters on streets of each rank."""

_FROM = (3.5, 8.0, 20.0, 90.0)
"""Metres of a pixel from which on streets of each rank go without names."""

_PLACES: dict[PlaceKind, tuple[float, float, bool]] = {
    PlaceKind.CITY: (17.0, 2000.0, True),
    PlaceKind.TOWN: (14.5, 400.0, True),
    PlaceKind.ISLAND: (15.0, 600.0, False),
    PlaceKind.VILLAGE: (12.5, 110.0, False),
    PlaceKind.SUBURB: (13.0, 40.0, True),
    PlaceKind.HAMLET: (11.5, 40.0, False),
    PlaceKind.NEIGHBOURHOOD: (11.5, 15.0, False),
    PlaceKind.LOCALITY: (11.0, 12.0, False),
}
"""Letters of each kind of place in pixels, metres of a pixel from which on it is left out, and
whether it is in strong letters."""

_MOST = 700
"""Lines that are looked at for a picture, the greatest first: no more names find room."""

_LETTER = 0.45
"""Width of a letter, as a share of its height, below which hardly any text is."""

_AGAIN = 320.0
"""Pixels from a name to the same again on one line, or on another near it."""

_BEND = 0.32
"""Deviation of a line from the straight under a name, as a share of the letters' size."""

_CELL = 4
"""Pixels of a side of the cells that are free or taken."""


@dataclass(frozen=True, eq=False)
class NamePlacing:
    """What names are placed by. pixel_ratio : device pixels of one of the canvas."""

    graph: RoadGraph
    ground: MapGround
    lettering: Lettering
    patch: Patch
    pixel_ratio: float

    @property
    def scale(self) -> float:
        left, _, right, _ = self.patch.bounds
        return (right - left) / self.patch.shape[1]

    @property
    def metres(self) -> float:
        """Metres of a canvas pixel."""
        _, bottom, _, top = self.patch.bounds
        return self.ground.metres_per_unit((bottom + top) / 2) * self.scale * self.pixel_ratio

    def labels(self) -> list[Label]:
        """The names that find room, in device pixels of the patch."""
        names = self.graph.names
        if names is None:
            return []
        room = _Room(self.patch.shape, self.pixel_ratio)
        found = self._places(names, room)
        lines = name_lines_of(self.graph, lambda x, y: self._project(x, y))
        if lines is not None:
            found += self._streets(names, lines, room)
        return found

    def _project(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        plane = self.ground.line(np.column_stack((x, y)))
        return plane[:, 0].copy(), plane[:, 1].copy()

    def _places(self, names: MapNames, room: _Room) -> list[Label]:
        if not len(names.place_x):
            return []
        x, y = self._project(names.place_x, names.place_y)
        left, _, _, top = self.patch.bounds
        px, py = (x - left) / self.scale, (top - y) / self.scale
        rows, cols = self.patch.shape
        seen = (px > -100) & (px < cols + 100) & (py > -30) & (py < rows + 30)
        first, lowest, last, highest = self.ground.bounds
        seen &= (first <= x) & (x <= last) & (lowest <= y) & (y <= highest)
        found = []
        for k in sorted(np.flatnonzero(seen).tolist(), key=lambda k: (names.place_kind[k], k)):
            size, until, strong = _PLACES[PlaceKind(int(names.place_kind[k]))]
            if self.metres > until:
                continue
            size *= self.pixel_ratio
            text = names.texts[names.place_name[k]]
            wide = self.lettering.width(text, size, strong)
            at = self._within(float(px[k]), float(py[k]), wide, size)
            if room.take(*at, wide, size, 0.0, text):
                found.append(Label(text, *at, 0.0, size, "place", strong))
        return found

    def _within(self, x: float, y: float, wide: float, high: float) -> tuple[float, float]:
        """The nearest middle of a text that does not reach over the edge of the ground, where
        nothing is drawn."""
        left, _, _, top = self.patch.bounds
        first, lowest, last, highest = self.ground.bounds
        aside, beyond = wide / 2 + 0.35 * high, 0.85 * high
        least_x, most_x = (first - left) / self.scale + aside, (last - left) / self.scale - aside
        least_y, most_y = (
            (top - highest) / self.scale + beyond,
            (top - lowest) / self.scale - beyond,
        )
        return _clipped(x, least_x, most_x), _clipped(y, least_y, most_y)

    def _streets(self, names: MapNames, lines: NameLines, room: _Room) -> list[Label]:
        found = []
        for k in self._candidates(names, lines).tolist():
            text = names.texts[lines.name[k]]
            size = _STREET_SIZES[lines.rank[k]] * self.pixel_ratio
            wide = self.lettering.width(text, size, False)
            if wide * 1.05 > lines.length[k] / self.scale:
                continue
            begin, end = lines.first[k], lines.first[k + 1]
            found += self._along(lines, begin, end, text, wide, size, room)
        return found

    def _candidates(self, names: MapNames, lines: NameLines) -> NDArray[np.int64]:
        """Numbers of lines that are seen and long enough, the greatest first."""
        left, bottom, right, top = self.patch.bounds
        boxes = lines.boxes
        seen = (boxes[:, 0] < right - lines.left) & (boxes[:, 2] > left - lines.left)
        seen &= (boxes[:, 1] < top - lines.top) & (boxes[:, 3] > bottom - lines.top)
        letters = np.diff(names.text_first)[lines.name]
        size = np.array(_STREET_SIZES)[lines.rank] * self.pixel_ratio * _LETTER
        seen &= (lines.length / self.scale > letters * size) & (letters > 0)
        seen &= np.array(_FROM)[lines.rank] > self.metres
        found = np.flatnonzero(seen)
        order = np.lexsort((found, -lines.length[found], -lines.rank[found].astype(np.int64)))
        return found[order][:_MOST]

    def _along(
        self, lines: NameLines, begin: int, end: int, text: str, wide: float, size: float,
        room: _Room,
    ) -> list[Label]:  # fmt: skip
        """A name on a line, again and again where it is long; outwards from its middle."""
        left, _, _, top = self.patch.bounds
        x = (lines.px[begin:end] + (lines.left - left)) / self.scale
        y = ((top - lines.top) - lines.py[begin:end]) / self.scale
        way = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
        middle, step = way[-1] / 2, wide / 3
        rows, cols = self.patch.shape
        found = []
        for k in range(min(int((way[-1] - wide) / step) + 1, 400)):
            at = middle + step * ((k + 1) // 2) * (1 if k % 2 else -1)
            if at - wide / 2 < 0 or at + wide / 2 > way[-1]:
                continue
            stops = at + np.linspace(-0.5, 0.5, 7) * wide
            sx, sy = np.interp(stops, way, x), np.interp(stops, way, y)
            if not (0 <= sx[3] < cols and 0 <= sy[3] < rows):
                continue
            dx, dy = sx[-1] - sx[0], sy[-1] - sy[0]
            chord = math.hypot(dx, dy)
            off = np.abs((sx - sx[0]) * dy - (sy - sy[0]) * dx) / max(chord, 1e-9)
            if chord < 0.96 * wide or off.max() > _BEND * size:
                continue
            if dx < 0 or (dx == 0 and dy > 0):
                dx, dy = -dx, -dy
            angle = math.degrees(math.atan2(dy, dx))
            cx, cy = float(sx[[0, -1]].mean()), float(sy[[0, -1]].mean())
            if room.take(cx, cy, wide, size, angle, text):
                found.append(Label(text, cx, cy, angle, size, "street", False))
        return found


def _clipped(value: float, least: float, most: float) -> float:
    return (least + most) / 2 if least > most else min(max(value, least), most)


class _Room:
    """Which parts of a picture have a name already, and where each text stands."""

    def __init__(self, shape: tuple[int, int], pixel_ratio: float) -> None:
        self._cell = _CELL * pixel_ratio
        self._again = _AGAIN * pixel_ratio
        self._margin = int(300 * pixel_ratio / self._cell) + 1
        rows, cols = (int(side / self._cell) + 2 * self._margin + 2 for side in shape)
        self._taken = np.zeros((rows, cols), np.bool_)
        self._places: dict[str, list[tuple[float, float]]] = {}

    def take(self, x: float, y: float, wide: float, high: float, angle: float, text: str) -> bool:
        """Take room around (x, y), unless some of it is taken, or the text is near already."""
        there = self._places.setdefault(text, [])
        if any(math.hypot(x - ox, y - oy) < self._again for ox, oy in there):
            return False
        turn = math.radians(angle)
        reach, rise = wide / 2 + 0.35 * high, 0.85 * high
        along = np.arange(-reach, reach + self._cell, self._cell / 1.5)
        across = np.arange(-rise, rise + self._cell, self._cell / 1.5)
        a, b = np.meshgrid(along, across)
        cols = ((x + a * math.cos(turn) - b * math.sin(turn)) / self._cell).astype(int)
        rows = ((y + a * math.sin(turn) + b * math.cos(turn)) / self._cell).astype(int)
        rows, cols = rows + self._margin, cols + self._margin
        high_row, high_col = self._taken.shape
        inside = (rows >= 0) & (cols >= 0) & (rows < high_row) & (cols < high_col)
        rows, cols = rows[inside], cols[inside]
        if self._taken[rows, cols].any():
            return False
        self._taken[rows, cols] = True
        there.append((x, y))
        return True
