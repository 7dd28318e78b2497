"""Opens the race of solvers, and lets the panel of performance know what it measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.panels.performance import PerformancePanel
from ui.widgets.form import fit_dialog

if TYPE_CHECKING:
    from ui.dialogs.race import RaceDialog


class Racing(QObject):
    """The one dialog, which is kept with its runs."""

    def __init__(
        self, window: QWidget, editor: Editor, link: MapLink, panel: PerformancePanel
    ) -> None:
        super().__init__(window)
        self._window, self._editor, self._link, self._panel = window, editor, link, panel
        self._dialog: RaceDialog | None = None
        panel.race_wanted.connect(self.open)

    def open(self) -> RaceDialog:
        """Show it, beside which the window goes on."""
        from ui.dialogs.race import RaceDialog  # loads all that is raced

        if self._dialog is None:
            self._dialog = RaceDialog(self._editor, self._window, lambda: self._link.style)
            self._dialog.dijkstra_measured.connect(self._panel.note_dijkstra)
            fit_dialog(self._dialog)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog
