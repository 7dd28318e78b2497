"""Who drives, which way, and what roads and turns cost."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.editing.road_edits import RoadEdits
from app.editing.session import Change
from app.roads.congestion import ways_met
from app.roads.costs import RoadCosts, choices_for
from app.roads.open_roads import OpenRoads
from app.solving.jobs import SolveDone
from app.units import units
from road.costs.metric import Metric
from road.costs.profiles import PROFILES
from road.costs.way_speeds import WaySpeeds
from road.graph import RoadGraph
from road.properties import RoadClass, Turn, Vehicle
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.timings import StepTimings
from ui.texts import count, translatable, vehicle_name
from ui.widgets import form
from ui.widgets.closure_list import ClosureList
from ui.widgets.slider_row import SliderRow
from ui.widgets.vehicle import number_rows
from ui.widgets.vehicle.class_rows import ClassRows
from ui.widgets.vehicle.number_rows import NumberRows, SpeedRows
from ui.widgets.vehicle.situation_rows import SituationRows
from ui.widgets.way_speeds_row import WaySpeedsRow

TOP_TURN_SECONDS = 120

N = translatable
LIMITS = (
    ("obey", N("Vehicle", "maximum: never faster")),
    ("follow", N("Vehicle", "in place of the class speed")),
    ("ignore", N("Vehicle", "ignored")),
)
PRIVATE = (
    ("ends", N("Vehicle", "to begin and end on")),
    ("through", N("Vehicle", "to pass through, too")),
    ("closed", N("Vehicle", "closed")),
)
TURNS = (
    (Turn.U_TURN, N("Vehicle", "U-turn")),
    (Turn.LEFT, N("Vehicle", "Left turn")),
    (Turn.RIGHT, N("Vehicle", "Right turn")),
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Vehicle", text)


class VehiclePanel(Panel):
    shown_changes = Change.DOCUMENT | Change.METRIC | Change.RESULT | Change.UNITS
    wants = "vehicle"
    ways_wanted = Signal()  # another table of speeds of ways
    drawing_wanted = Signal(bool)  # the tool that closes roads, activated or deactivated
    closure_chosen = Signal(int)  # to be found on the map, -1 for none
    closures_wanted = Signal()  # more of them, out of a file
    saving_wanted = Signal()  # closures into a file
    file_wanted = Signal()  # a vehicle out of a file
    file_saving = Signal()  # the vehicle into a file

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.profile = QComboBox()
        self.reset = QPushButton(self.tr("Reset"))
        self.from_file = QPushButton(self.tr("From file…"))
        self.save = QPushButton(self.tr("Save…"))
        self.outward = QRadioButton(self.tr("From the starts"))
        self.inward = QRadioButton(self.tr("To the starts"))
        self.quick = QRadioButton(self.tr("Time"))
        self.short = QRadioButton(self.tr("Distance"))
        self.limits = QComboBox()
        self.private = QComboBox()
        self.classes = ClassRows()
        self.turns = {turn: SliderRow(TOP_TURN_SECONDS, " s", 1, 2) for turn, _ in TURNS}
        rows = tuple(map(NumberRows, number_rows.GROUPS))
        self.limit_share, self.turning, self.waiting, self.shares = rows
        self.caps, self.pushing = speeds = tuple(map(SpeedRows, number_rows.SPEEDS))
        self._numbers: tuple[NumberRows | SpeedRows, ...] = (*rows, *speeds)
        self.situation = SituationRows()
        self.ways = WaySpeedsRow()
        self.closures = ClosureList()
        self.timings = StepTimings()
        self._metric = QWidget()
        self._graph: RoadGraph | None = None
        self._kmh = 1.0  # of the unit in which speeds are read
        self._name()
        self._connect()
        self._lay_out()
        self.setEnabled(False)

    @property
    def speeds(self) -> dict[RoadClass, SliderRow]:
        """A slider for each class of road."""
        return self.classes.speeds

    @property
    def open(self) -> dict[RoadClass, QCheckBox]:
        """Whether each class of road is open."""
        return self.classes.open

    # -- building

    def _name(self) -> None:
        form.name(
            self.profile,
            self.tr("Vehicle"),
            self.tr("Which vehicle's speeds apply, or which costs"),
        )
        form.name(self.reset, self.tr("Reset"), self.tr("Restore the speeds of the profile"))
        form.name(
            self.from_file,
            self.tr("Vehicle from a file"),
            self.tr("Drive by speeds, turns and waits out of a file, as the command line does"),
        )
        form.name(
            self.save,
            self.tr("Save vehicle"),
            self.tr("Write all that is set here, to be opened again or given to --metric"),
        )
        form.name(
            self.outward, self.tr("From the starts"), self.tr("How long it takes from the starts")
        )
        form.name(
            self.inward,
            self.tr("To the starts"),
            self.tr("How long it takes to come to the nearest start"),
        )
        form.name(self.quick, self.tr("Time"), self.tr("Find the fastest routes"))
        form.name(self.short, self.tr("Distance"), self.tr("Find the shortest routes"))
        form.name(self.limits, self.tr("Posted limits"), self.tr("What a posted speed limit means"))
        form.name(
            self.private,
            self.tr("Private streets"),
            self.tr("What streets for residents, deliveries and customers are for"),
        )
        for value, words in PRIVATE:
            self.private.addItem(_tr(words), value)
        for turn, words in TURNS:
            tip = self.tr(
                "How many seconds each such turn costs; at the end of the scale none is taken"
            )
            self.turns[turn].name(_tr(words), tip)
            self.turns[turn].set_end(self.tr("never"))
        for value, words in LIMITS:
            self.limits.addItem(_tr(words), value)

    def _connect(self) -> None:
        for pair in ((self.outward, self.inward), (self.quick, self.short)):
            group = QButtonGroup(self)
            for button in pair:
                group.addButton(button)
        self.profile.activated.connect(self._choose)
        self.reset.clicked.connect(lambda: self._edit(lambda edits: edits.reset()))
        self.from_file.clicked.connect(self.file_wanted)
        self.save.clicked.connect(self.file_saving)
        self.inward.toggled.connect(
            lambda on: self._edit(lambda edits: edits.set_direction("to" if on else "from"))
        )
        self.short.toggled.connect(
            lambda on: self._edit(lambda edits: edits.set_quantity("distance" if on else "time"))
        )
        self.limits.activated.connect(
            lambda: self._edit(lambda edits: edits.set_limits(self.limits.currentData()))
        )
        self.private.activated.connect(
            lambda: self._edit(lambda edits: edits.set_private(self.private.currentData()))
        )
        self.situation.changed.connect(
            lambda situation: self._edit(lambda edits: edits.set_situation(situation))
        )
        for turn, row in self.turns.items():
            row.held.connect(self.editor.slide)
            row.turned.connect(partial(self._turn, turn))
        for rows in self._numbers:
            rows.held.connect(self.editor.slide)
            rows.changed.connect(self._number)
        self.classes.held.connect(self.editor.slide)
        self.classes.speed.connect(self._speed)
        self.classes.opened.connect(self._open)
        self.ways.wanted.connect(self.ways_wanted)
        self.ways.removed.connect(lambda: self._edit(lambda edits: edits.set_ways(None)))
        self.closures.drawing.connect(self.drawing_wanted)
        self.closures.chosen.connect(self.closure_chosen)
        self.closures.removed.connect(self._open_closures)
        self.closures.file_wanted.connect(self.closures_wanted)
        self.closures.saving.connect(self.saving_wanted)
        self.editor.preview_ready.connect(self._show_preview)

    def _lay_out(self) -> None:
        inside = QWidget()
        layout = form.column(inside)
        rows = form.form()
        rows.addRow(self.tr("Vehicle"), _row(self.profile, self.reset))
        rows.addRow("", _row(self.from_file, self.save))
        rows.addRow(self.tr("Times"), _row(self.outward, self.inward))
        layout.addLayout(rows)
        layout.addSpacing(form.GAP)
        layout.addWidget(form.Heading(self.tr("Closed by drawing")))
        layout.addWidget(self.closures)
        layout.addSpacing(form.GAP)
        layout.addWidget(self._metric)
        layout.addStretch(1)
        metric = QVBoxLayout(self._metric)
        metric.setContentsMargins(0, 0, 0, 0)
        metric.setSpacing(form.GAP)
        more = form.form()
        more.addRow(self.tr("Minimize"), _row(self.quick, self.short))
        more.addRow(self.tr("Limits"), self.limits)
        more.addRow(self.tr("Private streets"), self.private)
        metric.addLayout(more)
        metric.addWidget(self.limit_share)
        metric.addWidget(self.ways)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("Turns")))
        turns = form.form()
        for turn, words in TURNS:
            turns.addRow(_tr(words), self.turns[turn])
        metric.addLayout(turns)
        metric.addWidget(self.turning)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("Waiting at the end of a street")))
        metric.addWidget(self.waiting)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("When, and with what")))
        metric.addWidget(self.situation)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("Share of the speed by surface")))
        metric.addWidget(self.shares)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("Highest speed by surface")))
        metric.addWidget(self.caps)
        metric.addSpacing(form.GAP)
        metric.addWidget(form.Heading(self.tr("Speed by class of road")))
        metric.addWidget(self.classes)
        metric.addWidget(self.pushing)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(form.Scrolling(inside))
        outside.addWidget(self.timings)

    # -- showing

    def refresh(self, change: Change) -> None:
        roads, result = self.session.driven, self.session.result
        self.setEnabled(True)
        if change & Change.RESULT:
            self.timings.show_solved(None if result is None else result.on_graph)
        if not change & ~Change.RESULT:
            return
        other = roads.graph is not self._graph
        if other:
            self._graph = roads.graph
            self._fill_choices(roads.graph)
        if other or change & Change.UNITS:
            self._fill_classes(roads.graph)
        _check((self.outward, self.inward), roads.direction == "to")
        costs = roads.costs
        self._show_profile()
        self.reset.setEnabled(costs.edited)
        self.from_file.setEnabled(roads.graph.arcs.longest_m != 0.0)
        self.save.setEnabled(costs.metric is not None)
        self._show_closures(roads)
        self._metric.setVisible(costs.metric is not None)
        if costs.metric is not None:
            self._show_metric(costs.metric)

    def _fill_choices(self, graph: RoadGraph) -> None:
        self.profile.clear()
        for costs in choices_for(graph):
            self.profile.addItem(vehicle_name(costs.name), costs)

    def _show_profile(self) -> None:
        """The choice that is driven by; a metric from elsewhere is one more."""
        costs = self.session.driven.costs
        names = [self.profile.itemData(k).name for k in range(self.profile.count())]
        if costs.name not in names:
            self.profile.addItem(vehicle_name(costs.name), costs)
            names.append(costs.name)
        place = names.index(costs.name)
        if costs.unedited is not None and costs.name not in PROFILES:
            # A file that was read again: chosen from the list it is the newer one.
            self.profile.setItemData(place, RoadCosts.of_metric(costs.unedited))
        self.profile.setCurrentIndex(place)

    def _fill_classes(self, graph: RoadGraph) -> None:
        """Rows for the classes that the roads have, and units of all speeds."""
        unit, self._kmh = units().speed
        for rows in (self.caps, self.pushing):
            rows.show_unit(unit, self._kmh)
        self.classes.show_graph(graph, unit, self._kmh)

    def _show_preview(self, done: SolveDone) -> None:
        if done.solved.on_graph is not None:
            self.timings.show_solved(done.solved.on_graph)

    def _show_closures(self, roads: OpenRoads) -> None:
        shapes = roads.closures.shapes
        self.closures.setEnabled(roads.bounds is not None)
        arcs = roads.closures.arcs_of_each(roads.graph, lambda: roads.snap_index)
        kinds = (self.tr("Line, {arcs} arcs"), self.tr("Area, {arcs} arcs"))
        self.closures.show_texts(
            [
                f"{place} · {kinds[shape.area].format(arcs=count(len(under)))}"
                for place, (shape, under) in enumerate(zip(shapes, arcs, strict=True), start=1)
            ]
        )

    def _show_ways(self, ways: WaySpeeds | None) -> None:
        assert self._graph is not None
        if ways is None:
            self.ways.show_ways("", 0, 0)
        else:
            self.ways.show_ways(
                ways.name or self.tr("a table"), ways_met(self._graph, ways), len(ways.way)
            )

    def _show_metric(self, metric: Metric) -> None:
        self._show_ways(metric.ways)
        _check((self.quick, self.short), metric.quantity == "distance")
        self.limits.setCurrentIndex(self.limits.findData(metric.limits))
        self.private.setCurrentIndex(self.private.findData(metric.private))
        self.situation.show_situation(metric.situation)
        for turn, row in self.turns.items():
            seconds = metric.turn_seconds.get(turn, 0.0)
            row.show_value(TOP_TURN_SECONDS if math.isinf(seconds) else seconds)
        for rows in self._numbers:
            rows.show_metric(metric)
        self.pushing.setVisible(bool(metric.vehicle & Vehicle.BICYCLE))
        self.classes.show_metric(metric)

    # -- editing

    def _edit(self, edit: Callable[[RoadEdits], None]) -> None:
        self.editor.edit_roads(edit)

    def _choose(self) -> None:
        costs = self.profile.currentData()
        self._edit(lambda edits: edits.set_costs(costs))

    def _open_closures(self, chosen: tuple[int, ...]) -> None:
        if len(chosen) == 1:
            self._edit(lambda edits: edits.remove_closure(chosen[0]))
        else:
            self._edit(lambda edits: edits.remove_closures())

    def _speed(self, road_class: RoadClass, shown: float) -> None:
        self._edit(lambda edits: edits.set_speed(road_class, shown * self._kmh))

    def _open(self, road_class: RoadClass, is_open: bool) -> None:
        self._edit(lambda edits: edits.close_class(road_class, not is_open))

    def _turn(self, turn: Turn, seconds: float) -> None:
        cost = math.inf if seconds >= TOP_TURN_SECONDS else seconds
        self._edit(lambda edits: edits.set_turn_cost(turn, cost))

    def _number(self, field: str, member: Enum | None, value: float) -> None:
        self._edit(lambda edits: edits.set_number(field, member, value))


def _check(pair: tuple[QRadioButton, QRadioButton], second: bool) -> None:
    """Of two radio buttons one is always on."""
    for button in pair:
        button.blockSignals(True)
    pair[second].setChecked(True)
    for button in pair:
        button.blockSignals(False)


def _row(*controls: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for control in controls:
        row.addWidget(control, 0 if isinstance(control, QPushButton) else 1)
    return row
