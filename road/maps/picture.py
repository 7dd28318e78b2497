"""A picture of streets as plain values, and drawing it with all threads of the processor.

A device draws the same values to the same pixels (`gpu.roads.pictures`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.geometry.blending import mixed
from core.parallel.threads import PICTURE_THREADS, kept_threads
from road.graph import F64
from road.maps.drawing import NO_INK, Inks, View, draw_streets
from road.maps.drawing_layout import RANKS, StreetLines
from road.maps.drawing_times import StreetTimes
from road.maps.glow import SMALL, SmallPicture, blank, lay_light

_STRIP_ROWS = 64, 160
"""Rows drawn between two looks at whether the picture is still wanted: at least, since streets at
its edges are drawn twice, and at most."""

_SMALL_ROWS = 12
"""Least rows of the small picture of light that one thread draws."""

_LEAST_LIT = 0.55
"""Least width, in pixels of the small picture, of roads that give light."""

FILLED = 0.42
"""Opacity of areas, over which roads are still told apart."""

Image = NDArray[np.uint32]


class Light(NamedTuple):
    """Light around streets that are reached.

    col, row : of the picture's first pixel, counted from a point that all pictures of one scale
    share. level : of detail, see `StreetLines.level_at`. dark : whether it shines in the dark.
    """

    col: int
    row: int
    level: int
    dark: bool


class Filled(NamedTuple):
    """Ground near streets. width : pixels. tables : of colours, each with those of one band, the
    one that is drawn first at the beginning."""

    width: float
    tables: tuple[Image, ...]


class StreetPicture(NamedTuple):
    """Streets over an opaque picture. light, filled : None for none."""

    view: View
    inks: Inks
    light: Light | None = None
    filled: Filled | None = None

    @classmethod
    def lit(cls, view: View, inks: Inks, lines: StreetLines, dark: bool) -> StreetPicture:
        """With light around them."""
        col, row = round(view.left / view.scale), round(-view.top / view.scale)
        return cls(view, inks, Light(col, row, lines.level_at(view.scale * SMALL), dark))

    def part(self, right: int, down: int) -> StreetPicture:
        """The same from another first pixel on."""
        view, light = self.view, self.light
        left, top = view.left + right * view.scale, view.top - down * view.scale
        if light is not None:
            light = light._replace(col=light.col + right, row=light.row + down)
        return self._replace(view=view._replace(left=left, top=top), light=light)

    @property
    def alone(self) -> Inks:
        """Colours of what is reached and of nothing else."""
        return self.inks._replace(closed=NO_INK, rest=NO_INK, casing=NO_INK, shut=NO_INK)

    def lit_view(self, place: SmallPicture) -> View:
        """How streets lie in the small picture of their light."""
        assert self.light is not None
        scale = self.view.scale
        broad: F64 = np.maximum(self.view.widths / SMALL, _LEAST_LIT)
        return View(place.col * scale, -place.row * scale, scale * SMALL, broad, self.light.level)


def paint(
    image: Image,
    picture: StreetPicture,
    lines: StreetLines,
    times: StreetTimes,
    wanted: Callable[[], bool],
) -> bool:
    """Draw over an opaque picture, 0xffrrggbb, C-contiguous; False once it is not wanted."""
    high, wide = image.shape
    threads = kept_threads("map-strip", PICTURE_THREADS, giving_way=True)
    light, alone = picture.light, picture.alone
    small: Image | None = None
    place = SmallPicture(0, 0, 0, 0)
    if light is not None:
        place = SmallPicture.around(light.col, light.row, wide, high)
        small = blank(place, light.dark)
        lit_view = picture.lit_view(place)

        def shine(rows: tuple[int, int]) -> bool:
            if wanted():
                draw_streets(small, rows, lit_view, lines, times, alone)
                return True
            return False

        if not all(list(threads.map(shine, _shares(place.rows, _SMALL_ROWS, place.rows)))):
            return False

    def draw(rows: tuple[int, int]) -> bool:
        first, end = rows
        if not wanted():
            return False
        if picture.filled is not None:
            _fill(image[first:end], picture.part(0, first), picture.filled, lines, times)
        if light is not None and small is not None:
            around = SmallPicture.around(light.col, light.row + first, wide, end - first)
            above = (around.row - place.row) // SMALL
            some = small[above : above + around.rows]
            lay_light(image[first:end], (light.col, light.row + first), some, around, light.dark)
        draw_streets(image, rows, picture.view, lines, times, picture.inks)
        return True

    return all(list(threads.map(draw, _shares(high, *_STRIP_ROWS))))


def _shares(rows: int, least: int, most: int) -> list[tuple[int, int]]:
    """Rows in shares: twice as many as threads, since some are dense, within these bounds."""
    each = min(max(rows // (2 * PICTURE_THREADS), least), most)
    return [(first, min(first + each, rows)) for first in range(0, rows, each)]


def _fill(
    image: Image, picture: StreetPicture, filled: Filled, lines: StreetLines, times: StreetTimes
) -> None:
    """Lay the ground near roads of each band under some rows."""
    over = image.copy()
    view = picture.view._replace(widths=np.full(RANKS, filled.width))
    for table in filled.tables:
        inks = picture.alone._replace(table=table)
        draw_streets(over, (0, len(over)), view, lines, times, inks)
    image[:] = mixed(image, over, FILLED)
