"""What the choices of a recipe are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox

from app.builder.land_covers import KINDS, PRESETS
from app.builder.recipe import UNITS
from app.builder.vehicles import VEHICLES
from road.properties import Surface
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
KIND_NAMES = {
    "tree cover": N("Builder", "tree cover"),
    "open forest": N("Builder", "open forest"),
    "shrub": N("Builder", "shrub"),
    "grass": N("Builder", "grass"),
    "crops": N("Builder", "crops"),
    "built-up": N("Builder", "built-up"),
    "bare": N("Builder", "bare"),
    "snow and ice": N("Builder", "snow and ice"),
    "water": N("Builder", "water"),
    "wetland": N("Builder", "wetland"),
    "mangrove": N("Builder", "mangrove"),
    "moss and lichen": N("Builder", "moss and lichen"),
}
SURFACE_NAMES = {
    "paved": N("Builder", "paved"),
    "cobbles": N("Builder", "cobbles"),
    "compacted": N("Builder", "compacted"),
    "gravel": N("Builder", "gravel"),
    "earth": N("Builder", "earth"),
    "sand": N("Builder", "sand"),
    "mud": N("Builder", "mud"),
    "unknown": N("Builder", "surface unknown"),
}
BEYOND_NAMES = {"barrier": N("Builder", "barrier"), "nodata": N("Builder", "undefined")}
OVER_WATER_NAMES = {
    "all": N("Builder", "all stay open"),
    "bridges": N("Builder", "bridges and tunnels only"),
}
TOLERANCES = {
    0.0: N("Builder", "true places"),
    0.125: N("Builder", "as GDAL's warp: to an eighth of a cell"),
}
assert set(VEHICLE_NAMES) == set(VEHICLES)
assert set(COVER_NAMES) == set(PRESETS)
assert set(KIND_NAMES) == set(KINDS)
assert set(SURFACE_NAMES) == {each.name.lower() for each in Surface}
assert set(UNIT_NAMES) == {"", *UNITS}


def tr(text: str) -> str:
    """A text of this dialog in the user's language."""
    return QCoreApplication.translate("Builder", text)


def recipes() -> str:
    """Files that dialogs offer as recipes."""
    return f"{tr('Recipes')} (*.toml);;{tr('All files')} (*)"


def cover_name(name: str) -> str:
    """What a class of land cover is called: those of presets are known, others as they are."""
    return tr(KIND_NAMES[name]) if name in KIND_NAMES else name


def filled(names: Mapping[Any, str], *, but: tuple[str, ...] = ()) -> QComboBox:
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
