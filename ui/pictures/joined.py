"""A terrain with roads on it as a picture: speeds, travel times of the cells, streets. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from core.geometry.blending import laid_over, mixed
from raster.travel_times import TravelTimes
from ui.pictures.ground import TerrainGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Arrivals, Brush, LayerPlan, Named
from ui.pictures.streets import RoadScene, draw_roads
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import Theme

_THROUGH = 0.75
"""Share of the streets' own colours that is seen through those of the terrain."""


@dataclass(frozen=True, eq=False)
class JoinedScene:
    """Streets in quiet tones over a terrain; the times are those of the cells.

    streets : without times, in the plane of the terrain.
    """

    terrain: TerrainScene
    streets: RoadScene

    @staticmethod
    def of(terrain: TerrainScene, streets: RoadScene) -> JoinedScene:
        """Of streets that may go on where the terrain ends, and nothing is drawn."""
        ground = replace(streets.ground, bounds=terrain.ground.bounds)
        return JoinedScene(terrain, replace(streets, ground=ground))

    @property
    def subject(self) -> object:
        return self.terrain.subject

    @property
    def ground(self) -> TerrainGround:
        return self.terrain.ground

    @property
    def times(self) -> TravelTimes | None:
        return self.terrain.times

    @property
    def named(self) -> Named | None:
        return self.terrain.named

    @property
    def bands(self) -> Bands:
        return self.terrain.bands

    @property
    def style(self) -> OverlayStyle:
        return self.terrain.style

    @property
    def theme(self) -> Theme:
        return self.terrain.theme

    @property
    def backdrop(self) -> str:
        return self.terrain.backdrop

    @property
    def speeds(self) -> tuple[float, float, float] | None:
        return self.terrain.speeds

    @property
    def remarks(self) -> tuple[str, ...]:
        return (*self.terrain.remarks, *self.streets.remarks)

    def seen(self, colours: NDArray[np.uint8]) -> NDArray[np.generic]:
        return self.terrain.seen(colours)

    def dressed(self, bands: Bands, style: OverlayStyle, theme: Theme) -> JoinedScene:
        terrain = self.terrain.dressed(bands, style, theme)
        return JoinedScene(terrain, self.streets.dressed(bands, style, theme))

    def at_rest(self) -> JoinedScene:
        return JoinedScene(self.terrain.at_rest(), self.streets)

    def arrivals(self, patch: Patch, pixel_ratio: float) -> Arrivals | None:
        return self.terrain.arrivals(patch, pixel_ratio)

    def plans(self) -> tuple[LayerPlan, ...]:
        below = self.terrain.plans()
        if not self.style.velocity:
            return below
        streets, *names = self.streets.plans()
        key = (*(plan.key for plan in below), streets.key)
        return (*below, LayerPlan(streets.name, key, self._draw_streets, solid=True), *names)

    def _draw_streets(self, brush: Brush) -> Pixels | None:
        """Streets shine through from under the times, whose colours and relief stay to be read."""
        image = np.full(brush.patch.shape, words(rgb(self.backdrop)), np.uint32)
        for layer in brush.beneath:
            image = laid_over(image, layer)
        drawn = draw_roads(self.streets, brush, image.copy())
        return None if drawn is None else mixed(image, drawn, _THROUGH)
