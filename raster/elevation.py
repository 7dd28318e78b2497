"""Heights of the ground, to be seen: they light the map and move nobody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from raster.grid import sample_indices

_SAMPLE = 400
"""Cells a side that are looked at to find how steep it is."""

_MOUNTAINS = 48
"""Places along the longer side whose mean heights tell a mountain as a whole."""

_BELL = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
"""Weights of the places around one, of which its mean is made."""

MOUNTAIN_SHARE = 0.65
"""Share of a mountain's own slope that is left out of how steep its ground is shown: else one flank
of a volcano lies in the dark, and the ravines on either are lost."""

_STILL_M = 0.02
"""Metres from 0 within which a height is that of the sea: land is hardly ever so level."""

SEA_SHARE = 0.005
"""Share of all cells that are at sea, from which on there is a sea: a plain may touch 0, too."""


Slopes = NDArray[np.float32]

LIGHTS = ((315.0, 42.0, 0.62), (270.0, 50.0, 0.16), (0.0, 50.0, 0.14), (225.0, 60.0, 0.08))
"""Lights: where they come from, in degrees from north, their height in degrees, and their share."""


def light_change(east: NDArray[np.floating], south: NDArray[np.floating]) -> NDArray[np.float64]:
    """Share of the light of level ground by which slopes get more of it, or less; float64.

    east, south : rise over run. After Mark, *Multidirectional, oblique-weighted, shaded-relief
    image of the Island of Hawaii*, USGS 92-422, 1992.
    """
    lit, level = np.zeros(np.broadcast(east, south).shape), 0.0
    for azimuth, height, share in LIGHTS:
        to_east, to_north, up = (
            np.sin(np.radians(azimuth)) * np.cos(np.radians(height)),
            np.cos(np.radians(azimuth)) * np.cos(np.radians(height)),
            np.sin(np.radians(height)),
        )
        facing = (up - to_east * east + to_north * south) / np.sqrt(1 + east**2 + south**2)
        lit += share * np.maximum(facing, 0)
        level += share * up
    return np.asarray(lit / level - 1)


@dataclass(frozen=True, eq=False)
class Elevation:
    """Heights over the extent of a raster of speeds, on cells of their own.

    metres : float32, (rows, cols), NaN where nothing is known; the first row lies in the north.
    step_x, step_y : metres between the centres of two cells. swims : whether one may move at sea.
    """

    metres: NDArray[np.float32]
    step_x: float
    step_y: float
    name: str = "elevation"
    swims: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.metres.shape[0]), int(self.metres.shape[1])

    def at_sea(self, metres: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which heights are those of the sea, as surveys of land write it."""
        with np.errstate(invalid="ignore"):
            return np.asarray(np.abs(metres) < _STILL_M)

    def at(
        self, bounds: tuple[float, float, float, float], points: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """float64, (n,); heights of places, between those of the four cells around; NaN where one
        of these is unknown, and outside.

        bounds : left, bottom, right, top of the raster. points : float64, (n, 2).
        """
        left, bottom, right, top = bounds
        rows, cols = self.shape
        down = (top - points[:, 1]) / (top - bottom) * rows - 0.5
        across = (points[:, 0] - left) / (right - left) * cols - 0.5
        inside = (down >= -0.5) & (down <= rows - 0.5) & (across >= -0.5) & (across <= cols - 0.5)
        down, across = np.clip(down, 0, rows - 1), np.clip(across, 0, cols - 1)
        first, second = down.astype(np.int64), across.astype(np.int64)
        below, beside = np.minimum(first + 1, rows - 1), np.minimum(second + 1, cols - 1)
        y, x = down - first, across - second
        upper = self.metres[first, second] * (1 - x) + self.metres[first, beside] * x
        lower = self.metres[below, second] * (1 - x) + self.metres[below, beside] * x
        return np.where(inside, upper * (1 - y) + lower * y, np.nan)

    @cached_property
    def has_sea(self) -> bool:
        return float(self.at_sea(self.seen).mean()) > SEA_SHARE

    @property
    def seen(self) -> NDArray[np.float32]:
        """An even sample of the heights."""
        rows, cols = (sample_indices(0, n, min(n, _SAMPLE)) for n in self.shape)
        return self.metres[rows[:, None], cols[None, :]]

    @cached_property
    def roughness(self) -> float:
        """Rise over run that nine tenths of the slopes stay below, as they look when all of it is
        seen at once, without `MOUNTAIN_SHARE` of `mountains`; 0 where all is level."""
        seen = self.seen
        if min(seen.shape) < 2:
            return 0.0
        across, down = self._slopes(seen)
        (down_few, across_few), (rows, cols) = self.mountains[0].shape, seen.shape
        at = np.arange(rows) * down_few // rows, np.arange(cols) * across_few // cols
        of_all = (slopes[at[0]].take(at[1], axis=1) for slopes in self.mountains)
        east, south = (MOUNTAIN_SHARE * slopes for slopes in of_all)
        rise = np.hypot(across - east, down - south)
        sloping = rise[rise > 1e-4]  # seas and lakes say nothing of hills; NaN is not greater
        return float(np.percentile(sloping, 90)) if sloping.size else 0.0

    @cached_property
    def mountains(self) -> tuple[Slopes, Slopes]:
        """Rise over run of mountains as a whole, eastward and southward; float32, a few places
        down and across that lie evenly over all cells, 0 where nothing is known."""
        seen = self.seen
        few = [
            min(max(n * _MOUNTAINS // max(self.shape), 1), there)
            for n, there in zip(self.shape, seen.shape, strict=True)
        ]
        known = np.isfinite(seen)
        sums, counts = (_blocks(part, few) for part in (np.where(known, seen, 0), known))
        heights = np.full(sums.shape, np.nan)
        np.divide(sums, counts, out=heights, where=counts > 0)
        east, south = (_smoothed(slopes) for slopes in self._slopes(heights))
        return east, south

    def _slopes(self, heights: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Rise over run eastward and southward of heights at even places."""
        found = []
        for axis, step in ((1, self.step_x), (0, self.step_y)):
            run = self.shape[axis] / heights.shape[axis] * step
            one = heights.shape[axis] < 2
            found.append(np.zeros_like(heights) if one else np.gradient(heights, run, axis=axis))
        return found[0], found[1]


def _blocks(values: NDArray[Any], few: list[int]) -> NDArray[np.float64]:
    """Sums of blocks, few[0] of them down and few[1] across."""
    sums: NDArray[np.float64] = values.astype(np.float64)
    for axis, count in enumerate(few):
        sums = np.add.reduceat(sums, np.arange(count) * sums.shape[axis] // count, axis=axis)
    return sums


def _smoothed(slopes: NDArray[np.float64]) -> Slopes:
    """Means of places and those around them that are known; 0 where none is."""
    known = np.isfinite(slopes)
    total, weight = np.where(known, slopes, 0.0), known.astype(np.float64)
    for axis in (0, 1):
        total, weight = _belled(total, axis), _belled(weight, axis)
    return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0).astype(np.float32)


def _belled(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Weighted sums of places and those before and after them along an axis."""
    along = np.moveaxis(np.pad(values, 2), axis, 0)
    size = values.shape[axis]
    parts = [share * along[first : first + size] for first, share in enumerate(_BELL)]
    return np.moveaxis(np.sum(parts, axis=0)[:, 2:-2], 0, axis)
