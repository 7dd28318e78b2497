"""Colour maps: a few control points each, interpolated to 256 colours.

All for times run from light, where one starts, to dark, which is far away; `NAME-reversed` is the
same the other way round.

Viridis (van der Walt and Smith) and cividis (Nuñez, Anderton and Renslow 2018) from colours of the
published maps, in sRGB, which are the other way round there. The others are ours: control points
whose lightness runs evenly, so that they read in grey and to colour-blind eyes, after Kovesi, *Good
Colour Maps*, 2015; ember, in sRGB, is as saturated as relief multiplied into it can bear.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

_SRGB = {  # every fifteenth colour of the published tables, which are in the public domain (CC0)
    "viridis": (
        "440154", "481769", "472a7a", "433d84", "3d4e8a", "355e8d", "2e6d8e", "297b8e", "23898e",
        "1f978b", "21a585", "2eb37c", "46c06f", "65cb5e", "89d548", "b0dd2f", "d8e219", "fde725",
    ),
    "cividis": (
        "00204d", "002b67", "00356e", "28406c", "3d4a6b", "4d556c", "5b606e", "696b71", "767676",
        "848179", "928d78", "a19976", "b1a573", "c1b26d", "d1bf66", "e2cd5c", "f3db4f", "ffea46",
    ),
    "ember": (
        "2c0f66", "521279", "7d1a84", "a8277f", "cc356c", "e84b55", "f76a38", "fc8e12", "fdb51e",
        "fddb55", "fdfbb8",
    ),
}  # fmt: skip

_LAB: dict[str, tuple[tuple[float, float, float], ...]] = {
    "lagoon": ((15, 18, -36), (35, 6, -40), (55, -18, -22), (75, -34, 26), (95, -10, 42)),
    "polar": ((35, 6, -40), (65, -6, -26), (95, 0, 0), (65, 16, 40), (35, 28, 38)),
}

COLORMAPS: tuple[str, ...] = ("ember", "viridis", "cividis", "lagoon")
"""Names of the maps that run from light to dark, for times."""

DIVERGING: tuple[str, ...] = ("polar",)
"""Names of the maps that run from one hue over a light middle to another, for differences."""

REVERSED = "-reversed"
"""Suffix of the name of a map that runs the other way round."""

DEFAULT = "ember"


def colormap_names() -> tuple[str, ...]:
    """All names, those for times first."""
    return COLORMAPS + DIVERGING


@cache
def colormap(name: str) -> NDArray[np.uint8]:
    """256 colours, uint8 RGB, (256, 3), read-only. InputError for an unknown name."""
    base = name.removesuffix(REVERSED)
    if base in _SRGB:
        anchors = np.array([list(bytes.fromhex(anchor)) for anchor in _SRGB[base]], np.float64)
        colours = _spread(anchors)
    elif base in _LAB:
        colours = 255 * _srgb(_spread(np.array(_LAB[base], np.float64)))
    else:
        raise InputError(
            f"there is no colour map '{name}'", advice=f"Choose {', '.join(colormap_names())}."
        )
    table = np.rint(np.clip(colours, 0, 255)).astype(np.uint8)
    if (base in COLORMAPS) != name.endswith(REVERSED):
        table = np.ascontiguousarray(table[::-1])
    table.setflags(write=False)
    return table


def _spread(anchors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows at 256 even places between evenly placed anchors, (n, 3) → (256, 3)."""
    at, places = np.linspace(0, 1, 256), np.linspace(0, 1, len(anchors))
    return np.stack([np.interp(at, places, anchors[:, part]) for part in range(3)], axis=1)


def _srgb(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIELAB under D65 to sRGB, 0..1 where the colour can be shown; float64, (n, 3)."""
    middle = (lab[:, 0] + 16) / 116
    roots = np.stack([middle + lab[:, 1] / 500, middle, middle - lab[:, 2] / 200], axis=1)
    linear_part = 3 * (6 / 29) ** 2 * (roots - 4 / 29)
    xyz = np.where(roots > 6 / 29, roots**3, linear_part) * (0.95047, 1.0, 1.08883)
    to_rgb = np.array(
        [[3.2404542, -1.5371385, -0.4985314],
         [-0.9692660, 1.8760108, 0.0415560],
         [0.0556434, -0.2040259, 1.0572252]]
    )  # fmt: skip
    rgb = xyz @ to_rgb.T
    gamma = 1.055 * np.maximum(rgb, 0.0031308) ** (1 / 2.4) - 0.055
    srgb: NDArray[np.float64] = np.where(rgb <= 0.0031308, 12.92 * rgb, gamma)
    return srgb
