"""Where the shipped files lie."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """Absolute path of a shipped file, `name` relative to `resources/` with forward slashes.

    Raises FileNotFoundError where the installation lacks it.
    """
    found = _HERE / name
    if not found.exists():
        raise FileNotFoundError(f"{found} is missing. Install Isofront again.")
    return found


DOCS = _HERE / "docs" if (_HERE / "docs").is_dir() else _HERE.parent / "docs"
"""The documents: within the packages where these are installed (`setup.py` puts them there), else
beside them."""

SAMPLE = _HERE / "sample" / "island.asc.zip"
"""The sample terrain: an ESRI ASCII grid of km/h with its projection, zipped."""

SAMPLE_ROADS = _HERE / "sample" / "island_roads.osm.pbf"
"""Roads of the same island, in OpenStreetMap's format: streets with names, classes, one-way streets
and turn restrictions, and places."""
