"""Roads as a picture: streets in the colours of their times. May be drawn in any thread; no Qt."""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.bands import BEYOND_COLOUR, Bands
from app.roads.open_roads import OpenRoads
from core.parallel.threads import kept_threads, thread_count
from resources.colormaps import colormap
from road.costs.metric import Weights
from road.maps.drawing import NO_INK, Inks, View, draw_streets
from road.maps.drawing_layout import StreetLines, lines_of
from road.maps.drawing_times import StreetTimes, timed, untimed
from road.results.travel_times import RoadTimes
from ui.pictures.ground import RoadGround
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Brush, LayerPlan, Named
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import LIGHT, Theme
from ui.pictures.time_layer import BEYOND, TimeColours, banded, continuous_top, flowing

_STRIP_ROWS = 64, 160
"""Rows drawn between two looks at whether the picture is still wanted: at least, since streets at
its edges are drawn twice, and at most."""

_ZOOMS = (0.3, 1.0, 3.0, 8.0, 20.0, 60.0, 200.0)  # metres of a pixel
_WIDTHS = (  # pixels of each rank at these
    (9.0, 5.0, 2.8, 1.7, 1.1, 1.0, 0.9),
    (10.0, 6.0, 3.4, 2.1, 1.4, 1.0, 1.0),
    (13.0, 8.0, 4.8, 3.0, 2.0, 1.4, 1.2),
    (16.0, 10.0, 6.0, 3.8, 2.6, 2.0, 1.6),
)
_CASED = 3.0
"""Metres per pixel below which streets are wide enough for an edge of their own."""

_CUT, _FLOWING = 1.5, 5.0
"""Pixels of a piece of a street that may have one colour, for bands, whose ends show, and for
continuous colours."""

_LATEST = 1e30
"""Seconds, or whatever costs count, beyond which nothing is reached; multiplied by a table's
entries a second they are still a number."""

_DARKEST = 0.42
"""Lightness that thin lines need on a dark ground."""


@dataclass(frozen=True, eq=False)
class RoadScene:
    """Everything a picture of roads depends on but the place."""

    roads: OpenRoads
    ground: RoadGround
    times: RoadTimes | None
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    style: OverlayStyle = field(default_factory=OverlayStyle)
    theme: Theme = LIGHT

    speeds = None

    @classmethod
    def of(cls, roads: OpenRoads, times: RoadTimes | None = None) -> RoadScene | None:
        """None for roads without positions."""
        ground = RoadGround.of(roads.graph)
        return None if ground is None else cls(roads, ground, times)

    @property
    def subject(self) -> object:
        return self.roads.graph

    @property
    def named(self) -> Named | None:
        return None

    def dressed(self, bands: Bands, style: OverlayStyle, theme: Theme) -> RoadScene:
        return replace(self, bands=bands, style=style, theme=theme)

    @property
    def remarks(self) -> tuple[str, ...]:
        rest = self.times is not None and self.style.velocity
        there = {
            "rest": rest,
            "closed": rest and self.roads.costs.metric is not None,
            "shut": bool(self.roads.closures),
        }
        return tuple(name for name, is_there in there.items() if is_there)

    def seen(self, colours: NDArray[np.uint8]) -> NDArray[np.generic]:
        return paled(colours, self.style.opacity, self.theme)

    def plans(self) -> tuple[LayerPlan, ...]:
        """Roads are one picture, with their times."""
        style = replace(self.style, legend=True, scale_bar=True, note=True, isolines=True)
        timed = self.times if self.times is not None else self.roads.weights
        key = (id(timed), self.bands, style, self.theme.name)
        return (LayerPlan("roads", key, self._draw, solid=True, fine_at_once=True),)

    def strokes(self, lines: StreetLines, metres: float) -> tuple[StreetTimes, Inks]:
        """What streets are drawn by, and in which colours; metres : of a pixel."""
        return _times_of(self, lines), inks_of(self, metres)

    def _draw(self, brush: Brush) -> Pixels | None:
        canvas = words(rgb(self.theme.canvas))
        return draw_roads(self, brush, np.full(brush.patch.shape, canvas, np.uint32))


def road_colours(scene: RoadScene) -> TimeColours:
    """The colour table of a scene that has times; little opacity makes roads pale, not glassy."""
    assert scene.times is not None
    top = continuous_top(scene.times) if scene.style.continuous else 0.0
    style = scene.style
    return _tables(scene.bands, style.colormap, style.opacity, scene.theme, top)


@lru_cache(8)
def _tables(bands: Bands, name: str, opacity: float, theme: Theme, top: float) -> TimeColours:
    """Colours that flow up to `top`, or bands where it is 0; made once for many frames."""
    limits = np.asarray(bands.limits, np.float64)
    beyond = beyond_on_roads(opacity, theme)
    if top:
        ramp = paled(colormap(name), opacity, theme)
        smooth = flowing(limits, ramp, top, 1.0, False, theme.isoline, beyond)
        # No more colours than the eye tells apart: streets are cut at every change of them.
        fewer = np.arange(len(smooth.fill)) & ~0xFF
        fewer[BEYOND:] = BEYOND, BEYOND + 1
        return replace(smooth, fill=smooth.fill[fewer])
    steps = paled(bands.colours(name)[:, :3], opacity, theme)
    return banded(limits, steps, 1.0, False, theme.isoline, beyond)


def beyond_on_roads(opacity: float, theme: Theme) -> tuple[int, int, int]:
    """The colour of roads that are reached beyond the last band."""
    red, green, blue = paled(np.array([BEYOND_COLOUR], np.uint8), opacity, theme)[0].tolist()
    return red, green, blue


def paled(colours: NDArray[np.uint8], opacity: float, theme: Theme) -> NDArray[np.uint8]:
    """Full strength at the usual opacity, so that thin lines can be told apart; in the dark what is
    dark itself is lightened."""
    seen = colours.astype(np.float64)
    if theme.is_dark:
        light = seen @ np.array([0.299, 0.587, 0.114]) / 255
        lack = np.clip(_DARKEST - light, 0, 1)[:, None]
        seen += (255 - seen) * lack
    share = min(opacity / OverlayStyle().opacity, 1.0)
    pale = np.array(rgb(theme.road_minor))
    return np.rint(seen * share + pale * (1 - share)).astype(np.uint8)


def inks_of(scene: RoadScene, metres_per_pixel: float) -> Inks:
    """The colours of a scene at a zoom."""
    theme, none = scene.theme, NO_INK
    ends = np.array([rgb(theme.road_minor), rgb(theme.road_major)], np.float64)
    tones = words(ends[0] + (ends[1] - ends[0]) * np.linspace(0, 1, 4)[:, None])
    closed = np.full(4, words(rgb(theme.road_closed)), np.uint32)
    shut = np.full(4, words(rgb(theme.road_shut)), np.uint32)
    casing = np.full(4, words(rgb(theme.road_casing)), np.uint32)
    casing = casing if metres_per_pixel < _CASED else none
    if scene.times is None:
        return Inks(none[:1], 0.0, -1.0, closed, tones, casing, shut=shut)
    if not scene.style.velocity:
        closed = tones = casing = none
    colours = road_colours(scene)
    table = colours.fill[: BEYOND + 1]
    per_unit = BEYOND / (colours.top * (1 + 1e-6))
    # A little late: what is reached just at the limit is reached. Finite: what is not, never.
    end = min(scene.times.limit_seconds * (1 + 1e-6), _LATEST)
    coarse = _FLOWING if scene.style.continuous else _CUT
    return Inks(table, per_unit, end, closed, tones, casing, coarse, shut)


def widths_at(metres_per_pixel: float) -> NDArray[np.float64]:
    """Pixels of each rank; pixels are those of a screen without magnification."""
    at, known = math.log(metres_per_pixel), np.log(_ZOOMS)
    return np.array([np.interp(at, known, widths) for widths in _WIDTHS])


def draw_roads(scene: RoadScene, brush: Brush, image: Pixels) -> Pixels | None:
    """The roads of a patch over an opaque picture of it, in place; None once it is not wanted."""
    left, bottom, right, top = brush.patch.bounds
    height, width = brush.patch.shape
    scale, pixel_ratio = (right - left) / width, brush.pixel_ratio
    metres = scene.ground.metres_per_unit((bottom + top) / 2) * scale * pixel_ratio
    lines = lines_of(scene.roads.graph, scene.ground.project)
    times, inks = scene.strokes(lines, metres)
    view = View(left, top, scale, widths_at(metres) * pixel_ratio, lines.level_at(scale))

    def draw(first: int) -> bool:
        if not brush.wanted():
            return False
        draw_streets(image, (first, min(first + rows, height)), view, lines, times, inks)
        return True

    least, most = _STRIP_ROWS
    rows = min(max(height // (2 * thread_count()), least), most)  # some strips are dense
    return image if all(list(kept_threads("map-strip").map(draw, range(0, height, rows)))) else None


_TIMED: weakref.WeakKeyDictionary[RoadTimes | Weights, StreetTimes] = weakref.WeakKeyDictionary()
"""Drawable times of results and weights that something still shows."""


def _times_of(scene: RoadScene, lines: StreetLines) -> StreetTimes:
    graph, weights, shut = scene.roads.graph, scene.roads.weights, scene.roads.closed_arcs
    key = scene.times if scene.times is not None else weights
    found = _TIMED.get(key)
    if found is None:
        if scene.times is None:
            found = untimed(graph, lines, weights, shut)
        else:
            found = timed(graph, lines, scene.times, shut)
        _TIMED[key] = found
    return found
