"""The starts: where they are, what they are called, how long their front has been under way, and
what each is first at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from app.editing.session import Change
from app.matrix.places import DEGREES
from app.solving.jobs import Task
from app.starts import coloured
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.pictures.style import OverlayStyle
from ui.widgets import form
from ui.widgets.icons import icon
from ui.widgets.starts_model import DELAY, FIRST, NAME, NUMBER, StartsModel, X, Y

NAME_WIDTH = 48
"""Pixels that the column of names, which has what the others leave, keeps in a narrow panel."""


class StartsPanel(Panel):
    shown_changes = (
        Change.STARTS | Change.NAMES | Change.DOCUMENT | Change.METRIC | Change.BANDS
    ) | Change.RESULT | Change.UNITS  # fmt: skip

    file_wanted = Signal()
    saving_wanted = Signal()
    style_edited = Signal(str, object)  # name and value of a field of the style

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.model = StartsModel()
        self.model.edited.connect(editor.starts.edit)
        self.model.refused.connect(lambda error: editor.trouble.emit(error, None))
        self.table = QTableView()
        self.good = QPushButton(self.tr("Good start"))
        self.remove = QPushButton(self.tr("Remove"))
        self.from_file = QPushButton(self.tr("From file…"))
        self.save = QPushButton(self.tr("Save…"))
        self.place = QLineEdit()
        self.crs = QComboBox()
        self.add = QPushButton(self.tr("Add"))
        self.owners = QCheckBox(self.tr("Colour by first start"))
        self.colour_dialog: QColorDialog | None = None
        self._task: Task | None = None
        self._lay_out()
        self.refresh(self.shown_changes)

    def _lay_out(self) -> None:
        self._set_up_table()
        for button, name, tip, act in (
            (
                self.good,
                self.tr("Find a good start"),
                self.tr("Set the start in the middle of the largest passable area (G)"),
                self.editor.find_good_start,
            ),
            (
                self.remove,
                self.tr("Remove the selected starts"),
                self.tr("Remove the selected starts, or all if none is selected (Delete)"),
                self._remove,
            ),
            (
                self.from_file,
                self.tr("Add starts from a file"),
                self.tr("Points of a CSV or a GIS file, with names, colours and delays"),
                self.file_wanted.emit,
            ),
            (
                self.save,
                self.tr("Save starts"),
                self.tr("Write all starts as CSV, GeoPackage or GeoJSON"),
                self.saving_wanted.emit,
            ),
        ):
            form.name(button, name, tip)
            button.clicked.connect(lambda _checked=False, act=act: act())
        shortcut = QShortcut(QKeySequence.StandardKey.Delete, self.table)
        shortcut.setContext(shortcut.context().WidgetShortcut)
        shortcut.activated.connect(self._remove)
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for place, button in enumerate((self.good, self.remove, self.from_file, self.save)):
            buttons.addWidget(button, *divmod(place, 2))
            buttons.setColumnStretch(place % 2, 1)
        form.name(
            self.owners,
            self.tr("Colour by first start"),
            self.tr("Each place in the colour of the start that reaches it first (W)"),
        )
        self.owners.clicked.connect(lambda on: self._wish_owners(on))
        layout = form.column(self)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.owners)
        layout.addLayout(self._typed_row())
        layout.addLayout(buttons)
        hint = self.tr(
            "Click the map to set the start, drag it to move it, Shift-click to add one. "
            "Double-click a cell here to edit it."
        )
        layout.addWidget(form.Hint(hint))
        self._set_icons()

    def _typed_row(self) -> QHBoxLayout:
        form.name(
            self.place,
            self.tr("Coordinates"),
            self.tr("X, Y or longitude, latitude, such as -8.61, 41.15 or 41°09'N 8°37'W"),
        )
        self.crs.setEditable(True)
        self.crs.addItems([self.tr("Map"), self.tr("Lon, lat")])
        self.crs.setMinimumContentsLength(7)
        form.name(
            self.crs,
            self.tr("CRS of the coordinates"),
            self.tr("That of the map, longitude and latitude, or one such as EPSG:32629"),
        )
        form.name(self.add, self.tr("Add a start"), self.tr("Add a start at these coordinates"))
        self.add.clicked.connect(self._add_typed)
        self.place.returnPressed.connect(self._add_typed)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.place, 3)
        row.addWidget(self.crs, 2)
        row.addWidget(self.add)
        return row

    def _add_typed(self) -> None:
        text, chosen = self.place.text().strip(), self.crs.currentText().strip()
        if not text:
            return
        known = {self.crs.itemText(0): "", self.crs.itemText(1): DEGREES}
        if self.editor.starts.add_typed(text, known.get(chosen, chosen)):
            self.place.clear()

    def _set_up_table(self) -> None:
        self.table.setModel(self.model)
        form.name(self.table, self.tr("Starts"), self.tr("Double-click a cell to edit it"))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.table.setTabKeyNavigation(False)  # Tab leaves it
        self.table.setShowGrid(False)
        form.yielding(self.table)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.doubleClicked.connect(self._double_clicked)
        header = self.table.horizontalHeader()
        for column in (NUMBER, FIRST, DELAY, X, Y):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(NAME_WIDTH)
        header.setHighlightSections(False)

    # -- showing

    def refresh(self, change: Change) -> None:
        session = self.session
        self.model.show_measure(session.bands.measure)
        if change & ~Change.RESULT:
            self.model.show_starts(session.starts, self._precision())
        for button in (self.remove, self.save):
            button.setEnabled(bool(session.starts))
        document = session.document
        wanting: tuple[QWidget, ...] = (self.good, self.from_file, self.place, self.crs, self.add)
        for control in wanting:
            control.setEnabled(document is not None)
        vertices = document is not None and document.has_vertices
        places = self.tr("x, y or vertex id") if vertices else self.tr("x, y")
        self.place.setPlaceholderText(places)
        self._show_owners()

    def _show_owners(self) -> None:
        """Find what each start is first at, where that is asked for."""
        result, document = self.session.result, self.session.document
        owned = result is not None and result.owners is not None and len(result.starts) > 1
        owned = owned and self.owners.isChecked()
        self.table.setColumnHidden(FIRST, not owned)
        self.editor.bridge.abandon(self._task)
        if not owned or result is None or document is None:
            self.model.show_amounts((), False)
            return
        lengths = document.counts_lengths
        self.model.show_amounts([None] * len(result.starts), lengths)

        def show(amounts: Sequence[float]) -> None:
            if result is self.session.result:
                self.model.show_amounts(amounts, lengths)

        self._task = self.editor.bridge.run(
            "first", lambda progress, cancel: result.owned_amounts(), show, quiet=True
        )

    def show_style(self, style: OverlayStyle) -> None:
        """Show whether places are coloured by who is first there."""
        self.owners.blockSignals(True)
        changed = self.owners.isChecked() != style.owners
        self.owners.setChecked(style.owners)
        self.owners.blockSignals(False)
        if changed:
            self._show_owners()

    def _wish_owners(self, on: bool) -> None:
        self.style_edited.emit("owners", on)
        self._show_owners()

    def _precision(self) -> float:
        """What coordinates are told to, in their own unit: a cell, or a metre."""
        document = self.session.document
        return 1.0 if document is None else document.resolution

    def choose(self, row: int) -> None:
        """Select a start, as the map does when one is grabbed."""
        flag = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().select(
            self.model.index(row, 0), flag.ClearAndSelect | flag.Rows
        )

    # -- editing

    def _remove(self) -> None:
        chosen = {index.row() for index in self.table.selectionModel().selectedRows()}
        self.editor.starts.remove(chosen or set(range(self.model.rowCount())))

    def _double_clicked(self, index: QModelIndex) -> None:
        """The number of a start is in its colour, of which another can be chosen."""
        if index.column() != NUMBER:
            return
        row = index.row()
        now = coloured(self.session.starts)[row].colour
        dialog = QColorDialog(QColor(now), self)
        dialog.setWindowTitle(self.tr("Colour of start {number}").format(number=row + 1))
        dialog.colorSelected.connect(lambda colour: self.editor.starts.recolour(row, colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        self.colour_dialog = dialog
        dialog.open()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "owners"):
            self._set_icons()

    def _set_icons(self) -> None:
        self.good.setIcon(icon("good-start"))
        self.remove.setIcon(icon("remove"))
        self.from_file.setIcon(icon("open"))
        self.save.setIcon(icon("export"))
