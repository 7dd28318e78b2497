"""The command that asks for straight lines instead of eight directions, over ground."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.catalog.algorithms import find, has
from app.catalog.rows import EIGHT_DIRECTIONS, GEOMETRY, STRAIGHT_LINES
from app.editing.session import Change
from app.solving.request import Options
from raster.geometry import STRAIGHT
from ui.controllers.editing import Editor


class StraightLines(QObject):
    """Ticked while straight lines are asked for; grey where nothing that is open has them."""

    def __init__(self, action: QAction, editor: Editor, parent: QObject) -> None:
        super().__init__(parent)
        self._action, self._editor = action, editor
        action.triggered.connect(self._choose)
        editor.changed.connect(self._show)
        self._show(Change.OPTIONS)

    def _choose(self, ticked: bool) -> None:
        options = self._editor.session.options
        others = (each for each in options.parameters if each[0] != GEOMETRY.name)
        wanted = GEOMETRY.name, float(STRAIGHT_LINES if ticked else EIGHT_DIRECTIONS)
        self._editor.set_options(replace(options, parameters=(*others, wanted)))

    def _show(self, change: Change) -> None:
        if not change & (Change.OPTIONS | Change.DOCUMENT):
            return
        session = self._editor.session
        document, options = session.document, session.options
        domain = "" if document is None else document.domain
        self._action.setEnabled(has(options.algorithm, domain) and _has_lines(options, domain))
        self._action.setChecked(options.geometry == STRAIGHT)


def _has_lines(options: Options, domain: str) -> bool:
    """Whether they can be asked for, or are and can be given up."""
    row = find(options.algorithm, domain)
    able = any(not row.eight_alone(backend) for backend in row.backends)
    return GEOMETRY in row.parameters and (able or options.geometry == STRAIGHT)
