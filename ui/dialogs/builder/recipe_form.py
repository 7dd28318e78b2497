"""The form of a recipe: its inputs, its vehicle, its grid and its output, as tables and back."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QTabWidget, QVBoxLayout, QWidget

from app.builder.tables import DEFAULT_VEHICLE, of_vehicle, rules_of
from core.errors import InputError, IsofrontError
from core.files.suffixes import PACKED, ROADS
from ui.dialogs.builder.fields import label, no_data_kmh, number, number_text
from ui.dialogs.builder.file_row import FileRow
from ui.dialogs.builder.rules_form import RulesForm
from ui.dialogs.builder.words import (
    COVER_NAMES,
    MISSING_NAMES,
    SPEED_UNITS,
    TOLERANCES,
    TYPE_NAMES,
    UNIT_NAMES,
    VEHICLE_NAMES,
    choose,
    filled,
    tr,
)
from ui.widgets import form

RASTERS = "*.tif *.tiff *.asc *.asc.gz *.flt *.bil *.adf *.img *.vrt *.nc *.hgt *.dem *.zip"
VECTORS = "*.gpkg *.geojson *.json *.shp *.kml *.fgb *.gml *.zip"
STREETS = " ".join(f"*{suffix}" for suffix in (*ROADS, ".gpkg", ".zip", *PACKED))
"""Patterns of names that dialogs offer first."""

OWN, TABLE = "own", "table"
"""Choices of land cover beside the presets: the classes of the recipe, and a table of them."""

Tables = dict[str, Any]


class RecipeForm(QTabWidget):
    """Says a recipe as the tables that `recipe_of` reads. What it has no field for is kept as it
    was shown."""

    edited = Signal()
    ruled = Signal()
    """A rule was turned, as a point of the curve; a drag tells so at each step."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: Tables = {}
        self._showing = False
        self.elevation = FileRow(
            "elevation", tr("Elevation"), tr("A raster of heights, or several tiles of one"),
            RASTERS, many=True,
        )  # fmt: skip
        self.cover = FileRow(
            "landcover", tr("Land cover"),
            tr("A raster of classes or its tiles; fractions as Tree=tree.tif; Grass=grass.tif"),
            RASTERS, many=True,
        )  # fmt: skip
        self.roads = FileRow(
            "roads", tr("Roads"), tr("OpenStreetMap, lines of a GIS or a road graph"), STREETS,
            many=False,
        )  # fmt: skip
        self.water = FileRow(
            "water_layer", tr("Water"), tr("Areas and lines that are water"), VECTORS, many=True
        )
        self.barriers = FileRow(
            "barrier", tr("Barriers"), tr("Areas and lines that nobody crosses"), VECTORS,
            many=True,
        )  # fmt: skip
        self.speed = FileRow(
            "speed", tr("Speeds"), tr("A velocity raster to start from, on level ground"), RASTERS,
            many=False,
        )  # fmt: skip
        self.rows = (
            self.elevation, self.cover, self.roads, self.water, self.barriers, self.speed
        )  # fmt: skip
        self.unit = filled(UNIT_NAMES)
        self.sea = QLineEdit()
        self.preset = filled(COVER_NAMES)
        self.preset.insertItem(0, tr("Which map?"), "")
        self.preset.addItem(tr("A table of classes…"), TABLE)
        self.preset.setCurrentIndex(0)
        self.speed_unit = filled(SPEED_UNITS)
        self.missing = {
            self.elevation: filled(MISSING_NAMES, but=("nearest",)),
            self.cover: filled(MISSING_NAMES),
            self.speed: filled(MISSING_NAMES, but=("nearest",)),
        }
        choose(self.missing[self.speed], "ignore")
        self.widths = {self.water: QLineEdit(), self.barriers: QLineEdit()}
        self.vehicle = filled(VEHICLE_NAMES)
        choose(self.vehicle, DEFAULT_VEHICLE)
        self.crs, self.cell, self.extent = QLineEdit(), QLineEdit(), QLineEdit()
        self.places = filled(TOLERANCES)
        self.rules = RulesForm()
        self.type = filled(TYPE_NAMES)
        self._table = ""  # of classes
        self._lenient = False  # whether fields that cannot be read are left out
        self._fractions = False  # whether land cover is given so
        self._widths_shown = {self.water: "", self.barriers: ""}
        self._name_all()
        self._lay_out()
        self._connect()

    # -- building

    def _name_all(self) -> None:
        form.name(self.unit, tr("Unit of heights"), tr("Metres or feet"))
        form.name(self.sea, tr("Sea level"), tr("Heights up to it are sea; empty for no sea"))
        self.sea.setPlaceholderText(tr("no sea"))
        form.name(self.preset, tr("Classes of land cover"), tr("What its codes mean"))
        form.name(self.speed_unit, tr("Unit of speeds"), "")
        for row, box in self.missing.items():
            said = tr("{what}: cells without data").format(what=row.name)
            form.name(box, said, tr("What becomes of cells where this file has no data"))
        for row, width in self.widths.items():
            said = tr("{what}: width of lines").format(what=row.name)
            form.name(width, said, tr("Metres; empty leaves lines out, and areas count alone"))
            width.setPlaceholderText(tr("lines are left out"))
        form.name(
            self.vehicle, tr("Vehicle"), tr("Who moves; choosing one takes over all its numbers")
        )
        form.name(self.cell, tr("Cell size"), tr("Units of the CRS; empty as the first raster"))
        form.name(self.extent, tr("Extent"), tr("Left, bottom, right, top; empty for all"))
        form.name(self.crs, tr("CRS"), tr("Such as EPSG:32738; empty as the first raster has it"))
        form.name(self.places, tr("Places"), tr("How truly cells lie among those of the inputs"))
        form.name(self.type, tr("Type"), tr("How speeds are stored"))
        self.show_grid("", "", "")
        self._show_rules()

    def _lay_out(self) -> None:
        self.elevation.add(self.unit, self.missing[self.elevation])
        self.elevation.add_named(tr("Sea up to, m"), self.sea)
        self.cover.add(self.preset, self.missing[self.cover])
        self.speed.add(self.speed_unit, self.missing[self.speed])
        for row, width in self.widths.items():
            row.add_named(tr("Width of lines, m"), width)
        first, second = QWidget(), QWidget()
        layout = _column(first)
        inputs, others = form.form(), form.form()
        layout.addWidget(form.Heading(tr("Inputs: one of them at least"), lines=True))
        for each in self.rows:
            each.accept_drops()
            inputs.addRow(label(each.name, each.edit), each)
        layout.addLayout(inputs)
        layout.addWidget(form.Heading(tr("Grid"), lines=True))
        for control in (self.cell, self.extent, self.crs, self.places):
            others.addRow(label(control.accessibleName(), control), control)
        layout.addLayout(others)
        layout.addStretch(1)
        layout = _column(second)
        whose = form.form()
        whose.addRow(label(self.vehicle.accessibleName(), self.vehicle), self.vehicle)
        layout.addLayout(whose)
        layout.addWidget(self.rules)
        layout.addStretch(1)
        self.setDocumentMode(True)
        for page, title in ((first, tr("Inputs")), (second, tr("Rules"))):
            self.addTab(form.Scrolling(page), title)

    def _connect(self) -> None:
        for row in self.rows:
            row.edited.connect(self._tell)
        for line in (self.sea, self.crs, self.cell, self.extent, *self.widths.values()):
            line.textChanged.connect(self._tell)
        self.rules.turned.connect(self._rule)
        for box in (self.unit, self.speed_unit, self.places, self.type, *self.missing.values()):
            box.currentIndexChanged.connect(self._tell)
        self.preset.activated.connect(self._turn_cover)
        self.vehicle.activated.connect(self._turn_vehicle)

    def _tell(self) -> None:
        fractions = "=" in self.cover.edit.text()  # whose names say what they are
        self.preset.setVisible(not fractions)
        if self._showing:
            return
        if fractions != self._fractions:
            self._kept.get("landcover", {}).pop("class", None)
            self._fractions = fractions
        self._show_rules()
        self.edited.emit()

    def _show_rules(self) -> None:
        """Show the rules that count now, the vehicle's too."""
        try:
            tables = self.asked()
        except IsofrontError:
            tables = {}
        rules = rules_of(tables, self.vehicle.currentData())
        there = {"cover": "landcover" in tables, "roads": "roads" in tables}
        self.rules.show_rules(rules, **there, sea=rules.sea_level_m is not None)

    def _rule(self, section: str, told: Any) -> None:
        """A rule is another now."""
        if section == "class":
            self._kept.setdefault("landcover", {})["class"] = _without_none(told)
        elif section in ("kmh", "surface"):
            self._kept.setdefault("roads", {})[section] = told
        else:
            self._kept[section] = told
        self.ruled.emit()

    # -- the user

    def _turn_cover(self) -> None:
        """Another map has other classes."""
        if self.preset.currentData() == TABLE:
            name, _ = QFileDialog.getOpenFileName(
                self, tr("A table of classes"), "", f"{tr('Tables')} (*.csv);;{tr('All files')} (*)"
            )
            self._table = name
            if not name:
                self.preset.setCurrentIndex(0)
        if self.preset.currentData() != OWN:
            section = self._kept.get("landcover", {})
            for key in ("class", "preset", "table"):
                section.pop(key, None)
        self._tell()

    def _turn_vehicle(self) -> None:
        """A vehicle brings all its numbers."""
        self._kept = of_vehicle(self._kept, self.vehicle.currentData())
        self._tell()

    # -- tables

    def show_tables(self, tables: Mapping[str, Any]) -> None:
        """Show a recipe whose files are named whole, as `table_of` gives it."""
        self._showing = True
        self._kept = copy.deepcopy(dict(tables))
        for row in self.rows:
            section = tables.get(row.key, {})
            self._show_files(row, section)
            if row in self.missing:
                missing = section.get("missing", "ignore" if row is self.speed else "nodata")
                number = "" if isinstance(missing, str) else no_data_kmh(missing)
                choose(self.missing[row], missing, number)
        choose(self.unit, tables.get("elevation", {}).get("unit", ""))
        choose(self.speed_unit, tables.get("speed", {}).get("units", "kmh"))
        self._show_cover(tables.get("landcover", {}))
        self.sea.setText(number_text(tables.get("sea", {}).get("level_m")))
        choose(self.vehicle, tables.get("vehicle", DEFAULT_VEHICLE))
        grid = tables.get("grid", {})
        self.crs.setText(grid.get("crs", ""))
        self.cell.setText(number_text(grid.get("cell")))
        self.extent.setText(", ".join(map(number_text, grid.get("extent", ()))))
        choose(self.places, grid.get("tolerance", 0.0), number_text(grid.get("tolerance")))
        choose(self.type, tables.get("output", {}).get("type", "uint8"))
        self._showing = False
        self._fractions = "=" in self.cover.edit.text()
        self._tell()

    def _show_files(self, row: FileRow, section: Any) -> None:
        if isinstance(section, list):  # layers
            row.show_files([layer["file"] for layer in section])
            width = number_text(section[0].get("width_m")) if section else ""
            self._widths_shown[row] = width
            self.widths[row].setText(width)
            return
        files = section.get("file", ())
        named = [files] if isinstance(files, str) else list(files)
        named += [f"{name}={file}" for name, file in section.get("fractions", {}).items()]
        row.show_files(named)
        if row in self.widths:
            self._widths_shown[row] = ""
            self.widths[row].clear()

    def _show_cover(self, section: Mapping[str, Any]) -> None:
        own = self.preset.findData(OWN)
        if own >= 0:
            self.preset.removeItem(own)
        self._table = section.get("table", "")
        if self._table:
            choose(self.preset, TABLE)
        elif section.get("class") and not section.get("preset"):
            choose(self.preset, OWN, tr("Classes of the recipe"))
        else:
            choose(self.preset, section.get("preset", ""))

    def left(self) -> Tables:
        """What was chosen, to be shown again: without what cannot be read, or is not said yet."""
        self._lenient = True
        try:
            return self.asked()
        finally:
            self._lenient = False

    def asked(self) -> Tables:
        """The recipe as tables; InputError for a field that cannot be read."""
        tables = copy.deepcopy(self._kept)
        tables["vehicle"] = self.vehicle.currentData()
        self._say(tables, self.elevation, unit=self.unit.currentData())
        self._say(tables, self.cover)
        self._say(tables, self.roads)
        self._say(tables, self.speed, units=self.speed_unit.currentData())
        self._say_cover(tables)
        for row in (self.water, self.barriers):
            layers = self._layers(row)
            tables.pop(row.key, None)
            if layers:
                tables[row.key] = layers
        level = self._number(self.sea.text(), "elevation")
        sea = {key: value for key, value in tables.pop("sea", {}).items() if key != "level_m"}
        if level is not None and "elevation" in tables:
            tables["sea"] = {**sea, "level_m": level}
        tables["grid"] = self._grid(tables)
        tables["output"] = {"type": self.type.currentData()}
        return tables

    def _say(self, tables: Tables, row: FileRow, **told: Any) -> None:
        section, files = tables.pop(row.key, {}), row.files
        if not files:
            return
        for key in ("file", "fractions"):
            section.pop(key, None)
        if row is self.cover and "=" in files[0]:
            pairs = (each.partition("=")[::2] for each in files)
            section["fractions"] = {name.strip(): file for name, file in pairs}
        else:
            section["file"] = files if len(files) > 1 else files[0]
        if row in self.missing:
            section["missing"] = self.missing[row].currentData()
        tables[row.key] = section | told

    def _say_cover(self, tables: Tables) -> None:
        section, chosen = tables.get("landcover"), self.preset.currentData()
        if section is None:
            return
        if chosen == TABLE:
            section["table"] = self._table
        elif chosen in COVER_NAMES:
            section["preset"] = chosen
        elif not (chosen or "fractions" in section or self._lenient):
            raise InputError(
                "nothing says what its codes mean", where="landcover",
                advice="Choose which map it is.",
            )  # fmt: skip

    def _layers(self, row: FileRow) -> list[Tables]:
        known = {layer["file"]: layer for layer in self._kept.get(row.key, ())}
        text = self.widths[row].text()
        width, turned = self._number(text, row.key), text != self._widths_shown[row]
        layers = []
        for file in row.files:
            layer = {**known.get(file, {}), "file": file}
            if turned or file not in known:
                layer.pop("width_m", None)
                layer |= {} if width is None else {"width_m": width}
            layers.append(layer)
        return layers

    def _grid(self, tables: Tables) -> Tables:
        like = tables.get("grid", {}).get("like")
        grid: Tables = {"like": like} if like in tables else {}
        if self.crs.text().strip():
            grid["crs"] = self.crs.text().strip()
        cell = self._number(self.cell.text(), "grid.cell")
        grid |= {} if cell is None else {"cell": cell}
        if self.places.currentData():
            grid["tolerance"] = self.places.currentData()
        parts = self.extent.text().replace(";", ",").split(",")
        if self.extent.text().strip():
            numbers = [self._number(part, "grid.extent") for part in parts]
            whole = None not in numbers and len(numbers) == 4
            if whole:
                grid["extent"] = numbers
            elif not self._lenient:
                raise InputError(
                    "is no extent", where="grid.extent", advice="Give left, bottom, right, top."
                )
        return grid

    def _number(self, text: str, where: str) -> float | None:
        try:
            return number(text, where)
        except InputError:
            if self._lenient:
                return None
            raise

    def show_grid(self, cell: str, extent: str, crs: str) -> None:
        """Show what the grid is where nothing else is said."""
        for line, text in ((self.cell, cell), (self.extent, extent), (self.crs, crs)):
            line.setPlaceholderText(text or tr("as the first raster has it"))


def _column(page: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(page)
    layout.setContentsMargins(8, 8, 8, 8)
    layout.setSpacing(form.GAP)
    return layout


def _without_none(classes: list[Tables]) -> list[Tables]:
    return [{k: v for k, v in each.items() if v is not None} for each in classes]
