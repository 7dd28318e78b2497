"""Time limit, bands, their look and the area of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.bands import Bands
from app.editing.session import Change
from app.solving.jobs import Task
from core.errors import InputError
from core.times import UNLIMITED
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.widgets import form
from ui.widgets.band_table import BandTable
from ui.widgets.colormap_combo import ColormapCombo
from ui.widgets.duration_edit import DurationEdit

MOST_BANDS = 60
AREAS_MS = 150
"""Milliseconds that areas wait for the next edit: they look at every cell."""

QUICK_CELLS = 4_000_000
"""Cells up to which the areas of the previous result stay until the new ones are there."""


class Look(Protocol):
    """What the panel shows of the map's style."""

    @property
    def colormap(self) -> str: ...
    @property
    def continuous(self) -> bool: ...
    @property
    def opacity(self) -> float: ...
    @property
    def isolines(self) -> bool: ...


class IsochronesPanel(Panel):
    shown_changes = Change.BANDS | Change.LIMIT | Change.RESULT | Change.DOCUMENT
    style_edited = Signal(str, object)  # a field of the map's style and its value

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.limit = DurationEdit(self.tr("no limit"))
        self.count = QSpinBox()
        self.top = DurationEdit()
        self.limits = QLineEdit()
        self.fit = QPushButton(self.tr("Fit"))
        self.stepped = QRadioButton(self.tr("Bands"))
        self.continuous = QRadioButton(self.tr("Continuous"))
        self.colormap = ColormapCombo()
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.isolines = QCheckBox(self.tr("Isolines"))
        self.table = BandTable()
        self._colormap = self.colormap.currentData()
        self._rows: tuple[str, ...] = ()
        self._task: Task | None = None
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
        form.name(self.stepped, self.tr("Bands"), self.tr("One colour per band"))
        form.name(
            self.continuous, self.tr("Continuous"), self.tr("Colours run smoothly over time (C)")
        )
        form.name(self.colormap, self.tr("Colour map"), self.tr("Safe for colour-blind eyes"))
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
        looks = QButtonGroup(self)
        looks.addButton(self.stepped)
        looks.addButton(self.continuous)
        self.continuous.toggled.connect(lambda on: self.style_edited.emit("continuous", on))
        self.colormap.activated.connect(
            lambda: self.style_edited.emit("colormap", self.colormap.currentData())
        )
        self.fit.setMaximumWidth(54)
        self.opacity.setRange(10, 100)
        self.opacity.valueChanged.connect(lambda v: self.style_edited.emit("opacity", v / 100))
        self.isolines.toggled.connect(lambda on: self.style_edited.emit("isolines", on))

    def _lay_out(self) -> None:
        layout = form.column(self)
        rows = form.form()
        rows.addRow(self.tr("Time limit"), self.limit)
        rows.addRow(self.tr("Bands"), _row(self.count, form.Hint(self.tr("to")), self.top))
        rows.addRow(self.tr("Limits"), _row(self.limits, self.fit))
        rows.addRow(self.tr("Colours"), _row(self.stepped, self.continuous))
        rows.addRow("", self.colormap)
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
        if change & Change.BANDS:
            self._show_bands(session.bands)
        if change & (Change.RESULT | Change.BANDS):
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
        self.limits.setToolTip(
            self.tr(
                "{limits}. Any list, such as “10, 20, 45 min” or “1 h, 90 min”; numbers without a "
                "unit are in {unit}"
            ).format(limits=bands.text(), unit=bands.unit)
        )
        self._show_table(bands)

    def _show_limits(self, bands: Bands) -> None:
        self.limits.setText(bands.text())
        self.limits.setCursorPosition(0)

    def _show_table(self, bands: Bands) -> None:
        shown = self._told(bands)
        self._rows = shown.labels()
        colours = np.asarray(shown.colours(self._colormap))
        self.table.show_bands(self._rows, [QColor(*map(int, c[:3])) for c in colours])

    def _told(self, bands: Bands) -> Bands:
        """The bands, and what of the result lies beyond them."""
        result = self.session.result
        return bands if result is None else bands.with_beyond(result.times.max_seconds)

    @property
    def _counts_lengths(self) -> bool:
        """Whether a band holds a length of streets, and not an area."""
        document = self.session.document
        return document is not None and document.counts_lengths

    def show_style(self, look: Look) -> None:
        """Show how the map is drawn."""
        quiet = (self.continuous, self.isolines, self.opacity)
        for control in quiet:
            control.blockSignals(True)
        # Of two radio buttons one is always on: the other is pressed instead of this released.
        (self.continuous if look.continuous else self.stepped).setChecked(True)
        self.isolines.setChecked(look.isolines)
        self.opacity.setValue(round(look.opacity * 100))
        for control in quiet:
            control.blockSignals(False)
        if look.colormap != self._colormap:
            self._colormap = look.colormap
            self._show_table(self.session.bands)
            self._areas_timer.start()
        self.colormap.setCurrentIndex(self.colormap.findData(look.colormap))

    # -- editing

    def _spread(self, merge_key: str) -> None:
        bands = Bands.even(self.top.seconds, self.count.value(), self.session.bands.measure)
        self.editor.set_bands(bands, merge_key)

    def _parse(self) -> None:
        if not self.limits.isModified():
            return
        self.limits.setModified(False)
        before = self.session.bands
        try:
            self.editor.set_bands(Bands.parse(self.limits.text(), before.measure, before.unit))
        except InputError as error:
            self._mark(error)
            self.editor.trouble.emit(error, None)
        self._show_limits(self.session.bands)

    def _mark(self, error: InputError | None) -> None:
        """Show that what was typed was not taken, until something else is."""
        form.mark(self.limits, "" if error is None else f"{error.found}. {error.advice}")

    # -- areas

    def _measure(self) -> None:
        self.editor.bridge.abandon(self._task)
        result, told = self.session.result, self._told(self.session.bands)
        limits, lengths = told.limits, self._counts_lengths
        if result is None or (result.elements > QUICK_CELLS and not lengths):
            self.table.show_areas([None] * len(limits))
        if result is None:
            return
        if told.beyond and lengths:  # between two junctions roads are reached later than at both
            limits = (*limits[:-1], UNLIMITED)
        self._task = self.editor.bridge.run(
            "areas",
            lambda progress, cancel: result.amounts(limits),
            self._show_areas,
            quiet=True,
        )

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
