"""Every command of the window: one table of what it is called, its key, sign and explanation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from ui.ground_commands import GROUND, GROUND_MENU
from ui.road_commands import ON_ROADS
from ui.scenario_commands import PROJECTS, SCENARIO_MENU
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
    Entry("new_terrain", N("Actions", "&New terrain from…"),
          N("Actions", "Make a velocity raster from elevation, land cover, roads and water"),
          ("Ctrl+N",)),
    Entry("sample", N("Actions", "Sample &terrain"),
          N("Actions", "A made-up island with a start set"), ("Ctrl+Shift+S",), "sample"),
    Entry("sample_roads", N("Actions", "Sample &roads"),
          N("Actions", "The roads of the made-up island, with a start set"), ("Ctrl+Alt+W",)),
    Entry("sample_joined", N("Actions", "Sample terrain and roads t&ogether"),
          N("Actions", "The island's ground and roads as one graph, with a start set"),
          ("Ctrl+Alt+J",)),
    *(Entry(*row) for row in PROJECTS),
    Entry("add_layer", N("Actions", "Add &base layer…"),
          N("Actions", "Lay a raster, a vector file or MBTiles beneath the map"),
          ("Ctrl+Shift+B",)),
    Entry("export_anything", N("Actions", "E&xport…"),
          N("Actions", "Choose what to write and how, with a preview"), ("Ctrl+Alt+E",), "export"),
    Entry("export_times", N("Actions", "Export &travel times…"),
          N("Actions", "The time to every cell, as a raster"), ("Ctrl+E",), "export"),
    Entry("export_bands", N("Actions", "Export &bands…"),
          N("Actions", "The band of every cell, as a raster"), ("Ctrl+Shift+R",)),
    Entry("export_polygons", N("Actions", "Export &polygons…"),
          N("Actions", "Bands as polygons for a GIS"), ("Ctrl+Shift+E",)),
    Entry("export_isolines", N("Actions", "Export &isolines…"),
          N("Actions", "Band limits as lines for a GIS"), ("Ctrl+Shift+I",)),
    Entry("export_page", N("Actions", "Export web &map…"),
          N("Actions", "One page with the bands that any browser shows, without a network"),
          ("Ctrl+Shift+H",)),
    Entry("export_owners", N("Actions", "Export &who is first…"),
          N("Actions", "Which start is first where: raster, polygons or streets, or a table"),
          ("Ctrl+Shift+W",)),
    Entry("export_picture", N("Actions", "Export pi&cture…"),
          N("Actions", "The map as it is seen, as PNG"), ("Ctrl+Shift+P",), "picture"),
    Entry("export_animation", N("Actions", "Export a&nimation…"),
          N("Actions", "The moving front with its clock, as GIF or MP4"), ("Ctrl+Shift+A",)),
    Entry("export_report", N("Actions", "Export r&eport…"),
          N("Actions", "One page with map, tables and how it was made, as PDF or PNG"),
          ("Ctrl+Alt+R",)),
    Entry("export_copy", N("Actions", "Cop&y map"),
          N("Actions", "Put the map as it is seen on the clipboard"), ("Ctrl+Alt+C",)),
    Entry("quit", N("Actions", "&Quit"), "", ("Ctrl+Q",)),
    Entry("undo", N("Actions", "&Undo"),
          N("Actions", "Undo the last edit"), ("Ctrl+Z",), "undo"),
    Entry("redo", N("Actions", "&Redo"),
          N("Actions", "Redo the edit that was undone last"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    Entry("preferences", N("Actions", "&Preferences…"),
          N("Actions", "Language, light or dark, backend, tiles, cache"), ("Ctrl+,",)),
    Entry("good_start", N("Actions", "Find a &good start"),
          N("Actions", "Set the start in the middle of the largest passable area"),
          ("G",), "good-start"),
    Entry("start_here", N("Actions", "Set start at the &middle of the map"),
          N("Actions", "Set the start without the mouse"), ("Ctrl+Return",)),
    Entry("remove_starts", N("Actions", "Remove &all starts"),
          N("Actions", "Remove all starts and the result"), ("Ctrl+Backspace",), "remove"),
    Entry("starts_from_file", N("Actions", "Add starts from a fi&le…"),
          N("Actions", "Points of a CSV or a GIS file, with names, colours and delays"),
          ("Ctrl+Alt+O",)),
    Entry("save_starts", N("Actions", "Save s&tarts…"),
          N("Actions", "All starts as CSV, GeoPackage or GeoJSON, to be opened here again"),
          ("Ctrl+Alt+S",)),
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
          N("Actions", "Lines and areas that close roads, as GeoJSON or GeoPackage"),
          ("Ctrl+Shift+C",)),
    Entry("open_roads", N("Actions", "Re&open roads closed by drawing"),
          N("Actions", "Reopen all roads that drawings close"), ("Shift+X",)),
    *(Entry(*row) for row in GROUND),
    Entry("pick_origins", N("Actions", "Add or&igins by clicking"),
          N("Actions", "Click origins of a matrix on the map; Esc ends it"), ("O",), "", True),
    Entry("pick_destinations", N("Actions", "Add &destinations by clicking"),
          N("Actions", "Click destinations of a matrix on the map; Esc ends it"), ("D",), "", True),
    Entry("run_matrix", N("Actions", "Run the &matrix"),
          N("Actions", "Times between many places, as the Matrix panel asks"), ("F6",)),
    Entry("save_matrix", N("Actions", "Sa&ve the matrix…"),
          N("Actions", "Times between many places: CSV, Parquet, NumPy, GeoPackage, GeoTIFF"),
          ("Ctrl+Shift+M",)),
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
    Entry("owners", N("Actions", "Colour b&y first start"),
          N("Actions", "Each place in the colour of the start that reaches it first"),
          ("W",), "", True),
    Entry("names", N("Actions", "Nam&es"),
          N("Actions", "Names of streets and places, where the file has any"),
          ("N",), "", True),
    Entry("glow", N("Actions", "&Glow of reached roads"),
          N("Actions", "Light around roads that are reached"), ("Shift+G",), "", True),
    Entry("areas", N("Actions", "&Areas by band"),
          N("Actions", "Fill the ground near reached roads in the colour of its band"),
          ("A",), "", True),
    Entry("keep_result", N("Actions", "&Keep this result"),
          N("Actions", "Keep it as A; what is solved from now on is compared with it"),
          ("Shift+A",)),
    Entry("compare", N("Actions", "C&ompare with the kept result"),
          N("Actions", "Swipe, blink or difference, as in the Comparison panel"),
          ("Shift+B",), "", True),
    Entry("run_uncertainty", N("Actions", "Run at &uncertain speeds"),
          N("Actions", "Times reached with 10, 50 and 90 % certainty, as its panel asks"),
          ("Ctrl+Alt+U",)),
    Entry("export_zonal", N("Actions", "Export &zonal table…"),
          N("Actions", "What lies in each band of each start, and value rasters, as CSV"),
          ("Ctrl+Alt+Z",)),
    Entry("export_comparison", N("Actions", "Export comp&arison…"),
          N("Actions", "The signed difference: GeoTIFF, or of roads GeoPackage; or the table"),
          ("Ctrl+Alt+K",)),
    Entry("legend", N("Actions", "&Legend"), "", ("L",), "", True),
    Entry("scale_bar", N("Actions", "Scale &bar"), "", ("B",), "", True),
    Entry("graticule", N("Actions", "Longitudes and l&atitudes"),
          N("Actions", "Lines of longitude and latitude over the map"), ("Shift+L",), "", True),
    Entry("grid", N("Actions", "&Grid of the coordinates"),
          N("Actions", "Lines of the map's own coordinates"), ("Ctrl+Shift+G",), "", True),
    Entry("north_arrow", N("Actions", "&North arrow"),
          N("Actions", "An arrow to true north"), ("Shift+N",), "", True),
    Entry("path", N("Actions", "&Path to the pointer"),
          N("Actions", "Draw the quickest way from the start to the pointer"),
          ("P",), "path", True),
    Entry("go_to", N("Actions", "&Go to…"),
          N("Actions", "Go to coordinates, or to a street, a place, a start or a path by its name"),
          ("Ctrl+G",)),
    Entry("measure", N("Actions", "&Measure"),
          N("Actions", "Lengths of lines and areas, clicked on the map; Esc ends it"),
          ("M",), "", True),
    Entry("pin_path", N("Actions", "&Pin the path to the pointer"),
          N("Actions", "Keep the path to this place, with its profile (Ctrl-click the map)"),
          ("Shift+P",)),
    Entry("unpin_paths", N("Actions", "Remove &all pinned paths"), "", ("Ctrl+Alt+P",)),
    Entry("export_paths", N("Actions", "&Export pinned paths…"),
          N("Actions", "Pinned paths as GPX, GeoJSON or GeoPackage"), ("Ctrl+Alt+X",)),
    Entry("front_play", N("Actions", "&Play the front"),
          N("Actions", "Play the front over the map, or hold it"), ("K",), "play"),
    Entry("front_loop", N("Actions", "Play it &again and again"),
          N("Actions", "Play the front again and again"), ("Shift+K",), "loop", True),
    Entry("front_after_solve", N("Actions", "Play once after each new &start"),
          N("Actions", "Play the front once when a new start is solved; any input ends it"),
          ("Alt+K",), "", True),
    Entry("full_screen", N("Actions", "F&ull screen"), "", ("F11",), "", True),
    Entry("present", N("Actions", "Presentation vie&w"),
          N("Actions", "The map on the whole screen, with large letters and no panels; Esc leaves"),
          ("Shift+F11",), "", True),
    Entry("solve", N("Actions", "&Solve again"),
          N("Actions", "Solve again without changes, to measure the time again"), ("F5",), "solve"),
    Entry("straight_lines", N("Actions", "Straight &lines"),
          N("Actions", "Ways in all directions instead of eight: truer times on terrain"),
          ("Ctrl+Shift+L",), "", True),
    Entry("validate", N("Actions", "&Validate the result"),
          N("Actions", "Check the four conditions that make travel times correct"),
          ("F8",), "validate"),
    Entry("race", N("Actions", "&Race of solvers…"),
          N("Actions", "Have several solvers answer the same question, and compare them"),
          ("F7",)),
    Entry("batch", N("Actions", "Batc&h…"),
          N("Actions", "Every start by every limit, each written to a file"), ("Ctrl+Shift+F7",)),
    Entry("cancel", N("Actions", "&Cancel"),
          N("Actions", "Stop everything that is running"), ("Esc",), "stop"),
    Entry("tour", N("Actions", "Demo &tour"),
          N("Actions", "Two minutes by itself on the sample island, in a window of its own; any "
                       "key ends it"), ("Ctrl+Shift+D",)),
    Entry("first_steps", N("Actions", "&First steps"),
          N("Actions", "The three steps to a first result: open, click, export"),
          ("Ctrl+Alt+F1",)),
    Entry("commands", N("Actions", "&Commands…"),
          N("Actions", "Search all commands by a few letters and run one"), ("Ctrl+K",)),
    Entry("help", N("Actions", "&Help…"),
          N("Actions", "Search keys and documents"), ("F1",)),
    Entry("keys", N("Actions", "&Keyboard and mouse"), "", ("Ctrl+F1",)),
    Entry("log", N("Actions", "&Log…"),
          N("Actions", "What the program told: errors, warnings and notes"), ("Ctrl+Alt+L",)),
    Entry("about", N("Actions", "&About Isofront"), "", ("Shift+F1",)),
)

RULE = "-"
Branch = tuple[str, str, tuple[object, ...]]

MENUS: tuple[Branch, ...] = (
    ("file", N("Actions", "&File"), (
        "open", "open_with", "open_joined", "new_terrain",
        ("samples", N("Actions", "Open &sample"), ("sample", "sample_roads", "sample_joined")),
        ("recent", N("Actions", "Open &recent"), ()), RULE,
        "open_project", "save_project", "save_project_as", SCENARIO_MENU, RULE, "add_layer", RULE,
        ("export", N("Actions", "&Export"), (
            "export_anything", RULE,
            "export_times", "export_bands", RULE, "export_polygons", "export_isolines",
            "export_owners", "export_zonal", "export_comparison", RULE,
            "save_matrix", "export_report", "export_page", "export_picture", "export_copy",
            "export_animation")),
        "batch", RULE, "quit")),
    ("edit", N("Actions", "&Edit"), (
        "undo", "redo", RULE, "good_start", "start_here",
        ("move", N("Actions", "Move &start"), ("north", "south", "west", "east")),
        "starts_from_file", "save_starts", "remove_starts", RULE,
        "close_roads", "closures_from_file", "save_closures", "open_roads", RULE, GROUND_MENU, RULE,
        "pick_origins", "pick_destinations", RULE,
        ("panel_buttons", N("Actions", "&Buttons of panels"), ()), RULE, "preferences")),
    ("view", N("Actions", "&View"), (
        "fit", "zoom_in", "zoom_out", RULE, "continuous", "isolines", "velocity", "path",
        "owners", "names", "glow", "areas",
        ("marks", N("Actions", "&Legend, scale and grid"), (
            "legend", "scale_bar", "graticule", "grid", "north_arrow")),
        ("colormap", N("Actions", "Colour &map"), ()),
        ("relief", N("Actions", "&Hill shading"), ()), RULE,
        ("front", N("Actions", "Mo&ving front"), (
            "front_play", "front_loop", "front_after_solve")), RULE,
        ("panels", N("Actions", "Pa&nels"), ()), ("scheme", N("Actions", "Light or &dark"), ()),
        ("units", N("Actions", "&Kilometres or miles"), ()),
        RULE, "full_screen", "present")),
    ("map", N("Actions", "&Map"), (
        "go_to", "measure", RULE, "pin_path", "unpin_paths", "export_paths")),
    ("solver", N("Actions", "&Solver"), (
        "solve", "straight_lines", "validate", "race", "run_matrix", "run_uncertainty", RULE,
        "keep_result", "compare", RULE, "cancel")),
    ("help", N("Actions", "&Help"), (
        "help", "commands", "keys", "log", RULE, "first_steps", "tour", RULE, "about")),
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

_UNDERLINED = re.compile("&([^&])")


def translated(text: str) -> str:
    return QCoreApplication.translate("Actions", text) if text else ""


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


def give_letters(menu: QMenu) -> None:
    """Underline a letter of every item that has none, other than those of its neighbours."""
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    taken = {letter.casefold() for text in texts for letter in _UNDERLINED.findall(text)}
    for action, text in zip(menu.actions(), texts, strict=True):
        place = next(
            (k for k, c in enumerate(text) if c.isalpha() and c.casefold() not in taken), -1
        )
        if "&" not in text and place >= 0:
            taken.add(text[place].casefold())
            whole = action.text()
            action.setText(f"{whole[:place]}&{whole[place:]}")


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
