"""Light on the ground: shadows and gleams that lie over speeds and times. NumPy only, no Qt.

A surface is sampled at the size of the picture, and a table tells how each slope is lit, so that a
frame costs two differences and a look-up for each pixel. Shadows and gleams are translucent: laid
over any colour they multiply it, and level ground stays as it is. The light comes from several
sides, most of it from the north-west, after Mark, *Multidirectional, oblique-weighted,
shaded-relief image of the Island of Hawaii*, USGS 92-422, 1992.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from raster.elevation import MOUNTAIN_SHARE, Elevation, light_change
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, averaged, words
from ui.pictures.sampling import sampled
from ui.pictures.speed_layer import SpeedScale

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

_SIDE = 256
"""Entries of the table of light along either axis."""

_STEEPEST = 2.4
"""Rise over run, as it is shown, at the ends of the table; what is steeper is lit alike."""

_SHADE, _GLEAM = (28, 5, 30), (255, 228, 140)
"""Colours of shadows and gleams: light is as warm as the sun's, since white makes colours dull."""

_DARKEST, _BRIGHTEST = 0.7, 0.24
"""Most that a shadow, and a gleam, covers of what lies beneath."""

_USUAL = 0.4
"""Rise over run of times on usual ground, so low that bands keep their colours all over a map."""

_ROUGH = 0.78
"""The same of ground steeper than nine tenths of heights, whose mountains are shown flatter."""

_LEVEL = 0.25
"""Share of a mountain's slope below which ground counts more and more as lying level on it."""

_OVERVIEW = 800
"""Pixels along a raster's longer side at which its slopes are shown in full."""

_FLATTER = 0.32
"""Power of the zoom by which slopes are shown flatter from near by, where they are steeper."""

_EDGES, _HILLS = 1.3, 5.0
"""Rise over run, as it is shown, of a step from the slowest speed to the fastest: as it is, and
after it was smoothed, so that slow country rises in hills and its edges can still be seen."""

_BY_RANK = 0.6
"""Share of a place's height that its rank among all speeds decides, and not the speed itself: where
a few roads are far faster than all ground, the ground has hills nevertheless."""

_HILL = 4
"""Pixels between the places of a picture whose speeds make these hills."""

_SHORE = -0.3
"""Height of what has no speed, among those of speeds."""


class ShownSlopes(NamedTuple):
    """Rise over run, as it is shown, float32, of the pixels of a picture: eastward and southward;
    NaN where nothing is known."""

    east: Floats
    south: Floats

    def times(self, east: float, south: float) -> ShownSlopes:
        """The same, exaggerated in place."""
        self.east[...] *= np.float32(east)
        self.south[...] *= np.float32(south)
        return self


SlopesOf = Callable[[Rows], ShownSlopes]
"""Function that gives the slopes of some rows of pixels, several a pixel."""


class LitSurface(Protocol):
    """Something that light falls on. key : equal keys mean equal pictures."""

    @property
    def key(self) -> tuple[object, ...]: ...

    def slopes(self, patch: Patch, samples: int) -> SlopesOf:
        """Of a patch, `samples` × `samples` of them a pixel."""
        ...


@dataclass(frozen=True, eq=False)
class ElevationSurface:
    """Heights over a grid. holes : whether cells may have no data, on which no light falls."""

    elevation: Elevation
    grid: VelocityGrid
    holes: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        return "elevation", id(self.elevation), id(self.grid)

    def sea(self, patch: Patch, rows: Rows) -> NDArray[np.bool_]:
        """Pixels of some rows that lie in the sea."""
        down, across = self._axes(patch)
        lines, cols = down.of(1, rows).nearest(0), across.nearest(0)
        return self.elevation.at_sea(self.elevation.metres[lines].take(cols, axis=1))

    def _axes(self, patch: Patch) -> tuple[_Axis, _Axis]:
        heights, grid, cells = self.elevation, self.grid, patch.window
        high, wide = heights.shape[0] / grid.rows, heights.shape[1] / grid.cols
        return (
            _Axis(heights.shape[0], cells.row * high, cells.height * high, patch.shape[0]),
            _Axis(heights.shape[1], cells.col * wide, cells.width * wide, patch.shape[1]),
        )

    def slopes(self, patch: Patch, samples: int) -> SlopesOf:
        heights = self.elevation
        down, across = self._axes(patch)
        nearness = min(patch.cells_per_pixel * _OVERVIEW / max(self.grid.shape), 1.0)
        rise = _ROUGH / max(heights.roughness, 1e-3) * nearness**_FLATTER

        def read(rows: Indices, cols: Indices) -> Floats:
            return heights.metres[rows].take(cols, axis=1)

        whole = [
            _Axis(cells, 0, cells, count)
            for cells, count in zip(heights.shape, heights.mountains[0].shape, strict=True)
        ]

        def of(rows: Rows) -> ShownSlopes:
            lines, cols = down.of(samples, rows), across.of(samples)
            found = _gradients(read, lines, cols)
            found.times(rise / heights.step_x, rise / heights.step_y)
            places = whole[0].under(lines), whole[1].under(cols)
            east, south = (_spread(of_all, *places) for of_all in heights.mountains)
            _flatten(found, east, south, rise)
            if self.holes:
                unknown = self._unknown(patch, rows, samples)
                found.east[unknown] = found.south[unknown] = np.nan
            return found

        return of

    def _unknown(self, patch: Patch, rows: Rows, samples: int) -> NDArray[np.bool_]:
        """Samples of some rows of pixels that have no speed."""
        grid, cells = self.grid, patch.window
        down = _Axis(grid.rows, cells.row, cells.height, patch.shape[0]).of(samples, rows)
        across = _Axis(grid.cols, cells.col, cells.width, patch.shape[1]).of(samples)
        values = grid.values[down.nearest(0)].take(across.nearest(0), axis=1)
        return np.isnan(grid.kmh_of(values))


@dataclass(frozen=True, eq=False)
class SpeedSurface:
    """What is slow stands out from what is fast."""

    grid: VelocityGrid
    scale: SpeedScale
    zero_speed_kmh: float

    @property
    def key(self) -> tuple[object, ...]:
        return "speeds", id(self.grid), self.scale, self.zero_speed_kmh

    def slopes(self, patch: Patch, samples: int) -> SlopesOf:
        cells = patch.window
        down = _Axis(self.grid.rows, cells.row, cells.height, patch.shape[0])
        across = _Axis(self.grid.cols, cells.col, cells.width, patch.shape[1])
        read = self._reader()
        hills, far_down, far_across = _hills(read, down, across)

        def of(rows: Rows) -> ShownSlopes:
            lines, cols = down.of(samples, rows), across.of(samples)
            found = _gradients(read, lines, cols)
            found.times(
                _EDGES * max(cols.step, 1.0) * samples, _EDGES * max(lines.step, 1.0) * samples
            )
            places = far_down.under(lines), far_across.under(cols)
            for edges, gentle in zip(found, hills, strict=True):
                edges += _spread(gentle, *places)
            return found

        return of

    def _reader(self) -> Read:
        grid = self.grid
        if grid.code_speed is None:
            return lambda rows, cols: self._heights(grid.values[rows].take(cols, axis=1))
        codes = np.arange(len(grid.code_speed)).astype(grid.values.dtype)
        of_code = self._heights(grid.kmh_of(codes))
        whole: NDArray[np.integer[Any]] = grid.values  # type: ignore[assignment]  # codes are
        return lambda rows, cols: of_code.take(whole[rows].take(cols, axis=1))

    def _heights(self, kmh: NDArray[np.generic]) -> Floats:
        """0 for the fastest to 1 for the slowest, and for barriers; float32."""
        speeds = np.asarray(kmh, np.float32)
        if self.zero_speed_kmh > 0:
            speeds = np.where(speeds <= 0, np.float32(self.zero_speed_kmh), speeds)
        slow, fast = self.scale.slow, self.scale.fast
        share = (speeds - np.float32(slow)) * np.float32(1 / max(fast - slow, 1e-9))
        depths = np.sqrt(np.clip(share, 0, 1)) * np.float32(1 - _BY_RANK)
        depths += np.interp(speeds, *self._ranks).astype(np.float32) * np.float32(_BY_RANK)
        heights: Floats = np.float32(1) - depths
        return heights

    @cached_property
    def _ranks(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.scale.ranks()


@dataclass(frozen=True, eq=False)
class TimeSurface:
    """Later is higher. usual : seconds that a cell takes."""

    times: TravelTimes
    usual: float

    @property
    def key(self) -> tuple[object, ...]:
        return "times", id(self.times), self.usual

    def slopes(self, patch: Patch, samples: int) -> SlopesOf:
        rise = _USUAL * samples / (self.usual * patch.cells_per_pixel)

        def of(rows: Rows) -> ShownSlopes:
            first, end = max(rows[0] - 1, 0), min(rows[1] + 1, patch.shape[0])
            seconds = sampled(self.times, patch, samples, (first, end))
            seconds[np.isinf(seconds)] = np.nan
            south, east = (
                np.gradient(seconds, axis=k) if seconds.shape[k] > 1 else np.zeros_like(seconds)
                for k in (0, 1)
            )
            inner = slice((rows[0] - first) * samples, (rows[1] - first) * samples)
            return ShownSlopes(east[inner], south[inner]).times(rise, rise)

        return of


def paint_relief(slopes: SlopesOf, rows: Rows, samples: int = 1) -> Pixels:
    """Shadows and gleams of some rows of pixels, translucent; slopes : `samples` × `samples` a
    pixel."""
    east, south = slopes(rows)
    return averaged(_light().take(_entry(south) * np.int32(_SIDE) + _entry(east)), samples)


def _entry(slopes: Floats) -> NDArray[np.int32]:
    """The places of slopes on an axis of the table; of what is not known that of level ground."""
    half = _SIDE // 2
    at = np.clip(slopes * np.float32(half / _STEEPEST), -half, half - 1) + np.float32(half + 0.5)
    return np.asarray(np.nan_to_num(at, nan=half), np.int32)


@cache
def _light() -> Pixels:
    """Pixels of slopes: (southward × eastward) entries, level ground in the middle, transparent."""
    slopes = (np.arange(_SIDE) - _SIDE // 2) * (_STEEPEST / (_SIDE // 2))
    south, east = slopes[:, None], slopes[None, :]
    change = light_change(east, south)
    shade = np.clip(-change * 1.05, 0, _DARKEST)
    gleam = np.clip(change * 0.55, 0, _BRIGHTEST)
    colours = np.where((change < 0)[..., None], _SHADE, _GLEAM)
    return words(colours, shade + gleam).ravel()


def _flatten(found: ShownSlopes, east: Floats, south: Floats, rise: float) -> None:
    """Take a share of a mountain's slope out of that of its ground, in place; what lies level on it
    stays as it is. east, south : of the mountain, `rise` times of which are shown."""
    along = found.east * east + found.south * south
    along /= np.maximum(east**2 + south**2, np.float32(1e-9)) * np.float32(_LEVEL * rise)
    share = np.clip(along, 0, 1) * np.float32(MOUNTAIN_SHARE * rise)
    found.east[...] -= share * east
    found.south[...] -= share * south


Read = Callable[[Indices, Indices], Floats]
"""Function that gives heights at some rows and columns of an array."""


@dataclass(frozen=True)
class _Axis:
    """An axis of an array of `cells`: a picture shows `length` of them from `first` on in `count`
    samples, of which those from `begin` to `end` are asked for; by default all."""

    cells: int
    first: float
    length: float
    count: int
    begin: int = 0
    end: int = -1

    def of(self, samples: int, rows: Rows | None = None) -> _Axis:
        """Of some pixels, with so many samples each."""
        first, end = rows or (0, self.count)
        return replace(self, count=self.count * samples, begin=first * samples, end=end * samples)

    @property
    def step(self) -> float:
        """Cells from one sample to the next."""
        return self.length / self.count

    def at(self, margin: int = 0) -> NDArray[np.float64]:
        """Where the samples lie, in cells, and `margin` more at either end."""
        end = self.count if self.end < 0 else self.end
        samples = np.arange(self.begin - margin, end + margin, dtype=np.float64)
        return np.asarray(self.first + (samples + 0.5) * self.step)

    def nearest(self, margin: int) -> Indices:
        """The cells of the samples, and of `margin` more at either end."""
        return np.clip(np.floor(self.at(margin)).astype(np.int64), 0, self.cells - 1)

    def around(self) -> Indices:
        """All cells that the samples lie between, and one more at either end."""
        low, high = np.floor(self.at()[[0, -1]] - 0.5).astype(np.int64).tolist()
        return np.clip(np.arange(low - 1, high + 3), 0, self.cells - 1)

    def between(self) -> Between:
        """The samples among `around`, without its ends."""
        at = self.at() - 0.5
        before = np.floor(at)
        return Between((before - before[0]).astype(np.int64), (at - before).astype(np.float32))

    def under(self, finer: _Axis) -> Between:
        """Where the samples of another axis of the same cells lie among all of these."""
        at = np.clip((finer.at() - self.first) / self.step - 0.5, 0, self.count - 1)
        before = np.minimum(np.floor(at), max(self.count - 2, 0))
        return Between(before.astype(np.int64), (at - before).astype(np.float32))


class Between(NamedTuple):
    """Places among the elements of an array: which one lies before each, and how far it is from
    there to the next, 0 to 1."""

    before: Indices
    share: Floats


def _gradients(read: Read, down: _Axis, across: _Axis) -> ShownSlopes:
    """Differences for a cell at the samples of two axes; smooth where samples are the closer."""
    if min(down.step, across.step) >= 1:
        return _differences(read, down.nearest(1), across.nearest(1))
    places = down.between(), across.between()
    fields = _differences(read, down.around(), across.around())
    return ShownSlopes(*(_spread(field, *places) for field in fields))


def _differences(read: Read, rows: Indices, cols: Indices) -> ShownSlopes:
    """Between the neighbours of what lies within the ends of `rows` and `cols`, by their distance:
    samples that are more than a cell apart are not all equally far apart."""
    heights = read(rows, cols)
    across = 1 / np.maximum(cols[2:] - cols[:-2], 1).astype(np.float32)
    down = 1 / np.maximum(rows[2:] - rows[:-2], 1).astype(np.float32)
    east = (heights[1:-1, 2:] - heights[1:-1, :-2]) * across
    south = (heights[2:, 1:-1] - heights[:-2, 1:-1]) * down[:, None]
    return ShownSlopes(east, south)


def _hills(read: Read, down: _Axis, across: _Axis) -> tuple[ShownSlopes, _Axis, _Axis]:
    """Slopes of heights that were smoothed, at every `_HILL`-th pixel; and the axes of these."""
    down, across = (
        replace(axis, count=max(round(axis.count / _HILL), 2)) for axis in (down, across)
    )
    heights = read(down.nearest(5), across.nearest(5))
    heights[np.isnan(heights)] = _SHORE
    for _ in range(2):
        heights = _smoothed(_smoothed(heights).T).T
    east = heights[1:-1, 2:] - heights[1:-1, :-2]
    south = heights[2:, 1:-1] - heights[:-2, 1:-1]
    return ShownSlopes(east, south).times(_HILLS / 2, _HILLS / 2), down, across


def _smoothed(heights: Floats) -> Floats:
    """Means of rows that follow each other, of five in a bell; four fewer than before."""
    found = 6 * heights[2:-2] + 4 * (heights[1:-3] + heights[3:-1]) + heights[:-4] + heights[4:]
    found *= np.float32(1 / 16)
    return found


def _spread(field: Floats, down: Between, across: Between) -> Floats:
    """A field between its elements, bilinear."""
    return _lerp(_lerp(field, down, 0), across, 1)


def _lerp(field: Floats, places: Between, axis: int) -> Floats:
    low, high = field.take(places.before, axis), field.take(places.before + 1, axis)
    high -= low
    high *= places.share[:, None] if axis == 0 else places.share
    high += low
    return high
