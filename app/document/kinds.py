"""THE table of kinds of documents; opening, panels and menus read it.

Classes are named as text and imported when first used, as in the table of algorithms.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DocumentKind:
    """A row: what a kind is called, and its class, "module:Class"."""

    id: str
    title: str
    document: str


KINDS: tuple[DocumentKind, ...] = (
    DocumentKind("terrain", "Terrain", "app.document.terrain:TerrainDocument"),
    DocumentKind("roads", "Roads", "app.document.roads:RoadsDocument"),
    DocumentKind("joined", "Terrain and roads", "app.document.joined:JoinedDocument"),
)
