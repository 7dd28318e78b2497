"""The starts: where they are, how long their front has been under way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QPushButton, QTableView

from app.session import Change
from ui.editing import Editor
from ui.panels.panel import Panel
from ui.widgets import form
from ui.widgets.icons import icon
from ui.widgets.starts_model import HEAD_START, NUMBER, StartsModel


class StartsPanel(Panel):
    shown_changes = Change.STARTS | Change.GRID

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.model = StartsModel()
        self.model.edited.connect(editor.edit_start)
        self.table = QTableView()
        self.good = QPushButton(self.tr("Good start"))
        self.remove = QPushButton(self.tr("Remove"))
        self._lay_out()
        self.refresh(self.shown_changes)

    def _lay_out(self) -> None:
        self._set_up_table()
        form.name(
            self.good,
            self.tr("Find a good start"),
            self.tr("Set the start in the middle of the largest part that can be entered (G)"),
        )
        self.good.clicked.connect(self.editor.find_good_start)
        form.name(
            self.remove,
            self.tr("Remove the chosen starts"),
            self.tr("Remove the chosen starts, or all if none is chosen (Delete)"),
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
        hint = self.tr(
            "Click the map to set the start, drag it to move it, Shift-click to add one. "
            "Double-click a number here to edit it."
        )
        layout.addWidget(form.Hint(hint))
        self._set_icons()

    def _set_up_table(self) -> None:
        self.table.setModel(self.model)
        form.name(self.table, self.tr("Starts"), self.tr("Double-click a number to edit it"))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(HEAD_START, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)

    def refresh(self, change: Change) -> None:
        grid, starts = self.session.grid, self.session.starts
        self.model.show_starts(starts, min(grid.cell_x, grid.cell_y) if grid else 1.0)
        self.remove.setEnabled(bool(starts))
        self.good.setEnabled(grid is not None)

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
