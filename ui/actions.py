"""Every command of the window: one table of what it is called, its key, sign and explanation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from ui.texts import translatable
from ui.widgets.icons import icon


@dataclass(frozen=True)
class Entry:
    """A command. `keys` are shortcuts in Qt's notation, the first of them shown in the menu."""

    id: str
    text: str
    tip: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False


N = translatable

# fmt: off
ENTRIES: tuple[Entry, ...] = (
    Entry("open", N("Actions", "&Open…"),
          N("Actions", "Open a velocity raster or a road graph"), ("Ctrl+O",), "open"),
    Entry("open_with", N("Actions", "Open with o&ptions…"),
          N("Actions", "Choose band, units and no data, or fields of roads, before opening"),
          ("Ctrl+Shift+O",)),
    Entry("open_joined", N("Actions", "Open &terrain and roads together…"),
          N("Actions", "Roads on a velocity raster: leave the road, cross the field"), ("Ctrl+J",)),
    Entry("sample", N("Actions", "Open &sample"),
          N("Actions", "A made-up island with a start set"), ("Ctrl+Shift+S",), "sample"),
    Entry("export_times", N("Actions", "Export &travel times…"),
          N("Actions", "The time to every cell, as a raster"), ("Ctrl+E",), "export"),
    Entry("export_bands", N("Actions", "Export &bands…"),
          N("Actions", "The band of every cell, as a raster")),
    Entry("export_polygons", N("Actions", "Export &polygons…"),
          N("Actions", "Bands as polygons for a GIS"), ("Ctrl+Shift+E",)),
    Entry("export_isolines", N("Actions", "Export &isolines…"),
          N("Actions", "Band limits as lines for a GIS")),
    Entry("export_picture", N("Actions", "Export pi&cture…"),
          N("Actions", "The map as it is seen, as PNG"), ("Ctrl+Shift+P",), "picture"),
    Entry("quit", N("Actions", "&Quit"), "", ("Ctrl+Q",)),
    Entry("undo", N("Actions", "&Undo"),
          N("Actions", "Undo the last edit"), ("Ctrl+Z",), "undo"),
    Entry("redo", N("Actions", "&Redo"),
          N("Actions", "Redo the edit that was undone last"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Entry("good_start", N("Actions", "Find a &good start"),
          N("Actions", "Set the start in the middle of the largest passable area"),
          ("G",), "good-start"),
    Entry("start_here", N("Actions", "Set start at the &middle of the map"),
          N("Actions", "Set the start without the mouse"), ("Ctrl+Return",)),
    Entry("remove_starts", N("Actions", "Remove &all starts"),
          N("Actions", "Remove all starts and the result"), ("Ctrl+Backspace",), "remove"),
    Entry("north", N("Actions", "Move start &north"), "", ("Alt+Up",)),
    Entry("south", N("Actions", "Move start &south"), "", ("Alt+Down",)),
    Entry("west", N("Actions", "Move start &west"), "", ("Alt+Left",)),
    Entry("east", N("Actions", "Move start &east"), "", ("Alt+Right",)),
    Entry("close_roads", N("Actions", "&Close roads by drawing"),
          N("Actions", "Draw a line or an area over the map; the roads under it are closed"),
          ("X",), "close-roads", True),
    Entry("closures_from_file", N("Actions", "Close roads from a &file…"),
          N("Actions", "Roads under the lines, areas and points of a GIS file are closed"),
          ("Ctrl+Shift+X",)),
    Entry("save_closures", N("Actions", "Sa&ve closures…"),
          N("Actions", "Lines and areas that close roads, as GeoJSON or GeoPackage")),
    Entry("open_roads", N("Actions", "Re&open roads closed by drawing"),
          N("Actions", "Reopen all roads that drawings close"), ("Shift+X",)),
    Entry("pick_origins", N("Actions", "Add or&igins by clicking"),
          N("Actions", "Click origins of a matrix on the map; Esc ends it"), ("O",), "", True),
    Entry("pick_destinations", N("Actions", "Add &destinations by clicking"),
          N("Actions", "Click destinations of a matrix on the map; Esc ends it"), ("D",), "", True),
    Entry("run_matrix", N("Actions", "Run the &matrix"),
          N("Actions", "Times between many places, as the Matrix panel asks"), ("F6",)),
    Entry("save_matrix", N("Actions", "Save the &matrix…"),
          N("Actions", "Times between many places: CSV, Parquet, NumPy, GeoPackage, GeoTIFF")),
    Entry("fit", N("Actions", "Zoom to &fit"),
          N("Actions", "Show everything"), ("F", "Ctrl+0"), "fit"),
    Entry("zoom_in", N("Actions", "Zoom &in"),
          N("Actions", "Show a smaller area, enlarged"), ("Ctrl++", "Ctrl+="), "zoom-in"),
    Entry("zoom_out", N("Actions", "Zoom &out"),
          N("Actions", "Show a larger area"), ("Ctrl+-",), "zoom-out"),
    Entry("continuous", N("Actions", "&Continuous colours"),
          N("Actions", "Colours run smoothly over time instead of one per band"),
          ("C",), "continuous", True),
    Entry("isolines", N("Actions", "I&solines"),
          N("Actions", "Lines at the limits of the bands"), ("I",), "isolines", True),
    Entry("velocity", N("Actions", "&Terrain beneath"),
          N("Actions", "Show the speeds beneath the times"), ("T",), "", True),
    Entry("legend", N("Actions", "&Legend"), "", ("L",), "", True),
    Entry("scale_bar", N("Actions", "Scale &bar"), "", (), "", True),
    Entry("path", N("Actions", "&Path to the pointer"),
          N("Actions", "Draw the quickest way from the start to the pointer"),
          ("P",), "path", True),
    Entry("solve", N("Actions", "&Solve again"),
          N("Actions", "Solve again without changes, to measure the time again"), ("F5",), "solve"),
    Entry("validate", N("Actions", "&Validate the result"),
          N("Actions", "Check the four conditions that make travel times correct"),
          ("F8",), "validate"),
    Entry("cancel", N("Actions", "&Cancel"),
          N("Actions", "Stop everything that is running"), ("Esc",), "stop"),
    Entry("keys", N("Actions", "&Keyboard and mouse"), "", ("F1",)),
    Entry("about", N("Actions", "&About Isofront"), ""),
)

RULE = "-"
Branch = tuple[str, str, tuple[object, ...]]

MENUS: tuple[Branch, ...] = (
    ("file", N("Actions", "&File"), (
        "open", "open_with", "open_joined", "sample",
        ("recent", N("Actions", "Open &recent"), ()), RULE,
        ("export", N("Actions", "&Export"), (
            "export_times", "export_bands", RULE, "export_polygons", "export_isolines", RULE,
            "save_matrix", "export_picture")),
        RULE, "quit")),
    ("edit", N("Actions", "&Edit"), (
        "undo", "redo", RULE, "good_start", "start_here",
        ("move", N("Actions", "Move &start"), ("north", "south", "west", "east")),
        "remove_starts", RULE, "close_roads", "closures_from_file", "save_closures",
        "open_roads", RULE, "pick_origins", "pick_destinations")),
    ("view", N("Actions", "&View"), (
        "fit", "zoom_in", "zoom_out", RULE, "continuous", "isolines", "velocity", "path",
        "legend", "scale_bar", ("colormap", N("Actions", "Colour &map"), ()), RULE,
        ("panels", N("Actions", "Pa&nels"), ()), ("scheme", N("Actions", "Light or &dark"), ()))),
    ("solver", N("Actions", "&Solver"), ("solve", "validate", "run_matrix", RULE, "cancel")),
    ("help", N("Actions", "&Help"), ("keys", RULE, "about")),
)

TOOLS = ("open", "sample", RULE, "undo", "redo", RULE, "good_start", "close_roads", "fit", RULE,
         "continuous", "isolines", "path")
WORDS = {
    "open": N("Actions", "Open"), "sample": N("Actions", "Sample"),
    "good_start": N("Actions", "Good start"), "close_roads": N("Actions", "Close roads"),
    "continuous": N("Actions", "Continuous"),
    "isolines": N("Actions", "Isolines"), "path": N("Actions", "Path"),
}
# fmt: on


def translated(text: str) -> str:
    return QCoreApplication.translate("Actions", text) if text else ""


ON_ROADS = {
    "export_times": (
        N("Actions", "Export &travel times…"),
        N("Actions", "The time to every vertex: CSV, or features for a GIS"),
    ),
    "export_bands": (
        N("Actions", "Export as a &raster…"),
        N("Actions", "Times drawn into cells, as GeoTIFF"),
    ),
    "export_polygons": (
        N("Actions", "Export &polygons…"),
        N("Actions", "Areas around reached roads, by band; a dialog asks how"),
    ),
    "export_isolines": (
        N("Actions", "Export reached r&oads…"),
        N("Actions", "Roads by band, cut exactly at its limits"),
    ),
    "velocity": (
        N("Actions", "Roads not re&ached"),
        N("Actions", "Also show the roads that are not reached"),
    ),
    "path": (
        N("Actions", "&Route to the pointer"),
        N("Actions", "Draw the quickest route between the start and the pointer"),
    ),
}
"""Names and descriptions of commands where roads are open."""

ON_BOTH = {
    "export_times": (
        N("Actions", "Export &travel times…"),
        N("Actions", "The time to every cell, as a raster, or to roads and their vertices"),
    ),
}
"""Names and descriptions of commands where terrain and roads are open as one graph."""


class Actions(QObject):
    """One QAction per entry, found by its id."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = {entry.id: self._made(entry, parent) for entry in ENTRIES}
        self.refresh_icons()

    def __getitem__(self, id_: str) -> QAction:
        return self._actions[id_]

    def speak_of(self, words: Mapping[str, tuple[str, str]]) -> None:
        """Call commands by what they do with what is open: text and tip of those that do something
        else than usual, such as ON_ROADS."""
        for entry in ENTRIES:
            if entry.id in ON_ROADS:
                text, tip = words.get(entry.id, (entry.text, entry.tip))
                self._actions[entry.id].setText(translated(text))
                _explain(self._actions[entry.id], translated(tip))
                if entry.id in WORDS:
                    self._actions[entry.id].setIconText(translated(WORDS[entry.id]))

    def enable(self, enabled: bool, *ids: str) -> None:
        for id_ in ids:
            self._actions[id_].setEnabled(enabled)

    def refresh_icons(self) -> None:
        """Draw the icons again, in the colours of the theme."""
        for entry in ENTRIES:
            if entry.icon:
                self._actions[entry.id].setIcon(icon(entry.icon))

    @staticmethod
    def _made(entry: Entry, parent: QWidget) -> QAction:
        action = QAction(translated(entry.text), parent)
        action.setObjectName(entry.id)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setCheckable(entry.checkable)
        action.setIconVisibleInMenu(not entry.checkable)  # its place is the check mark's
        tip = translated(entry.tip) or translated(entry.text).replace("&", "")
        _explain(action, tip)
        parent.addAction(action)
        return action


def _explain(action: QAction, tip: str) -> None:
    shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shown})" if shown else tip)


def fill_menus(bar: QMenuBar, actions: Actions) -> dict[str, QMenu]:
    """Build the menus; returns them by id, so that the window can fill the changing ones."""
    menus: dict[str, QMenu] = {}
    for branch in MENUS:
        _fill(bar.addMenu(translated(branch[1])), branch, actions, menus)
    return menus


def _fill(menu: QMenu, branch: Branch, actions: Actions, menus: dict[str, QMenu]) -> None:
    menus[branch[0]] = menu
    menu.setToolTipsVisible(True)
    for item in branch[2]:
        if item == RULE:
            menu.addSeparator()
        elif isinstance(item, str):
            menu.addAction(actions[item])
        else:
            assert isinstance(item, tuple)
            _fill(menu.addMenu(translated(item[1])), item, actions, menus)


def dress_tool_bar(bar: QToolBar) -> None:
    """Draw the sign for what has no room in the colours of the theme; Qt's is dark on dark."""
    more = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert isinstance(more, QToolButton)
    more.setIcon(icon("more"))
    more.setToolTip(QCoreApplication.translate("Actions", "More"))


def fill_tool_bar(bar: QToolBar, actions: Actions) -> None:
    """Few commands: those that are used again and again; the widest sort with words."""
    for id_ in TOOLS:
        if id_ == RULE:
            bar.addSeparator()
            continue
        bar.addAction(actions[id_])
        button = bar.widgetForAction(actions[id_])
        if id_ in WORDS:
            actions[id_].setIconText(translated(WORDS[id_]))
            button.setToolButtonStyle(  # type: ignore[attr-defined]  # a QToolButton
                bar.toolButtonStyle().ToolButtonTextBesideIcon
            )
