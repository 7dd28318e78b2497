"""One dialog for all exports: what it foretells is what then lies on disk."""

from __future__ import annotations

from pathlib import Path

import pyogrio
import pytest
from PySide6.QtWidgets import QFileDialog

from app.bands import Bands
from tests.app.cli.report.pdf import words_of
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.dialogs.export.dialog import ExportDialog
from ui.texts import byte_size


@pytest.fixture
def solved(user: Driver, rasters: Rasters) -> Driver:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.window.editor.set_bands(Bands((20.0, 40.0, 80.0)))
    user.rest()
    return user


def _opened(user: Driver, command: str) -> ExportDialog:
    user.do(command)
    dialog = user.window.exporter.dialog
    assert dialog is not None
    return dialog


def _facts(user: Driver, dialog: ExportDialog) -> dict[str, str]:
    user.wait(lambda: dialog.facts)
    return dict(dialog.facts)


def _save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))


def test_polygons_are_what_was_foretold(
    solved: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = _opened(solved, "export_polygons")
    assert dialog.kind == "polygons"
    assert _facts(solved, dialog)["Holds"].startswith("3 features")
    asked = dialog.form
    asked.bands.setText("oops")
    asked.bands.textEdited.emit("oops")
    assert not dialog.go.isEnabled()
    assert "oops" in dialog.said.text()
    asked.bands.setText("30, 60")  # in the unit beside the field
    asked.bands.textEdited.emit("30, 60")
    asked.wgs84.setChecked(True)
    facts = _facts(solved, dialog)
    assert facts["Holds"].startswith("2 features")
    assert facts["CRS"] == "EPSG:4326"
    assert not dialog.picture.pixmap().isNull()
    target = tmp_path / "bands.gpkg"
    _save_as(monkeypatch, target)
    dialog.go.click()
    solved.rest()
    info = pyogrio.read_info(target, layer=0)
    assert info["features"] == 2
    assert info["crs"] == "EPSG:4326"
    assert ", ".join(info["fields"]) == facts["Fields"]
    dialog = _opened(solved, "export_anything")
    assert dialog.kind == "polygons", "as it was left"
    assert dialog.form.wgs84.isChecked()
    dialog.reject()
    assert solved.window.session.bands == Bands((20.0, 40.0, 80.0)), "the map keeps its own"


def test_a_report_is_seen_before_it_is_written(
    solved: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = _opened(solved, "export_report")
    dialog.form.title.setText("A walk")
    dialog.form.paper.setCurrentIndex(dialog.form.paper.findData("letter-landscape"))
    assert _facts(solved, dialog)["Page"] == "279 × 216 mm"
    seen = dialog.picture.pixmap()
    assert seen.width() > seen.height()
    target = tmp_path / "page.pdf"
    _save_as(monkeypatch, target)
    dialog.go.click()
    solved.rest()
    said = words_of(target)
    for expected in ("A walk", "plain.tif", "40–80 s", "Validated", "Each reached cell"):
        assert expected in said, expected


def test_no_picture_of_one_kind_stands_beside_another(solved: Driver) -> None:
    dialog = _opened(solved, "export_times")
    solved.wait(lambda: not dialog.picture.pixmap().isNull())
    dialog.show_kind("statistics")
    assert dialog.picture.pixmap().isNull(), "its own is still being made"
    solved.wait(lambda: not dialog.picture.pixmap().isNull())
    dialog.form.bands.setText("10, 20 s")
    assert not dialog.picture.pixmap().isNull(), "an edit keeps the last until the next is there"
    dialog.close()


def test_pinned_paths_are_offered_and_foretold_as_well(
    solved: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved.window.reading.pinning.pin(*centre(30, 40))
    solved.wait(solved.window.reading.pinning.named)
    dialog = _opened(solved, "export_anything")
    dialog.show_kind("paths")
    assert _facts(solved, dialog)["Layer"].startswith("paths, LineString")
    facts = dict(dialog.facts)
    target = tmp_path / "way.gpx"
    _save_as(monkeypatch, target)
    dialog.go.click()
    solved.rest()
    points = target.read_text().count("<trkpt")
    assert facts["Holds"] == f"1 features, {points} points"
    assert facts["Size"] == f"about {byte_size(target.stat().st_size)}"


def test_only_a_picture_is_offered_where_nothing_is_solved(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    dialog = _opened(user, "export_anything")
    assert dialog.kinds.count() == 1
    wide = 2 * user.window.map.width()
    assert f"{wide:,}".replace(",", "\u202f") in _facts(user, dialog)["Picture"]
    dialog.reject()
