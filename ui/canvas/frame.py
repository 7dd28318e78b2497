"""What to draw, and the pictures drawn from it. Pictures may be made in any thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from app.bands import Bands
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from resources.colormaps import colormap
from ui.canvas.layer import Layer, Wanted, always, layer_of
from ui.canvas.road_scene import RoadScene, draw_roads
from ui.canvas.style import OverlayStyle
from ui.canvas.viewport import Patch, Rows
from ui.pictures.pixels import Pixels
from ui.pictures.speed_layer import SpeedColours, SpeedScale, paint_speeds
from ui.pictures.time_layer import TimeColours, banded, continuous_top, flowing, paint_times
from ui.theme import Theme

_STRIP = 1 << 18
"""Pixels drawn between two looks at whether the picture is still wanted: a few milliseconds."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything a picture of a terrain depends on but the place."""

    grid: VelocityGrid
    times: TravelTimes | None
    bands: Bands
    style: OverlayStyle
    theme: Theme
    scale: SpeedScale
    zero_speed_kmh: float = 0.0

    @property
    def subject(self) -> object:
        """What the map is of."""
        return self.grid

    def speeds_key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures of the speeds."""
        shown = self.style.velocity
        return (id(self.grid), self.scale, self.zero_speed_kmh, self.theme.name, shown)

    def times_key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures of the travel times."""
        style = replace(self.style, velocity=True, legend=True, scale_bar=True, note=True)
        return (id(self.times), self.bands, style, self.theme.name)


AnyScene = Scene | RoadScene


def time_colours(scene: Scene) -> TimeColours:
    """The colour table of a scene that has travel times."""
    assert scene.times is not None
    style, limits = scene.style, np.asarray(scene.bands.limits, np.float64)
    line = scene.theme.isoline
    if style.continuous:
        top = continuous_top(scene.times)
        return flowing(limits, colormap(style.colormap), top, style.opacity, style.isolines, line)
    colours = scene.bands.colours(style.colormap)[:, :3]
    return banded(limits, colours, style.opacity, style.isolines, line)


@dataclass(frozen=True, eq=False)
class Frame:
    """The layers of a patch; None where there is nothing to show.

    drawn_ms : what drawing them took, of those that were not there already.
    """

    scene: AnyScene
    patch: Patch
    speeds: Layer | None = None
    times: Layer | None = None
    roads: Layer | None = None
    drawn_ms: float = 0.0

    def shares_all_with(self, other: Frame | None) -> bool:
        """Whether every layer was there already."""
        if other is None:
            return False
        own, there = (self.speeds, self.times, self.roads), (other.speeds, other.times, other.roads)
        return all(a is b for a, b in zip(own, there, strict=True))


def draw_frame(
    scene: AnyScene,
    patch: Patch,
    pixel_ratio: float = 1.0,
    fine: bool = False,
    before: Frame | None = None,
    wanted: Wanted = always,
) -> Frame | None:
    """Draw a patch, reusing layers of `before` that are still true; None once it is not wanted."""
    if isinstance(scene, RoadScene):
        return _road_frame(scene, patch, pixel_ratio, before, wanted)
    speeds = _reusable(before.speeds if before else None, patch, before, scene.speeds_key(), fine)
    times = _reusable(before.times if before else None, patch, before, scene.times_key(), fine)
    if scene.style.velocity and speeds is None:
        pixels = _draw_speeds(scene, patch, pixel_ratio, fine, wanted)
        if pixels is None:
            return None
        speeds = layer_of(pixels, patch, scene.speeds_key(), fine)
    if scene.times is not None and times is None:
        pixels = _draw_times(scene, patch, pixel_ratio, fine, wanted)
        if pixels is None:
            return None
        times = layer_of(pixels, patch, scene.times_key(), fine)
    return Frame(
        scene,
        patch,
        speeds if scene.style.velocity else None,
        times if scene.times is not None else None,
    )


def _road_frame(
    scene: RoadScene, patch: Patch, pixel_ratio: float, before: Frame | None, wanted: Wanted
) -> Frame | None:
    """Roads are drawn finely at once."""
    roads = _reusable(before.roads if before else None, patch, before, scene.times_key(), True)
    if roads is None:
        pixels = draw_roads(scene, patch, pixel_ratio, wanted)
        if pixels is None:
            return None
        roads = layer_of(pixels, patch, scene.times_key(), True, opaque=True)
    return Frame(scene, patch, roads=roads)


def _reusable(
    layer: Layer | None, patch: Patch, before: Frame | None, key: tuple[object, ...], fine: bool
) -> Layer | None:
    same = before is not None and before.patch == patch and layer is not None and layer.key == key
    return layer if same and layer is not None and layer.fine >= fine else None


def _draw_speeds(
    scene: Scene, patch: Patch, pixel_ratio: float, fine: bool, wanted: Wanted
) -> Pixels | None:
    colours = SpeedColours.of(scene.scale, scene.theme, scene.zero_speed_kmh)
    samples = _samples(patch, fine, most=3)
    hatch = max(round(7 * pixel_ratio), 4)
    return _in_strips(
        patch,
        samples,
        wanted,
        lambda rows: paint_speeds(scene.grid, patch, colours, samples, hatch, rows),
    )


def _draw_times(
    scene: Scene, patch: Patch, pixel_ratio: float, fine: bool, wanted: Wanted
) -> Pixels | None:
    colours, times = time_colours(scene), scene.times
    assert times is not None
    samples = 2 if fine and pixel_ratio < 2 else 1
    return _in_strips(
        patch,
        samples,
        wanted,
        lambda rows: paint_times(times, patch, colours, samples, 1.2 * pixel_ratio, rows),
    )


def _samples(patch: Patch, fine: bool, most: int) -> int:
    """Samples a side for a pixel: as many as it holds cells, and 2 to soften cells' slanted steps
    where they are small."""
    if not fine or patch.cells_per_pixel < 1 / 8:
        return 1
    return min(max(2, int(np.ceil(patch.cells_per_pixel))), most)


def _in_strips(
    patch: Patch, samples: int, wanted: Wanted, draw: Callable[[Rows], Pixels]
) -> Pixels | None:
    """Draw a few rows at a time and stop early once the picture is not wanted."""
    height, width = patch.shape
    at_once = max(_STRIP // (width * samples**2), 8) if samples > 1 else height
    strips = []
    for first in range(0, height, at_once):
        if not wanted():
            return None
        strips.append(draw((first, min(first + at_once, height))))
    return np.concatenate(strips) if len(strips) > 1 else strips[0]
