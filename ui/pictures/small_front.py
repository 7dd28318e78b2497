"""A small map of a finished result, on which what is reached grows by its share of all places. No
Qt.

It holds pixels and not the result, so that several can be kept, also of large ground.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from core.geometry.moving_front import HOT
from ui.pictures.front import FrontStage
from ui.pictures.patch import Bounds, Patch
from ui.pictures.pixels import Pixels, words
from ui.pictures.scene import Arrivals, Scene, draw_frame
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme

_EDGE = 0.06
"""Share of what is reached that is shown around it."""


_LINE = words(HOT[::-1])
"""Word of the line's colour. There is no light around it, which would cover a map this small."""

WIDTH = 1.5
"""Width of the line in pixels of a screen without magnification."""


@dataclass(frozen=True, eq=False)
class SmallFront:
    """before, after : pixels, opaque, (rows, cols); as nothing and as everything is reached.

    sorted_seconds : float32, (n,), of the pixels that are reached, ascending. width : of the line,
    in pixels. backdrop : the colour of what is empty, #rrggbb.
    """

    before: Pixels
    after: Pixels
    arrivals: Arrivals
    sorted_seconds: NDArray[np.float32]
    width: float
    backdrop: str

    @classmethod
    def of(
        cls,
        scene: Scene,
        bands: Bands,
        style: OverlayStyle,
        theme: Theme,
        size: tuple[int, int],
        pixel_ratio: float,
    ) -> SmallFront | None:
        """The part of the ground that is reached, within a size in pixels of a screen without
        magnification; None where nothing is. For any thread."""
        plain = replace(style, names=False, layers=None, owners=False)
        scene = scene.dressed(bands, plain, theme)
        patch = _fitted(scene, scene.ground.bounds, size, pixel_ratio)
        arrivals = None if patch is None else scene.arrivals(patch, pixel_ratio)
        if patch is None or arrivals is None or not np.isfinite(arrivals.seconds).any():
            return None
        patch = _fitted(scene, _reached(patch, arrivals), size, pixel_ratio) or patch
        frame = draw_frame(scene, patch, pixel_ratio, fine=True, details=False)
        assert frame is not None, "always wanted"
        stage = FrontStage.of(frame, pixel_ratio)
        seconds = stage.arrivals.seconds
        reached = np.sort(seconds[np.isfinite(seconds)])
        width = WIDTH * pixel_ratio
        return cls(stage.before, stage.after, stage.arrivals, reached, width, scene.backdrop)

    def at(self, share: float) -> Pixels:
        """The picture when `share` of the places are reached, those that are near first."""
        if share >= 1.0 or not len(self.sorted_seconds):
            return self.after
        if share <= 0.0:
            return self.before
        seconds = self.sorted_seconds[int(share * len(self.sorted_seconds))]
        arrival, pace = self.arrivals
        reached = arrival <= seconds
        image: Pixels = np.where(reached, self.after, self.before)
        with np.errstate(invalid="ignore"):  # far from all roads: a pace of 0, and no time
            image[reached & ((seconds - arrival) * pace < self.width) & (pace > 0)] = _LINE
        return image


def _fitted(scene: Scene, bounds: Bounds, size: tuple[int, int], ratio: float) -> Patch | None:
    """What lies within bounds, as large as the size allows."""
    left, bottom, right, top = bounds
    scale = max((right - left) / (size[0] * ratio), (top - bottom) / (size[1] * ratio))
    return scene.ground.patch(bounds, max(scale, scene.ground.finest))


def _reached(patch: Patch, arrivals: Arrivals) -> Bounds:
    """The bounds of what is reached, with a little around it."""
    rows, cols = np.nonzero(np.isfinite(arrivals.seconds))
    left, bottom, right, top = patch.bounds
    across, down = (right - left) / patch.shape[1], (top - bottom) / patch.shape[0]
    first, last = left + cols.min() * across, left + (cols.max() + 1) * across
    upper, lower = top - rows.min() * down, top - (rows.max() + 1) * down
    edge = _EDGE * max(last - first, upper - lower)
    return (
        float(max(first - edge, left)),
        float(max(lower - edge, bottom)),
        float(min(last + edge, right)),
        float(min(upper + edge, top)),
    )
