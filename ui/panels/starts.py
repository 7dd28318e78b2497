"""The starts: where they are, how long their front has been under way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QRegularExpression
from PySide6.QtGui import QKeySequence, QRegularExpressionValidator, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
)

from app.editing.session import Change
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.widgets import form
from ui.widgets.icons import icon
from ui.widgets.starts_model import DELAY, NUMBER, StartsModel


class StartsPanel(Panel):
    shown_changes = Change.STARTS | Change.DOCUMENT | Change.METRIC | Change.BANDS

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.model = StartsModel()
        self.model.edited.connect(editor.edit_start)
        self.model.refused.connect(lambda error: editor.trouble.emit(error, None))
        self.table = QTableView()
        self.good = QPushButton(self.tr("Good start"))
        self.remove = QPushButton(self.tr("Remove"))
        self.vertex = QLineEdit()
        self.add = QPushButton(self.tr("Add vertex"))
        self._lay_out()
        self.refresh(self.shown_changes)

    def _lay_out(self) -> None:
        self._set_up_table()
        form.name(
            self.good,
            self.tr("Find a good start"),
            self.tr("Set the start in the middle of the largest passable area (G)"),
        )
        self.good.clicked.connect(self.editor.find_good_start)
        form.name(
            self.remove,
            self.tr("Remove the selected starts"),
            self.tr("Remove the selected starts, or all if none is selected (Delete)"),
        )
        self.remove.clicked.connect(self._remove)
        shortcut = QShortcut(QKeySequence.StandardKey.Delete, self.table)
        shortcut.setContext(shortcut.context().WidgetShortcut)
        shortcut.activated.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.addWidget(self.good)
        buttons.addWidget(self.remove)
        layout = form.column(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)
        layout.addLayout(self._vertex_row())
        hint = self.tr(
            "Click the map to set the start, drag it to move it, Shift-click to add one. "
            "Double-click a number here to edit it."
        )
        layout.addWidget(form.Hint(hint))
        self._set_icons()

    def _vertex_row(self) -> QHBoxLayout:
        self.vertex.setPlaceholderText(self.tr("vertex id"))
        self.vertex.setValidator(QRegularExpressionValidator(QRegularExpression("-?[0-9]{1,18}")))
        form.name(
            self.vertex,
            self.tr("Vertex id"),
            self.tr("A vertex of the roads, by its id in the file"),
        )
        form.name(self.add, self.tr("Add vertex"), self.tr("Add a start at this vertex"))
        self.add.clicked.connect(self._add_vertex)
        self.vertex.returnPressed.connect(self._add_vertex)
        row = QHBoxLayout()
        row.addWidget(self.vertex, 1)
        row.addWidget(self.add)
        return row

    def _add_vertex(self) -> None:
        if self.vertex.hasAcceptableInput():
            self.vertex.setModified(False)
            self.editor.add_vertex(int(self.vertex.text()))

    def _set_up_table(self) -> None:
        self.table.setModel(self.model)
        form.name(self.table, self.tr("Starts"), self.tr("Double-click a number to edit it"))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.table.setShowGrid(False)
        form.yielding(self.table)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(DELAY, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)

    def refresh(self, change: Change) -> None:
        session = self.session
        self.model.show_measure(session.bands.measure)
        self.model.show_starts(session.starts, self._precision())
        self.remove.setEnabled(bool(session.starts))
        document = session.document
        self.good.setEnabled(document is not None)
        for control in (self.vertex, self.add):
            control.setVisible(document is not None and document.has_vertices)

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

    def _remove(self) -> None:
        chosen = {index.row() for index in self.table.selectionModel().selectedRows()}
        self.editor.remove_starts(chosen or set(range(self.model.rowCount())))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "remove"):
            self._set_icons()

    def _set_icons(self) -> None:
        self.good.setIcon(icon("good-start"))
        self.remove.setIcon(icon("remove"))
