"""Rules of a recipe that are turned by hand: speed by slope, limits, water, land cover, roads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import ceil

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.builder.plain_tables import class_table, curve_table, limits_table
from core.errors import InputError, IsofrontError
from raster.builder.rules import CoverClass, CoverRules, Curve, RoadSpeedRules, SpeedRules
from road.properties import RoadClass
from ui.dialogs.builder.class_limits import ClassLimits
from ui.dialogs.builder.fields import label, number, number_text
from ui.dialogs.builder.water_rows import WaterRows
from ui.dialogs.builder.words import SURFACE_NAMES, cover_name, tr
from ui.plots.point_curve import Points
from ui.plots.speed_curve import SpeedCurve
from ui.texts import street_class
from ui.told import told_error
from ui.widgets import form
from ui.widgets.slider_row import SliderRow

TOP_PERCENT, TOP_KMH = 200, 130
"""Highest of sliders, where the recipe has no higher number."""


class RulesForm(QWidget):
    """Shows the rules that count, a vehicle's too, and tells which section of a recipe is another
    now."""

    turned = Signal(str, object)
    """Section of the recipe and what it holds now: `slope`, `limits`, `water`, `sea`, `class` (all
    classes of land cover), `kmh` or `surface` (of all roads)."""

    def __init__(self) -> None:
        super().__init__()
        self._rules = SpeedRules()
        self._wrong: dict[QLineEdit, InputError] = {}
        self.curve = SpeedCurve()
        self.points = QLineEdit()
        self.steps = QCheckBox(tr("Steps: a speed holds up to the next point"))
        self.least, self.most = QLineEdit(), QLineEdit()
        self.water, self.sea = WaterRows(tr("Water")), WaterRows(tr("Sea"))
        self.factors: dict[str, SliderRow] = {}
        self.kmh: dict[str, SliderRow] = {}
        self.surfaces: dict[str, SliderRow] = {}
        self.limits = ClassLimits()
        self._cover, self._roads = _Rows(tr("Factors of land cover")), _Rows(tr("Speeds on roads"))
        self._surfaces = _Rows(tr("Factors of surfaces"))
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form.name(self.points, tr("Points"), tr("Degrees and km/h, as 0: 40, 15: 12, 30: 0"))
        form.name(self.steps, tr("Steps"), tr("Else speeds between two points lie on a line"))
        form.name(self.least, tr("Slowest"), tr("km/h that cells which are open have at least"))
        form.name(self.most, tr("Fastest"), tr("km/h that no cell exceeds; empty for any"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(form.Heading(tr("Speed on open ground"), lines=True))
        layout.addWidget(self.curve)
        rows = form.form()
        for control in (self.points, self.least, self.most):
            rows.addRow(label(control.accessibleName(), control), control)
        rows.insertRow(1, "", self.steps)
        layout.addLayout(rows)
        roads = self._roads, self._surfaces
        for part in (self._cover, self.limits, *roads, self.water, self.sea):
            layout.addWidget(part)

    def _connect(self) -> None:
        self.curve.dragged.connect(self._drag)
        self.points.textEdited.connect(lambda _: self._read(self.points, self._points))
        self.steps.clicked.connect(lambda ticked: self._turn_curve(self.curve.points, ticked))
        for line in (self.least, self.most):
            line.textEdited.connect(lambda _, line=line: self._read(line, self._limits))
        self.limits.turned.connect(self._turn_classes)
        self.water.turned.connect(partial(self.turned.emit, "water"))
        self.sea.turned.connect(partial(self.turned.emit, "sea"))

    # -- showing

    def show_rules(self, rules: SpeedRules, *, cover: bool, roads: bool, sea: bool) -> None:
        """Show these. cover, roads, sea : whether there are such inputs."""
        self._rules = rules
        self._show_curve(rules.slope)
        self.steps.setChecked(rules.slope.steps)
        self.least.setText(number_text(rules.minimum_kmh))
        self.most.setText(number_text(rules.maximum_kmh))
        self._wrong.clear()
        for line in (self.points, self.least, self.most):
            form.mark(line, "")
        self.water.show_rule(rules.water)
        self.sea.show_rule(rules.sea)
        self.sea.setVisible(sea)
        self._show_cover(rules.cover if cover else CoverRules())
        self._show_roads(rules.roads if roads else RoadSpeedRules())

    def _show_curve(self, curve: Curve) -> None:
        self.curve.show_curve(curve)
        self.points.setText(", ".join(f"{angle:g}: {kmh:g}" for angle, kmh in curve.points))

    def _show_cover(self, rules: CoverRules) -> None:
        percent = {
            each.name: 100 * each.factor for each in rules.classes if each.factor is not None
        }
        names = {name: cover_name(name) for name in percent}
        words = tr("Share of the speed on open ground that {what} leaves")
        make = partial(_slider, TOP_PERCENT, " %", 5, 1, words)
        self.factors = self._cover.show(percent, names, make, self._turn_factor)
        shares = bool(rules.classes) and not any(each.codes for each in rules.classes)
        self.limits.show_classes(rules.classes, fractions=shares)

    def _show_roads(self, rules: RoadSpeedRules) -> None:
        kmh = dict(rules.kmh)
        names = {name: street_class(RoadClass[name.upper()]) for name in kmh}
        words = tr("Speed on {what}, before surface and slope; 0 leaves them out")
        make = partial(_slider, TOP_KMH, " km/h", 10, 10, words)
        self.kmh = self._roads.show(kmh, names, make, self._turn_road)
        given = dict(rules.surface)
        percent = {name: 100 * given.get(name, 1.0) for name in SURFACE_NAMES} if kmh else {}
        words = tr("Share of the speed that roads of the surface {what} leave")
        names = {name: tr(text) for name, text in SURFACE_NAMES.items()}
        make = partial(_slider, TOP_PERCENT, " %", 5, 1, words)
        self.surfaces = self._surfaces.show(percent, names, make, self._turn_surface)

    # -- the user

    def _drag(self, points: Points) -> None:
        self._turn_curve(points, self.steps.isChecked())
        self._show_curve(self._rules.slope)

    def _turn_curve(self, points: Points, steps: bool) -> None:
        curve = Curve(points, steps)
        self._rules = replace(self._rules, slope=curve)
        self.curve.show_curve(curve)
        self.turned.emit("slope", curve_table(curve))

    def _read(self, line: QLineEdit, take: Callable[[], None]) -> None:
        """Take what a line says, or mark it."""
        try:
            take()
        except IsofrontError as error:
            self._wrong[line] = InputError(error.found, where=error.where, advice=error.advice)
            form.mark(line, told_error(InputError(error.found, advice=error.advice)))
        else:
            self._wrong.pop(line, None)
            form.mark(line, "")

    def check(self) -> None:
        """InputError for what stands in a field and cannot be meant."""
        lines = (*self._wrong.values(), *self.limits.wrong.values())
        for error in (*lines, self.water.wrong, self.sea.wrong):
            if error is not None:
                raise error

    def _points(self) -> None:
        self._turn_curve(points_of(self.points.text()), self.steps.isChecked())

    def _limits(self) -> None:
        least, most = number(self.least.text(), "limits"), number(self.most.text(), "limits")
        rules = replace(self._rules, minimum_kmh=least or 0.0, maximum_kmh=most)
        self._rules = rules
        self.turned.emit("limits", limits_table(rules))

    def _turn_factor(self, name: str, percent: float) -> None:
        cover = self._rules.cover
        classes = tuple(_with_factor(each, name, percent / 100) for each in cover.classes)
        self.limits.show_classes(classes, fractions=not any(each.codes for each in classes))
        self._turn_classes(classes)

    def _turn_classes(self, classes: tuple[CoverClass, ...]) -> None:
        self._rules = replace(self._rules, cover=replace(self._rules.cover, classes=classes))
        self.turned.emit("class", [class_table(each) for each in classes])

    def _turn_surface(self, name: str, percent: float) -> None:
        given = {**dict(self._rules.roads.surface), name: percent / 100}
        roads = replace(self._rules.roads, surface=tuple(given.items()))
        self._rules = replace(self._rules, roads=roads)
        self.turned.emit("surface", given)

    def _turn_road(self, name: str, kmh: float) -> None:
        given = {**dict(self._rules.roads.kmh), name: kmh}
        roads = replace(self._rules.roads, kmh=tuple(given.items()))
        self._rules = replace(self._rules, roads=roads)
        self.turned.emit("kmh", given)


class _Rows(QWidget):
    """A slider for each of some names, under a heading; nothing where there are none."""

    def __init__(self, title: str) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(form.Heading(title, lines=True))
        self._form: QFormLayout = form.form()
        layout.addLayout(self._form)
        self._rows: dict[str, SliderRow] = {}

    def show(  # type: ignore[override]
        self,
        values: Mapping[str, float],
        names: Mapping[str, str],
        make: Callable[[str, float], SliderRow],
        turn: Callable[[str, float], None],
    ) -> dict[str, SliderRow]:
        """Show values by name. names : in words. make : a slider, named and high enough."""
        fits = list(values) == list(self._rows) and all(
            value <= self._rows[name].number.maximum() for name, value in values.items()
        )
        if not fits:
            while self._form.rowCount():
                self._form.removeRow(0)
            self._rows = {name: make(names[name], value) for name, value in values.items()}
            for name, row in self._rows.items():
                row.turned.connect(partial(turn, name))
                text = QLabel(names[name])
                text.setBuddy(row.slider)
                self._form.addRow(text, row)
        for name, value in values.items():
            self._rows[name].show_value(value)
        self.setVisible(bool(values))
        return self._rows


def _slider(
    top: int, suffix: str, step: int, parts: int, words: str, name: str, value: float
) -> SliderRow:
    row = SliderRow(max(top, ceil(value)), suffix, step, parts)
    row.name(name, words.format(what=name))
    return row


def _with_factor(each: CoverClass, name: str, factor: float) -> CoverClass:
    return replace(each, factor=factor) if each.name == name else each


def points_of(text: str) -> Points:
    """Points as they are typed, `0: 40, 15: 12.5, 30: 0`; InputError."""
    found = []
    for part in text.replace(";", ",").split(","):
        angle, colon, kmh = part.partition(":")
        if not colon:
            raise InputError(
                f"'{part.strip()}' is no point", where="slope", advice="Write it as 15: 12.5."
            )
        values = number(angle, "slope"), number(kmh, "slope")
        if values[0] is None or values[1] is None:
            raise InputError("a point without a number", where="slope", advice="Give both.")
        found.append((values[0], values[1]))
    return tuple(found)
