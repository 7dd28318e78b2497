"""What a picture of a part of the ground has in common with that of another part. Pure geometry.

Where the ground is panned, most of the next picture is there already: it is copied, and only the
strips at its edges are drawn.
"""

from __future__ import annotations

from typing import NamedTuple

from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.scene import PictureLayer

_OFF = 0.02
"""Part of a pixel by which two pictures may lie beside each other and still be one: nobody sees
it."""

_WORTH = 0.3
"""Share of a picture that has to be there already for the copy to be worth its strips."""


class Strip(NamedTuple):
    """Rows and columns of a picture: the first, and the one after the last."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left


def copied(image: Pixels, patch: Patch, before: PictureLayer | None) -> tuple[Strip, ...]:
    """Copy into the picture of a patch what `before` shows of it; the strips that are still to be
    drawn: all of it where the two share little, or are not of the same scale."""
    rows, cols = patch.shape
    everything = (Strip(0, rows, 0, cols),)
    offset = None if before is None else _offset(patch, before)
    if before is None or offset is None:
        return everything
    down, right = offset
    top, bottom = max(down, 0), min(down + before.pixels.shape[0], rows)
    left, end = max(right, 0), min(right + before.pixels.shape[1], cols)
    if bottom <= top or end <= left or (bottom - top) * (end - left) < _WORTH * rows * cols:
        return everything
    image[top:bottom, left:end] = before.pixels[
        top - down : bottom - down, left - right : end - right
    ]
    strips = (
        Strip(0, top, 0, cols), Strip(bottom, rows, 0, cols),
        Strip(top, bottom, 0, left), Strip(top, bottom, end, cols),
    )  # fmt: skip
    return tuple(strip for strip in strips if min(strip.shape) > 0)


def _offset(patch: Patch, before: PictureLayer) -> tuple[int, int] | None:
    """Rows down and columns to the right at which an older picture lies in the patch."""
    scale = (patch.bounds[2] - patch.bounds[0]) / patch.shape[1]
    old = (before.bounds[2] - before.bounds[0]) / before.pixels.shape[1]
    if abs(old - scale) * max(patch.shape) > _OFF * scale:
        return None
    right = (before.bounds[0] - patch.bounds[0]) / scale
    down = (patch.bounds[3] - before.bounds[3]) / scale
    if max(abs(right - round(right)), abs(down - round(down))) > _OFF:
        return None
    return round(down), round(right)
