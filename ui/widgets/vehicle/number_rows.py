"""Rows for the numbers of a metric that are neither speeds nor turns to one side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from road.costs.metric import Metric
from road.properties import ArcEnd, Surface
from ui.texts import translatable
from ui.widgets import form
from ui.widgets.slider_row import SliderRow

N = translatable


class Number(NamedTuple):
    """A number of `Metric`: its field, and the entry where that is a table.

    words, tip : what people read. top : highest, as shown. times : what is shown of 1.
    parts : how many steps make one. lowest : as shown. absent : what an entry is that is left out.
    endless : whether the end of the scale is infinity.
    """

    field: str
    member: Enum | None
    words: str
    tip: str
    top: int
    unit: str = " s"
    times: float = 1.0
    parts: int = 2
    lowest: int = 0
    absent: float = 0.0
    endless: bool = False

    def of(self, metric: Metric) -> float:
        """As shown; the highest where it is infinite."""
        value = getattr(metric, self.field)
        if self.member is not None:
            value = value.get(self.member, self.absent)
        if value is None:  # a dead end that is any U-turn
            value = metric.turn_ticks()[-1] / 1000
        return self.top if math.isinf(value) else min(value * self.times, self.top)

    def from_shown(self, shown: float) -> float:
        """The value of the metric."""
        return math.inf if self.endless and shown >= self.top else shown / self.times

    def in_unit(self, kmh: float, unit: str) -> Number:
        """A speed, in km/h so far, in a unit of so many km/h."""
        top = round(self.top / kmh)
        return self._replace(top=top, times=self.times / kmh, unit=f" {unit}")


def _percent(field: str, member: Enum | None, words: str, tip: str, top: int) -> Number:
    return Number(field, member, words, tip, top, " %", 100.0, 1, 1)


_WAIT = N("Vehicle", "How many seconds one waits there on the mean")

TURNING = (
    Number(
        "dead_end_seconds", None, N("Vehicle", "Dead end"),
        N("Vehicle", "How many seconds turning round takes where nothing else leads on"), 120,
    ),
    Number(
        "sharp_turn_seconds", None, N("Vehicle", "Sharpest turn"),
        N("Vehicle", "How many seconds the sharpest turn takes; gentler ones take less"), 60,
    ),
    Number(
        "oncoming_seconds", None, N("Vehicle", "Oncoming lane"),
        N("Vehicle", "How many seconds more it takes to turn across the oncoming lane"), 60,
    ),
    _percent(
        "turn_bias", None, N("Vehicle", "Side"),
        N("Vehicle", "How much sharper a turn across the oncoming lane counts"), 200,
    ),
)  # fmt: skip
WAITING = (
    Number("wait_seconds", ArcEnd.SIGNALS, N("Vehicle", "Traffic signals"), _WAIT, 120),
    Number("wait_seconds", ArcEnd.STOP, N("Vehicle", "Stop sign"), _WAIT, 120),
    Number("wait_seconds", ArcEnd.GIVE_WAY, N("Vehicle", "Give way sign"), _WAIT, 120),
    Number("wait_seconds", ArcEnd.LARGER_ROAD, N("Vehicle", "Larger road"), _WAIT, 120),
    Number("wait_seconds", ArcEnd.GATE, N("Vehicle", "Gate"), _WAIT, 120),
    Number(
        "wait_seconds", ArcEnd.LANDING, N("Vehicle", "Ferry"),
        N("Vehicle", "How many seconds boarding and landing take together"), 3600, parts=1,
    ),
)  # fmt: skip
LIMIT_SHARE = (
    _percent(
        "limit_factor", None, N("Vehicle", "Share of a limit"),
        N("Vehicle", "How much of a posted limit is driven on the mean"), 150,
    ),
)  # fmt: skip
PUSHING = (
    Number(
        "pushed_kmh", None, N("Vehicle", "Pushed"),
        N("Vehicle", "Speed on foot, pushing, where one may not ride; 0: nobody pushes"),
        20,
    ),
)  # fmt: skip
SURFACES = (
    (Surface.PAVED, N("Vehicle", "Paved")),
    (Surface.COBBLES, N("Vehicle", "Cobbles")),
    (Surface.COMPACTED, N("Vehicle", "Compacted")),
    (Surface.GRAVEL, N("Vehicle", "Gravel")),
    (Surface.EARTH, N("Vehicle", "Earth, grass")),
    (Surface.SAND, N("Vehicle", "Sand")),
    (Surface.MUD, N("Vehicle", "Mud, snow")),
)
_SHARE = N("Vehicle", "How much of the class's speed is driven there, not of a limit; 0 closes")
_CAP = N("Vehicle", "Never faster there, whatever the limit; none at the end of the scale")
SURFACE_SHARES = tuple(
    _percent("surface_factors", surface, words, _SHARE, 150)._replace(absent=1.0, lowest=0)
    for surface, words in SURFACES
)
SURFACE_CAPS = tuple(
    Number(
        "surface_caps_kmh", surface, words, _CAP, 140,
        parts=1, lowest=1, absent=math.inf, endless=True,
    )
    for surface, words in SURFACES
)  # fmt: skip
GROUPS = LIMIT_SHARE, TURNING, WAITING, SURFACE_SHARES
SPEEDS = SURFACE_CAPS, PUSHING
"""Numbers by the headings under which the panel shows them, and those that are speeds."""


class NumberRows(QWidget):
    """A row a number. changed : field, member and value of the metric. held : while one drags."""

    changed = Signal(str, object, float)
    held = Signal(bool)

    def __init__(self, numbers: tuple[Number, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[Number, SliderRow] = {}
        rows = form.form()
        for number in numbers:
            step = 1 if number.parts > 1 else 5
            row = SliderRow(number.top, number.unit, step, number.parts)
            row.name(_tr(number.words), _tr(number.tip))
            row.set_lowest(number.lowest)
            if number.endless:
                row.set_end(_tr("no limit"))
            row.held.connect(self.held)
            row.turned.connect(partial(self._turn, number))
            rows.addRow(_tr(number.words), row)
            self.rows[number] = row
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(rows)

    def __iter__(self) -> Iterator[SliderRow]:
        return iter(self.rows.values())

    def show_metric(self, metric: Metric) -> None:
        for number, row in self.rows.items():
            row.show_value(number.of(metric))

    def _turn(self, number: Number, shown: float) -> None:
        self.changed.emit(number.field, number.member, number.from_shown(shown))


class SpeedRows(QWidget):
    """The same of speeds, in the unit in which they are read."""

    changed = Signal(str, object, float)
    held = Signal(bool)

    def __init__(self, speeds: tuple[Number, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._speeds = speeds
        self.rows = NumberRows(())
        self._place = QVBoxLayout(self)
        self._place.setContentsMargins(0, 0, 0, 0)

    def __iter__(self) -> Iterator[SliderRow]:
        return iter(self.rows)

    def show_unit(self, unit: str, kmh: float) -> None:
        """Rows in another unit, of so many km/h; `show_metric` has to follow."""
        self._place.removeWidget(self.rows)
        self.rows.hide()
        self.rows.deleteLater()
        self.rows = NumberRows(tuple(speed.in_unit(kmh, unit) for speed in self._speeds))
        self.rows.changed.connect(self.changed)
        self.rows.held.connect(self.held)
        self._place.addWidget(self.rows)

    def show_metric(self, metric: Metric) -> None:
        self.rows.show_metric(metric)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Vehicle", text)
