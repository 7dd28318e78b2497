"""Pictures of premultiplied words 0xaarrggbb laid over one another. NumPy only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint32]


def laid_over(below: Pixels, above: Pixels) -> Pixels:
    """A picture over an opaque one."""
    alpha = above >> 24
    rest = 256 - (alpha + (alpha >> 7))  # of 256, so that nothing is left under what is opaque
    odd = ((below & 0xFF00FF) * rest >> 8) & 0xFF00FF
    green = ((below & 0x00FF00) * rest >> 8) & 0x00FF00
    mixed: Pixels = 0xFF000000 | (odd + green + (above & 0xFFFFFF))
    return mixed


def mixed(below: Pixels, above: Pixels, share: float) -> Pixels:
    """`share` of one opaque picture in another."""
    part = np.uint32(round(share * 256))
    rest = np.uint32(256) - part
    odd = ((below & 0xFF00FF) * rest + (above & 0xFF00FF) * part >> 8) & 0xFF00FF
    green = (((below & 0x00FF00) >> 8) * rest + ((above & 0x00FF00) >> 8) * part) & 0x00FF00
    found: Pixels = (odd | green | 0xFF000000).astype(np.uint32)
    return found
