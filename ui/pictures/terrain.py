"""A terrain as a picture: its speeds, and over them its travel times. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from core.geometry.moving_front import paces_of
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from resources.colormaps import colormap
from ui.pictures.ground import TerrainGround
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, between, rgb, words
from ui.pictures.relief import (
    ElevationSurface,
    LitSurface,
    SpeedSurface,
    TimeSurface,
    paint_relief,
)
from ui.pictures.sampling import sampled
from ui.pictures.scene import Arrivals, Brush, LayerPlan, Named
from ui.pictures.speed_layer import SpeedColours, SpeedScale, paint_speeds
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import LIGHT, Theme
from ui.pictures.time_layer import (
    TimeColours,
    banded,
    continuous_top,
    flowing,
    paint_times,
    painted_there,
)

_STRIP = 1 << 18
"""Pixels drawn between two looks at whether the picture is still wanted: a few milliseconds."""

VEIL = 0.62
"""Share of what lies on the sea that its colour covers: one may swim there, and land stands out."""

_MIDDLING = 0.6
"""Share of the way from the slowest tone to the fastest, of the ground in the legend's colours."""


@dataclass(frozen=True, eq=False)
class TerrainScene:
    """A raster, with the times on it where it is solved."""

    grid: VelocityGrid
    times: TravelTimes | None
    scale: SpeedScale
    zero_speed_kmh: float = 0.0
    bands: Bands = field(default_factory=lambda: Bands.even(3600.0, 6))
    style: OverlayStyle = field(default_factory=OverlayStyle)
    theme: Theme = LIGHT
    subject_: object = None

    @classmethod
    def of(
        cls,
        grid: VelocityGrid,
        times: TravelTimes | None = None,
        zero_speed_kmh: float = 0.0,
        subject: object = None,
    ) -> TerrainScene:
        """With the range of speeds that the raster has. subject : None for the grid."""
        scale = _scale_of(grid, zero_speed_kmh)
        return cls(grid, times, scale, zero_speed_kmh, subject_=subject)

    @property
    def subject(self) -> object:
        return self.subject_ or self.grid

    @property
    def ground(self) -> TerrainGround:
        return TerrainGround(self.grid)

    @property
    def named(self) -> Named | None:
        return None

    def dressed(self, bands: Bands, style: OverlayStyle, theme: Theme) -> TerrainScene:
        return replace(self, bands=bands, style=style, theme=theme)

    def at_rest(self) -> TerrainScene:
        return replace(self, times=None)

    def arrivals(self, patch: Patch, pixel_ratio: float) -> Arrivals | None:
        if self.times is None:
            return None
        seconds = np.ascontiguousarray(sampled(self.times, patch), np.float32)
        return Arrivals(seconds, paces_of(seconds))

    @property
    def backdrop(self) -> str:
        return self.theme.sea

    # -- the legend

    @property
    def speeds(self) -> tuple[float, float, float] | None:
        if not (self.style.shows_speeds and self.scale.fast > 0):
            return None
        slow, middle, fast = (self.scale.speed_at(share) for share in (0.0, 0.5, 1.0))
        return slow, middle, fast

    @property
    def remarks(self) -> tuple[str, ...]:
        shown = self.style.shows_speeds
        there = {
            "unreached": self.times is not None,
            "barrier": self.scale.has_barrier and shown,
            "no data": self.scale.has_no_data and shown,
            "sea": self.times is not None and self._swims,
        }
        return tuple(name for name, is_there in there.items() if is_there)

    def seen(self, colours: NDArray[np.uint8]) -> NDArray[np.generic]:
        """Over a middling speed."""
        theme, opacity = self.theme, self.style.opacity
        ground = np.array(rgb(theme.sea))
        if self.style.shows_speeds:
            ground = between(rgb(theme.slow), rgb(theme.fast), _MIDDLING)
        return np.rint(np.asarray(colours, np.float64) * opacity + ground * (1 - opacity))

    # -- layers

    def plans(self) -> tuple[LayerPlan, ...]:
        look = self.theme.name
        speeds = (id(self.grid), self.scale, self.zero_speed_kmh, look)
        style = replace(
            self.style, velocity=True, legend=True, scale_bar=True, note=True, relief="none",
            elevation=None, layers=None,
        )  # fmt: skip
        times = (id(self.times), self.bands, style, look)
        plans = []
        if self.style.shows_speeds:
            plans.append(LayerPlan("speeds", speeds, self._draw_speeds))
        if self.times is not None:
            plans.append(LayerPlan("times", times, self._draw_times))
        return (*plans, *self._over(), *self._relief())

    def _over(self) -> tuple[LayerPlan, ...]:
        """Layers over the times, that light falls on, too."""
        return ()

    def _relief(self) -> tuple[LayerPlan, ...]:
        surface = self.surface
        if surface is None:
            return ()
        key = (*surface.key, self.theme.name if self._sea_on(surface) else "")
        return (LayerPlan("relief", key, partial(self._draw_relief, surface)),)

    @property
    def surface(self) -> LitSurface | None:
        """What light falls on; None where nothing throws shadows."""
        style, scale = self.style, self.scale
        kind = style.relief
        if kind in ("auto", "elevation") and style.elevation is not None:
            return ElevationSurface(style.elevation, self.grid, scale.has_no_data)
        if kind in ("auto", "speeds") and scale.fast > scale.slow:
            return SpeedSurface(self.grid, scale, self.zero_speed_kmh)
        # Ground that is fast alike everywhere makes times one even cone, whose sides would only be
        # of other colours than the legend's: there light on times is for whoever chooses it.
        if kind == "times" and self.times is not None:
            pace = max(scale.speed_at(0.5), 0.01) / 3.6
            return TimeSurface(self.times, max(self.grid.step_x, self.grid.step_y) / pace)
        return None

    @property
    def _swims(self) -> bool:
        sea = self._sea_on(self.surface)
        return sea is not None and sea.elevation.swims

    @staticmethod
    def _sea_on(surface: LitSurface | None) -> ElevationSurface | None:
        """The surface, where heights tell land from sea."""
        heights = surface if isinstance(surface, ElevationSurface) else None
        return heights if heights is not None and heights.elevation.has_sea else None

    def _draw_relief(self, surface: LitSurface, brush: Brush) -> Pixels | None:
        samples = _samples(brush.patch, brush.fine, most=3)
        slopes = surface.slopes(brush.patch, samples)
        sea = self._sea_on(surface)
        veil = _veil(rgb(self.theme.sea))

        def draw(rows: Rows) -> Pixels:
            lit = paint_relief(slopes, rows, samples)
            if sea is not None:
                lit[sea.sea(brush.patch, rows)] = veil
            return lit

        return _in_strips(brush, samples, draw)

    def _draw_speeds(self, brush: Brush) -> Pixels | None:
        colours = SpeedColours.of(self.scale, self.theme, self.zero_speed_kmh)
        samples = _samples(brush.patch, brush.fine, most=3)
        hatch = max(round(7 * brush.pixel_ratio), 4)
        return _in_strips(
            brush,
            samples,
            lambda rows: paint_speeds(self.grid, brush.patch, colours, samples, hatch, rows),
        )

    def _draw_times(self, brush: Brush) -> Pixels | None:
        colours, times = time_colours(self), self.times
        assert times is not None
        samples = 2 if brush.fine and brush.pixel_ratio < 2 else 1
        width = 1.2 * brush.pixel_ratio
        painted = painted_there(times, brush.patch, colours, samples, width)
        if painted is not None:
            return painted
        return _in_strips(
            brush,
            samples,
            lambda rows: paint_times(times, brush.patch, colours, samples, width, rows),
        )


_SCALES: WeakKeyDictionary[VelocityGrid, dict[float, SpeedScale]] = WeakKeyDictionary()
"""Looked for once, and not again for each result."""


def _scale_of(grid: VelocityGrid, zero_speed_kmh: float) -> SpeedScale:
    known = _SCALES.setdefault(grid, {})
    if zero_speed_kmh not in known:
        known[zero_speed_kmh] = SpeedScale.of(grid, zero_speed_kmh)
    return known[zero_speed_kmh]


def time_colours(scene: TerrainScene) -> TimeColours:
    """The colour table of a scene that has travel times."""
    assert scene.times is not None
    style, limits = scene.style, np.asarray(scene.bands.limits, np.float64)
    line = scene.theme.isoline
    if style.continuous:
        top = continuous_top(scene.times)
        return flowing(limits, colormap(style.palette), top, style.opacity, style.isolines, line)
    colours = scene.bands.colours(style.palette)[:, :3]
    return banded(limits, colours, style.opacity, style.isolines, line)


@cache
def _veil(sea: tuple[int, int, int]) -> np.uint32:
    """A premultiplied word of `sea` that covers about VEIL and leaves the sea itself as it is: laid
    over it by Qt, or by `laid_over`, it is `sea` to the bit, else its edge would be seen."""
    most, parts = round(VEIL * 255), np.array(sea)
    for alpha in sorted(range(most - 25, most + 26), key=lambda alpha: abs(alpha - most)):
        rest = parts * (255 - alpha)
        by_qt = (rest + (rest >> 8) + 0x80) >> 8
        by_us = parts * (256 - (alpha + (alpha >> 7))) >> 8
        if np.array_equal(by_qt, by_us):
            red, green, blue = (int(part) for part in parts - by_qt)
            return np.uint32(alpha << 24 | red << 16 | green << 8 | blue)
    return np.uint32(words(sea, VEIL))


def _samples(patch: Patch, fine: bool, most: int) -> int:
    """Samples a side for a pixel: as many as it holds cells, and 2 to soften cells' slanted steps
    where they are small."""
    if not fine or patch.cells_per_pixel < 1 / 8:
        return 1
    return min(max(2, int(np.ceil(patch.cells_per_pixel))), most)


def _in_strips(brush: Brush, samples: int, draw: Callable[[Rows], Pixels]) -> Pixels | None:
    """Draw a few rows at a time and stop early once the picture is not wanted."""
    height, width = brush.patch.shape
    at_once = max(_STRIP // (width * samples**2), 8) if samples > 1 else height
    strips = []
    for first in range(0, height, at_once):
        if not brush.wanted():
            return None
        strips.append(draw((first, min(first + at_once, height))))
    return np.concatenate(strips) if len(strips) > 1 else strips[0]
