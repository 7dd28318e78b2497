"""The front at a moment, over the finished picture: drawn by comparing times with a clock. No Qt.

What takes time, two pictures and the field between them, is made once for a part of the ground; a
moment is then drawn in milliseconds, in any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from app.fitting import held_seconds
from core.geometry.blending import laid_over
from core.geometry.moving_front import draw_front
from raster.travel_times import TravelTimes
from road.results.travel_times import RoadTimes
from ui.pictures.patch import Bounds
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Arrivals, Frame, PictureLayer, Scene, draw_frame, key_of

NAME = "front"

LINE = 3.0
"""Width of the line in pixels of a screen without magnification."""

LIGHT_REACH = 48
"""Pixels of a screen without magnification that the light around the line reaches."""

_OUTLIER = 1.5
"""Multiple of the time of nearly all places within which the clock waits for the last one."""


def last_moment(times: TravelTimes | RoadTimes | None) -> float:
    """Where the clock ends: when the last place is reached, or nearly all, where a few take much
    longer; 0 where there is no front to be shown."""
    if times is None or not times.reached:
        return 0.0
    held, longest = held_seconds(times), times.max_seconds
    end = held if longest > _OUTLIER * held > 0 else longest
    return float(end) if np.isfinite(end) else 0.0


@dataclass(frozen=True, eq=False)
class FrontStage:
    """A part of the ground over which a front can be drawn at any moment.

    frame : the finished picture. before, after : pixels, opaque; as nothing and as everything is
    reached. width : of the line in pixels.
    """

    frame: Frame
    before: Pixels
    after: Pixels
    arrivals: Arrivals
    width: float

    @classmethod
    def of(cls, frame: Frame, pixel_ratio: float, old: FrontStage | None = None) -> FrontStage:
        """old : one of before, of which is taken what is still true."""
        scene, patch = frame.scene, frame.patch
        after = flattened(frame)
        same = old if old is not None and old.frame.patch == patch else None
        if same is not None and _alike(same.frame.scene, scene):
            return cls(frame, same.before, after, same.arrivals, same.width)
        resting = scene.at_rest()
        if same is not None and _seen_alike(same.frame.scene.at_rest(), resting):
            before = same.before  # as after every new start
        else:
            drawn = draw_frame(resting, patch, pixel_ratio, before=frame)
            assert drawn is not None, "always wanted"
            before = flattened(drawn)
        arrivals = scene.arrivals(patch, pixel_ratio)
        assert arrivals is not None, "only a scene with times has a front"
        return cls(frame, before, after, arrivals, LINE * pixel_ratio)

    def at(self, seconds: float) -> PictureLayer:
        """The front at a moment; where the ground ends, with room for the light around the line."""
        before, after, (arrival, pace) = self._with_room
        image: Pixels = np.empty(after.shape, np.uint32)
        draw_front(image, before, after, arrival, pace, float(seconds), float(self.width))
        return PictureLayer(NAME, image, self._bounds, (NAME, seconds), fine=True, solid=True)

    @cached_property
    def _room(self) -> tuple[int, int, int, int]:
        """Pixels around the patch, left, below, right and above; none where ground goes on."""
        patch, ground = self.frame.patch, self.frame.scene.ground.bounds
        light = round(LIGHT_REACH * self.width / LINE)
        ends = zip(patch.bounds, ground, strict=True)
        left, bottom, right, top = (
            light if abs(end - last) < self._pixel / 2 else 0 for end, last in ends
        )
        return left, bottom, right, top

    @property
    def _pixel(self) -> float:
        """Units of the ground that a pixel is wide."""
        left, _, right, _ = self.frame.patch.bounds
        return (right - left) / self.frame.patch.shape[1]

    @property
    def _bounds(self) -> Bounds:
        left, bottom, right, top = self.frame.patch.bounds
        to_left, below, to_right, above = (pixels * self._pixel for pixels in self._room)
        return left - to_left, bottom - below, right + to_right, top + above

    @cached_property
    def _with_room(self) -> tuple[Pixels, Pixels, Arrivals]:
        """Both pictures and the field, with the room around them."""
        left, bottom, right, top = self._room
        if not any(self._room):
            return self.before, self.after, self.arrivals
        wide, empty = ((top, bottom), (left, right)), words(rgb(self.frame.scene.backdrop))
        before, after = (
            np.pad(picture, wide, constant_values=empty) for picture in (self.before, self.after)
        )
        arrival, pace = self.arrivals
        return (
            before,
            after,
            Arrivals(np.pad(arrival, wide, constant_values=np.inf), np.pad(pace, wide)),
        )


def _alike(one: Scene, other: Scene) -> bool:
    """Whether two scenes differ in nothing but what the finished picture shows."""
    return one is other or (
        one.times is other.times and one.style == other.style and one.theme is other.theme
    )


def _seen_alike(one: Scene, other: Scene) -> bool:
    """Whether two scenes have the same picture."""
    return key_of(one) == key_of(other) and one.backdrop == other.backdrop


def flattened(frame: Frame) -> Pixels:
    """All layers of a frame as one opaque picture."""
    if frame.flat is not None:
        return frame.flat.pixels
    image = np.full(frame.patch.shape, words(rgb(frame.scene.backdrop)), np.uint32)
    for layer in frame.layers:
        image = layer.pixels if layer.solid else laid_over(image, layer.pixels)
    return np.ascontiguousarray(image)
