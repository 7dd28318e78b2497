"""The route to the pointer: what it takes, and its turns one after another."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt

from app.editing.session import Change
from app.measure import measure_of
from road.graph import RoadGraph
from road.properties import RoadClass, Turn
from road.routes.route import Leg, Method, Route, legs_of, street_name
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import amount, length, street_class, translatable
from ui.widgets import form
from ui.widgets.figures import NOTHING, Figures
from ui.widgets.plain_table import PlainTable

MOST_LEGS = 400
"""Most rows shown: nobody reads on."""

N = translatable
TURNS = {
    None: ("●", N("Route", "Start on")),
    Turn.STRAIGHT: ("↑", N("Route", "Continue along")),
    Turn.LEFT: ("↰", N("Route", "Turn left into")),
    Turn.RIGHT: ("↱", N("Route", "Turn right into")),
    Turn.U_TURN: ("↶", N("Route", "Turn around, along")),
}
"""Sign and words of each turn; a narrow panel shows the sign, the tool tip and `text` both."""

OVER_GROUND = "↝", N("Route", "Go over open ground"), N("Route", "open ground")
"""Sign, words and name of a stretch beside roads."""

METHODS: dict[Method, str] = {
    "times": N("RoutePanel", "Read off the travel times on the map."),
    "search": N("RoutePanel", "Searched between the two places."),
    "cells": N("RoutePanel", "Searched between the two places, from cell to cell."),
    "hierarchy": N("RoutePanel", "Searched between the two places, upward in a hierarchy."),
}


class RoutePanel(Panel):
    shown_changes = Change.DOCUMENT | Change.STARTS | Change.UNITS
    wants = "route"

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.figures = Figures(
            {
                "cost": self.tr("Time"),
                "length": self.tr("Length"),
                "legs": self.tr("Streets"),
            }
        )
        self.table = PlainTable(3, wide=0)
        self.method = form.Hint()
        self.hint = form.Hint(self.tr("Point at a place on the map to see the way there."))
        self._route: Route | None = None
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._set_up_table()
        layout = form.column(self)
        layout.addWidget(self.figures)
        layout.addWidget(self.hint)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.method)
        self.refresh(self.shown_changes)

    def _set_up_table(self) -> None:
        form.name(self.table, self.tr("Turns"), self.tr("What to do, how far, and how long"))
        self.table.setHorizontalHeaderLabels([self.tr("Turn"), self.tr("Length"), self.tr("Time")])

    def refresh(self, change: Change) -> None:
        """Other roads or starts make another route."""
        self.show_route(None if change & ~Change.UNITS else self._route)

    def show_route(self, route: Route | None) -> None:
        """Show a route until there is another."""
        self._route = route
        self.hint.setVisible(route is None)
        self.table.setVisible(route is not None)
        self.method.setVisible(route is not None)
        self.method.setText("" if route is None else self.tr(METHODS[route.method]))
        if route is None:
            self.figures.show_numbers(cost=NOTHING, length=NOTHING, legs=NOTHING)
            self.table.setRowCount(0)
            return
        legs, measure = streets_along(route), measure_of(route.weights)
        cost = {"time": self.tr("Time"), "length": self.tr("Distance")}
        caption = cost.get(measure.quantity, self.tr("Cost"))
        self.figures.set_caption("cost", caption)
        self.table.setHorizontalHeaderLabels([self.tr("Turn"), self.tr("Length"), caption])
        self.figures.show_numbers(
            cost=amount(route.cost, measure),
            length=length(route.length_m),
            legs=str(sum(not leg.over_ground for leg, _ in legs)),
        )
        scale = route.weights.tick_seconds or 1.0
        self.table.setRowCount(min(len(legs), MOST_LEGS))
        for row, (leg, arc) in enumerate(legs[:MOST_LEGS]):
            sign, words, street = leg_words(route.graph, leg, arc)
            texts = (
                f"{sign}  {street}",
                length(leg.length_m),
                amount(leg.ticks * scale, measure),
            )
            for item in self.table.write(row, texts):
                item.setToolTip(words)

    @property
    def text(self) -> str:
        """The turns as text, a line each."""
        return "\n".join(
            "\t".join((turn.toolTip(), *(item.text() for item in rest)))
            for turn, *rest in self.table.lines()
        )


def streets_along(route: Route) -> list[tuple[Leg, int]]:
    """Legs with their first arc; what goes straight on along the same class of road, and under the
    same name, is one."""
    streets: list[tuple[Leg, int]] = []
    part = 0
    for leg in legs_of(route):
        arc = route.parts[part].arc
        part += leg.parts
        if streets and leg.turn == Turn.STRAIGHT:
            before, first = streets[-1]
            classes = route.graph.arcs.road_class
            alike = classes[first] == classes[arc] and before.over_ground == leg.over_ground
            if alike and _name(route, before) == _name(route, leg):
                joined = replace(
                    before,
                    parts=before.parts + leg.parts,
                    length_m=before.length_m + leg.length_m,
                    ticks=before.ticks + leg.ticks,
                )
                streets[-1] = joined, first
                continue
        streets.append((leg, arc))
    return streets


def _name(route: Route, leg: Leg) -> str:
    return street_name(route.graph, leg.way)


def leg_words(graph: RoadGraph, leg: Leg, arc: int) -> tuple[str, str, str]:
    """Sign of what to do, what to do, and on what street."""
    if leg.over_ground:
        sign, words, name = OVER_GROUND
        translate = QCoreApplication.translate
        return sign, translate("Route", words), translate("Route", name)
    code = RoadClass(int(graph.arcs.road_class[arc]))
    street = QCoreApplication.translate("Route", "road")
    if code != RoadClass.UNKNOWN:
        street = street_class(code)
    if name := street_name(graph, leg.way):
        street = f"{name} · {street}"  # first, where a narrow panel ends in dots
    elif leg.way >= 0:
        street += f" · {QCoreApplication.translate('Route', 'way')} {leg.way}"
    sign, words = TURNS[leg.turn]
    return sign, f"{QCoreApplication.translate('Route', words)} {street}", street
