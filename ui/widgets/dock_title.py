"""The title of a dock: its name, and signs to take it out of the window and to hide it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ui.widgets import form
from ui.widgets.icons import icon


class DockTitle(QWidget):
    """Drawn by us, because Qt's own signs are dark on dark. It takes no room while it is put away,
    as where a tab says the name."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self.bar = QWidget()
        title = dock.windowTitle()
        self.undock = _button(
            self.tr("Undock {panel}, or dock it again").format(panel=title),
            lambda: dock.setFloating(not dock.isFloating()),
        )
        self.close_ = _button(self.tr("Hide {panel}").format(panel=title), dock.hide)
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(form.MARGIN, 5, 8, 5)
        row.setSpacing(2)
        row.addWidget(form.Heading(title), 1)
        row.addWidget(self.undock)
        row.addWidget(self.close_)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.bar)
        self._restyle()

    def show_bar(self, shown: bool) -> None:
        """Show the title, or leave it to the dock's tab."""
        if shown != self.bar.isVisibleTo(self):
            self.bar.setVisible(shown)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_"):
            self._restyle()

    def _restyle(self) -> None:
        self.undock.setIcon(icon("undock"))
        self.close_.setIcon(icon("close"))


def _button(tip: str, act: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    form.name(button, tip, tip)
    button.clicked.connect(lambda: act())
    return button
