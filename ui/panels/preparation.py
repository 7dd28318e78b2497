"""What preparing the roads took, for an algorithm that has them prepared: the ground of a panel."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from app.catalog.algorithms import Algorithm
from app.editing.session import Change
from app.solving.jobs import SolveDone
from app.solving.road_solved import RoadSolved
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.widgets import form


class PreparationPanel(Panel):
    """A page of figures, and until there are any one that says why, with a button that chooses the
    algorithm. above : what stands above either page."""

    def __init__(self, editor: Editor, row: Algorithm, choose: str, tip: str) -> None:
        super().__init__(editor)
        self.row = row
        self.choose = QPushButton(choose)
        self.empty = form.Hint()
        self.above = QHBoxLayout()
        self.above.setContentsMargins(form.MARGIN, form.MARGIN, form.MARGIN, 0)
        self._stack = QStackedLayout()
        form.name(self.choose, choose, tip)
        self.choose.clicked.connect(self._choose)

    def lay_out(self, inside: QWidget) -> None:
        """Put the pages together. inside : of the page of figures, whose layout is complete."""
        nothing, page = QWidget(), QWidget()
        layout = form.column(nothing)
        layout.addWidget(self.empty)
        layout.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        outside = QVBoxLayout(page)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(form.Scrolling(inside))
        self._stack.addWidget(nothing)
        self._stack.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self.above)
        whole.addLayout(self._stack)
        self.editor.preview_ready.connect(self._show_preview)
        self.refresh(self.shown_changes)

    def forget(self) -> None:
        """Show no figures."""
        self._stack.setCurrentIndex(0)

    def show_solved(self, solved: RoadSolved) -> None:
        """Show the figures of a result, if it has any that are new; then `show_figures`."""
        raise NotImplementedError

    def show_figures(self) -> None:
        self._stack.setCurrentIndex(1)

    def words(self, chosen: bool) -> str:
        """Why there is nothing to see yet. chosen : whether its algorithm is."""
        raise NotImplementedError

    def refresh(self, change: Change) -> None:
        if change & (Change.DOCUMENT | Change.OPTIONS):
            self.forget()
        result = self.session.result
        solved = None if result is None else result.on_graph
        if solved is not None and change & Change.RESULT:
            self.show_solved(solved)
        chosen = self.session.options.algorithm == self.row.id
        self.choose.setVisible(not chosen)
        self.empty.setText(self.words(chosen))

    def _show_preview(self, done: SolveDone) -> None:
        if done.solved.on_graph is not None:
            self.show_solved(done.solved.on_graph)

    def _choose(self) -> None:
        options, row = self.session.options, self.row
        backend = options.backend if options.backend in ("auto", *row.backends) else "auto"
        self.editor.set_options(replace(options, algorithm=row.id, backend=backend, parameters=()))
