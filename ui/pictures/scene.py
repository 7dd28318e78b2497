"""What a map shows, and its picture as layers of pixels. May be drawn in any thread; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from core.times import UNLIMITED
from raster.travel_times import TravelTimes
from road.results.travel_times import RoadTimes
from ui.pictures.ground import MapGround
from ui.pictures.patch import Bounds, Patch
from ui.pictures.pixels import Pixels
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme

Wanted = Callable[[], bool]
"""Function that tells whether a picture that is being drawn is still wanted."""


def always() -> bool:
    return True


class Brush(NamedTuple):
    """How a layer is to be drawn.

    pixel_ratio : device pixels of one of the canvas. fine : take time for the better picture.
    beneath : the layers below it, the lowest first. before : the same layer of another patch, if
    there is one.
    """

    patch: Patch
    pixel_ratio: float = 1.0
    fine: bool = False
    wanted: Wanted = always
    beneath: tuple[Pixels, ...] = ()
    before: PictureLayer | None = None


@dataclass(frozen=True, eq=False)
class LayerPlan:
    """A layer that a scene consists of.

    key : equal keys mean equal pictures. draw : None once it is not wanted. solid : it covers all
    that lies below it. fine_at_once : it has no hastier picture. detail : it is no part of the
    picture of the whole, which is seen enlarged.
    """

    name: str
    key: tuple[object, ...]
    draw: Callable[[Brush], Pixels | None]
    solid: bool = False
    fine_at_once: bool = False
    detail: bool = False


class Arrivals(NamedTuple):
    """Seconds, or whatever costs count, at which each pixel is reached, inf where none is, and
    pixels that a front goes there in one; float32, (rows, cols)."""

    seconds: NDArray[np.float32]
    pace: NDArray[np.float32]


@dataclass(frozen=True)
class Named:
    """What a legend says of colours that stand for names, and not for times.

    more : how many have no line of their own, in words; "" for none. limit_seconds : within which
    a place counts as reached. caption : a sentence below the title; "" for none.
    """

    title: str
    entries: tuple[tuple[tuple[int, int, int], str], ...]
    more: str = ""
    limit_seconds: float = UNLIMITED
    caption: str = ""


class Scene(Protocol):
    """Everything a picture depends on but the place.

    subject : what the map is of. named : of classes, None of times. backdrop : the colour of what
    is empty, #rrggbb. remarks : what its legend tells of the ground, keys of its words in
    `ui.canvas.legend`. speeds : km/h of the slowest, the middle
    and the fastest tone, None where no speeds are drawn.
    """

    @property
    def subject(self) -> object: ...
    @property
    def ground(self) -> MapGround: ...
    @property
    def times(self) -> TravelTimes | RoadTimes | None: ...
    @property
    def named(self) -> Named | None: ...
    @property
    def bands(self) -> Bands: ...
    @property
    def style(self) -> OverlayStyle: ...
    @property
    def theme(self) -> Theme: ...
    @property
    def backdrop(self) -> str: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...
    @property
    def speeds(self) -> tuple[float, float, float] | None: ...
    def seen(self, colours: NDArray[np.uint8]) -> NDArray[np.generic]:
        """Colours of times, uint8, (n, 3), as they look on the map."""
        ...

    def plans(self) -> tuple[LayerPlan, ...]:
        """Its layers, the lowest first."""
        ...

    def dressed(self, bands: Bands, style: OverlayStyle, theme: Theme) -> Scene:
        """The same, drawn otherwise."""
        ...

    def at_rest(self) -> Scene:
        """The same before anything is reached."""
        ...

    def arrivals(self, patch: Patch, pixel_ratio: float) -> Arrivals | None:
        """When each pixel of a patch is reached; None where there are no times."""
        ...


def plans_of(scene: Scene) -> tuple[LayerPlan, ...]:
    """The layers of a scene and the base layers around them, the lowest first."""
    layers = scene.style.layers
    return scene.plans() if layers is None else layers.around(scene)


def key_of(scene: Scene) -> tuple[object, ...]:
    """Equal keys mean equal pictures."""
    return tuple((plan.name, plan.key) for plan in plans_of(scene))


@dataclass(frozen=True, eq=False)
class PictureLayer:
    """A finished picture of a patch; `fine` tells whether it is the better of the two kinds."""

    name: str
    pixels: Pixels
    bounds: Bounds
    key: tuple[object, ...]
    fine: bool
    solid: bool


class Floor(NamedTuple):
    """Layers that stay while those above change, and their pixels as one, opaque."""

    layers: tuple[PictureLayer, ...]
    pixels: Pixels


@dataclass(frozen=True, eq=False)
class Frame:
    """The layers of a patch, the lowest first.

    drawn_ms : what drawing them took, of those that were not there already. flat : all of them as
    one, opaque; None where nobody made it. floor : the lowest of them that the frame before had,
    too, as one; None where there are none.
    """

    scene: Scene
    patch: Patch
    layers: tuple[PictureLayer, ...] = ()
    drawn_ms: float = 0.0
    flat: PictureLayer | None = None
    floor: Floor | None = None

    def layer(self, name: str) -> PictureLayer | None:
        """The layer of a name, None where there is none."""
        return next((layer for layer in self.layers if layer.name == name), None)

    def shares_all_with(self, other: Frame | None) -> bool:
        """Whether every layer was there already."""
        if other is None or len(self.layers) != len(other.layers):
            return False
        return self.shared_with(other) == len(self.layers)

    def shared_with(self, other: Frame | None) -> int:
        """How many layers, from the lowest on, were there already."""
        pairs = () if other is None else zip(self.layers, other.layers, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def draw_frame(
    scene: Scene,
    patch: Patch,
    pixel_ratio: float = 1.0,
    fine: bool = False,
    before: Frame | None = None,
    wanted: Wanted = always,
    details: bool = True,
) -> Frame | None:
    """Draw a patch, reusing layers of `before` that are still true; None once it is not wanted."""
    layers: list[PictureLayer] = []
    for plan in plans_of(scene):
        if plan.detail and not details:
            continue
        layer = _reusable(plan, patch, before, fine)
        if layer is None:
            beneath = tuple(drawn.pixels for drawn in layers)
            old = _of_another_patch(plan, before)
            pixels = plan.draw(Brush(patch, pixel_ratio, fine, wanted, beneath, old))
            if pixels is None:
                return None
            kept = fine or plan.fine_at_once
            layer = PictureLayer(plan.name, pixels, patch.bounds, plan.key, kept, plan.solid)
        layers.append(layer)
    return Frame(scene, patch, tuple(layers))


def _reusable(
    plan: LayerPlan, patch: Patch, before: Frame | None, fine: bool
) -> PictureLayer | None:
    if before is None or before.patch != patch:
        return None
    layer = before.layer(plan.name)
    true = layer is not None and layer.key == plan.key and layer.fine >= fine
    return layer if true else None


def _of_another_patch(plan: LayerPlan, before: Frame | None) -> PictureLayer | None:
    layer = None if before is None else before.layer(plan.name)
    return layer if layer is not None and layer.key == plan.key else None
