"""Base layers in their order: what lies beneath the map of times and what above it. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import numpy as np

from ui.pictures.ground import MapGround
from ui.pictures.moved import copied
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.scene import Brush, LayerPlan, Scene
from ui.pictures.theme import Theme


class Picturable(Protocol):
    """What a base layer is made of. name : of its file. at : the path, or the address, by which it
    is found again. Where it has a `credit`, that is to be read on the map."""

    @property
    def name(self) -> str: ...
    @property
    def at(self) -> str: ...
    def drawn(self, ground: MapGround, patch: Patch, theme: Theme, pixel_ratio: float) -> Pixels:
        """A part of the ground, premultiplied. For any thread."""
        ...


@dataclass(frozen=True)
class BaseLayer:
    """opacity : 0..1. revision : of its picture, where that changes."""

    source: Picturable
    visible: bool = True
    opacity: float = 1.0
    revision: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.opacity <= 1.0:
            raise ValueError(f"an opacity of {self.opacity}; give 0 to 1")


@dataclass(frozen=True)
class LayerStack:
    """layers : the lowest first; beneath : how many of them lie beneath the map of times."""

    layers: tuple[BaseLayer, ...] = ()
    beneath: int = 0

    def added(self, source: Picturable) -> LayerStack:
        """With another on top of those that lie beneath the map."""
        at = self.beneath
        layers = (*self.layers[:at], BaseLayer(source), *self.layers[at:])
        return LayerStack(layers, at + 1)

    def founded(self, source: Picturable) -> LayerStack:
        """With another below all others."""
        return LayerStack((BaseLayer(source), *self.layers), self.beneath + 1)

    def index(self, source: Picturable) -> int:
        """Of the layer of a source, -1 where there is none."""
        at = (k for k, layer in enumerate(self.layers) if layer.source is source)
        return next(at, -1)

    def without(self, index: int) -> LayerStack:
        kept = self.layers[:index] + self.layers[index + 1 :]
        return LayerStack(kept, self.beneath - (index < self.beneath))

    def changed(self, index: int, **values: object) -> LayerStack:
        """With other fields of one of them."""
        layers = list(self.layers)
        layers[index] = replace(layers[index], **values)  # type: ignore[arg-type]
        return replace(self, layers=tuple(layers))

    def moved(self, index: int, up: int) -> LayerStack:
        """With one of them a place up (1) or down (-1); the map of times is a place, too."""
        below = index < self.beneath
        if below and up > 0 and index == self.beneath - 1:
            return replace(self, beneath=self.beneath - 1)
        if not below and up < 0 and index == self.beneath:
            return replace(self, beneath=self.beneath + 1)
        other = index + up
        if not 0 <= other < len(self.layers):
            return self
        layers = list(self.layers)
        layers[index], layers[other] = layers[other], layers[index]
        return replace(self, layers=tuple(layers))

    def place_after(self, index: int, up: int) -> int:
        """The index of a layer after `moved`."""
        passes_map = index == (self.beneath - 1 if up > 0 else self.beneath)
        return index if passes_map else min(max(index + up, 0), len(self.layers) - 1)

    @property
    def cover(self) -> bool:
        return any(layer.visible for layer in self.layers[: self.beneath])

    @property
    def credits(self) -> tuple[str, ...]:
        """What the licences of those that are seen ask to be read, each once."""
        seen = (getattr(layer.source, "credit", "") for layer in self.layers if layer.visible)
        return tuple(dict.fromkeys(filter(None, seen)))

    def around(self, scene: Scene) -> tuple[LayerPlan, ...]:
        """The layers of a scene, with these."""
        plans = tuple(
            LayerPlan(
                f"base {id(layer.source)}",
                (id(layer.source), layer.revision, layer.opacity, scene.theme.name),
                partial(_draw, layer, scene),
                fine_at_once=True,
                detail=not k < self.beneath,
            )
            for k, layer in enumerate(self.layers)
            if layer.visible
        )
        under = sum(layer.visible for layer in self.layers[: self.beneath])
        return (*plans[:under], *scene.plans(), *plans[under:])


NO_LAYERS = LayerStack()


def _draw(layer: BaseLayer, scene: Scene, brush: Brush) -> Pixels | None:
    """Where the ground is panned only what comes into view is drawn."""
    image: Pixels = np.zeros(brush.patch.shape, np.uint32)
    left, _, _, top = bounds = brush.patch.bounds
    across = (bounds[2] - left) / brush.patch.shape[1]
    down = (top - bounds[1]) / brush.patch.shape[0]
    for strip in copied(image, brush.patch, brush.before):
        if not brush.wanted():
            return None
        box = (
            left + strip.left * across, top - strip.bottom * down,
            left + strip.right * across, top - strip.top * down,
        )  # fmt: skip
        patch = Patch(None, strip.shape, box)
        part = layer.source.drawn(scene.ground, patch, scene.theme, brush.pixel_ratio)
        image[strip.top : strip.bottom, strip.left : strip.right] = faded(part, layer.opacity)
    return image


def faded(pixels: Pixels, opacity: float) -> Pixels:
    """Premultiplied pixels, less of them."""
    if opacity >= 1:
        return pixels
    bytes_ = np.ascontiguousarray(pixels).view(np.uint8)
    part: Pixels = (
        (bytes_.astype(np.float32) * np.float32(opacity) + 0.5).astype(np.uint8).view(np.uint32)
    )
    return part.reshape(pixels.shape)
