"""A raster as a base layer."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from core.errors import IsofrontError
from raster.files.base.picture import BasePicture, Rgba
from ui.pictures.ground import MapGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels, words
from ui.pictures.theme import Theme


@dataclass(frozen=True, eq=False)
class RasterLayer:
    """See `ui.pictures.stack.Picturable`."""

    picture: BasePicture

    @property
    def name(self) -> str:
        return self.picture.name

    @property
    def at(self) -> str:
        return str(self.picture.path)

    def drawn(self, ground: MapGround, patch: Patch, theme: Theme, pixel_ratio: float) -> Pixels:
        """Nothing where the file cannot be read any more, or not be placed there."""
        crs, units = ground.map_plane
        left, bottom, right, top = patch.bounds
        box = left * units, bottom * units, right * units, top * units
        try:
            return premultiplied(self.picture.part(crs, box, patch.shape))
        except IsofrontError as error:
            logging.getLogger(__name__).warning("%s", error)
            return np.zeros(patch.shape, np.uint32)


def premultiplied(rgba: Rgba) -> Pixels:
    """Pixels of red, green, blue and alpha, uint8, (rows, cols, 4)."""
    return words(rgba[..., :3], rgba[..., 3] / 255.0)
