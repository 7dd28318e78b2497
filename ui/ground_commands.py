"""Commands that edit the ground: tools that draw on the map, and files of edits."""

from __future__ import annotations

from ui.texts import translatable

N = translatable

# fmt: off
GROUND: tuple[tuple[str, str, str, tuple[str, ...], str, bool], ...] = (
    ("edit_brush", N("Actions", "&Brush"),
     N("Actions", "Edit the ground with the button held: barrier, open, speed or factor"),
     ("E",), "", True),
    ("edit_line", N("Actions", "&Line"),
     N("Actions", "Edit the ground under a line with a width"), ("V",), "", True),
    ("edit_area", N("Actions", "&Area"),
     N("Actions", "Edit the ground within an area"), ("R",), "", True),
    ("edit_flood", N("Actions", "&Flood"),
     N("Actions", "Edit all that is joined at the same speed"), ("U",), "", True),
    ("edits_from_file", N("Actions", "Add edits f&rom a file…"),
     N("Actions", "Points, lines and areas of a GIS file, with columns for effect and value"),
     ("Ctrl+Alt+D",), "", False),
    ("save_edits", N("Actions", "&Save edits…"),
     N("Actions", "Write all edits as GeoJSON or GeoPackage"), ("Ctrl+Alt+V",), "", False),
    ("burn_edits", N("Actions", "B&urn edits into a raster…"),
     N("Actions", "Write the raster with the edits in it, as GeoTIFF or Esri ASCII grid"),
     ("Ctrl+Alt+B",), "", False),
)
"""Fields of `ui.actions.Entry`, a row for each command."""

GROUND_MENU = ("ground", N("Actions", "Edits of t&he ground"), (
    "edit_brush", "edit_line", "edit_area", "edit_flood", "-",
    "edits_from_file", "save_edits", "burn_edits"))
# fmt: on

NEED_EDITS = ("save_edits", "burn_edits")
"""Commands that need an edit."""

HINTS = {
    "edit_brush": N(
        "Actions", "Draw with the button held. Each stroke is one step back. Esc ends it."
    ),
    "edit_line": N(
        "Actions",
        "Click corners, or draw by hand. Enter or a double click ends the line, Backspace takes a "
        "corner back. Esc ends it.",
    ),
    "edit_area": N(
        "Actions",
        "Click corners, or draw by hand. Enter, a double click or a click on the first corner "
        "ends the area. Esc ends it.",
    ),
    "edit_flood": N(
        "Actions",
        "Click ground: all that is joined to it at the same speed is edited. Esc ends it.",
    ),
}
"""Words at the head of the map while a tool is active: what a click does, and how it ends."""
