"""Which names a map shows, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.roads.open_roads import OpenRoads
from raster.grid import grid_from_kmh
from road.graph import RoadGraph
from tests.road.files.osm_text import graph_of, node, way
from ui.pictures.ground import RoadGround
from ui.pictures.joined import JoinedScene
from ui.pictures.names import Label, NamePlacing
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.scene import draw_frame
from ui.pictures.streets import RoadScene
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import Theme


class Blocks:
    """Lettering in which a letter is a block."""

    def __init__(self) -> None:
        self.drawn: list[Label] = []

    def width(self, text: str, size: float, strong: bool) -> float:
        return 0.6 * size * len(text)

    def draw(self, shape: tuple[int, int], labels: Sequence[Label], theme: Theme) -> Pixels:
        self.drawn = list(labels)
        pixels = np.zeros(shape, np.uint32)
        for label in labels:
            row, col = round(label.y), round(label.x)
            if 0 <= row < shape[0] and 0 <= col < shape[1]:
                pixels[row, col] = 0xFFFFFFFF
        return pixels


@pytest.fixture
def town(tmp_path: Path) -> RoadGraph:
    """Twelve avenues of 1.6 km, 25 m apart, across one upright road; a town and a hamlet in it."""
    nodes, ways = [], []
    for k in range(12):
        nodes += [node(100 + k, 0, k / 4), node(200 + k, 8, k / 4), node(300 + k, 16, k / 4)]
        tags = {"highway": "residential", "name": f"Avenue {k}"}
        ways.append(way(k + 1, [100 + k, 200 + k, 300 + k], tags))
    up = {"highway": "primary", "name": "Upright"}
    ways.append(way(50, [200 + k for k in range(12)], up))
    places = [node(900, 8, 1.4, place="town", name="Town")]
    places.append(node(901, 8.1, 1.45, place="hamlet", name="Hamlet"))
    return graph_of(tmp_path, *nodes, *places, *ways)


def labels(
    graph: RoadGraph,
    metres: float,
    right: float = 0.0,
    cols: int = 900,
    ground: RoadGround | None = None,
) -> list[Label]:
    ground = ground or RoadGround.of(graph)
    assert ground is not None
    scale = metres / ground.metres_per_unit(0.0)
    left, _, _, top = ground.bounds
    x, y = left - 20 * scale + right * scale, top + 40 * scale
    patch = ground.patch((x, y - 700 * scale, x + cols * scale, y), scale)
    assert patch is not None
    return NamePlacing(graph, ground, Blocks(), patch, 1.0).labels()


def corners(label: Label) -> tuple[float, float, float, float]:
    half = 0.3 * label.size * len(label.text)
    up, across = (half, label.size / 2) if abs(label.angle) > 45 else (label.size / 2, half)
    return label.x - across, label.y - up, label.x + across, label.y + up


@pytest.mark.parametrize("metres", [0.5, 1.0, 2.0, 3.0])
def test_no_name_lies_over_another(town: RoadGraph, metres: float) -> None:
    found = labels(town, metres)
    assert len(found) >= 3
    boxes = [corners(label) for label in found]
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_greater_places_and_roads_come_first(town: RoadGraph) -> None:
    found = labels(town, 1.0)
    texts = [label.text for label in found]
    assert texts[0] == "Town"
    assert "Hamlet" not in texts  # no room beside it
    assert texts[1] == "Upright"
    [upright] = [label for label in found if label.text == "Upright"][:1]
    assert upright.angle == pytest.approx(-90)


def test_fewer_names_from_afar(town: RoadGraph) -> None:
    assert {label.text for label in labels(town, 10.0)} <= {"Town", "Hamlet", "Upright"}
    assert {label.text for label in labels(town, 150.0)} == {"Town"}


def test_names_stay_where_they_are_while_the_ground_is_panned(town: RoadGraph) -> None:
    before = {(label.text, round(label.x), round(label.y)) for label in labels(town, 1.0)}
    after = {(label.text, round(label.x + 200), round(label.y)) for label in labels(town, 1.0, 200)}
    assert {text for text, x, _ in before if 300 < x < 800} <= {text for text, *_ in after}
    near = {(t, x // 4, y // 4) for t, x, y in before if 300 < x < 800}
    moved = {
        (t, (x + dx) // 4, (y + dy) // 4)
        for t, x, y in after
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    }
    assert near <= moved


def test_a_place_at_the_edge_of_the_ground_keeps_its_name_within_it(tmp_path: Path) -> None:
    nodes = [node(1, 0, 0), node(2, 16, 0), node(3, 16, 8)]
    west, east = (node(9 + x, x, 4, place="town", name="At the Edge") for x in (0, 16))
    graph = graph_of(tmp_path, *nodes, west, east, way(1, [1, 2, 3], {"highway": "primary"}))
    found = labels(graph, 3.0)
    assert len(found) == 2
    ground = RoadGround.of(graph)
    assert ground is not None
    wide = (ground.bounds[2] - ground.bounds[0]) * ground.metres_per_unit(0.0) / 3.0
    for left, _, right, _ in map(corners, found):
        assert left >= 20 - 1  # where `labels` has the ground begin
        assert right <= 20 + wide + 1


def test_places_beyond_the_ground_have_no_name(tmp_path: Path) -> None:
    """Roads that are joined with terrain may go on where it ends."""
    nodes = [node(1, 0, 0), node(2, 16, 0), node(3, 16, 8)]
    near, far = (
        node(9, 7, 4, place="town", name="On the Shore"),
        node(10, 9, 4, place="town", name="Far"),
    )
    graph = graph_of(tmp_path, *nodes, near, far, way(1, [1, 2, 3], {"highway": "primary"}))
    whole = RoadGround.of(graph)
    assert whole is not None
    assert graph.names is not None
    left, bottom, right, top = whole.bounds
    ground = replace(whole, bounds=(left, bottom, (left + right) / 2, top))
    found = labels(graph, 3.0, ground=ground)
    assert [label.text for label in found] == ["On the Shore"]
    wide = (right - left) / 2 * ground.metres_per_unit(0.0) / 3.0
    assert corners(found[0])[2] <= 20 + wide + 1

    streets = RoadScene.of(OpenRoads.of(graph), lettering=Blocks())
    assert streets is not None
    terrain = TerrainScene.of(grid_from_kmh(np.full((8, 8), 5.0, np.float32), 0.001))
    joined = JoinedScene.of(terrain, streets)
    assert joined.streets.ground.bounds == terrain.ground.bounds != whole.bounds


def test_names_are_a_layer_that_can_be_left_out(town: RoadGraph) -> None:
    lettering = Blocks()
    scene = RoadScene.of(OpenRoads.of(town), lettering=lettering)
    assert scene is not None
    patch = whole(scene)
    frame = draw_frame(scene, patch, fine=True)
    assert frame is not None
    assert [layer.name for layer in frame.layers] == ["roads", "names"]
    assert lettering.drawn
    without = draw_frame(scene, patch, fine=True, details=False)
    assert without is not None
    assert [layer.name for layer in without.layers] == ["roads"]
    silent = replace(scene, style=replace(scene.style, names=False))
    assert [plan.name for plan in silent.plans()] == ["roads"]
    assert silent.plans()[0].key == scene.plans()[0].key  # roads need not be drawn again


def whole(scene: RoadScene) -> Patch:
    left, bottom, right, top = scene.ground.bounds
    patch = scene.ground.patch((left, bottom, right, top), (right - left) / 800)
    assert patch is not None
    return patch
