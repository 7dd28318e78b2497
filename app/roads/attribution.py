"""What a map has to say of where its roads are from."""

from __future__ import annotations

from pathlib import Path

from core.errors import IsofrontError
from resources.paths import SAMPLE_ROADS
from road.files.source.reading import RoadFormat, recognised

OPEN_STREET_MAP = "© OpenStreetMap contributors"


def attribution_of(path: Path | None) -> str:
    """What a map has to say of where the roads in a file are from."""
    if path is not None and path.absolute() == SAMPLE_ROADS:
        return ""  # they are invented, though in the format of OpenStreetMap
    try:
        found = None if path is None else recognised(path)
    except (IsofrontError, OSError, ValueError):
        found = None
    return OPEN_STREET_MAP if found in (RoadFormat.OSM, RoadFormat.GRAPHML) else ""
