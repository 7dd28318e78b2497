"""The order of base layers, with the map of times among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from app.roads.open_roads import OpenRoads
from road.files.read import open_roads
from tests.ui.roads import Roads
from ui.pictures.ground import MapGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Frame, draw_frame, key_of
from ui.pictures.stack import BaseLayer, LayerStack
from ui.pictures.streets import RoadScene
from ui.pictures.theme import LIGHT, Theme

RED, GREEN = 0xFFFF0000, 0xFF00FF00


@dataclass(eq=False)
class Plain:
    """A layer of one colour; `asked` are the sizes of what was drawn."""

    name: str
    colour: int = RED

    def __post_init__(self) -> None:
        self.at = self.name
        self.asked: list[tuple[int, int]] = []

    def drawn(self, ground: MapGround, patch: Patch, theme: Theme, pixel_ratio: float) -> Pixels:
        self.asked.append(patch.shape)
        return np.full(patch.shape, self.colour, np.uint32)


A, B, C = Plain("a"), Plain("b"), Plain("c")


def order(stack: LayerStack) -> str:
    """From below: names, and | for the map of times."""
    names = [layer.source.name for layer in stack.layers]
    return "".join((*names[: stack.beneath], "|", *names[stack.beneath :]))


def test_new_layers_lie_on_top_of_those_beneath_the_map() -> None:
    stack = LayerStack().added(A).added(B)
    assert order(stack) == "ab|"
    assert order(stack.founded(C)) == "cab|"
    assert order(stack.without(0)) == "b|"


def test_layers_go_up_and_down_and_past_the_map() -> None:
    stack, at = LayerStack().added(A).added(B), 0
    seen = []
    for _ in range(4):
        stack, at = stack.moved(at, 1), stack.place_after(at, 1)
        seen.append(order(stack))
        assert stack.layers[at].source is A
    assert seen == ["ba|", "b|a", "b|a", "b|a"]
    for _ in range(3):
        stack, at = stack.moved(at, -1), stack.place_after(at, -1)
        seen.append(order(stack))
        assert stack.layers[at].source is A
    assert seen[4:] == ["ba|", "ab|", "ab|"]
    assert order(stack.moved(1, 1).without(1)) == "a|"


def test_an_opacity_beyond_all_is_refused() -> None:
    with pytest.raises(ValueError, match="opacity"):
        LayerStack().added(A).changed(0, opacity=1.5)


@pytest.fixture
def scene(tmp_path: Path) -> RoadScene:
    made = RoadScene.of(OpenRoads.of(open_roads(Roads(tmp_path).town())))
    assert made is not None
    return made


def with_layers(scene: RoadScene, stack: LayerStack) -> RoadScene:
    return replace(scene, style=replace(scene.style, layers=stack))


def drawn(scene: RoadScene, right: int = 0, before: Frame | None = None) -> Frame:
    left, bottom, end, top = scene.ground.bounds
    scale = (end - left) / 300
    bounds = left + right * scale, bottom, end + right * scale, top
    patch = scene.ground.patch(bounds, scale)
    assert patch is not None
    frame = draw_frame(scene, patch, before=before)
    assert frame is not None
    return frame


def roads_of(frame: Frame) -> Pixels:
    layer = frame.layer("roads")
    assert layer is not None
    return layer.pixels


def test_roads_lie_over_what_is_beneath(scene: RoadScene) -> None:
    bare = roads_of(drawn(scene))
    stack = LayerStack((BaseLayer(Plain("red")),), 1)
    on_red = roads_of(drawn(with_layers(scene, stack)))
    canvas = words(rgb(LIGHT.canvas))
    empty = bare == canvas
    assert np.all(on_red[empty] == RED)
    assert np.any(on_red != RED)
    half = roads_of(drawn(with_layers(scene, stack.changed(0, opacity=0.5))))
    blue = half[empty] & 0xFF
    assert 0 < blue.max() < canvas & 0xFF


def test_layers_above_are_drawn_last_and_hidden_ones_not_at_all(scene: RoadScene) -> None:
    stack = LayerStack((BaseLayer(Plain("red")), BaseLayer(Plain("green", GREEN))), 1)
    names = [layer.name for layer in drawn(with_layers(scene, stack)).layers]
    assert names[1] == "roads"
    assert len(names) == 3
    hidden = stack.changed(1, visible=False)
    assert len(drawn(with_layers(scene, hidden)).layers) == 2
    assert key_of(with_layers(scene, stack)) != key_of(with_layers(scene, hidden))


def test_while_the_ground_is_panned_only_strips_are_drawn(scene: RoadScene) -> None:
    source = Plain("red")
    layered = with_layers(scene, LayerStack((BaseLayer(source),), 1))
    before = drawn(layered)
    source.asked.clear()
    after = drawn(layered, 40, before)
    assert sum(rows * cols for rows, cols in source.asked) < roads_of(after).size / 4
    assert np.array_equal(roads_of(after), roads_of(drawn(layered, 40)))
