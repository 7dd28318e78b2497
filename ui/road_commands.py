"""What commands are called where roads are open, alone or with terrain."""

from __future__ import annotations

from ui.texts import translatable

N = translatable

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
        N("Actions", "Roads no&t reached"),
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
