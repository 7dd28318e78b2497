"""The panels as docks on the right: one stack above, the performance below."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabWidget, QWidget

from ui import theme
from ui.editing import Editor
from ui.panels.catalog import LOWER, PANELS, UPPER, Row
from ui.panels.panel import Panel

AnyPanel = TypeVar("AnyPanel", bound=Panel)
WIDTH, UPPER_HEIGHT, LOWER_HEIGHT = 336, 430, 290


class Docks:
    """Builds a dock per row of the table of panels."""

    def __init__(self, window: QMainWindow, editor: Editor) -> None:
        self._window = window
        self._panels: dict[type[Panel], Panel] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._actions: list[QAction] = []
        right = Qt.DockWidgetArea.RightDockWidgetArea
        window.setTabPosition(right, QTabWidget.TabPosition.North)
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks
        )
        for row in PANELS:
            panel = row.panel(editor)
            title = QCoreApplication.translate("Panels", row.title)
            dock = QDockWidget(title, window)
            dock.setObjectName(row.id)
            dock.setAccessibleName(title)
            dock.setWidget(panel)
            self._panels[row.panel] = panel
            self._docks[row.id] = dock
            self._actions.append(self._action(row, title, dock))
            if row.stack == UPPER:  # its tab is its title
                dock.setTitleBarWidget(QWidget(dock))
        self.arrange()
        self.restyle()

    def restyle(self) -> None:
        """Flat tabs: the chosen one is underlined. Follows the theme when called again."""
        colours = theme.current()
        sheet = (
            "QTabBar { qproperty-drawBase: 0; font-weight: 600; }"
            f"QTabBar::tab {{ background: {colours.window}; color: {colours.muted};"
            " padding: 8px 12px 6px; border: 0; border-bottom: 2px solid transparent; }"
            f"QTabBar::tab:hover {{ color: {colours.text}; }}"
            f"QTabBar::tab:selected {{ color: {colours.text};"
            f" border-bottom: 2px solid {colours.accent}; }}"
        )
        if sheet != self._window.styleSheet():  # setting one raises another PaletteChange
            self._window.setStyleSheet(sheet)

    def panel(self, kind: type[AnyPanel]) -> AnyPanel:
        """The panel of a class."""
        found = self._panels[kind]
        assert isinstance(found, kind)
        return found

    def dock(self, id_: str) -> QDockWidget:
        return self._docks[id_]

    def arrange(self) -> None:
        """The places of the first run."""
        right = Qt.DockWidgetArea.RightDockWidgetArea
        stacks = {
            stack: [self._docks[row.id] for row in PANELS if row.stack == stack]
            for stack in (UPPER, LOWER)
        }
        for stack in stacks.values():
            for dock in stack:
                dock.setFloating(False)
                self._window.addDockWidget(right, dock)
                dock.show()
        for stack in stacks.values():
            for before, after in pairwise(stack):
                self._window.tabifyDockWidget(before, after)
            stack[0].raise_()
        first, last = stacks[UPPER][0], stacks[LOWER][0]
        self._window.resizeDocks([first], [WIDTH], Qt.Orientation.Horizontal)
        self._window.resizeDocks(
            [first, last], [UPPER_HEIGHT, LOWER_HEIGHT], Qt.Orientation.Vertical
        )

    def show_panel(self, id_: str) -> None:
        """Bring a panel to the front."""
        self._docks[id_].show()
        self._docks[id_].raise_()

    def _action(self, row: Row, title: str, dock: QDockWidget) -> QAction:
        """Brings a panel to the front, or hides it where it is there already."""
        action = QAction(title, self._window)
        action.setCheckable(True)
        action.setShortcut(QKeySequence(row.key))
        action.setToolTip(f"{title} ({row.key})")

        def turn() -> None:
            if dock.isHidden() or dock.visibleRegion().isEmpty():
                self.show_panel(row.id)
            else:
                dock.hide()
            action.setChecked(not dock.isHidden())

        action.triggered.connect(turn)
        dock.visibilityChanged.connect(lambda _: action.setChecked(not dock.isHidden()))
        self._window.addAction(action)
        return action

    def fill_menu(self, menu: QMenu) -> None:
        menu.addActions(self._actions)
        menu.addSeparator()
        again = menu.addAction(QCoreApplication.translate("Panels", "Arrange as at first"))
        again.triggered.connect(self.arrange)
