"""Times between many places: which, within what, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.bands import as_read
from app.editing.session import Change
from app.exports.matrix.shown import ShownMatrix
from app.matrix.places import NamedPlaces
from app.matrix.wishes import NOWHERE
from core.errors import InputError
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import bands_typed, count
from ui.told import told_error
from ui.widgets import form
from ui.widgets.duration_edit import DurationEdit
from ui.widgets.fitted import Fitted
from ui.widgets.matrix.answer import MatrixAnswerView

MOST_NEAREST = 50
ROOM = 22
"""Pixels that a small button is wider than what stands on it."""


class MatrixPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.MATRIX | Change.METRIC | Change.BANDS | Change.UNITS
    wants = "matrix"

    file_wanted = Signal(str)  # "origins" or "destinations"
    picking_wanted = Signal(str, bool)
    people_wanted = Signal()
    run_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.origins, self.destinations, self.people = Fitted(), Fitted(), Fitted()
        self.origins_file, self.destinations_file, self.people_file = (
            QPushButton(self.tr("File…")) for _ in range(3)
        )
        self.origins_pick, self.destinations_pick = (
            QPushButton(self.tr("Click")) for _ in range(2)
        )
        self.origins_none, self.people_none = QPushButton("✕"), QPushButton("✕")
        self.destinations_all = QPushButton(self.tr("All"))
        self.limit = DurationEdit(self.tr("no limit"))
        self.bands, self._bands_label = QLineEdit(), QLabel()
        self.direction = QComboBox()
        self.nearest = QSpinBox()
        self.every = QCheckBox(self.tr("All pairs"))
        self.scheduler = QLineEdit()
        self.run = QPushButton(self.tr("Run"))
        self.stop = QPushButton(self.tr("Cancel"))
        self.stale = form.Hint()
        self.answer = MatrixAnswerView()
        self._shown: ShownMatrix | None = None
        self._name()
        self._connect()
        self._lay_out()
        self.set_running(False)
        self.refresh(self.shown_changes)

    # -- building

    def _name(self) -> None:
        tr, name = self.tr, form.name
        points = tr("Points of a file that GDAL reads, or a CSV with lon,lat, x,y or vertex")
        name(self.origins_file, tr("Origins from a file"), points)
        name(self.destinations_file, tr("Destinations from a file"), points)
        click = tr("Click places on the map; Esc ends it")
        name(self.origins_pick, tr("Click origins"), f"{click} (O)")
        name(self.destinations_pick, tr("Click destinations"), f"{click} (D)")
        name(self.origins_none, tr("No origins"), tr("Take all origins away"))
        name(
            self.destinations_all,
            tr("All places are destinations"),
            tr("All junctions of the roads, or all cells of the raster, are destinations"),
        )
        name(
            self.people_file,
            tr("Raster of people"),
            tr("A raster that says how many people live in each cell"),
        )
        name(self.people_none, tr("No raster of people"), tr("Count no people"))
        self.limit.name(tr("Within"), tr("Places farther away than this are left out"))
        name(
            self.bands,
            tr("Bands of the statistics"),
            tr("Any list, such as “4, 8 min”; empty for round ones within the limit"),
        )
        name(
            self.direction,
            tr("Direction of the matrix"),
            tr("Whether one travels from the origins or to them, as in the Vehicle panel"),
        )
        name(
            self.nearest,
            tr("Nearest origins"),
            tr("So many of the nearest origins are told of each place"),
        )
        name(
            self.every, tr("All pairs"), tr("Keep the time of each pair, not of the nearest alone")
        )
        self.scheduler.setPlaceholderText(tr("this machine"))
        name(
            self.scheduler,
            tr("Scheduler of a cluster"),
            tr("Address of a Dask scheduler, as HOST:PORT; empty to work it out here"),
        )
        name(self.run, tr("Run the matrix"), tr("Work it out (F6)"))
        name(
            self.stop,
            tr("Cancel the matrix"),
            tr("Stop; what is finished is kept for the next run (Esc)"),
        )

    def _connect(self) -> None:
        edit = self.editor.matrix.wish
        for kind, file, pick in (
            ("origins", self.origins_file, self.origins_pick),
            ("destinations", self.destinations_file, self.destinations_pick),
        ):
            pick.setCheckable(True)
            file.clicked.connect(lambda _=False, kind=kind: self.file_wanted.emit(kind))
            pick.clicked.connect(lambda on, kind=kind: self.picking_wanted.emit(kind, on))
        self.origins_none.clicked.connect(lambda: edit(self.tr("Remove origins"), origins=NOWHERE))
        self.destinations_all.clicked.connect(
            lambda: edit(self.tr("All destinations"), destinations=None)
        )
        self.people_file.clicked.connect(self.people_wanted)
        self.people_none.clicked.connect(lambda: edit(self.tr("Count no people"), people=None))
        self.limit.edited.connect(
            lambda seconds: edit(self.tr("Change limit"), "matrix limit", limit_seconds=seconds)
        )
        self.bands.editingFinished.connect(self._parse)
        self.bands.textEdited.connect(lambda: form.mark(self.bands, ""))
        self.direction.addItem(self.tr("From the origins"), "from")
        self.direction.addItem(self.tr("To the origins"), "to")
        self.direction.activated.connect(self._turn)
        self.nearest.setRange(1, MOST_NEAREST)
        self.nearest.setKeyboardTracking(False)
        self.nearest.valueChanged.connect(
            lambda number: edit(self.tr("Change nearest"), "matrix nearest", nearest=number)
        )
        self.every.clicked.connect(lambda on: edit(self.tr("Change pairs kept"), every=on))
        self.scheduler.editingFinished.connect(self._choose_scheduler)
        self.run.clicked.connect(self.run_wanted)
        self.stop.clicked.connect(self.stop_wanted)

    def _lay_out(self) -> None:
        layout = form.column(self)
        self.rows = rows = form.form()
        rows.addRow(
            self.tr("Origins"),
            _row(self.origins, self.origins_file, self.origins_pick, self.origins_none),
        )
        rows.addRow(
            self.tr("To"),
            _row(
                self.destinations,
                self.destinations_file,
                self.destinations_pick,
                self.destinations_all,
            ),
        )
        rows.addRow(self.tr("People"), _row(self.people, self.people_file, self.people_none))
        rows.addRow(self.tr("Within"), self.limit)
        rows.addRow(self._bands_label, self.bands)
        rows.addRow(self.tr("Travel"), self.direction)
        rows.addRow(self.tr("Nearest"), _row(self.nearest, self.every))
        rows.addRow(self.tr("Cluster"), self.scheduler)
        layout.addLayout(rows)
        layout.addLayout(_row(self.run, self.stop))
        layout.addWidget(self.stale)
        layout.addWidget(self.answer, 1)
        layout.addStretch()  # else the rows take what is left, and Run moves away from the hand

    # -- showing

    def refresh(self, change: Change) -> None:
        session, wishes = self.session, self.session.matrix
        if change & Change.UNITS:
            self.answer.show_matrix(self._shown)
        self.limit.set_measure(session.bands.measure)
        self.limit.set_seconds(wishes.limit_seconds)
        self.origins.setText(self._told(wishes.origins))
        self.destinations.setText(self._told(wishes.destinations))
        nobody = self.tr("not counted")
        self.people.setText(nobody if wishes.people is None else wishes.people.name)
        for control in (self.nearest, self.every):
            control.blockSignals(True)
        self.nearest.setValue(wishes.nearest)
        self.every.setChecked(wishes.keeps_times)
        for control in (self.nearest, self.every):
            control.blockSignals(False)
        self.scheduler.setText(wishes.scheduler)
        form.mark(self.bands, "")
        self.bands.setText("" if wishes.bands is None else as_read(wishes.bands).text())
        bands = as_read(wishes.bands_beside(session.bands))
        self.bands.setPlaceholderText(bands.text())
        self._bands_label.setText(self.tr("Bands, {unit}").format(unit=bands.unit))
        self.origins_none.setEnabled(bool(len(wishes.origins)))
        self.destinations_all.setEnabled(wishes.destinations is not None)
        self.people_none.setEnabled(wishes.people is not None)
        drives = session.document is not None and "vehicle" in session.document.panels
        self.rows.setRowVisible(self.direction, drives)
        if drives:
            self.direction.setCurrentIndex(self.direction.findData(session.driven.direction))
        self._show_stale()

    def _told(self, named: NamedPlaces | None) -> str:
        """Places in words."""
        if named is None:
            return self.tr("all places")
        if not len(named):
            return self.tr("none")
        if not named.name:
            return self.tr("{count} clicked").format(count=count(len(named)))
        return self.tr("{count}, {name}").format(count=count(len(named)), name=named.name)

    def set_running(self, running: bool) -> None:
        """Whether a matrix is being worked out."""
        self.run.setEnabled(not running)
        self.stop.setEnabled(running)

    def show_picking(self, kind: str) -> None:
        """Which places clicks pick; "" for none."""
        self.origins_pick.setChecked(kind == "origins")
        self.destinations_pick.setChecked(kind == "destinations")

    def show_answer(self, shown: ShownMatrix | None) -> None:
        """Show what came of it, None once that holds no longer."""
        self._shown = shown
        self.answer.show_matrix(shown)
        self._show_stale()

    def show_areas(self, shown: ShownMatrix) -> None:
        """Show the same answer, of which the areas are known now."""
        self._shown = shown
        self.answer.show_statistics(shown)

    def _show_stale(self) -> None:
        """Say that the answer is to another question than the one that stands above it."""
        shown, wishes, words = self._shown, self.session.matrix, ""
        if shown is not None:
            asked = shown.request
            places = asked.origins is wishes.origins and asked.destinations is wishes.destinations
            bands = wishes.bands_beside(self.session.bands).limits == shown.covered.bands.limits
            limits = asked.limit_seconds == wishes.limit_seconds and bands
            kept = asked.keeping.nearest == wishes.nearest
            kept = kept and asked.keeping.times == wishes.keeps_times
            if not (places and limits and kept and shown.people == wishes.people):
                words = self.tr("Below is the answer of before: what is asked has changed since.")
        elif not len(wishes.origins):
            words = self.tr(
                "Choose origins, such as clinics: from a file, or by clicking. A raster of people "
                "tells who lives within reach of any of them."
            )
        self.stale.setText(words)
        self.stale.setVisible(bool(words))

    # -- editing

    def _turn(self) -> None:
        direction = self.direction.currentData()
        self.editor.edit_roads(lambda edits: edits.set_direction(direction))

    def _choose_scheduler(self) -> None:
        if self.scheduler.isModified():
            self.scheduler.setModified(False)
            address = self.scheduler.text().strip()
            self.editor.matrix.wish(self.tr("Change cluster"), scheduler=address)

    def _parse(self) -> None:
        if not self.bands.isModified():
            return
        self.bands.setModified(False)
        text, bands = self.bands.text().strip(), None
        shown = self.session.matrix.bands_beside(self.session.bands)
        try:
            if text:
                bands = bands_typed(text, shown)
        except InputError as error:
            form.mark(self.bands, told_error(error))
            self.editor.trouble.emit(error, None)
            return
        self.editor.matrix.wish(self.tr("Change bands of the matrix"), bands=bands)


def _row(*controls: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    for control in controls:
        wide = not (isinstance(control, QPushButton) and isinstance(controls[0], QLabel))
        if isinstance(control, QPushButton) and not wide:
            letters = control.fontMetrics().horizontalAdvance(control.text())
            control.setMaximumWidth(letters + ROOM)
        row.addWidget(control, 1 if wide else 0)
    return row
