"""Pictures of premultiplied words 0xaarrggbb laid over one another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import PICTURE_THREADS, SHORT_RANGES, kept_threads

Pixels = NDArray[np.uint32]

WORTH_THREADS = 1 << 20
"""Pixels below which one thread lays pictures over one another sooner than several wake up."""

_OPAQUE = np.uint32(0xFF000000)
_ODD, _EVEN, _HALVES = np.uint32(0x00FF00FF), np.uint32(0xFF00FF00), np.uint32(0x00800080)
_BYTE, _ALPHA, _ALL = np.uint32(8), np.uint32(24), np.uint32(255)


def as_one(layers: Sequence[Pixels], backdrop: int, *, solid: bool = False) -> Pixels:
    """Pictures of one shape laid over one another, the lowest first, and over a colour 0xrrggbb;
    opaque. To the bit what Qt makes of them, in fewer passes over memory.

    solid : the lowest covers all, whatever its alpha.
    """
    layers = [np.require(layer, np.uint32, ["C", "W"]) for layer in layers]  # one kernel for all
    image: Pixels = np.empty(layers[0].shape, np.uint32)
    below: Pixels = np.full((1, image.shape[1]), backdrop, np.uint32)
    above = layers
    if solid:
        below, above = layers[0], layers[1:]
    for pair in (above[at : at + 2] for at in range(0, max(len(above), 1), 2)):
        first, second = (pair or layers)[0], (pair or layers)[-1]
        lay = partial(_lay, image, below, first, second, len(pair))
        if image.size < WORTH_THREADS:
            lay(0, len(image))
        else:
            ranges = even_ranges(len(image), max(PICTURE_THREADS, SHORT_RANGES))
            kept_threads("map-flat", PICTURE_THREADS, giving_way=True).over(lay, ranges)
        below = image
    return image


@njit(cache=True, nogil=True)
def _lay(image: Any, below: Any, first: Any, second: Any, count: int, begin: int, end: int) -> None:
    """None, one or two pictures over another, which may be a single row for all."""
    step = 0 if len(below) == 1 else 1
    for row in range(begin, end):
        out, low, mid, high = image[row], below[row * step], first[row], second[row]
        if count == 0:
            for col in range(len(out)):
                out[col] = low[col] | _OPAQUE
        elif count == 1:
            for col in range(len(out)):
                out[col] = _over(mid[col], low[col] | _OPAQUE)
        else:
            for col in range(len(out)):
                out[col] = _over(high[col], _over(mid[col], low[col] | _OPAQUE))


@njit(cache=True, nogil=True, inline="always")
def _over(above: Any, below: Any) -> Any:
    """A word over an opaque one; each part rounded as Qt does, to the nearest 255th."""
    share = np.uint32(_ALL - (above >> _ALPHA))
    odd = np.uint32((below & _ODD) * share)
    odd = np.uint32((odd + ((odd >> _BYTE) & _ODD) + _HALVES) >> _BYTE) & _ODD
    even = np.uint32(((below >> _BYTE) & _ODD) * share)
    even = np.uint32(even + ((even >> _BYTE) & _ODD) + _HALVES) & _EVEN
    return np.uint32(above + (odd | even))


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
