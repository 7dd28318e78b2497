"""Uncertain speeds in the window: run, seen in every way, written, and gone with another start."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.canvas.legend import Legend
from ui.controllers.comparison.certainties import DIFFERENCE, PROBABILITY, USUAL
from ui.panels.uncertainty import UncertaintyPanel
from ui.pictures.classes import TerrainClassScene
from ui.pictures.difference import TerrainDifferenceScene


def test_certainties_are_run_seen_written_and_dropped(
    user: Driver, rasters: Rasters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = user.window
    panel, shown = window.docks.panel(UncertaintyPanel), window.analyses.certainties
    assert not panel.run.isEnabled()
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    panel.runs.setValue(5)
    panel.spread.setValue(40)
    user.do("run_uncertainty")
    assert panel.stop.isEnabled()
    user.wait(lambda: shown.found is not None)
    found = shown.found
    assert found is not None
    assert (found.noise.runs, found.noise.spread) == (5, 0.4)
    assert (shown.view, panel.view.currentData()) == ("90", "90")
    assert panel.table.rowCount() == 4
    window.resize(1024, 600)
    window.docks.show_panel("uncertainty")
    user.wait(panel.table.isVisible)
    header, room = panel.table.horizontalHeader(), panel.table.viewport()
    user.wait(lambda: header.length() == room.width())  # no room is left empty
    assert panel.alike.height() >= panel.alike.sizeHint().height(), "nothing is squeezed"
    scene = window.map._scene
    assert scene.times is found.times[90].times
    _, _, told = window.hover._reader.place(*centre(25, 30))
    assert " – " in told
    assert "% within" in told
    for view, kind in ((PROBABILITY, TerrainClassScene), (DIFFERENCE, TerrainDifferenceScene)):
        panel.view.setCurrentIndex(panel.view.findData(view))
        panel.view.activated.emit(panel.view.currentIndex())
        assert isinstance(window.map._scene, kind)
    shown.look("10")
    assert window.map._scene is not None
    assert Legend.of(window.map._scene).title == "Travel time, 10 % certain"
    assert window.map._scene.times is found.times[10].times
    for row, name in ((0, "all.tif"), (1, "times.tif")):
        _, chosen = shown.kinds(found)[row]
        line = f"{chosen.label} ({' '.join('*' + s for s in chosen.suffixes)})"
        target = tmp_path / name
        monkeypatch.setattr(
            "PySide6.QtWidgets.QFileDialog.getSaveFileName",
            lambda *_, target=target, line=line: (str(target), line),
        )
        panel.export.click()
        user.wait(target.exists)
    with rasterio.open(tmp_path / "all.tif") as every, rasterio.open(tmp_path / "times.tif") as one:
        assert every.count == 4
        np.testing.assert_array_equal(every.read(1), one.read(1))
    user.click(*centre(30, 50))
    assert (shown.found, shown.view) == (None, USUAL)
    assert window.map._scene.times is user.solved.times
    panel.run.click()
    user.wait(lambda: shown.view == "90")
    user.open(rasters.geotiff("other.tif"))
    assert window.map._scene is not None
    assert window.map._scene.bands.certainty == 0, "nothing of it is left"
