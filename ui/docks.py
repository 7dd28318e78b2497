"""The panels as docks on the right: one stack above, the performance below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction, QFont, QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar, QTabWidget

from app.document.document import Document
from ui import theme
from ui.actions import give_letters
from ui.controllers.editing import Editor
from ui.panels.catalog import LOWER, PANELS, UPPER, Row
from ui.panels.panel import Panel
from ui.widgets.dock_title import DockTitle
from ui.widgets.form import Scrolling

AnyPanel = TypeVar("AnyPanel", bound=Panel)
WIDTH, UPPER_HEIGHT, LOWER_HEIGHT = 370, 430, 290
MOST_SHARE = 0.4
"""Share that panels take of a narrow window, as far as they can: the map keeps more."""

NARROW_SIDE = 2
"""Least pixels left and right of a tab's title, where a stack has many tabs; where even that is too
much, the tabs scroll."""

LARGE = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def _side(bar: QTabBar) -> int:
    """Pixels beside each title with which all fit into a dock of the first width. Where they never
    do, the bar scrolls, and titles keep their distance."""
    font = QFont(bar.font())
    font.setWeight(QFont.Weight.DemiBold)
    letters = QFontMetrics(font)
    widths = [letters.horizontalAdvance(bar.tabText(tab)) for tab in range(bar.count())]
    count, words = max(len(widths), 1), sum(widths)
    if words + 2 * NARROW_SIDE * count > WIDTH:
        return theme.TAB_SIDE
    # Qt rounds each tab up, and scrolls where all of them are a pixel too wide.
    return min(max((WIDTH - words - count) // (2 * count), NARROW_SIDE), theme.TAB_SIDE)


class Docks:
    """Builds a dock per row of the table of panels."""

    def __init__(self, window: QMainWindow, editor: Editor) -> None:
        self._window = window
        self._panels: dict[type[Panel], Panel] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._titles: dict[str, DockTitle] = {}
        self._naming = QTimer(window)  # tabs come and go with the docks beside a dock
        self._naming.setSingleShot(True)
        self._naming.setInterval(0)
        self._naming.timeout.connect(self._name_docks)
        self.entries: list[QAction] = []  # of the menu
        self._keys: list[QShortcut] = []
        self._open = frozenset(("terrain",))  # panels of use with what is open
        self._aside: tuple[list[QDockWidget], list[QDockWidget]] | None = None  # shown, in front
        self._put_away: set[str] = set()  # hidden by the user, not for want of what they show
        self._missed: dict[str, str] = {}  # of no use, but in front before: who is instead
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
            dock.setWidget(Scrolling(panel, parent=dock))
            self._panels[row.panel] = panel
            self._docks[row.id] = dock
            self.entries.append(self._action(row, title, dock))
            self._keys.append(self._key(row))
            self._titles[row.id] = DockTitle(dock)
            dock.setTitleBarWidget(self._titles[row.id])
            dock.topLevelChanged.connect(lambda _: self._naming.start())
            dock.visibilityChanged.connect(lambda _: self._naming.start())
        self.arrange()

    def panel(self, kind: type[AnyPanel]) -> AnyPanel:
        """The panel of a class."""
        found = self._panels[kind]
        assert isinstance(found, kind)
        return found

    def dock(self, id_: str) -> QDockWidget:
        return self._docks[id_]

    def arrange(self) -> None:
        """The places of the first run."""
        self._put_away = {row.id for row in PANELS if not row.at_first}
        self._missed.clear()
        for row in PANELS:
            dock = self._docks[row.id]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        self._show_those_of_use(self._open)
        for stack in (UPPER, LOWER):
            self._docks[self._fitting(stack)[0].id].raise_()
        self.measure()

    def measure(self) -> None:
        """The sizes of the first run; they hold once the window has its own size."""
        stacks = [[row.id for row in PANELS if row.stack == stack] for stack in (UPPER, LOWER)]
        first, last = (self._docks[ids[0]] for ids in stacks)
        self._window.resizeDocks([first], [self._usual()], Qt.Orientation.Horizontal)
        self._window.resizeDocks(
            [first, last], [UPPER_HEIGHT, LOWER_HEIGHT], Qt.Orientation.Vertical
        )

    def _usual(self) -> int:
        """Pixels across that panels have at first."""
        return min(WIDTH, round(self._window.width() * MOST_SHARE))

    def layout(self) -> tuple[list[str], list[str]]:
        """The ids of the panels that are shown, and of those in front of their stacks."""
        shown, front = self._aside or (
            [dock for dock in self._docks.values() if not dock.isHidden()],
            [dock for dock in self._docks.values() if not dock.visibleRegion().isEmpty()],
        )
        return [dock.objectName() for dock in shown], [dock.objectName() for dock in front]

    def sizes(self) -> dict[str, list[int]]:
        """Width and height in pixels of the panels that are in sight beside the map."""
        docks = [] if self._aside else self._docks.values()
        return {
            dock.objectName(): [dock.width(), dock.height()]
            for dock in docks
            if not dock.visibleRegion().isEmpty() and not dock.isFloating()
        }

    def resize(self, sizes: Mapping[str, Sequence[int]]) -> None:
        """Give panels that are beside the map these sizes, as far as half the window has room."""
        most = self._window.size() / 2
        fitting = {
            self._docks[id_]: size
            for id_, size in sizes.items()
            if id_ in self._docks and not self._docks[id_].isHidden()
        }
        docks = [dock for dock in fitting if not dock.isFloating()]
        widths = [min(fitting[dock][0], most.width()) for dock in docks]
        self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        heights = [fitting[dock][1] for dock in docks]  # of which their tabs take some
        self._window.resizeDocks(docks, heights, Qt.Orientation.Vertical)

    def lay(self, shown: Collection[str], front: Collection[str]) -> None:
        """Show these panels, as far as they are of use now, and no others; unknown ids count for
        nothing."""
        for row in PANELS:
            if row.fits(self._open):
                self._docks[row.id].setVisible(row.id in shown)
        for id_ in front:
            if id_ in self._docks and not self._docks[id_].isHidden():
                self._docks[id_].raise_()

    def show_for(self, document: Document | None) -> None:
        """Offer the panels that are of use with what is open; None leaves those of before."""
        aside = self._aside is not None
        self.put_aside(False)  # what is away for an audience was not closed by the user
        self._show_those_of_use(self._open if document is None else document.panels)
        self.put_aside(aside)

    def remember_put_away(self) -> None:
        """The layout was restored: what it hides was closed by the user."""
        for row in PANELS:
            self._remember_put_away(row)

    def put_aside(self, away: bool) -> None:
        """Take all panels away, and bring those back that were there, in front what was."""
        if away and self._aside is None:
            shown = [dock for dock in self._docks.values() if not dock.isHidden()]
            front = [dock for dock in shown if not dock.visibleRegion().isEmpty()]
            self._aside = (shown, front)
            for dock in shown:
                dock.hide()
        elif not away and self._aside is not None:
            (shown, front), self._aside = self._aside, None
            for dock in shown:
                dock.show()
            for dock in front:
                dock.raise_()

    def _show_those_of_use(self, ids: frozenset[str]) -> None:
        before, self._open = self._open, ids
        window, size = self._window, self._window.size()
        if window.isVisible() and not window.windowState() & LARGE:
            # Panels that come and go make it larger for a moment, and it would stay so.
            QTimer.singleShot(0, window, lambda: window.resize(window.size().boundedTo(size)))
        widths = self._widths()
        front = [row.id for row in PANELS if not self._docks[row.id].visibleRegion().isEmpty()]
        back = [id_ for id_, instead in self._missed.items() if instead in front]
        for row, action, key in zip(PANELS, self.entries, self._keys, strict=True):
            if row.fits(before):
                self._remember_put_away(row)
            fits = row.fits(self._open)
            action.setVisible(fits)
            action.setEnabled(fits)
            key.setEnabled(fits)
            if not fits:  # hidden docks would leave their tabs behind
                if row.id in front:
                    front += self._stand_in(row.id)
                self._window.removeDockWidget(self._docks[row.id])
        for stack in (UPPER, LOWER):
            self._stack_up(self._fitting(stack))
        for id_ in (*front, *back):
            if not self._docks[id_].isHidden():
                self._docks[id_].raise_()
                self._missed.pop(id_, None)
        self._name_docks()
        # Panels that come into sight would make the docks as wide as they would like to be.
        placed = [
            dock for dock in self._docks.values() if not dock.isHidden() and not dock.isFloating()
        ]
        kept = [dock for dock in placed if dock in widths] or placed[:1]
        across = [widths.get(dock, self._usual()) for dock in kept]
        window.resizeDocks(kept, across, Qt.Orientation.Horizontal)

    def _widths(self) -> dict[QDockWidget, int]:
        """Width of each dock that is in sight beside the map, and of those behind it, whose own is
        that of when they were last in front."""
        found: dict[QDockWidget, int] = {}
        for dock in self._docks.values():
            if not dock.visibleRegion().isEmpty() and not dock.isFloating():
                stack = dock, *self._window.tabifiedDockWidgets(dock)
                found |= dict.fromkeys(stack, dock.width())
        return found

    def _stand_in(self, id_: str) -> list[str]:
        """The panel to be in front instead of one that goes, which comes back in its place unless
        the user has brought another to the front; none where nothing is left beside it."""
        beside = self._window.tabifiedDockWidgets(self._docks[id_])
        for row in PANELS:
            dock = self._docks[row.id]
            if row.fits(self._open) and dock in beside and not dock.isHidden():
                self._missed[id_] = row.id
                return [row.id]
        return []

    def _name_docks(self) -> None:
        """A dock among others has a tab, which is title enough."""
        for id_, dock in self._docks.items():
            beside = [d for d in self._window.tabifiedDockWidgets(dock) if not d.isHidden()]
            self._titles[id_].show_bar(dock.isFloating() or not beside)
        here = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in self._window.findChildren(QTabBar, options=here):
            bar.setElideMode(Qt.TextElideMode.ElideNone)  # the bar scrolls: half a title tells none
            bar.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
            bar.addActions(self.entries)
            sheet = f"QTabBar::tab {{ padding: 8px {_side(bar)}px 6px; }}"
            if sheet != bar.styleSheet():
                bar.setStyleSheet(sheet)
            if bar.count():  # brings the tab in front into sight again
                bar.setTabText(0, bar.tabText(0))

    def _fitting(self, stack: str) -> list[Row]:
        return [row for row in PANELS if row.stack == stack and row.fits(self._open)]

    def _remember_put_away(self, row: Row) -> None:
        """What the user closed stays closed when it comes to be of use again."""
        dock = self._docks[row.id]
        if self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
            return
        if dock.isHidden():
            self._put_away.add(row.id)
        else:
            self._put_away.discard(row.id)

    def _stack_up(self, rows: list[Row]) -> None:
        """Put docks without a place beside those of their stack."""
        nowhere, right = Qt.DockWidgetArea.NoDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        placed = [
            row for row in rows if self._window.dockWidgetArea(self._docks[row.id]) != nowhere
        ]
        before = len(placed)
        for row in rows:
            dock = self._docks[row.id]
            if row in placed:
                continue
            if placed:
                self._window.tabifyDockWidget(self._docks[placed[-1].id], dock)
            else:
                self._window.addDockWidget(right, dock)
            placed.append(row)
            dock.setVisible(row.id not in self._put_away)
        if len(rows) > before:
            self._sort_tabs(rows)

    def _sort_tabs(self, rows: list[Row]) -> None:
        """Bring the tabs of a stack into the order of the table: Qt puts one that comes last, where
        a scroll arrow may hide it."""
        first = self._docks[rows[0].id]
        beside = self._window.tabifiedDockWidgets(first)
        for row in rows[1:]:
            dock = self._docks[row.id]
            if dock in beside:
                self._window.tabifyDockWidget(first, dock)

    def show_panel(self, id_: str) -> None:
        """Bring a panel to the front."""
        dock = self._docks[id_]
        if dock.isHidden():
            dock.show()
            stack = next(row.stack for row in PANELS if row.id == id_)
            shown = [row for row in self._fitting(stack) if not self._docks[row.id].isHidden()]
            self._sort_tabs(shown)  # Qt puts the tab of one that was hidden second
        dock.raise_()

    def _action(self, row: Row, title: str, dock: QDockWidget) -> QAction:
        """Of the menu: brings a panel to the front, or hides it where it is there already."""
        # The key is told behind a tab, and not the action's own: it must never hide a panel.
        key = QKeySequence(row.key).toString(QKeySequence.SequenceFormat.NativeText)
        action = QAction(f"{title}\t{key}", self._window)
        action.setCheckable(True)
        action.setToolTip(f"{title} ({key})")

        def turn() -> None:
            if dock.isHidden() or dock.visibleRegion().isEmpty():
                self.show_panel(row.id)
            else:
                dock.hide()
            action.setChecked(not dock.isHidden())

        action.triggered.connect(turn)
        dock.visibilityChanged.connect(lambda _: action.setChecked(not dock.isHidden()))
        return action

    def _key(self, row: Row) -> QShortcut:
        """Brings a panel to the front."""
        key = QShortcut(QKeySequence(row.key), self._window)
        key.activated.connect(lambda: self.show_panel(row.id))
        return key

    def fill_menu(self, menu: QMenu) -> None:
        menu.addActions(self.entries)
        menu.addSeparator()
        again = menu.addAction(QCoreApplication.translate("Panels", "Restore the default layout"))
        again.triggered.connect(self.arrange)
        give_letters(menu)

    def run(self, action: QAction) -> None:
        """Do what an item of a menu does; one of a panel shows it, and never hides it."""
        if action in self.entries:
            self.show_panel(PANELS[self.entries.index(action)].id)
        else:
            action.trigger()
