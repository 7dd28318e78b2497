"""Time limit, bands, their look and the area of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.bands import BEYOND_COLOUR, Bands, as_read
from app.editing.session import Change
from app.solving.jobs import Task
from app.solving.result import Result
from app.spread import Spread, amounts_and_spread
from core.errors import InputError
from core.times import UNLIMITED
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.time_histogram import TimeHistogram
from ui.texts import bands_typed
from ui.told import told, told_error
from ui.widgets import form
from ui.widgets.band_table import BandTable
from ui.widgets.colormap_combo import ColormapCombo
from ui.widgets.duration_edit import DurationEdit

MOST_BANDS = 60
AREAS_MS = 150
"""Milliseconds that areas wait for the next edit: they look at every cell."""

QUICK_CELLS = 4_000_000
"""Cells up to which the areas of the previous result stay until the new ones are there."""

DRAGGED_CELLS, DRAGGED_ARCS = 250_000, 20_000
"""Cells and arcs up to which areas, or lengths, are looked for while a start is dragged: a few
milliseconds, which the next step would have to wait for."""


class Look(Protocol):
    """What the panel shows of the map's style."""

    @property
    def colormap(self) -> str: ...
    @property
    def reversed(self) -> bool: ...
    @property
    def palette(self) -> str: ...
    @property
    def continuous(self) -> bool: ...
    @property
    def opacity(self) -> float: ...
    @property
    def isolines(self) -> bool: ...


class IsochronesPanel(Panel):
    shown_changes = Change.BANDS | Change.LIMIT | Change.RESULT | Change.DOCUMENT | Change.UNITS
    style_edited = Signal(str, object)  # a field of the map's style and its value

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.limit = DurationEdit(self.tr("no limit"))
        self.count = QSpinBox()
        self.top = DurationEdit()
        self.limits = QLineEdit()
        self.fit = QPushButton(self.tr("Fit"))
        self.histogram = TimeHistogram()
        self.histogram.setObjectName(form.SPARES)
        self._limits_label = QLabel()
        self.stepped = QRadioButton(self.tr("Bands"))
        self.continuous = QRadioButton(self.tr("Continuous"))
        self.colormap = ColormapCombo()
        self.reversed = QCheckBox(self.tr("Reversed"))
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.isolines = QCheckBox(self.tr("Isolines"))
        self.table = BandTable()
        self.seen: Callable[[NDArray[np.uint8]], NDArray[np.generic]] = lambda colours: colours
        self._palette: str = self.colormap.currentData()
        self._rows: tuple[str, ...] = ()
        self._shown: list[QColor] = []
        self._task: Task | None = None
        self._counted: Result | None = None
        self._areas_timer = QTimer(self)
        self._areas_timer.setSingleShot(True)
        self._areas_timer.setInterval(AREAS_MS)
        self._areas_timer.timeout.connect(self._measure)
        self._name()
        self._connect()
        self._lay_out()
        self.refresh(self.shown_changes)

    # -- building

    def _name(self) -> None:
        self.limit.name(
            self.tr("Time limit"), self.tr("Places farther away than this are left out")
        )
        self.top.name(self.tr("Bands up to"), self.tr("The end of the last band"))
        self.count.setRange(1, MOST_BANDS)
        self.count.setKeyboardTracking(False)
        form.name(self.count, self.tr("Number of bands"), self.tr("Evenly spaced bands"))
        form.name(
            self.limits,
            self.tr("Limits of the bands"),
            self.tr("Any list, such as “10, 20, 45 min” or “1 h, 90 min”"),
        )
        form.name(self.fit, self.tr("Fit bands to the result"), self.tr("Round numbers"))
        form.name(
            self.histogram,
            self.tr("What is reached by travel time"),
            self.tr(
                "Drag a line to move the limit of a band; or choose one by Up and Down and move "
                "it by Left and Right, with Shift farther"
            ),
        )
        form.name(self.stepped, self.tr("Bands"), self.tr("One colour per band"))
        form.name(
            self.continuous, self.tr("Continuous"), self.tr("Colours run smoothly over time (C)")
        )
        form.name(self.colormap, self.tr("Colour map"), self.tr("Safe for colour-blind eyes"))
        form.name(self.reversed, self.tr("Reversed"), self.tr("Dark at the start, light far away"))
        form.name(
            self.opacity,
            self.tr("Opacity"),
            self.tr("How strongly the colours cover what is beneath"),
        )
        form.name(self.isolines, self.tr("Isolines"), self.tr("Lines at the limits (I)"))

    def _connect(self) -> None:
        self.limit.edited.connect(self.editor.set_limit)
        self.count.valueChanged.connect(lambda: self._spread("band count"))
        self.top.edited.connect(lambda: self._spread("band top"))
        self.limits.editingFinished.connect(self._parse)
        self.limits.textEdited.connect(lambda: self._mark(None))
        self.fit.clicked.connect(self.editor.fit_bands)
        self.histogram.moved.connect(self.editor.set_bands)
        looks = QButtonGroup(self)
        looks.addButton(self.stepped)
        looks.addButton(self.continuous)
        self.continuous.toggled.connect(lambda on: self.style_edited.emit("continuous", on))
        self.colormap.activated.connect(
            lambda: self.style_edited.emit("colormap", self.colormap.currentData())
        )
        self.reversed.toggled.connect(lambda on: self.style_edited.emit("reversed", on))
        self.fit.setMaximumWidth(self.fit.fontMetrics().horizontalAdvance(self.fit.text()) + 28)
        self.opacity.setRange(10, 100)
        self.opacity.valueChanged.connect(lambda v: self.style_edited.emit("opacity", v / 100))
        self.isolines.toggled.connect(lambda on: self.style_edited.emit("isolines", on))

    def _lay_out(self) -> None:
        layout = form.column(self)
        rows = form.form()
        rows.addRow(self.tr("Time limit"), self.limit)
        rows.addRow(self.tr("Bands"), _row(self.count, form.Hint(self.tr("to")), self.top))
        rows.addRow(self._limits_label, _row(self.limits, self.fit))
        rows.addRow(self.histogram)
        rows.addRow(self.tr("Colours"), _row(self.stepped, self.continuous))
        rows.addRow("", _row(self.colormap, self.reversed))
        rows.addRow(self.tr("Opacity"), _row(self.opacity, self.isolines))
        layout.addLayout(rows)
        layout.addSpacing(2)
        layout.addWidget(self.table, 1)

    # -- showing

    def refresh(self, change: Change) -> None:
        session = self.session
        if change & Change.DOCUMENT:
            self.table.count_lengths(self._counts_lengths)
            self.isolines.setEnabled(not self._counts_lengths)
        self.limit.set_measure(session.bands.measure)
        self.top.set_measure(session.bands.measure)
        if change & Change.LIMIT:
            self.limit.set_seconds(session.limit_seconds)
        if change & (Change.BANDS | Change.UNITS):
            self._show_bands(session.bands)
        if change & (Change.RESULT | Change.BANDS | Change.UNITS):
            self.fit.setEnabled(session.result is not None)
            if self._told(session.bands).labels() != self._rows:
                self._show_table(session.bands)
            self._areas_timer.start()

    def _show_bands(self, bands: Bands) -> None:
        self.count.blockSignals(True)
        self.count.setValue(len(bands.limits))
        self.count.blockSignals(False)
        self.top.set_seconds(bands.limits[-1])
        self._mark(None)
        self._show_limits(bands)
        unit = as_read(bands).unit
        self._limits_label.setText(self.tr("Limits, {unit}").format(unit=unit))
        self.limits.setToolTip(
            self.tr(
                "{limits}. Any list, such as “10, 20, 45 min” or “1 h, 90 min”; numbers without a "
                "unit are in {unit}"
            ).format(limits=as_read(bands).text(), unit=unit)
        )
        self._show_table(bands)

    def _show_limits(self, bands: Bands) -> None:
        self.limits.setText(as_read(bands).text())
        self.limits.setCursorPosition(0)

    def _show_table(self, bands: Bands) -> None:
        shown = self._told(bands)
        self._rows = shown.labels()
        self._shown = self._colours()
        self.table.show_bands(tuple(map(told, self._rows)), self._shown)
        self.histogram.show_bands(bands, self._histogram_colours)

    def _told(self, bands: Bands) -> Bands:
        """The bands, and what of the result lies beyond them."""
        result = self.session.result
        bands = as_read(bands)
        return bands if result is None else bands.with_beyond(result.times.max_seconds)

    @property
    def _counts_lengths(self) -> bool:
        """Whether a band holds a length of streets, and not an area."""
        document = self.session.document
        return document is not None and document.counts_lengths

    def show_style(self, look: Look) -> None:
        """Show how the map is drawn."""
        quiet = (self.continuous, self.isolines, self.opacity, self.reversed)
        for control in quiet:
            control.blockSignals(True)
        # Of two radio buttons one is always on: the other is pressed instead of this released.
        (self.continuous if look.continuous else self.stepped).setChecked(True)
        self.isolines.setChecked(look.isolines)
        self.reversed.setChecked(look.reversed)
        self.opacity.setValue(round(look.opacity * 100))
        for control in quiet:
            control.blockSignals(False)
        self._palette = look.palette
        self.colormap.setCurrentIndex(self.colormap.findData(look.colormap))
        self.refresh_colours()

    def refresh_colours(self) -> None:
        """Show the bands in the colours that they have on the map now."""
        colours = self._colours()
        if colours != self._shown:  # a drag comes by here at every step
            self._shown = colours
            self.table.show_colours(colours)
            self.histogram.show_bands(self.session.bands, self._histogram_colours)

    def _colours(self) -> list[QColor]:
        """Of the bands, and of what lies beyond them, as they look on the map."""
        found = self.seen(self._told(self.session.bands).colours(self._palette)[:, :3])
        return [QColor(*map(int, colour)) for colour in found]

    @property
    def _histogram_colours(self) -> list[QColor]:
        """Of the bands and of what may lie beyond them."""
        [beyond] = self.seen(np.array([BEYOND_COLOUR], np.uint8))
        return [*self._shown[: len(self.session.bands.limits)], QColor(*map(int, beyond))]

    # -- editing

    def _spread(self, merge_key: str) -> None:
        bands = Bands.even(self.top.seconds, self.count.value(), self.session.bands.measure)
        self.editor.set_bands(bands, merge_key)

    def _parse(self) -> None:
        if not self.limits.isModified():
            return
        self.limits.setModified(False)
        try:
            self.editor.set_bands(bands_typed(self.limits.text(), self.session.bands))
        except InputError as error:
            self._mark(error)
            self.editor.trouble.emit(error, None)
        self._show_limits(self.session.bands)

    def _mark(self, error: InputError | None) -> None:
        """Show that what was typed was not taken, until something else is."""
        form.mark(self.limits, "" if error is None else told_error(error))

    # -- areas

    def _measure(self) -> None:
        self.editor.bridge.abandon(self._task)
        result, told = self.session.result, self._told(self.session.bands)
        limits, lengths = told.limits, self._counts_lengths
        elements = 0 if result is None else result.elements
        large = elements > QUICK_CELLS
        if self.editor.dragging and elements > (DRAGGED_ARCS if lengths else DRAGGED_CELLS):
            self._areas_timer.start()  # it would take the processor from the next step
            return
        if result is None or (large and not lengths):
            self.table.show_areas([None] * len(limits))
        if result is None:
            self._counted = None
            self.histogram.show_spread(None)
            return
        if told.beyond and lengths:  # between two junctions roads are reached later than at both
            limits = (*limits[:-1], UNLIMITED)
        counted = result is self._counted
        self._task = self.editor.bridge.run(
            "areas",
            lambda progress, cancel: (
                (result.amounts(limits), None) if counted else amounts_and_spread(result, limits)
            ),
            lambda found: self._show_found(result, *found),
            quiet=True,
        )

    def _show_found(self, result: Result, areas: Sequence[float], spread: Spread | None) -> None:
        """Areas, and what is reached when, which is looked for once for each result."""
        self._show_areas(areas)
        if result is not self._counted:
            self._counted = result
            self.histogram.show_spread(spread)

    def _show_areas(self, areas: Sequence[float]) -> None:
        if len(areas) == self.table.rowCount():
            self.table.show_areas([float(area) for area in areas])


def _row(*controls: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for control in controls:
        row.addWidget(control, 0 if isinstance(control, (form.Hint, QSpinBox, QPushButton)) else 1)
    return row
