"""Pixels as premultiplied ARGB32 words, the form that Qt copies fastest. NumPy only, no Qt."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Pixels = NDArray[np.uint32]
"""Array of 0xAARRGGBB words with red, green and blue multiplied by alpha, (rows, cols). Their bytes
lie in memory as blue, green, red, alpha: every machine that Qt and NumPy share here is
little-endian."""


def words(rgb: ArrayLike, alpha: ArrayLike = 1.0) -> Pixels:
    """Premultiplied words of colours; rgb (…, 3) in 0..255, alpha (…) in 0..1."""
    colours = np.asarray(rgb, np.float64)
    shares = np.broadcast_to(np.asarray(alpha, np.float64), colours.shape[:-1])
    bytes_ = np.empty((*colours.shape[:-1], 4), np.uint8)
    bytes_[..., :3] = np.rint(colours * shares[..., None])[..., ::-1]
    bytes_[..., 3] = np.rint(shares * 255)
    return bytes_.view(np.uint32)[..., 0]


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def between(
    first: tuple[int, int, int], second: tuple[int, int, int], share: float
) -> NDArray[np.int64]:
    """`share` of the second colour in the first, in whole numbers."""
    low, high = np.array(first), np.array(second)
    return np.asarray(np.rint(low + (high - low) * share), np.int64)


def parts(pixels: Pixels) -> NDArray[np.float32]:
    """Blue, green, red and alpha, 0..255, as a last axis."""
    bytes_ = np.ascontiguousarray(pixels).view(np.uint8).reshape(*pixels.shape, 4)
    return bytes_.astype(np.float32)


def joined(values: NDArray[np.float32]) -> Pixels:
    """The inverse of `parts`."""
    bytes_ = np.ascontiguousarray((values + 0.5).astype(np.uint8))
    return bytes_.view(np.uint32).reshape(values.shape[:-1])


def averaged(pixels: Pixels, samples: int) -> Pixels:
    """Means of blocks of `samples` × `samples` pixels."""
    if samples == 1:
        return pixels
    rows, cols = pixels.shape[0] // samples, pixels.shape[1] // samples
    bytes_ = pixels.view(np.uint8).reshape(rows, samples, cols, samples, 4)
    total = np.zeros((rows, cols, 4), np.uint16)
    for down in range(samples):
        for right in range(samples):
            total += bytes_[:, down, :, right]
    total += samples * samples // 2
    total //= samples * samples
    return total.astype(np.uint8).view(np.uint32).reshape(rows, cols)
