"""A finished picture of a part of the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QImage

from ui.canvas.viewport import Bounds, Patch
from ui.pictures.pixels import Pixels

Wanted = Callable[[], bool]
"""Function that tells whether a picture that is being drawn is still wanted."""


def always() -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture of a patch; `fine` tells whether it is the better of the two kinds.

    image : shows the memory of `pixels`, which therefore has to live as long.
    """

    image: QImage
    pixels: Pixels
    bounds: Bounds
    key: tuple[object, ...]
    fine: bool


def layer_of(
    pixels: Pixels, patch: Patch, key: tuple[object, ...], fine: bool, *, opaque: bool = False
) -> Layer:
    height, width = pixels.shape
    formats = QImage.Format
    form = formats.Format_RGB32 if opaque else formats.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, width, height, width * 4, form)
    return Layer(image, pixels, patch.bounds, key, fine)
