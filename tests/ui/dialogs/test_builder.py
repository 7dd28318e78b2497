"""New terrain, through the real dialog: what it builds is what the command line builds."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFileDialog

from app.builder.build import Built, build
from app.builder.plain_tables import table_of
from app.builder.recipe import SpeedInput
from app.builder.recipe_files import opened_recipe, toml_text
from app.main import main
from core.cancel import Cancel
from core.progress import Progress
from tests.app.builder.made_inputs import CELL, geojson, place
from tests.ui.driving import Driver
from ui.dialogs.builder.dialog import BuilderDialog


def _pick(box: QComboBox, data: object) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def _opened(user: Driver) -> BuilderDialog:
    user.do("new_terrain")
    dialog = user.window.building.dialog
    assert dialog is not None
    user.wait(dialog.isVisible)
    return dialog


def _seen(user: Driver, dialog: BuilderDialog) -> Any:
    """The picture of what is asked now."""
    user.wait(lambda: not dialog._timer.isActive())
    user.wait(lambda: dialog.picture.look is not None)
    return dialog.picture.look


def _answer(monkeypatch: pytest.MonkeyPatch, name: str, *chosen: str) -> None:
    many = list(chosen) if name.endswith("Names") else chosen[0]
    monkeypatch.setattr(QFileDialog, name, lambda *_: (many, ""))


def test_the_dialog_builds_what_the_command_line_builds(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(tmp_path)
    dialog = _opened(user)
    form = dialog.form
    for row, name in ((form.elevation, "dem.tif"), (form.cover, "cover.tif")):
        _answer(monkeypatch, "getOpenFileNames", str(tmp_path / name))
        QTest.mouseClick(row.browse, Qt.MouseButton.LeftButton)
    user.wait(lambda: "Choose which map it is" in form.cover.verdict.text())
    assert dialog.picture.look is None
    _pick(form.preset, "worldcover")
    _pick(form.missing[form.cover], "nearest")
    form.sea.setText("0")
    form.roads.edit.setText(str(tmp_path / "roads.geojson"))
    form.water.edit.setText(str(tmp_path / "river.geojson"))
    user.wait(lambda: "how wide they are" in form.water.verdict.text())
    form.widths[form.water].setText("70")
    form.barriers.edit.setText(str(tmp_path / "wall.geojson"))
    _pick(form.vehicle, "tracked")
    form.cell.setText("20")
    _pick(form.type, "float32")
    look = _seen(user, dialog)
    assert form.cover.verdict.text() == form.water.verdict.text() == ""
    assert "135 × 105 cells of 20" in dialog.facts.text()
    # What is under the pointer is told: the wall, which closes.
    frame = dialog.picture.frame()
    wall = QPoint(
        frame.left() + round(62 * CELL / 20 / 135 * frame.width()),
        frame.top() + round(20 * CELL / 20 / 105 * frame.height()),
    )
    QTest.mouseClick(dialog.picture, Qt.MouseButton.LeftButton, pos=wall)
    assert dialog.why.text() == "a barrier → closed"
    saved = tmp_path / "saved.toml"
    _answer(monkeypatch, "getSaveFileName", str(saved))
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    out = tmp_path / "window.tif"
    dialog.out.edit.setText(str(out))
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    user.wait(lambda: user.window.session.document is not None)
    user.rest()
    document = user.window.session.document
    assert document is not None
    assert document.path == out
    assert user.window.building.dialog is None
    assert "Built window.tif" in user.message

    assert main(["build", str(saved), "--out", str(tmp_path / "line.tif")]) == 0
    assert out.read_bytes() == (tmp_path / "line.tif").read_bytes()
    assert out.with_suffix(".toml").read_text() == (tmp_path / "line.toml").read_text()
    options = [
        *("--elevation", "dem.tif", "--landcover", "cover.tif", "--landcover-preset", "worldcover"),
        *("--roads", "roads.geojson", "--water", "river.geojson", "--water-width", "70"),
        *("--barrier", "wall.geojson", "--sea-level", "0", "--vehicle", "tracked"),
        *("--cell", "20", "--type", "float32", "--missing", "nearest", "--out", "options.tif"),
    ]
    monkeypatch.chdir(tmp_path)
    assert main(["build", *options]) == 0
    assert out.read_bytes() == (tmp_path / "options.tif").read_bytes()
    # On cells of the result's own size the picture shows the very speeds that are written.
    with rasterio.open(out) as dataset:
        written = dataset.read(1)
    assert np.array_equal(np.where(written == -9999, np.nan, written), look.kmh, equal_nan=True)

    # It opens as it was left, takes another recipe, and keeps all that it says.
    dialog = _opened(user)
    assert dialog.form.elevation.files == [str(tmp_path / "dem.tif")]
    other = place(tmp_path)
    other["grid"] = {"extent": [300_300.0, 8_698_200.0, 302_400.0, 8_699_700.0]}
    other["slope"] = {"points": [[0.0, 30.0], [20.0, 0.0]]}
    other["elevation"] |= {"unit": "ft", "missing": 4.0}
    (tmp_path / "other.toml").write_text(toml_text(other))
    _answer(monkeypatch, "getOpenFileName", str(tmp_path / "other.toml"))
    QTest.mouseClick(dialog.load, Qt.MouseButton.LeftButton)
    wanted = opened_recipe(tmp_path / "other.toml")
    assert table_of(dialog.recipe()) == table_of(wanted)
    _pick(dialog.form.vehicle, "foot")
    assert dialog.recipe().rules.slope.level == 5, "a vehicle brings its numbers"
    assert dialog.recipe().elevation == wanted.elevation
    user.wait(lambda: "uint16 has hundredths" in dialog.facts.text())
    _pick(dialog.form.unit, "us-ft")
    dialog.form.speed.edit.setText(str(out))
    _pick(dialog.form.speed_unit, "ms")
    _pick(dialog.form.missing[dialog.form.speed], "barrier")
    assert dialog.recipe().elevation == replace(wanted.elevation, unit="us-ft")  # type: ignore[type-var]
    assert dialog.recipe().speed == SpeedInput(str(out), "ms", missing="barrier")
    dialog.reject()


def test_what_is_unfit_is_told_at_its_row(user: Driver, tmp_path: Path) -> None:
    place(tmp_path)
    geojson(tmp_path / "far.geojson", ("Polygon", [[(900, 5), (904, 5), (904, 9), (900, 5)]], {}))
    dialog = _opened(user)
    form = dialog.form
    form.elevation.edit.setText(str(tmp_path / "absent.tif"))
    user.wait(lambda: "no such file" in form.elevation.verdict.text())
    form.elevation.edit.setText(str(tmp_path / "dem.tif"))
    form.barriers.edit.setText(str(tmp_path / "far.geojson"))
    user.wait(lambda: "lies elsewhere" in form.barriers.verdict.text())
    assert form.elevation.verdict.text() == ""
    form.barriers.edit.clear()
    _seen(user, dialog)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert "nothing says where to write" in dialog.out.verdict.text()
    dialog.out.edit.setText(str(tmp_path / "dem.tif"))
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert "is an input of this recipe" in form.elevation.verdict.text()
    # What is being built can be stopped, and leaves nothing.
    out = tmp_path / "stopped.tif"
    dialog.out.edit.setText(str(out))
    dialog._begin()
    assert not dialog.go.isEnabled()
    QTest.mouseClick(
        dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel), Qt.MouseButton.LeftButton
    )
    assert dialog.isVisible()
    assert dialog.go.isEnabled()
    user.rest()
    assert user.window.session.document is None
    # Closed with a field that cannot be read, it keeps the others.
    dialog.form.cell.setText("wide")
    dialog.form.crs.setText("EPSG:32738")
    dialog.reject()
    assert user.window.building.dialog is None
    dialog = _opened(user)
    assert dialog.form.elevation.files == [str(tmp_path / "dem.tif")]
    assert (dialog.form.crs.text(), dialog.form.cell.text()) == ("EPSG:32738", "")
    dialog.reject()


def test_escape_in_the_middle_of_a_build_leaves_nothing_and_it_can_be_built_again(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(tmp_path)
    begun, before = threading.Event(), set(tmp_path.iterdir())

    def slow(*asked: Any, progress: Progress, cancel: Cancel, **how: Any) -> Built:
        def held(fraction: float, label: str) -> None:
            progress(fraction, label)
            while label.startswith("making"):
                begun.set()
                cancel.check("the build")
                time.sleep(0.01)

        return build(*asked, progress=held, cancel=cancel, **how)

    dialog = _opened(user)
    dialog.form.elevation.edit.setText(str(tmp_path / "dem.tif"))
    dialog.out.edit.setText(str(tmp_path / "speed.tif"))
    _seen(user, dialog)
    with monkeypatch.context() as patch:
        patch.setattr("ui.dialogs.builder.dialog.build", slow)
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        user.wait(begun.is_set)
        user.wait(lambda: dialog.bar.value() > 0)
        assert set(tmp_path.iterdir()) > before, "it is being written, elsewhere"
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert dialog.isVisible()
        assert dialog.facts.text() == "Stopped; nothing was written."
        user.wait(lambda: user.window.bridge.at_rest)
    assert set(tmp_path.iterdir()) == before
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    user.wait(lambda: "Built speed.tif" in user.message)
    user.rest()
