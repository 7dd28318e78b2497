"""Rows for the classes of road: open or closed, and how fast."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from app.roads.class_lengths import ClassLengths
from road.costs.metric import Metric
from road.graph import RoadGraph
from road.properties import RoadClass
from ui.texts import street_class
from ui.widgets import form
from ui.widgets.slider_row import SliderRow

TOP_KMH = 140

FEW = 0.25
"""Share of a class that has to be open to a vehicle, or it is told how little is. Arcs count, so
that of one-way streets no more than a half is."""


class ClassRows(QWidget):
    """A row for each class that roads have, from motorways down. Classes of which no road is open
    to the vehicle have none, which a line below says, as it does where few are.

    speed : of a class, as shown, at every step. opened : whether a class is. held : whether a
    slider is being dragged.
    """

    speed = Signal(object, float)
    opened = Signal(object, bool)
    held = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.speeds: dict[RoadClass, SliderRow] = {}
        self.open: dict[RoadClass, QCheckBox] = {}
        self.hint = form.Hint()
        self._lengths: ClassLengths | None = None
        self._of: RoadGraph | None = None
        self._kmh = 1.0
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(8)
        self._rows.setVerticalSpacing(4)
        self._rows.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addLayout(self._rows)
        layout.addWidget(self.hint)

    def show_graph(self, graph: RoadGraph, unit: str, kmh: float) -> None:
        """Rows for the classes of a graph. kmh : of the unit in which speeds are read."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.speeds, self.open, self._kmh = {}, {}, kmh
        if self._lengths is None or graph is not self._of:
            self._lengths, self._of = ClassLengths.of(graph), graph
        for place, road_class in enumerate(self._lengths.classes()):
            words = street_class(road_class)
            tick, row = QCheckBox(words), SliderRow(round(TOP_KMH / kmh), f" {unit}")
            form.name(tick, words, self.tr("Untick to close roads of this class"))
            row.name(
                self.tr("Speed on {roads}").format(roads=words),
                self.tr(
                    "Speed outside towns; speeds inside change in proportion. 0 closes these roads"
                ),
            )
            tick.toggled.connect(partial(self.opened.emit, road_class))
            row.held.connect(self.held)
            row.turned.connect(partial(self.speed.emit, road_class))
            self._rows.addWidget(tick, place, 0)
            self._rows.addWidget(row, place, 1)
            self.speeds[road_class], self.open[road_class] = row, tick

    def show_metric(self, metric: Metric) -> None:
        """Show speeds and closures of a metric, and which classes its vehicle may use at all."""
        assert self._lengths is not None
        none, few = list[str](), list[str]()
        for road_class, row in self.speeds.items():
            tick, closed = self.open[road_class], road_class in metric.closed
            row.show_value(metric.speeds_kmh.get(road_class, 0.0) / self._kmh)
            row.setEnabled(not closed)
            tick.blockSignals(True)
            tick.setChecked(not closed)
            tick.blockSignals(False)
            some, whole = self._lengths.open_to(metric, road_class)
            for part in (row, tick):
                part.setVisible(some > 0)
            if not some:
                none.append(street_class(road_class))
            elif some < FEW * whole:
                few.append(f"{street_class(road_class)} ({self._percent(some / whole)})")
        self.hint.setText("\n".join(self._told(none, few)))
        self.hint.setVisible(bool(none or few))

    def _told(self, none: list[str], few: list[str]) -> Iterable[str]:
        if few:
            words = self.tr("Open to this vehicle only in part: {roads}.")
            yield words.format(roads=", ".join(few))
        if none:
            yield self.tr("Closed to this vehicle: {roads}.").format(roads=", ".join(none))

    def _percent(self, share: float) -> str:
        return f"{100 * share:.0f} %" if share >= 0.01 else self.tr("under 1 %")
