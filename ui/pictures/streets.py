"""Roads as a picture: streets in the colours of their times. May be drawn in any thread; no Qt."""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.bands import BEYOND_COLOUR, Bands
from app.roads.open_roads import OpenRoads
from core.geometry.blending import laid_over
from core.geometry.isochrone_picture import BEYOND
from core.geometry.moving_front import spread_into
from gpu.roads.travel_times import DeviceRoadTimes
from resources.colormaps import colormap
from road.costs.metric import Weights
from road.maps.areas import usual_tolerance
from road.maps.arrivals import arrivals_on_streets
from road.maps.drawing import NO_INK, Inks, View
from road.maps.drawing_layout import StreetLines, lines_of
from road.maps.drawing_times import StreetTimes, timed, untimed
from road.maps.picture import Filled, StreetPicture, paint
from road.results.travel_times import RoadTimes
from ui.pictures.ground import RoadGround
from ui.pictures.moved import Strip, copied
from ui.pictures.names import Lettering, NamePlacing
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Arrivals, Brush, LayerPlan, Named
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import LIGHT, Theme
from ui.pictures.time_layer import TimeColours, banded, continuous_top, flowing

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

_LIT = 6
"""Pixels beside a street whose light comes with the front."""

_LEAST_WIDE = 2.0
"""Least width in pixels of what is filled around roads."""

_LATEST = 1e30
"""Seconds, or whatever costs count, beyond which nothing is reached; multiplied by a table's
entries a second they are still a number."""

_AT_REST = 0.62
"""Width of roads that are not reached, as a share of what they would have: they lie still beside
those that glow."""

_DARKEST = 0.42
"""Lightness that thin lines need on a dark ground."""


@dataclass(frozen=True, eq=False)
class RoadScene:
    """Everything a picture of roads depends on but the place.

    resting : as if nothing were reached yet.
    """

    roads: OpenRoads
    ground: RoadGround
    times: RoadTimes | None
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    style: OverlayStyle = field(default_factory=OverlayStyle)
    theme: Theme = LIGHT
    lettering: Lettering | None = None
    resting: bool = False

    speeds = None

    @classmethod
    def of(
        cls,
        roads: OpenRoads,
        times: RoadTimes | None = None,
        lettering: Lettering | None = None,
    ) -> RoadScene | None:
        """None for roads without positions. lettering : draws names; None leaves them out."""
        ground = RoadGround.of(roads.graph)
        return None if ground is None else cls(roads, ground, times, lettering=lettering)

    @property
    def subject(self) -> object:
        return self.roads.graph

    @property
    def named(self) -> Named | None:
        return None

    @property
    def backdrop(self) -> str:
        return self.theme.canvas

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

    def at_rest(self) -> RoadScene:
        return replace(self, resting=True)

    def arrivals(self, patch: Patch, pixel_ratio: float) -> Arrivals | None:
        if self.times is None:
            return None
        view, lines, _ = self._seen_on(patch, pixel_ratio)
        end = min(self.times.limit_seconds * (1 + 1e-6), _LATEST)
        times = _times_of(self, lines)
        seconds, pace = arrivals_on_streets(patch.shape, view, lines, times, end)
        return Arrivals(spread_into(seconds, _LIT), pace)

    def _seen_on(self, patch: Patch, pixel_ratio: float) -> tuple[View, StreetLines, float]:
        """How streets lie on a patch, the streets, and metres of a pixel of the canvas."""
        left, bottom, right, top = patch.bounds
        scale = (right - left) / patch.shape[1]
        metres = self.ground.metres_per_unit((bottom + top) / 2) * scale * pixel_ratio
        lines = lines_of(self.roads.graph, self.ground.project)
        widths = widths_at(metres) * pixel_ratio
        return View(left, top, scale, widths, lines.level_at(scale)), lines, metres

    def plans(self) -> tuple[LayerPlan, ...]:
        """Roads are one picture, with their times."""
        style = replace(
            self.style, legend=True, scale_bar=True, note=True, isolines=True, names=True
        )
        timed = self.times if self.times is not None else self.roads.weights
        key = (id(timed), self.bands, style, self.theme.name, self.resting)
        roads = LayerPlan("roads", key, self._draw, solid=True, fine_at_once=True)
        return (roads, *self.name_plans())

    def name_plans(self) -> tuple[LayerPlan, ...]:
        """The layer of names, where there are any and they are wanted."""
        graph, lettering = self.roads.graph, self.lettering
        if lettering is None or graph.names is None or not self.style.names:
            return ()
        key = (id(graph), self.theme.name)
        return (LayerPlan("names", key, self._draw_names, detail=True),)

    def _draw_names(self, brush: Brush) -> Pixels | None:
        """While the ground is panned names move with it; others come when it rests."""
        assert self.lettering is not None
        if not brush.fine and brush.before is not None:
            moved = np.zeros(brush.patch.shape, np.uint32)
            copied(moved, brush.patch, brush.before)
            return moved
        graph, ground = self.roads.graph, self.ground
        placing = NamePlacing(graph, ground, self.lettering, brush.patch, brush.pixel_ratio)
        return self.lettering.draw(brush.patch.shape, placing.labels(), self.theme)

    def strokes(self, lines: StreetLines, metres: float) -> tuple[StreetTimes, Inks]:
        """What streets are drawn by, and in which colours; metres : of a pixel."""
        return _times_of(self, lines), inks_of(self, metres)

    def picture(
        self, patch: Patch, pixel_ratio: float
    ) -> tuple[StreetPicture, StreetLines, StreetTimes]:
        """The picture of a patch, and what it is drawn from."""
        view, lines, metres = self._seen_on(patch, pixel_ratio)
        times, inks = self.strokes(lines, metres)
        return self._pictured(view, lines, inks, pixel_ratio / metres), lines, times

    def _pictured(
        self, view: View, lines: StreetLines, inks: Inks, pixels_per_metre: float
    ) -> StreetPicture:
        made = StreetPicture(view, inks)
        if self.times is not None and self.style.glow:
            made = StreetPicture.lit(view, inks, lines, self.theme.is_dark)
        if self.times is not None and self.style.areas:
            wide = max(2 * area_reach(self.ground) * pixels_per_metre, _LEAST_WIDE)
            made = made._replace(
                filled=Filled(wide, tuple(reversed(band_tables(inks, self.bands))))
            )
        return made

    def _draw(self, brush: Brush) -> Pixels | None:
        canvas = words(rgb(self.theme.canvas))
        image: Pixels | None = None
        if brush.beneath:
            image = np.full(brush.patch.shape, canvas, np.uint32)
            for layer in brush.beneath:
                image = laid_over(image, layer)
        found = self._drawn_where_times_are(brush, np.uint32(canvas) if image is None else image)
        if found is not None:
            return found
        if image is None:
            image = np.full(brush.patch.shape, canvas, np.uint32)
        strips = copied(image, brush.patch, brush.before)
        return draw_roads(self, brush, image, strips)

    def _drawn_where_times_are(self, brush: Brush, ground: Pixels | np.uint32) -> Pixels | None:
        """The same picture, made on a device whose times these are; None where it is not."""
        times = self.times
        if self.resting or not isinstance(times, DeviceRoadTimes):
            return None
        from gpu.roads.pictures.streets import are_there, street_picture

        if not are_there(times.device):
            return None
        view, lines, metres = self._seen_on(brush.patch, brush.pixel_ratio)
        picture = self._pictured(view, lines, inks_of(self, metres), brush.pixel_ratio / metres)
        shut = self.roads.closed_arcs
        return street_picture(times, picture, lines, brush.patch.shape, ground, shut)


def road_colours(scene: RoadScene) -> TimeColours:
    """The colour table of a scene that has times; little opacity makes roads pale, not glassy."""
    assert scene.times is not None
    top = continuous_top(scene.times) if scene.style.continuous else 0.0
    style = scene.style
    return _tables(scene.bands, style.palette, style.opacity, scene.theme, top)


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
    pair = (theme.road_minor, theme.road_major)
    if scene.times is not None:
        pair = (theme.rest_minor, theme.rest_major)
    ends = np.array([rgb(colour) for colour in pair], np.float64)
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
    return Inks(table, per_unit, end, closed, tones, casing, coarse, shut, _AT_REST)


def area_reach(ground: RoadGround) -> float:
    """Metres from roads up to which ground counts to a band: as polygons of it are exported where
    all is reached."""
    left, bottom, right, top = ground.bounds
    corners = np.array([(left, bottom), (right, top)])
    return usual_tolerance(corners, ground.metres_per_unit((bottom + top) / 2))


def band_tables(inks: Inks, bands: Bands) -> list[Pixels]:
    """A colour table for each band, in which the others are left out."""
    ends = np.floor(np.asarray(bands.limits) * inks.per_unit).astype(int) + 1
    tables = []
    for begin, end in pairwise((0, *np.minimum(ends, BEYOND).tolist())):
        table = np.zeros_like(inks.table)
        table[begin:end] = inks.table[begin:end]
        tables.append(table)
    return tables


def widths_at(metres_per_pixel: float) -> NDArray[np.float64]:
    """Pixels of each rank; pixels are those of a screen without magnification."""
    at, known = math.log(metres_per_pixel), np.log(_ZOOMS)
    return np.array([np.interp(at, known, widths) for widths in _WIDTHS])


def draw_roads(
    scene: RoadScene, brush: Brush, image: Pixels, strips: tuple[Strip, ...] | None = None
) -> Pixels | None:
    """The roads of a patch over an opaque picture of it, in place; None once it is not wanted.

    strips : of the picture, to draw these alone; None for all of it.
    """
    height, width = image.shape
    picture, lines, times = scene.picture(brush.patch, brush.pixel_ratio)
    for strip in (Strip(0, height, 0, width),) if strips is None else strips:
        seen = image[strip.top : strip.bottom, strip.left : strip.right]
        part = np.ascontiguousarray(seen)
        if not paint(part, picture.part(strip.left, strip.top), lines, times, brush.wanted):
            return None
        if part.base is not image and part is not image:
            seen[:] = part
    return image


_TIMED: weakref.WeakKeyDictionary[RoadTimes | Weights, StreetTimes] = weakref.WeakKeyDictionary()
"""Drawable times of results and weights that something still shows."""


def _times_of(scene: RoadScene, lines: StreetLines) -> StreetTimes:
    graph, weights, shut = scene.roads.graph, scene.roads.weights, scene.roads.closed_arcs
    key = scene.times if scene.times is not None else weights
    if scene.resting:
        return untimed(graph, lines, weights, shut)
    found = _TIMED.get(key)
    if found is None:
        if scene.times is None:
            found = untimed(graph, lines, weights, shut)
        else:
            found = timed(graph, lines, scene.times, shut)
        _TIMED[key] = found
    return found
