"""Base layers of one's own, by their panel."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, corner
from ui.panels.layers import LayersPanel
from ui.pictures.stack import LayerStack


@pytest.fixture
def area(tmp_path: Path) -> Path:
    """A square over the middle of the town."""
    ring = [corner(*at) for at in ((1, 1), (4, 1), (4, 4), (1, 4), (1, 1))]
    shapes = [
        {"type": "Polygon", "coordinates": [ring]},
        {"type": "LineString", "coordinates": [corner(0, 2.5), corner(5, 2.5)]},
        {"type": "Point", "coordinates": corner(2.5, 2.5)},
    ]
    features = [{"type": "Feature", "properties": {}, "geometry": shape} for shape in shapes]
    path = tmp_path / "area.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def rows(panel: LayersPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def stack_of(user: Driver) -> LayerStack:
    return user.window.layer_files.stack


def seen(user: Driver, col: float, row: float) -> tuple[int, int, int]:
    user.window.map.frames.stop()
    x, y = user.window.map.pixel_of(*corner(col, row))
    colour = user.window.map.snapshot().pixelColor(round(x), round(y))
    return colour.red(), colour.green(), colour.blue()


def test_layers_are_added_ordered_faded_hidden_and_taken_away(
    user: Driver, area: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = user.window.docks.panel(LayersPanel)
    assert not panel.add.isEnabled()
    user.open(Roads(tmp_path).town())
    assert panel.add.isEnabled()
    bare = seen(user, 2.3, 3.4)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(area)], ""))
    user.do("add_layer")
    user.wait(lambda: stack_of(user).layers)
    assert rows(panel) == ["Travel times and roads", "area.geojson"]
    tinted = seen(user, 2.3, 3.4)
    assert tinted != bare
    assert seen(user, 0.5, 0.5) == seen(user, 4.5, 4.5)  # nothing beside the square

    panel.choose(0)
    panel.up.click()
    assert rows(panel) == ["area.geojson", "Travel times and roads"]
    assert stack_of(user).beneath == 0
    panel.opacity.setValue(40)
    faded = seen(user, 2.3, 3.4)
    assert abs(faded[0] - bare[0]) < abs(tinted[0] - bare[0])
    panel.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert seen(user, 2.3, 3.4) == bare
    panel.list.item(0).setCheckState(Qt.CheckState.Checked)
    panel.choose(0)
    panel.remove.click()
    assert rows(panel) == ["Travel times and roads"]
    assert user.window.link.style.layers is None
    assert not panel.up.isEnabled()


def test_what_cannot_be_drawn_is_told(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    path = tmp_path / "notes.tif"
    path.write_text("nothing")
    user.window.layer_files.add(path)
    user.wait(lambda: user.message)
    assert "cannot be drawn as a base layer" in user.message
    assert stack_of(user).layers == ()


def test_a_raster_beneath_a_terrain_takes_the_place_of_its_speeds(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    user.open(rasters.geotiff())
    picture = rasters.geotiff("red.tif", *(np.full((40, 60), v, np.uint8) for v in (255, 0, 0)))
    user.window.layer_files.add(picture)
    user.wait(lambda: stack_of(user).layers)
    view = user.window.map

    def middle() -> tuple[int, int, int]:
        at = view.snapshot().pixelColor(view.width() // 2, view.height() // 2)
        return at.red(), at.green(), at.blue()

    assert middle() == (255, 0, 0)
    panel = user.window.docks.panel(LayersPanel)
    panel.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert middle() != (255, 0, 0)  # the speeds are back
