"""From a file to a base layer, whichever of the two kinds it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.errors import InputError
from core.files.user_paths import expanded
from raster.files.base.picture import BasePicture
from ui.layers.rasters import RasterLayer
from ui.pictures.ground import MapGround
from ui.pictures.stack import BaseLayer, LayerStack, Picturable


def open_layer(name: str | Path, ground: MapGround, tone: int = 0) -> Picturable:
    """A raster, or else the points, lines and areas of a vector file, read once to be sure.

    For a thread of its own. Raises InputError, with the reason of the reader that came further.
    """
    path = expanded(str(name))
    if not path.is_file():
        raise InputError("there is no such file", where=str(name), advice="Check the name.")
    try:
        return RasterLayer(BasePicture.open(path))
    except InputError as error:
        # GDAL's vectors are loaded when the first is wanted, not before the window shows itself.
        from ui.layers.drawings import DrawingsLayer

        drawings = DrawingsLayer(path, tone)
        try:
            drawings.laid_over(ground)
        except InputError as other:
            raise (error if _is_picture(path) else other) from other
        return drawings


def opened_stack(
    beneath: Sequence[tuple[str, float]], above: Sequence[tuple[str, float]], ground: MapGround
) -> LayerStack:
    """Layers of files with their opacities, from the lowest up. Raises InputError."""
    layers = tuple(
        BaseLayer(open_layer(name, ground, tone), opacity=opacity)
        for tone, (name, opacity) in enumerate((*beneath, *above))
    )
    return LayerStack(layers, len(beneath))


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in (".tif", ".tiff", ".vrt", ".png", ".jpg", ".jpeg", ".mbtiles")
