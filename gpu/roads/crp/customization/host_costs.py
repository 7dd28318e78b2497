"""Costs that a device made, as queries on the CPU read them: the kept levels, end to end."""

from __future__ import annotations

from collections.abc import Sequence

from road.crp.customization.customize import Customized
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import U32
from road.search.search_graph import SearchGraph, sealed


def kept_places(levels: Sequence[OverlayLevel]) -> dict[int, int]:
    """By number of a kept level, where its shortcuts begin among those of all kept ones."""
    places: dict[int, int] = {}
    filled = 0
    for number, level in enumerate(levels):
        if level.kept:
            places[number] = filled
            filled += level.shortcuts
    return places


def customized_from(overlay: Overlay, search: SearchGraph, kept: U32) -> Customized:
    """Costs for queries on the CPU by the weights of a search graph.

    kept : uint32, shortcuts of the kept levels, the lowest first; not to be written any more.
    """
    kept = sealed(kept)
    shortcuts: list[U32] = []
    places = kept_places(overlay.levels)
    for number, level in enumerate(overlay.levels):
        place = places.get(number, 0)
        shortcuts.append(kept[place : place + (level.shortcuts if level.kept else 0)])
    return Customized(overlay, search, kept, tuple(shortcuts), (), ())
