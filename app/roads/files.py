"""Opening road files for window and command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.roads.open_roads import OpenRoads, RoadFileOptions
from core.cancel import NEVER, Cancel
from core.errors import IsofrontError
from core.files.suffixes import ROADS
from core.files.user_paths import expanded
from core.progress import Progress, no_progress
from road.files.source.reading import (
    existing,
    recognised,
    unpacked_name,
)
from road.files.vector.fields import FieldChoice


def holds_roads(path: str | Path) -> bool:
    """Whether a file is to be opened as roads and not as a raster: quick, and never an error."""
    try:
        place = existing(path)
        found = recognised(place)
    except (IsofrontError, OSError, ValueError):
        return _named_so(Path(path)) and expanded(path).is_file()
    if found is None:
        return _named_so(place)
    from road.files.read import is_road_file  # loads GDAL, to look into layers

    return is_road_file(place) or _named_so(place)


def _named_so(path: Path) -> bool:
    return unpacked_name(path).endswith(ROADS)


def open_road_file(
    path: str | Path,
    *,
    coordinates: str | Path | None = None,
    elevation: str | Path | Sequence[str | Path] | None = None,
    fields: FieldChoice | None = None,
    to_click: bool = True,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> OpenRoads:
    """Read a road file, for a thread of its own; see `road.files.read.open_roads`.

    to_click : make ready for clicks, so that the first one is answered at once.
    """
    from road.files.read import open_roads  # all readers, and the libraries that they load

    graph = open_roads(
        path,
        coordinates=coordinates,
        elevation=elevation,
        fields=fields,
        progress=progress,
        cancel=cancel,
    )
    cancel.check("opening")
    opened = OpenRoads.of(graph, Path(path), RoadFileOptions(coordinates, elevation, fields))
    if to_click and graph.x is not None and graph.arc_count:
        progress(-1.0, "indexing roads")
        _ = opened.snap_index
        cancel.check("opening")
    return opened
