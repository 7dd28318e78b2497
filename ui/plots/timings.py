"""How long a step of a slider takes until it is seen: costs, solve, picture, and all of them."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.solving.road_solved import RoadSolved
from ui.texts import milliseconds
from ui.widgets.figures import NOTHING, Figures
from ui.widgets.form import MARGIN


class StepTimings(QWidget):
    """The figures of the newest result and of the newest picture of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures = Figures(
            {
                "costs": self.tr("Prepared"),
                "solve": self.tr("Solved"),
                "draw": self.tr("Drawn"),
                "total": self.tr("Total"),
            }
        )
        self._costs_ms = self._solve_ms = self._draw_ms = 0.0
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 6, MARGIN, 8)
        layout.addWidget(self.figures)
        self.setToolTip(self.tr("Milliseconds from a step of a slider to the new picture"))
        self.show_solved(None)

    def show_solved(self, solved: RoadSolved | None) -> None:
        """Costs are customized, or the solver is made anew for them, as the algorithm has it."""
        if solved is None:
            self.figures.show_numbers(costs=NOTHING, solve=NOTHING, draw=NOTHING, total=NOTHING)
            self._solve_ms = self._draw_ms = 0.0
            return
        customize_ms = solved.customize_ms
        words = self.tr("Prepared") if customize_ms is None else self.tr("Customized")
        self.figures.set_caption("costs", words)
        self._costs_ms = solved.prepare_ms if customize_ms is None else customize_ms
        self._solve_ms = solved.solve_ms
        self._show()

    def show_drawn(self, ms: float) -> None:
        """What the picture took; before there is a result it says nothing of one."""
        if self._solve_ms:
            self._draw_ms = ms
            self._show()

    def _show(self) -> None:
        drawn = self._draw_ms
        self.figures.show_numbers(
            costs=milliseconds(self._costs_ms),
            solve=milliseconds(self._solve_ms),
            draw=milliseconds(drawn) if drawn else NOTHING,
            total=milliseconds(self._costs_ms + self._solve_ms + drawn) if drawn else NOTHING,
        )
