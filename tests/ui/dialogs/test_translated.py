"""Every text of the window goes through its translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMenu, QWidget

import gpu.device
from app.bands import Bands
from app.document.joined import JoinRequest
from core.errors import InputError
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.dialogs.pseudo import Pseudo, texts_of, untranslated
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from tests.ui.test_words import _check_keys, _check_menus, _check_size, _dialogs
from ui import language
from ui.dialogs.batch import BatchDialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.race import RaceDialog
from ui.report.contents import contents_of
from ui.told import told

ALLOWED = {
    *(
        "CPU",
        "GPU",
        "km",
        "min",
        "ms",
        "mph",
        "mi",
        "MiB",
        "KiB",
        "GiB",
        "ns",
        "EPSG",
        "WGS",
    ),
    *("Isofront", "GeoTIFF", "uint", "UTM", "zone", "Imaginary", "cores", "Deutsch", "English"),
    *("FlatGeobuf", "GeoJSON", "GeoPackage", "KML", "Shapefile"),
    *("PDF", "PNG", "CuPy", "Cividis", "Ember", "Lagoon", "Viridis"),
    *("plain", "town", "ground", "roads", "band", "highway", "maxspeed", "oneway"),
    *("primary", "residential", "path", "bridge", "cache", "reverse", "yes", "true"),
}
"""Units and names, which are the same in all languages; the last are of the files opened here."""

KEYS = re.compile(
    r"(?:Ctrl|Alt|Shift|F\d+|Esc|Return|Backspace|Delete)\b|\b(?:Up|Down|Left|Right)\b"
)
"""Keys, which Qt names itself."""

BY_QT = ("Cancel", "Close", "Open", "Restore Defaults", "Scroll Left", "Scroll Right")
"""Texts of Qt's own, which are in its own translation."""


@pytest.fixture
def pseudo(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Comes before the window, which is then made in that language, on a processor whose name is
    the same everywhere."""
    translator = Pseudo()
    qapp.installTranslator(translator)
    monkeypatch.setattr("ui.language.current", "pseudo")
    monkeypatch.setattr(gpu.device, "_processor_name", lambda: "Imaginary")
    gpu.device._cpu.cache_clear()
    yield
    gpu.device._cpu.cache_clear()
    qapp.removeTranslator(translator)


def _english(window: QWidget) -> set[str]:
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    return {
        f"{who}: {text!r}"
        for who, text in set(texts_of(window))
        if text not in BY_QT
        and not Path(text).is_absolute()
        and not (who == "QListWidget" and isinstance(window, HelpDialog))  # titles of documents
        and not set(untranslated(KEYS.sub("", text)).split()) <= ALLOWED
    }


def test_nothing_is_said_past_the_translation(pseudo: None, user: Driver, tmp_path: Path) -> None:
    found = _english(user.window)
    user.open(Rasters(tmp_path).geotiff())
    user.click(*centre(20, 10))
    found |= _english(user.window)
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    found |= _english(user.window)
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.opener.open_joined(JoinRequest(terrain, roads))
    user.rest()
    user.do("good_start")
    user.rest()
    found |= _english(user.window)
    for dialog in _dialogs(user.window, tmp_path):
        found |= _english(dialog)
        dialog.close()
    assert found == set(), "\n".join(sorted(found))


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    language.speak(qapp, "de")
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())
    language.current = "en"


def test_no_two_entries_of_a_german_menu_have_one_key(
    german: None, user: Driver, tmp_path: Path
) -> None:
    user.open(Rasters(tmp_path).geotiff())
    user.click(*centre(20, 10))
    _check_menus(user.window)
    assert user.window.commands["undo"].text() == "&Rückgängig: Startpunkt setzen"
    user.window.state.show_error(InputError("there is no such file", where="a.tif"))
    assert user.message == "a.tif: es gibt keine solche Datei"
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    _check_menus(user.window)


def test_german_dialogs_have_no_double_keys_and_fit_a_small_screen(
    german: None, user: Driver, tmp_path: Path
) -> None:
    for dialog in _dialogs(user.window, tmp_path):
        _check_keys(dialog)
        _check_size(dialog)
        dialog.close()


def test_what_was_put_in_goes_into_the_translation(
    german: None,
) -> None:
    assert told("1 ms an arc") == "1 ms je Kante"
    assert told("3 cells are below 0 and counts as a barrier") == (
        "3 Zellen sind unter 0 und gilt als Barriere"
    )
    listed = "turn restrictions in the file: 7 (5 applied; 2 not understood)"
    assert told(listed) == "Abbiegeverbote in der Datei: 7 (5 angewandt; 2 nicht verstanden)"
    assert told("what nobody knows: stays") == "what nobody knows: stays"


def test_errors_and_progress_of_a_german_dialog_are_german(
    german: None, user: Driver, tmp_path: Path
) -> None:
    user.open(Rasters(tmp_path).geotiff())
    race = RaceDialog(user.window.editor, user.window)
    race.start.click()
    refused = "Es gibt keinen Startpunkt. Einen setzen, oder eine Datei mit Startpunkten wählen."
    assert race.said.text() == refused
    batch = BatchDialog(user.window.editor, user.window, lambda: "ember")
    batch.folder.setText(str(tmp_path))
    batch.start.click()
    user.rest()
    assert batch.said.text() == refused
    assert told("Dijkstra, CPU: run 1 of 5") == "Dijkstra, CPU: Lauf 1 von 5"
    for dialog in (race, batch):
        dialog.close()


def test_a_german_report_tells_its_bands_in_german(
    german: None, user: Driver, tmp_path: Path
) -> None:
    user.open(Rasters(tmp_path).geotiff())
    user.click(*centre(20, 10))
    session = user.window.session
    bands = Bands((5.0,), automatic=True)
    table, starts = contents_of(session.required, user.solved, bands, "ember").tables
    assert table.title == "Fläche je Stufe"
    assert [row.cells[0] for row in table.rows] == ["0–5 s", "Über 5 s"]
    assert starts.rows[0].cells[0] == "Startpunkt"
