"""What the choices of a recipe are called."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox

from app.builder.land_covers import PRESETS
from app.builder.recipe import UNITS
from app.builder.vehicles import VEHICLES
from ui.texts import translatable

N = translatable

VEHICLE_NAMES = {
    "foot": N("Builder", "On foot"),
    "foot-load": N("Builder", "On foot, with a load"),
    "mountain-bike": N("Builder", "Mountain bike"),
    "4x4": N("Builder", "Four-wheel drive"),
    "tracked": N("Builder", "Tracked vehicle"),
    "truck": N("Builder", "Truck"),
    "amphibious": N("Builder", "Amphibious vehicle"),
}
COVER_NAMES = {
    "worldcover": N("Builder", "ESA WorldCover"),
    "copernicus": N("Builder", "Copernicus Global Land Cover"),
    "corine": N("Builder", "CORINE Land Cover"),
    "nlcd": N("Builder", "NLCD (USA)"),
    "esri": N("Builder", "Esri 10 m Land Cover"),
}
UNIT_NAMES = {
    "": N("Builder", "unit of the file"),
    "m": N("Builder", "metres"),
    "ft": N("Builder", "feet"),
    "us-ft": N("Builder", "US survey feet"),
}
SPEED_UNITS = {"kmh": N("Builder", "km/h"), "ms": N("Builder", "m/s")}
MISSING_NAMES = {
    "nodata": N("Builder", "no data: undefined"),
    "barrier": N("Builder", "no data: barrier"),
    "ignore": N("Builder", "no data: ignored"),
    "nearest": N("Builder", "no data: nearest"),
}
TYPE_NAMES = {
    "uint8": N("Builder", "uint8: whole km/h"),
    "uint16": N("Builder", "uint16: hundredths of km/h"),
    "float32": N("Builder", "float32: as computed"),
}
assert set(VEHICLE_NAMES) == set(VEHICLES)
assert set(COVER_NAMES) == set(PRESETS)
assert set(UNIT_NAMES) == {"", *UNITS}


def tr(text: str) -> str:
    """A text of this dialog in the user's language."""
    return QCoreApplication.translate("Builder", text)


def filled(names: Mapping[str, str], *, but: tuple[str, ...] = ()) -> QComboBox:
    """A list of names, with their ids as data."""
    box = QComboBox()
    for id_, text in names.items():
        if id_ not in but:
            box.addItem(tr(text), id_)
    return box


def choose(box: QComboBox, value: object, text: str = "") -> None:
    """Turn a list to a value, which is put in as `text` where it is not there."""
    at = box.findData(value)
    if at < 0:
        box.addItem(text or str(value), value)
        at = box.count() - 1
    box.setCurrentIndex(at)
