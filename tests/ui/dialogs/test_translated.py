"""Every text of the window goes through its translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMenu, QWidget

import gpu.device
from app.bands import Bands
from app.builder.table_reader import TableReader
from app.document.joined import JoinRequest
from app.project.file import values_of
from core.errors import InputError, IsofrontError
from raster.builder.rules import WaterRule
from raster.files.slopes.text import model_of
from raster.geometry import check_geometry
from raster.grid import grid_from_kmh
from raster.slopes.models import FactorTable
from road.conditions import departure_of
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
from ui.told import told, told_error

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
    by_the_hour = "2,311 roads whose access, direction or limit depends on the hour of departure"
    assert told(by_the_hour) == (
        "2\u202f311 Straßen, deren Zugang, Richtung oder Tempolimit von der Abfahrtszeit abhängt"
    )
    level = "9,008 of 19,174 arcs have no known slope and count as level: 3,579 vertices have no "
    assert told(f"{level}height") == (
        "9\u202f008 von 19\u202f174 Kanten haben keine bekannte Steigung und gelten als eben: "
        "3\u202f579 Knoten haben keine Höhe"
    )
    assert told("12,345 is not a whole number") == "12,345 ist keine ganze Zahl", "as it was given"
    assert told("what nobody knows: stays") == "what nobody knows: stays"
    nothing = "There are no isolines at 5 min: a.gpkg holds none."
    assert told(nothing) == "Bei 5 min gibt es keine Isolinien: a.gpkg enthält keine."
    assert told("Give tiled, dijkstra or auto.") == "tiled, dijkstra oder auto angeben."
    quoted = "cannot be read: there is no such file or directory"
    assert told(quoted) == "kann nicht gelesen werden: there is no such file or directory"
    explained = "slope 12.0° → 18 km/h × tree cover (80 %) 0.5 → 9 km/h"
    assert told(explained) == "Neigung 12.0° → 18 km/h × Bäume (80 %) 0.5 → 9 km/h"
    assert told("sea, 12 m from the shore → closed") == "Meer, 12 m vom Ufer → gesperrt"
    within = "heights.vrt: cells without an area. Fetch it again."
    assert told(within) == "heights.vrt: Zellen ohne Fläche. Neu beschaffen."


ERRORS: tuple[tuple[Callable[[], object], str], ...] = (
    (
        lambda: model_of("naismith:x=1"),
        "naismith:x=1: „x=1“ ist kein Parameter von naismith. a, b, c, d, threshold, lambda "
        "angeben, wie in naismith:lambda=1,a=0.72.",
    ),
    (
        lambda: FactorTable(((5.0, 1.0), (3.0, 1.0))),
        "Steigungstabelle: ein Winkel von 3° nach 5°. Paare aus Graden, aufsteigend von -90 bis "
        "90, und Faktoren über 0 angeben.",
    ),
    (
        lambda: departure_of("tomorrow"),
        "„tomorrow“ ist kein Datum mit Uhrzeit. Als 2026-11-23T08:30 schreiben, in Ortszeit.",
    ),
    (
        lambda: TableReader({"extent": 3}, "grid").numbers("extent"),
        "grid: extent = 3. Für extent eine Liste von Zahlen angeben.",
    ),
    (
        lambda: TableReader({}, "water").text("file"),
        "Wasser: die Angabe file fehlt. Einen Text angeben.",
    ),
    (
        lambda: values_of('{"isofront_project": 1, "sources": {}, "limit": "x"}', "a.isofront"),
        'a.isofront, limit: "x" ist weder eine Zahl noch null. Eine Zahl oder null angeben.',
    ),
    (
        lambda: WaterRule(strip_m=0.0),
        "Wasser: ein Streifen von 0 m. Mehr als 0 und höchstens 100000 Meter angeben.",
    ),
    (
        lambda: check_geometry("round", grid_from_kmh(np.ones((2, 2)), 10.0)),
        "Geometry = round. eight oder straight angeben.",
    ),
)
"""Calls that are refused, and what a German window says of each."""


@pytest.mark.parametrize(("refused", "said"), ERRORS)
def test_an_error_of_parts_reads_as_one_german_sentence(
    german: None, refused: Callable[[], object], said: str
) -> None:
    with pytest.raises(IsofrontError) as error:
        refused()
    assert told_error(error.value) == said


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
    assert told("open 18 km/h (ford)") == "offen, 18 km/h (ford)"
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


def test_a_batch_tells_in_german_why_a_row_failed(
    german: None, user: Driver, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    places = tmp_path / "places.csv"
    places.write_text("name,lon,lat\nfar,10,10\n")
    user.do("batch")
    dialog = user.window.findChild(BatchDialog)
    assert isinstance(dialog, BatchDialog)
    dialog.folder.setText(str(tmp_path))
    dialog.file.setText(str(places))
    dialog.start.click()
    user.rest()
    [row] = dialog.rows
    assert row.fault is not None
    assert dialog.table.item(0, 4).text() == told_error(row.fault) != row.error
    dialog.close()
