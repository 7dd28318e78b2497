"""The badge of a validated result."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QWidget

from ui import theme
from ui.told import told

NONE, RUNNING, PASSED, FAILED = "none", "running", "passed", "failed"


class Badge(QLabel):
    """`validated ✓` or `not valid ✗`; its tool tip lists the statements."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = NONE
        self.setAccessibleName(self.tr("Validation"))
        self.clear()

    def clear(self) -> None:
        self._set(NONE, self.tr("not validated"), self.tr("This result has not been checked yet"))

    def set_running(self) -> None:
        self._set(RUNNING, self.tr("validating…"), "")

    def show_verdict(self, passed: bool, statements: Sequence[tuple[str, bool]]) -> None:
        """`statements` holds each statement and whether it is true of the result."""
        lines = "".join(
            f"<tr><td>{'✓' if true else '✗'}&nbsp;</td><td>{escape(told(text))}</td></tr>"
            for text, true in statements
        )
        text = self.tr("validated ✓") if passed else self.tr("not valid ✗")
        self._set(PASSED if passed else FAILED, text, f"<table>{lines}</table>")

    def _set(self, state: str, text: str, tip: str) -> None:
        self.state = state
        self.setText(text)
        self.setToolTip(tip)
        self._restyle()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "state"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        tint = {PASSED: colours.good, FAILED: colours.error}.get(self.state, colours.muted)
        back = theme.mix(tint, colours.window, 0.86).name()
        sheet = (
            f"QLabel {{ color: {tint}; background: {back}; border-radius: 9px;"
            " padding: 2px 10px; font-weight: 600; }"
        )
        if sheet != self.styleSheet():  # setting one raises another PaletteChange
            self.setStyleSheet(sheet)
