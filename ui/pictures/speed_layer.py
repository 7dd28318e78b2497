"""The speeds as a quiet picture beneath the isochrones. NumPy only, no Qt.

Three things stay apart: a speed is a tone from `slow` to `fast`, a barrier is dark and hatched, and
no data is transparent, so that the background shows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from raster.grid import VelocityGrid, sample_indices
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, averaged, rgb, words
from ui.pictures.theme import Theme

_TONES = 254
_BARRIER, _NO_DATA = 254, 255
_SAMPLE = 512  # cells a side looked at to find the range of speeds
_STEPS = 64  # between speeds that equally many places exceed


@dataclass(frozen=True, slots=True)
class SpeedScale:
    """Speeds of a raster: `slow` and `fast` km/h end the tones, both 0 where nothing moves; what
    else occurs in it. usual : km/h that as many places exceed each as the one before, ascending;
    none where nothing moves."""

    slow: float = 0.0
    fast: float = 1.0
    has_barrier: bool = False
    has_no_data: bool = False
    usual: tuple[float, ...] = ()

    @staticmethod
    def of(grid: VelocityGrid, zero_speed_kmh: float = 0.0) -> SpeedScale:
        """From an even sample, so that a huge raster costs no pass; outliers do not count."""
        shape = (min(grid.rows, _SAMPLE), min(grid.cols, _SAMPLE))
        speeds = grid.kmh(grid.whole(), shape)
        no_data = np.isnan(speeds)
        still = speeds <= 0
        moving = speeds[~no_data & ~still]
        if still.any() and zero_speed_kmh > 0 and not moving.size:
            moving = np.array([zero_speed_kmh])
        slow, fast = np.percentile(moving, (0.5, 99.9)) if moving.size else (0.0, 0.0)
        if still.any() and zero_speed_kmh > 0:
            slow = min(slow, zero_speed_kmh)
        barrier = bool(still.any()) and zero_speed_kmh <= 0
        usual = _spread_of(moving) if moving.size else moving
        fast = float(max(fast, slow))
        found = barrier, bool(no_data.any()), tuple(usual.tolist())
        return SpeedScale(float(slow), fast, *found)

    def ranks(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Speeds, ascending, and the share of places that are slower than each, 0 to 1; where many
        are equally fast, the middle of theirs."""
        speeds, first, many = np.unique(self.usual, return_index=True, return_counts=True)
        return speeds, (first + (many - 1) / 2) / max(len(self.usual) - 1, 1)

    def speed_at(self, share: float) -> float:
        """km/h of the tone `share` of the way from slow to fast; see `SpeedColours.tone_of`."""
        return self.slow + (self.fast - self.slow) * share**2


def _spread_of(moving: NDArray[np.floating]) -> NDArray[np.float64]:
    """Speeds that occur, as far apart in their order as can be told."""
    shares = np.linspace(0, 1, _STEPS + 1)
    return np.asarray(np.quantile(moving, shares, method="nearest"), np.float64)


@dataclass(frozen=True)
class SpeedColours:
    """tones : 256 words; 254 is a barrier, 255 no data."""

    scale: SpeedScale
    tones: Pixels
    hatch: int
    zero_speed_kmh: float

    @staticmethod
    def of(scale: SpeedScale, theme: Theme, zero_speed_kmh: float = 0.0) -> SpeedColours:
        ends = np.array([rgb(theme.slow), rgb(theme.fast)], np.float64)
        share = np.linspace(0, 1, _TONES)[:, None]
        tones = np.zeros(256, np.uint32)
        tones[:_TONES] = words(ends[0] + (ends[1] - ends[0]) * share)
        tones[_BARRIER] = words(rgb(theme.barrier))
        hatch = int(words(rgb(theme.barrier_hatch)))
        return SpeedColours(scale, tones, hatch, zero_speed_kmh)

    def tone_of(self, speeds: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Index into `tones`; speeds in km/h, NaN for no data."""
        no_data = np.isnan(speeds)
        moved = np.where(no_data, np.float32(0), speeds)
        barrier = moved <= 0
        if self.zero_speed_kmh > 0:
            moved = np.where(barrier, np.float32(self.zero_speed_kmh), moved)
            barrier = np.zeros_like(barrier)
        slow, fast = self.scale.slow, self.scale.fast
        share = (moved - np.float32(slow)) * np.float32(1 / max(fast - slow, 1e-9))
        if fast <= slow:
            share = np.full_like(moved, 0.6)  # one speed everywhere: a tone between the ends
        # The root opens up the slow end, where most terrain lies beside a few fast roads.
        tones: NDArray[np.uint8] = np.empty(moved.shape, np.uint8)
        tones[...] = np.sqrt(np.clip(share, 0, 1)) * np.float32(_TONES - 1)
        tones[barrier] = _BARRIER
        tones[no_data] = _NO_DATA
        return tones


def paint_speeds(
    grid: VelocityGrid,
    patch: Patch,
    colours: SpeedColours,
    samples: int = 1,
    hatch: int = 7,
    rows: Rows | None = None,
) -> Pixels:
    """The speeds of a patch, or of some rows of it; `samples` × `samples` cells make a pixel,
    `hatch` pixels lie between two strokes on a barrier (0 for none)."""
    window, (height, width) = patch.window, patch.shape
    first, end = rows or patch.all_rows
    lines = sample_indices(window.row, window.height, height * samples)
    lines = lines[first * samples : end * samples]
    cols = sample_indices(window.col, window.width, width * samples)
    # Two takes of one axis each are three times as fast as one of both.
    sampled = grid.values[lines].take(cols, axis=1)
    if grid.code_speed is None:
        tones = colours.tone_of(np.asarray(sampled, np.float32))
        pixels = colours.tones.take(tones)
    else:
        codes = np.arange(len(grid.code_speed)).astype(grid.values.dtype)
        of_code = colours.tones.take(colours.tone_of(grid.kmh_of(codes)))
        pixels = np.take(of_code, sampled)  # type: ignore[arg-type]  # codes are whole numbers
    pixels = averaged(pixels, samples)
    if hatch and colours.scale.has_barrier:
        _hatch(pixels, colours, patch, hatch, first)
    return pixels


def _hatch(pixels: Pixels, colours: SpeedColours, patch: Patch, period: int, first: int) -> None:
    """Diagonal strokes where a pixel is all barrier; they stay put on the ground while panning."""
    left = round(patch.window.col * patch.shape[1] / patch.window.width)
    top = round(patch.window.row * patch.shape[0] / patch.window.height) + first
    barrier = colours.tones[_BARRIER]
    for row in range(period):  # a stroke goes one pixel back with every row
        stroke = pixels[row::period, -(row + top + left) % period :: period]
        stroke[stroke == barrier] = colours.hatch
